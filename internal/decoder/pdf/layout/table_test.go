package layout

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Headings stand at the left of their columns, figures at the right: no column has only one of the two.
func TestHeadingsLeftFiguresRight(t *testing.T) {
	p := newPage()
	at := []float32{72, 172, 272, 372}
	for i, row := range [][]string{{"Region", "2018", "2019", "2020"}, {"Selby", "975,515", "173,299", "314,959"}, {"Penrith", "6,978", "426,277", "939,232"}, {"Kelso", "13,931", "879,937", "822,544"}} {
		for c, s := range row {
			x := at[c]
			if i > 0 && c > 0 {
				x += 100 - 5*float32(len(s))
			}
			put(p, plain, 10, x, 100+13*float32(i), s)
		}
	}
	check(t, dump(Blocks(p, Options{})), `Table ["Region" "2018" "2019" "2020"] ["Selby" "975,515" "173,299" "314,959"] ["Penrith" "6,978" "426,277" "939,232"] ["Kelso" "13,931" "879,937" "822,544"]`)
}

// typeset puts a line in letters of two widths with narrow blanks, and returns where it ends.
func typeset(p *page.Page, mcid int32, x, y float32, text string) float32 {
	for _, r := range text {
		w := float32(5)
		switch {
		case r == ' ':
			x += 2.5
			continue
		case strings.ContainsRune("fijlt", r):
			w = 3
		}
		p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x, Y0: y - 8, X1: x + w, Y1: y + 2}, X: x, Y: y, Size: 10, Font: plain, MCID: mcid})
		x += w
	}
	return x
}

// Cells that are filled to the last point touch those at their right.
func TestFullCells(t *testing.T) {
	p := newPage()
	third := typeset(newPage(), 0, 172, 0, "the boy to stir abroad there")
	for i, row := range [][]string{
		{"Part", "Purpose", "Remarks"},
		{"Lamp oil", "Hardly any thing could", "The children became silent"},
		{"", "the boy to stir abroad there", "and thoughtful."},
		{"Wire", "He handed in his papers", "A book fell under his eye."},
		{"", "and went off.", ""},
		{"Glass", "And less in them", "For we saw above."},
	} {
		for c, s := range row {
			typeset(p, int32(c), []float32{72, 172, third}[c], 100+12*float32(i), s) // words of different cells are pieces of their own
		}
	}
	check(t, dump(Blocks(p, Options{})), `Table ["Part" "Purpose" "Remarks"] ["Lamp oil" "Hardly any thing could the boy to stir abroad there" "The children became silent and thoughtful."] ["Wire" "He handed in his papers and went off." "A book fell under his eye."] ["Glass" "And less in them" "For we saw above."]`)
}

// A chart's axes and bars make a grid with figures in it, but no table.
func TestChart(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 60, "Boats came in larger numbers each year, as the figure shows.")
	for i, v := range []string{"30", "20", "10", "0"} {
		y := 100 + 40*float32(i)
		put(p, plain, 8, 84, y+3, v)
		p.Rules = append(p.Rules, page.Rule{X0: 100, Y0: y, X1: 340, Y1: y, Width: .5})
	}
	for i, v := range []string{"12", "17", "29", "22"} {
		x := 120 + 60*float32(i)
		h := []float32{48, 68, 116, 88}[i]
		p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: x, Y0: 220 - h, X1: x + 24, Y1: 220}, Color: 0x3060C0})
		put(p, plain, 8, x+8, 216-h, v)
		put(p, plain, 8, x+4, 231, fmt.Sprint(1901+i))
	}
	put(p, plain, 10, 72, 270, "In the last of these years the harbour was closed for a month.")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText Boats came in larger numbers each year, as the figure shows.
UncategorizedText 29
30
22
20
17
12
10
0
1901 1902 1903 1904
NarrativeText In the last of these years the harbour was closed for a month.`)
}

// The tiles of heat maps above each other, the names of their rows and the scales below are a drawing.
func TestHeatMaps(t *testing.T) {
	p := newPage()
	for m := range 2 {
		top := 100 + 110*float32(m)
		put(p, plain, 10, 210, top-8, []string{"Before", "After"}[m])
		for i, s := range []string{"Ryde", "East Cowes", "Yarmouth"} {
			y := top + 20*float32(i)
			put(p, plain, 10, 146-5*float32(len(s)), y+13, s)
			for k := range 8 {
				x := 150 + 20*float32(k)
				p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: x, Y0: y, X1: x + 20, Y1: y + 20}, Color: 0xE0C0A0 + 0x1010*uint32(k*(i+1)%5)})
			}
		}
		for k := range 8 {
			put(p, plain, 10, 157+20*float32(k), top+75, fmt.Sprint(k+1))
		}
	}
	check(t, dump(Blocks(p, Options{})), `
