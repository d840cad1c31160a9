package interp

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/font"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Bounds on what one page may do.
const (
	maxOperators = 20_000_000
	maxGlyphs    = 2_000_000
	maxRules     = 200_000
	maxFormDepth = 24
	maxForms     = 50_000 // runs
	maxStates    = 512
	maxContent   = 512 << 20 // bytes of content streams, each as often as it is run
)

var errTooMuch = errors.New("the page draws too much")

// state is the graphics state (8.4), with the text state.
type state struct {
	ctm           matrix
	clip          box // in the page model's space
	fill, stroke  uint32
	fillSpace     *space
	strokeSpace   *space
	lineWidth     float64
	font          *font.Font
	size          float64
	charSpace     float64
	wordSpace     float64
	hscale        float64
	leading, rise float64
	mode          int
}

// runner runs the content of one page.
type runner struct {
	doc    *document
	page   *page.Page
	base   matrix
	bound  box // the page
	ground ground
	white  bool // a glyph is white

	st       state
	stack    []state
	tm, tlm  matrix
	operands []cos.Operand
	inks     [maxInks]float64 // the components of the colour that is being set
	path     path
	marks    []mark
	hidden   int // marks in force that hide
	mcid     int32
	flags    page.Flags // of all glyphs
	ops      int
	decoded  int64 // bytes of content so far
	res      *resources
	active   map[cos.Ref]bool // forms being run
	marked   cos.Ref          // the form being run, when its marked content is numbered by itself
	forms    int              // forms run so far
	inline   int              // inline images so far
	covered  int              // glyphs that were there when the last scan was drawn
	unknown  string           // the beginning of the first operator that is none

	frames  []*frame // memory for the page's content and the forms in one another
	doubles doubles
}

// frame is memory for running one content stream.
type frame struct {
	content  []byte
	lex      cos.Lexer
	operands []cos.Operand
	path     path
}

// runners are kept for the memory that they have.
var runners = sync.Pool{New: func() any { return &runner{active: map[cos.Ref]bool{}} }}

// release lets go of the page and its document.
func (r *runner) release() {
	const most = 1 << 20 // bytes of content to keep room for
	for _, f := range r.frames {
		f.lex.Reset(nil)
		if cap(f.content) > most {
			f.content = nil
		}
	}
	clear(r.active)
	clear(r.stack[:cap(r.stack)])
	clear(r.marks[:cap(r.marks)])
	*r = runner{active: r.active, stack: r.stack[:0], marks: r.marks[:0], frames: r.frames, doubles: r.doubles}
	runners.Put(r)
}

// frame returns the memory for content in so many forms.
func (r *runner) frame(depth int) *frame {
	for len(r.frames) <= depth {
		r.frames = append(r.frames, new(frame))
	}
	return r.frames[depth]
}

func (d *document) runPage(index int) (*page.Page, error) {
	n := d.pages[index]
	dict := d.pageDict(n)
	unit, _ := d.cos.Number(dict.Get("UserUnit"))
	w, h, rotate, m := n.geometry(d.cos, unit)
	p := &page.Page{Index: index, Width: w, Height: h, Rotate: rotate, Engine: "native"}
	r := runners.Get().(*runner)
	r.doc, r.page, r.base, r.bound, r.mcid = d, p, m, box{0, 0, w, h}, -1
	r.ground.page = r.bound
	r.st = r.initial(m)
	p.Glyphs = page.Room()
	r.res = &resources{dict: d.cos.Dict(n.resources)}
	f := r.frame(0)
	if err := r.content(dict.Get("Contents"), f); err != nil {
		r.warn(err)
	}
	if err := r.run(f); err != nil {
		r.warn(err)
	}
	if r.unknown != "" && blank(p) {
		r.warn(fmt.Errorf("the content draws nothing and has unknown operators, such as %q", r.unknown))
	}
	r.annotations(dict)
	if err := d.cos.Budget().Charge(0); err != nil {
		return nil, fmt.Errorf("page %d: %w", index+1, err)
	}
	if r.white {
		r.hideWhite()
	}
	p.Glyphs = r.doubles.collapse(p.Glyphs)
	for i := range p.Glyphs {
		if p.Glyphs[i].Flags&page.Guessed != 0 {
			p.Unmapped++
		}
	}
	r.release()
	return p, nil
}

