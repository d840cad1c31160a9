package interp

import (
	"errors"
	"fmt"
	"math"
	"slices"

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
	maxOperands  = 1 << 16
	maxContent   = 512 << 20 // bytes of content streams, each as often as it is run
)

var errTooMuch = errors.New("the page draws too much")

// state is the graphics state (8.4), with the text state.
type state struct {
	ctm           matrix
	clip          box // in the page model's space
	fill, stroke  uint32
	fillSpace     space
	strokeSpace   space
	lineWidth     float64
	dashed        bool
	font          *font.Font
	size          float64
	charSpace     float64
	wordSpace     float64
	hscale        float64
	leading, rise float64
	mode          int
}

// operand is an operand on the stack; an array's operands stand between brackets of their own.
type operand struct {
	kind  cos.Kind
	num   float64
	bytes []byte
}

// runner runs the content of one page.
type runner struct {
	doc   *document
	page  *page.Page
	base  matrix
	bound box // the page

	st       state
	stack    []state
	tm, tlm  matrix
	operands []operand
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
}

func (d *document) runPage(index int) (*page.Page, error) {
	n := d.pages[index]
	dict := d.pageDict(n)
	unit, _ := d.cos.Number(dict["UserUnit"])
	w, h, rotate, m := n.geometry(d.cos, unit)
	p := &page.Page{Index: index, Width: w, Height: h, Rotate: rotate, Engine: "native"}
	r := &runner{doc: d, page: p, base: m, bound: box{0, 0, w, h}, mcid: -1, active: map[cos.Ref]bool{}}
	r.st = r.initial(m)
	sc := scratches.Get().(*scratch)
	p.Glyphs = sc.glyphs
	r.res = &resources{dict: d.cos.Dict(n.resources)}
	content, err := r.content(dict["Contents"])
	if err != nil && len(content) == 0 {
		r.warn(err)
	}
	if err := r.run(content); err != nil {
		r.warn(err)
	}
	r.annotations(dict)
	if err := d.cos.Budget().Charge(0); err != nil {
		return nil, fmt.Errorf("page %d: %w", index+1, err)
	}
	sc.glyphs = p.Glyphs
	p.Glyphs = slices.Clone(collapseDoubles(p.Glyphs, sc))
	for i := range p.Glyphs {
		if p.Glyphs[i].Flags&page.Guessed != 0 {
			p.Unmapped++
		}
	}
	clear(sc.glyphs)
	sc.glyphs = sc.glyphs[:0]
	scratches.Put(sc)
	return p, nil
}

func (r *runner) initial(m matrix) state {
	black := space{model: gray, n: 1}
	return state{ctm: m, clip: r.bound, lineWidth: 1, hscale: 1, fillSpace: black, strokeSpace: black}
}

func (r *runner) warn(err error) {
	if len(r.page.Warnings) < 10 {
		r.page.Warnings = append(r.page.Warnings, err.Error())
	}
}

// content returns a page's content streams, put together.
func (r *runner) content(o cos.Object) ([]byte, error) {
	switch v := r.doc.cos.Resolve(o).(type) {
	case *cos.Stream:
		return r.decode(v)
	case cos.Array:
		var all []byte
		var first error
		for _, e := range v {
			s := r.doc.cos.Stream(e)
			if s == nil {
				continue
			}
			b, err := r.decode(s)
			if err != nil && first == nil {
				first = err
			}
			if len(v) == 1 {
				return b, err
			}
			all = append(append(all, b...), '\n')
		}
		return all, first
	}
	return nil, nil
}

// decode returns the data of a content stream, unless the page has had too much of them.
func (r *runner) decode(s *cos.Stream) ([]byte, error) {
	if r.decoded > maxContent {
		return nil, errTooMuch
	}
	b, f, err := s.DecodeImage()
	if f.Name != "" {
		return nil, fmt.Errorf("content stream %d: it is a picture", s.Ref.Num)
	}
	r.decoded += int64(len(b))
	return b, err
}

// run runs a content stream with the resources in r.res.
func (r *runner) run(content []byte) error {
	lex := cos.NewLexer(content)
	bottom := len(r.stack)
	r.operands = r.operands[:0]
	for {
		t := lex.Next()
		switch t.Kind {
		case cos.EOF:
			r.stack = r.stack[:min(len(r.stack), max(bottom, 0))]
			return nil
		case cos.Keyword:
			if r.ops++; r.ops > maxOperators || len(r.page.Glyphs) > maxGlyphs {
				return errTooMuch
			}
			r.operator(t.Bytes, lex, bottom)
			r.operands = r.operands[:0]
			lex.Recycle()
		case cos.DictOpen:
			r.dict(lex)
		default:
			if len(r.operands) < maxOperands {
				r.operands = append(r.operands, operand{t.Kind, t.Num, t.Bytes})
			}
		}
	}
}

// dict skips over a dictionary among the operands, whose number is its offset: marked content parses it from there.
func (r *runner) dict(lex *cos.Lexer) {
	start := lex.Pos() - len("<<")
	lex.SetPos(start)
	lex.ParseObject()
	r.operands = append(r.operands, operand{kind: cos.DictOpen, num: float64(start)})
}

// num returns operand i; 0 when it is missing or no number.
func (r *runner) num(i int) float64 {
	if i < len(r.operands) {
		return r.operands[i].num
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
	if n := len(r.operands); n > 0 && r.operands[n-1].kind == cos.NameToken {
		return string(r.operands[n-1].bytes)
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
	case "d":
		s.dashed = len(r.operands) > 3 // "[ … ] phase" with something inside
	case "gs":
		r.extState(r.name())

	// Text.
	case "BT":
		r.tm, r.tlm = unit, unit
	case "Tf":
		if len(r.operands) >= 2 {
			i := len(r.operands) - 2
			s.font, s.size = r.font(r.operands[i].bytes), r.operands[i+1].num
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
		s.fillSpace = space{model: gray, n: 1}
		s.fill = r.color(s.fillSpace)
	case "G":
		s.strokeSpace = space{model: gray, n: 1}
		s.stroke = r.color(s.strokeSpace)
	case "rg":
		s.fillSpace = space{model: rgb, n: 3}
		s.fill = r.color(s.fillSpace)
	case "RG":
		s.strokeSpace = space{model: rgb, n: 3}
		s.stroke = r.color(s.strokeSpace)
	case "k":
		s.fillSpace = space{model: cmyk, n: 4}
		s.fill = r.color(s.fillSpace)
	case "K":
		s.strokeSpace = space{model: cmyk, n: 4}
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
	}
}

func (r *runner) matrix() matrix {
	return matrix{r.num(0), r.num(1), r.num(2), r.num(3), r.num(4), r.num(5)}
}

func (r *runner) color(s space) uint32 {
	var c [32]float64
	n := 0
	for _, o := range r.operands {
		if n < len(c) && (o.kind == cos.Integer || o.kind == cos.Real) {
			c[n] = o.num
			n++
		}
	}
	return s.rgb(c[:n])
}
