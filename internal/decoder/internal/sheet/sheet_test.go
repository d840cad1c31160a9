package sheet

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

func input(opt decoder.Options) *decoder.Input {
	return &decoder.Input{Budget: limit.NewBudget(limit.Limits{Cells: 1_000_000}), Options: opt}
}

// fill streams a drawing of a sheet into a builder: one line a row, cells between bars, "." for an empty cell, a
// leading * for bold, numbers as numbers; a row that begins with "~" is hidden.
func fill(t testing.TB, b *Builder, drawing string) {
	t.Helper()
	for i, line := range strings.Split(strings.Trim(drawing, "\n"), "\n") {
		line = strings.TrimSpace(line)
		rest, hidden := strings.CutPrefix(line, "~")
		if err := b.Row(i, hidden); err != nil {
			t.Fatal(err)
		}
		for col, text := range strings.Split(rest, "|") {
			text = strings.TrimSpace(text)
			if text == "." || text == "" {
				continue
			}
			text, bold := strings.CutPrefix(text, "*")
			kind := Text
			if _, err := strconv.ParseFloat(text, 64); err == nil {
				kind = Number
			}
			if bold {
				kind |= Bold
			}
			b.Cell(col, []byte(text), kind)
		}
	}
}

func dump(t testing.TB, opt decoder.Options, f *Facts, drawing string) string {
	t.Helper()
	b := New(input(opt))
	fill(t, b, drawing)
	blocks, err := b.Blocks(f)
	if err != nil {
		t.Fatal(err)
	}
	doc := &udm.Document{Nodes: []*udm.StructuralNode{{Role: udm.Sheet, Blocks: blocks}}}
	if err := udm.Validate(doc); err != nil {
		t.Error(err)
	}
	_, out, _ := strings.Cut(decodertest.Dump(doc), "\n")
	return out
}

