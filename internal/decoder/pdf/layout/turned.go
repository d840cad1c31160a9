package layout

import (
	"slices"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// turnedLine is a line of text that is written upwards or downwards, as the heads of narrow columns are.
type turnedLine struct {
	piece  piece // the whole line, in the coordinates of the layer that the table is in
	pieces []*piece
	layer  *layer
}

// turnedLines returns the lines in a box that are written a quarter turn from the layer's direction, in the order in
// which they are read.
func (a *analyzer) turnedLines(box page.Rect) []turnedLine {
	var out []turnedLine
	for _, l := range a.turned {
		if turn := l.view.angle - a.view.angle; turn != 90 && turn != -90 || l.view.vertical || a.view.vertical {
			continue
		}
		place := func(ps []*piece) page.Rect { return a.view.rect(l.view.rectBack(pieceBox(ps))) }
		var in []*piece
		for _, p := range l.pieces {
			if b := place([]*piece{p}); within(&piece{box: b}, box, 0) {
				in = append(in, p)
			}
		}
		for _, r := range rowsOf(in) {
			for _, s := range segments(r.pieces, 1.2) {
				first := s.pieces[0]
				b := place(s.pieces)
				out = append(out, turnedLine{piece{text: joinPieces(s.pieces, a.rtl), font: first.font, box: b, base: b.Y1, size: first.size, color: first.color, mcid: -1, conf: first.conf}, s.pieces, l})
			}
		}
	}
	return out
}

// placeTurned puts lines into the cells that they stand in where those have no other text.
func (t *table) placeTurned(lines []turnedLine, ys []float32) {
	at := func(borders []float32, x float32) int {
		k, _ := slices.BinarySearch(borders, x)
		return min(max(k-1, 0), len(borders)-2)
	}
	for i := range lines {
		l := &lines[i]
		b := l.piece.box
		r, c := t.owner(at(ys, (b.Y0+b.Y1)/2), at(t.cols, (b.X0+b.X1)/2))
		x := &t.cells[r][c]
		switch {
		case len(x.pieces) == 0:
			p := l.piece
			x.pieces, x.turned = []*piece{&p}, true
		case x.turned:
			x.pieces[0].setText(x.pieces[0].text + " " + l.piece.text)
			x.pieces[0].box = x.pieces[0].box.Union(b)
		default:
			continue
		}
		t.turned = append(t.turned, l)
	}
}

// takeTurned takes the lines that stand in the table's cells out of their layers.
func (t *table) takeTurned() {
	for _, l := range t.turned {
		l.layer.pieces = slices.DeleteFunc(l.layer.pieces, func(p *piece) bool { return slices.Contains(l.pieces, p) })
	}
	t.turned = nil
}
