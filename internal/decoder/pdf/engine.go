package pdf

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/pdf/interp"
	"github.com/udecode/udecode/internal/decoder/pdf/layout"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/decoder/pdf/pdfium"
	"github.com/udecode/udecode/internal/decoder/pdf/picture"
	"github.com/udecode/udecode/internal/limit"
)

// engines reads one document with the native engine, with PDFium, or with both.
type engines struct {
	in     *decoder.Input
	native page.Source // nil when it could not open the document or is not wanted
	spare  func() (*pdfium.Document, error)
	opened atomic.Bool // spare was asked for

	ocr *recognizer

	notes [][]string // warnings, by page

	byNative, byPDFium, byOCR atomic.Int64 // pages
}

// open opens a document with the engine that the options name.
func open(ctx context.Context, in *decoder.Input) (*engines, error) {
	e := &engines{in: in, ocr: newRecognizer(in)}
	e.spare = sync.OnceValues(func() (*pdfium.Document, error) {
		e.opened.Store(true)
		d, err := pdfium.Open(ctx, in.Content, in.Options.Passwords)
		if errors.Is(err, pdfium.ErrPassword) {
			err = fmt.Errorf("%w: %w", decoder.ErrEncrypted, err)
		}
		return d, err
	})
	if in.Options.PDFEngine == "pdfium" {
		_, err := e.spare()
		return e, malformedOrNil(err)
	}
	err := e.openNative()
	switch {
	case err == nil:
		return e, nil
	case in.Options.PDFEngine == "native", errors.Is(err, decoder.ErrEncrypted), errors.Is(err, limit.ErrExceeded):
		return nil, malformed(err)
	}
	if _, err2 := e.spare(); err2 != nil {
		return nil, malformed(err)
	}
	in.Warnf("read with PDFium: %v", err)
	return e, nil
}

func malformedOrNil(err error) error {
	if err == nil {
		return nil
	}
	return malformed(err)
}

// openNative opens the document with the native engine; a panic is an error.
func (e *engines) openNative() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("native engine: %v", r)
		}
	}()
	src, err := interp.Open(e.in.Content, interp.Options{Passwords: e.in.Options.Passwords, NoMasks: e.in.Options.Strategy == "fast"}, e.in.Budget)
	if err != nil {
		return err
	}
	e.native = src
	return nil
}

func (e *engines) close() {
	e.ocr.close()
	if e.native != nil {
		e.native.Close()
	}
	if e.opened.Load() {
		if d, err := e.spare(); err == nil {
			d.Close()
		}
	}
}

func (e *engines) info() *page.Info {
	if e.native != nil {
		return e.native.Info()
	}
	d, err := e.spare()
	if err != nil {
		return &page.Info{}
	}
	return d.Info()
}

// used names the engines that pages were read with.
func (e *engines) used() string {
	switch {
	case e.byPDFium.Load() == 0:
		return "native"
	case e.byNative.Load() == 0:
		return "pdfium"
	}
	return "native, pdfium"
}

func (e *engines) count() int {
	if e.native != nil {
		return e.native.NumPages()
	}
	if d, err := e.spare(); err == nil {
		return d.NumPages()
	}
	return 0
}

// alone is the number of pages up to which a document is read by one goroutine.
const alone = 3

