package xlsx

import (
	"archive/zip"
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

const (
	nsMain   = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	nsStrict = `xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:r="http://purl.oclc.org/ooxml/officeDocument/relationships"`
	relBase  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
)

// rels makes a relationships part of "type target" pairs, with ids rId1, rId2, ….
func rels(targets ...string) string {
	var sb strings.Builder
	sb.WriteString(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`)
	for i, t := range targets {
		typ, target, _ := strings.Cut(t, " ")
		if !strings.Contains(typ, ":") {
			typ = relBase + typ
		}
		mode := ""
		if strings.Contains(target, "://") {
			mode = ` TargetMode="External"`
		}
		fmt.Fprintf(&sb, `<Relationship Id="rId%d" Type="%s" Target="%s"%s/>`, i+1, typ, target, mode)
	}
	sb.WriteString(`</Relationships>`)
	return sb.String()
}

// book makes the parts of a workbook with one sheet, over which own parts go.
func book(sheetXML string, own map[string]string) map[string]string {
	parts := map[string]string{
		"[Content_Types].xml":        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
		"_rels/.rels":                rels("officeDocument xl/workbook.xml"),
		"xl/workbook.xml":            `<workbook ` + nsMain + `><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": rels("worksheet worksheets/sheet1.xml", "styles styles.xml", "sharedStrings sharedStrings.xml", "http://schemas.microsoft.com/office/2017/10/relationships/person persons/person.xml"),
		"xl/styles.xml": `<styleSheet ` + nsMain + `><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/></numFmts>` +
			`<fonts count="2"><font/><font><b/></font></fonts><cellXfs count="4"><xf numFmtId="0" fontId="0"/><xf numFmtId="0" fontId="1"/><xf numFmtId="164" fontId="0"/><xf numFmtId="4" fontId="0"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml":     `<sst ` + nsMain + `/>`,
		"xl/worksheets/sheet1.xml": sheetXML,
	}
	for name, xml := range own {
		parts[name] = xml
	}
	return parts
}

func sheetXML(inner string) string { return `<worksheet ` + nsMain + `>` + inner + `</worksheet>` }

// text is a cell with inline text.
func text(ref, s string) string {
	return `<c r="` + ref + `" t="inlineStr"><is><t>` + s + `</t></is></c>`
}

func toUTF16(s string) string {
	var sb strings.Builder
	sb.WriteString("\xff\xfe")
	for _, u := range utf16.Encode([]rune(s)) {
		sb.Write([]byte{byte(u), byte(u >> 8)})
	}
	return sb.String()
}

func fixtures() map[string]map[string]string {
	var dot bytes.Buffer
	png.Encode(&dot, image.NewGray(image.Rect(0, 0, 3, 2)))
	const xdr = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">`
	anchor := func(row int, inner string) string {
		return fmt.Sprintf(`<xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>%d</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>%s<xdr:clientData/></xdr:twoCellAnchor>`, row, inner)
	}
	frame := func(id string) string {
		return `<xdr:graphicFrame><xdr:nvGraphicFramePr><xdr:cNvPr id="4" name="Chart"/></xdr:nvGraphicFramePr><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="` + id + `"/></a:graphicData></a:graphic></xdr:graphicFrame>`
	}
	chart := func(title, source string) string {
		return `<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>` + title + `</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef><c:f>` + source + `</c:f><c:numCache><c:formatCode>General</c:formatCode><c:ptCount val="2"/><c:pt idx="0"><c:v>1</c:v></c:pt><c:pt idx="1"><c:v>2</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`
	}
	plainTable := sheetXML(`<sheetData><row r="1">` + text("A1", "Name") + text("B1", "Town") + `</row><row r="2">` + text("A2", "Ann") + text("B2", "Bonn") + `</row></sheetData>`)
	return map[string]map[string]string{
		"values.xlsx": book(sheetXML(`<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>`+
			`<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="e"><v>#N/A</v></c></row>`+
			`<row r="3"><c r="A3" t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c r="B3" s="3"><v>1234.5</v></c></row>`+
			`<row r="4"><c r="A4" t="d" s="2"><v>2017-03-05T00:00:00</v></c><c r="B4"><v>0.30000000000000004</v></c></row>`+
			`<row r="5"><c r="A5" t="inlineStr"><is><r><t>rich </t></r><r><rPr><b/></rPr><t>inline</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is></c><c r="B5" s="3"/></row></sheetData>`),
			map[string]string{"xl/sharedStrings.xml": `<sst ` + nsMain + `><si><r><t xml:space="preserve">two </t></r><r><t>runs</t></r></si><si><t>tab_x0009_and_x005F_under_x000D_` + "\n" + `line &amp; more<![CDATA[ <raw>]]></t></si></sst>`}),
		"header-frozen.xlsx": book(sheetXML(`<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">`+
			text("A1", "Name")+text("B1", "Town")+`</row><row r="2">`+text("A2", "Ann")+text("B2", "Bonn")+`</row></sheetData>`), nil),
		"header-bold.xlsx": book(sheetXML(`<sheetData><row r="1"><c r="A1" s="1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" s="1" t="inlineStr"><is><t>Town</t></is></c></row><row r="2">`+
			text("A2", "Ann")+text("B2", "Bonn")+`</row></sheetData><mergeCells count="1"><mergeCell ref="A2:B2"/></mergeCells>`), nil),
		"table-part.xlsx": book(sheetXML(`<sheetData><row r="1">`+text("A1", "Stock of the shop")+`</row><row r="2">`+text("A2", "Thing")+text("B2", "Shelf")+`</row><row r="3">`+text("A3", "Cup")+text("B3", "left")+
			`</row><row r="4"/><row r="5">`+text("A5", "x")+text("D5", "y")+text("E5", "z")+`</row></sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts>`),
			map[string]string{
				"xl/worksheets/_rels/sheet1.xml.rels": rels("table ../tables/table1.xml"),
				"xl/tables/table1.xml":                `<table ` + nsMain + ` id="1" name="t" displayName="Stock" ref="A2:B3"/>`,
			}),
		"hidden.xlsx": book(sheetXML(`<cols><col min="2" max="2" width="9" hidden="1"/></cols><sheetData><row r="1">`+text("A1", "a")+text("B1", "b")+text("C1", "c")+`</row><row r="2" hidden="1"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c><c r="C2"><v>3</v></c></row><row r="3"><c r="A3"><v>4</v></c><c r="C3"><v>6</v></c></row></sheetData>`), nil),
		"links.xlsx": book(sheetXML(`<sheetData><row r="1">`+text("A1", "web")+text("B1", "place")+`</row><row r="2"><c r="A2" t="str"><f>HYPERLINK("https://example.org/f","called")</f><v>called</v></c></row><row r="4">`+text("A4", "alone")+`</row></sheetData>`+
			`<hyperlinks><hyperlink ref="A1" r:id="rId1"/><hyperlink ref="B1" location="Data!A4"/><hyperlink ref="A4" r:id="rId1" location="top"/></hyperlinks>`),
			map[string]string{"xl/worksheets/_rels/sheet1.xml.rels": rels("hyperlink https://example.org/")}),
		"comments.xlsx": book(plainTable, map[string]string{
			"xl/worksheets/_rels/sheet1.xml.rels": rels("comments ../comments1.xml", "http://schemas.microsoft.com/office/2017/10/relationships/threadedComment ../threadedComments/t.xml"),
			"xl/comments1.xml": `<comments ` + nsMain + `><authors><author>Ann</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t xml:space="preserve">two </t></r><r><t>runs</t></r></text></comment>` +
				`<comment ref="B2" authorId="0"><text><t>[Threaded comment]</t></text></comment></commentList></comments>`,
			"xl/threadedComments/t.xml": `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="B2" dT="2024-01-02T03:04:05.00" personId="{1}" id="{2}"><text>really?</text></threadedComment><threadedComment ref="B2" dT="2024-01-02T04:04:05.00" personId="{1}" id="{3}" parentId="{2}"><text>yes</text></threadedComment></ThreadedComments>`,
			"xl/persons/person.xml":     `<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="Bob" id="{1}"/></personList>`,
		}),
		"drawings.xlsx": book(sheetXML(`<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row></sheetData><drawing r:id="rId1"/>`), map[string]string{
			"xl/worksheets/_rels/sheet1.xml.rels": rels("drawing ../drawings/drawing1.xml"),
			"xl/drawings/drawing1.xml": xdr + anchor(9, `<xdr:sp><xdr:nvSpPr><xdr:cNvPr id="2" name="Box"/></xdr:nvSpPr><xdr:txBody><a:p><a:r><a:t>Text in a box</a:t></a:r></a:p></xdr:txBody></xdr:sp>`) +
				anchor(4, `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Dot" descr="a dot"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId1"/></xdr:blipFill></xdr:pic>`) +
				anchor(20, frame("rId2")) + anchor(30, frame("rId3")) + `</xdr:wsDr>`,
			"xl/drawings/_rels/drawing1.xml.rels": rels("image ../media/dot.png", "chart ../charts/chart1.xml", "chart ../charts/chart2.xml"),
			"xl/media/dot.png":                    dot.String(),
			"xl/charts/chart1.xml":                chart("Own cells", "Data!$A$1:$A$2"),
			"xl/charts/chart2.xml":                chart("Other book", "[1]Sheet!$A$1:$A$2"),
		}),
		"picture-in-cell.xlsx": book(sheetXML(`<sheetData><row r="1">`+text("A1", "dot")+`<c r="B1" t="e" vm="1"><v>#VALUE!</v></c></row></sheetData>`), map[string]string{
			"xl/_rels/workbook.xml.rels": rels("worksheet worksheets/sheet1.xml", "sheetMetadata metadata.xml", "http://schemas.microsoft.com/office/2017/06/relationships/rdRichValue richData/v.xml",
				"http://schemas.microsoft.com/office/2017/06/relationships/rdRichValueStructure richData/s.xml", "http://schemas.microsoft.com/office/2022/10/relationships/richValueRel richData/r.xml"),
			"xl/metadata.xml":              `<metadata ` + nsMain + ` xmlns:xlrd="http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"><futureMetadata name="XLRICHVALUE" count="1"><bk><extLst><ext uri="{3e2802c4-a4d2-4d8b-9148-e3be6c30e623}"><xlrd:rvb i="0"/></ext></extLst></bk></futureMetadata><valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>`,
			"xl/richData/v.xml":            `<rvData xmlns="http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"><rv s="0"><v>0</v><v>5</v></rv></rvData>`,
			"xl/richData/s.xml":            `<rvStructures xmlns="http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s></rvStructures>`,
			"xl/richData/r.xml":            `<richValueRels xmlns="http://schemas.microsoft.com/office/spreadsheetml/2022/richvaluerel" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><rel r:id="rId1"/></richValueRels>`,
			"xl/richData/_rels/r.xml.rels": rels("image ../media/dot.png"),
			"xl/media/dot.png":             dot.String(),
		}),
		"shared-formulas.xlsx": book(sheetXML(`<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B2" si="0">A1*$A$1+LOG10(A1)&amp;"A1"</f><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>2</v></c></row></sheetData>`), nil),
		"strict.xlsx": book(strings.Replace(plainTable, nsMain, nsStrict, 1), map[string]string{
			"xl/workbook.xml": `<workbook ` + nsStrict + ` conformance="strict"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets><definedNames><definedName name="people">Data!$A$1:$B$2</definedName><definedName name="_xlnm.Print_Area" localSheetId="0">Data!$A$1</definedName></definedNames></workbook>`,
			"_rels/.rels":     strings.ReplaceAll(rels("officeDocument xl/workbook.xml"), relBase, "http://purl.oclc.org/ooxml/officeDocument/relationships/"),
		}),
		"prefixed.xlsx":  book(`<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData><x:row><x:c t="str"><x:v>without references</x:v></x:c><x:c><x:v>5</x:v></x:c></x:row></x:sheetData></x:worksheet>`, nil),
		"utf16.xlsx":     book(toUTF16(`<?xml version="1.0" encoding="UTF-16"?>`+plainTable), nil),
		"unsorted.xlsx":  book(sheetXML(`<sheetData><row r="3"><c r="B3"><v>4</v></c><c r="A3"><v>3</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row></sheetData>`), nil),
		"cut-sheet.xlsx": book(strings.TrimSuffix(plainTable, `</row></sheetData></worksheet>`), nil),
	}
}

// pack zips parts in the order of their names, the content types first.
func pack(t testing.TB, parts map[string]string) []byte {
	t.Helper()
	var names []string
	for name := range parts {
		names = append(names, name)
	}
	slices.Sort(names)
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, name := range names {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(parts[name]))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// TestFixtures writes the fixtures on go test -update.
func TestFixtures(t *testing.T) {
	if flag.Lookup("update").Value.String() != "true" {
		t.Skip("only with -update")
	}
	for name, parts := range fixtures() {
		if err := os.WriteFile(filepath.Join("testdata", name), pack(t, parts), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
