// Package page is the page model between the PDF engines and the layout analysis: what is drawn on a page
// and where, with nothing of the PDF syntax left.
//
// All coordinates are points (1/72 inch) with the origin at the top left of the page as a reader sees it:
// crop box and page rotation are applied, y grows downwards.
package page

import (
	"sync"

	"github.com/udecode/udecode/internal/udm"
)

// Source gives the pages of one PDF. Its methods may be called from several goroutines.
type Source interface {
	Info() *Info
	NumPages() int
	// Page returns the page of that 0-based index.
	Page(index int) (*Page, error)
	Close() error
}

// Info is what is known of the document as a whole.
type Info struct {
	Metadata    udm.Metadata
	Language    string // BCP 47
	Tagged      bool   // the file says that it is a tagged PDF
	Labels      []string
	Outline     []OutlineItem
	Struct      *Element // root of the structure tree, or nil
	Attachments []Attachment
	Warnings    []string
}

// OutlineItem is a bookmark, in document order.
type OutlineItem struct {
	Title string
	Level int     // from 1
	Page  int     // 0-based; -1 unknown
	Y     float64 // on that page; -1 unknown
}

// Attachment is an embedded file.
type Attachment struct {
	Name string
	Blob udm.Blob
}

// Page is one page's content in drawing order.
type Page struct {
	Index         int // 0-based
	Width, Height float64
	Rotate        int // the rotation that was applied: 0, 90, 180, 270
	Glyphs        []Glyph
	Rules         []Rule
	Fills         []Fill
	Sketches      []Rect // boxes of lines and areas that are curved or slanted: parts of drawings
	Images        []Image
	Links         []Link
	Annots        []Annot
	Unmapped      int    // glyphs whose Unicode value is a guess or unknown
	Engine        string // "native", "pdfium", "ocr"
	Warnings      []string
}

// rooms are glyphs' memory: every page has thousands.
var rooms sync.Pool

// Room returns memory for glyphs, with none in it.
func Room() []Glyph {
	if g, ok := rooms.Get().(*[]Glyph); ok {
		return *g
	}
	return nil
}

// Release gives the memory of the page's glyphs back for other pages. Nothing may refer to them any more.
func (p *Page) Release() {
	const least, most = 1 << 8, 1 << 16
	g := p.Glyphs[:0]
	p.Glyphs = nil
	if n := cap(g); n >= least && n <= most {
		rooms.Put(&g)
	}
}

// Rect is a rectangle with X0 <= X1 and Y0 <= Y1.
type Rect struct{ X0, Y0, X1, Y1 float32 }

// W returns the width.
func (r Rect) W() float32 { return r.X1 - r.X0 }

// H returns the height.
func (r Rect) H() float32 { return r.Y1 - r.Y0 }

// Union returns the smallest rectangle around both.
func (r Rect) Union(o Rect) Rect {
	if o.X0 < r.X0 {
		r.X0 = o.X0
	}
	if o.Y0 < r.Y0 {
		r.Y0 = o.Y0
	}
	if o.X1 > r.X1 {
		r.X1 = o.X1
	}
	if o.Y1 > r.Y1 {
		r.Y1 = o.Y1
	}
	return r
}

// Flags are yes-no facts about a glyph.
type Flags uint8

// The flags.
const (
	Invisible Flags = 1 << iota // rendering mode 3 or 7: an OCR layer, usually
	Vertical                    // set in vertical writing mode
	Guessed                     // the Unicode value is a guess
	Field                       // text of a form field or annotation
	Generated                   // a space that the engine put in
)

// Glyph is one drawn glyph.
type Glyph struct {
	Text  string  // Unicode; more than one character for ligatures; never ""
	Box   Rect    // advance width × font ascent and descent, turned by Angle and boxed
	X, Y  float32 // origin on the baseline
	Size  float32 // effective font size, points
	Angle int16   // of the baseline, degrees counter-clockwise as seen: 0, 90, -90, 180 or others
	Flags Flags
	// Confidence is how sure text recognition was, in percent; 0 for text that was not recognized.
	Confidence uint8
	Font       *Font
	MCID       int32  // marked-content id, -1 for none
	Color      uint32 // fill colour 0xRRGGBB
}

// Font is a font as it is used on pages; pointers to it are equal for the same font.
type Font struct {
	Name    string // without subset prefix: "LMRoman10-Bold"
	Weight  int    // 400 normal, 700 bold
	Italic  bool
	Mono    bool // fixed width
	Serif   bool
	Symbol  bool    // symbolic: bullets, maths
	Ascent  float32 // of the em
	Descent float32 // of the em, negative
}

// Rule is a straight line segment, from a stroke or a thin filled rectangle.
type Rule struct {
	X0, Y0, X1, Y1 float32
	Width          float32
	Color          uint32
}

// Fill is a filled area that is not thin: table shading, boxes, and drawn bullets.
type Fill struct {
	Box   Rect
	Color uint32
	Round bool // bounded by curves
}

// Image is a drawn picture.
type Image struct {
	Box           Rect
	Width, Height int      // pixels
	MediaType     string   // of Blob
	Blob          udm.Blob // nil when it can't be had
	Key           string   // equal for the same picture drawn again
	Mask          bool     // a stencil mask
	// Whole is the box of all pixels, of which Box may be a part.
	Whole Rect
	// Orientation is how the pixels are turned and mirrored to fill the box, as Exif's orientation: 1 upright to 8. It is 0 when they
	// stand askew.
	Orientation int
	MCID        int32
	Alt         string
	Text        *Page // what was read off it, with places on the page; nil when nothing was
	Taken       bool  // already part of a block
}

// Link is a clickable area.
type Link struct {
	Box  Rect
	URL  string // "" for links inside of the document
	Page int    // target's 0-based page for those; -1 unknown
}

// Annot is a comment or note on the page; text that is seen on the page itself is in Glyphs.
type Annot struct {
	Box      Rect
	Kind     string // "Text", "FreeText", "Highlight", …
	Contents string
	Author   string
	Date     string // RFC 3339
}

// Element is a node of the structure tree.
type Element struct {
	Type    string // standard type after the role map: "P", "H1", "Table", "TD", …
	Alt     string // alternate description; a figure's or formula's replacement text when it has none
	RowSpan int
	ColSpan int
	Kids    []Kid
}

// Kid is a child of an Element: another one, or marked content of a page.
type Kid struct {
	Element *Element
	Page    int // 0-based, when Element is nil
	MCID    int32
}
