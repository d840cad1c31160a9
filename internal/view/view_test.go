package view

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"image"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/udecode/udecode/internal/udm"
)

var update = flag.Bool("update", false, "rewrite the golden page")

// pictures are a black page for the first page and a failure for the second.
type pictures struct{}

func (pictures) Picture(index int) (image.Image, error) {
	switch index {
	case 0:
		return image.NewGray(image.Rect(0, 0, 50, 100)), nil
	case 1:
		return nil, errors.New("page 2 is damaged")
	}
	return nil, nil
}

func at(b *udm.ContentBlock, x, y, w, h float64) *udm.ContentBlock {
	b.Position.BBox = &udm.BBox{X: x, Y: y, Width: w, Height: h, Unit: "pt"}
	return b
}

// sample is a document with one of everything, whose texts are all of them made by text.
func sample(text func(string) string) *udm.Document {
	prose := udm.NewText(udm.NarrativeText, text("Oars and ropes, see the list."))
	prose.A().Links = []udm.LinkSpan{{Start: 9, End: 14, URL: text("https://example.org/ropes")}}
	prose.A().Emphasis = []udm.Emphasis{{Start: 0, End: 4, Style: "bold"}, {Start: 11, End: 20, Style: "italic"}}
	t := &udm.Table{HeaderRows: 1, Merged: []udm.Merge{{Row: 0, Col: 0, RowSpan: 1, ColSpan: 2}, {Row: 1, Col: 0, RowSpan: 2, ColSpan: 1}}, Caption: text("Stock"), Name: text("stock")}
	t.Append(text("Stock"), "", text("Price"))
	t.Append(text("Oars"), text("long"), text("12"))
	t.Append("", text("short"), text("9"))
	picture := udm.NewImage("image/svg+xml", udm.Bytes(text("<svg/>")))
	picture.A().AltText = text("A boat")
	picture.A().Caption = text("Figure 1")
	recording := &udm.ContentBlock{Type: udm.Media, Text: text("song.mp3")}
	code := udm.NewCode("go", text("a := 1"))
	code.A().Set(text("cell"), text("7"))
	formula := udm.NewFormula("latex", text("x^2"))
	formula.Metadata = new(udm.Metadata)
	formula.Metadata.Set(text("ocr"), text("true"))
	first := &udm.StructuralNode{Role: udm.Page, Label: text("iv"), Width: 100, Height: 200}
	first.Add(at(udm.NewHeading(2, text("Oars & ropes")), 10, 20, 50, 10), at(prose, 10, 40, 80, 20), at(udm.NewTable(t), 10, 70, 80, 30),
		at(udm.NewListItem(udm.Bullet, 1, "", text("one")), 10, 110, 80, 20), at(udm.NewListItem(udm.Ordered, 0, text("2."), text("two")), 10, 110, 80, 20))
	second := &udm.StructuralNode{Role: udm.Page}
	second.Add(at(picture, 5, 5, 50, 50), code, formula)
	third := &udm.StructuralNode{Role: udm.Section}
	third.Metadata.Set("hidden", true)
	third.Add(udm.NewLink(text("https://example.org"), text("the site")), recording, udm.NewNote(udm.NoteSpeaker, text("Smile.")))
	doc := &udm.Document{SourcePath: text("a.pdf"), SourceType: "pdf", Nodes: []*udm.StructuralNode{first, second, third}}
	doc.Metadata.Author = text("A. Author")
	return doc
}

func same(s string) string { return s }

func write(t *testing.T, d Document) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(context.Background(), &b, d); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

var dataURLs = regexp.MustCompile(`(data:image/png;base64,)[^"]+`)

// The golden file is the page without style, script and pixels.
func TestPage(t *testing.T) {
	got := write(t, Document{Document: sample(same), Warnings: []string{"page 2: damaged"}, Pictures: pictures{}})
	_, got, _ = strings.Cut(got, "<body>")
	got, _, _ = strings.Cut(got, "<script>")
	got = dataURLs.ReplaceAllString(got, "$1…")
	const golden = "testdata/page.html"
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Error(d)
	}
}

// elements calls f for each element of a page.
func elements(t *testing.T, page string, f func(n *html.Node, attr map[string]string)) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		attr := make(map[string]string)
		for _, a := range n.Attr {
			attr[a.Key] = a.Val
		}
		f(n, attr)
	}
}

