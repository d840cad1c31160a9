package ntriples_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/udecode/udecode/internal/ntriples"
)

// parse reads one statement back. It is strict: N-Triples and N-Quads as the writer makes them.
func parse(t *rapid.T, line string) ntriples.Quad {
	rest, ok := strings.CutSuffix(line, " .\n")
	if !ok || strings.Count(line, "\n") != 1 {
		t.Fatalf("%q is no statement of one line", line)
	}
	var q ntriples.Quad
	iri := func() string {
		rest = strings.TrimPrefix(rest, " ")
		end := strings.IndexByte(rest, '>')
		if rest == "" || rest[0] != '<' || end < 0 || strings.ContainsAny(rest[1:end], "<\"{}|^`\\ ") {
			t.Fatalf("no IRI at %q", rest)
		}
		s := rest[1:end]
		rest = rest[end+1:]
		return s
	}
	q.S, q.P = iri(), iri()
	rest = strings.TrimPrefix(rest, " ")
	if strings.HasPrefix(rest, `"`) {
		end := 1
		for rest[end] != '"' {
			if rest[end] == '\\' {
				end++
			}
			end++
		}
		var s string
		if err := json.Unmarshal([]byte(rest[:end+1]), &s); err != nil { // the escapes in use are JSON's too
			t.Fatalf("literal %q: %v", rest[:end+1], err)
		}
		q.O = ntriples.Literal(s)
		rest = rest[end+1:]
	} else {
		q.O = ntriples.IRI(iri())
	}
	if rest != "" {
		q.Graph = iri()
	}
	if rest != "" {
		t.Fatalf("%q is left of %q", rest, line)
	}
	return q
}

func TestStatementsParseBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := ntriples.Quad{S: "urn:a", P: "urn:b", O: ntriples.Literal(rapid.String().Draw(t, "literal"))}
		if rapid.Bool().Draw(t, "graph") {
			want.Graph = "urn:graph:source"
		}
		if got := parse(t, string(ntriples.Append(nil, want))); got != want {
			t.Fatalf("%+v comes back as %+v", want, got)
		}
	})
}

func TestIRIsAreEscaped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "iri")
		q := parse(t, string(ntriples.Append(nil, ntriples.Quad{S: "urn:x:" + s, P: "urn:p", O: ntriples.IRI("urn:o")})))
		if strings.ContainsRune(s, '%') {
			return
		}
		if back, err := url.PathUnescape(q.S); err != nil || back != "urn:x:"+s {
			t.Fatalf("%q comes back as %q, %v", s, back, err)
		}
	})
}

func TestInvalidUTF8(t *testing.T) {
	got := string(ntriples.AppendLiteral(nil, "a\xffb"))
	if got != "\"a\uFFFDb\"" || !utf8.ValidString(got) {
		t.Errorf("got %q", got)
	}
	if got := string(ntriples.AppendIRI(nil, "urn:\xff é")); got != "<urn:%FF%20é>" {
		t.Errorf("got %q", got)
	}
}

func TestEscapes(t *testing.T) {
	const want = `"\b\t\n\f\r\"\\\u0000\u001F\u007Fé😀"`
	if got := string(ntriples.AppendLiteral(nil, "\b\t\n\f\r\"\\\x00\x1f\x7fé😀")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func BenchmarkWrite(b *testing.B) {
	w := ntriples.NewWriter(discard{}, true)
	q := ntriples.Quad{S: "urn:page:1b4e28ba-2fa1-51d2-883f-0016d3cca427", P: "https://trustgraph.ai/ns/charLength", O: ntriples.Literal("1834"), Graph: "urn:graph:source"}
	for b.Loop() {
		w.Write(q)
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
