package layout

import (
	"fmt"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

// Text that the structure tree has outside of paragraphs is cut into paragraphs by its lines.
func TestLooseText(t *testing.T) {
	p := newPage()
	put(p, plain, 10, 72, 80, "The dues are paid at the gate by every boat that")
	put(p, plain, 10, 72, 92, "enters the basin.")
	put(p, plain, 10, 72, 116, "Small boats pay half of what is asked of others,")
	put(p, plain, 10, 72, 128, "when they carry no load.")
	for i := range p.Glyphs {
		p.Glyphs[i].MCID = 0
	}
	for _, c := range []struct {
		element *page.Element
		want    string
	}{
		{&page.Element{Type: "NonStruct", Kids: []page.Kid{{}}}, `
NarrativeText The dues are paid at the gate by every boat that enters the basin.
NarrativeText Small boats pay half of what is asked of others, when they carry no load.`},
		{&page.Element{Type: "P", Kids: []page.Kid{{}}}, `
NarrativeText The dues are paid at the gate by every boat that enters the basin. Small boats pay half of what is asked of others, when they carry no load.`},
	} {
		info := &page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: c.element}}}}
		opt := Options{Tags: NewTags(info)}
		check(t, dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks), c.want)
	}
}

// What a tagged page's structure tree leaves out at the page's foot is a running foot, but for what stands at a picture
// or above text.
func TestUntaggedFeet(t *testing.T) {
	p := newPage()
	for k := range 10 {
		set(p, plain, 10, 72, 80+12*float32(k), "The dues are paid at the gate by every boat that comes into the basin by day")
	}
	for i := range p.Glyphs {
		p.Glyphs[i].MCID = 0
	}
	p.Images = append(p.Images, page.Image{Box: page.Rect{X0: 72, Y0: 600, X1: 300, Y1: 702}, Width: 300, Height: 200, MCID: -1})
	set(p, plain, 8, 100, 704, "Oar")
	set(p, plain, 8, 200, 704, "Rope")
	set(p, plain, 8, 72, 730, "Boats in the mist")
	set(p, plain, 8, 500, 770, "7")
	info := &page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: &page.Element{Type: "P", Kids: []page.Kid{{}}}}}}}
	opt := Options{Tags: NewTags(info)}
	var feet []string
	for _, b := range Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks {
		if b.Category == udm.Footer {
			feet = append(feet, b.Text)
		}
	}
	if got := strings.Join(feet, "|"); got != "Boats in the mist|7" && got != "7" {
		t.Errorf("feet are %q", got)
	}
}

// A title that the structure tree has as a paragraph stands above the tree's headings; what is set like text doesn't.
func TestTitleTaggedAsParagraph(t *testing.T) {
	for _, size := range []float32{20, 10} {
		p := newPage()
		root := &page.Element{Type: "Document"}
		add := func(kind string, n int) {
			id := int32(len(root.Kids))
			for i := n; i < len(p.Glyphs); i++ {
				p.Glyphs[i].MCID = id
			}
			root.Kids = append(root.Kids, page.Kid{Element: &page.Element{Type: kind, Kids: []page.Kid{{MCID: id}}}})
		}
		set(p, plain, size, 200, 80, "Dues and Lamps")
		add("P", 0)
		n := len(p.Glyphs)
		set(p, heavyFont, 14, 72, 120, "Dues")
		add("H1", n)
		n = len(p.Glyphs)
		set(p, plain, 10, 72, 140, "The dues are paid at the gate by every boat that enters the basin by day.")
		add("P", n)
		want := "Title h1 Dues and Lamps\nTitle h2 Dues"
		if size == 10 {
			want = "NarrativeText Dues and Lamps\nTitle h1 Dues"
		}
		info := &page.Info{Struct: root}
		opt := Options{Tags: NewTags(info)}
		got := dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks)
		if !strings.HasPrefix(strings.ReplaceAll(got, "Uncategorized", "Narrative"), want) {
			t.Errorf("size %v: got\n%s", size, got)
		}
	}
}

