package opc

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

const types = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
	`<Default Extension="XML" ContentType="application/xml; charset=utf-8"/><Default Extension="png" ContentType="image/png"/>` +
	`<Override PartName="/Word/Document.xml" ContentType="application/x.document.main+xml"/></Types>`

func rels(entries string) string {
	return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` + entries + `</Relationships>`
}

func pack(t testing.TB, files ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, files[i+1])
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func open(t testing.TB, files ...string) *Package {
	t.Helper()
	p, err := Open(source.Bytes(pack(t, files...)), limit.NewBudget(limit.Limits{}))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestNamesAndTypes(t *testing.T) {
	p := open(t, "[Content_Types].xml", types, `word\document.xml`, "<a/>", "word/media/image%201.png", "x", "word/media/Other.PNG", "y")
	for _, tt := range []struct{ name, want string }{
		{"/word/DOCUMENT.xml", "application/x.document.main+xml"},
		{"word/media/image 1.png", "image/png"},
		{"word/media/other.png", "image/png"},
		{"customXml/item1.xml", "application/xml"},
		{"noextension", ""},
	} {
		if got := p.ContentType(tt.name); got != tt.want {
			t.Errorf("ContentType(%q) = %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, name := range []string{"word/document.xml", "/Word/media/image 1.png", "word/media/OTHER.png"} {
		if !p.Has(name) {
			t.Errorf("Has(%q) = false", name)
		}
	}
	if got := p.Main(); got != "word/document.xml" {
		t.Errorf("Main() = %q", got)
	}
	b, err := udm.ReadBlob(p.Blob("word/media/image 1.png"))
	if err != nil || string(b) != "x" {
		t.Errorf("blob = %q, %v", b, err)
	}
	if p.Blob("absent") != nil {
		t.Error("a blob for an absent part")
	}
}

func TestRels(t *testing.T) {
	p := open(t,
		"_rels/.rels", rels(`<Relationship Id="rId1" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/word/document.xml"/>`),
		"word/document.xml", "<a/>",
		"word/_rels/document.xml.rels", rels(
			`<Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="../media/a%20b.png"/>`+
				`<Relationship Id="b" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="https://example.org/?q=1#x" TargetMode="External"/>`+
				`<Relationship Id="c" Type="http://schemas.microsoft.com/office/2007/relationships/diagramDrawing" Target="../../../up.xml#frag"/>`+
				`<Relationship Id="a" Type="t" Target="twice"/>`))
	if got := p.Main(); got != "word/document.xml" {
		t.Errorf("Main() = %q", got)
	}
	r := p.Rels("Word/document.xml")
	want := []Rel{
		{ID: "a", Type: "image", Target: "media/a b.png"},
		{ID: "b", Type: "hyperlink", Target: "https://example.org/?q=1#x", External: true},
		{ID: "c", Type: "diagramDrawing", Target: "up.xml", Fragment: "frag"},
	}
	for _, w := range want {
		got, _ := r.ByID(w.ID)
		if diff := cmp.Diff(w, got); diff != "" {
			t.Error(diff)
		}
	}
	if _, ok := r.First("absent"); ok {
		t.Error("found a relationship that is not there")
	}
}

func TestMetadata(t *testing.T) {
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/"
	p := open(t,
		"_rels/.rels", rels(`<Relationship Id="1" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>`+
			`<Relationship Id="2" Type="`+office+`relationships/extended-properties" Target="docProps/app.xml"/>`+
			`<Relationship Id="3" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/customProperties" Target="docProps/custom.xml"/>`),
		"docProps/core.xml", `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">`+
			`<dc:title> A </dc:title><dc:creator>B</dc:creator><cp:keywords>x, y</cp:keywords><dcterms:created>2020-01-02T03:04:05+02:00</dcterms:created><dcterms:modified>2020-01-02</dcterms:modified><dc:subject/></cp:coreProperties>`,
		"docProps/app.xml", `<Properties xmlns="`+office+`extended-properties"><Company>C</Company><Pages>3</Pages></Properties>`,
		"docProps/custom.xml", `<Properties xmlns="`+office+`custom-properties" xmlns:vt="`+office+`docPropsVTypes"><property name="n"><vt:i4>7</vt:i4></property><property name="b"><vt:bool>true</vt:bool></property></Properties>`)
	want := udm.Metadata{Title: "A", Author: "B", CreatedAt: "2020-01-02T01:04:05Z", ModifiedAt: "2020-01-02", Tags: []string{"x", "y"},
		Custom: map[string]any{"company": "C", "page_count": 3, "properties": map[string]any{"n": 7, "b": true}}}
	if diff := cmp.Diff(want, p.Metadata()); diff != "" {
		t.Error(diff)
	}
}

func TestAlternate(t *testing.T) {
	const doc = `<r xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:q="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:z="urn:z">` +
		`<mc:AlternateContent><mc:Choice Requires="z">1</mc:Choice><mc:Choice Requires="q">2</mc:Choice><mc:Choice Requires="q">3</mc:Choice><mc:Fallback>4</mc:Fallback></mc:AlternateContent>` +
		`<mc:AlternateContent><mc:Choice Requires="q z">5</mc:Choice><mc:Fallback>6</mc:Fallback></mc:AlternateContent></r>`
	s, err := open(t, "a.xml", doc).ScanRoot("a.xml")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var got strings.Builder
	err = s.Children(func() error {
		return Alternate(s.Scanner, []string{"wps"}, func() error {
			text, err := s.InnerText()
			got.WriteString(text)
			return err
		})
	})
	if err != nil || got.String() != "26" {
		t.Errorf("got %q, %v; want 26", got.String(), err)
	}
}

func TestNoPackage(t *testing.T) {
	b := limit.NewBudget(limit.Limits{})
	if _, err := Open(source.Bytes([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest")), b); !errors.Is(err, ErrEncrypted) {
		t.Errorf("compound file: %v", err)
	}
	full := pack(t, "a.xml", strings.Repeat("<a/>", 100))
	if _, err := Open(source.Bytes(full[:len(full)-30]), b); err == nil {
		t.Error("no error for a truncated zip")
	}
}

func TestBudget(t *testing.T) {
	raw := pack(t, "big.xml", strings.Repeat("a", 1<<20))
	p, err := Open(source.Bytes(raw), limit.NewBudget(limit.Limits{Decoded: 1 << 16}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.ReadAll("big.xml"); !errors.Is(err, limit.ErrExceeded) {
		t.Errorf("ReadAll: %v, want %v", err, limit.ErrExceeded)
	}
	if p.Blob("big.xml") != nil {
		t.Error("a blob beyond the budget")
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(pack(f, "[Content_Types].xml", types, "_rels/.rels", rels(`<Relationship Id="1" Type="x/relationships/officeDocument" Target="word/document.xml"/>`), "word/document.xml", "<a/>"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p, err := Open(source.Bytes(raw), limit.NewBudget(limit.Limits{Decoded: 16 << 20}))
		if err != nil {
			return
		}
		p.Metadata()
		for _, name := range p.order {
			p.Rels(name)
			p.ReadAll(name)
		}
		if m := p.Main(); m != "" && !p.Has(m) {
			t.Errorf("main part %q is not there", m)
		}
	})
}
