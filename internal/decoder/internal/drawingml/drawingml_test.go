package drawingml

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// pack returns a package with one part, "part.xml".
func pack(t testing.TB, part string) (*opc.Package, *limit.Budget) {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	f, err := w.Create("part.xml")
	if err != nil {
		t.Fatal(err)
	}
	f.Write([]byte(part))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	budget := limit.NewBudget(limit.Limits{Cells: 100_000})
	p, err := opc.Open(source.Bytes(buf.Bytes()), budget)
	if err != nil {
		t.Fatal(err)
	}
	return p, budget
}

func dump(blocks []*udm.ContentBlock) string {
	var sb strings.Builder
	for _, b := range blocks {
		switch b.Type {
		case udm.TableContent:
			fmt.Fprintf(&sb, "table header=%d\n", b.Table.HeaderRows)
			for r := range b.Table.Rows() {
				sb.WriteString(strings.Join(b.Table.Row(r), " | ") + "\n")
			}
		default:
			fmt.Fprintf(&sb, "%s", b.Category)
			if b.Category == udm.ListItem {
				fmt.Fprintf(&sb, "/%d", b.Attr.ListLevel)
			}
			fmt.Fprintf(&sb, " %s\n", b.Text)
		}
	}
	return sb.String()
}

const chartSpace = `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart>`

func strRef(values ...string) string {
	return `<c:strRef><c:f>S!A1</c:f><c:strCache>` + points(values) + `</c:strCache></c:strRef>`
}

func numRef(code string, values ...string) string {
	return `<c:numRef><c:f>S!A1</c:f><c:numCache><c:formatCode>` + code + `</c:formatCode>` + points(values) + `</c:numCache></c:numRef>`
}

func points(values []string) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, `<c:ptCount val="%d"/>`, len(values))
	for i, v := range values {
		if v != "" {
			fmt.Fprintf(&sb, `<c:pt idx="%d"><c:v>%s</c:v></c:pt>`, i, v)
		}
	}
	return sb.String()
}