// Rows of a table that are tagged as paragraphs, or cells, are still a table's.
func TestTableTaggedAsParagraphs(t *testing.T) {
	for _, cells := range []bool{false, true} {
		p := newPage()
		root := &page.Element{Type: "Document"}
		from := 0
		add := func() {
			id := int32(len(root.Kids))
			for ; from < len(p.Glyphs); from++ {
				p.Glyphs[from].MCID = id
			}
			root.Kids = append(root.Kids, page.Kid{Element: &page.Element{Type: "P", Kids: []page.Kid{{MCID: id}}}})
		}
		for i := range 14 {
			for c := range 5 {
				text := fmt.Sprint(1000*i + 100*c)
				if c == 0 {
					text = []string{"Hull", "Selby"}[i%2]
				}
				put(p, plain, 10, 72+80*float32(c), 100+13*float32(i), text)
				if cells {
					add()
				}
			}
			if !cells {
				add()
			}
		}
		info := &page.Info{Struct: root}
		opt := Options{Tags: NewTags(info)}
		got := dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks)
		if !strings.HasPrefix(got, `Table ["Hull" "100" "200" "300" "400"] ["Selby" "1100" `) || strings.Contains(strings.TrimSpace(got), "\n") {
			t.Errorf("cells %v: got\n%s", cells, got)
		}
	}
}

// tableInfo tags a table: rows of cells, each a page and a marked content.
func tableInfo(rows [][][2]int32) *page.Info {
	t := &page.Element{Type: "Table"}
	for _, cells := range rows {
		tr := &page.Element{Type: "TR"}
		for _, c := range cells {
			td := &page.Element{Type: "TD"}
			if c[1] >= 0 {
				td.Kids = []page.Kid{{Page: int(c[0]), MCID: c[1]}}
			}
			tr.Kids = append(tr.Kids, page.Kid{Element: td})
		}
		t.Kids = append(t.Kids, page.Kid{Element: tr})
	}
	return &page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: t}}}}
}

// A wide sheet that is printed on pages side by side is tagged as one table: each page's columns are a table here.
func TestSheetOverPages(t *testing.T) {
	pages := []*page.Page{newPage(), newPage()}
	pages[1].Index = 1
	var rows [][][2]int32
	for r := range int32(3) {
		var cells [][2]int32
		for c := range int32(4) {
			pg := pages[c/2]
			n := len(pg.Glyphs)
			put(pg, plain, 10, 72+80*float32(c%2), 100+13*float32(r), fmt.Sprint("r", r, "c", c))
			for i := n; i < len(pg.Glyphs); i++ {
				pg.Glyphs[i].MCID = 4*r + c
			}
			cells = append(cells, [2]int32{c / 2, 4*r + c})
		}
		rows = append(rows, cells)
	}
	info := tableInfo(rows)
	opt := Options{Tags: NewTags(info)}
	out := Build([]*Page{Analyze(pages[0], opt), Analyze(pages[1], opt)}, info, opt)
	check(t, dump(out[0].Blocks), `Table ["r0c0" "r0c1"] ["r1c0" "r1c1"] ["r2c0" "r2c1"]`)
	check(t, dump(out[1].Blocks), `Table ["r0c2" "r0c3"] ["r1c2" "r1c3"] ["r2c2" "r2c3"]`)
}

