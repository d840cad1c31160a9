package pdfium

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/enums"
	pdfiumerrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/responses"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// ErrPassword says that none of the passwords opens the document.
var ErrPassword = errors.New("no password fits")

// pageTime bounds the work on one page. PDFium cannot be interrupted, so a document that exceeds it is given up.
const pageTime = 30 * time.Second

// Document is an open PDF. It implements page.Source; its methods may be called from several
// goroutines, and take turns.
type Document struct {
	mu    sync.Mutex
	inst  gopdfium.Pdfium
	doc   references.FPDF_DOCUMENT
	pages int
	info  page.Info
	fonts map[fontKey]*page.Font
	dead  error // why it was given up

	content  source.Content
	password string
	used     int // pages read or drawn since the document was opened in the module
}

var _ page.Source = (*Document)(nil)

// Open opens a PDF with the empty password or the first of passwords that fits.
func Open(ctx context.Context, content source.Content, passwords []string) (*Document, error) {
	inst, err := instance(ctx)
	if err != nil {
		return nil, err
	}
	d := &Document{inst: inst, fonts: make(map[fontKey]*page.Font), content: content}
	err = d.within(func() error { return d.open(passwords) })
	if err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (d *Document) open(passwords []string) error {
	var err error
	for _, pw := range append([]string{""}, passwords...) {
		if err = d.load(pw); err == nil {
			break
		}
		if !errors.Is(err, pdfiumerrors.ErrPassword) {
			return fmt.Errorf("opening with PDFium: %w", err)
		}
	}
	if err != nil {
		return ErrPassword
	}
	n, err := d.inst.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: d.doc})
	if err != nil {
		return fmt.Errorf("counting pages: %w", err)
	}
	d.pages = n.PageCount
	d.readInfo()
	return nil
}

// load opens the document in the module.
func (d *Document) load(password string) error {
	req := &requests.OpenDocument{FileReader: io.NewSectionReader(d.content, 0, d.content.Size()), FileReaderSize: d.content.Size()}
	if password != "" {
		req.Password = &password
	}
	res, err := d.inst.OpenDocument(req)
	if err != nil {
		return err
	}
	d.doc, d.password, d.used = res.Document, password, 0
	return nil
}

// turnPage opens the document anew after a number of pages. PDFium keeps what it has read of a file until then, which is all of a scanned
// book in the end.
func (d *Document) turnPage() error {
	const most = 32
	if d.used++; d.used <= most {
		return nil
	}
	if _, err := d.inst.FPDF_CloseDocument(&requests.FPDF_CloseDocument{Document: d.doc}); err != nil {
		return fmt.Errorf("PDFium: closing the document: %w", err)
	}
	if err := d.load(d.password); err != nil {
		return fmt.Errorf("PDFium: opening the document again: %w", err)
	}
	return nil
}

// within runs f, with panics turned into errors, for at most pageTime; after that the document is dead.
func (d *Document) within(f func() error) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead != nil {
		return d.dead
	}
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("PDFium: %v", r)
			}
		}()
		done <- f()
	}()
	t := time.NewTimer(pageTime)
	defer t.Stop()
	select {
	case err := <-done:
		return err
	case <-t.C:
		d.dead = fmt.Errorf("PDFium: no answer within %v", pageTime)
		return d.dead
	}
}

// Close frees the instance; pages that were read stay valid.
func (d *Document) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.dead != nil {
		return nil // its goroutine still runs inside of the instance
	}
	d.dead = errors.New("PDFium: document is closed")
	return d.inst.Close()
}

// Info returns what is known of the document.
func (d *Document) Info() *page.Info { return &d.info }

// NumPages returns the number of pages.
func (d *Document) NumPages() int { return d.pages }

