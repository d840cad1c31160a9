package pptx

import (
	"archive/zip"
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"
)

var makeFixtures = flag.Bool("make", false, "write the presentation in testdata anew")

// TestMakeFixtures writes testdata/features.pptx: a deck with one of everything that the decoder reads.
func TestMakeFixtures(t *testing.T) {
	if !*makeFixtures {
		t.Skip("without -make")
	}
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for i := 0; i < len(features); i += 2 {
		f, err := w.Create(features[i])
		if err != nil {
			t.Fatal(err)
		}
		body := features[i+1]
		if strings.HasPrefix(body, "<") {
			for k, v := range namespaces {
				body = strings.ReplaceAll(body, " xmlns="+k, " xmlns:"+k+`="`+v+`"`)
			}
		}
		f.Write([]byte(body))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/features.pptx", buf.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

var namespaces = map[string]string{
	"a": "http://schemas.openxmlformats.org/drawingml/2006/main", "r": "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
	"p": "http://schemas.openxmlformats.org/presentationml/2006/main", "c": "http://schemas.openxmlformats.org/drawingml/2006/chart",
	"mc": "http://schemas.openxmlformats.org/markup-compatibility/2006", "a14": "http://schemas.microsoft.com/office/drawing/2010/main",
	"m": "http://schemas.openxmlformats.org/officeDocument/2006/math", "p14": "http://schemas.microsoft.com/office/powerpoint/2010/main",
	"p188": "http://schemas.microsoft.com/office/powerpoint/2018/8/main",
}

func rels(list ...string) string {
	s := `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	for i := 0; i+2 < len(list); i += 3 {
		s += `<Relationship Id="` + list[i] + `" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/` + list[i+1] + `" Target="` + list[i+2] + `"`
		if strings.Contains(list[i+2], "://") {
			s += ` TargetMode="External"`
		}
		s += `/>`
	}
	return s + `</Relationships>`
}

// sp is a shape: its placeholder, place in points and paragraphs.
func sp(ph, place, paragraphs string) string {
	xfrm := ""
	if p := strings.Fields(place); len(p) == 4 {
		xfrm = `<a:xfrm><a:off x="` + p[0] + `00000" y="` + p[1] + `00000"/><a:ext cx="` + p[2] + `00000" cy="` + p[3] + `00000"/></a:xfrm>`
	}
	return `<p:sp><p:nvSpPr><p:cNvPr id="9" name=""/><p:cNvSpPr/><p:nvPr>` + ph + `</p:nvPr></p:nvSpPr><p:spPr>` + xfrm + `</p:spPr><p:txBody><a:bodyPr/>` + paragraphs + `</p:txBody></p:sp>`
}

func par(properties, text string) string {
	return `<a:p>` + properties + `<a:r><a:t>` + text + `</a:t></a:r></a:p>`
}

const tree0 = `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/></p:nvGrpSpPr><p:grpSpPr/>`
const tree1 = `</p:spTree></p:cSld>`

var features = []string{
	"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="png" ContentType="image/png"/><Override PartName="/ppt/presentation.xml" ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"/></Types>`,
	"_rels/.rels", rels("r1", "officeDocument", "ppt/presentation.xml"),
	"ppt/presentation.xml", `<p:presentation xmlns=a xmlns=r xmlns=p xmlns=p14 firstSlideNum="5"><p:sldIdLst><p:sldId id="256" r:id="r2"/><p:sldId id="257" r:id="r1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/>` +
		`<p:extLst><p:ext uri="x"><p14:sectionLst><p14:section name="Opening"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst></p:presentation>`,
	"ppt/_rels/presentation.xml.rels", rels("r1", "slide", "slides/slide1.xml", "r2", "slide", "slides/slide2.xml", "r3", "authors", "authors.xml"),
	"ppt/authors.xml", `<p188:authorLst xmlns=p188><p188:author id="{A}" name="Ada"/></p188:authorLst>`,
	"ppt/slideMasters/slideMaster1.xml", `<p:sldMaster xmlns=a xmlns=r xmlns=p>` + tree0 + sp(`<p:ph type="title"/>`, "5 3 80 10", par("", "not shown")) + sp(`<p:ph type="body" idx="1"/>`, "5 15 80 40", par("", "not shown")) + tree1 +
		`<p:txStyles><p:titleStyle/><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr><a:lvl2pPr><a:buAutoNum type="alphaLcParenR"/></a:lvl2pPr></p:bodyStyle></p:txStyles></p:sldMaster>`,
	"ppt/slideLayouts/slideLayout1.xml", `<p:sldLayout xmlns=a xmlns=r xmlns=p>` + tree0 + sp(`<p:ph type="title"/>`, "", "") + sp(`<p:ph idx="1"/>`, "5 20 80 30", "") + tree1 + `</p:sldLayout>`,
	"ppt/slideLayouts/_rels/slideLayout1.xml.rels", rels("r1", "slideMaster", "../slideMasters/slideMaster1.xml"),
	"ppt/slides/slide2.xml", `<p:sld xmlns=a xmlns=r xmlns=p xmlns=mc xmlns=a14 xmlns=m>` + tree0 +
		sp(`<p:ph type="sldNum"/>`, "80 65 5 3", `<a:p><a:fld type="slidenum"><a:t>99</a:t></a:fld></a:p>`) +
		sp(`<p:ph idx="1"/>`, "", par("", "Unlock the door")+par(`<a:pPr lvl="1"/>`, "Left lock")+par(`<a:pPr lvl="1"/>`, "Right lock")+`<a:p/>`+par(`<a:pPr><a:buNone/></a:pPr>`, "No bullet")+
			`<a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>See </a:t></a:r><a:r><a:rPr b="1"><a:hlinkClick r:id="r5"/></a:rPr><a:t>the </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="r5"/></a:rPr><a:t>plan</a:t></a:r><a:r><a:t> and </a:t></a:r><a:r><a:rPr><a:hlinkClick r:id="r6"/></a:rPr><a:t>page two</a:t></a:r></a:p>`) +
		sp(`<p:ph type="title"/>`, "", `<a:p><a:r><a:t>Shed</a:t></a:r><a:br/><a:r><a:t>duty</a:t></a:r></a:p>`) +
		`<mc:AlternateContent><mc:Choice Requires="a14">` + sp("", "5 52 30 5", `<a:p><a14:m><m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath></a14:m></a:p>`) + `</mc:Choice><mc:Fallback>` + sp("", "5 52 30 5", par("", "not shown")) + `</mc:Fallback></mc:AlternateContent>` +
		`<p:pic><p:nvPicPr><p:cNvPr id="3" name="" descr="a spade"/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="r4"/><a:srcRect l="25000"/></p:blipFill><p:spPr><a:xfrm rot="5400000"><a:off x="5000000" y="5200000"/><a:ext cx="2000000" cy="1000000"/></a:xfrm></p:spPr></p:pic>` +
		tree1 + `</p:sld>`,
	"ppt/slides/_rels/slide2.xml.rels", rels("r1", "slideLayout", "../slideLayouts/slideLayout1.xml", "r2", "notesSlide", "../notesSlides/notesSlide1.xml", "r3", "comments", "../comments/c1.xml", "r4", "image", "../media/i.png", "r5", "hyperlink", "https://example.org/plan", "r6", "slide", "slide1.xml"),
	"ppt/notesSlides/notesSlide1.xml", `<p:notes xmlns=a xmlns=r xmlns=p>` + tree0 + sp(`<p:ph type="body" idx="1"/>`, "", par("", "Bring gloves.")) + sp(`<p:ph type="sldNum" idx="2"/>`, "", par("", "1")) + tree1 + `</p:notes>`,
	"ppt/comments/c1.xml", `<p188:cmLst xmlns=a xmlns=p188><p188:cm authorId="{A}" created="2024-03-01T10:00:00"><p188:replyLst><p188:reply authorId="{A}" created="2024-03-02T10:00:00"><p188:txBody>` + par("", "Done.") + `</p188:txBody></p188:reply></p188:replyLst><p188:txBody>` + par("", "Which door?") + `</p188:txBody></p188:cm></p188:cmLst>`,
	"ppt/media/i.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x03\x08\x02",
	"ppt/slides/slide1.xml", `<p:sld xmlns=a xmlns=r xmlns=p xmlns=c show="0">` + tree0 +
		`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="2" name=""/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="500000" y="500000"/><a:ext cx="5000000" cy="1000000"/></p:xfrm><a:graphic><a:graphicData uri="t"><a:tbl><a:tblPr firstRow="1"/>` +
		`<a:tr h="1"><a:tc gridSpan="2"><a:txBody>` + par("", "Tools") + `</a:txBody></a:tc><a:tc hMerge="1"><a:txBody><a:p/></a:txBody></a:tc></a:tr>` +
		`<a:tr h="1"><a:tc rowSpan="2"><a:txBody>` + par("", "Spade") + `</a:txBody></a:tc><a:tc><a:txBody>` + par("", "digs") + par("", "cuts") + `</a:txBody></a:tc></a:tr>` +
		`<a:tr h="1"><a:tc vMerge="1"><a:txBody><a:p/></a:txBody></a:tc><a:tc/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>` +
		`<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="3" name=""/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="500000" y="2000000"/><a:ext cx="5000000" cy="3000000"/></p:xfrm><a:graphic><a:graphicData uri="c"><c:chart r:id="r1"/></a:graphicData></a:graphic></p:graphicFrame>` +
		tree1 + `</p:sld>`,
	"ppt/slides/_rels/slide1.xml.rels", rels("r1", "chart", "../charts/chart1.xml"),
	"ppt/charts/chart1.xml", `<c:chartSpace xmlns=c xmlns=a><c:chart><c:title><c:tx><c:rich>` + par("", "Yield") + `</c:rich></c:tx></c:title><c:plotArea><c:pieChart><c:ser><c:tx><c:v>Apples</c:v></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>2023</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>0.5</c:v></c:pt></c:numLit></c:val></c:ser></c:pieChart></c:plotArea></c:chart></c:chartSpace>`,
}