UncategorizedText Before
UncategorizedText Ryde
East Cowes
Yarmouth
1 2 3 4 5 6 7 8
After
Ryde
East Cowes
Yarmouth
1 2 3 4 5 6 7 8`)
}

// The words at both ends of links are no table.
func TestLinkedWords(t *testing.T) {
	p := newPage()
	for i, s := range []string{"the", "boats", "lie", "at", "anchor", "there"} {
		put(p, plain, 10, 150-5*float32(len(s)), 100+13*float32(i), s)
		put(p, plain, 10, 260, 100+13*float32(i), s)
	}
	check(t, tablesOf(p), "")
	p = newPage()
	rowsAt(p, 100, 13, []float32{100, 260}, []string{"Tide", "12"}, []string{"Wind", "7"}, []string{"Rain", "9"}, []string{"Fog", "3"}, []string{"Sun", "14"}, []string{"Ice", "2"})
	if tablesOf(p) == "" {
		t.Error("no table without links")
	}
	p.Sketches = append(p.Sketches, page.Rect{X0: 130, Y0: 97, X1: 250, Y1: 160})
	check(t, tablesOf(p), "")
}

// A table above a chart is none of its axes.
func TestTableAboveChart(t *testing.T) {
	p := newPage()
	for y := float32(100); y < 200; y += 20 {
		rule(p, 80, y, 420, y)
	}
	for _, x := range []float32{80, 200, 310, 420} {
		rule(p, x, 100, x, 180)
	}
	rowsAt(p, 113, 20, []float32{85, 205, 315}, []string{"Place", "Ebb", "Flood"}, []string{"Ryde", "12", "14"}, []string{"Cowes", "13", "11"}, []string{"Yarmouth", "9", "8"})
	rule(p, 100, 400, 340, 400)
	for i, h := range []float32{48, 150, 116, 88} {
		x := 120 + 60*float32(i)
		p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: x, Y0: 400 - h, X1: x + 24, Y1: 400}, Color: 0x3060C0})
		put(p, plain, 8, x+4, 411, fmt.Sprint(1901+i))
	}
	rowsAt(p, 300, 13, []float32{350}, []string{"Boats"}, []string{"Ferries"})
	check(t, dump(Blocks(p, Options{})), `
Table ["Place" "Ebb" "Flood"] ["Ryde" "12" "14"] ["Cowes" "13" "11"] ["Yarmouth" "9" "8"] 
UncategorizedText Boats
Ferries
1901 1902 1903 1904`)
}

// A word in the middle of a table, over none of its texts, is a heading over all columns.
func TestCentredHeadingWithin(t *testing.T) {
	p := newPage()
	y := float32(100)
	for _, row := range [][]string{{"Item", "Units", "Price", "Share"}, {"", "Tools"}, {"Line", "785", "53.13", "81%"}, {"Wax", "898", "6.12", "65%"}, {"", "Food"}, {"Bread", "84", "26.16", "86%"}, {"Oil", "309", "49.53", "51%"}} {
		for c, s := range row {
			x := []float32{72, 150, 200, 250}[c]
			if row[0] == "" && s != "" {
				x = 171 - 2.5*float32(len(s))
			}
			put(p, plain, 10, x, y, s)
		}
		y += 13
	}
	check(t, dump(Blocks(p, Options{})), `Table ["Item" "Units" "Price" "Share"] ["Tools" "" "" ""] ["Line" "785" "53.13" "81%"] ["Wax" "898" "6.12" "65%"] ["Food" "" "" ""] ["Bread" "84" "26.16" "86%"] ["Oil" "309" "49.53" "51%"]`)
}

// tableAt puts a small table with lines at x, y.
func tableAt(p *page.Page, x, y float32, rows ...[]string) {
	for i, row := range rows {
		for c, s := range row {
			put(p, plain, 10, x+5+100*float32(c), y+15+20*float32(i), s)
		}
	}
	for i := range len(rows) + 1 {
		p.Rules = append(p.Rules, page.Rule{X0: x, Y0: y + 20*float32(i), X1: x + 200, Y1: y + 20*float32(i), Width: 1})
	}
	for c := range 3 {
		p.Rules = append(p.Rules, page.Rule{X0: x + 100*float32(c), Y0: y, X1: x + 100*float32(c), Y1: y + 20*float32(len(rows)), Width: 1})
	}
}

// captionsOf returns the captions of tables and what page they go on from.
func captionsOf(pages ...*page.Page) string {
	var ps []*Page
	for i, p := range pages {
		p.Index = i
		ps = append(ps, Analyze(p, Options{}))
	}
	var out []string
	for _, n := range Build(ps, &page.Info{}, Options{}) {
		for _, b := range n.Blocks {
			if b.Table != nil {
				s := fmt.Sprintf("%q %d rows", b.Table.Caption, b.Table.Rows())
				if b.Attr != nil && b.Attr.Extra["continued_from"] != nil {
					s += fmt.Sprint(" from ", b.Attr.Extra["continued_from"])
				}
				out = append(out, s)
			}
		}
	}
	return strings.Join(out, "\n")
}

func TestCaptions(t *testing.T) {
	beside := newPage()
	tableAt(beside, 72, 100, []string{"Year", "Boats"}, []string{"1901", "12"}, []string{"1902", "15"})
	put(beside, plain, 10, 290, 115, "Tabelle 2: Boats by year")
	before, after := newPage(), newPage()
	put(before, plain, 10, 72, 700, "Table 3. Boats by year")
	tableAt(after, 72, 40, []string{"Year", "Boats"}, []string{"1901", "12"}, []string{"1902", "15"})
	check(t, captionsOf(beside), `"Tabelle 2: Boats by year" 3 rows`)
	check(t, captionsOf(before, after), `"Table 3. Boats by year" 3 rows`)
}

func TestContinuedTables(t *testing.T) {
	first, second := newPage(), newPage()
	tableAt(first, 72, 600, []string{"Year", "Boats"}, []string{"1901", "12"}, []string{"1902", "15"})
	tableAt(second, 72, 40, []string{"Year", "Boats"}, []string{"1903", "16"}, []string{"1904", "11"})
	check(t, captionsOf(first, second), `"" 5 rows from 1`)
	third, fourth := newPage(), newPage()
	put(third, plain, 10, 72, 90, "Table 3. Boats by year")
	tableAt(third, 72, 100, []string{"Year", "Boats"}, []string{"1901", "12"}, []string{"1902", "15"})
	put(fourth, plain, 10, 72, 90, "Table 3. Continued")
	tableAt(fourth, 72, 100, []string{"Year", "Tons"}, []string{"1901", "212"}, []string{"1902", "415"})
	check(t, captionsOf(third, fourth), `"Table 3. Boats by year" 3 rows
