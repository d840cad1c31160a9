package convert

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/docid"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// Task is one document to decode and write. It is plain data, but for Content, which another process opens by
// itself.
type Task struct {
	Path      string // source path
	IDPath    string // what the document's ID is made of besides its bytes
	Format    string
	MediaType string
	PartOf    string // IRI of the archive or document that it came in
	Stage     string // the folder to write to, on disk
	Workers   int    // how many processors may work on it
	Final     bool   // there is no other time for it: it can't be put off
	Content   source.Content
}

// Outcome is what became of a task.
type Outcome struct {
	SHA256      [sha256.Size]byte
	DocumentID  string
	DocumentIRI string
	Sections    int
	Blocks      [7]int // by udm.ContentType
	Warnings    []string
	Embedded    []Embedded
	Code        string // of the error that kept it from being decoded; "" for none
	Message     string

	Crowded bool // nothing is done: beside others there was not enough memory for it. It is to be tried again alone, as final
	Deaf    bool // its decoder did not stop at the end of its time: it still runs and holds the content, which must not be closed
}

// Embedded is a file that was found in the document.
type Embedded struct {
	Name    string
	Size    int64
	Content source.Content // nil when it could not be read
	Code    string         // why
	Message string
}

// Processor does tasks. The error of Process ends the run: the output can't be written, or ctx has ended; what is wrong with the
// document is in the outcome.
type Processor interface {
	Process(ctx context.Context, t *Task) (*Outcome, error)
}

// Local does tasks in this process.
type Local struct {
	Formats     []decoder.Format
	Decode      decoder.Options
	Limits      limit.Limits
	Derive      output.Options // sections, texts, chunks
	Writers     []output.Writer
	DocumentIRI func(Subject) string
	OpenStage   func(name string) (output.Dir, error)
	Spool       func(io.Reader) (source.Content, error)
}

// Subject is what a document's IRI may be made of.
type Subject struct {
	SHA256     [32]byte
	SourcePath string
	ID         string
}

// Process decodes the document and writes its output to the task's stage.
func (l *Local) Process(ctx context.Context, t *Task) (*Outcome, error) {
	out := &Outcome{}
	res, in, err := l.document(ctx, t, out)
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			return nil, cause
		}
		if isOutput(err) {
			return nil, err
		}
		out.Code, out.Message, out.Deaf = Code(err), message(err), errors.Is(err, errDeaf)
		return out, nil
	}
	out.DocumentIRI = res.DocumentIRI
	for _, a := range in.Attachments() {
		out.Embedded = append(out.Embedded, l.embedded(a))
	}
	return out, nil
}

func (l *Local) embedded(a decoder.Attachment) Embedded {
	e := Embedded{Name: a.Name, Size: a.Blob.Size()}
	if m, ok := a.Blob.(udm.Bytes); ok {
		e.Content = source.Bytes(m)
		return e
	}
	rc, err := a.Blob.Open()
	if err == nil {
		e.Content, err = l.Spool(rc)
		rc.Close()
	}
	if err != nil {
		e.Code, e.Message = Code(err), message(err)
	}
	return e
}

// MostHeld is the size in bytes up to which a file is read at once, for its hash and for its decoder.
const MostHeld = 16 << 20

func (l *Local) document(ctx context.Context, t *Task, out *Outcome) (*output.Result, *decoder.Input, error) {
	content, err := source.Hold(t.Content, MostHeld)
	if err != nil {
		return nil, nil, err
	}
	sum, err := hash(content)
	if err != nil {
		return nil, nil, err
	}
	out.SHA256 = sum
	f, err := l.format(t.Format)
	if err != nil {
		return nil, nil, err
	}
	opt := l.Decode
	opt.Workers = t.Workers
	doc, in, err := guarded(ctx, f, &decoder.Input{Path: t.Path, MediaType: t.MediaType, Content: content, Options: opt}, l.Limits)
	if in != nil {
		out.Warnings = in.Warnings()
	}
	if err != nil {
		return nil, nil, err
	}
	doc.ID = docid.Document(sum, t.IDPath)
	docid.Assign(doc)
	out.DocumentID = doc.ID.String()
	res := output.NewResult(doc, l.Derive)
	res.SHA256, res.Source, res.PartOf = sum, content, t.PartOf
	res.DocumentIRI = l.DocumentIRI(Subject{sum, doc.SourcePath, out.DocumentID})
	out.Sections = len(res.Records)
	for _, n := range doc.Nodes {
		for _, b := range n.Blocks {
			out.Blocks[b.Type]++
		}
	}
	dir, err := l.OpenStage(t.Stage)
	if err != nil {
		return nil, nil, err
	}
	if c, ok := dir.(io.Closer); ok {
		defer c.Close()
	}
	for _, w := range l.Writers {
		if err := w.Write(ctx, dir, res); err != nil {
			return nil, nil, err
		}
	}
	out.Warnings = append(out.Warnings, res.Warnings...)
	return res, in, nil
}