// Every link leads to an element of the page, and no ID is given twice.
func TestLinks(t *testing.T) {
	ids := make(map[string]int)
	var links []string
	elements(t, write(t, Document{Document: sample(same), Pictures: pictures{}}), func(n *html.Node, attr map[string]string) {
		if id := attr["id"]; id != "" {
			ids[id]++
		}
		if n.Data == "a" {
			links = append(links, attr["href"])
		}
	})
	if len(ids) != 17 || len(links) != 12 {
		t.Errorf("%d IDs and %d links, want 17 and 12", len(ids), len(links))
	}
	for id, n := range ids {
		if n > 1 {
			t.Errorf("%d elements have the ID %s", n, id)
		}
	}
	for _, l := range links {
		if id, ok := strings.CutPrefix(l, "#"); !ok || ids[id] == 0 {
			t.Errorf("%s leads nowhere", l)
		}
	}
}

// What a document says never becomes an element, an attribute or a place to go to.
func TestHostileText(t *testing.T) {
	count := func(page string) map[string]int {
		n := make(map[string]int)
		elements(t, page, func(e *html.Node, attr map[string]string) {
			n[e.Data]++
			for k, v := range attr {
				n[k]++
				if strings.HasPrefix(k, "on") || k == "href" && v[0] != '#' || k == "src" && !strings.HasPrefix(v, "data:image/") {
					t.Errorf("<%s> has %s=%q", e.Data, k, v)
				}
			}
		})
		return n
	}
	want := count(write(t, Document{Document: sample(same), Pictures: pictures{}}))
	for _, evil := range []string{
		`"><script>alert(1)</script>`, `'><img src=x onerror=alert(1)>`, `</style><script>alert(1)</script>`, `--></title></script><b onclick=x>`,
		`javascript:alert(1)`, "` onmouseover=alert(1) `", `{{.Doc}}<!--`, `</p></li></ol></main><iframe src=//example.org>`, "url(http://example.org/x)",
	} {
		page := write(t, Document{Document: sample(func(s string) string { return s + evil }), Warnings: nil, Pictures: pictures{}})
		if d := cmp.Diff(want, count(page)); d != "" {
			t.Errorf("with %q the page has other elements: %s", evil, d)
		}
	}
}

func TestLargeTable(t *testing.T) {
	wide := &udm.Table{Merged: []udm.Merge{{Row: 0, Col: 0, RowSpan: 1000, ColSpan: 2}}}
	for range 1000 {
		wide.Append(make([]string, 100)...)
	}
	got := newTable(wide)
	if len(got.Rows) != mostRows || got.MoreRows != 1000-mostRows || got.MoreCols != 100-mostCols {
		t.Errorf("%d rows, %d and %d more", len(got.Rows), got.MoreRows, got.MoreCols)
	}
	if c := got.Rows[0][0]; c.RowSpan != mostRows || c.ColSpan != 2 || len(got.Rows[1]) != mostCols-2 {
		t.Errorf("the first cell spans %d × %d, the second row has %d cells", c.RowSpan, c.ColSpan, len(got.Rows[1]))
	}
}

func TestRanges(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want string // of the numbers 1 to 9
	}{{"", "123456789"}, {"3", "3"}, {"2-4", "234"}, {"7-", "789"}, {"1, 3-4,9-20", "1349"}} {
		rs, err := ParseRanges(tt.in)
		if err != nil {
			t.Errorf("ParseRanges(%q): %v", tt.in, err)
		}
		got := ""
		for n := 1; n <= 9; n++ {
			if rs.Has(n) {
				got += string(rune('0' + n))
			}
		}
		if got != tt.want {
			t.Errorf("ParseRanges(%q) has %s, want %s", tt.in, got, tt.want)
		}
	}
	for _, in := range []string{"x", "0", "4-2", "-3", "1,,2", "1-2-3"} {
		if rs, err := ParseRanges(in); err == nil {
			t.Errorf("ParseRanges(%q) = %v", in, rs)
		}
	}
}

func TestPagesAndStop(t *testing.T) {
	got := write(t, Document{Document: sample(same), Pages: Ranges{{2, 2}}})
	if strings.Count(got, "<section") != 1 || !strings.Contains(got, "1 of 3 pages") || !strings.Contains(got, `id="b2-1"`) {
		t.Error(got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Write(ctx, new(bytes.Buffer), Document{Document: sample(same)}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
