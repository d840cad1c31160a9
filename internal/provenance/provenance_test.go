package provenance_test

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/ntriples"
	"github.com/udecode/udecode/internal/provenance"
)

type term struct {
	T, I, V string
}

type vector struct {
	ID, Function, Graph string
	Input               map[string]any
	Triples             []struct {
		S, P, O term
		G       string
	}
}

func readVectors(t *testing.T) []vector {
	t.Helper()
	raw, err := os.ReadFile("../../testdata/vectors/provenance.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vector }
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	return file.Cases
}

func (v *vector) str(key string) string { s, _ := v.Input[key].(string); return s }
func (v *vector) num(key string) *int {
	f, ok := v.Input[key].(float64)
	if !ok {
		return nil
	}
	n := int(f)
	return &n
}
func (v *vector) is(key string) bool { b, _ := v.Input[key].(bool); return b }

// TestVectors holds the statements against those of TrustGraph's own functions. Subgraphs, which knowledge extraction makes and a
// decoder never does, are left out.
func TestVectors(t *testing.T) {
	at := time.Date(2026, 3, 13, 10, 0, 0, 123456000, time.UTC)
	for _, v := range readVectors(t) {
		t.Run(v.ID, func(t *testing.T) {
			var got []ntriples.Quad
			emit := func(q ntriples.Quad) { got = append(got, q) }
			activity := "https://trustgraph.ai/activity/{activity-1}"
			switch v.Function {
			case "document":
				d := provenance.Document{IRI: v.str("doc_uri"), Title: v.str("title"), Source: v.str("source"), Date: v.str("date"),
					Creator: v.str("creator"), MediaType: v.str("mime_type"), PageCount: v.num("page_count")}
				d.Write(emit)
			case "derived":
				e := provenance.Entity{
					IRI: v.str("entity_uri"), Kind: kind(&v), Parent: v.str("parent_uri"), Activity: activity, Label: v.str("label"),
					PageNumber: v.num("page_number"), ChunkIndex: v.num("chunk_index"), CharOffset: v.num("char_offset"), CharLength: v.num("char_length"),
					ChunkSize: v.num("chunk_size"), ChunkOverlap: v.num("chunk_overlap"), TableCount: v.num("table_count"), ImageCount: v.num("image_count"),
					MediaType: v.str("mime_type"), ElementTypes: v.str("element_types"),
				}
				agent := provenance.Agent{Name: v.str("component_name"), Version: v.str("component_version")}
				provenance.NewDerivations(agent, at, emit).Write(&e)
			case "vocabulary":
				provenance.WriteVocabulary(emit)
			case "subgraph":
				t.Skip("subgraphs are made by knowledge extraction, not by decoding")
			default:
				t.Fatalf("unknown function %q", v.Function)
			}
			var have, want []string
			for _, q := range got {
				have = append(have, strings.ReplaceAll(line(q), provenance.Time(at), "{timestamp}"))
			}
			for _, tr := range v.Triples {
				want = append(want, line(ntriples.Quad{S: ntriples.IRI(tr.S.I), P: ntriples.IRI(tr.P.I), O: object(tr.O), Graph: graph(tr.G)}))
			}
			if v.Function == "vocabulary" { // five labels more than TrustGraph's
				if extra := len(have) - len(want); extra != 5 {
					t.Errorf("%d labels more than TrustGraph's, want 5", extra)
				}
				have = have[:len(want)]
			}
			slices.Sort(have)
			slices.Sort(want)
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

// kind is the specific type by TrustGraph's order: image, section, page number, chunk index.
func kind(v *vector) provenance.Kind {
	switch {
	case v.is("image"):
		return provenance.Image
	case v.is("section"):
		return provenance.Section
	case v.num("page_number") != nil:
		return provenance.Page
	case v.num("chunk_index") != nil:
		return provenance.Chunk
	}
	return ""
}

func object(t term) ntriples.Term {
	if t.T == "l" {
		return ntriples.Literal(t.V)
	}
	return ntriples.IRI(t.I)
}

func graph(iri string) ntriples.Term {
	if iri == "" {
		return ""
	}
	return ntriples.IRI(iri)
}

func line(q ntriples.Quad) string { return string(ntriples.Append(nil, q)) }

func TestIRIs(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/vectors/load.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Documents []struct {
			SHA256, IRI string
		} `json:"document_ids"`
		Agents     []struct{ Name, IRI string } `json:"agent_iris"`
		Activities []struct{ ID, IRI string }   `json:"activity_iris"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Documents {
		sum, err := hex.DecodeString(d.SHA256)
		if err != nil {
			t.Fatal(err)
		}
		if got := provenance.DocumentIRI([32]byte(sum)); got != d.IRI {
			t.Errorf("DocumentIRI(%s) = %s, want %s", d.SHA256, got, d.IRI)
		}
	}
	for _, a := range file.Agents {
		if got := provenance.AgentIRI(a.Name); got != a.IRI {
			t.Errorf("AgentIRI(%q) = %s, want %s", a.Name, got, a.IRI)
		}
	}
	for _, a := range file.Activities {
		if got := provenance.ActivityIRI(a.ID); got != a.IRI {
			t.Errorf("ActivityIRI(%q) = %s, want %s", a.ID, got, a.IRI)
		}
	}
	if len(file.Documents)*len(file.Agents)*len(file.Activities) == 0 {
		t.Error("a list of vectors is empty")
	}
}

func TestTime(t *testing.T) {
	for _, tt := range []struct {
		ns   int
		want string
	}{{0, "2026-01-02T03:04:05Z"}, {120000, "2026-01-02T03:04:05.000120Z"}, {999, "2026-01-02T03:04:05Z"}} {
		if got := provenance.Time(time.Date(2026, 1, 2, 3, 4, 5, tt.ns, time.UTC)); got != tt.want {
			t.Errorf("Time with %d ns = %s, want %s", tt.ns, got, tt.want)
		}
	}
}
