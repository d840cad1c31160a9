package layout

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// A head that is drawn as a grid of its own belongs to the table below it, unless that has one.
func TestHeadDrawnApart(t *testing.T) {
	grid := func(p *page.Page, y0, y1 float32, ys ...float32) {
		for _, y := range append(ys, y0, y1) {
			rule(p, 72, y, 432, y)
		}
		for c := range 5 {
			x := 72 + 90*float32(c)
			rule(p, x, y0, x, y1)
		}
	}
	at := []float32{76, 166, 256, 346}
	body := [][]string{{"Gull", "none", "Selby", "12"}, {"Tern", "few", "Hull", "14"}, {"Skua", "many", "Hull", "7"}}
	for _, tt := range []struct {
		name, second, want string
	}{
		{"head", "[name] aboard port pounds", `Table ["Boat" "Crew" "Home" "Dues"] ["[name]" "aboard" "port" "pounds"] ["Gull" "none" "Selby" "12"] ["Tern" "few" "Hull" "14"] ["Skua" "many" "Hull" "7"]`},
		{"table", "Petrel none Selby 9", `Table ["Boat" "Crew" "Home" "Dues"] ["Petrel" "none" "Selby" "9"]
Table ["Gull" "none" "Selby" "12"] ["Tern" "few" "Hull" "14"] ["Skua" "many" "Hull" "7"]`},
	} {
		p := newPage()
		grid(p, 100, 130, 115)
		for i, row := range [][]string{{"Boat", "Crew", "Home", "Dues"}, strings.Fields(tt.second)} {
			for c, s := range row {
				put(p, heavyFont, 10, at[c], 111+15*float32(i), s)
			}
		}
		grid(p, 146, 206, 166, 186)
		rowsAt(p, 160, 20, at, body...)
		if got := strings.TrimSpace(strings.ReplaceAll(tablesOf(p), " \n", "\n")); got != tt.want {
			t.Errorf("%s: got\n%s", tt.name, got)
		}
		if got := Blocks(p, Options{})[0].Table.HeaderRows; tt.name == "head" && got != 2 {
			t.Errorf("%d header rows", got)
		}
	}
}

// Lines in the colour of paper are those of a table where it is shaded, and nothing on paper.
func TestWhiteLines(t *testing.T) {
	for _, shaded := range []bool{true, false} {
		p := newPage()
		white := func(x0, y0, x1, y1 float32) {
			p.Rules = append(p.Rules, page.Rule{X0: x0, Y0: y0, X1: x1, Y1: y1, Width: 1, Color: 0xFFFFFF})
		}
		if shaded {
			p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 72, Y0: 100, X1: 342, Y1: 200}, Color: 0x208040})
		}
		for _, y := range []float32{100, 140, 160, 200} {
			white(72, y, 342, y)
		}
		white(162, 120, 342, 120)
		for _, x := range []float32{72, 162, 342} {
			white(x, 100, x, 200)
		}
		white(252, 120, 252, 200)
		put(p, heavyFont, 10, 76, 124, "Boat")
		put(p, heavyFont, 10, 220, 114, "In 8 ports")
		rowsAt(p, 134, 1, []float32{76, 166, 256}, []string{"", "Hull", "Selby"})
		rowsAt(p, 154, 1, []float32{76, 166, 256}, []string{"Gull", "12", "14"})
		rowsAt(p, 174, 12, []float32{76, 166, 256}, []string{"Tern", "seven", "nine"}, []string{"", "and more", ""})
		got := strings.TrimSpace(dump(Blocks(p, Options{})))
		if want := `Table ["Boat" "In 8 ports" ""] ["" "Hull" "Selby"] ["Gull" "12" "14"] ["Tern" "seven and more" "nine"]`; (got == want) != shaded {
			t.Errorf("shaded %v: got\n%s", shaded, got)
		}
		if shaded {
			check(t, spansOf(p), "0 0 2 1 | 0 1 1 2")
		}
	}
}

// White lines between the coloured parts of a cover or slide make no table of its texts.
func TestWhiteLinesBetweenTexts(t *testing.T) {
	p := newPage()
	p.Fills = append(p.Fills, page.Fill{Box: page.Rect{X0: 40, Y0: 100, X1: 560, Y1: 500}, Color: 0x204080})
	for _, y := range []float32{100, 300, 500} {
		p.Rules = append(p.Rules, page.Rule{X0: 40, Y0: y, X1: 560, Y1: y, Width: 1, Color: 0xFFFFFF})
	}
	for _, x := range []float32{40, 300, 560} {
		p.Rules = append(p.Rules, page.Rule{X0: x, Y0: 100, X1: x, Y1: 500, Width: 1, Color: 0xFFFFFF})
	}
	for i := range 4 {
		x, y := 50+260*float32(i%2), 120+200*float32(i/2)
		put(p, plain, 10, x, y, "The dues are paid at the gate by every boat")
		put(p, plain, 10, x, y+12, "that enters the basin, but for those which")
		put(p, plain, 10, x, y+24, "carry no load or come to be mended.")
	}
	check(t, tablesOf(p), "")
}

// Rows of a table without lines go on below what stands in its last column only, and below a row that is left blank.
func TestRowsAfterEntries(t *testing.T) {
	p := newPage()
	at := []float32{72, 150, 230}
	rowsAt(p, 100, 20, at,
		[]string{"1", "01-05", "Code of the boat"}, []string{"1", "06", "Kind of code"},
		[]string{"", "", " A = oars"}, []string{"", "", " B = sails"}, []string{"", "", " C = steam"}, []string{"", "", " D = none"},
		[]string{"1", "07-16", "Number"}, []string{"1", "17", "Source of the number"})
	rowsAt(p, 100+20*9, 20, at, []string{"2", "01-05", "Home port"}, []string{"2", "06", "Kind of port"})
	check(t, dump(Blocks(p, Options{})), `Table ["1" "01-05" "Code of the boat"] ["1" "06" "Kind of code A = oars B = sails C = steam D = none"] ["1" "07-16" "Number"] ["1" "17" "Source of the number"] ["2" "01-05" "Home port"] ["2" "06" "Kind of port"]`)
}

// The lines of columns' own headings are one cell each, though one of them stands in the middle of several columns' texts;
// a row that numbers the columns belongs to the head.
func TestLinesOfHead(t *testing.T) {
	p := newPage()
	bold := func(x, y float32, s string) { put(p, heavyFont, 10, x, y, s) }
	for i, x := range []float32{72, 222, 372} {
		bold(x, 100, "Code")
		bold(x-5, 112, []string{"county", "harbour", "lamps"}[i])
	}
	for i, x := range []float32{130, 280, 430} {
		bold(x, 106, []string{"County name", "Harbour name", "Lamp name"}[i])
	}
	for i := range 6 {
		y := 130 + 14*float32(i)
		for c, x := range []float32{74, 110, 224, 260, 374, 410} {
			s := []string{"01", "Kent", "001", "Dover", "0094", "Red"}[c]
			if i == 0 {
				s = []string{"1", "2", "3", "4", "5", "6"}[c]
			}
			put(p, plain, 10, x, y, s)
		}
	}
	for _, b := range Blocks(p, Options{}) {
		if b.Table == nil {
			continue
		}
		if got := dump([]*udm.ContentBlock{b}); !strings.HasPrefix(got, `Table ["Code county" "County name" "Code harbour" "Harbour name" "Code lamps" "Lamp name"] ["1" "2"`) || b.Table.HeaderRows != 2 {
			t.Errorf("%d header rows in\n%s", b.Table.HeaderRows, got)
		}
		return
	}
	t.Error("no table")
}
