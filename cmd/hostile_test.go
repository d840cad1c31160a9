package cmd_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

// hostile is the folder of files that mean harm, each of which is named for its trick. They are made by the functions below, with
// go test ./cmd -run Hostile -update.
const hostile = "../testdata/hostile"

// Each hostile file has a known outcome, nothing leaves the output folder, and the whole folder is done within bounds of time and
// memory.
func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	if *update {
		for name, make := range hostileFiles {
			if err := os.WriteFile(filepath.Join(hostile, name), make(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	entries, err := os.ReadDir(hostile)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if hostileFiles[e.Name()] == nil && e.Name() != "README.md" {
			t.Errorf("nothing makes %s", e.Name())
		}
		if st, err := e.Info(); err != nil || st.Size() > 20<<10 {
			t.Errorf("%s: %v, or larger than 20 kB", e.Name(), err)
		}
	}
	around := t.TempDir()
	out := filepath.Join(around, "out")
	c := program("-q", "-j", "2", "--isolation", "process", "--timeout", "60s", "--memory", "1GiB", "-g", "!README.md", "-o", out, hostile)
	var messages bytes.Buffer
	c.Stderr = &messages
	start := time.Now()
	c.Run()
	if code := c.ProcessState.ExitCode(); code != 3 {
		t.Fatalf("exit code %d\n%s", code, &messages)
	}
	t.Logf("%d files took %v", len(entries), time.Since(start).Round(time.Millisecond))
	if left, _ := os.ReadDir(around); len(left) != 1 {
		t.Errorf("files outside of the output folder: %v", left)
	}
	raw, err := os.ReadFile(filepath.Join(out, "manifest.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for line := range strings.Lines(string(raw)) {
		var rec struct {
			Path   string `json:"source_path"`
			Status string
			Type   string `json:"source_type"`
			Error  *struct{ Code string }
		}
		if err := json.Unmarshal([]byte(line), &rec); err != nil {
			t.Fatal(err)
		}
		outcome := rec.Status
		if rec.Error != nil {
			outcome = rec.Error.Code
		}
		fmt.Fprintf(&got, "%s\t%s\t%s\n", rec.Path, rec.Type, outcome)
	}
	const pinned = "testdata/hostile.want"
	if *update {
		if err := os.WriteFile(pinned, []byte(got.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(pinned)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("outcomes: -want +got\n%s", diff)
	}
	walkFiles(t, out, func(name string, content []byte) {
		if bytes.Contains(content, []byte("root:x:0:0")) {
			t.Errorf("%s holds a file from outside of the input", name)
		}
	})
}

var hostileFiles = map[string]func() []byte{
	// Archives.
	"zip-overlap.zip": zipOverlap,
	"zip-slip.zip": func() []byte {
		return zipOf("../slip.txt", "x", "/absolute.txt", "x", `..\back.txt`, "x", "a/../../b.txt", "x", "good.txt", "good")
	},
	"zip-link.zip":      zipLink,
	"zip-truncated.zip": func() []byte { z := zipOf("a.txt", strings.Repeat("text ", 400)); return z[:len(z)/2] },
	"zip-encrypted.zip": func() []byte { return flagged(zipOf("secret.txt", "not really encrypted, but flagged")) },
	"zip-names.zip": func() []byte {
		return zipOf("a.txt", "1", "A.txt", "2", "a.txt", "3", "con.txt", "4", strings.Repeat("n", 300)+".txt", "5")
	},
	"zip-nested.zip": func() []byte {
		b := zipOf("deep.txt", "deep")
		for range 30 {
			b = zipOf("inner.zip", string(b))
		}
		return b
	},
	"zip-lies.zip":        zipLies,
	"gzip-bomb.txt.gz.gz": func() []byte { return gz(gz(make([]byte, 400<<20))) },
	"gzip-truncated.txt.gz": func() []byte {
		b := gz([]byte(strings.Repeat("a text that is cut off somewhere. ", 900)))
		return b[:len(b)-12]
	},
	"tar-size.tar": func() []byte {
		b := tarOf(&tar.Header{Name: "huge.txt", Size: 4, Mode: 0o644}, "tiny")
		copy(b[124:136], "77777777777\x00")
		return checksum(b)
	},
	"tar-link.tar": func() []byte {
		return tarOf(&tar.Header{Name: "dir", Typeflag: tar.TypeSymlink, Linkname: "/etc"}, "", &tar.Header{Name: "dir/passwd", Size: 4, Mode: 0o644}, "evil")
	},

	// Text.
	"utf16-no-bom.txt": func() []byte {
		var b []byte
		for _, u := range utf16.Encode([]rune("A text in two bytes a character, without a mark at its beginning.\n")) {
			b = binary.LittleEndian.AppendUint16(b, u)
		}
		return b
	},
	"wrong-extension.pdf":  func() []byte { return []byte("This is a text and no PDF.\n") },
	"line-of-12-mb.txt.gz": func() []byte { return gz(bytes.Repeat([]byte("word "), 2_500_000)) },
	"markdown-table.md": func() []byte { // a header row of many columns, and short rows that are filled up
		return []byte(strings.Repeat("|a", 1000) + "\n" + strings.Repeat("|-", 1000) + "\n" + strings.Repeat("|x\n", 4000))
	},
	"markdown-quotes.md":   func() []byte { return bytes.Repeat([]byte(">"), 19_000) },
	"markdown-brackets.md": func() []byte { return bytes.Repeat([]byte("[a]("), 4_500) },
	"markdown-stars.md":    func() []byte { return bytes.Repeat([]byte("*a _b "), 3_000) },
	"csv-quote.csv":        func() []byte { return []byte("a,b\n\"" + strings.Repeat("1,2\n", 4000)) },
	"csv-wide.csv.gz":      func() []byte { return gz([]byte(strings.Repeat(",", 1_000_000) + "\n1\n2\n3\n")) },
	"json-deep.json.gz":    func() []byte { return gz(bytes.Repeat([]byte("["), 1_000_000)) },
	"latex-macro.tex": func() []byte {
		return []byte("\\documentclass{article}\n\\newcommand{\\a}{\\b\\b}\n\\newcommand{\\b}{\\a\\a}\n\\begin{document}\n\\a\n\\end{document}\n")
	},
	"asciidoc-include.adoc": func() []byte {
		return []byte("= Title\n\ninclude::/etc/passwd[]\n\ninclude::asciidoc-include.adoc[]\n\ntext\n")
	},
	"rst-include.rst": func() []byte {
		return []byte("Title\n=====\n\n.. include:: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n\ntext\n")
	},
	"rtf-deep.rtf.gz": func() []byte { return gz([]byte(`{\rtf1 ` + strings.Repeat("{", 500_000))) },
	"rtf-binary.rtf":  func() []byte { return []byte(`{\rtf1 before \bin2147483647 after}`) },

	// XML and HTML.
	"xml-entities.xml": func() []byte { return []byte(laughs + "<doc>&l9;</doc>") },
	"xml-external.xml": func() []byte {
		return []byte(`<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>before &x; after</d>`)
	},
	"xml-deep.xml.gz":   func() []byte { return gz(bytes.Repeat([]byte("<a>"), 500_000)) },
	"html-deep.html.gz": func() []byte { return gz([]byte("<!DOCTYPE html>" + strings.Repeat("<div>", 100_000) + "x")) },
	"html-tables.html":  func() []byte { return []byte("<!DOCTYPE html><html>" + strings.Repeat("<table><tr><td>", 1000) + "x") },
	"html-spans.html": func() []byte {
		return []byte("<!DOCTYPE html><html><table>" + strings.Repeat(`<tr><td colspan=1000 rowspan=65534>x`, 300) + "</table>")
	},
	"svg-use.svg": func() []byte {
		return []byte(`<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><text>round</text><use href="#a"/><use href="#a"/></g></svg>`)
	},

	// Office.
	"docx-entities.docx":  func() []byte { return docx(laughs, "<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>") },
	"docx-truncated.docx": func() []byte { b := docx("", "<w:p><w:r><w:t>text</w:t></w:r></w:p>"); return b[:len(b)*2/3] },
	"docx-deep.docx":      func() []byte { return docx("", strings.Repeat("<w:sdt><w:sdtContent>", 50_000)) },
	"docx-tables.docx":    func() []byte { return docx("", strings.Repeat("<w:tbl><w:tr><w:tc>", 20_000)) },
	"docx-span.docx": func() []byte {
		row := `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/></w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc></w:tr>`
		return docx("", "<w:tbl>"+strings.Repeat(row, 1000)+"</w:tbl>")
	},
	"docx-large-part.docx": func() []byte { return docx("", "<w:p><w:r><w:t>"+strings.Repeat("a", 15<<20)+"</w:t></w:r></w:p>") },
	"xlsx-far-cell.xlsx": func() []byte {
		return xlsx(`<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>`)
	},
	"xlsx-merge.xlsx": func() []byte {
		return xlsx(`<row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>`)
	},
	"xlsx-row-number.xlsx": func() []byte {
		return xlsx(`<row r="4294967295"><c r="ZZZZZZZ99999999999"><v>1</v></c></row></sheetData>`)
	},
	"ods-repeat.ods": func() []byte {
		return ods(`<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row>`)
	},
	"ods-spaces.ods": func() []byte {
		return ods(`<table:table-row><table:table-cell office:value-type="string"><text:p>a<text:s text:c="2000000000"/>b</text:p></table:table-cell></table:table-row>`)
	},
	"cfb-loop.doc": cfbLoop,

	// PDF.
	"pdf-pages-loop.pdf": func() []byte {
		return pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 2/Kids[2 0 R 2 0 R]/Parent 2 0 R>>")
	},
	"pdf-count.pdf": func() []byte {
		return pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 2147483647/Kids[3 0 R]>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>")
	},
	"pdf-form-loop.pdf": func() []byte {
		return pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
			"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>", stream("", "/F Do"),
			stream("/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>", "/F Do /F Do"))
	},
	"pdf-xref-loop.pdf": func() []byte {
		b := pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>")
		at := bytes.LastIndex(b, []byte("xref\n0"))
		return bytes.Replace(b, []byte("/Size"), fmt.Appendf(nil, "/Prev %d/Size", at), 1)
	},
	"pdf-length-loop.pdf": func() []byte {
		return pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
			"<</Length 4 0 R>>\nstream\nq Q\nendstream")
	},
	"pdf-flate-bomb.pdf": func() []byte {
		b := deflated(deflated(bytes.Repeat([]byte("q Q "), 100<<20)))
		return pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R>>",
			stream("/Filter[/FlateDecode/FlateDecode]", string(b)))
	},
	"pdf-scatter.pdf": func() []byte { // 40,000 small letters in thousands of rows, none of which is below another
		r := rand.New(rand.NewPCG(1, 1))
		var letters, page strings.Builder
		for range 250 {
			fmt.Fprintf(&letters, "1 0 0 1 %d %d Tm (a) Tj ", r.IntN(9900), r.IntN(9900))
		}
		for range 300 {
			fmt.Fprintf(&page, "q 1 0 0 1 %d %d cm /F Do Q ", r.IntN(9000)-4500, r.IntN(9000)-4500)
		}
		return pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>",
			"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9999 9999]/Contents 4 0 R/Resources<</XObject<</F 5 0 R>>>>>>", stream("", page.String()),
			stream("/Type/XObject/Subtype/Form/BBox[-9999 -9999 19999 19999]/Resources<</Font<</H<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>",
				"BT /H 1 Tf "+letters.String()+"ET"))
	},
	"pdf-deep.pdf": func() []byte {
		return pdf("<</Type/Catalog/Pages 2 0 R>>", strings.Repeat("[", 9000)+strings.Repeat("<<", 4000))
	},

	// Mail.
	"eml-nested.eml": func() []byte {
		var b strings.Builder
		for range 400 {
			b.WriteString("Subject: s\nContent-Type: message/rfc822\n\n")
		}
		return []byte(b.String() + "Subject: innermost\n\ntext\n")
	},
	"eml-parts.eml": func() []byte {
		var b strings.Builder
		b.WriteString("From: a@example.org\nSubject: parts\nMIME-Version: 1.0\n")
		for i := range 200 {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
		}
		return []byte(b.String() + "\ntext\n")
	},
	"eml-name.eml": func() []byte {
		return []byte("From: a@example.org\nSubject: name\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nbody\n--b\nContent-Type: text/plain\n" +
			"Content-Disposition: attachment; filename=\"../../../../evil.txt\"\n\nattached\n--b--\n")
	},

	// Pictures.
	"png-size.png": func() []byte { return png(2_000_000_000, 2_000_000_000) },
}

// laughs is a document type in which entity l9 stands for a thousand million characters.
var laughs = func() string {
	s := `<!DOCTYPE d [<!ENTITY l0 "h">`
	for i := 1; i < 10; i++ {
		s += fmt.Sprintf(`<!ENTITY l%d "%s">`, i, strings.Repeat(fmt.Sprintf("&l%d;", i-1), 10))
	}
	return s + "]>"
}()

// zipOf makes a zip of names and contents.
func zipOf(members ...string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		w, err := z.Create(members[i])
		if err == nil {
			_, err = io.WriteString(w, members[i+1])
		}
		must(err)
	}
	must(z.Close())
	return b.Bytes()
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// zipLink makes a zip with a symbolic link in it, and a member that would be written through it.
func zipLink() []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	h := &zip.FileHeader{Name: "link.txt"}
	h.SetMode(os.ModeSymlink | 0o777)
	w, err := z.CreateHeader(h)
	must(err)
	io.WriteString(w, "/etc/passwd")
	w, err = z.Create("link.txt/through.txt")
	must(err)
	io.WriteString(w, "evil")
	must(z.Close())
	return b.Bytes()
}

