package layout

import "github.com/udecode/udecode/internal/decoder/pdf/page"

// shadedHead returns the number of the first rows of a table whose texts are words and stand on one colour that no other row
// has.
func (a *analyzer) shadedHead(t *table) int {
	const (
		most = 4    // rows
		look = 60   // rows below
		many = 1000 // areas
	)
	var fills []*page.Fill
	for i := range a.page.Fills {
		f := &a.page.Fills[i]
		if b := a.view.rect(f.Box); b.X0 < t.box.X1 && b.X1 > t.box.X0 && b.Y0 < t.box.Y1 && b.Y1 > t.box.Y0 {
			if fills = append(fills, f); len(fills) > many {
				return 0
			}
		}
	}
	if len(fills) == 0 {
		return 0
	}
	first, ok := a.ground(t.cells[0], fills)
	if !ok || light(first) {
		return 0
	}
	n := 0
	for n < len(t.cells) && !figures(t.cells[n]) {
		if c, ok := a.ground(t.cells[n], fills); !ok || c != first {
			break
		}
		n++
	}
	if n == 0 || n > most || n*2 > len(t.cells) {
		return 0
	}
	for _, row := range t.cells[n:min(n+look, len(t.cells))] {
		for c := range row {
			if len(row[c].pieces) == 0 {
				continue
			}
			if c, _ := a.groundOf(row[c].pieces[0], fills); c == first {
				return 0
			}
			break
		}
	}
	return n
}

// ground returns the colour that all texts of a row stand on, if there is one.
func (a *analyzer) ground(row []cell, fills []*page.Fill) (color uint32, ok bool) {
	for c := range row {
		if len(row[c].pieces) == 0 {
			continue
		}
		own, shaded := a.groundOf(row[c].pieces[0], fills)
		if !shaded || ok && own != color {
			return 0, false
		}
		color, ok = own, true
	}
	return color, ok
}

// groundOf returns the colour that a piece stands on: that of the area drawn last.
func (a *analyzer) groundOf(p *piece, fills []*page.Fill) (color uint32, ok bool) {
	x, y := a.view.back((p.box.X0+p.box.X1)/2, (p.box.Y0+p.box.Y1)/2)
	for i := len(fills) - 1; i >= 0; i-- {
		if b := &fills[i].Box; x > b.X0 && x < b.X1 && y > b.Y0 && y < b.Y1 {
			return fills[i].Color, true
		}
	}
	return 0, false
}
