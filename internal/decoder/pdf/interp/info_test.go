package interp

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// catalog returns a page's file with more entries in its catalogue, and objects from number 5 on.
func catalog(entries, trailer string, objects ...string) *costest.File {
	f := costest.Page("", "")
	f.Set(1, "<< /Type /Catalog /Pages 2 0 R "+entries+" >>")
	f.Trailer = trailer
	for i, o := range objects {
		f.Set(5+i, o)
	}
	return f
}

func TestMetadata(t *testing.T) {
	f := catalog("/Lang (de-AT) /MarkInfo << /Marked true >> /Metadata 6 0 R", "/Info 5 0 R",
		`<< /Title <FEFF00DC00620065007200730069006300680074> /Keywords (a; b, c) /CreationDate (D:20240229123456+01'30') /ModDate (D:2024) /Creator (Tool) >>`,
		costest.Stream("/Type /Metadata", `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
			<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B">
			<dc:title><rdf:Alt><rdf:li xml:lang="x-default">Other</rdf:li></rdf:Alt></dc:title>
			<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`))
	in := open(t, f.Table()).Info()
	want := udm.Metadata{
		Title: "Übersicht", Author: "Ann; Bob", CreatedAt: "2024-02-29T12:34:56+01:30", ModifiedAt: "2024-01-01T00:00:00",
		Tags:   []string{"a", "b, c"},
		Custom: map[string]any{"creator": "Tool", "pdf_version": "1.7", "pdf_conformance": "PDF/A-2b"},
	}
	if diff := cmp.Diff(want, in.Metadata); diff != "" {
		t.Error(diff)
	}
	if in.Language != "de-AT" || !in.Tagged {
		t.Errorf("language %q, tagged %v", in.Language, in.Tagged)
	}
}