func TestReadChart(t *testing.T) {
	for _, tt := range []struct{ name, part, want string }{
		{"bars over shared categories", chartSpace + `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Ducks </a:t></a:r><a:r><a:t>seen</a:t></a:r></a:p></c:rich></c:tx></c:title>
<c:plotArea><c:barChart>
<c:ser><c:order val="1"/><c:tx>` + strRef("Sea") + `</c:tx><c:cat>` + strRef("2019", "2020") + `</c:cat><c:val>` + numRef("0%", "0.5", "0.25") + `</c:val></c:ser>
<c:ser><c:order val="0"/><c:tx>` + strRef("Lake") + `</c:tx><c:cat>` + strRef("2019", "2020") + `</c:cat><c:val>` + numRef("#,##0.00", "1234.5", "") + `</c:val></c:ser>
</c:barChart><c:catAx><c:title><c:tx>` + strRef("Year") + `</c:tx></c:title></c:catAx></c:plotArea></c:chart></c:chartSpace>`,
			"FigureCaption Ducks seen\ntable header=1\nYear | Lake | Sea\n2019 | 1,234.50 | 50%\n2020 |  | 25%\n"},
		{"scatter series with x values of their own", chartSpace + `<c:plotArea><c:scatterChart>
<c:ser><c:tx>` + strRef("A") + `</c:tx><c:xVal>` + numRef("General", "1", "2") + `</c:xVal><c:yVal>` + numRef("General", "0.1", "0.30000000000000004") + `</c:yVal></c:ser>
<c:ser><c:xVal>` + numRef("General", "3") + `</c:xVal><c:yVal>` + numRef("General", "9") + `</c:yVal></c:ser>
</c:scatterChart></c:plotArea></c:chart></c:chartSpace>`,
			"table header=1\n | A |  | Series2\n1 | 0.1 | 3 | 9\n2 | 0.3 |  | \n"},
		{"multi-level categories, outer level first", chartSpace + `<c:plotArea><c:lineChart><c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="2"/>
<c:lvl><c:pt idx="0"><c:v>Q1</c:v></c:pt><c:pt idx="1"><c:v>Q2</c:v></c:pt></c:lvl><c:lvl><c:pt idx="0"><c:v>2024</c:v></c:pt></c:lvl></c:multiLvlStrCache></c:multiLvlStrRef></c:cat>
<c:val><c:numLit><c:formatCode>d/m/yyyy</c:formatCode><c:pt idx="0"><c:v>45000</c:v></c:pt><c:pt idx="1"><c:v>45001</c:v></c:pt></c:numLit></c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`,
			"table header=0\n2024 | Q1 | 15/3/2023\n | Q2 | 16/3/2023\n"},
		{"an index beyond a sheet's column is ignored", chartSpace + `<c:plotArea><c:pieChart><c:ser><c:val><c:numLit><c:pt idx="99999999"><c:v>1</c:v></c:pt><c:pt idx="0"><c:v>2</c:v></c:pt></c:numLit></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>`,
			"table header=0\n2\n"},
		{"waterfall", `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">
<cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl ptCount="2"><cx:pt idx="0">Start</cx:pt><cx:pt idx="1">End</cx:pt></cx:lvl></cx:strDim>
<cx:numDim type="val"><cx:lvl ptCount="2" formatCode="General"><cx:pt idx="0">10</cx:pt><cx:pt idx="1">-4</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData>
<cx:chart><cx:title><cx:tx><cx:txData><cx:v>Cash</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:plotAreaRegion><cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:f>S!B1</cx:f><cx:v>Flow</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotAreaRegion></cx:plotArea></cx:chart></cx:chartSpace>`,
			"FigureCaption Cash\ntable header=1\n | Flow\nStart | 10\nEnd | -4\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			pkg, budget := pack(t, tt.part)
			c, err := ReadChart(pkg, "part.xml", budget)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, dump(c.Blocks())); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
}

func TestReadDiagram(t *testing.T) {
	pt := func(id, typ, text string) string {
		return `<dgm:pt modelId="` + id + `" type="` + typ + `"><dgm:t><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></dgm:t></dgm:pt>`
	}
	cxn := func(from, to, order string) string {
		return `<dgm:cxn srcId="` + from + `" destId="` + to + `" srcOrd="` + order + `"/>`
	}
	pkg, budget := pack(t, `<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><dgm:ptLst>`+
		pt("d", "doc", "")+pt("c", "node", "third")+pt("a", "node", "first")+pt("b", "asst", "second")+pt("p", "pres", "not shown")+pt("x", "node", "loose")+
		`</dgm:ptLst><dgm:cxnLst>`+cxn("d", "c", "1")+cxn("d", "a", "0")+cxn("a", "b", "0")+cxn("b", "a", "0")+`<dgm:cxn type="presOf" srcId="c" destId="p"/></dgm:cxnLst></dgm:dataModel>`)
	blocks, err := ReadDiagram(pkg, "part.xml", budget)
	if err != nil {
		t.Fatal(err)
	}
	want := "ListItem/0 first\nListItem/1 second\nListItem/0 third\nListItem/0 loose\n"
	if got := dump(blocks); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestAutoNumber(t *testing.T) {
	for _, tt := range []struct {
		scheme string
		n      int
		want   string
	}{
		{"arabicPeriod", 3, "3."}, {"arabicParenR", 12, "12)"}, {"arabicParenBoth", 1, "(1)"}, {"arabicPlain", 7, "7"},
		{"alphaLcParenR", 2, "b)"}, {"alphaUcPeriod", 28, "BB."}, {"romanLcPeriod", 14, "xiv."}, {"romanUcParenBoth", 9, "(IX)"},
		{"circleNumWdWhitePlain", 4, "④"}, {"circleNumDbPlain", 30, "30"}, {"ea1ChsPeriod", 23, "二十三."}, {"arabicDbPlain", 10, "１０"},
		{"thaiAlphaPeriod", 2, "ข."}, {"hebrew2Minus", 3, "ג-"}, {"arabic1Minus", 99, "99-"}, {"unknown", 5, "5"},
	} {
		if got := AutoNumber(tt.scheme, tt.n); got != tt.want {
			t.Errorf("AutoNumber(%q, %d) = %q, want %q", tt.scheme, tt.n, got, tt.want)
		}
	}
}

func TestNumbering(t *testing.T) {
	num := Bullet{Kind: Numbered, Scheme: "arabicPeriod", Start: 1}
	sub := Bullet{Kind: Numbered, Scheme: "alphaLcParenR", Start: 3}
	none := Bullet{Kind: NoBullet}
	var c Numbering
	var got []string
	for _, p := range []struct {
		level  int
		bullet Bullet
	}{{0, num}, {1, sub}, {1, sub}, {0, num}, {1, sub}, {0, none}, {0, num}} {
		got = append(got, c.Next(p.level, p.bullet))
	}
	if diff := cmp.Diff([]string{"1.", "c)", "d)", "2.", "c)", "", "1."}, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}
