package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// tablesOf returns what dump says of the tables of a page.
func tablesOf(p *page.Page) string {
	var out []string
	for _, l := range strings.Split(dump(Blocks(p, Options{})), "\n") {
		if strings.HasPrefix(l, "Table") {
			out = append(out, l)
		}
	}
	return strings.Join(out, "\n")
}

func rule(p *page.Page, x0, y0, x1, y1 float32) {
	p.Rules = append(p.Rules, page.Rule{X0: x0, Y0: y0, X1: x1, Y1: y1, Width: 1})
}

func boxed(p *page.Page, x, y, w, h float32, text string) {
	rule(p, x, y, x+w, y)
	rule(p, x, y+h, x+w, y+h)
	rule(p, x, y, x, y+h)
	rule(p, x+w, y, x+w, y+h)
	put(p, plain, 10, x+5, y+h/2+3, text)
}

// rows puts rows of cells that begin at the places given.
func rowsAt(p *page.Page, y, pitch float32, at []float32, rows ...[]string) {
	for i, row := range rows {
		for c, s := range row {
			if s != "" {
				put(p, plain, 10, at[c], y+pitch*float32(i), s)
			}
		}
	}
}

// Boxes that lines link make a grid of which little is drawn.
func TestLinkedBoxes(t *testing.T) {
	p := newPage()
	for i, s := range []string{"Input", "Filter", "Sort"} {
		y := 100 + 60*float32(i)
		boxed(p, 100, y, 70, 25, s)
		boxed(p, 300, y, 70, 25, s+" copy")
		rule(p, 170, y+12, 300, y+12)
		if i < 2 {
			rule(p, 135, y+25, 135, y+60)
		}
	}
	check(t, tablesOf(p), "")
}

// Lines below the running head and above the foot part them from the text, whatever its columns.
func TestRunningLines(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 45, "Rules of the harbour")
	put(p, plain, 10, 520, 45, "17")
	rule(p, 72, 50, 540, 50)
	rule(p, 72, 750, 540, 750)
	put(p, plain, 10, 72, 765, "Harbour office")
	for i := range 8 {
		y := 80 + 80*float32(i)
		put(p, plain, 10, 72, y, fmt.Sprintf("4.%d", i+1))
		for k, s := range []string{"Each master shall see that the lamps of his vessel are lit at", "dusk, that a watch is kept as long as she lies in the harbour and", "that no ballast is thrown over board."} {
			put(p, plain, 10, 150, y+12*float32(k), s)
		}
	}
	check(t, tablesOf(p), "")
}

// The line that ends a table may go on below the text at its side.
func TestFootBeyondTable(t *testing.T) {
	p := newPage()
	rule(p, 172, 100, 500, 100)
	rule(p, 172, 120, 500, 120)
	rule(p, 72, 180, 500, 180)
	rowsAt(p, 114, 1, []float32{180, 300, 400}, []string{"Site", "Before", "(n = 43)"})
	rowsAt(p, 135, 13, []float32{180, 300, 400}, []string{"Ryde", "12", "17"}, []string{"Cowes", "9", "21"}, []string{"Total", "21", "38"})
	put(p, plain, 10, 72, 160, "Table 2.")
	check(t, tablesOf(p), `Table ["Site" "Before" "(n = 43)"] ["Ryde" "12" "17"] ["Cowes" "9" "21"] ["Total" "21" "38"]`)
}

