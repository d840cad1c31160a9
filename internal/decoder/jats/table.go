package jats

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// tableRow is a row and the part of the table that it stands in.
type tableRow struct {
	row  *node
	head bool
	left int // rows of the part from this one on
}

// tableRows returns a table's rows as they are shown, those of the head first and of the foot last, whether the table is one
// of XHTML or of OASIS.
func tableRows(n *node) []tableRow {
	var head, body, foot []tableRow
	var collect func(n *node)
	collect = func(n *node) {
		var loose []*node
		for _, k := range n.kids {
			switch k.name {
			case "thead":
				head = appendRows(head, k.kids, true)
			case "tbody":
				body = appendRows(body, k.kids, false)
			case "tfoot":
				foot = appendRows(foot, k.kids, false)
			case "tgroup":
				collect(k)
			case "tr", "row":
				loose = append(loose, k)
			}
		}
		body = appendRows(body, loose, false)
	}
	collect(n)
	return append(append(head, body...), foot...)
}

func appendRows(rows []tableRow, kids []*node, head bool) []tableRow {
	start := len(rows)
	for _, k := range kids {
		if k.name == "tr" || k.name == "row" {
			rows = append(rows, tableRow{row: k, head: head})
		}
	}
	for i := start; i < len(rows); i++ {
		rows[i].left = len(rows) - i
	}
	return rows
}

// table adds a table; caption is its caption's block or nil.
func (w *walker) table(n *node, caption *udm.ContentBlock, c scope) {
	var g udm.Grid
	var links []any
	var after []*udm.ContentBlock
	columns := columnNumbers(n)
	headers, inHead := 0, true
	for _, r := range tableRows(n) {
		g.NextRow()
		allHead, cells := true, 0
		for _, td := range r.row.kids {
			if td.name != "td" && td.name != "th" && td.name != "entry" {
				continue
			}
			p, blocks := w.gather("\n", func() { w.children(td, scope{}) })
			text, spans, _ := p.Text()
			rows, cols := cellSpan(td, columns)
			row, col := g.Cell(text, min(rows, r.left), cols)
			var runes []rune
			for _, l := range spans {
				if runes == nil {
					runes = []rune(text)
				}
				links = append(links, map[string]any{"text": string(runes[l.Start:l.End]), "url": l.URL, "row": row, "col": col})
			}
			for _, b := range blocks {
				if b.A().Extra["parent_cell"] == nil {
					b.A().Set("parent_cell", map[string]any{"row": row, "col": col})
				}
			}
			after = append(after, blocks...)
			allHead = allHead && td.name == "th"
			cells += cols
			if w.err == nil {
				w.err = w.in.Budget.Charge(int64(len(text)))
			}
		}
		if w.err == nil {
			w.err = w.in.Budget.ChargeCells(int64(cells))
		}
		if w.err != nil {
			return
		}
		if inHead = inHead && (r.head || allHead && cells > 0); inHead {
			headers = g.Rows()
		}
	}
	t := g.Table(headers)
	if t != nil && (!t.Empty() || len(after) > 0) {
		b := udm.NewTable(t)
		if caption != nil {
			t.Caption = caption.Text
		}
		if len(links) > 0 {
			b.A().Set("links", links)
		}
		w.add(b, c)
	}
	for _, b := range after {
		w.add(b, c)
	}
}

// columnNumbers returns the numbers of an OASIS table's columns by name.
func columnNumbers(n *node) map[string]int {
	group := n.child("tgroup")
	if group == nil {
		return nil
	}
	out, next := make(map[string]int), 1
	for _, k := range group.kids {
		if k.name == "colspec" {
			next = number(k.get("colnum"), next)
			out[k.get("colname")] = next
			next++
		}
	}
	return out
}

// maxSpan bounds what a cell spans in one direction.
const maxSpan = 1000

// cellSpan returns how many rows and columns a cell spans, 1 at least.
func cellSpan(td *node, columns map[string]int) (rows, cols int) {
	rows, cols = number(td.get("rowspan"), 1), number(td.get("colspan"), 1)
	if td.name == "entry" {
		rows = number(td.get("morerows"), 0) + 1
		if from, to := columns[td.get("namest")], columns[td.get("nameend")]; from > 0 && to > from {
			cols = to - from + 1
		}
	}
	return min(max(rows, 1), maxSpan), min(max(cols, 1), maxSpan)
}

// number reads an attribute's number; def when there is none.
func number(s string, def int) int {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err == nil && n >= 0 && n < 1<<20 {
		return n
	}
	return def
}
