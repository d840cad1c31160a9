package output_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/vmihailenco/msgpack/v5"

	"github.com/udecode/udecode/internal/chunk"
	"github.com/udecode/udecode/internal/docid"
	"github.com/udecode/udecode/internal/ntriples"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/output/kgcore"
	"github.com/udecode/udecode/internal/output/pages"
	"github.com/udecode/udecode/internal/output/triples"
	"github.com/udecode/udecode/internal/output/udmjson"
	"github.com/udecode/udecode/internal/output/wire"
	"github.com/udecode/udecode/internal/provenance"
	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

const docIRI = "https://trustgraph.ai/doc/2f4b5ba0-2e32-cbe9-1115-1a4570369892"

var at = time.Date(2026, 3, 13, 10, 0, 0, 123456000, time.UTC)

// memory is a Dir that keeps files.
type memory map[string]*bytes.Buffer

type closer struct{ io.Writer }

func (closer) Close() error { return nil }

func (m memory) Create(name string) (io.WriteCloser, error) {
	m[name] = &bytes.Buffer{}
	return closer{m[name]}, nil
}

func document(role udm.Role, pages ...[]*udm.ContentBlock) *udm.Document {
	d := &udm.Document{SourcePath: "report.pdf", MediaType: "application/pdf", Metadata: udm.Metadata{Title: "Annual report", Tags: []string{"finance"}}}
	for _, p := range pages {
		d.Nodes = append(d.Nodes, &udm.StructuralNode{Role: role, Blocks: p})
	}
	d.ID = docid.Document([32]byte{}, d.SourcePath)
	docid.Assign(d)
	return d
}

// event is what TrustGraph's decoder does: save a library document, or send triples.
type event struct {
	Library *struct {
		ID, Title, Kind, Text string
		Parent                string `json:"parent_id"`
		Type                  string `json:"document_type"`
	}
	Triples *struct {
		ID, Root string
		Triples  []wireTriple
	}
}

type wireTriple struct {
	S, P, O struct{ T, I, V string }
	G       string
}

// pipelineExceptions are the cases in which udecode follows the contract's advice against the program, and why.
var pipelineExceptions = map[string]string{
	"pdf-within-pages-ignored": "within-pages works",
	"docx-page-breaks":         "DOCX has sections by strategy, not pages (contract: the design's page rule)",
	"html-one-number":          "HTML has sections by strategy, not pages",
	"pdf-image-only-page":      "a PDF's pages are its nodes: an image's page is known without elements with text",
	"pdf-gap-and-order":        "nodes are pages in order, so numbers have no gaps but for blank pages",
	"pdf-no-number":            "every block of a page-based format is on a page",
	"chunker-document":         "chunks are always of a page or section",
	"pptx-no-numbers":          "every block of a page-based format is on a page",
}

