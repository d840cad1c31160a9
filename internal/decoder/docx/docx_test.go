package docx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

func TestFormat(t *testing.T) { decodertest.Run(t, Format) }

func FuzzDOCX(f *testing.F) { decodertest.Fuzz(f, Format) }

// FuzzParts fuzzes the XML inside of the zip, which random bytes seldom reach.
func FuzzParts(f *testing.F) {
	for _, x := range fixtures {
		f.Add(x.body, x.styles, x.numbering)
	}
	f.Fuzz(func(t *testing.T, body, styles, numbering string) {
		x := fixtures["pictures.docx"]
		x.body, x.styles, x.numbering = body, styles, numbering
		_, _, err := decodertest.Decode(Format, "fuzz.docx", pack(x), decoder.Options{})
		if err != nil && (strings.HasPrefix(err.Error(), "invalid document") || errors.Is(err, context.DeadlineExceeded)) {
			t.Fatal(err)
		}
	})
}

func TestMatch(t *testing.T) {
	member := func(string) []byte {
		return []byte(`<Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/>`)
	}
	none := func(string) []byte { return nil }
	for _, tt := range []struct {
		name  string
		probe decoder.Probe
		want  decoder.Confidence
	}{
		{"macro document under another name", decoder.Probe{Ext: ".zip", Members: []string{"[Content_Types].xml", "word/document.xml"}, Member: member}, decoder.Certain},
		{"no content types", decoder.Probe{Ext: ".zip", Members: []string{"word/document.xml"}, Member: none}, decoder.ByContent},
		{"damaged", decoder.Probe{Ext: ".docx", Member: none}, decoder.ByName},
		{"encrypted", decoder.Probe{Ext: ".docx", Members: []string{"EncryptedPackage"}, Member: none}, decoder.ByContent},
		{"workbook", decoder.Probe{Ext: ".xlsx", Members: []string{"[Content_Types].xml", "xl/workbook.xml"}, Member: none}, decoder.No},
	} {
		if got := match(&tt.probe); got != tt.want {
			t.Errorf("match(%s) = %v, want %v", tt.name, got, tt.want)
		}
	}
}

func TestErrors(t *testing.T) {
	plain := pack(fixture{body: p("text")})
	for _, tt := range []struct {
		name string
		raw  []byte
		want error
	}{
		{"encrypted", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on"), decoder.ErrEncrypted},
		{"no main part", packParts(map[string]string{"a.xml": "<a/>"}), decoder.ErrMalformed},
		{"main part of another kind", packParts(map[string]string{"word/document.xml": "<a/>"}), decoder.ErrMalformed},
		{"cut short", plain[:len(plain)/2], nil},
	} {
		_, _, err := decodertest.Decode(Format, tt.name+".docx", tt.raw, decoder.Options{})
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.want)
		}
	}
}