func TestBlocks(t *testing.T) {
	for _, tt := range []struct {
		name, drawing string
		opt           decoder.Options
		facts         Facts
		want          string
	}{
		{name: "title, table and note", drawing: `
			Sales of the year
			Quarter | Amount
			Q1 | 12
			Q2 | 15
			(1) All figures are in thousands of euros.`, want: `
  Title cell=0,0  Sales of the year
  Table cell=1,0 3x2 range="A2:B4" header=1
    | Quarter | Amount
    | Q1 | 12
    | Q2 | 15
  NarrativeText cell=4,0  (1) All figures are in thousands of euros.`},
		{name: "regions side by side and below", drawing: `
			a | b | . | . | c | d
			1 | 2 | . | . | 3 | 4
			. | . | . | . | 5 | 6
			. | . | . | . | . | .
			x | y`, want: `
  Table cell=0,0 2x2 range="A1:B2" header=1
    | a | b
    | 1 | 2
  Table cell=0,4 3x2 range="E1:F3" header=1
    | c | d
    | 3 | 4
    | 5 | 6
  Table cell=4,0 1x2 range="A5:B5"
    | x | y`},
		{name: "spacing column", drawing: `
			Task | . | Helper | State
			Fence | . | North | done
			Path | . | . | open`, want: `
  Table cell=0,0 3x4 range="A1:D3"
    | Task |  | Helper | State
    | Fence |  | North | done
    | Path |  |  | open`},
		{name: "narrow column", facts: Facts{NarrowCols: []Span{{2, 2}}}, drawing: `
			a | b | . | c | d
			1 | 2 | . | 3 | 4`, want: `
  Table cell=0,0 2x5 range="A1:E2" header=1
    | a | b |  | c | d
    | 1 | 2 |  | 3 | 4`},
		{name: "low row", facts: Facts{ThinRows: []int{1}}, drawing: `
			a | b
			.
			1 | 2`, want: `
  Table cell=0,0 2x2 range="A1:B3"
    | a | b
    | 1 | 2`},
		{name: "bold header over texts", drawing: `
			*Name | *Town
			Ann | Bonn
			Bob | Köln`, want: `
  Table cell=0,0 3x2 range="A1:B3" header=1
    | Name | Town
    | Ann | Bonn
    | Bob | Köln`},
		{name: "bold total over its parts", drawing: `
			*All | *1500.5
			a | 1000
			b | 500.5`, want: `
  Table cell=0,0 3x2 range="A1:B3"
    | All | 1500.5
    | a | 1000
    | b | 500.5`},
		{name: "bold years", drawing: `
			*Region | *2023 | *2024
			North | 1 | 2`, want: `
  Table cell=0,0 2x3 range="A1:C2" header=1
    | Region | 2023 | 2024
    | North | 1 | 2`},
		{name: "grouped bold header", facts: Facts{Merges: []Area{{0, 1, 0, 2}, {0, 0, 1, 0}}}, drawing: `
			*Name | *2024
			. | *H1 | *H2
			Ann | 1 | 2
			Bob | 3 | 4`, want: `
  Table cell=0,0 4x3 range="A1:C4" header=2 merged=[{0 1 1 2} {0 0 2 1}]
    | Name | 2024 | 
    |  | H1 | H2
    | Ann | 1 | 2
    | Bob | 3 | 4`},
		{name: "group of columns", facts: Facts{Merges: []Area{{0, 1, 0, 2}}}, drawing: `
			. | Year | .
			. | H1 | H2
			Ann | 1 | 2
			Bob | 3 | 4`, want: `
  Table cell=0,0 4x3 range="A1:C4" header=2 merged=[{0 1 1 2}]
    |  | Year | 
    |  | H1 | H2
    | Ann | 1 | 2
    | Bob | 3 | 4`},
		{name: "fields", drawing: `
			Name:
			Age: | 5`, want: `
  Table cell=0,0 2x2 range="A1:B2"
    | Name: | 
    | Age: | 5`},
		{name: "table part below a title and beside other cells", facts: Facts{Parts: []Part{{"Rates", Area{1, 0, 2, 1}, 1}}}, drawing: `
			Title
			k | v | z
			a | b | z
			note`, want: `
  Title cell=0,0  Title
  Table cell=1,0 2x2 name="Rates" range="A2:B3" header=1
    | k | v
    | a | b
  Table cell=1,2 2x1 range="C2:C3"
    | z
    | z
  UncategorizedText cell=3,0  note`},
		{name: "table part that cells reach around", facts: Facts{Parts: []Part{{"Rates", Area{1, 0, 2, 1}, 1}}}, drawing: `
			Title | x | y
			k | v | z
			a | b | z`, want: `
  Table cell=0,0 3x3 range="A1:C3"
    | Title | x | y
    | k | v | z
    | a | b | z`},
		{name: "frozen pane", facts: Facts{FrozenRows: 2}, drawing: `
			a | b
			c | d
			e | f`, want: `
  Table cell=0,0 3x2 range="A1:B3" header=2
    | a | b
    | c | d
    | e | f`},
		{name: "filter", facts: Facts{Filter: &Area{0, 0, 2, 1}}, drawing: `
			a | b
			c | d
			e | f`, want: `
  Table cell=0,0 3x2 range="A1:B3" header=1
    | a | b
    | c | d
    | e | f`},
		{name: "merged range over rows without cells", facts: Facts{Merges: []Area{{0, 0, 2, 0}}}, drawing: `
			a | 1
			. | .
			covered | 3
			b | 4`, want: `
  Table cell=0,0 4x2 range="A1:B4" merged=[{0 0 3 1}]
    | a | 1
    |  | 
    |  | 3
    | b | 4`},
		{name: "hidden rows and columns are marked", facts: Facts{HiddenCols: []Span{{1, 1}}}, drawing: `
			a | b | c
			~1 | 2 | 3
			4 | 5 | 6`, want: `
  Table cell=0,0 hidden_cols=[B:B] hidden_rows=[2:2] 3x3 range="A1:C3" header=1
    | a | b | c
    | 1 | 2 | 3
    | 4 | 5 | 6`},
		{name: "hidden rows and columns are dropped", opt: decoder.Options{SkipHidden: true}, facts: Facts{HiddenCols: []Span{{1, 1}}, Merges: []Area{{1, 0, 2, 1}}}, drawing: `
			a | b | c
			x | . | 3
			~. | . | 6
			y | 7 | 8`, want: `
  Table cell=0,0 3x2 range="A1:C4" header=1
    | a | c
    | x | 3
    | y | 8`},
		{name: "links and formulas", opt: decoder.Options{}, facts: Facts{Links: []Link{{Area{0, 0, 1, 0}, "http://x.example/"}, {Area{3, 0, 3, 0}, "#Sheet2!A1"}}, Formulas: []Formula{{Row: 1, Col: 1, Expression: "=1+1", ResultValue: "2", ResultType: "number"}}}, drawing: `
			a | b
			c | 2
			.
			alone`, want: `
  Table cell=0,0 links=[map[cell:A1 text:a url:http://x.example/] map[cell:A2 text:c url:http://x.example/]] 2x2 range="A1:B2" header=1
    | a | b
    | c | 2
  Formula cell=1,1 notation="excel" result="2" type="number" cell="B2"  =1+1
  UncategorizedText cell=3,0 link[0:5]=#Sheet2!A1  alone`},
		{name: "column of prose", drawing: `
			This workbook holds the figures of the year.
			See the second sheet for the details of it.`, want: `
  NarrativeText cell=0,0  This workbook holds the figures of the year.
  NarrativeText cell=1,0  See the second sheet for the details of it.`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := dump(t, tt.opt, &tt.facts, tt.drawing); strings.TrimSpace(got) != strings.TrimSpace(tt.want) {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestBlankCells(t *testing.T) {
	b := New(input(decoder.Options{}))
	b.Row(0, false)
	for col, text := range []string{"", " ", "\n\t", "\u00a0", "\u3000\u2003"} {
		b.Cell(col, []byte(text), Text)
	}
	if blocks, err := b.Blocks(nil); err != nil || len(blocks) > 0 {
		t.Error(blocks, err)
	}
}

func TestUnsortedCells(t *testing.T) {
	b := New(input(decoder.Options{}))
	for _, row := range []int{2, 0, 1, 0} {
		b.Row(row, false)
		for _, col := range []int{1, 0} {
			b.Cell(col, fmt.Appendf(nil, "%d%d", row, col), Text)
		}
	}
	blocks, err := b.Blocks(nil)
	if err != nil || len(blocks) != 1 {
		t.Fatal(blocks, err)
	}
	for r := range 3 {
		if got, want := blocks[0].Table.Row(r), []string{fmt.Sprint(r, 0), fmt.Sprint(r, 1)}; strings.ReplaceAll(strings.Join(want, "|"), " ", "") != strings.Join(got, "|") {
			t.Errorf("row %d: %q", r, got)
		}
	}
}

// TestNothingLost scatters cells and checks that each stands in exactly one block.
func TestNothingLost(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		b := New(input(decoder.Options{}))
		want := map[string]bool{}
		rows, cols, fill := 1+rng.IntN(20), 1+rng.IntN(20), rng.Float64()
		for r := range rows {
			b.Row(r, false)
			for c := range cols {
				if rng.Float64() < fill {
					name := CellName(r, c)
					want[name] = true
					b.Cell(c, []byte(name), Text)
				}
			}
		}
		blocks, err := b.Blocks(nil)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]int{}
		for _, blk := range blocks {
			if blk.Table == nil {
				got[blk.Text]++
				continue
			}
			for r := range blk.Table.Rows() {
				for c, text := range blk.Table.Row(r) {
					if text != "" {
						got[text]++
						if name := CellName(int(blk.Position.Row)+r, int(blk.Position.Col)+c); name != text {
							t.Fatalf("round %d: %s stands at %s", round, text, name)
						}
					}
				}
			}
		}
		for name := range want {
			if got[name] != 1 {
				t.Fatalf("round %d: %s stands in %d blocks", round, name, got[name])
			}
		}
		if len(got) != len(want) {
			t.Fatalf("round %d: %d cells of %d", round, len(got), len(want))
		}
	}
}

func TestHugeAreaIsRefused(t *testing.T) {
	b := New(input(decoder.Options{}))
	for r := range 1000 {
		b.Row(r, false)
		b.Cell(0, []byte("x"), Text)
	}
	b.Row(1000, false)
	for c := range MaxCols {
		b.Cell(c, []byte("y"), Text)
	}
	if _, err := b.Blocks(nil); err == nil {
		t.Error("a sheet of 1,001 × 16,384 cells is within a bound of 1,000,000")
	}
}

func TestRepeatedTextIsRefused(t *testing.T) {
	b := New(&decoder.Input{Budget: limit.NewBudget(limit.Limits{})})
	b.Workbook = &Workbook{}
	b.Workbook.Strings.Add(func(dst []byte) []byte { return append(dst, strings.Repeat("x", 100_000)...) })
	for r := range MaxRows {
		if err := b.Row(r, false); err != nil {
			if !errors.Is(err, limit.ErrExceeded) || r > 2000 {
				t.Errorf("row %d: %v", r, err)
			}
			return
		}
		b.Shared(0, 0, 0)
	}
	t.Error("a million cells may repeat 100 kB each")
}

func TestRefs(t *testing.T) {
	for _, tt := range []struct {
		ref      string
		row, col int
	}{{"A1", 0, 0}, {"Z10", 9, 25}, {"AA1", 0, 26}, {"XFD1048576", MaxRows - 1, MaxCols - 1}} {
		row, col, ok := ParseCell(tt.ref)
		if !ok || row != tt.row || col != tt.col || CellName(row, col) != tt.ref {
			t.Errorf("%s is row %d column %d", tt.ref, row, col)
		}
	}
	for _, bad := range []string{"", "A", "1", "A0", "XFE1", "A1048577", "A1B", "é1"} {
		if _, _, ok := ParseCell(bad); ok {
			t.Errorf("%q is taken for a cell", bad)
		}
	}
	if a, ok := ParseArea("$C$4:B2"); !ok || a.String() != "B2:C4" {
		t.Error(a, ok)
	}
}

func BenchmarkDense(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		sb := New(&decoder.Input{Budget: limit.NewBudget(limit.Limits{})})
		for r := range 100_000 {
			sb.Row(r, false)
			for c := range 20 {
				sb.Cell(c, []byte("12345.67"), Number)
			}
		}
		if _, err := sb.Blocks(nil); err != nil {
			b.Fatal(err)
		}
	}
}