func TestPipelineVectors(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/vectors/pipeline.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID, Stage, Parent, Text string
			MediaType               string `json:"mime_type"`
			Options                 struct {
				Strategy string `json:"section_strategy"`
				Count    int    `json:"section_element_count"`
				Size     int    `json:"section_max_size"`
				Chunk    int    `json:"chunk_size"`
				Overlap  int    `json:"chunk_overlap"`
			}
			Elements []struct {
				Category, Text string
				HTML           string `json:"text_as_html"`
				Page           int    `json:"page_number"`
			}
			Events []event
		}
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range file.Cases {
		t.Run(c.ID, func(t *testing.T) {
			if why := pipelineExceptions[c.ID]; why != "" {
				t.Skip(why)
			}
			opt := output.Options{Section: section.Options{Strategy: section.Strategy(c.Options.Strategy), ElementCount: c.Options.Count, MaxSize: c.Options.Size}}
			role := udm.Section
			pages := [][]*udm.ContentBlock{nil}
			if strings.Contains(c.MediaType, "pdf") || strings.Contains(c.MediaType, "sheet") || strings.Contains(c.MediaType, "presentation") {
				role = udm.Page
			}
			for _, e := range c.Elements {
				if e.HTML != "" || e.Category == "Table" {
					t.Skip("tables are assembled from cells, never from ready-made HTML")
				}
				for role == udm.Page && len(pages) < e.Page {
					pages = append(pages, nil)
				}
				pages[len(pages)-1] = append(pages[len(pages)-1], blockOf(e.Category, e.Text))
			}
			agent := provenance.Agent{Name: "universal-decoder", Version: "1.0.0"}
			if c.Stage == "chunker" {
				agent.Name = "chunker"
				opt.Chunk = &chunk.Options{Size: c.Options.Chunk, Overlap: c.Options.Overlap}
				if c.Options.Chunk == 0 {
					opt.Chunk = &chunk.Options{Size: chunk.Defaults.Size, Overlap: chunk.Defaults.Overlap}
				}
				if strings.HasPrefix(c.Parent, "urn:page:") {
					role = udm.Page
				}
				pages[0] = []*udm.ContentBlock{udm.NewText(udm.NarrativeText, c.Text)}
			}
			doc := document(role, pages...)
			doc.MediaType = c.MediaType
			res := output.NewResult(doc, opt)
			res.DocumentIRI = docIRI
			ran++
			var got, want []string
			for _, e := range c.Events {
				switch {
				case e.Library != nil && e.Library.Type != "image":
					want = append(want, fmt.Sprintf("%s %q", e.Library.Title, e.Library.Text))
				case e.Triples != nil:
					for _, tr := range e.Triples.Triples {
						want = append(want, bind(tr.S.I+" "+tr.P.I+" "+tr.O.I+tr.O.V+" "+tr.G))
					}
				}
			}
			if c.Stage != "chunker" {
				for i := range res.Records {
					got = append(got, fmt.Sprintf("%s %q", triples.Section(res, &res.Records[i]).Label, res.Records[i].Text.String()))
				}
			}
			for i := range res.Chunks {
				got = append(got, fmt.Sprintf("Chunk %d %q", res.Chunks[i].Index, res.Chunks[i].Text))
			}
			triples.State(res, agent, at, func(q ntriples.Quad) {
				chunked := strings.HasPrefix(q.S.Value(), "urn:chunk:") || strings.HasPrefix(q.S.Value(), "https://trustgraph.ai/a")
				if q.Graph == "" || c.Stage == "chunker" && !chunked {
					return
				}
				got = append(got, bind(q.S.Value()+" "+q.P.Value()+" "+q.O.Value()+" "+q.Graph.Value()))
			})
			got, want = comparable(got), comparable(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
	if ran < 9 {
		t.Errorf("only %d of %d cases ran", ran, len(file.Cases))
	}
}

func blockOf(category, text string) *udm.ContentBlock {
	c, ok := udm.ParseCategory(category)
	switch {
	case !ok:
		c = udm.UncategorizedText
	case c == udm.Image:
		return udm.NewImage("image/png", nil)
	case c == udm.TableCategory:
		t := &udm.Table{}
		t.Append(text)
		return udm.NewTable(t)
	}
	return udm.NewText(c, text)
}

var (
	uuids = regexp.MustCompile(`(urn:[a-z]+:|activity/)(\{[a-z]+-[0-9]+\}|[0-9a-f]{8}-[0-9a-f-]{27})`)
	times = regexp.MustCompile(`\{timestamp\}|2026-03-13T10:00:00.123456Z`)
)

// bind makes one of all UUIDs and times.
func bind(s string) string { return times.ReplaceAllString(uuids.ReplaceAllString(s, "$1#"), "@") }

// comparable leaves out what the contract excepts: offsets and image counts of pages and sections and the exact offsets of
// chunks, an image's parent; and what TrustGraph states again for each entity.
func comparable(in []string) []string {
	var out []string
	for _, s := range in {
		if strings.Contains(s, "ns/charOffset") || strings.Contains(s, "ns/imageCount") || strings.HasPrefix(s, "urn:image:# http://www.w3.org/ns/prov#wasDerivedFrom") {
			continue
		}
		if strings.Contains(s, "prov#used ") { // the parent again
			continue
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestCoreReadsBack(t *testing.T) {
	doc := document(udm.Page, []*udm.ContentBlock{udm.NewText(udm.NarrativeText, "Größe"), udm.NewImage("image/png", udm.Bytes("\x89PNG"))})
	res := output.NewResult(doc, output.Options{Chunk: &chunk.Options{Size: 100}})
	res.DocumentIRI, res.Source = docIRI, source.Bytes([]byte("%PDF-1.4 ..."))
	dir := memory{}
	w := kgcore.Writer{Collection: "default", Agent: provenance.Agent{Name: "udecode", Version: "1"}, Time: at}
	if err := w.Write(context.Background(), dir, res); err != nil {
		t.Fatal(err)
	}
	dec := msgpack.NewDecoder(dir["core.msgpack"])
	var got []string
	statements := 0
	for {
		var rec []any
		if err := dec.Decode(&rec); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		m := rec[1].(map[string]any)
		switch rec[0] {
		case "lm":
			got = append(got, fmt.Sprint("lm ", m["k"], " ", m["t"], " ", m["d"], " ", bind(fmt.Sprint(m["p"])), " ", m["g"]))
		case "lb":
			b, err := base64.StdEncoding.DecodeString(m["d"].(string))
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, "lb "+string(b))
		case "t":
			meta := m["m"].(map[string]any)
			if meta["m"] != docIRI || meta["c"] != "default" {
				t.Errorf("metadata of triples %v", meta)
			}
			statements += len(m["t"].([]any))
		}
	}
	want := []string{
		"lm application/pdf Annual report source  [finance]", "lb %PDF-1.4 ...",
		"lm text/plain Page 1 page " + docIRI + " []", "lb Größe",
		"lm text/plain Chunk 1 chunk urn:page:# []", "lb Größe",
		"lm image/png Image from page 1 image " + docIRI + " []", "lb \x89PNG",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	expect := 0
	count := func(ntriples.Quad) { expect++ }
	provenance.WriteVocabulary(count)
	triples.State(res, w.Agent, at, count)
	if statements != expect {
		t.Errorf("%d triples in the core, want %d", statements, expect)
	}
}

// The wire form is that of load.json's message, key for key.
func TestWireMessage(t *testing.T) {
	raw, err := os.ReadFile("../../testdata/vectors/load.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Message json.RawMessage `json:"import_triples_message"`
	}
	if err := json.Unmarshal(raw, &file); err != nil {
		t.Fatal(err)
	}
	var m wire.Message
	dec := json.NewDecoder(bytes.NewReader(file.Message))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&m); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var want, got any
	json.Unmarshal(file.Message, &want)
	json.Unmarshal(again, &got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(m.Triples) == 0 || m.Metadata.Root == "" {
		t.Errorf("message %+v", m)
	}
}

// No derivation is longer than TrustGraph's retrieval walks: chunk, page or section, document.
func TestDerivationChain(t *testing.T) {
	for _, within := range []bool{false, true} {
		doc := document(udm.Page, []*udm.ContentBlock{udm.NewHeading(1, "A"), udm.NewText(udm.NarrativeText, "a"), udm.NewHeading(2, "B"), udm.NewImage("image/png", udm.Bytes("x"))})
		res := output.NewResult(doc, output.Options{Section: section.Options{Strategy: section.Heading, WithinPages: within}, Chunk: &chunk.Options{Size: 10}})
		res.DocumentIRI, res.PartOf = docIRI, "urn:archive"
		parent := map[string]string{}
		triples.State(res, provenance.Agent{Name: "udecode", Version: "1"}, at, func(q ntriples.Quad) {
			if q.P.Value() == provenance.PROV+"wasDerivedFrom" {
				parent[q.S.Value()] = q.O.Value()
			}
		})
		for s := range parent {
			steps, at := 0, s
			for parent[at] != "" {
				at = parent[at]
				steps++
			}
			if at != docIRI || steps > 2 {
				t.Errorf("within pages %v: %s ends at %s after %d steps", within, s, at, steps)
			}
		}
		if len(parent) < 3 {
			t.Errorf("only %d derived entities", len(parent))
		}
	}
}

// sections returns a document of so many headings, each with two paragraphs.
func sections(n int) *udm.Document {
	paragraph := strings.Repeat("The boat lies in the harbour while the tide turns. ", 4)
	var blocks []*udm.ContentBlock
	for i := range n {
		blocks = append(blocks, udm.NewHeading(1, fmt.Sprint("Heading ", i)), udm.NewText(udm.NarrativeText, paragraph), udm.NewText(udm.NarrativeText, paragraph))
	}
	return document(udm.Section, blocks)
}

type nowhere struct{}

func (nowhere) Create(string) (io.WriteCloser, error) { return closer{io.Discard}, nil }

// BenchmarkWriters shows what provenance adds to the model and the list of sections, of 10,000 sections.
func BenchmarkWriters(b *testing.B) {
	doc := sections(10_000)
	statements := func(f triples.Format) output.Writer {
		return triples.Writer{Format: f, Agent: provenance.Agent{Name: "udecode", Version: "1"}, Time: at}
	}
	model := []output.Writer{udmjson.Writer{}, pages.Index{}}
	for _, bb := range []struct {
		name    string
		writers []output.Writer
	}{
		{"without", model},
		{"nt", append(model[:2:2], statements(triples.NTriples))},
		{"nq", append(model[:2:2], statements(triples.NQuads))},
		{"nq alone", []output.Writer{statements(triples.NQuads)}},
	} {
		b.Run(bb.name, func(b *testing.B) {
			for b.Loop() {
				res := output.NewResult(doc, output.Options{Section: section.Options{Strategy: section.Heading}})
				res.DocumentIRI = docIRI
				for _, w := range bb.writers {
					if err := w.Write(b.Context(), nowhere{}, res); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

func TestTitleIsUTF8(t *testing.T) {
	res := &output.Result{Doc: &udm.Document{SourcePath: "box/caf\xe9.md"}}
	if got := res.Title(); got != "caf\uFFFD.md" {
		t.Errorf("got %q", got)
	}
}

// Each derived entity has an activity of its own, whose UUID is told from the entity's by its version.
func TestActivities(t *testing.T) {
	res := output.NewResult(sections(20), output.Options{Section: section.Options{Strategy: section.Heading}})
	res.DocumentIRI = docIRI
	made := make(map[ntriples.Term]ntriples.Term) // entities by activity
	triples.State(res, provenance.Agent{Name: "udecode", Version: "1"}, at, func(q ntriples.Quad) {
		if q.P != ntriples.IRI(provenance.PROV+"wasGeneratedBy") {
			return
		}
		if other := made[q.O]; other != "" && other != q.S {
			t.Errorf("%s made %s and %s", q.O, other, q.S)
		}
		made[q.O] = q.S
		if id := strings.TrimPrefix(q.O.Value(), "https://trustgraph.ai/activity/"); len(id) != 36 || id[14] != '8' || !strings.HasSuffix(q.S.Value(), id[15:]) {
			t.Errorf("%s made %s", q.O, q.S)
		}
	})
	if len(made) != 20 {
		t.Errorf("%d activities, want 20", len(made))
	}
}
