// Package decoder is the contract that a format fulfils.
//
// A format is data plus functions. It reads an Input and returns the document; it knows
// nothing of sections, IDs or output. IDs, source paths and node numbers are given later.
package decoder

import (
	"context"
	"errors"
	"fmt"
	"image"
	"slices"
	"sync"

	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// The causes of failure that callers tell apart. Everything else counts as malformed input,
// but for limit.ErrExceeded and the context's own errors.
var (
	ErrMalformed   = errors.New("malformed input")
	ErrEncrypted   = errors.New("encrypted input")
	ErrUnsupported = errors.New("unsupported input")
)

// Confidence says how sure a format is that a file is its own.
type Confidence uint8

// The confidences, from none to full.
const (
	No        Confidence = iota
	ByName               // only the extension says so
	ByContent            // the content looks like it
	Certain              // the content has the format's signature
)

// Format is one input format.
type Format struct {
	Name       string   // "docx": the model's source_type and the value of --as
	Title      string   // for people: "Word document"
	MediaTypes []string // canonical one first
	Extensions []string // with dot, lower case
	Unit       udm.Role // Page, Slide, Sheet; Section means no fixed units
	Memory     int      // what decoding takes at most for each byte of input, bytes, by measurement; 0 means 6
	// Match looks at a file's head and name. Nil means by name only.
	Match func(*Probe) Confidence
	// Decode reads the document. It must return promptly when ctx ends, must check every size it
	// reads before use, and charges what it makes to in.Budget.
	Decode func(ctx context.Context, in *Input) (*udm.Document, error)
	// Draw opens a file to show people what its pages look like. Nil when there is no way to.
	Draw func(ctx context.Context, in *Input) (Pictures, error)
}

// Pictures are what the pages of an open file look like.
type Pictures interface {
	// Picture draws the page that is the document's node with that 0-based index; nil when it has no picture.
	Picture(index int) (image.Image, error)
	Close() error
}

// Probe is what a format sees of a file before it is decoded.
type Probe struct {
	Name      string   // base name
	Ext       string   // lower case, with dot; "" for none
	Head      []byte   // the first 64 KiB at most, 4 KiB of PDF files, pictures and the like
	MediaType string   // what the content sniffer says, without parameters
	Root      XMLName  // root element when the content is XML
	Text      bool     // the head decodes as text
	Members   []string // names in the zip directory or OLE2 root storage, for those containers
	Damaged   bool     // the zip has no sound directory: Members are those that were found by looking for them
	Content   source.Content
	// Member returns up to 64 KiB of a zip member, nil when there is none.
	Member func(name string) []byte
}

// Has reports whether the container has a member of that name.
func (p *Probe) Has(name string) bool { return slices.Contains(p.Members, name) }

// XMLName is an element name.
type XMLName struct{ Space, Local string }

// Options are what a user can say about decoding. The zero value is the default.
type Options struct {
	Strategy     string   // "", "auto", "fast", "hi_res"
	Languages    []string // OCR languages, ISO 639-3 or BCP 47
	PDFEngine    string   // "", "auto", "native", "pdfium"
	Passwords    []string
	MailBody     string // "", "html", "plain"
	Formulas     bool   // formula blocks of spreadsheets
	SkipHidden   bool   // leave out hidden rows, columns, sheets and slides
	NoImages     bool   // leave out pictures' bytes
	Repair       bool   // read what is left of zipped documents without a sound directory
	Encoding     string // of plain text; "" means detect
	Workers      int    // goroutines, and OCR processes, that one document may use; 0 means 1
	FirstRowHead bool   // the first row of CSV and sheets is a header, whatever it looks like
}

// Attachment is a file inside a document, handed back to the walk.
type Attachment struct {
	Name string // as the document calls it; any characters
	Blob udm.Blob
}

// Input is one file to decode.
type Input struct {
	Path      string // logical path, slash-separated
	MediaType string
	Content   source.Content
	Budget    *limit.Budget
	Options   Options

	mu          sync.Mutex
	warnings    []string
	attachments []Attachment
}

// Warnf records a flaw in a good file.
func (in *Input) Warnf(format string, args ...any) {
	in.mu.Lock()
	defer in.mu.Unlock()
	const most = 100
	if len(in.warnings) == most {
		in.warnings = append(in.warnings, "more warnings left out")
	}
	if len(in.warnings) > most {
		return
	}
	w := fmt.Sprintf(format, args...)
	for _, have := range in.warnings {
		if have == w {
			return
		}
	}
	in.warnings = append(in.warnings, w)
}

// Warnings returns what was recorded, in order.
func (in *Input) Warnings() []string { return in.warnings }

// Attach hands an embedded file back to the walk; it becomes a document of its own.
func (in *Input) Attach(name string, blob udm.Blob) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.attachments = append(in.attachments, Attachment{name, blob})
}

// Attachments returns what was handed back, in order.
func (in *Input) Attachments() []Attachment { return in.attachments }

// ReadAll returns the whole content and charges its size. The bytes must not be changed.
func (in *Input) ReadAll() ([]byte, error) {
	if err := in.Budget.Charge(in.Content.Size()); err != nil {
		return nil, err
	}
	return source.ReadAll(in.Content)
}

// NewDocument returns an empty document of the format.
func NewDocument(in *Input, f string) *udm.Document {
	return &udm.Document{SourceType: f, SourcePath: in.Path, MediaType: in.MediaType}
}