// Cells that are shaded by their figures leave a table between its lines in one piece.
func TestShadedFigures(t *testing.T) {
	p := newPage()
	at := []float32{100, 200, 250, 300}
	rows := [][]string{{"South"}, {"Ryde", ".87", ".20", ".10"}, {"Cowes", ".68", ".40", ".30"}, {"North"}, {"Yarm", ".58", ".90", ".20"}, {"Selby", ".42", ".10", ".70"}}
	for _, y := range []float32{100, 120, 159, 198} {
		rule(p, 95, y, 345, y)
	}
	rowsAt(p, 114, 1, at, []string{"Place", "Ebb", "Flood", "Slack"})
	for i, row := range rows {
		y := 130 + 13*float32(i)
		rowsAt(p, y, 1, at, row)
		for c := range len(row) - 1 {
			x := 195 + 50*float32(c)
			p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: x, Y0: y - 10, X1: x + 50, Y1: y + 3}, Color: 0x8060C0 + uint32(c*i)<<4})
		}
	}
	check(t, tablesOf(p), `Table ["Place" "Ebb" "Flood" "Slack"] ["South" "" "" ""] ["Ryde" ".87" ".20" ".10"] ["Cowes" ".68" ".40" ".30"] ["North" "" "" ""] ["Yarm" ".58" ".90" ".20"] ["Selby" ".42" ".10" ".70"]`)
}

// The shaded head of a table is as wide as the lines between its other rows.
func TestShadedHead(t *testing.T) {
	p := newPage()
	p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 95, Y0: 98, X1: 345, Y1: 118}, Color: 0x204080})
	at := []float32{100, 200, 300}
	for i, row := range [][]string{{"Item", "Pieces", "Price"}, {"Rope", "4", "12.50"}, {"Tar", "2", "7.10"}, {"Sail", "1", "64.00"}} {
		y := 98 + 20*float32(i)
		rowsAt(p, y+13, 1, at, row)
		if i > 0 {
			rule(p, 95, y+20, 345, y+20)
		}
	}
	check(t, tablesOf(p), `Table ["Item" "Pieces" "Price"] ["Rope" "4" "12.50"] ["Tar" "2" "7.10"] ["Sail" "1" "64.00"]`)
}

// Every other row is shaded, from edge to edge of the page: the rows above the first one and the head belong to the table.
func TestRowsAboveShading(t *testing.T) {
	p := newPage()
	want := "Table"
	at := []float32{72, 250, 320, 400}
	rows := [][]string{{"Item", "Pieces", "Price", "Sum"}, {"Rope", "4", "12.50", "50.00"}, {"No. 17, with hooks"}, {"Tar", "2", "7.10", "14.20"}, {"Sail", "1", "64.00", "64.00"}, {"Oars", "6", "8.00", "48.00"}}
	for i, row := range rows {
		y := 100 + 15*float32(i)
		rowsAt(p, y, 1, at, row)
		if i == 3 || i == 5 {
			box := page.Rect{X0: 0, Y0: y - 11, X1: 600, Y1: y + 4}
			p.Fills = append(p.Fills, page.Fill{Box: box, Color: 0xf2f7e0})
			p.Rules = append(p.Rules, page.Rule{X0: 0, Y0: box.Y0, X1: 600, Y1: box.Y0, Color: 0xf2f7e0}, page.Rule{X0: 0, Y0: box.Y1, X1: 600, Y1: box.Y1, Color: 0xf2f7e0}, page.Rule{X0: 0, Y0: box.Y0, X1: 0, Y1: box.Y1, Color: 0xf2f7e0})
		}
		for len(row) < 4 {
			row = append(row, "")
		}
		want += fmt.Sprintf(" [%q %q %q %q]", row[0], row[1], row[2], row[3])
	}
	check(t, tablesOf(p), want)
}

// Texts that run on side by side are no rows.
func TestTextsSideBySide(t *testing.T) {
	p := newPage()
	rowsAt(p, 100, 12, []float32{72, 230, 390},
		[]string{"Fast", "Small", "Safe"},
		[]string{"Starts in less than a second", "One file and no other parts;", "Reads nothing but what you"},
		[]string{"on any machine that was built", "it fits on the oldest stick that", "name, writes nothing outside"},
		[]string{"in the last ten years.", "you can find.", "of its folder."})
	check(t, tablesOf(p), "")
}

// Formulas below each other stand at their relations and have numbers at the right.
func TestEquations(t *testing.T) {
	math := &page.Font{Name: "CMMI10"}
	p := newPage()
	put(p, plain, 10, 72, 80, "From this follows with the rule for sums of such parts:")
	for i, s := range []string{"a", "d", "h"} {
		y := 110 + 18*float32(i)
		put(p, math, 10, 200, y, s)
		put(p, plain, 10, 222, y, "=")
		put(p, math, 10, 245, y, "b+c")
		put(p, plain, 10, 500, y, fmt.Sprintf("(%d)", i+1))
	}
	check(t, tablesOf(p), "")
}

