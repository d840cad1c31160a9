package interp

import (
	"errors"
	"fmt"
	"sync"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/pdf/font"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// document is a PDF opened for reading pages.
type document struct {
	cos    *cos.Document
	opt    Options
	root   cos.Dict
	pages  []node
	layers layers
	info   *page.Info
	form   form

	index map[cos.Ref]int // of pages

	formMarks map[formMark]int32 // not changed after Open

	namedOnce sync.Once
	named     map[string]cos.Object

	mu    sync.Mutex
	fonts map[cos.Ref]*fontEntry
}

type fontEntry struct {
	once sync.Once
	font *font.Font
}

// Options say how to read.
type Options struct {
	Passwords []string
	// NoMasks leaves pictures as they are without their masks. Whether a JPEG's is of any use is only known once it is decoded.
	NoMasks bool
}

// Open reads a PDF's structure. Its errors wrap decoder.ErrEncrypted when no password fits, and
// decoder.ErrMalformed. The content must stay open while the source and the blobs it gave are in use; Close
// does not close it.
func Open(content source.Content, opt Options, budget *limit.Budget) (page.Source, error) {
	c, err := cos.Open(content, opt.Passwords, budget)
	switch {
	case errors.Is(err, cos.ErrEncrypted):
		return nil, fmt.Errorf("%w: %w", decoder.ErrEncrypted, err)
	case errors.Is(err, cos.ErrMalformed):
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	case err != nil:
		return nil, err
	}
	d := &document{cos: c, opt: opt, fonts: map[cos.Ref]*fontEntry{}, formMarks: map[formMark]int32{}}
	d.root = c.Dict(c.Trailer().Get("Root"))
	d.pages = findPages(c, d.root)
	if len(d.pages) == 0 {
		return nil, fmt.Errorf("%w: no pages", decoder.ErrMalformed)
	}
	d.index = make(map[cos.Ref]int, len(d.pages))
	for i, n := range d.pages {
		d.index[n.ref] = i
	}
	d.layers = readLayers(c, d.root)
	d.form = readForm(c, d.root)
	d.info = d.readInfo()
	return d, nil
}

func (d *document) Info() *page.Info { return d.info }

func (d *document) NumPages() int { return len(d.pages) }

func (d *document) Close() error { return nil }

func (d *document) Page(index int) (*page.Page, error) {
	if index < 0 || index >= len(d.pages) {
		return nil, fmt.Errorf("page %d of %d", index+1, len(d.pages))
	}
	return d.runPage(index)
}

// pageDict returns a page's dictionary.
func (d *document) pageDict(n node) cos.Dict {
	if n.dict != nil {
		return n.dict
	}
	return d.cos.Dict(n.ref)
}

// fontOf returns the font of a resource, loaded once for the document when it is an object of its own.
func (d *document) fontOf(o cos.Object) *font.Font {
	ref, ok := o.(cos.Ref)
	if !ok {
		return font.Load(d.cos, d.cos.Dict(o))
	}
	d.mu.Lock()
	e := d.fonts[ref]
	if e == nil {
		e = new(fontEntry)
		d.fonts[ref] = e
	}
	d.mu.Unlock()
	e.once.Do(func() { e.font = font.Load(d.cos, d.cos.Dict(ref)) })
	return e.font
}