// blank reports whether nothing is drawn on a page.
func blank(p *page.Page) bool {
	return len(p.Glyphs)+len(p.Rules)+len(p.Fills)+len(p.Sketches)+len(p.Images) == 0
}

func (r *runner) initial(m matrix) state {
	return state{ctm: m, clip: r.bound, lineWidth: 1, hscale: 1, fillSpace: &deviceGray, strokeSpace: &deviceGray}
}

func (r *runner) warn(err error) {
	if len(r.page.Warnings) < 10 {
		r.page.Warnings = append(r.page.Warnings, err.Error())
	}
}

// content reads a page's content streams, put together. Its error is about the first that is missing or damaged.
func (r *runner) content(o cos.Object, f *frame) error {
	f.content = f.content[:0]
	parts, ok := r.doc.cos.Resolve(o).(cos.Array)
	if !ok {
		if o == nil {
			return nil // an empty page
		}
		return r.decode(o, f)
	}
	var first error
	for _, e := range parts {
		if err := r.decode(e, f); err != nil && first == nil {
			first = err
		}
		if len(parts) > 1 {
			f.content = append(f.content, '\n')
		}
	}
	return first
}

// decode appends the data of a content stream to a frame's, unless the page has had too much of them.
func (r *runner) decode(o cos.Object, f *frame) error {
	s := r.doc.cos.Stream(o)
	if s == nil {
		return fmt.Errorf("the content is missing: %s", described(o))
	}
	if r.decoded > maxContent {
		return errTooMuch
	}
	before := len(f.content)
	b, filter, err := s.AppendDecoded(f.content)
	if filter.Name != "" {
		return fmt.Errorf("content stream %d: it is a picture", s.Ref.Num)
	}
	f.content = b
	r.decoded += int64(len(b) - before)
	return err
}

// described says what is in the place of a content stream.
func described(o cos.Object) string {
	if ref, ok := o.(cos.Ref); ok {
		return fmt.Sprintf("object %d is no stream", ref.Num)
	}
	return "it is no stream"
}

// run runs a frame's content with the resources in r.res.
func (r *runner) run(f *frame) error {
	lex := &f.lex
	lex.Reset(f.content)
	bottom := len(r.stack)
	operands, path := r.operands, r.path
	r.path = f.path
	r.path.reset()
	defer func() {
		f.path = r.path
		r.operands, r.path = operands, path
	}()
	for {
		var op []byte
		r.operands, op = lex.Operation(f.operands[:0])
		f.operands = r.operands
		if op == nil {
			r.stack = r.stack[:min(len(r.stack), max(bottom, 0))]
			return nil
		}
		if r.ops++; r.ops > maxOperators || len(r.page.Glyphs) > maxGlyphs {
			return errTooMuch
		}
		r.operator(op, lex, bottom)
		lex.Recycle()
	}
}

// num returns operand i; 0 when it is missing or no number.
func (r *runner) num(i int) float64 {
	if i < len(r.operands) {
		return r.operands[i].Num
	}
	return 0
}

// tail returns the last n operands, which is what an operator with too many means.
func (r *runner) tail(n int) (ok bool) {
	if len(r.operands) < n {
		return false
	}
	r.operands = r.operands[len(r.operands)-n:]
	return true
}

func (r *runner) name() string {
	if n := len(r.operands); n > 0 && r.operands[n-1].Kind == cos.NameToken {
		return string(r.operands[n-1].Bytes)
	}
	return ""
}