// flagged sets the flag of encryption on a zip of one member.
func flagged(b []byte) []byte {
	b[6] |= 1
	b[bytes.Index(b, []byte("PK\x01\x02"))+8] |= 1
	return b
}

// zipOverlap makes a zip in which many members are one and the same part of the file.
func zipOverlap() []byte {
	raw := make([]byte, 1<<20)
	packed := deflated(raw)
	packed = packed[2 : len(packed)-4] // without zlib's own frame
	sum := crc32.ChecksumIEEE(raw)
	const n = 200
	le := binary.LittleEndian
	var b []byte
	b = append(b, "PK\x03\x04\x14\x00\x00\x00\x08\x00\x00\x00\x00\x00"...)
	b = le.AppendUint32(b, sum)
	b = le.AppendUint32(b, uint32(len(packed)))
	b = le.AppendUint32(b, uint32(len(raw)))
	b = append(b, "\x08\x00\x00\x000000.txt"...)
	b = append(b, packed...)
	dir := len(b)
	for i := range n {
		b = append(b, "PK\x01\x02\x14\x00\x14\x00\x00\x00\x08\x00\x00\x00\x00\x00"...)
		b = le.AppendUint32(b, sum)
		b = le.AppendUint32(b, uint32(len(packed)))
		b = le.AppendUint32(b, uint32(len(raw)))
		b = append(b, "\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"...)
		b = fmt.Appendf(b, "%04d.txt", i)
	}
	size := len(b) - dir
	b = append(b, "PK\x05\x06\x00\x00\x00\x00"...)
	b = le.AppendUint16(b, n)
	b = le.AppendUint16(b, n)
	b = le.AppendUint32(b, uint32(size))
	b = le.AppendUint32(b, uint32(dir))
	return append(b, 0, 0)
}

