package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// The first row of words on a colour that no other row has is the head; rows shaded in turn have none by that.
func TestHeadByShade(t *testing.T) {
	for _, tt := range []struct {
		name   string
		shaded []int // rows
		want   int
	}{
		{"first row", []int{0}, 1},
		{"every other row", []int{0, 2, 4}, 0},
		{"none", nil, 0},
		{"most rows", []int{0, 1, 2}, 0},
	} {
		p := newPage()
		for i, row := range [][]string{{"Boat", "Crew", "Home"}, {"Gull", "none", "Selby"}, {"Tern", "few", "Hull"}, {"Skua", "many", "Hull"}, {"Auk", "few", "Dover"}} {
			rowsAt(p, 114+20*float32(i), 1, []float32{76, 176, 276}, row)
		}
		for _, i := range tt.shaded {
			p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 72, Y0: 100 + 20*float32(i), X1: 372, Y1: 120 + 20*float32(i)}, Color: 0xC0D0E0})
		}
		for i := range 6 {
			rule(p, 72, 100+20*float32(i), 372, 100+20*float32(i))
		}
		for i := range 4 {
			rule(p, 72+100*float32(i), 100, 72+100*float32(i), 200)
		}
		bs := Blocks(p, Options{})
		if len(bs) != 1 || bs[0].Table == nil || bs[0].Table.HeaderRows != tt.want {
			t.Errorf("%s: got %d header rows of\n%s", tt.name, bs[0].Table.HeaderRows, dump(bs))
		}
	}
}

// A bold row set off from a table's rows, right above its last line, is the head of the next one; one of figures is a row of
// totals.
func TestTwoTablesBetweenLines(t *testing.T) {
	for _, tt := range []struct {
		last []string
		want string
	}{
		{[]string{"Item", "Name", "Price", "Sum"}, `Table ["Client" "Order" "Date" "Bill"] ["SC030" "SL044" "8-9-22" "VF10"]
Table ["Item" "Name" "Price" "Sum"] ["E103" "Service set" "49.99" "49.99"] ["E135" "Flyer" "1.00" "1.00"]`},
		{[]string{"Total", "2", "49.99", "50.99"}, `Table ["Client" "Order" "Date" "Bill"] ["SC030" "SL044" "8-9-22" "VF10"] ["Total" "2" "49.99" "50.99"] ["E103" "Service set" "49.99" "49.99"] ["E135" "Flyer" "1.00" "1.00"]`},
	} {
		p := newPage()
		linesAt(p, 100, 170, 210)
		at := []float32{76, 140, 250, 320}
		for c, s := range []string{"Client", "Order", "Date", "Bill"} {
			put(p, heavyFont, 10, at[c], 112, s)
			put(p, heavyFont, 10, at[c], 166, tt.last[c])
		}
		rowsAt(p, 125, 1, at, []string{"SC030", "SL044", "8-9-22", "VF10"})
		rowsAt(p, 184, 14, at, []string{"E103", "Service set", "49.99", "49.99"}, []string{"E135", "Flyer", "1.00", "1.00"})
		if got := strings.TrimSpace(strings.ReplaceAll(tablesOf(p), " \n", "\n")); got != tt.want {
			t.Errorf("got\n%s", got)
		}
	}
}

// Lines of text with formulas that happen to stand below each other are no table; with letters of text they are one.
func TestSymbolsBelowEachOther(t *testing.T) {
	for _, font := range []*page.Font{{Name: "CMMI10"}, plain} {
		p := newPage()
		for i, s := range []string{"Small boat", "Large boat", "Old ferry", "New ferry", "Slow barge"} {
			y := 100 + 13*float32(i)
			put(p, plain, 10, 72, y, s)
			put(p, font, 10, 180, y, "xyzuv"[i:i+1])
			put(p, plain, 10, 260, y, []string{"even seas", "odd seas", "no wind", "any wind", "good wind"}[i])
		}
		if got := tablesOf(p); (got == "") != (font != plain) {
			t.Errorf("%s: got %s", font.Name, got)
		}
	}
}

// A large grid of which hardly a place has text is a form's page, though its cells, which stand over many places, are not so empty.
func TestMostlyBlankGrid(t *testing.T) {
	const size, own = 20, 5 // places and cells in a row
	for texts, want := range map[int]bool{1: false, 3: true} {
		tab := &table{cells: make([][]cell, size)}
		for i := range tab.cells {
			row := make([]cell, size)
			for c := range row {
				row[c].covered = c >= own
				if c < texts || i == 0 && c < 2 {
					row[c].pieces = []*piece{{text: "ab"}}
				}
			}
			tab.cells[i] = row
		}
		if got := tab.plausible(&region{}); got != want {
			t.Errorf("%d texts a row: %v", texts, got)
		}
	}
}

// Figures that stand half an em apart in all rows are two columns; words that do are one text.
func TestFiguresCloseTogether(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{{"9,000", "2015-09-21", true}, {"given", "harbours", false}} {
		p := newPage()
		linesAt(p, 100, 190)
		for i, s := range []string{"Gull", "Tern", "Skua", "Auk"} {
			y := 115 + 20*float32(i)
			put(p, plain, 10, 76, y, s)
			put(p, plain, 10, 200, y, tt.a)
			put(p, plain, 10, 200+5*float32(len(tt.a))+5, y, tt.b)
		}
		if got := dump(Blocks(p, Options{})); strings.Contains(got, `"`+tt.a+`" "`+tt.b+`"`) != tt.want {
			t.Errorf("got %s", got)
		}
	}
}

// Leaders between a row's label and its figures, or signs for none, are left out, in tagged tables with one figure, too; two
// full rows that no line parts are rows of their own.
func TestLeadersInTables(t *testing.T) {
	rows := [][]string{{"Gulls . . . . . . .", "12", "14", "NA"}, {"Terns . . . . . . .", "7", "NA", "9"}}
	p := newPage()
	for _, y := range []float32{100, 120, 160} {
		rule(p, 72, y, 450, y)
	}
	for _, x := range []float32{72, 190, 270, 350, 450} {
		rule(p, x, 100, x, 160)
	}
	at := []float32{76, 200, 280, 360}
	rowsAt(p, 114, 1, at, []string{"Bird", "Nests", "Young", "Old"})
	rowsAt(p, 134, 16, at, rows...)
	check(t, dump(Blocks(p, Options{})), `Table ["Bird" "Nests" "Young" "Old"] ["Gulls" "12" "14" "NA"] ["Terns" "7" "NA" "9"]`)

	p = newPage()
	info := tagRows(p, func(int) *page.Font { return plain }, func(int, int) string { return "TD" }, []string{"Bird", "Nests"}, []string{"Gulls . . . . .", "12"}, []string{"Terns . . . . .", "7"})
	check(t, dump(Blocks(p, Options{Tags: NewTags(info)})), `Table ["Bird" "Nests"] ["Gulls" "12"] ["Terns" "7"]`)

	p = newPage()
	put(p, plain, 10, 76, 100, "Oars . . . . . . . 9, 18") // in an index
	if got := dump(Blocks(p, Options{})); !strings.Contains(got, ". . . .") {
		t.Errorf("got %s", got)
	}
}
