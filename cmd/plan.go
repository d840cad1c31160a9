package cmd

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/output/chunks"
	"github.com/udecode/udecode/internal/output/images"
	"github.com/udecode/udecode/internal/output/kgcore"
	"github.com/udecode/udecode/internal/output/markdown"
	"github.com/udecode/udecode/internal/output/pages"
	"github.com/udecode/udecode/internal/output/triples"
	"github.com/udecode/udecode/internal/output/udmjson"
	"github.com/udecode/udecode/internal/output/wire"
	"github.com/udecode/udecode/internal/provenance"
	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/walk"
)

// plan is how documents are to be decoded and written: plain data, so that a worker process can be handed it.
type plan struct {
	Decode      decoder.Options
	Limits      limit.Limits
	Derive      output.Options
	Emit        []string
	Images      string // embed, file, both, none
	Provenance  string // nt, nq, trig, none
	Agent       provenance.Agent
	Collection  string
	DocumentIRI string // template
	Stream      bool   // one JSON document a line is wanted, and nothing else
	Start       time.Time
	FixedTime   bool // Start was given and is not the clock's
	Memory      int64
}

// plan turns flags into what is to be done.
func (p *program) plan(f *flags) (*plan, error) {
	pl := &plan{
		Decode: decoder.Options{
			Strategy: f.strategy, Languages: f.languages, PDFEngine: f.pdfEngine, MailBody: f.mailBody, Formulas: f.formulas,
			SkipHidden: f.skipHidden, NoImages: f.images == "none", Repair: f.repair, Encoding: f.encoding, FirstRowHead: f.headerRow,
		},
		Derive: output.Options{Section: section.Options{
			Strategy: section.Strategy(f.sectionStrategy), ElementCount: f.sectionCount, MaxSize: f.sectionSize, WithinPages: f.withinPages,
		}},
		Emit: f.emit, Images: f.images, Provenance: f.provenance, Collection: f.collection, DocumentIRI: f.documentIRI, Stream: f.output == "-",
		Agent: provenance.Agent{Name: f.provenanceAgent, Version: p.version}, Start: time.Now(),
	}
	var err error
	if pl.Limits, err = f.limits(); err != nil {
		return nil, err
	}
	if pl.Memory, err = f.memoryBudget(); err != nil {
		return nil, err
	}
	if pl.Decode.Passwords, err = passwords(f.password); err != nil {
		return nil, err
	}
	for _, name := range f.textExclude {
		c, ok := udm.ParseCategory(name)
		if !ok {
			return nil, fmt.Errorf("--text-exclude: no category %q (they are %s)", name, strings.Join(udm.CategoryNames(), ", "))
		}
		pl.Derive.Text.Exclude = append(pl.Derive.Text.Exclude, c)
	}
	if slices.Contains(f.emit, "chunks") {
		sizes := f.chunkOptions()
		pl.Derive.Chunk = &sizes
	}
	if err := pl.fixTime(os.Getenv("SOURCE_DATE_EPOCH")); err != nil {
		return nil, err
	}
	return pl, pl.checkTemplate()
}

// fixTime makes the run's time one that is given in seconds, so that the output is the same at any time; "" is none.
func (p *plan) fixTime(epoch string) error {
	if epoch == "" {
		return nil
	}
	n, err := strconv.ParseInt(epoch, 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %q is no number of seconds", epoch)
	}
	p.Start, p.FixedTime = time.Unix(n, 0), true
	return nil
}

func (f *flags) limits() (limit.Limits, error) {
	l := limit.Limits{Timeout: f.timeout, Cells: f.maxCells, ArchiveDepth: f.archiveDepth, ArchiveItems: f.archiveMembers, ArchiveRatio: f.archiveRatio}
	for _, s := range []struct {
		flag, value string
		to          *int64
	}{{"max-file-size", f.maxFileSize, &l.FileSize}, {"max-decoded", f.maxDecoded, &l.Decoded}, {"archive-size", f.archiveSize, &l.ArchiveSize}} {
		n, err := parseSize(s.value)
		if err != nil {
			return l, fmt.Errorf("--%s: %w", s.flag, err)
		}
		*s.to = n
	}
	return l, nil
}

// memoryBudget is what was asked for, else half of what the machine or container has. The runtime is told too, so that
// it collects before the budget is used up.
func (f *flags) memoryBudget() (int64, error) {
	if f.memory == "" {
		return max(availableMemory()/2, 256<<20), nil
	}
	n, err := parseSize(f.memory)
	if err != nil {
		return 0, fmt.Errorf("--memory: %w", err)
	}
	debug.SetMemoryLimit(n)
	return n, nil
}

