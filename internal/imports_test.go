// Package internal has the tests of the repository itself.
package internal

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/udecode/udecode/"

// allowed says who may import whom: a package may import those whose patterns are listed for the first pattern that it matches.
// "leaf" are the packages at the bottom.
var allowed = []struct {
	pkg  string
	uses []string
}{
	{"internal/udm", nil},
	{"internal/limit", nil},
	{"internal/source", nil},
	{"internal/charset", nil},
	{"internal/pixels", nil},
	{"internal/writebuf", nil},
	{"internal/ntriples", []string{"internal/writebuf"}},
	{"internal/jsonwrite", []string{"internal/writebuf"}},
	{"internal/xmlscan", []string{"internal/charset"}},
	{"internal/cfb", []string{"leaf", "internal/charset"}},
	{"internal/opc", []string{"leaf", "internal/xmlscan", "internal/zipfile", "internal/cfb"}},
	{"internal/zipfile", []string{"leaf"}},
	{"internal/cos", []string{"leaf"}},
	{"internal/cos/costest", nil},
	{"internal/mbox", []string{"leaf"}},
	{"internal/mimepart", []string{"internal/charset"}},
	{"internal/ocr", []string{"leaf", "internal/decoder/pdf/page"}},
	{"internal/archive", []string{"leaf", "internal/charset", "internal/mbox", "internal/zipfile"}},
	{"internal/section", []string{"leaf"}},
	{"internal/docid", []string{"leaf", "internal/section"}},
	{"internal/pagetext", []string{"leaf", "internal/section"}},
	{"internal/chunk", []string{"leaf"}},
	{"internal/provenance", []string{"leaf", "internal/ntriples"}},
	{"internal/decoder", []string{"leaf"}},
	{"internal/decoder/decodertest", []string{"leaf", "internal/decoder"}},
	{"internal/decoder/internal/*", []string{"leaf", "file", "internal/decoder", "internal/decoder/internal/*"}},
	{"internal/decoder/pdf/page", []string{"leaf"}},
	{"internal/decoder/pdf/picture", []string{"leaf", "internal/decoder/pdf/page", "internal/pixels"}},
	{"internal/decoder/pdf/glyphname", nil},
	{"internal/decoder/pdf/cmap", []string{"leaf", "internal/cos"}},
	{"internal/decoder/pdf/font", []string{"leaf", "internal/charset", "internal/cos", "internal/decoder/pdf/cmap", "internal/decoder/pdf/glyphname", "internal/decoder/pdf/page"}},
	{"internal/decoder/pdf/interp", []string{"leaf", "file", "internal/decoder", "internal/decoder/internal/numeral", "internal/decoder/pdf/cmap", "internal/decoder/pdf/font", "internal/decoder/pdf/glyphname", "internal/decoder/pdf/page", "internal/decoder/pdf/picture", "internal/pixels"}},
	{"internal/decoder/pdf/pdfium", []string{"leaf", "internal/decoder", "internal/decoder/pdf/page"}},
	{"internal/decoder/pdf/layout", []string{"leaf", "internal/decoder", "internal/decoder/internal/*", "internal/decoder/pdf/page"}},
	{"internal/decoder/pdf/*/gen", []string{"internal/decoder/pdf/*"}},
	{"internal/decoder/pdf", []string{"leaf", "file", "internal/decoder", "internal/decoder/internal/*", "internal/decoder/pdf/*", "internal/ocr", "internal/pixels"}},
	{"internal/decoder/image", []string{"leaf", "file", "internal/decoder", "internal/decoder/internal/*", "internal/decoder/pdf/*", "internal/ocr", "internal/pixels"}},
	{"internal/decoder/*", []string{"leaf", "file", "internal/decoder", "internal/decoder/internal/*"}},
	{"internal/registry", []string{"internal/decoder", "internal/decoder/*"}},
	{"internal/detect", []string{"leaf", "internal/archive", "internal/cfb", "internal/charset", "internal/decoder", "internal/xmlscan", "internal/zipfile"}},
	{"internal/walk", []string{"leaf", "internal/archive", "internal/decoder", "internal/detect"}},
	{"internal/outdir", nil},
	{"internal/output", []string{"leaf", "internal/chunk", "internal/docid", "internal/pagetext", "internal/section"}},
	{"internal/output/triples", []string{"leaf", "internal/docid", "internal/ntriples", "internal/output", "internal/provenance", "internal/writebuf"}},
	{"internal/output/kgcore", []string{"leaf", "internal/ntriples", "internal/output", "internal/output/triples", "internal/output/wire", "internal/provenance", "internal/writebuf"}},
	{"internal/output/*", []string{"leaf", "internal/docid", "internal/jsonwrite", "internal/ntriples", "internal/output", "internal/output/triples", "internal/pagetext", "internal/section", "internal/chunk", "internal/provenance", "internal/writebuf"}},
	{"internal/convert", []string{"leaf", "internal/archive", "internal/decoder", "internal/docid", "internal/jsonwrite", "internal/outdir", "internal/output", "internal/output/udmjson", "internal/pagetext", "internal/section", "internal/walk", "internal/writebuf"}},
	{"internal/isolate", []string{"leaf", "internal/convert", "internal/outdir"}},
	{"internal/sandbox", nil},
	{"internal/outread", []string{"leaf", "internal/ntriples", "internal/outdir", "internal/provenance"}},
	{"internal/snapshot", []string{"internal/outdir", "internal/outread", "internal/output/wire", "internal/provenance"}},
	{"internal/view", []string{"leaf", "internal/pixels"}},
	{"cmd", []string{"leaf", "internal/*", "internal/output/*"}},
	{"cmd/gen", []string{"cmd"}},
	{".", []string{"cmd"}},
}

// groups are short for several packages: those that everyone may use, and those of file structures.
var groups = map[string][]string{
	"leaf": {"internal/udm", "internal/limit", "internal/source"},
	"file": {"internal/cos", "internal/cfb", "internal/opc", "internal/xmlscan", "internal/charset", "internal/archive", "internal/mimepart", "internal/zipfile"},
}

func TestImports(t *testing.T) {
	seen := map[string]bool{}
	err := filepath.WalkDir("..", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && d.Name() != "..") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		pkg := path.Clean(strings.TrimPrefix(filepath.ToSlash(filepath.Dir(p)), "../"))
		if pkg == ".." {
			pkg = "."
		}
		seen[pkg] = true
		f, err := parser.ParseFile(token.NewFileSet(), p, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, imp := range f.Imports {
			name, _ := strconv.Unquote(imp.Path.Value)
			if sub, ok := strings.CutPrefix(name, module); ok && !mayImport(t, pkg, sub) {
				t.Errorf("%s must not import %s", pkg, sub)
			}
			if strings.HasSuffix(name, "/template") {
				t.Errorf("%s imports %s, which calls methods by name: the linker could leave none out, and the program would be a quarter larger", pkg, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(seen) < 20 {
		t.Fatalf("only %d packages found", len(seen))
	}
}

func mayImport(t *testing.T, pkg, imp string) bool {
	for _, rule := range allowed {
		if !matches(rule.pkg, pkg) {
			continue
		}
		for _, use := range rule.uses {
			list := groups[use]
			if list == nil {
				list = []string{use}
			}
			for _, p := range list {
				if matches(p, imp) {
					return true
				}
			}
		}
		return false
	}
	t.Errorf("no rule for package %s: add one", pkg)
	return true
}

// matches reports whether a package matches a pattern; a "*" stands for one path component.
func matches(pattern, pkg string) bool {
	ok, err := path.Match(pattern, pkg)
	return err == nil && ok
}
