package layout

import (
	"cmp"
	"slices"
	"strings"
)

// formulas takes displayed formulas out of a zone's rows: runs of rows that stand in from the margin and are
// signs and letters of mathematics rather than words.
func (a *analyzer) formulas(z *zone) {
	if a.rtl || len(z.rows) == 0 {
		return
	}
	left, right := z.rows[0].box.X0, z.rows[0].box.X1
	for _, r := range z.rows {
		left, right = min(left, r.box.X0), max(right, r.box.X1)
	}
	rows := z.rows[:0]
	for i := 0; i < len(z.rows); {
		end := i
		strong := false
		for end < len(z.rows) {
			r := &z.rows[end]
			m := mathOf(r.pieces)
			if r.box.X0 < left+1.2*a.body || end > i && r.box.Y0-z.rows[end-1].box.Y1 > .9*a.body || !m.row() {
				break
			}
			strong = strong || m.strong()
			end++
		}
		if !strong {
			rows = append(rows, z.rows[i])
			i++
			continue
		}
		for i < end {
			next := a.nextFormula(z.rows, i, end)
			z.floats = append(z.floats, a.formula(z.rows[i:next]))
			i = next
		}
	}
	z.rows = rows
}

// nextFormula returns the row up to end at which the second formula from row i on begins: each has a relation sign, and
// the rows between two of these belong to the nearer one.
func (a *analyzer) nextFormula(rows []row, i, end int) int {
	relation := func(r *row) bool {
		return r.size > .85*a.body && slices.ContainsFunc(r.pieces, func(p *piece) bool {
			return p.script == 0 && (p.text == "=" || p.text == "≡" || p.text == "≈" || p.text == "≤" || p.text == "≥")
		})
	}
	first := i
	for first < end && !relation(&rows[first]) {
		first++
	}
	for k := first + 1; k < end; k++ {
		if !relation(&rows[k]) || rows[k].base-rows[first].base < a.body {
			continue
		}
		for k-1 > first && rows[k].base-rows[k-1].base < rows[k-1].base-rows[first].base {
			k--
		}
		return k
	}
	return end
}

// formula makes one block of a formula's rows, its parts in order from left to right.
func (a *analyzer) formula(rows []row) *block {
	var segs []segment
	box := rows[0].box
	size := float32(0)
	for _, r := range rows {
		segs = append(segs, segments(r.pieces, .5)...)
		box = box.Union(r.box)
		size = max(size, r.size)
	}
	slices.SortStableFunc(segs, func(x, y segment) int { return cmp.Compare(x.x0, y.x0) })
	b := &block{kind: formula, page: a.page.Index, view: a.view, box: box}
	var parts []string
	for _, s := range segs {
		parts = append(parts, joinPieces(s.pieces, false))
		b.lines = append(b.lines, line{row: newRow(slices.Clone(s.pieces))})
	}
	b.text = strings.Join(parts, " ")
	b.style.size = size
	return b
}

// maths counts what speaks for mathematics in a row, and what against.
type maths struct{ chars, signs, letters, words int }

func mathOf(ps []*piece) maths {
	var m maths
	for _, p := range ps {
		t := p.tally()
		m.chars += int(t.chars)
		m.signs += int(t.signs)
		if p.math {
			m.letters += int(t.letters)
		} else if m.letters += int(t.greek); t.letters >= 3 && p.script == 0 && !function(p.text) {
			m.words++
		}
	}
	return m
}

// row reports whether a row may belong to a formula.
func (m *maths) row() bool {
	return m.words == 0 && (m.signs > 0 || m.letters > 0 || m.chars <= 4) || m.words <= 2 && (m.signs+m.letters)*4 >= m.chars && m.signs > 0
}

// strong reports whether a row alone shows that there is a formula.
func (m *maths) strong() bool { return m.signs > 0 && (m.letters > 0 || m.words == 0 && m.chars >= 5) }

// mathSign reports whether r is an operator, a relation or the like.
func mathSign(r rune) bool {
	if r < 0x80 {
		return r == '=' || r == '+' || r == '<' || r == '>'
	}
	return strings.ContainsRune("−×÷±∓∑∏∫∮√∞≤≥≈≠≡∼∝∂∇→⇒∈∉⊂⊆∪∩∧∨∀∃·∘⟨⟩‖", r)
}

// mathFont reports whether a name is that of one of the usual fonts for mathematics.
func mathFont(name string) bool {
	n := strings.ToLower(name)
	for _, m := range [...]string{"cmmi", "cmsy", "cmex", "lmmath", "math", "msam", "msbm", "mtmi", "mtsy", "mtex", "txmi", "txsy", "txex", "pxmi", "pxsy", "eufm", "eurm", "rsfs", "stixsiz"} {
		if strings.Contains(n, m) {
			return true
		}
	}
	return false
}

func function(s string) bool {
	switch s {
	case "sin", "cos", "tan", "log", "exp", "lim", "max", "min", "sup", "inf", "arg", "det", "mod", "argmax", "argmin", "cot", "sinh", "cosh", "tanh", "softmax", "sign", "diag", "rank":
		return true
	}
	return false
}

// absorb gives rows of a few small signs, such as indices of indices, to the line that they stand in.
func absorb(rows []row) []row {
	out := rows[:0]
	for i := range rows {
		r := &rows[i]
		if r.pieces[0].mark || !r.indices() {
			out = append(out, *r)
			continue
		}
		var host *row
		if k := len(out) - 1; k >= 0 && standsIn(r, &out[k]) {
			host = &out[k]
		} else if i+1 < len(rows) && standsIn(r, &rows[i+1]) {
			host = &rows[i+1]
		}
		if host == nil {
			out = append(out, *r)
			continue
		}
		for _, p := range r.pieces {
			p.script = 1
			if p.base > host.base {
				p.script = -1
			}
		}
		*host = newRow(append(slices.Clone(host.pieces), r.pieces...))
	}
	return out
}

// indices reports whether each stretch of a row has no more than a few characters.
func (r *row) indices() bool {
	const most = 4
	n := 0
	for i, p := range r.pieces {
		if i > 0 && p.box.X0-r.pieces[i-1].box.X1 > .5*p.size {
			n = 0
		}
		if n += int(p.tally().chars); n > most {
			return false
		}
	}
	return true
}

// standsIn reports whether a row of small signs stands within the height and width of another.
func standsIn(r, host *row) bool {
	return r.size < .85*host.size && r.box.X0 > host.box.X0-.2*host.size && r.box.X1 < host.box.X1+1.5*host.size &&
		r.base > host.base-.8*host.size && r.base < host.base+.7*host.size
}