// pages reads and analyses all pages, several at a time.
func (e *engines) pages(ctx context.Context, opt layout.Options) ([]*layout.Page, error) {
	n := e.count()
	out := make([]*layout.Page, n)
	errs := make([]error, n)
	e.notes = make([][]string, n)
	workers := min(max(1, e.in.Options.Workers), (n+alone-1)/alone)
	var next atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	work := func() {
		for !stop.Load() && ctx.Err() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			done := func(p *layout.Page, err error) {
				if out[i], errs[i] = p, err; errors.Is(err, limit.ErrExceeded) {
					stop.Store(true)
				}
			}
			p, u, err := e.page(ctx, i)
			switch {
			case err != nil:
				done(nil, err)
			case u == nil:
				done(e.analyze(p, opt))
			default:
				// The worker goes on to other pages meanwhile, for what recognizes text does best when more is there to be read.
				select {
				case e.ocr.flight <- struct{}{}:
				case <-ctx.Done():
					return
				}
				wg.Go(func() {
					defer func() { <-e.ocr.flight }()
					done(e.analyzeRecognized(ctx, p, u, opt))
				})
			}
		}
	}
	for range workers - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	for i, notes := range e.notes {
		for _, n := range notes {
			e.in.Warnf("page %d: %s", i+1, n)
		}
	}
	e.ocr.warn(e.in)
	failed := 0
	for i, err := range errs {
		if err == nil {
			continue
		}
		if errors.Is(err, limit.ErrExceeded) {
			return nil, err
		}
		failed++
		e.in.Warnf("page %d: %v", i+1, err)
		out[i] = layout.Analyze(&page.Page{Index: i}, opt)
	}
	if n > 0 && failed == n {
		return nil, malformed(errs[0])
	}
	return out, nil
}

// warnf notes a flaw of a page. What is noted of all pages becomes warnings in the order of the pages, whichever is done first.
func (e *engines) warnf(page int, format string, args ...any) {
	e.notes[page] = append(e.notes[page], fmt.Sprintf(format, args...))
}

// page reads one page and tells what of it is to be recognized.
func (e *engines) page(ctx context.Context, i int) (p *page.Page, u *unreadable, err error) {
	defer recovered("layout", &err)
	if p, err = e.read(ctx, i); err != nil {
		return nil, nil, err
	}
	for _, w := range p.Warnings {
		e.warnf(i, "%s", w)
	}
	if p.Engine == "pdfium" {
		e.byPDFium.Add(1)
	} else {
		e.byNative.Add(1)
	}
	if e.in.Options.Strategy != "fast" {
		picture.Join(p)
	}
	return p, e.unreadable(p), nil
}

// analyzeRecognized analyses a page once it is recognized.
func (e *engines) analyzeRecognized(ctx context.Context, p *page.Page, u *unreadable, opt layout.Options) (out *layout.Page, err error) {
	defer recovered("layout", &err)
	if p = e.recognize(ctx, p, u); p.Engine == "ocr" {
		e.byOCR.Add(1)
	}
	return e.analyze(p, opt)
}

func (e *engines) analyze(p *page.Page, opt layout.Options) (out *layout.Page, err error) {
	defer recovered("layout", &err)
	out = layout.Analyze(p, opt)
	p.Release()
	return out, nil
}

// recovered, deferred, makes an error of a panic.
func recovered(in string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s: %v", in, r)
	}
}

// read reads a page with the native engine, or with PDFium where that fails or does not know most characters.
func (e *engines) read(ctx context.Context, i int) (*page.Page, error) {
	if e.native == nil {
		d, err := e.spare()
		if err != nil {
			return nil, err
		}
		return d.Page(i)
	}
	p, err := e.readNative(i)
	if err == nil && !garbled(p) || e.in.Options.PDFEngine == "native" || errors.Is(err, limit.ErrExceeded) {
		return p, err
	}
	d, err2 := e.spare()
	if err2 != nil {
		return p, err
	}
	q, err2 := d.Page(i)
	switch {
	case err2 != nil:
		return p, err
	case err != nil:
		e.warnf(i, "read with PDFium: %v", err)
		return q, nil
	case q.Unmapped*len(p.Glyphs) < p.Unmapped*len(q.Glyphs):
		e.warnf(i, "read with PDFium: %d of %d characters unknown", p.Unmapped, len(p.Glyphs))
		return q, nil
	}
	return p, nil
}

func (e *engines) readNative(i int) (p *page.Page, err error) {
	defer func() {
		if r := recover(); r != nil {
			p, err = nil, fmt.Errorf("native engine: %v", r)
		}
	}()
	return e.native.Page(i)
}

// garbled reports whether a good part of a page's characters is unknown or guessed.
func garbled(p *page.Page) bool { return p.Unmapped > 10 && p.Unmapped*4 > len(p.Glyphs) }