// Totals stand below the last line between rows, headings over several columns above the first.
func TestTotalsAndHeadings(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 212, 95, "Last quarter")
	put(p, plain, 10, 342, 95, "This quarter")
	rule(p, 200, 100, 320, 100)
	rule(p, 330, 100, 450, 100)
	at := []float32{72, 210, 280, 340, 410}
	rowsAt(p, 113, 15, at, []string{"", "2019", "2020", "2019", "2020"}, []string{"Sales", "412", "380", "399", "401"}, []string{"Rents", "51", "48", "50", "47"}, []string{"Income", "463", "428", "449", "448"}, []string{"Tax", "63", "28", "49", "48"}, []string{"Per share", ".41", ".40", ".38", ".39"})
	for _, y := range []float32{117, 147, 162, 177} {
		rule(p, 200, y, 450, y)
	}
	check(t, tablesOf(p), `Table ["" "Last quarter" "" "This quarter" ""] ["" "2019" "2020" "2019" "2020"] ["Sales" "412" "380" "399" "401"] ["Rents" "51" "48" "50" "47"] ["Income" "463" "428" "449" "448"] ["Tax" "63" "28" "49" "48"] ["Per share" ".41" ".40" ".38" ".39"]`)
}

// Headings of three levels: an upper one stands over whole groups of the level below.
func TestLevelsOfHeadings(t *testing.T) {
	p := newPage()
	x := func(mid float32, s string) float32 { return mid - 2.5*float32(len(s)) }
	for i, s := range []string{"Men", "Women"} {
		put(p, plain, 10, x(250+200*float32(i), s), 112, s)
	}
	for i, s := range []string{"Town", "Land", "Town", "Land"} {
		put(p, plain, 10, x(200+100*float32(i), s), 128, s)
	}
	for i, row := range [][]string{{"Trade", "2010", "2020", "2010", "2020", "2010", "2020", "2010", "2020"}, {"Smiths", "12", "14", "19", "11", "2", "3", "4", "5"}, {"Bakers", "31", "24", "10", "21", "22", "13", "14", "25"}, {"Weavers", "6", "4", "9", "8", "12", "13", "24", "15"}} {
		for c, s := range row {
			put(p, plain, 10, x(125+50*float32(c), s), 144+16*float32(i), s)
		}
	}
	for _, y := range []float32{100, 149, 198} {
		rule(p, 95, y, 550, y)
	}
	rule(p, 155, 117, 550, 117)
	rule(p, 155, 133, 550, 133)
	var spans []string
	for _, b := range Blocks(p, Options{}) {
		if b.Table != nil {
			for _, m := range b.Table.Merged {
				spans = append(spans, fmt.Sprint(m.Row, m.Col, m.RowSpan, m.ColSpan))
			}
		}
	}
	check(t, strings.Join(spans, " | "), "0 0 3 1 | 0 1 1 4 | 0 5 1 4 | 1 1 1 2 | 1 3 1 2 | 1 5 1 2 | 1 7 1 2")
}

// Texts with dates beside them are no table.
func TestDatesBesideTexts(t *testing.T) {
	p := newPage()
	rowsAt(p, 100, 16, []float32{72, 170},
		[]string{"2019 – today", "Head of the survey, in charge of twelve people and a yearly count."},
		[]string{"2014 – 2019", "Clerk at the transport office, where he wrote the guide for counters."},
		[]string{"2009 – 2014", "Student, then research fellow at the institute of geography."},
		[]string{"2008", "School leaving certificate with distinction in arithmetic."})
	check(t, tablesOf(p), "")
}