// Page reads a page by its 0-based index.
func (d *Document) Page(index int) (*page.Page, error) {
	var p *page.Page
	err := d.within(func() (err error) {
		if err = d.turnPage(); err != nil {
			return err
		}
		p, err = d.readPage(index)
		return err
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Render draws a page in gray at a resolution in dots per inch, which is reduced for giant pages.
func (d *Document) Render(index int, dpi float64) (*image.Gray, error) {
	img, err := d.render(index, dpi, requests.RenderImageFormatGrayscale)
	if err != nil {
		return nil, err
	}
	gray, ok := img.(*image.Gray)
	if !ok {
		return nil, fmt.Errorf("page %d: drawn as %T", index+1, img)
	}
	return gray, nil
}

// RenderColor draws a page in colour.
func (d *Document) RenderColor(index int, dpi float64) (image.Image, error) {
	return d.render(index, dpi, requests.RenderImageFormatRGBA)
}

// maxPixels bounds the longer side of a drawn page.
const maxPixels = 8000

func (d *Document) render(index int, dpi float64, format requests.RenderImageFormat) (image.Image, error) {
	var out image.Image
	err := d.within(func() error {
		if err := d.turnPage(); err != nil {
			return err
		}
		ref := requests.Page{ByIndex: &requests.PageByIndex{Document: d.doc, Index: index}}
		size, err := d.inst.FPDF_GetPageSizeByIndex(&requests.FPDF_GetPageSizeByIndex{Document: d.doc, Index: index})
		if err != nil {
			return fmt.Errorf("page %d: %w", index+1, err)
		}
		scale := dpi / 72
		if long := max(size.Width, size.Height) * scale; long > maxPixels {
			scale *= maxPixels / long
		}
		res, err := d.inst.RenderPageInPixels(&requests.RenderPageInPixels{Page: ref, Document: &d.doc, RenderForm: true, ImageFormat: format,
			RenderFlags: enums.FPDF_RENDER_FLAG_ANNOT,
			Width:       int(math.Ceil(size.Width * scale)), Height: int(math.Ceil(size.Height * scale))})
		if err != nil {
			return fmt.Errorf("drawing page %d: %w", index+1, err)
		}
		defer res.Cleanup()
		// The picture lies in the module's memory until Cleanup.
		switch img := res.Result.RenderedImage.(type) {
		case *image.Gray:
			c := *img
			c.Pix = append([]byte(nil), img.Pix...)
			out = &c
		case *image.RGBA:
			c := *img
			c.Pix = append([]byte(nil), img.Pix...)
			out = &c
		default:
			return fmt.Errorf("page %d: drawn as %T", index+1, img)
		}
		return nil
	})
	return out, err
}

func (d *Document) readInfo() {
	if res, err := d.inst.GetMetaData(&requests.GetMetaData{Document: d.doc}); err == nil {
		m := &d.info.Metadata
		for _, t := range res.Tags {
			v := page.CleanText(t.Value)
			switch t.Tag {
			case "Title":
				m.Title = v
			case "Author":
				m.Author = v
			case "CreationDate":
				m.CreatedAt = page.ParseDate(v)
			case "ModDate":
				m.ModifiedAt = page.ParseDate(v)
			case "Keywords":
				m.Tags = page.SplitKeywords(v)
			default:
				m.Set(strings.ToLower(t.Tag), v)
			}
		}
	}
	if res, err := d.inst.GetBookmarks(&requests.GetBookmarks{Document: d.doc}); err == nil {
		d.addBookmarks(res.Bookmarks, 1)
	}
	for i := range min(d.pages, 1<<16) {
		res, err := d.inst.FPDF_GetPageLabel(&requests.FPDF_GetPageLabel{Document: d.doc, Page: i})
		if err != nil || res.Label == "" {
			d.info.Labels = nil
			break
		}
		d.info.Labels = append(d.info.Labels, res.Label)
	}
	d.readAttachments()
}

func (d *Document) addBookmarks(list []responses.GetBookmarksBookmark, level int) {
	const most, deepest = 100_000, 64
	if level > deepest {
		return
	}
	for _, b := range list {
		if len(d.info.Outline) >= most {
			return
		}
		target := -1
		dest := b.DestInfo
		if dest == nil && b.ActionInfo != nil {
			dest = b.ActionInfo.DestInfo
		}
		if dest != nil {
			target = dest.PageIndex
		}
		d.info.Outline = append(d.info.Outline, page.OutlineItem{Title: page.CleanText(b.Title), Level: level, Page: target, Y: -1})
		d.addBookmarks(b.Children, level+1)
	}
}

func (d *Document) readAttachments() {
	res, err := d.inst.GetAttachments(&requests.GetAttachments{Document: d.doc})
	if err != nil {
		return
	}
	for _, a := range res.Attachments {
		d.info.Attachments = append(d.info.Attachments, page.Attachment{Name: a.Name, Blob: udm.Bytes(a.Content)})
	}
}
