package ntriples_test

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/udecode/udecode/internal/ntriples"
)

func TestStatementsParseBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "literal")
		want := ntriples.Quad{S: ntriples.IRI("urn:a"), P: ntriples.IRI("urn:b"), O: ntriples.Literal(text)}
		if rapid.Bool().Draw(t, "graph") {
			want.Graph = ntriples.IRI("urn:graph:source")
		}
		line := string(ntriples.Append(nil, want))
		if strings.Count(line, "\n") != 1 {
			t.Fatalf("%q is no line", line)
		}
		got, err := ntriples.Parse(line)
		if err != nil || got != want || got.O.Value() != text {
			t.Fatalf("%+v comes back as %+v, %v", want, got, err)
		}
	})
}

func TestIRIsAreEscaped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "iri")
		q, err := ntriples.Parse(string(ntriples.Append(nil, ntriples.Quad{S: ntriples.IRI("urn:x:" + s), P: "<urn:p>", O: "<urn:o>"})))
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsRune(s, '%') {
			return
		}
		if back, err := url.PathUnescape(q.S.Value()); err != nil || back != "urn:x:"+s {
			t.Fatalf("%q comes back as %q, %v", s, back, err)
		}
	})
}

func TestInvalidUTF8(t *testing.T) {
	got := string(ntriples.Literal("a\xffb"))
	if got != "\"a\uFFFDb\"" || !utf8.ValidString(got) {
		t.Errorf("got %q", got)
	}
	if got := ntriples.IRI("urn:\xff é"); got != "<urn:%FF%20é>" {
		t.Errorf("got %q", got)
	}
}

func TestEscapes(t *testing.T) {
	const text, want = "\b\t\n\f\r\"\\\x00\x1f\x7fé😀", `"\b\t\n\f\r\"\\\u0000\u001F\u007Fé😀"`
	if got := ntriples.Literal(text); got != want || got.Value() != text {
		t.Errorf("got %s of %q, want %s", got, got.Value(), want)
	}
}

func BenchmarkWrite(b *testing.B) {
	w := ntriples.NewWriter(discard{}, true)
	q := ntriples.Quad{S: ntriples.IRI("urn:page:1b4e28ba-2fa1-51d2-883f-0016d3cca427"), P: ntriples.IRI("https://trustgraph.ai/ns/charLength"),
		O: ntriples.Literal("1834"), Graph: ntriples.IRI("urn:graph:source")}
	b.SetBytes(int64(len(ntriples.Append(nil, q))))
	for b.Loop() {
		w.Write(q)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }

// Terms that share memory are those that stand alone, however many are made after them.
func TestTermsStayWhole(t *testing.T) {
	var terms ntriples.Terms
	var got, want []ntriples.Term
	for i := range 3000 {
		s := strings.Repeat("é\"", i%300)
		got = append(got, terms.IRI("urn:"+s), terms.Literal(s), terms.Number(i-5))
		want = append(want, ntriples.IRI("urn:"+s), ntriples.Literal(s), ntriples.Literal(strconv.Itoa(i-5)))
	}
	if !slices.Equal(got, want) {
		t.Error("terms differ")
	}
}