"Table 3. Continued" 3 rows from 1`)
}

// Lines with a white strip between them cut a table in two that goes on.
func TestStackedTables(t *testing.T) {
	p := newPage()
	for _, y := range []float32{100, 162} {
		for i := range 3 {
			for c, s := range []string{"Ryde", "12", "340", "7"} {
				put(p, plain, 10, 105+100*float32(c), y+15+20*float32(i), s)
			}
		}
		for i := range 4 {
			p.Rules = append(p.Rules, page.Rule{X0: 100, Y0: y + 20*float32(i), X1: 500, Y1: y + 20*float32(i), Width: 1})
		}
		for c := range 5 {
			x := 100 + 100*float32(c)
			p.Rules = append(p.Rules, page.Rule{X0: x, Y0: y, X1: x, Y1: y + 60, Width: 1})
		}
	}
	var rows []int
	for _, b := range Blocks(p, Options{}) {
		if b.Table != nil {
			rows = append(rows, b.Table.Rows())
		}
	}
	if fmt.Sprint(rows) != "[6]" {
		t.Errorf("tables of %v rows, want one of 6", rows)
	}
}

// A cell over all columns of a right-to-left table keeps its text: it is written at the place where the last column was.
func TestSpanOfRightToLeftTable(t *testing.T) {
	tab := &table{rtl: true, cols: []float32{0, 10, 20, 30}, cells: [][]cell{
		{{text: "over all", colSpan: 3}, {covered: true}, {covered: true}},
		{{text: "c"}, {text: "b"}, {text: "a"}},
		{{text: "over two", colSpan: 2}, {covered: true}, {text: "d"}},
	}}
	out := tab.udm()
	want := [][]string{{"over all", "", ""}, {"a", "b", "c"}, {"d", "over two", ""}}
	for i, row := range want {
		if got := out.Row(i); !slices.Equal(got, row) {
			t.Errorf("row %d: got %q, want %q", i, got, row)
		}
	}
}

// Lines of a narrow column that justification stretches are no rows, however wide their blanks.
func TestStretchedLines(t *testing.T) {
	p := newPage()
	lines := []string{"The harbour master keeps a book of all", "boats that come in and", "names, carriers, owners and", "all. Then a boat", "name get one of the master at the gate,", "who keeps the book of names in the shed."}
	right := float32(0)
	for _, s := range lines {
		right = max(right, set(newPage(), plain, 10, 72, 0, s))
	}
	for i, s := range lines {
		words := strings.Fields(s)
		blank := (right - set(newPage(), plain, 10, 72, 0, strings.Join(words, ""))) / float32(len(words)-1)
		x := float32(72)
		for _, w := range words {
			x = set(p, plain, 10, x, 80+12*float32(i), w) + blank
		}
	}
	check(t, dump(Blocks(p, Options{})), "NarrativeText "+strings.Join(lines, " "))
}

// A line of a few slanted parts between two axes is a chart, whose scales are no text.
func TestLineChart(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 60, "The dues rose with the number of the boats, as the line in the figure shows.")
	rule(p, 150, 100, 150, 260)
	rule(p, 150, 260, 400, 260)
	for i := range 4 {
		x, y := 152+60*float32(i), 240-30*float32(i)
		p.Sketches = append(p.Sketches, page.Rect{X0: x, Y0: y - 28, X1: x + 58, Y1: y})
		put(p, plain, 8, 138, y, fmt.Sprint(2*i+2))
		put(p, plain, 8, x+50, 272, fmt.Sprint(3*i+3))
	}
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The dues rose with the number of the boats, as the line in the figure shows.
UncategorizedText 8
6
4
2
3 6 9 12`)
}
