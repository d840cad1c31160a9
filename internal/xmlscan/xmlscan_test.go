package xmlscan

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

func events(t *testing.T, src string, opt Options) (string, error) {
	t.Helper()
	s, err := New(strings.NewReader(src), opt)
	if err != nil {
		return "", err
	}
	defer s.Close()
	var sb strings.Builder
	for {
		k, err := s.Next()
		if err != nil {
			return sb.String(), err
		}
		switch k {
		case EOF:
			return sb.String(), nil
		case Start:
			sb.WriteString("<" + s.Name())
			for _, a := range s.Attrs() {
				sb.WriteString(" " + a.Full + "=" + a.Value())
			}
			sb.WriteString(">")
		case End:
			sb.WriteString("</" + s.Name() + ">")
		case Text:
			sb.WriteString(s.Text())
		}
	}
}

func TestTokens(t *testing.T) {
	px := map[string]string{"urn:a": "a", "urn:b": ""}
	for _, tt := range []struct{ name, in, want string }{
		{"prefixes", `<x:r xmlns:x="urn:a"><x:e x:k="1" k="2"/></x:r>`, `<a:r><a:e a:k=1 k=2></a:e></a:r>`},
		{"default namespace", `<r xmlns="urn:b"><e>t</e></r>`, `<r><e>t</e></r>`},
		{"unknown namespace", `<q:r xmlns:q="urn:z"/>`, `<?q:r></?q:r>`},
		{"rebound prefix", `<p:r xmlns:p="urn:a"><p:e xmlns:p="urn:b"><p:i/></p:e><p:e/></p:r>`, `<a:r><e><i></i></e><a:e></a:e></a:r>`},
		{"entities", `<r>&lt;&#65;&#x42;&unknown;&amp;</r>`, `<r><AB&unknown;&</r>`},
		{"cdata", `<r><![CDATA[<&>]]></r>`, `<r><&></r>`},
		{"doctype with subset", "<!DOCTYPE r [<!ENTITY a \"b>\">\n<!ELEMENT r ANY>]><r>&a;</r>", `<r>&a;</r>`},
		{"greater in attribute", `<r a="x>y"/>`, `<r a=x>y></r>`},
		{"comment and instruction", `<?xml version="1.0"?><!-- <x> --><r><?pi ?>t</r>`, `<r>t</r>`},
		{"controls", "<r>a\x01b\r\nc</r>", "<r>ab\nc</r>"},
	} {
		if got, err := events(t, tt.in, Options{Prefixes: px}); err != nil || got != tt.want {
			t.Errorf("%s: got %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}

func TestEncodings(t *testing.T) {
	for _, src := range []string{
		"\xff\xfe<\x00r\x00>\x00\xe9\x00<\x00/\x00r\x00>\x00",
		"<?xml version='1.0' encoding='ISO-8859-1'?><r>\xe9</r>",
		"\xef\xbb\xbf<r>é</r>",
	} {
		if got, err := events(t, src, Options{}); err != nil || got != "<r>é</r>" {
			t.Errorf("%q: got %q, %v", src, got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, src := range []string{"<a></>", "<a><b></a>", "<a>", "", "text", "<a", strings.Repeat("<a>", 2000)} {
		if got, err := events(t, src, Options{}); err == nil {
			t.Errorf("%.40q: got %q and no error", src, got)
		}
	}
}

func TestChildrenSkipsWhatIsNotRead(t *testing.T) {
	s, err := New(strings.NewReader(`<r><a><x/><y>1</y></a><b>2</b></r>`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Next()
	var got []string
	err = s.Children(func() error {
		got = append(got, s.Name())
		if s.Name() == "b" {
			text, err := s.InnerText()
			got = append(got, text)
			return err
		}
		return nil
	})
	if err != nil || strings.Join(got, " ") != "a b 2" {
		t.Errorf("got %q, %v", got, err)
	}
}

// FuzzScanner holds the scanner against the standard library's on input that both accept.
func FuzzScanner(f *testing.F) {
	f.Add(`<a b="c">d<e/></a>`)
	f.Add(`<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>`)
	f.Fuzz(func(t *testing.T, src string) {
		if _, err := events(t, src, Options{}); err != nil {
			return
		}
		d := xml.NewDecoder(strings.NewReader(src))
		want := 0
		for {
			tok, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				return
			}
			if _, ok := tok.(xml.StartElement); ok {
				want++
			}
		}
		s, err := New(strings.NewReader(src), Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		starts := 0
		for {
			k, err := s.Next()
			if err != nil || k == EOF {
				break
			}
			if k == Start {
				starts++
			}
		}
		if starts != want {
			t.Fatalf("%d elements, the standard library finds %d", starts, want)
		}
	})
}