// Lines of an index in two columns are no rows, and are read column by column.
func TestIndexInColumns(t *testing.T) {
	p := newPage()
	for i := range 8 {
		put(p, plain, 10, 72, 100+12*float32(i), fmt.Sprintf("anchors, %d", 12+i))
		put(p, plain, 10, 330, 100+12*float32(i), fmt.Sprintf("berths of boats, %d", 44+i))
	}
	got := dump(Blocks(p, Options{}))
	if strings.Contains(got, "Table") || strings.Index(got, "anchors, 19") > strings.Index(got, "berths of boats, 44") {
		t.Errorf("got\n%s", got)
	}
}

// A list of contents may have its numbers in a column.
func TestContentsInColumns(t *testing.T) {
	p := newPage()
	rowsAt(p, 100, 20, []float32{72, 110, 500}, []string{"1", "Introduction", "2"}, []string{"2", "Installation", "2"}, []string{"3", "Use of the options", "3"}, []string{"4", "Known faults", "5"})
	check(t, tablesOf(p), "")
}

// A text between two rows of figures stands for both.
func TestTextOverTwoRows(t *testing.T) {
	p := newPage()
	at := []float32{100, 200, 300, 400}
	for i := range 3 {
		y := 120 + 30*float32(i)
		put(p, plain, 10, at[0]+5, y+18, fmt.Sprint(4-i))
		rowsAt(p, y+11, 13, []float32{at[0], at[1] + 5, at[2] + 5, at[3] + 5}, []string{"", "OTSL", "0.965", "2.73"}, []string{"", "HTML", "0.969", "5.39"})
		rule(p, 100, y, 500, y)
	}
	rule(p, 100, 210, 500, 210)
	for _, x := range []float32{100, 200, 300, 400, 500} {
		rule(p, x, 120, x, 210)
	}
	var got []string
	for _, b := range Blocks(p, Options{}) {
		if b.Table != nil {
			got = append(got, fmt.Sprint(b.Table.Rows()))
			for _, m := range b.Table.Merged {
				got = append(got, fmt.Sprint(m.Row, m.Col, m.RowSpan, m.ColSpan))
			}
		}
	}
	check(t, strings.Join(got, " | "), "6 | 0 0 2 1 | 2 0 2 1 | 4 0 2 1")
}

// The numbered boxes of a form are no table.
func TestNumberedBoxes(t *testing.T) {
	p := newPage()
	for i, s := range []string{"1. Last name", "2. First name", "3. Street", "4. Place"} {
		boxed(p, 72+150*float32(i%2), 100+30*float32(i/2), 150, 30, s)
	}
	check(t, tablesOf(p), "")
}

// Matrices stand in rows and columns, as do lists of signs with their meaning and figures with their errors.
func TestMathematical(t *testing.T) {
	tests := []struct {
		name string
		rows [][]string // letters of mathematics behind a $
		want bool
	}{
		{"matrices", [][]string{{"(", "$x", "0", ")", "(", "$z", "1", ")"}, {"(", "0", "$y", ")", "(", "1", "$w", ")"}}, true},
		{"fractions", [][]string{{"1", "$x", "if"}, {"$f=", "$t-", "$<"}, {"2", "$y", "$<"}}, true},
		{"relations", [][]string{{"Start", "=", "softmax of the first", "(1)"}, {"Finish", "=", "softmax of the last", "(2)"}}, true},
		{"between sentences", [][]string{{"a) The group acts on the plane", "", ""}, {"", "(", ")"}, {"", "$a $b", "$z"}, {"b) so that its points move.", "", ""}, {"c) This goes for all of them.", "", ""}}, true},
		{"nothing but signs", [][]string{{"*", "*"}, {"*", "*"}, {"·", "*"}}, true},
		{"ticks", [][]string{{"Children", "*"}, {"Women", "*"}, {"Men", "*"}}, false},
		{"signs", [][]string{{"$a", "learning rate"}, {"$n", "number of layers"}, {"$k", "size of the beam"}}, false},
		{"errors", [][]string{{"Dose", "Effect"}, {"5", "12±3"}, {"10", "15±2"}}, false},
	}
	for _, tt := range tests {
		var tab table
		for _, row := range tt.rows {
			var cells []cell
			for _, s := range row {
				var x cell
				if s != "" {
					x.pieces = []*piece{{text: strings.TrimPrefix(s, "$"), math: s[0] == '$'}}
				}
				cells = append(cells, x)
			}
			tab.cells = append(tab.cells, cells)
		}
		if got := tab.mathematical(); got != tt.want {
			t.Errorf("%s: mathematical() = %v, want %v", tt.name, got, tt.want)
		}
	}
}