func (r *runner) operator(op []byte, lex *cos.Lexer, bottom int) {
	s := &r.st
	switch string(op) {
	// Graphics state.
	case "q":
		if len(r.stack) < maxStates {
			r.stack = append(r.stack, r.st)
		}
	case "Q":
		if n := len(r.stack); n > bottom {
			r.st = r.stack[n-1]
			r.stack = r.stack[:n-1]
		}
	case "cm":
		if r.tail(6) {
			s.ctm = r.matrix().mul(s.ctm)
		}
	case "w":
		s.lineWidth = math.Abs(r.num(0))
	case "gs":
		r.extState(r.name())

	// Text.
	case "BT":
		r.tm, r.tlm = unit, unit
	case "Tf":
		if len(r.operands) >= 2 {
			i := len(r.operands) - 2
			s.font, s.size = r.font(r.operands[i].Bytes), r.operands[i+1].Num
		}
	case "Td":
		if r.tail(2) {
			r.newline(r.num(0), r.num(1))
		}
	case "TD":
		if r.tail(2) {
			s.leading = -r.num(1)
			r.newline(r.num(0), r.num(1))
		}
	case "Tm":
		if r.tail(6) {
			r.tlm = r.matrix()
			r.tm = r.tlm
		}
	case "T*":
		r.newline(0, -s.leading)
	case "Tj":
		r.showLast()
	case "TJ":
		r.showArray()
	case "'":
		r.newline(0, -s.leading)
		r.showLast()
	case "\"":
		if len(r.operands) >= 3 {
			s.wordSpace, s.charSpace = r.num(0), r.num(1)
		}
		r.newline(0, -s.leading)
		r.showLast()
	case "Tc":
		s.charSpace = r.num(0)
	case "Tw":
		s.wordSpace = r.num(0)
	case "Tz":
		s.hscale = r.num(0) / 100
	case "TL":
		s.leading = r.num(0)
	case "Ts":
		s.rise = r.num(0)
	case "Tr":
		s.mode = int(r.num(0))

	// Paths.
	case "m":
		if r.tail(2) {
			r.path.moveTo(r.point(0))
		}
	case "l":
		if r.tail(2) {
			r.path.lineTo(r.point(0))
		}
	case "c":
		if r.tail(6) {
			r.path.curveTo(r.point(0), r.point(2), r.point(4))
		}
	case "v", "y":
		if r.tail(4) {
			r.path.curveTo(r.point(0), r.point(0), r.point(2))
		}
	case "h":
		r.path.close()
	case "re":
		if r.tail(4) {
			r.rectangle()
		}
	case "S":
		r.paint(false, true)
	case "s":
		r.path.close()
		r.paint(false, true)
	case "f", "F", "f*":
		r.paint(true, false)
	case "B", "B*":
		r.paint(true, true)
	case "b", "b*":
		r.path.close()
		r.paint(true, true)
	case "n":
		r.paint(false, false)
	case "sh":
		r.shade()
	case "W", "W*":
		r.path.clips = true

	// Colour.
	case "g":
		s.fillSpace = &deviceGray
		s.fill = r.color(s.fillSpace)
	case "G":
		s.strokeSpace = &deviceGray
		s.stroke = r.color(s.strokeSpace)
	case "rg":
		s.fillSpace = &deviceRGB
		s.fill = r.color(s.fillSpace)
	case "RG":
		s.strokeSpace = &deviceRGB
		s.stroke = r.color(s.strokeSpace)
	case "k":
		s.fillSpace = &deviceCMYK
		s.fill = r.color(s.fillSpace)
	case "K":
		s.strokeSpace = &deviceCMYK
		s.stroke = r.color(s.strokeSpace)
	case "cs":
		s.fillSpace = r.space(r.name())
		s.fill = 0
	case "CS":
		s.strokeSpace = r.space(r.name())
		s.stroke = 0
	case "sc", "scn":
		s.fill = r.color(s.fillSpace)
	case "SC", "SCN":
		s.stroke = r.color(s.strokeSpace)

	// Objects and marked content.
	case "Do":
		r.xobject(r.name())
	case "BI":
		r.inlineImage(lex)
	case "BMC":
		r.begin(mark{mcid: -1})
	case "BDC":
		r.beginWithProperties(lex)
	case "EMC":
		r.end()

	// What does not matter to text.
	case "J", "j", "M", "ri", "i", "ET", "d0", "d1", "MP", "DP", "BX", "EX":
	default:
		if r.unknown == "" {
			r.unknown = string(op[:min(len(op), 20)])
		}
	}
}

func (r *runner) matrix() matrix {
	return matrix{r.num(0), r.num(1), r.num(2), r.num(3), r.num(4), r.num(5)}
}

// maxInks bounds a colour's components (PDF 32000-1, Annex C, has the same bound for DeviceN).
const maxInks = 32

// color is the colour that the operands are in a space.
func (r *runner) color(s *space) uint32 {
	n := 0
	for _, o := range r.operands {
		if n < maxInks && (o.Kind == cos.Integer || o.Kind == cos.Real) {
			r.inks[n] = o.Num
			n++
		}
	}
	return s.rgb(r.inks[:n])
}
