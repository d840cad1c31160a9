package ntriples_test

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/ntriples"
)

// TestForms reads what the grammar of N-Triples and N-Quads allows; want is the canonical form.
func TestForms(t *testing.T) {
	for _, tt := range []struct{ name, line, want string }{
		{"triple", `<urn:s> <urn:p> <urn:o> .`, `<urn:s> <urn:p> <urn:o> .`},
		{"quad", `<urn:s> <urn:p> <urn:o> <urn:g> .`, `<urn:s> <urn:p> <urn:o> <urn:g> .`},
		{"tabs and line end", "\t<urn:s>\t<urn:p>\t<urn:o>\t.\t\r\n", `<urn:s> <urn:p> <urn:o> .`},
		{"no white space", `<urn:s><urn:p><urn:o>.`, `<urn:s> <urn:p> <urn:o> .`},
		{"no white space, quad", `_:a<urn:p>"x"@en<urn:g>.`, `_:a <urn:p> "x"@en <urn:g> .`},
		{"no white space, blank graph", `<urn:s><urn:p>"x"_:g.`, `<urn:s> <urn:p> "x" _:g .`},
		{"comment behind", `<urn:s> <urn:p> <urn:o> . # <urn:a> "`, `<urn:s> <urn:p> <urn:o> .`},
		{"hash in terms", `<urn:s#a> <urn:p> "# no comment" .`, `<urn:s#a> <urn:p> "# no comment" .`},
		{"characters above ASCII", `<urn:é> <urn:p> "日本 😀" .`, `<urn:é> <urn:p> "日本 😀" .`},
		{"number of a character in an IRI", `<urn:\u00E9\U0001f600> <urn:p> <urn:o> .`, `<urn:é😀> <urn:p> <urn:o> .`},
		{"number of a character in a literal", `<urn:s> <urn:p> "\u0041\u00e9\U0001F600" .`, `<urn:s> <urn:p> "Aé😀" .`},
		{"letters of escapes", `<urn:s> <urn:p> "\t\b\n\r\f\"\'\\" .`, `<urn:s> <urn:p> "\t\b\n\r\f\"'\\" .`},
		{"escape for what needs none", `<urn:s> <urn:p> "\u0009\u0022\u005C" .`, `<urn:s> <urn:p> "\t\"\\" .`},
		{"control characters as they are", "<urn:s> <urn:p> \"a\tb\x01\x7f\" .", `<urn:s> <urn:p> "a\tb\u0001\u007F" .`},
		{"apostrophe", `<urn:s> <urn:p> "it's" .`, `<urn:s> <urn:p> "it's" .`},
		{"backslash at the end", `<urn:s> <urn:p> "a\\" .`, `<urn:s> <urn:p> "a\\" .`},
		{"empty literal", `<urn:s> <urn:p> "" .`, `<urn:s> <urn:p> "" .`},
		{"language", `<urn:s> <urn:p> "chat"@fr .`, `<urn:s> <urn:p> "chat"@fr .`},
		{"language of several parts", `<urn:s> <urn:p> "chat"@de-Latn-1996-x-a1 .`, `<urn:s> <urn:p> "chat"@de-latn-1996-x-a1 .`},
		{"datatype", `<urn:s> <urn:p> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .`, `<urn:s> <urn:p> "7"^^<http://www.w3.org/2001/XMLSchema#integer> .`},
		{"datatype with an escape", `<urn:s> <urn:p> "7"^^<urn:\u0061> .`, `<urn:s> <urn:p> "7"^^<urn:a> .`},
		{"datatype of plain literals", `<urn:s> <urn:p> "7"^^<http://www.w3.org/2001/XMLSchema#string> .`, `<urn:s> <urn:p> "7" .`},
		{"blank nodes", `_:a <urn:p> _:1b.c-d·e <urn:g> .`, `_:a <urn:p> _:1b.c-d·e <urn:g> .`},
		{"blank node before the full stop", `_:a <urn:p> _:b.`, `_:a <urn:p> _:b .`},
		{"no characters", "<urn:s> <urn:p> \"\uFFFE\uFFFF\" .", `<urn:s> <urn:p> "\uFFFE\uFFFF" .`},
		{"empty line", " \t", ``},
		{"comment", "  # a", ``},
	} {
		q, err := ntriples.Parse(tt.line)
		if err != nil {
			t.Errorf("%s: Parse(%q): %v", tt.name, tt.line, err)
			continue
		}
		if got := strings.TrimSpace(string(ntriples.Append(nil, q))); got != tt.want && (tt.want != "" || q != ntriples.Quad{}) {
			t.Errorf("%s: %q comes back as %s, want %s", tt.name, tt.line, got, tt.want)
		}
		if again, err := ntriples.Parse(tt.want); err != nil || again != q {
			t.Errorf("%s: the canonical form is read as %v, %v, want %v", tt.name, again, err, q)
		}
	}
}