// Titles with their numbers and the lines between them are no rows.
func TestTitlesAndLines(t *testing.T) {
	p := newPage()
	for i, s := range []string{"1", "Ropes", "2", "Blocks", "2.1", "Wooden blocks"} {
		put(p, heavyFont, 12, 72+40*float32(i%2), []float32{100, 155, 175}[i/2], s)
	}
	put(p, plain, 10, 72, 120, "Some words about these, and a few more that fill")
	put(p, plain, 10, 72, 132, "the next line, too.")
	check(t, tablesOf(p), "")
}

// Formulas have a relation, and their number at the right; tall brackets are none by themselves.
func TestNumberedFormulas(t *testing.T) {
	math := &page.Font{Name: "CMMI10"}
	p := newPage()
	put(p, plain, 10, 210, 94, "(     )")
	for i, y := range []float32{100, 130} {
		put(p, math, 10, 200, y, "a")
		put(p, plain, 10, 220, y, "= total share of")
		put(p, math, 10, 310, y, "b")
		put(p, plain, 10, 480, y, fmt.Sprintf("(%d)", i+1))
	}
	a := &analyzer{page: p, body: 10}
	rows := rowsOf(layers(p)[0].pieces)
	if len(rows) != 3 || !a.equations(rows) {
		t.Errorf("equations(%d rows) = false", len(rows))
	}
	p = newPage()
	for _, x := range []float32{200, 290} {
		put(p, plain, 10, x-10, 93, "1")
		put(p, plain, 10, x-10, 107, "2")
		put(p, math, 10, x, 100, "ln D")
	}
	put(p, plain, 10, 240, 100, "=")
	put(p, plain, 10, 72, 130, "The order of the two is")
	if a.page = p; !a.equations(rowsOf(layers(p)[0].pieces)) {
		t.Error("fractions are no equation")
	}
	p = newPage()
	rowsAt(p, 100, 10, []float32{72, 120, 180, 300}, []string{"", "Z", "1"}, []string{"M =", "", "+", "(1)"}, []string{"", "N", "e"})
	if a.page = p; !a.equations(rowsOf(layers(p)[0].pieces)) {
		t.Error("a numbered formula in a plain font is no equation")
	}
	p = newPage()
	rowsAt(p, 100, 14, []float32{72, 200}, []string{"Dose", "Effect"}, []string{"5", "12±3"}, []string{"10", "15±2"})
	if a.equations(rowsOf(layers(p)[0].pieces)) {
		t.Error("figures with errors are equations")
	}
}

// Formulas below each other are one block each.
func TestFormulasBelowEachOther(t *testing.T) {
	math := &page.Font{Name: "CMMI10"}
	p := newPage()
	put(p, plain, 10, 72, 80, "From this follows with the rule for sums of such parts and all of their limits:")
	for i, s := range []string{"a", "c"} {
		y := 110 + 24*float32(i)
		put(p, math, 10, 200, y, s)
		put(p, plain, 10, 220, y, "=")
		put(p, math, 10, 240, y, "b"+s)
		put(p, math, 10, 244, y-8, "n")
	}
	check(t, dump(Blocks(p, Options{})), `
NarrativeText From this follows with the rule for sums of such parts and all of their limits:
Formula a = ba n
Formula c = bc n`)
}

