package docx

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var write = flag.Bool("write", false, "write the fixtures anew")

// TestFixtures holds the files in testdata against their sources below.
func TestFixtures(t *testing.T) {
	for name, f := range fixtures {
		path := filepath.Join("testdata", name)
		want := pack(f)
		if *write {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what its source gives (%v); go test -run TestFixtures -write makes it", path, err)
		}
	}
}

// fixture is a document in pieces. Relations are of the main part: id, type, target; a target that is no part is external.
type fixture struct {
	body      string
	styles    string
	numbering string
	settings  string
	relations [][3]string
	parts     map[string]string // further parts by name
	types     map[string]string // their content types, where not application/xml
	strict    bool
}

const (
	ooxml = "http://schemas.openxmlformats.org/"
	xmlns = `xmlns:w="` + ooxml + `wordprocessingml/2006/main" xmlns:r="` + ooxml + `officeDocument/2006/relationships"` +
		` xmlns:mc="` + ooxml + `markup-compatibility/2006" xmlns:wp="` + ooxml + `drawingml/2006/wordprocessingDrawing" xmlns:a="` + ooxml + `drawingml/2006/main"` +
		` xmlns:pic="` + ooxml + `drawingml/2006/picture" xmlns:c="` + ooxml + `drawingml/2006/chart" xmlns:dgm="` + ooxml + `drawingml/2006/diagram"` +
		` xmlns:m="` + ooxml + `officeDocument/2006/math" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"` +
		` xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`
)

func part(root, content string) string {
	return "<w:" + root + " " + xmlns + ">" + content + "</w:" + root + ">"
}

func (f fixture) all() map[string]string {
	parts := maps.Clone(f.parts)
	if parts == nil {
		parts = map[string]string{}
	}
	parts["word/document.xml"] = part("document", "<w:body>"+f.body+"</w:body>")
	types := `<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>`
	for _, name := range slices.Sorted(maps.Keys(f.types)) {
		types += fmt.Sprintf(`<Override PartName="/%s" ContentType="%s"/>`, name, f.types[name])
	}
	relations := f.relations
	for _, p := range []struct{ name, root, content string }{{"styles", "styles", f.styles}, {"numbering", "numbering", f.numbering}, {"settings", "settings", f.settings}} {
		if p.content != "" {
			parts["word/"+p.name+".xml"] = part(p.root, p.content)
			relations = append(relations, [3]string{p.name, p.name, p.name + ".xml"})
		}
	}
	rels := ""
	for _, r := range relations {
		mode := ""
		if _, ok := parts["word/"+r[2]]; !ok {
			mode = ` TargetMode="External"`
		}
		rels += fmt.Sprintf(`<Relationship Id="%s" Type="%sofficeDocument/2006/relationships/%s" Target="%s"%s/>`, r[0], ooxml, r[1], r[2], mode)
	}
	const open = `<Relationships xmlns="` + ooxml + `package/2006/relationships">`
	parts["word/_rels/document.xml.rels"] = open + rels + "</Relationships>"
	parts["_rels/.rels"] = open + `<Relationship Id="main" Type="` + ooxml + `officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`
	parts["[Content_Types].xml"] = `<Types xmlns="` + ooxml + `package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/>` + types + `</Types>`
	if f.strict {
		for name, content := range parts {
			for _, ns := range []string{"wordprocessingml/2006/main", "drawingml/2006/main", "officeDocument/2006/relationships", "officeDocument/2006/math"} {
				area, rest, _ := strings.Cut(ns, "/2006")
				content = strings.ReplaceAll(content, ooxml+ns, "http://purl.oclc.org/ooxml/"+area+rest)
			}
			parts[name] = content
		}
	}
	return parts
}

func pack(f fixture) []byte { return packParts(f.all()) }

func packParts(parts map[string]string) []byte {
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte(parts[name]))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return buf.Bytes()
}