// A cell whose text runs upwards is a cell of the table like others.
func TestTurnedCell(t *testing.T) {
	p := newPage()
	up := func(x float32, id int32, text string) {
		y := float32(180)
		for _, r := range text {
			p.Glyphs = append(p.Glyphs, page.Glyph{Text: string(r), Box: page.Rect{X0: x - 8, Y0: y - 5, X1: x + 2, Y1: y}, X: x, Y: y, Size: 10, Angle: 90, Font: plain, MCID: id})
			y -= 5
		}
	}
	var rows [][][2]int32
	for r := range int32(3) {
		var cells [][2]int32
		for c := range int32(3) {
			id := 3*r + c
			if r == 0 && c > 0 {
				up(80+80*float32(c), id, []string{"Lamps", "Boats"}[c-1])
			} else {
				n := len(p.Glyphs)
				put(p, plain, 10, 72+80*float32(c), 180+13*float32(r), fmt.Sprint("cell", id))
				for i := n; i < len(p.Glyphs); i++ {
					p.Glyphs[i].MCID = id
				}
			}
			cells = append(cells, [2]int32{0, id})
		}
		rows = append(rows, cells)
	}
	info := tableInfo(rows)
	opt := Options{Tags: NewTags(info)}
	check(t, dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks), `Table ["cell0" "Lamps" "Boats"] ["cell3" "cell4" "cell5"] ["cell6" "cell7" "cell8"]`)
}

// Rows may lack the tags of their empty cells: what they have stands where its column does.
func TestRowsWithoutEmptyCells(t *testing.T) {
	p := newPage()
	table := &page.Element{Type: "Table"}
	mcid := int32(0)
	at := []float32{72, 180, 280, 380}
	for i, row := range [][]string{{"Feature", "Free", "Team", "All"}, {"Store", "1 GB", "9 GB", "1 TB"}, {"Help", "", "post", "calls"}, {"Log", "", "", "yes"}} {
		tr := &page.Element{Type: "TR"}
		for c, s := range row {
			if s == "" {
				continue
			}
			from := len(p.Glyphs)
			put(p, plain, 10, at[c], 100+16*float32(i), s)
			for k := from; k < len(p.Glyphs); k++ {
				p.Glyphs[k].MCID = mcid
			}
			tr.Kids = append(tr.Kids, page.Kid{Element: &page.Element{Type: "TD", Kids: []page.Kid{{MCID: mcid}}}})
			mcid++
		}
		table.Kids = append(table.Kids, page.Kid{Element: tr})
	}
	opt := Options{Tags: NewTags(&page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: table}}}})}
	check(t, dump(Blocks(p, opt)), `Table ["Feature" "Free" "Team" "All"] ["Store" "1 GB" "9 GB" "1 TB"] ["Help" "" "post" "calls"] ["Log" "" "" "yes"]`)
}

// Rows whose cells are tagged in the order of drawing are read from left to right.
func TestCellsInOrderOfDrawing(t *testing.T) {
	p := newPage()
	table := &page.Element{Type: "Table"}
	mcid := int32(0)
	for i, row := range [][]string{{"Feature", "Free", "Team", "All"}, {"Store", "1 GB", "9 GB", "1 TB"}, {"Help", "none", "post", "calls"}, {"Log", "no", "last", "yes"}} {
		tr := &page.Element{Type: "TR"}
		order := []int{0, 1, 2, 3}
		if i > 1 {
			order = []int{0, 3, 1, 2}
		}
		for _, c := range order {
			td := &page.Element{Type: "TD"}
			if row[c] != "" {
				from := len(p.Glyphs)
				put(p, plain, 10, 72+100*float32(c), 100+16*float32(i), row[c])
				for k := from; k < len(p.Glyphs); k++ {
					p.Glyphs[k].MCID = mcid
				}
				td.Kids = []page.Kid{{MCID: mcid}}
				mcid++
			}
			tr.Kids = append(tr.Kids, page.Kid{Element: td})
		}
		table.Kids = append(table.Kids, page.Kid{Element: tr})
	}
	opt := Options{Tags: NewTags(&page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: table}}}})}
	check(t, dump(Blocks(p, opt)), `Table ["Feature" "Free" "Team" "All"] ["Store" "1 GB" "9 GB" "1 TB"] ["Help" "none" "post" "calls"] ["Log" "no" "last" "yes"]`)
}