func TestBrokenBodyKeepsWhatWasRead(t *testing.T) {
	raw := packParts(map[string]string{"word/document.xml": `<w:document ` + xmlns + `><w:body>` + p("kept") + `<w:p><w:r><w:t>also`})
	got := decodertest.DumpBytes(Format, "broken.docx", raw)
	for _, want := range []string{"kept", "also", "warning: document cut short"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestBudgetIsAnError(t *testing.T) {
	raw := pack(fixture{body: strings.Repeat(p("text"), 600_000)})
	if _, _, err := decodertest.Decode(Format, "many.docx", raw, decoder.Options{}); !errors.Is(err, limit.ErrExceeded) {
		t.Errorf("error %v, want %v", err, limit.ErrExceeded)
	}
}

func TestEquationFields(t *testing.T) {
	for _, tt := range []struct{ code, want string }{
		{`EQ \o\ac(○,1)`, "①"}, {`eq \o\ac(○,印)`, "㊞"}, {`eq \o\ac(□,x)`, "x"}, {`EQ \f(1,2)`, "1/2"}, {`EQ \r(3,x)`, "3√(x)"}, {`EQ x\s\up8(2)`, "x2"},
		{`EQ \* jc2 \* "Font:MS Mincho" \* hps10 \o\ad(\s\up 9(とう),東)`, "東(とう)"}, {`EQ a\,b`, "a,b"}, {`EQ \`, ""}, {`EQ \f(1`, "1"}, {`EQ ` + strings.Repeat(`\f(`, 1000), ""},
	} {
		if got := shownCode(tt.code); got != tt.want {
			t.Errorf("shownCode(%.40q) = %q, want %q", tt.code, got, tt.want)
		}
	}
}

func TestSpansAreBounded(t *testing.T) {
	row := `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr>` + p("x") + `</w:tc></w:tr>`
	raw := pack(fixture{body: `<w:tbl>` + strings.Repeat(row, 50) + `</w:tbl>`})
	if got := decodertest.DumpBytes(Format, "spans.docx", raw); !strings.Contains(got, "Table 50x1") {
		t.Errorf("got %s", got)
	}
}

func TestNestedTablesAreCharged(t *testing.T) {
	const depth = 200
	body := strings.Repeat(`<w:tbl><w:tr><w:tc>`, depth) + p(strings.Repeat("text ", 1<<20)) + strings.Repeat(`</w:tc></w:tr></w:tbl>`, depth)
	if _, _, err := decodertest.Decode(Format, "nested.docx", pack(fixture{body: body}), decoder.Options{}); !errors.Is(err, limit.ErrExceeded) {
		t.Errorf("error %v, want %v", err, limit.ErrExceeded)
	}
}

func TestContextEndsDecoding(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	in := &decoder.Input{Path: "long.docx", Content: source.Bytes(pack(fixture{body: strings.Repeat(p("text"), 1000)})), Budget: limit.NewBudget(limit.Limits{})}
	if _, err := decode(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// benchmarkDocument is a document of 500 pages: headings, paragraphs of several runs, lists, tables.
func benchmarkDocument() []byte {
	var sb strings.Builder
	for i := range 500 {
		sb.WriteString(styled("Heading1", fmt.Sprintf("Chapter %d", i)))
		for range 26 {
			sb.WriteString(`<w:p w:rsidR="00A77B3E" w:rsidRDefault="00A77B3E"><w:pPr><w:spacing w:after="120"/><w:jc w:val="both"/></w:pPr>`)
			for k := range 4 {
				sb.WriteString(`<w:r w:rsidRPr="001F4B2A"><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman"/><w:sz w:val="24"/>` + [...]string{"", "<w:b/>", "", "<w:i/>"}[k] +
					`</w:rPr><w:t xml:space="preserve">The quick brown fox jumps over the lazy dog and runs away. </w:t></w:r>`)
			}
			sb.WriteString(`</w:p>`)
		}
		sb.WriteString(`<w:tbl>` + strings.Repeat(`<w:tr>`+strings.Repeat(`<w:tc>`+p("cell")+`</w:tc>`, 4)+`</w:tr>`, 3) + `</w:tbl>`)
	}
	return pack(fixture{body: sb.String(), styles: headingStyles})
}

func BenchmarkLarge(b *testing.B) { decodertest.Bench(b, Format, benchmarkDocument()) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, Format) }

// TestTruncation cuts a document at a thousand places: each gives a document or an error.
func TestTruncation(t *testing.T) {
	raw := pack(fixtures["notes.docx"])
	for i := range 1000 {
		cut := bytes.Clone(raw[:len(raw)*i/1000])
		if _, _, err := decodertest.Decode(Format, "cut.docx", cut, decoder.Options{}); err == nil {
			t.Errorf("no error for the first %d of %d bytes", len(cut), len(raw))
		}
		if doc, in, err := decodertest.Decode(Format, "cut.docx", cut, decoder.Options{Repair: true}); err == nil && len(in.Warnings()) == 0 {
			t.Errorf("repaired without a warning: the first %d of %d bytes, %d nodes", len(cut), len(raw), len(doc.Nodes))
		}
	}
}

// TestRepair reads a document whose zip directory was lost.
func TestRepair(t *testing.T) {
	raw := pack(fixtures["notes.docx"])
	whole, _, err := decodertest.Decode(Format, "notes.docx", raw, decoder.Options{})
	if err != nil {
		t.Fatal(err)
	}
	cut := raw[:bytes.Index(raw, []byte("PK\x01\x02"))]
	if _, _, err := decodertest.Decode(Format, "notes.docx", cut, decoder.Options{}); !errors.Is(err, decoder.ErrMalformed) {
		t.Errorf("without Repair: %v", err)
	}
	doc, in, err := decodertest.Decode(Format, "notes.docx", cut, decoder.Options{Repair: true})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := decodertest.Dump(doc), decodertest.Dump(whole); got != want {
		t.Errorf("repaired:\n%s\nwant:\n%s", got, want)
	}
	if len(in.Warnings()) == 0 {
		t.Error("no warning")
	}
}
