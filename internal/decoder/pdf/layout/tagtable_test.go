package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// tagRows writes rows of cells on a page, 90 points and 16 points apart, and tags them as a table; kind tells a cell's type.
func tagRows(p *page.Page, font func(row int) *page.Font, kind func(row, col int) string, rows ...[]string) *page.Info {
	table := &page.Element{Type: "Table"}
	mcid := int32(0)
	for i, row := range rows {
		tr := &page.Element{Type: "TR"}
		for c, s := range row {
			cell := &page.Element{Type: kind(i, c)}
			if s != "" {
				from := len(p.Glyphs)
				put(p, font(i), 10, 72+90*float32(c), 100+16*float32(i), s)
				for k := from; k < len(p.Glyphs); k++ {
					p.Glyphs[k].MCID = mcid
				}
				cell.Kids = []page.Kid{{MCID: mcid}}
				mcid++
			}
			tr.Kids = append(tr.Kids, page.Kid{Element: cell})
		}
		table.Kids = append(table.Kids, page.Kid{Element: tr})
	}
	return &page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: table}}}}
}

func tableOf(t *testing.T, p *page.Page, info *page.Info) *udm.Table {
	t.Helper()
	for _, b := range Blocks(p, Options{Tags: NewTags(info)}) {
		if b.Table != nil {
			return b.Table
		}
	}
	t.Fatal("no table")
	return nil
}

// A table in which nothing is tagged as a heading has those that its type shows; else the tags tell, whatever stands in
// the corner.
func TestHeadsOfTaggedTables(t *testing.T) {
	regular := func(int) *page.Font { return plain }
	boldFirst := func(row int) *page.Font {
		if row == 0 {
			return heavyFont
		}
		return plain
	}
	td := func(int, int) string { return "TD" }
	figures := [][]string{{"Boat", "Dues", "Paid"}, {"Gull", "12", "10"}, {"Tern", "14", "9"}, {"Skua", "7", "7"}}
	words := [][]string{{"Boat", "Crew", "Home"}, {"Gull", "none", "Selby"}, {"Tern", "few", "Hull"}, {"Skua", "many", "Hull"}}
	corner := [][]string{{"", "Crew", "Home"}, {"Gull", "none", "Selby"}, {"Tern", "few", "Hull"}, {"Skua", "many", "Hull"}}
	for _, tt := range []struct {
		name string
		font func(int) *page.Font
		kind func(row, col int) string
		rows [][]string
		want int
	}{
		{"words over figures", regular, td, figures, 1},
		{"bold", boldFirst, td, words, 1},
		{"plain words", regular, td, words, 0},
		{"all bold", func(int) *page.Font { return heavyFont }, td, words, 0},
		{"labels and values", regular, td, [][]string{{"Name", "Gull"}, {"Number", "12"}, {"Built", "1912"}}, 0},
		{"empty corner", regular, func(row, col int) string {
			if (row == 0) != (col == 0) {
				return "TH"
			}
			return "TD"
		}, corner, 1},
		{"headings of rows only", boldFirst, func(_, col int) string {
			if col == 0 {
				return "TH"
			}
			return "TD"
		}, words, 0},
	} {
		p := newPage()
		if got := tableOf(t, p, tagRows(p, tt.font, tt.kind, tt.rows...)).HeaderRows; got != tt.want {
			t.Errorf("%s: %d header rows, want %d", tt.name, got, tt.want)
		}
	}
}

// Lines of text that are tagged as rows are not, where drawn lines part fewer rows.
func TestLinesTaggedAsRows(t *testing.T) {
	p := newPage()
	info := tagRows(p, func(int) *page.Font { return plain }, func(int, int) string { return "TD" },
		[]string{"Boat", "Reason", "Dues"},
		[]string{"", "Mast and", ""}, []string{"Gull", "sail", "12"},
		[]string{"", "Oars of", ""}, []string{"", "ash and", ""}, []string{"Tern", "two ropes", "14"},
		[]string{"", "New", ""}, []string{"Skua", "lamp", "7"})
	for _, y := range []float32{88, 104, 136, 184, 216} {
		rule(p, 68, y, 330, y)
	}
	for _, x := range []float32{68, 158, 248, 330} {
		rule(p, x, 88, x, 216)
	}
	check(t, dump(Blocks(p, Options{Tags: NewTags(info)})), `Table ["Boat" "Reason" "Dues"] ["Gull" "Mast and sail" "12"] ["Tern" "Oars of ash and two ropes" "14"] ["Skua" "New lamp" "7"]`)
}

// A structure tree that has a page's text as one piece tells nothing of what is on it.
func TestPageTaggedAsOnePiece(t *testing.T) {
	p := newPage()
	tableAt(p, 72, 100, []string{"Boat", "Dues"}, []string{"Gull", "12"}, []string{"Tern", "14"})
	for i := range p.Glyphs {
		p.Glyphs[i].MCID = 0
	}
	info := &page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: &page.Element{Type: "Part", Kids: []page.Kid{{}}}}}}}
	check(t, dump(Blocks(p, Options{Tags: NewTags(info)})), `Table ["Boat" "Dues"] ["Gull" "12"] ["Tern" "14"]`)
}