// A tagged table that lays out a page is read by its lines.
func TestTaggedLayout(t *testing.T) {
	p := newPage()
	table := &page.Element{Type: "Table"}
	mcid := int32(0)
	long := "The agency took part in the inquiry and helped the officers to find out what was known to the neighbours of the family before the day of the accident in May."
	for i, row := range [][]string{{"Name: Carter", "Age: 7"}, {"What was reported"}, {long}, {""}, {"What was found"}, {long}} {
		tr := &page.Element{Type: "TR"}
		for c := range 2 {
			td := &page.Element{Type: "TD"}
			if c < len(row) && row[c] != "" {
				from := len(p.Glyphs)
				put(p, plain, 6, 72+200*float32(c), 100+16*float32(i), row[c])
				for k := from; k < len(p.Glyphs); k++ {
					p.Glyphs[k].MCID = mcid
				}
				td.Kids = []page.Kid{{MCID: mcid}}
				mcid++
			}
			tr.Kids = append(tr.Kids, page.Kid{Element: td})
		}
		table.Kids = append(table.Kids, page.Kid{Element: tr})
	}
	opt := Options{Tags: NewTags(&page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: table}}}})}
	if got := dump(Blocks(p, opt)); strings.Contains(got, "Table") {
		t.Errorf("got\n%s", got)
	}
}

// A bold numbered paragraph that is tagged as a list of one item, with text below it, is a heading; those of a list are items.
func TestLoneItem(t *testing.T) {
	p := newPage()
	var kids []page.Kid
	id := int32(0)
	add := func(kind string, f *page.Font, y float32, text string) {
		n := len(p.Glyphs)
		set(p, f, 10, 72, y, text)
		for i := n; i < len(p.Glyphs); i++ {
			p.Glyphs[i].MCID = id
		}
		e := &page.Element{Type: "P", Kids: []page.Kid{{MCID: id}}}
		if kind == "L" {
			e = &page.Element{Type: "L", Kids: []page.Kid{{Element: &page.Element{Type: "LI", Kids: []page.Kid{{Element: e}}}}}}
		}
		kids = append(kids, page.Kid{Element: e})
		id++
	}
	y := float32(80)
	for _, s := range []string{"1. Of winds", "2. Of tides"} {
		add("L", heavyFont, y, s)
		add("P", plain, y+20, "The harbour master keeps a book of all boats that come in, and writes down their names.")
		y += 44
	}
	for i, s := range []string{"1. Oars", "2. Ropes"} {
		add("L", heavyFont, y+14*float32(i), s)
	}
	info := &page.Info{Struct: &page.Element{Type: "Document", Kids: kids}}
	opt := Options{Tags: NewTags(info)}
	got := dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks)
	if strings.Count(got, "Title h1 1. Of winds\n") != 1 || strings.Count(got, "Title h1 2. Of tides\n") != 1 || strings.Count(got, "ListItem") != 2 {
		t.Errorf("got\n%s", got)
	}
}

// Lists of contents are nested in the entries that they belong to.
func TestTaggedContents(t *testing.T) {
	p := newPage()
	item := func(id int32, kids ...page.Kid) page.Kid {
		return page.Kid{Element: &page.Element{Type: "TOCI", Kids: append([]page.Kid{{MCID: id}}, kids...)}}
	}
	for i, s := range []string{"1 Of winds 2", "1.1 Winds by night 3", "2 Of tides 5"} {
		n := len(p.Glyphs)
		set(p, plain, 10, 72, 80+14*float32(i), s)
		for k := n; k < len(p.Glyphs); k++ {
			p.Glyphs[k].MCID = int32(i)
		}
	}
	inner := page.Kid{Element: &page.Element{Type: "TOC", Kids: []page.Kid{item(1)}}}
	info := &page.Info{Struct: &page.Element{Type: "Document", Kids: []page.Kid{{Element: &page.Element{Type: "TOC", Kids: []page.Kid{item(0, inner), item(2)}}}}}}
	opt := Options{Tags: NewTags(info)}
	check(t, dump(Build([]*Page{Analyze(p, opt)}, info, opt)[0].Blocks), "UncategorizedText 1 Of winds 2\nUncategorizedText 1.1 Winds by night 3\nUncategorizedText 2 Of tides 5")
}