func (l *Local) format(name string) (*decoder.Format, error) {
	for i := range l.Formats {
		if l.Formats[i].Name == name {
			return &l.Formats[i], nil
		}
	}
	return nil, fmt.Errorf("%w: no format %q", decoder.ErrUnsupported, name)
}

var hashBuffers = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

func hash(c source.Content) (sum [sha256.Size]byte, err error) {
	if b, ok := source.InMemory(c); ok {
		return sha256.Sum256(b), nil
	}
	h := sha256.New()
	buf := hashBuffers.Get().(*[]byte)
	defer hashBuffers.Put(buf)
	if _, err := io.CopyBuffer(h, source.Reader(c), *buf); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}

// Decode decodes a file by itself and returns the warnings about it too.
func Decode(ctx context.Context, f *decoder.Format, in *decoder.Input, limits limit.Limits) (*udm.Document, []string, error) {
	doc, in, err := guarded(ctx, f, in, limits)
	if err != nil {
		return nil, nil, err
	}
	return doc, in.Warnings(), nil
}

// grace is how long a decoder may take to heed the end of its time. The document has failed either way.
const grace = 500 * time.Millisecond

// guarded runs a decoder under a guard: a panic is an error, and one that does not heed its time limit is left behind; then the
// returned input is nil and its content must not be closed.
func guarded(ctx context.Context, f *decoder.Format, in *decoder.Input, limits limit.Limits) (*udm.Document, *decoder.Input, error) {
	limits = limits.WithDefaults()
	late := time.NewTimer(limits.Timeout + grace)
	defer late.Stop()
	stop := context.AfterFunc(ctx, func() { late.Reset(grace) }) // the run ends
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, limits.Timeout)
	defer cancel()
	in.Budget = limit.NewBudget(limits)
	type result struct {
		doc *udm.Document
		err error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- result{nil, panicError(fmt.Sprintf("%v (%s)", v, where(debug.Stack())))}
			}
		}()
		doc, err := f.Decode(ctx, in)
		if err == nil {
			if err = udm.Validate(doc); err != nil {
				err = panicError(err)
			} else {
				udm.LinkBlocks(doc)
			}
		}
		done <- result{doc, err}
	}()
	select {
	case res := <-done:
		if errors.Is(res.err, context.DeadlineExceeded) {
			res.err = timeout(limits.Timeout)
		}
		return res.doc, in, res.err
	case <-late.C:
		return nil, nil, fmt.Errorf("%w: %w", errDeaf, timeout(limits.Timeout))
	}
}

// errDeaf marks a decoder that still runs and holds its content.
var errDeaf = errors.New("decoder does not stop")

func timeout(d time.Duration) error {
	return fmt.Errorf("%w: decoding took more than %v", context.DeadlineExceeded, d)
}

func panicError(v any) error { return fmt.Errorf("%w: %v", errPanic, v) }

// where returns the place of a panic: the first line of this program's own code below the call of panic.
func where(stack []byte) string {
	_, after, ok := strings.Cut(string(stack), "panic(")
	if !ok {
		return "unknown place"
	}
	for line := range strings.SplitSeq(after, "\n") {
		if i := strings.Index(line, "/internal/"); i >= 0 && strings.HasPrefix(line, "\t") {
			place, _, _ := strings.Cut(line[i+1:], " ")
			return place
		}
	}
	return "unknown place"
}
