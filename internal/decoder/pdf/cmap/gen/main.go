// Gen writes predefined.bin from checkouts of github.com/adobe-type-tools/cmap-resources and
// github.com/adobe-type-tools/mapping-resources-pdf.
package main

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/cmap"
)

// unwanted are the maps that no PDF file names.
var unwanted = regexp.MustCompile(`^(Adobe-\w+-\d|Identity-.*|.*-UTF8-.*)$`)

func main() {
	out := flag.String("out", "predefined.bin", "file to write")
	flag.Parse()
	if err := run(*out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run(out string, folders []string) error {
	paths := map[string]string{}
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			dir := filepath.Base(filepath.Dir(path))
			if err == nil && !d.IsDir() && (dir == "CMap" || dir == "pdf2unicode") && !unwanted.MatchString(d.Name()) {
				paths[d.Name()] = path
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	var names []string
	for name := range paths {
		names = append(names, name)
	}
	slices.Sort(names)
	var all []byte
	for _, name := range names {
		b, err := os.ReadFile(paths[name])
		if err != nil {
			return err
		}
		m := cmap.Parse(b, func(base string) *cmap.CMap { return &cmap.CMap{Name: base} })
		packed, err := deflate(m.AppendBinary(nil))
		if err != nil {
			return err
		}
		all = append(all, byte(len(name)))
		all = append(all, name...)
		all = binary.BigEndian.AppendUint32(all, uint32(len(packed)))
		all = append(all, packed...)
	}
	return os.WriteFile(out, all, 0o644)
}

func deflate(b []byte) ([]byte, error) {
	var buf bytes.Buffer
	w, err := flate.NewWriter(&buf, flate.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(b); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}