func passwords(name string) ([]string, error) {
	if name == "" {
		return nil, nil
	}
	b, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("--password-file: %w", err)
	}
	var out []string
	for line := range strings.SplitSeq(string(b), "\n") {
		if line = strings.TrimRight(line, "\r"); line != "" {
			out = append(out, line)
		}
	}
	return out, nil
}

// local returns the processor that does the plan in this process.
func (p *plan) local() *convert.Local {
	w := &walk.Walker{Options: walk.Options{Limits: p.Limits}}
	return &convert.Local{
		Formats: formats(), Decode: p.Decode, Limits: p.Limits, Derive: p.Derive, Writers: p.writers(), DocumentIRI: p.documentIRI, Spool: w.Spool,
		OpenStage: func(name string) (output.Dir, error) { return outdir.OpenStage(name) },
	}
}

// signature stands for all that the output depends on besides the inputs: options, program, and the time where it is fixed.
func (p *plan) signature(archiveChildren string) string {
	q := *p
	q.Memory = 0
	if !q.FixedTime {
		q.Start = time.Time{}
	}
	h := sha256.New()
	if err := json.NewEncoder(h).Encode(q); err != nil {
		return "" // decode all
	}
	fmt.Fprintln(h, archiveChildren)
	if q.Agent.Version == "dev" { // of a build that has no version the file stands for itself
		if self, err := os.Executable(); err == nil {
			if st, err := os.Stat(self); err == nil {
				fmt.Fprintln(h, st.Size(), st.ModTime().UnixNano())
			}
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}

// writers are the outputs that are wanted, in the order in which they have to run.
func (p *plan) writers() []output.Writer {
	want := func(kind string) bool { return slices.Contains(p.Emit, kind) }
	embed := p.Images == "embed" || p.Images == "both"
	if p.Stream {
		return []output.Writer{images.Writer{}, udmjson.Writer{Options: udmjson.Options{EmbedImages: embed}, Compact: true}}
	}
	ws := []output.Writer{images.Writer{Files: want("images") && (p.Images == "file" || p.Images == "both")}}
	if want("json") {
		ws = append(ws, udmjson.Writer{Options: udmjson.Options{EmbedImages: embed}})
	}
	ws = append(ws, pages.Index{Files: want("text")})
	if want("text") {
		ws = append(ws, pages.Writer{})
	}
	if want("provenance") && p.Provenance != "none" {
		ws = append(ws, triples.Writer{Format: triples.Format(p.Provenance), Agent: p.Agent, Time: p.Start})
	}
	if want("chunks") {
		ws = append(ws, chunks.Writer{})
	}
	if want("kgcore") {
		ws = append(ws, kgcore.Writer{Collection: p.Collection, Agent: p.Agent, Time: p.Start})
	}
	if want("ndjson") {
		ws = append(ws, wire.Writer{Collection: p.Collection, Agent: p.Agent, Time: p.Start})
	}
	if want("markdown") {
		ws = append(ws, markdown.Writer{})
	}
	return ws
}

// documentIRI fills in the template; without one the IRI is that of TrustGraph's library.
func (p *plan) documentIRI(s convert.Subject) string {
	if p.DocumentIRI == "" {
		return provenance.DocumentIRI(s.SHA256)
	}
	return strings.NewReplacer(
		"{sha256}", fmt.Sprintf("%x", s.SHA256), "{id}", s.ID,
		"{uuid}", strings.TrimPrefix(provenance.DocumentIRI(s.SHA256), "https://trustgraph.ai/doc/"),
		"{path}", (&url.URL{Path: s.SourcePath}).EscapedPath(),
	).Replace(p.DocumentIRI)
}

// checkTemplate reports a template that makes no absolute IRIs.
func (p *plan) checkTemplate() error {
	sample := p.documentIRI(convert.Subject{SourcePath: "a"})
	if u, err := url.Parse(sample); err != nil || !u.IsAbs() || strings.ContainsAny(sample, "{}<>\" ") {
		return fmt.Errorf("--document-iri: %q makes no absolute IRI (use {sha256}, {uuid}, {id}, {path})", p.DocumentIRI)
	}
	return nil
}

var errNoWorker = errors.New("this command is started by udecode itself")
