package ppt

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/slideorder"
	"github.com/udecode/udecode/internal/udm"
)

// kindLine is the shape type of a table's rules (MSOSPT).
const kindLine = 20

// cell is a shape of a table.
type cell struct {
	rect
	text string
}

// table reads a group that is a table: its shapes are cells, rows and columns begin where cells do.
func (t *tree) table(r officeart.Record, own *shape, sp space) error {
	var cells []cell
	var xs, ys []int32
	first := true
	for c := range r.Children() {
		if c.Type != officeart.SpContainer {
			continue
		}
		sh := readShape(c)
		if first || sh.kind == kindLine || sh.hidden() || !sh.anchored {
			first = false
			continue
		}
		if err := t.in.Budget.ChargeCells(1); err != nil {
			return err
		}
		x := cell{rect: sh.anchor}
		if text := t.text(&sh); text != nil {
			var parts []string
			for _, p := range t.split(text, &t.setting) {
				parts = append(parts, p.block.Text)
			}
			x.text = strings.Join(parts, "\n")
		}
		cells = append(cells, x)
		xs, ys = append(xs, x.left), append(ys, x.top)
	}
	xs, ys = distinct(xs), distinct(ys)
	if len(cells) == 0 {
		return nil
	}
	if err := t.in.Budget.ChargeCells(int64(len(xs)) * int64(len(ys))); err != nil {
		return err
	}
	b := udm.NewTable(layOut(cells, xs, ys))
	if err := t.in.Budget.ChargeBlocks(1); err != nil {
		return err
	}
	out := &slideorder.Shape{Blocks: []*udm.ContentBlock{b}}
	if own.anchored {
		out.Box = sp.box(own.anchor)
	}
	b.Position.BBox = out.Box
	t.shapes = append(t.shapes, out)
	return nil
}

// slack is how far edges of one row or column may lie apart, in the group's units.
const slack = 4

// distinct returns the sorted places of edges.
func distinct(v []int32) []int32 {
	slices.Sort(v)
	return slices.CompactFunc(v, func(a, b int32) bool { return max(a-b, b-a) <= slack })
}

// index returns the last place that lies at or before v.
func index(places []int32, v int32) int {
	i, _ := slices.BinarySearch(places, v+slack+1)
	return max(i-1, 0)
}

func layOut(cells []cell, xs, ys []int32) *udm.Table {
	rows := make([][]string, len(ys))
	for i := range rows {
		rows[i] = make([]string, len(xs))
	}
	t := &udm.Table{}
	for _, c := range cells {
		row, col := index(ys, c.top), index(xs, c.left)
		rows[row][col] = c.text
		m := udm.Merge{Row: row, Col: col, RowSpan: index(ys, c.bottom-2*slack) - row + 1, ColSpan: index(xs, c.right-2*slack) - col + 1}
		if m.RowSpan >= 1 && m.ColSpan >= 1 && m.RowSpan*m.ColSpan > 1 {
			t.Merged = append(t.Merged, m)
		}
	}
	for _, r := range rows {
		t.Append(r...)
	}
	return t
}