func r(text string) string { return `<w:r><w:t xml:space="preserve">` + text + `</w:t></w:r>` }
func p(text string) string { return `<w:p>` + r(text) + `</w:p>` }

func para(props, content string) string {
	return `<w:p><w:pPr>` + props + `</w:pPr>` + content + `</w:p>`
}
func styled(style, text string) string { return para(`<w:pStyle w:val="`+style+`"/>`, r(text)) }
func li(num, level int, text string) string {
	return para(fmt.Sprintf(`<w:numPr><w:ilvl w:val="%d"/><w:numId w:val="%d"/></w:numPr>`, level, num), r(text))
}
func run(props, content string) string {
	return `<w:r><w:rPr>` + props + `</w:rPr>` + content + `</w:r>`
}
func begin() string    { return `<w:r><w:fldChar w:fldCharType="begin"/></w:r>` }
func separate() string { return `<w:r><w:fldChar w:fldCharType="separate"/></w:r>` }
func end() string      { return `<w:r><w:fldChar w:fldCharType="end"/></w:r>` }
func instr(text string) string {
	return `<w:r><w:instrText xml:space="preserve">` + text + `</w:instrText></w:r>`
}
func fld(text, result string) string { return begin() + instr(text) + separate() + result + end() }
func tc(props, content string) string {
	return `<w:tc><w:tcPr>` + props + `</w:tcPr>` + content + `</w:tc>`
}
func tr(cells ...string) string { return `<w:tr>` + strings.Join(cells, "") + `</w:tr>` }

func pstyle(id, name, base, props string) string {
	if base != "" {
		base = `<w:basedOn w:val="` + base + `"/>`
	}
	return `<w:style w:type="paragraph" w:styleId="` + id + `"><w:name w:val="` + name + `"/>` + base + props + `</w:style>`
}

func lvl(at int, format, text, more string) string {
	return fmt.Sprintf(`<w:lvl w:ilvl="%d"><w:start w:val="1"/><w:numFmt w:val="%s"/>%s<w:lvlText w:val="%s"/></w:lvl>`, at, format, more, text)
}