// zipLies makes a zip whose member is larger than the directory says.
func zipLies() []byte {
	b := zipOf("a.txt", strings.Repeat("much more than ten bytes ", 1000))
	at := bytes.Index(b, []byte("PK\x01\x02"))
	binary.LittleEndian.PutUint32(b[at+24:], 10)
	return b
}

func gz(raw []byte) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, 9)
	must(err)
	z.Write(raw)
	must(z.Close())
	return b.Bytes()
}

func deflated(raw []byte) []byte {
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, 9)
	must(err)
	z.Write(raw)
	must(z.Close())
	return b.Bytes()
}

// tarOf makes a tar of headers and contents.
func tarOf(members ...any) []byte {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		must(w.WriteHeader(members[i].(*tar.Header)))
		io.WriteString(w, members[i+1].(string))
	}
	must(w.Close())
	return b.Bytes()
}

// checksum puts the right sum into a tar's first header.
func checksum(b []byte) []byte {
	copy(b[148:156], "        ")
	sum := 0
	for _, c := range b[:512] {
		sum += int(c)
	}
	copy(b[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return b
}

func docx(prolog, body string) []byte {
	return zipOf(
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml", prolog+`<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`+body+`</w:body></w:document>`)
}

// xlsx makes a workbook of one sheet, whose data begins behind <sheetData>.
func xlsx(data string) []byte {
	return zipOf(
		"[Content_Types].xml", `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
		"_rels/.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml", `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:XFD1048576"/><sheetData>`+data+`</worksheet>`)
}

func ods(rows string) []byte {
	const ns = "urn:oasis:names:tc:opendocument:xmlns:"
	return zipOf(
		"mimetype", "application/vnd.oasis.opendocument.spreadsheet",
		"content.xml", `<office:document-content xmlns:office="`+ns+`office:1.0" xmlns:table="`+ns+`table:1.0" xmlns:text="`+ns+`text:1.0"><office:body><office:spreadsheet><table:table table:name="S">`+rows+`</table:table></office:spreadsheet></office:body></office:document-content>`)
}

// cfbLoop makes a compound file in which the chain of the directory's sectors is a ring.
func cfbLoop() []byte {
	le := binary.LittleEndian
	b := make([]byte, 3*512)
	copy(b, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	le.PutUint16(b[24:], 0x3e)
	le.PutUint16(b[26:], 3)
	le.PutUint16(b[28:], 0xfffe)
	le.PutUint16(b[30:], 9)
	le.PutUint16(b[32:], 6)
	le.PutUint32(b[44:], 1)          // sectors of the allocation table
	le.PutUint32(b[48:], 1)          // the directory's first sector
	le.PutUint32(b[56:], 4096)       // smaller streams are in the mini stream
	le.PutUint32(b[60:], 0xfffffffe) // no mini table
	le.PutUint32(b[68:], 0xfffffffe) // no more tables
	for i := 76; i < 512; i += 4 {
		le.PutUint32(b[i:], 0xffffffff)
	}
	le.PutUint32(b[76:], 0)
	for i := 512; i < 1024; i += 4 {
		le.PutUint32(b[i:], 0xffffffff)
	}
	le.PutUint32(b[512:], 0xfffffffd)
	le.PutUint32(b[516:], 1) // behind the directory's sector comes itself
	for i, name := range []string{"Root Entry", "WordDocument"} {
		e := b[1024+128*i:]
		for j, c := range name {
			le.PutUint16(e[2*j:], uint16(c))
		}
		le.PutUint16(e[64:], uint16(2*len(name)+2))
		e[66] = byte(5 - 3*i)
		le.PutUint32(e[68:], 1) // its own sibling
		le.PutUint32(e[72:], 1)
		le.PutUint32(e[76:], 1)
		le.PutUint32(e[116:], 1)
		le.PutUint32(e[120:], 1<<30)
	}
	return b
}

// pdf makes a PDF of numbered objects, the first of which is the catalog.
func pdf(objects ...string) []byte {
	b := []byte("%PDF-1.7\n")
	var at []int
	for i, o := range objects {
		at = append(at, len(b))
		b = fmt.Appendf(b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := len(b)
	b = fmt.Appendf(b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		b = fmt.Appendf(b, "%010d 00000 n \n", n)
	}
	return fmt.Appendf(b, "trailer\n<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
}

func stream(entries, content string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", entries, len(content), content)
}

// png makes a picture that claims a size and has hardly any data.
func png(width, height uint32) []byte {
	b := []byte("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		b = binary.BigEndian.AppendUint32(b, uint32(len(data)))
		body := append([]byte(kind), data...)
		b = append(b, body...)
		b = binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(body))
	}
	head := binary.BigEndian.AppendUint32(nil, width)
	head = binary.BigEndian.AppendUint32(head, height)
	chunk("IHDR", append(head, 8, 6, 0, 0, 0))
	chunk("IDAT", deflated(make([]byte, 1000)))
	chunk("IEND", nil)
	return b
}
