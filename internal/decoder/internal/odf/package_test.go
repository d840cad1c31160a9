package odf

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// packed returns a zip with these members, a name and a content after the other.
func packed(t *testing.T, members ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, members[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func open(raw []byte) (*Package, error) {
	return Open(&decoder.Input{Content: source.Bytes(raw), Budget: limit.NewBudget(limit.Limits{})})
}

// manifest says that a part is encrypted, but not how.
func manifest(part string) string {
	return `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="` + part +
		`"><m:encryption-data/></m:file-entry></m:manifest>`
}

func TestOpen(t *testing.T) {
	for _, tt := range []struct {
		name    string
		members []string
		want    error
	}{
		{"plain", []string{"content.xml", "<a/>"}, nil},
		{"backslashes", []string{`\content.xml`, "<a/>"}, nil},
		{"no content", []string{"other.xml", "<a/>"}, decoder.ErrMalformed},
		{"encrypted content", []string{"content.xml", "?", "META-INF/manifest.xml", manifest("content.xml")}, decoder.ErrEncrypted},
		{"encrypted picture only", []string{"content.xml", "<a/>", "META-INF/manifest.xml", manifest("Pictures/1.png")}, nil},
		{"encrypted as a whole", []string{"encrypted-package", "?"}, decoder.ErrEncrypted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := open(packed(t, tt.members...)); !errors.Is(err, tt.want) {
				t.Errorf("Open: error %v, want %v", err, tt.want)
			}
		})
	}
}

func TestSubDocument(t *testing.T) {
	p, err := open(packed(t, "content.xml", "<a/>", "Object 1/content.xml", "<b/>", "Object 1/Pictures/1.png", "png", "Pictures/2.png", "gif"))
	if err != nil {
		t.Fatal(err)
	}
	sub := p.Sub("./Object 1")
	if sub == nil || p.Sub("./Object 2") != nil {
		t.Fatalf("Sub found %v and a document that is not there", sub)
	}
	for href, want := range map[string]bool{"Pictures/1.png": true, "../Pictures/2.png": true, "Pictures/2.png": false, "../../../etc/passwd": false} {
		if got := sub.Blob(href) != nil; got != want {
			t.Errorf("Blob(%q) found: %v, want %v", href, got, want)
		}
	}
	blob, err := sub.Archive("application/vnd.oasis.opendocument.text")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := udm.ReadBlob(blob)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range z.File {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"mimetype", "Pictures/1.png", "content.xml"}, names); diff != "" {
		t.Errorf("Archive: members -want +got\n%s", diff)
	}
}

func TestMatch(t *testing.T) {
	const text = "application/vnd.oasis.opendocument.text"
	member := func(name, content string) *decoder.Probe {
		return &decoder.Probe{Members: []string{name}, Member: func(string) []byte { return []byte(content) }}
	}
	for _, tt := range []struct {
		name  string
		probe *decoder.Probe
		want  decoder.Confidence
	}{
		{"mimetype", member("mimetype", text+"\n"), decoder.Certain},
		{"mimetype of another kind", member("mimetype", text+"-template"), decoder.No},
		{"manifest", member("META-INF/manifest.xml", `<manifest:file-entry manifest:full-path="x" manifest:media-type="y"/><manifest:file-entry manifest:media-type="`+text+`" manifest:full-path="/"/>`), decoder.Certain},
		{"manifest cut off", member("META-INF/manifest.xml", `<manifest:file-entry manifest:full-path="/`), decoder.No},
		{"flat", &decoder.Probe{Root: decoder.XMLName{Space: Namespace, Local: "document"}, Head: []byte(`<office:document office:mimetype='` + text + `'>`)}, decoder.Certain},
		{"other XML", &decoder.Probe{Root: decoder.XMLName{Local: "document"}, Head: []byte(`<document mimetype="` + text + `">`)}, decoder.No},
		{"nothing", &decoder.Probe{}, decoder.No},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := Match("text")(tt.probe); got != tt.want {
				t.Errorf("Match = %d, want %d", got, tt.want)
			}
		})
	}
}
