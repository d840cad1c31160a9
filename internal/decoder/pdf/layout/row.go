package layout

import (
	"slices"
	"strings"
	"unicode"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// row is what stands on one baseline of a zone, from left to right.
type row struct {
	pieces []*piece
	base   float32
	size   float32 // of its largest piece
	box    page.Rect
	solo   bool // stands apart from the rows above and below
}

// byPlace orders pieces by baseline, from top to bottom, and from left to right.
func byPlace(a, b *piece) int {
	switch {
	case a.base < b.base:
		return -1
	case a.base > b.base:
		return 1
	}
	return byLeft(a, b)
}

// byLeft orders pieces from left to right.
func byLeft(a, b *piece) int {
	switch {
	case a.box.X0 < b.box.X0:
		return -1
	case a.box.X0 > b.box.X0:
		return 1
	}
	return 0
}

// rowsOf gathers pieces by baseline, from top to bottom. It reorders its argument.
func rowsOf(pieces []*piece) []row {
	slices.SortFunc(pieces, byPlace)
	n := 0
	for i := range pieces {
		if i == 0 || pieces[i].base-pieces[i-1].base > .25*pieces[i].size {
			n++ // about
		}
	}
	rows := make([]row, 0, n)
	for start := 0; start < len(pieces); {
		base, size := pieces[start].base, pieces[start].size
		end := start + 1
		for end < len(pieces) && pieces[end].base-base <= .25*min(size, pieces[end].size) {
			if pieces[start].script != 0 {
				size = max(size, pieces[end].size) // of what the script stands at
			}
			end++
		}
		rows = appendRows(rows, newRow(pieces[start:end:end]))
		start = end
	}
	return rows
}

// appendRows adds a row, or two where lines of different size or height are drawn over each other.
func appendRows(rows []row, r row) []row {
	over := 0
	end := r.pieces[0].box.X1
	for _, p := range r.pieces[1:] {
		if end-p.box.X0 > .35*p.size && p.script == 0 {
			over++
		}
		end = max(end, p.box.X1)
	}
	if over == 0 {
		return append(rows, r)
	}
	first := r.pieces[0]
	var same, other []*piece
	for _, p := range r.pieces {
		if p.script != 0 || abs(p.size-first.size) <= .05*first.size && abs(p.base-first.base) <= .08*first.size {
			same = append(same, p)
		} else {
			other = append(other, p)
		}
	}
	if len(other) == 0 {
		return append(rows, r)
	}
	a, b := newRow(same), newRow(other)
	if b.base < a.base {
		a, b = b, a
	}
	return append(rows, a, b)
}

func newRow(pieces []*piece) row {
	slices.SortStableFunc(pieces, byLeft)
	r := row{pieces: pieces, box: pieces[0].box}
	for _, p := range pieces {
		r.box = r.box.Union(p.box)
		if p.size > r.size && p.script == 0 {
			r.size, r.base = p.size, p.base
		}
	}
	if r.size == 0 {
		r.size, r.base = pieces[0].size, pieces[0].base
	}
	return r
}

// dedupe drops pieces that are drawn over others with the same text: shadows and poor man's bold.
func dedupe(pieces []*piece) []*piece {
	slices.SortFunc(pieces, byPlace)
	out := pieces[:0]
	for _, p := range pieces {
		double := false
		for k := len(out) - 1; k >= 0 && p.base-out[k].base < .15*p.size && len(out)-k < 400; k-- {
			q := out[k]
			if abs(q.box.X0-p.box.X0) < .15*p.size && abs(q.size-p.size) < .1*p.size && q.text == p.text {
				double = true
				break
			}
		}
		if !double {
			out = append(out, p)
		}
	}
	return out
}

// attachScripts gives raised and lowered small pieces the baseline of what they stand at, and large initials
// that of the line they open. The pieces are sorted by baseline.
func attachScripts(pieces []*piece, body float32) {
	type move struct {
		p      *piece
		base   float32
		script int8
	}
	var moves []move // made last: hosts stay where they are while others look for them
	for i, p := range pieces {
		if big(p, body) {
			attachInitial(pieces, p)
			continue
		}
		if p.hangs() {
			if h := bearer(pieces, i); h != nil {
				p.box.Y0, p.box.Y1 = h.box.Y0, h.box.Y1
				moves = append(moves, move{p, h.base, 0})
			}
			continue
		}
		if h := host(pieces, i); h != nil {
			script := int8(1)
			if h.base < p.base {
				script = -1
			}
			moves = append(moves, move{p, h.base, script})
		}
	}
	for _, m := range moves {
		m.p.base, m.p.script = m.base, m.script
	}
}

// hangs reports whether a piece is a sign of one of TeX's fonts for large signs, which hang from their baselines.
func (p *piece) hangs() bool {
	if !p.math || p.tally().chars != 1 || strings.ContainsRune("⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭⏟⏞√", firstRune(p.text)) {
		return false
	}
	for _, name := range [...]string{"CMEX", "MTEX", "cmex", "txex", "pxex", "Extension"} {
		if strings.Contains(p.font.Name, name) {
			return true
		}
	}
	return false
}

// bearer returns the piece beside sign i that it hangs at the height of, or nil.
func bearer(pieces []*piece, i int) *piece {
	const (
		gap, low, high = .6, .5, 1.2 // em
		reach          = 400         // pieces
	)
	p := pieces[i]
	var found *piece
	least := gap * p.size
	for k := i + 1; k < len(pieces) && k-i < reach && pieces[k].base-p.base <= high*p.size; k++ {
		q := pieces[k]
		if q.base-p.base < low*p.size || q.size < .85*p.size || q.hangs() {
			continue
		}
		if d := max(p.box.X0-q.box.X1, q.box.X0-p.box.X1); d < least && d > -.25*p.size {
			found, least = q, d
		}
	}
	return found
}

// inLine reports whether piece i has as much text of its own size beside it that it is part of a line.
func inLine(pieces []*piece, i int) bool {
	const longest = 14 // characters of a script
	p := pieces[i]
	n := int(p.tally().chars)
	beside := func(q *piece) {
		if abs(q.size-p.size) < .05*p.size && q.box.X0 < p.box.X1+6*p.size && q.box.X1 > p.box.X0-6*p.size {
			n += int(q.tally().chars)
		}
	}
	for k := i - 1; k >= 0 && n <= longest && p.base-pieces[k].base < .05*p.size; k-- {
		beside(pieces[k])
	}
	for k := i + 1; k < len(pieces) && n <= longest && pieces[k].base-p.base < .05*p.size; k++ {
		beside(pieces[k])
	}
	return n > longest
}

// host returns the larger piece that piece i is a superscript or subscript of, or nil.
func host(pieces []*piece, i int) *piece {
	p := pieces[i]
	if inLine(pieces, i) {
		return nil
	}
	var found *piece
	best := float32(1e9)
	mark := raisedMark(p.text)
	look := func(q *piece) {
		if q.size < 1.15*p.size && !(mark && raisedAt(p, q)) {
			return
		}
		raised := q.base - p.base
		gap := max(p.box.X0-q.box.X1, q.box.X0-p.box.X1)
		near := .35 * q.size
		if p.box.X1 <= q.box.X0 && raised > .25*q.size {
			near = q.size // a mark in front of what it marks
		}
		if raised > .75*q.size || raised < -.4*q.size || abs(raised) < .04*q.size || gap > near || gap < -.25*q.size {
			return
		}
		if d := abs(gap) + .2*abs(raised); d < best {
			best, found = d, q
		}
	}
	const reach = 400 // pieces to look at in either direction
	for k := i - 1; k >= 0 && i-k < reach && p.base-pieces[k].base < 1.2*p.size; k-- {
		look(pieces[k])
	}
	for k := i + 1; k < len(pieces) && k-i < reach && pieces[k].base-p.base < 1.6*p.size; k++ {
		look(pieces[k])
	}
	return found
}

// raisedMark reports whether a text is what refers to a note: a short number or a sign.
func raisedMark(s string) bool {
	switch s {
	case "*", "†", "‡", "§", "¶":
		return true
	}
	return len(s) <= 3 && allDigits(s)
}

// raisedAt reports whether p stands raised right behind q, about as large as that: marks of notes aren't always set smaller.
func raisedAt(p, q *piece) bool {
	const close, low, high = .12, .15, .5 // em
	gap, raised := p.box.X0-q.box.X1, q.base-p.base
	return q.size > .95*p.size && abs(gap) < close*q.size && raised > low*q.size && raised < high*q.size && !numeric(q.text)
}

// big reports whether a piece may be a large initial.
func big(p *piece, body float32) bool {
	if p.size < 1.8*body || p.size > 8*body {
		return false
	}
	n := 0
	for _, r := range p.text {
		if !unicode.IsLetter(r) && r != '"' && r != '“' && r != '„' && r != '«' && r != '\'' && r != '‘' {
			return false
		}
		n++
	}
	return n <= 2
}

// attachInitial lifts a large initial to the first line beside it.
func attachInitial(pieces []*piece, p *piece) {
	var first *piece
	lines := 0
	last := float32(-1)
	for _, q := range pieces {
		if q.base > p.base+.2*q.size {
			break
		}
		if q == p || q.size > .7*p.size || q.box.Y1 < p.box.Y0 || q.base < p.base-1.1*p.size {
			continue
		}
		if gap := q.box.X0 - p.box.X1; gap < -.2*p.size || gap > .6*p.size {
			continue
		}
		if first == nil {
			first = q
		}
		if q.base > last+.3*q.size {
			lines++
			last = q.base
		}
	}
	if first == nil || lines < 2 {
		return
	}
	p.base = first.base
	p.box.Y0, p.box.Y1 = first.box.Y0, first.box.Y1
	p.size = first.size
	p.initial = true
}
