package udmjson_test

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/udecode/udecode/cmd"
	"github.com/udecode/udecode/internal/output/udmjson"
)

// What the program writes for the sample, which has a file of every format, follows the schema. This is no test of cmd because its
// test program is started as a worker many times, and the validator takes long to start.
func TestSampleFollowsTheSchema(t *testing.T) {
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(udmjson.Schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("udm.json", schema); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("udm.json")
	if err != nil {
		t.Fatal(err)
	}
	const sample = "../../../testdata/sample"
	for _, args := range [][]string{{sample}, {"--archive-children", "embed", "--formulas", sample}} {
		out := filepath.Join(t.TempDir(), "out")
		var messages bytes.Buffer
		args = append([]string{"-q", "--isolation", "off", "-o", out}, args...)
		if code := cmd.Main("test", args, strings.NewReader(""), io.Discard, &messages); code != 3 { // one file is damaged
			t.Fatalf("exit code %d\n%s", code, &messages)
		}
		n := 0
		err := filepath.WalkDir(out, func(name string, _ fs.DirEntry, err error) error {
			if base := filepath.Base(name); err != nil || base != "document.json" && base != "archive.json" {
				return err
			}
			n++
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			defer f.Close()
			v, err := jsonschema.UnmarshalJSON(f)
			if err == nil {
				err = s.Validate(v)
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			return nil
		})
		if err != nil || n < 25 {
			t.Errorf("%d documents, %v", n, err)
		}
	}
}