func TestBadForms(t *testing.T) {
	for _, tt := range []struct{ name, line string }{
		{"no full stop", `<urn:s> <urn:p> <urn:o>`},
		{"two statements", `<urn:s> <urn:p> <urn:o> . <urn:s> <urn:p> <urn:o> .`},
		{"two lines", "<urn:s> <urn:p> <urn:o> .\n<urn:s> <urn:p> <urn:o> ."},
		{"comment and another line", "# a\n<urn:s> <urn:p> <urn:o> ."},
		{"two terms", `<urn:s> <urn:p> .`},
		{"five terms", `<urn:s> <urn:p> <urn:o> <urn:g> <urn:h> .`},
		{"literal subject", `"s" <urn:p> <urn:o> .`},
		{"literal predicate", `<urn:s> "p" <urn:o> .`},
		{"literal graph", `<urn:s> <urn:p> <urn:o> "g" .`},
		{"blank predicate", `<urn:s> _:p <urn:o> .`},
		{"blank node without a label", `_: <urn:p> <urn:o> .`},
		{"blank node with a colon", `_:a:b <urn:p> <urn:o> .`},
		{"blank node that begins with a hyphen", `_:-a <urn:p> <urn:o> .`},
		{"IRI without a scheme", `<s> <urn:p> <urn:o> .`},
		{"IRI with a path only", `<urn:s> </p> <urn:o> .`},
		{"IRI with a digit for a scheme", `<1:s> <urn:p> <urn:o> .`},
		{"datatype without a scheme", `<urn:s> <urn:p> "a"^^<b> .`},
		{"IRI without an end", `<urn:s> <urn:p> <urn:o .`},
		{"blank in an IRI", `<urn:s a> <urn:p> <urn:o> .`},
		{"number of a blank in an IRI", `<urn:s\u0020a> <urn:p> <urn:o> .`},
		{"brace in an IRI", `<urn:{s}> <urn:p> <urn:o> .`},
		{"letter escape in an IRI", `<urn:s\n> <urn:p> <urn:o> .`},
		{"short number", `<urn:s> <urn:p> "\u00Z1" .`},
		{"long number cut off", `<urn:s> <urn:p> "\U0001F60" .`},
		{"surrogate", `<urn:s> <urn:p> "\uD83D" .`},
		{"above Unicode", `<urn:s> <urn:p> "\U00110000" .`},
		{"unknown escape", `<urn:s> <urn:p> "\a" .`},
		{"literal without an end", `<urn:s> <urn:p> "a .`},
		{"escaped end", `<urn:s> <urn:p> "a\" .`},
		{"line end in a literal", "<urn:s> <urn:p> \"a\nb\" ."},
		{"apostrophes for quotes", `<urn:s> <urn:p> 'a' .`},
		{"three quotes", `<urn:s> <urn:p> """a""" .`},
		{"number", `<urn:s> <urn:p> 7 .`},
		{"language that begins with a digit", `<urn:s> <urn:p> "a"@1 .`},
		{"long subtag of a language", `<urn:s> <urn:p> "a"@en-ninechars .`},
		{"language of a hyphen", `<urn:s> <urn:p> "a"@en- .`},
		{"language and datatype", `<urn:s> <urn:p> "a"@en^^<urn:t> .`},
		{"datatype that is no IRI", `<urn:s> <urn:p> "a"^^"b" .`},
		{"language without a literal", `<urn:s> <urn:p> @en .`},
		{"prefix", `@prefix a: <urn:a> .`},
		{"base", `@base <urn:a> .`},
		{"list of objects", `<urn:s> <urn:p> <urn:o>, <urn:o2> .`},
		{"list of predicates", `<urn:s> <urn:p> <urn:o>; <urn:p2> <urn:o2> .`},
		{"not UTF-8", "<urn:s> <urn:p> \"a\xff\" ."},
	} {
		if q, err := ntriples.Parse(tt.line); err == nil {
			t.Errorf("%s: Parse(%q) = %v", tt.name, tt.line, q)
		}
	}
}

func TestErrorNamesColumn(t *testing.T) {
	_, err := ntriples.Parse(`<urn:s> <urn:p> <o> .`)
	if want := `column 17: IRI "o" without a scheme`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// What is read is written in a form that is read as the same.
func FuzzParse(f *testing.F) {
	f.Add(`<urn:s> <urn:p> "a\u0041\n"@en-GB <urn:g> . # c`)
	f.Add(`_:a.b <urn:\u00e9> "7"^^<urn:t> .`)
	f.Fuzz(func(t *testing.T, line string) {
		q, err := ntriples.Parse(line)
		if err != nil || q == (ntriples.Quad{}) {
			return
		}
		again, err := ntriples.Parse(string(ntriples.Append(nil, q)))
		if err != nil || again != q {
			t.Fatalf("%q is %+v, and that %+v, %v", line, q, again, err)
		}
	})
}

func BenchmarkParse(b *testing.B) {
	line := `<urn:page:1b4e28ba-2fa1-51d2-883f-0016d3cca427> <https://trustgraph.ai/ns/charLength> "1834" <urn:graph:source> .`
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		if _, err := ntriples.Parse(line); err != nil {
			b.Fatal(err)
		}
	}
}