func TestDate(t *testing.T) {
	for s, want := range map[string]string{
		"D:20240229123456Z": "2024-02-29T12:34:56Z", "20240229": "2024-02-29T00:00:00", "D:20240229123456-05'00'": "2024-02-29T12:34:56-05:00",
		"D:20240229123456+0530": "2024-02-29T12:34:56+05:30", "yesterday": "", "D:": "", "D:20241399": "2024-01-01T00:00:00",
	} {
		if got := date(s); got != want {
			t.Errorf("date(%q) = %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]string{
		"2024-02-29": "2024-02-29T00:00:00", "2024-02-29T12:34Z": "2024-02-29T12:34:00Z", "2024-02-29T12:34:56+01:00": "2024-02-29T12:34:56+01:00",
		"2024": "2024-01-01T00:00:00", "soon": "", "": "",
	} {
		if got := isoDate(s); got != want {
			t.Errorf("isoDate(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestTextString(t *testing.T) {
	for s, want := range map[cos.String]string{
		"plain": "plain", "\xFE\xFF\x00A\xD8\x3D\xDE\x00": "A😀", "\xFF\xFEA\x00": "A", "\xEF\xBB\xBFé": "é", "caf\xE9 \x80 \xA0": "café • €",
		"\xFE\xFF\x00\x1B\x00d\x00e\x00\x1B\x00A": "A", "Zürich": "Zürich",
	} {
		if got := textString(s); got != want {
			t.Errorf("textString(%q) = %q, want %q", s, got, want)
		}
	}
}

func TestOutline(t *testing.T) {
	f := catalog("/Outlines 5 0 R /Names << /Dests << /Names [(there) [3 0 R /XYZ 0 692 0]] >> >>", "",
		"<< /First 6 0 R >>",
		"<< /Title (One) /Dest [3 0 R /FitH 742] /First 7 0 R /Next 8 0 R >>",
		"<< /Title (Below) /A << /S /GoTo /D (there) >> /Next 7 0 R >>",
		"<< /Title (Web) /A << /S /URI /URI (http://a.b) >> /Next 6 0 R >>")
	want := []page.OutlineItem{
		{Title: "One", Level: 1, Page: 0, Y: 50}, {Title: "Below", Level: 2, Page: 0, Y: 100}, {Title: "Web", Level: 1, Page: -1, Y: -1},
	}
	if got := open(t, f.Table()).Info().Outline; !reflect.DeepEqual(got, want) {
		t.Errorf("outline = %v, want %v", got, want)
	}
}

func TestLabels(t *testing.T) {
	f := catalog("/PageLabels << /Kids [<< /Nums [0 << /S /r /St 9 >> 2 << /S /A /P (App-) /St 26 >>] >>] >>", "")
	f.Set(2, "<< /Type /Pages /Kids [3 0 R 3 0 R 5 0 R 6 0 R] >>")
	for n := 3; n < 7; n++ {
		if n != 4 {
			f.Set(n, "<< /Type /Page /Parent 2 0 R >>")
		}
	}
	f.Set(2, "<< /Type /Pages /Kids [3 0 R 5 0 R 6 0 R 7 0 R] >>")
	f.Set(7, "<< /Type /Page /Parent 2 0 R >>")
	if got, want := open(t, f.Table()).Info().Labels, []string{"ix", "x", "App-Z", "App-AA"}; !reflect.DeepEqual(got, want) {
		t.Errorf("labels = %q, want %q", got, want)
	}
}

func TestStructure(t *testing.T) {
	f := catalog("/StructTreeRoot 5 0 R", "",
		"<< /Type /StructTreeRoot /K 6 0 R /RoleMap << /Heading1 /Chapter /Chapter /H1 /H2 /P >> >>",
		"<< /S /Document /P 5 0 R /K [7 0 R 8 0 R 9 0 R] >>",
		"<< /S /Heading1 /P 6 0 R /Pg 3 0 R /K 0 /ActualText (One) >>",
		"<< /S /Table /P 6 0 R /K [<< /S /TR /K [<< /S /TH /A [<< /O /Table /ColSpan 2 >> 0] /K << /Type /MCR /Pg 3 0 R /MCID 4 >> >> 8 0 R] >>] >>",
		"<< /S /Figure /P 6 0 R /Pg 3 0 R /K 5 /ActualText (Harbour) >>")
	want := &page.Element{Type: "StructTreeRoot", Kids: []page.Kid{{Element: &page.Element{Type: "Document", Kids: []page.Kid{
		{Element: &page.Element{Type: "H1", Kids: []page.Kid{{Page: 0, MCID: 0}}}},
		{Element: &page.Element{Type: "Table", Kids: []page.Kid{{Element: &page.Element{Type: "TR", Kids: []page.Kid{
			{Element: &page.Element{Type: "TH", ColSpan: 2, Kids: []page.Kid{{Page: 0, MCID: 4}}}},
		}}}}}},
		{Element: &page.Element{Type: "Figure", Alt: "Harbour", Kids: []page.Kid{{Page: 0, MCID: 5}}}},
	}}}}}
	if diff := cmp.Diff(want, open(t, f.Table()).Info().Struct); diff != "" {
		t.Error(diff)
	}
}

func TestAttachments(t *testing.T) {
	f := catalog("/Names << /EmbeddedFiles << /Names [(key) 5 0 R] >> >>", "",
		"<< /Type /Filespec /F (a.txt) /UF (ä.txt) /EF << /F 6 0 R >> >>",
		costest.Stream("/Type /EmbeddedFile /Filter /FlateDecode /Params << /Size 5 >>", costest.Flate("hello")),
		"<< /Subtype /FileAttachment /Rect [0 0 9 9] /Contents (note) /FS << /F (b.txt) /EF << /F 8 0 R >> >> >>",
		costest.Stream("/Type /EmbeddedFile", "bye"))
	f.Set(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [7 0 R] >>")
	var got []string
	for _, a := range open(t, f.Table()).Info().Attachments {
		b, err := udm.ReadBlob(a.Blob)
		if err != nil || int64(len(b)) != a.Blob.Size() {
			t.Errorf("%s: %d bytes, %v", a.Name, len(b), err)
		}
		got = append(got, a.Name+"="+string(b))
	}
	if want := []string{"ä.txt=hello", "b.txt=bye"}; !reflect.DeepEqual(got, want) {
		t.Errorf("attachments = %q, want %q", got, want)
	}
}

func TestAnnotations(t *testing.T) {
	f := costest.Page("", "")
	f.Set(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [5 0 R 6 0 R 7 0 R 8 0 R 9 0 R 10 0 R] >>")
	f.Set(5, "<< /Subtype /Link /Rect [10 700 60 712] /A << /S /URI /URI (https://a.b/c) >> >>")
	f.Set(6, "<< /Subtype /Link /Rect [10 600 60 612] /Dest [3 0 R /Fit] >>")
	f.Set(7, "<< /Subtype /Text /Rect [10 500 20 510] /Contents (A remark) /T (Ann) /M (D:20240102) >>")
	f.Set(8, "<< /Subtype /FreeText /Rect [10 400 200 420] /Contents (Seen) /DA (/Helv 9 Tf) >>")
	f.Set(9, "<< /Subtype /Text /Rect [10 500 20 510] /Contents (Hidden) /F 2 >>")
	f.Set(10, "<< /Subtype /Stamp /Rect [100 100 200 150] /AP << /N 11 0 R >> >>")
	f.Set(11, costest.Stream("/Type /XObject /Subtype /Form /BBox [0 0 50 25] /Resources << "+costest.Helvetica+" >>", "BT /F1 10 Tf 5 5 Td (Paid) Tj ET"))
	p := firstPage(t, f.Table())
	links := []page.Link{
		{Box: page.Rect{X0: 10, Y0: 80, X1: 60, Y1: 92}, URL: "https://a.b/c", Page: -1},
		{Box: page.Rect{X0: 10, Y0: 180, X1: 60, Y1: 192}, Page: 0},
	}
	if !reflect.DeepEqual(p.Links, links) {
		t.Errorf("links = %v, want %v", p.Links, links)
	}
	notes := []page.Annot{{Box: page.Rect{X0: 10, Y0: 282, X1: 20, Y1: 292}, Kind: "Text", Contents: "A remark", Author: "Ann", Date: "2024-01-02T00:00:00"}}
	if !reflect.DeepEqual(p.Annots, notes) {
		t.Errorf("notes = %v, want %v", p.Annots, notes)
	}
	if got := text(p); got != "Seen\nPaid" {
		t.Errorf("text = %q", got)
	}
	if g := p.Glyphs[4]; g.X != 110 || g.Y != 792-110 || g.Size != 20 || g.Flags&page.Field == 0 {
		t.Errorf("stamp's glyph %+v", g)
	}
}

func TestFields(t *testing.T) {
	look := func(s string) string {
		return costest.Stream("/Subtype /Form /BBox [0 0 100 20] /Resources << "+costest.Helvetica+" >>", "BT /F1 10 Tf 2 5 Td ("+s+") Tj ET")
	}
	tests := []struct{ name, field, form, want string }{
		{"appearance", "/FT /Tx /V (value) /AP << /N 6 0 R >>", "", "look"},
		{"value without appearance", "/FT /Tx /V (value)", "", "value"},
		{"stale appearance", "/FT /Tx /V (value) /AP << /N 6 0 R >>", "/NeedAppearances true", "value"},
		{"inherited", "/Parent 7 0 R", "", "from above"},
		{"password", "/FT /Tx /Ff 8192 /V (secret)", "", ""},
		{"choice by its label", "/FT /Ch /V (2) /Opt [[(1) (One)] [(2) (Two)]]", "", "Two"},
		{"box on", "/FT /Btn /AS /Yes", "", "☑"},
		{"box off", "/FT /Btn /AS /Off", "", "☐"},
		{"radio on", "/FT /Btn /Ff 32768 /AS /Yes", "", "◉"},
		{"lines", "/FT /Tx /Ff 4096 /V (one\\ntwo) /DA (/F 6 Tf)", "", "one\ntwo"},
		{"hidden", "/FT /Tx /V (value) /F 2", "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := catalog("/AcroForm << /Fields [5 0 R] "+tt.form+" >>", "", "<< /Subtype /Widget /Rect [100 100 200 120] "+tt.field+" >>",
				look("look"), "<< /FT /Tx /V (from above) >>")
			f.Set(3, "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [5 0 R] >>")
			p := firstPage(t, f.Table())
			if got := text(p); got != tt.want {
				t.Errorf("text = %q, want %q", got, tt.want)
			}
			for _, g := range p.Glyphs {
				if g.Flags&page.Field == 0 {
					t.Errorf("glyph %q is not marked as a field's", g.Text)
				}
			}
		})
	}
}

func TestPagesWithoutTree(t *testing.T) {
	f := costest.Page(costest.Helvetica, "BT /F1 10 Tf 72 700 Td (lost) Tj ET")
	f.Set(2, "<< /Type /Pages /Kids [2 0 R 9 0 R] >>")
	if got := text(firstPage(t, f.Table())); got != "lost" {
		t.Errorf("text = %q", got)
	}
}
