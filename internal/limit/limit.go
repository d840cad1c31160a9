// Package limit holds every bound that udecode puts on its input, and the per-document budget
// that says no.
package limit

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync/atomic"
	"time"
)

// ErrExceeded is wrapped by every error that a bound causes while a document is decoded.
var ErrExceeded = errors.New("limit exceeded")

// ErrArchive is wrapped by every error that a bound on archives causes.
var ErrArchive = errors.New("archive limit exceeded")

// The bounds that are fixed. What an office program writes is far below them.
const (
	Embedding   = 20        // documents in documents: attachments of attached messages and the like; deeper ones fail as archives do
	ZipEntries  = 1 << 20   // of one file
	StringTable = 1<<32 - 1 // bytes of a workbook's shared strings
	StreamSize  = 256 << 20 // bytes of one stream of a PDF as decoded
	TokenSize   = 16 << 20  // bytes of one XML tag or text of a workbook, or of one of its binary records
)

// Bound is a bound for people to read.
type Bound struct{ Value, What, Code string }

// Fixed lists the bounds that can't be set, and the codes of the errors that they lead to.
func Fixed() []Bound {
	n := strconv.FormatInt
	return []Bound{
		{n(Defaults.Blocks, 10), "content blocks of one document", "too_large"},
		{strconv.Itoa(Defaults.Depth), "nesting of elements, groups and objects in one document", "too_large"},
		{n(ZipEntries, 10), "entries of one zip file, such as the parts of an Office or OpenDocument file", "too_large"},
		{fmt.Sprintf("%dGiB", int64(StringTable+1)>>30), "size of a workbook's shared strings", "too_large"},
		{fmt.Sprintf("%dMiB", StreamSize>>20), "size of one stream of a PDF as decoded", "too_large"},
		{fmt.Sprintf("%dMiB", TokenSize>>20), "size of one XML tag or text of a workbook, or of one of its binary records", "too_large"},
		{strconv.Itoa(Embedding), "documents in documents, such as attachments of attached messages", "archive_limit"},
	}
}

// Limits are the bounds. The zero value of a field means its default (see Defaults).
type Limits struct {
	FileSize     int64         // bytes of one input file
	Decoded      int64         // bytes of text, tables and unpacked parts of one document
	Cells        int64         // table cells of one document
	Blocks       int64         // content blocks of one document
	Depth        int           // nesting of elements, groups and objects in one document
	Timeout      time.Duration // decoding of one document
	ArchiveDepth int           // archives in archives
	ArchiveItems int64         // members of one outermost archive, nested ones included
	ArchiveSize  int64         // unpacked bytes of one outermost archive, nested ones included
	ArchiveRatio int64         // unpacked to packed size, checked above 100 MiB unpacked
}

// Defaults are the bounds in force when nothing else is said.
var Defaults = Limits{
	FileSize:     2 << 30,
	Decoded:      4 << 30,
	Cells:        100_000_000,
	Blocks:       20_000_000,
	Depth:        1000,
	Timeout:      5 * time.Minute,
	ArchiveDepth: 8,
	ArchiveItems: 200_000,
	ArchiveSize:  16 << 30,
	ArchiveRatio: 250,
}

// WithDefaults fills in the default for each field that is zero.
func (l Limits) WithDefaults() Limits {
	d := Defaults
	set(&d.FileSize, l.FileSize)
	set(&d.Decoded, l.Decoded)
	set(&d.Cells, l.Cells)
	set(&d.Blocks, l.Blocks)
	set(&d.Depth, l.Depth)
	set(&d.Timeout, l.Timeout)
	set(&d.ArchiveDepth, l.ArchiveDepth)
	set(&d.ArchiveItems, l.ArchiveItems)
	set(&d.ArchiveSize, l.ArchiveSize)
	set(&d.ArchiveRatio, l.ArchiveRatio)
	return d
}

func set[T comparable](dst *T, v T) {
	var zero T
	if v != zero {
		*dst = v
	}
}

// Budget counts what one document uses. It is safe for concurrent use.
type Budget struct {
	limits  Limits
	decoded atomic.Int64
	cells   atomic.Int64
	blocks  atomic.Int64
}

// NewBudget returns an unused budget.
func NewBudget(l Limits) *Budget { return &Budget{limits: l.WithDefaults()} }

// Limits returns the bounds of the budget.
func (b *Budget) Limits() Limits { return b.limits }

// Charge counts n bytes of text or of an unpacked part.
func (b *Budget) Charge(n int64) error {
	if b.decoded.Add(n) > b.limits.Decoded {
		return fmt.Errorf("%w: more than %d bytes decoded", ErrExceeded, b.limits.Decoded)
	}
	return nil
}

// ChargeCells counts n table cells.
func (b *Budget) ChargeCells(n int64) error {
	if b.cells.Add(n) > b.limits.Cells {
		return fmt.Errorf("%w: more than %d table cells", ErrExceeded, b.limits.Cells)
	}
	return nil
}

// ChargeBlocks counts n content blocks.
func (b *Budget) ChargeBlocks(n int64) error {
	if b.blocks.Add(n) > b.limits.Blocks {
		return fmt.Errorf("%w: more than %d blocks", ErrExceeded, b.limits.Blocks)
	}
	return nil
}

// CheckDepth says no when depth is above the bound on nesting.
func (b *Budget) CheckDepth(depth int) error {
	if depth > b.limits.Depth {
		return fmt.Errorf("%w: nested deeper than %d", ErrExceeded, b.limits.Depth)
	}
	return nil
}

// Reader returns a reader over r that charges what is read.
func (b *Budget) Reader(r io.Reader) io.Reader { return &reader{r, b} }

type reader struct {
	r io.Reader
	b *Budget
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if e := r.b.Charge(int64(n)); e != nil {
		return n, e
	}
	return n, err
}