func drawing(alt, content string) string {
	return `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="` + alt + `"/><a:graphic><a:graphicData>` + content + `</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
}

func pic(id string) string {
	return `<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="a"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="` + id + `"/></pic:blipFill></pic:pic>`
}

func textBox(content string) string { return `<w:txbxContent>` + content + `</w:txbxContent>` }

// png is a picture of one pixel.
var png = func() string {
	b, err := base64.StdEncoding.DecodeString("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
	if err != nil {
		panic(err)
	}
	return string(b)
}()

var headingStyles = pstyle("Heading1", "heading 1", "", `<w:pPr><w:outlineLvl w:val="0"/></w:pPr>`) + pstyle("Heading2", "heading 2", "", `<w:pPr><w:outlineLvl w:val="1"/></w:pPr>`)

var fixtures = map[string]fixture{
	"headings.docx": {
		styles: headingStyles + pstyle("Kap", "Kapitel", "Heading1", "") + pstyle("Nur", "Überschrift 3", "", "") + pstyle("Text", "Text after heading", "Heading1", `<w:pPr><w:outlineLvl w:val="9"/></w:pPr>`) +
			pstyle("T", "Title", "", "") + pstyle("S", "Subtitle", "", "") + pstyle("TOC", "TOC Heading", "Heading1", `<w:pPr><w:outlineLvl w:val="9"/></w:pPr>`) +
			pstyle("A", "Loop A", "B", "") + pstyle("B", "Loop B", "A", ""),
		body: styled("T", "The title") + styled("S", "The subtitle") + styled("TOC", "Contents") + styled("Kap", "By inheritance") + styled("Nur", "By a localized name") +
			styled("Text", "Body text by its own outline level.") + para(`<w:outlineLvl w:val="1"/>`, r("By direct outline level")) +
			para(`<w:pStyle w:val="Heading2"/><w:outlineLvl w:val="9"/>`, r("Taken out of the outline.")) + styled("Heading2", "") + styled("A", "Styles in a circle."),
	},
	"numbering.docx": {
		styles: pstyle("H1", "heading 1", "", `<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr><w:outlineLvl w:val="0"/></w:pPr>`) +
			pstyle("H2", "heading 2", "", `<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr><w:outlineLvl w:val="1"/></w:pPr>`) +
			pstyle("LB2", "List Bullet 2", "", "") + pstyle("Steps", "Steps", "", `<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>`) +
			`<w:style w:type="numbering" w:styleId="Linked"><w:name w:val="Linked"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>`,
		numbering: `<w:abstractNum w:abstractNumId="0">` + lvl(0, "decimal", "%1.", "") + lvl(1, "lowerLetter", "%1.%2)", "") + lvl(2, "upperRoman", "(%3)", "") + lvl(3, "bullet", "o", "") + `</w:abstractNum>` +
			`<w:abstractNum w:abstractNumId="1">` + lvl(0, "upperRoman", "Article %1", `<w:pStyle w:val="H1"/>`) + lvl(1, "decimalZero", "%1.%2", `<w:isLgl/><w:pStyle w:val="H2"/>`) + `</w:abstractNum>` +
			`<w:abstractNum w:abstractNumId="2"><w:numStyleLink w:val="Linked"/></w:abstractNum>` +
			`<w:abstractNum w:abstractNumId="3">` + lvl(0, "decimal", "%1.", "") + lvl(1, "decimal", "%2.", `<w:lvlRestart w:val="0"/>`) + lvl(2, "none", "", "") + `</w:abstractNum>` +
			`<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>` +
			`<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>` +
			`<w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num><w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num><w:num w:numId="5"><w:abstractNumId w:val="3"/></w:num>`,
		body: li(1, 0, "one") + li(1, 1, "one a") + li(1, 2, "one a I") + li(1, 3, "bullet") + li(1, 1, "one b") + li(1, 0, "two") + li(1, 1, "two a") + p("Between.") +
			li(2, 0, "restarted at five") + li(2, 0, "six") + li(4, 0, "by a numbering style, goes on") +
			styled("H1", "First article") + styled("H2", "Legal number") + styled("H1", "Second article") + styled("H2", "Restarted") +
			styled("Steps", "numbered by its style") + para(`<w:pStyle w:val="Steps"/><w:numPr><w:numId w:val="0"/></w:numPr>`, r("Taken out of its style's list.")) +
			li(5, 0, "x") + li(5, 1, "goes on: 1") + li(5, 0, "y") + li(5, 1, "goes on: 2") + li(5, 2, "Level without a sign.") + styled("LB2", "bullet by its style's name") + p("• typed bullet") + li(9, 0, "List that is not there."),
	},
	"fields.docx": {
		relations: [][3]string{{"h", "hyperlink", "https://example.org/a"}},
		body: `<w:p>` + r("See ") + fld(` HYPERLINK "https://example.org/b" \l "part" \o "tip" `, r("the ")+fld(" PAGEREF x ", r("3"))) + r(" and ") +
			`<w:hyperlink r:id="h" w:anchor="top">` + run(`<w:u w:val="single"/>`, `<w:t>a link</w:t>`) + `</w:hyperlink>` + r(", ") + `<w:hyperlink w:anchor="mark">` + r("a bookmark") + `</w:hyperlink>` + r(".") + `</w:p>` +
			`<w:p>` + begin() + instr(" IF ") + fld("PAGE", r("9")) + instr(` = 1 "yes" "no" `) + separate() + r("yes") + end() + r(" shown") + `</w:p>` +
			`<w:p>` + begin() + instr(`HYPERLINK "https://example.org/two"`) + separate() + r("link over") + `</w:p><w:p>` + r("two paragraphs") + end() + r(" ends.") + `</w:p>` +
			`<w:p>` + begin() + r("Text behind a field without end stays.") + `</w:p><w:p>` + r("So does the next paragraph.") + `</w:p>` +
			`<w:p><w:fldSimple w:instr=" REF b "><w:r><w:t>cross-reference</w:t></w:r></w:fldSimple>` + r(" ") + begin() + instr(`MACROBUTTON Go Press here`) + end() + r(" ") + begin() + instr(`SYMBOL 183 \f "Symbol"`) + end() + r(" ") + begin() + instr(`eq \o\ac(○,`) + instr(`1`) + instr(`)`) + end() + `</w:p>` +
			`<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox></w:ffData></w:fldChar></w:r>` + instr("FORMCHECKBOX") + end() + r(" ticked ") +
			`<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList></w:ffData></w:fldChar></w:r>` + instr("FORMDROPDOWN") + end() + `</w:p>`,
	},
	"notes.docx": {
		relations: [][3]string{{"f", "footnotes", "footnotes.xml"}, {"e", "endnotes", "endnotes.xml"}, {"c", "comments", "comments.xml"}, {"h1", "header", "header1.xml"}, {"h2", "header", "header2.xml"}, {"h3", "header", "header3.xml"}, {"f1", "footer", "footer1.xml"}},
		styles:    headingStyles,
		parts: map[string]string{
			"word/footnotes.xml": part("footnotes", `<w:footnote w:id="0" w:type="separator">`+p("never")+`</w:footnote><w:footnote w:id="2"><w:p><w:r><w:footnoteRef/></w:r>`+r(" First ")+run(`<w:b/>`, `<w:t>note</w:t>`)+r(".")+`</w:p></w:footnote><w:footnote w:id="3">`+p("Second note,")+p("two paragraphs.")+`</w:footnote>`),
			"word/endnotes.xml":  part("endnotes", `<w:endnote w:id="1">`+p("The end.")+`</w:endnote>`),
			"word/comments.xml":  part("comments", `<w:comment w:id="0" w:author="Ann" w:initials="A" w:date="2024-01-02T03:04:05Z">`+p("Really?")+p("Yes.")+`</w:comment>`),
			"word/header1.xml":   part("hdr", p("Running head")),
			"word/header2.xml":   part("hdr", `<w:tbl>`+tr(tc("", p("Left")), tc("", p("Right")))+`</w:tbl>`),
			"word/header3.xml":   part("hdr", p("Even pages are off")),
			"word/footer1.xml":   part("ftr", `<w:p>`+r("Page ")+fld("PAGE", r("1"))+`</w:p>`),
		},
		body: `<w:p>` + r("Before.") + `<w:r><w:footnoteReference w:id="2"/></w:r></w:p>` + styled("Heading1", "One") + `<w:p>` + r("Text") + `<w:r><w:footnoteReference w:id="3"/></w:r>` + r(" and") + `<w:r><w:endnoteReference w:id="1"/></w:r>` + r(" more.") + `</w:p>` +
			para(`<w:sectPr><w:headerReference w:type="default" r:id="h1"/><w:headerReference w:type="first" r:id="h2"/><w:headerReference w:type="even" r:id="h3"/><w:footerReference w:type="default" r:id="f1"/><w:titlePg/></w:sectPr>`, r("Last of the first section.")) +
			styled("Heading1", "Two") + p("Text.") + `<w:sectPr><w:headerReference w:type="default" r:id="h1"/></w:sectPr>`,
	},
	"pictures.docx": {
		relations: [][3]string{{"p", "image", "media/a.png"}, {"l", "image", "https://example.org/linked.png"}, {"x", "package", "embeddings/data.xlsx"}, {"gone", "image", "media/gone.png"}},
		parts:     map[string]string{"word/media/a.png": png, "word/embeddings/data.xlsx": "PK stand-in"},
		styles:    pstyle("Cap", "caption", "", ""),
		body: `<w:p>` + r("Text with ") + drawing("A dot", pic("p")) + r(" a picture.") + `</w:p>` + para(`<w:pStyle w:val="Cap"/>`, r("Figure ")+fld("SEQ Figure", r("1"))+r(": a dot")) +
			`<w:p><w:r><w:pict><v:shape alt="VML dot"><v:imagedata r:id="p"/></v:shape></w:pict></w:r></w:p>` +
			para(`<w:pStyle w:val="Cap"/>`, r("Table ")+fld("SEQ Table", r("1"))+r(": numbers")) + `<w:tbl>` + tr(tc("", p("1")), tc("", p("2"))) + `</w:tbl>` +
			`<w:p><w:r><w:object><v:shape><v:imagedata r:id="p"/></v:shape><o:OLEObject Type="Embed" ProgID="Excel.Sheet.12" r:id="x"/></w:object></w:r></w:p>` +
			`<w:p>` + drawing("", `<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="a"><a:hlinkClick r:id="l"/></pic:cNvPr></pic:nvPicPr><pic:blipFill><a:blip r:link="l"/></pic:blipFill></pic:pic>`) + drawing("", pic("p")+strings.ReplaceAll(pic("p"), `"p"`, `"none"`)) + `</w:p>`,
	},
	"text-boxes.docx": {
		body: `<w:p>` + r("Anchor.") + `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:docPr id="1" name="b"/><a:graphic><a:graphicData><wps:wsp><wps:txbx>` + textBox(p("In the box.")+`<w:tbl>`+tr(tc("", p("cell")), tc("", p("cell")))+`</w:tbl>`) + `</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice>` +
			`<mc:Fallback><w:pict><v:shape><v:textbox>` + textBox(p("In the box.")) + `</v:textbox></v:shape></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>` +
			`<w:p><w:r><w:pict><v:group><v:rect><v:textbox>` + textBox(p("Old box.")) + `</v:textbox></v:rect><v:shape><v:textpath string="WordArt"/></v:shape></v:group></w:pict></w:r></w:p>` +
			`<w:p><w:r><mc:AlternateContent><mc:Choice Requires="w"><w:t>unknown</w:t></mc:Choice><mc:Fallback><w:t>fallback</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
	},
	"equations.docx": {
		body: `<w:p><m:oMathPara><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath></m:oMathPara></w:p>` +
			`<w:p>` + r("Inline ") + `<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>` + r(" too.") + `</w:p><w:p><m:oMath><m:r><m:t>alone</m:t></m:r></m:oMath></w:p>` +
			`<w:tbl>` + tr(tc("", `<w:p><m:oMathPara><m:oMath><m:r><m:t>y</m:t></m:r></m:oMath></m:oMathPara></w:p>`), tc("", p("(1)"))) + `</w:tbl>`,
	},
	"controls.docx": {
		body: `<w:sdt><w:sdtPr/><w:sdtContent>` + p("Block in a control.") + `</w:sdtContent></w:sdt><w:p>` + r("Box ") + `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>` + r("☒") + `</w:sdtContent></w:sdt>` + r(" ticked") + `</w:p>` +
			`<w:tbl><w:sdt><w:sdtContent>` + tr(`<w:sdt><w:sdtContent>`+tc("", p("cell in a control"))+`</w:sdtContent></w:sdt>`, tc("", `<w:sdt><w:sdtContent>`+p("paragraph in one")+`</w:sdtContent></w:sdt>`)) + `</w:sdtContent></w:sdt></w:tbl>`,
	},
	"tables.docx": {
		relations: [][3]string{{"h", "hyperlink", "https://example.org/"}},
		styles:    `<w:style w:type="table" w:styleId="Grid"><w:name w:val="Fancy"/><w:tblStylePr w:type="firstRow"><w:rPr><w:b/></w:rPr></w:tblStylePr></w:style>`,
		body: `<w:tbl>` + `<w:tr><w:trPr><w:tblHeader/></w:trPr>` + tc(`<w:gridSpan w:val="2"/>`, p("wide head")) + tc(`<w:vMerge w:val="restart"/>`, p("tall")) + `</w:tr>` +
			tr(tc("", p("a")), tc("", p("b")), tc(`<w:vMerge/>`, `<w:p/>`)) + `<w:tr><w:trPr><w:gridBefore w:val="1"/><w:gridAfter w:val="1"/></w:trPr>` + tc("", p("late")) + `</w:tr>` +
			`<w:tr><w:trPr><w:del w:id="1"/></w:trPr>` + tc("", p("deleted row")) + `</w:tr></w:tbl>` + p("Between.") +
			`<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/><w:tblLook w:val="04A0"/></w:tblPr>` + tr(tc(`<w:gridSpan w:val="3"/>`, p("head")), tc(`<w:gridSpan w:val="2"/>`, p("by style"))) +
			tr(tc(`<w:gridSpan w:val="3"/>`, `<w:p><w:hyperlink r:id="h">`+r("link")+`</w:hyperlink></w:p>`), tc(`<w:gridSpan w:val="2"/>`, p("two")+`<w:tbl>`+tr(tc("", p("in")), tc("", p("side")))+`</w:tbl>`+`<w:p/>`)) + `</w:tbl>` +
			`<w:tbl>` + tr(tc("", `<w:p>`+run(`<w:b/>`, `<w:t>bold</w:t>`)+`</w:p>`), tc("", `<w:p>`+run(`<w:b/>`, `<w:t>head</w:t>`)+`</w:p>`)) + tr(tc("", p("1")), tc("", p("2"))) + `</w:tbl>`,
	},
	"altchunk.docx": {
		relations: [][3]string{{"h", "aFChunk", "chunk.html"}, {"t", "aFChunk", "chunk.txt"}, {"d", "aFChunk", "chunk.docx"}, {"r", "aFChunk", "chunk.rtf"}},
		parts:     map[string]string{"word/chunk.html": "<h2>From HTML</h2><p>A <b>bold</b> word.</p>", "word/chunk.txt": "From plain text.\n", "word/chunk.docx": string(pack(fixture{body: p("From another document.")})), "word/chunk.rtf": `{\rtf1 x}`},
		types:     map[string]string{"word/chunk.html": "text/html", "word/chunk.txt": "text/plain", "word/chunk.rtf": "application/rtf"},
		body:      p("Before.") + `<w:altChunk r:id="h"/><w:altChunk r:id="t"/><w:altChunk r:id="d"/><w:altChunk r:id="r"/>` + p("After."),
	},
	"typewriter.docx": {
		styles: pstyle("Mono", "Mono", "", `<w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr>`),
		body: `<w:p>` + r("Call ") + run(`<w:rFonts w:ascii="Consolas"/>`, `<w:t>f</w:t>`) + r(" now.") + `</w:p>` + styled("Mono", "for x := range y {") + styled("Mono", "    run(x)") + styled("Mono", "") + styled("Mono", "}") +
			p("Prose in a typewriter face stays prose:") + styled("Mono", "This memo has a vintage look (as it were)."),
	},
	"code.docx": {
		styles: pstyle("Code", "Source Code", "", "") + `<w:style w:type="character" w:styleId="V"><w:name w:val="Verbatim Char"/></w:style>`,
		body:   p("Listing:") + styled("Code", "if x {") + styled("Code", "\treturn") + styled("Code", "") + styled("Code", "}") + `<w:p>` + r("Call ") + run(`<w:rStyle w:val="V"/>`, `<w:t>f()</w:t>`) + r(" now.") + `</w:p>`,
	},
	"runs.docx": {
		styles: `<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-DE"/></w:rPr></w:rPrDefault></w:docDefaults>` + pstyle("B", "Bold text", "", `<w:rPr><w:b/></w:rPr>`) +
			`<w:style w:type="character" w:styleId="Strong"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style><w:style w:type="character" w:styleId="Gone"><w:name w:val="Gone"/><w:rPr><w:vanish/></w:rPr></w:style>`,
		body: `<w:p>` + r("plain ") + run(`<w:b/><w:i/>`, `<w:t>both</w:t>`) + run(`<w:b w:val="0"/>`, `<w:t xml:space="preserve"> not </w:t>`) + run(`<w:u w:val="single"/>`, `<w:t>under</w:t>`) + run(`<w:strike/>`, `<w:t>struck</w:t>`) + run(`<w:vertAlign w:val="superscript"/>`, `<w:t>up</w:t>`) + `</w:p>` +
			para(`<w:pStyle w:val="B"/>`, r("bold by style ")+run(`<w:rStyle w:val="Strong"/>`, `<w:t>and not bold by two</w:t>`)) +
			`<w:p>` + r("seen ") + run(`<w:vanish/>`, `<w:t>hidden </w:t>`) + run(`<w:rStyle w:val="Gone"/>`, `<w:t>hidden </w:t>`) + r("seen") + `</w:p>` +
			`<w:p><w:r><w:t>tab</w:t><w:tab/><w:t>line</w:t><w:br/><w:t>non</w:t><w:noBreakHyphen/><w:t>break</w:t><w:softHyphen/><w:t>ing </w:t><w:sym w:font="Wingdings" w:char="F0FC"/><w:t> trimmed </w:t></w:r></w:p>` +
			`<w:p><w:r><w:ruby><w:rt><w:r><w:t>とう</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>東</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>` +
			para(`<w:framePr w:dropCap="drop"/>`, r("D")) + p("rop cap.") +
			para(`<w:rPr><w:del w:id="1"/></w:rPr>`, r("Joined ")) + `<w:p>` + r("over a deleted end. ") + `<w:del w:id="2"><w:r><w:delText>deleted</w:delText></w:r></w:del><w:moveFrom w:id="3">` + r("moved") + `</w:moveFrom><w:ins w:id="4">` + r("inserted") + `</w:ins></w:p>`,
	},
	"pages.docx": {
		body: p("Page one.") + `<w:p><w:r><w:lastRenderedPageBreak/><w:t>Page two begins,</w:t></w:r><w:r><w:lastRenderedPageBreak/><w:t xml:space="preserve"> page three ends it.</w:t></w:r></w:p>` + p("Page three.") + `<w:p><w:r><w:br w:type="page"/></w:r></w:p>`,
	},
	"strict.docx": {
		strict:    true,
		styles:    headingStyles,
		relations: [][3]string{{"h", "hyperlink", "https://example.org/"}},
		body:      styled("Heading1", "Strict") + `<w:p><w:hyperlink r:id="h">` + r("link") + `</w:hyperlink></w:p>`,
	},
	"chart.docx": {
		relations: [][3]string{{"c", "chart", "charts/chart1.xml"}, {"d", "diagramData", "diagrams/data1.xml"}},
		parts: map[string]string{
			"word/charts/chart1.xml": `<c:chartSpace ` + xmlns + `><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:idx val="0"/><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>2024</c:v></c:pt></c:strCache></c:strRef></c:tx>` +
				`<c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>North</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache><c:pt idx="0"><c:v>4</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
			"word/diagrams/data1.xml": `<dgm:dataModel ` + xmlns + `><dgm:ptLst><dgm:pt modelId="1" type="doc"/><dgm:pt modelId="2"><dgm:t><a:p><a:r><a:t>Step</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst><dgm:cxn modelId="3" srcId="1" destId="2" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`,
		},
		body: `<w:p>` + drawing("", `<c:chart r:id="c"/>`) + `</w:p><w:p>` + drawing("", `<dgm:relIds r:dm="d"/>`) + `</w:p>`,
	},
}
