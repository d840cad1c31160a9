package odf

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/xmlscan"
)

// readStyles reads the style elements of a document.
func readStyles(t *testing.T, common, automatic string) *Styles {
	t.Helper()
	const ns = `xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"`
	s, err := xmlscan.New(strings.NewReader(`<office:document `+ns+`><office:styles>`+common+`</office:styles><office:automatic-styles>`+automatic+
		`</office:automatic-styles></office:document>`), xmlscan.Options{Prefixes: Prefixes})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.Next(); err != nil {
		t.Fatal(err)
	}
	st := NewStyles()
	if err := s.Children(func() error { return st.Read(s) }); err != nil {
		t.Fatal(err)
	}
	return st
}

func TestInheritance(t *testing.T) {
	st := readStyles(t, `<style:default-style style:family="paragraph"><style:text-properties fo:font-style="italic"/></style:default-style>
<style:style style:name="Heading" style:family="paragraph"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="Heading_20_3" style:display-name="Heading 3" style:family="paragraph" style:parent-style-name="Heading"/>
<style:style style:name="Loop1" style:family="paragraph" style:parent-style-name="Loop2"/>
<style:style style:name="Loop2" style:family="paragraph" style:parent-style-name="Loop1"/>`,
		`<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Heading_20_3"><style:paragraph-properties fo:break-before="page"/><style:text-properties fo:font-style="normal"/></style:style>
<style:style style:name="P2" style:family="paragraph" style:parent-style-name="Heading_20_3" style:default-outline-level=""/>
<style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="normal" style:text-position="33% 58%"/></style:style>`)
	p1 := st.Get(Paragraph, []byte("P1"))
	if p1.Name != "Heading 3" || p1.Outline != 3 || p1.Emphasis != richtext.Bold || !p1.PageBefore {
		t.Errorf("P1 = %+v, want a bold Heading 3 of level 3 on a new page", p1)
	}
	if p2 := st.Get(Paragraph, []byte("P2")); p2.Outline != 0 || p2.PageBefore || p2.Emphasis != richtext.Bold|richtext.Italic {
		t.Errorf("P2 = %+v, want bold italic body text", p2)
	}
	if t1 := st.Get(Text, []byte("T1")); t1.Emphasis != richtext.Super || t1.Sets != richtext.Bold|richtext.Super|richtext.Sub {
		t.Errorf("T1 = %+v, want superscript that is not bold", t1)
	}
	if loop := st.Get(Paragraph, []byte("Loop1")); loop.Emphasis != richtext.Italic {
		t.Errorf("Loop1 = %+v, want the default style's italic", loop)
	}
	for name, want := range map[string]Style{
		"Title":        {Name: "Title", Role: Title},
		"Heading_20_2": {Name: "Heading 2", Outline: 2},
		"Heading 4":    {Name: "Heading 4", Outline: 4},
		"Illustration": {Name: "Illustration", Role: Caption},
		"Author":       {Name: "Author"},
		"P99":          {},
	} {
		if got := st.Get(Paragraph, []byte(name)); got.Name != want.Name || got.Role != want.Role || got.Outline != want.Outline || got.Emphasis != richtext.Italic {
			t.Errorf("%s, which is not defined, = %+v, want %+v in the default style's italic", name, got, want)
		}
	}
	if part := st.Part(); part.Get(Paragraph, []byte("P1")).Name != "" || part.Get(Paragraph, []byte("Heading")).Name != "Heading" {
		t.Error("another part sees automatic styles, or not the common ones")
	}
}

func TestFormatCode(t *testing.T) {
	st := readStyles(t, "", `<number:number-style style:name="pos"><number:number number:decimal-places="1" number:min-integer-digits="1"/></number:number-style>
<number:number-style style:name="n"><number:text>(</number:text><number:number number:decimal-places="1" number:min-integer-digits="1" number:grouping="true"/><number:text>)</number:text><style:map style:condition="value()&gt;=0" style:apply-style-name="pos"/></number:number-style>
<number:date-style style:name="d"><number:day-of-week number:style="long"/><number:text>, </number:text><number:day number:style="long"/><number:text>.</number:text><number:month/><number:text>.</number:text><number:year/></number:date-style>
<number:time-style style:name="t" number:truncate-on-overflow="false"><number:hours/><number:text>:</number:text><number:minutes number:style="long"/><number:text>:</number:text><number:seconds number:style="long" number:decimal-places="2"/></number:time-style>
<number:number-style style:name="f"><number:fraction number:min-denominator-digits="2"/></number:number-style>`)
	for name, want := range map[string]string{
		"n": `[>=0]#0.0;"("#,##0.0")"`,
		"d": `dddd", "dd"."m"."yy`,
		"t": `[h]":"mm":"ss.00`,
		"f": `# ??/??`,
		"x": ``,
	} {
		if got := st.FormatCode(name); got != want {
			t.Errorf("FormatCode(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestPoints(t *testing.T) {
	for in, want := range map[string]float64{"2.54cm": 72, "25.4mm": 72, "1in": 72, "3pt": 3, "1pc": 12, "4px": 3, "": 0, "cm": 0, "-1in": -72} {
		if got := Points([]byte(in)); got != want {
			t.Errorf("Points(%q) = %v, want %v", in, got, want)
		}
	}
}