// Entries of a list of contents are no table, in one column or two, with the numbers behind or in front.
func TestEntriesOfContents(t *testing.T) {
	p := newPage()
	for i, s := range []string{"Anchors", "Berths", "Cables", "Docks", "Ebb"} {
		y := 100 + 15*float32(i)
		for k := range 2 {
			x := 72 + 212*float32(k)
			put(p, plain, 10, x, y, s+strings.Repeat(".", 38-len(s))+fmt.Sprint(12+i+20*k))
			rule(p, x, y+2, x+200, y+2)
		}
	}
	check(t, tablesOf(p), "")
	p = newPage()
	rowsAt(p, 100, 20, []float32{72, 95, 500}, []string{"1", "Ebb", "2"}, []string{"2", "Quay", "2"}, []string{"3", "Ebb", "2"}, []string{"4", "Quay", "3"})
	check(t, tablesOf(p), "")
	p = newPage()
	rowsAt(p, 100, 20, []float32{72, 95}, []string{"2", "Anchors"}, []string{"14", "Berths and docks"}, []string{"27", "Cables"}, []string{"41", "Ebb and flood"}, []string{"56", "Ferries"})
	check(t, tablesOf(p), "")
}

// Addresses side by side are no table.
func TestAddresses(t *testing.T) {
	p := newPage()
	rowsAt(p, 100, 16, []float32{72, 330}, []string{"Seller", "Buyer"}, []string{"Harbour office", "Ferry company"}, []string{"Quay 12", "Ebb Lane 4"}, []string{"91-504 Ryde", "02-092 Cowes"}, []string{"VAT 5319419588", "VAT 5272645593"})
	check(t, tablesOf(p), "")
	for s, want := range map[string]bool{"D-53113 Bonn": true, "Sacramento, CA 95814": true, "91-504 Łódź": true, "1234": false, "Total 12345": false, "10000 of them": false, "12:30 Ryde": false} {
		if got := postal(s); got != want {
			t.Errorf("postal(%q) = %v", s, got)
		}
	}
}

// The coloured areas of a cover are no cells.
func TestCover(t *testing.T) {
	p := newPage()
	p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 400, Y0: 200, X1: 600, Y1: 800}, Color: 0xC02020})
	rule(p, 0, 200, 600, 200)
	rule(p, 0, 600, 600, 600)
	rule(p, 0, 800, 600, 800)
	rule(p, 400, 200, 400, 800)
	rule(p, 0, 200, 0, 800)
	rule(p, 600, 200, 600, 800)
	put(p, plain, 10, 40, 240, "All of the harbour's rules")
	put(p, plain, 10, 420, 240, "With a map")
	put(p, plain, 10, 420, 640, "Second edition")
	put(p, plain, 10, 40, 640, "HB-12")
	check(t, tablesOf(p), "")
}

// What is between the coloured bands at the top and foot of a slide is no table, unless lines are drawn down in it.
func TestBandsOfSlide(t *testing.T) {
	p := &page.Page{Width: 363, Height: 272}
	v := newView(p, 0, false)
	a := &analyzer{page: p, view: &v}
	tab := &table{cells: make([][]cell, 6)}
	for i := range tab.cells {
		tab.cells[i] = make([]cell, 2)
	}
	edges := []seg{{at: 0, hi: 272, weak: true}, {at: 181, hi: 11, weak: true}, {at: 363, hi: 272, weak: true}}
	r := region{box: page.Rect{X1: 363, Y0: 11, Y1: 272}, v: edges}
	if !a.backdrop(&r, tab) {
		t.Error("bands: backdrop() = false")
	}
	r.v = append(edges, seg{at: 100, lo: 11, hi: 272})
	if a.backdrop(&r, tab) {
		t.Error("lines: backdrop() = true")
	}
}

// Items with signs for bullets are no table.
func TestOrnaments(t *testing.T) {
	for s, want := range map[string]bool{"``": true, "❥": true, "": false, "–": false, "x": false, "12": false, "±": false, "...": false} {
		if got := ornament(s); got != want {
			t.Errorf("ornament(%q) = %v", s, got)
		}
	}
	var tab table
	for _, s := range []string{"Boats that come in late lie at the outer quay", "Those that carry oil lie at the northern one", "All others lie where there is room"} {
		tab.cells = append(tab.cells, []cell{{pieces: []*piece{{text: "``"}}}, {pieces: []*piece{{text: s}}}})
	}
	if !tab.labelled() {
		t.Error("labelled() = false")
	}
}
