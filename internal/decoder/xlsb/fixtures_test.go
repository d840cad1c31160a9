package xlsb

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"
)

// biff12 writes a stream of records.
type biff12 struct{ bytes.Buffer }

func (b *biff12) record(typ int, parts ...any) {
	var d bytes.Buffer
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			binary.Write(&d, binary.LittleEndian, uint32(len(utf16.Encode([]rune(p)))))
			binary.Write(&d, binary.LittleEndian, utf16.Encode([]rune(p)))
		case int: // four bytes, the most common
			binary.Write(&d, binary.LittleEndian, uint32(p))
		default:
			binary.Write(&d, binary.LittleEndian, p)
		}
	}
	if typ < 0x80 {
		b.WriteByte(byte(typ))
	} else {
		b.Write([]byte{byte(typ)&0x7f | 0x80, byte(typ >> 7)})
	}
	n := d.Len()
	for ; n >= 0x80; n >>= 7 {
		b.WriteByte(byte(n) | 0x80)
	}
	b.WriteByte(byte(n))
	b.Write(d.Bytes())
}

const (
	relsHead = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
	relType  = `Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/`
)

func makePackage(t testing.TB, parts map[string][]byte, order ...string) []byte {
	t.Helper()
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	for _, name := range order {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write(parts[name])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// area is a range as records have it.
func area(top, bottom, left, right int) []uint32 {
	return []uint32{uint32(top), uint32(bottom), uint32(left), uint32(right)}
}

func workbookFixture(t testing.TB) []byte {
	var book, styles, strings, cells, secret, comments, list biff12
	book.record(recWbProp, 0, 0, "")
	book.record(recBundleSh, 0, 1, "rId1", "Cells")
	book.record(recBundleSh, 2, 2, "rId2", "Secret")
	book.record(recSupSelf)
	book.record(recExternSheet, 1, 0, 0, 0)
	tokens := append([]byte{0x3a, 0, 0}, 1, 0, 0, 0, 1, 0) // Cells!$B$2
	book.record(recName, 0, byte(0), int(math.MaxUint32), "rate", len(tokens), tokens, 0)

	styles.record(recFmt, uint16(164), "yyyy\\-mm\\-dd")
	styles.record(recFont, uint16(220), uint16(0), uint16(400), make([]byte, 12))
	styles.record(recFont, uint16(220), uint16(0), uint16(700), make([]byte, 12))
	styles.record(recBeginCellXFs, 3)
	for _, x := range [][2]uint16{{0, 0}, {0, 1}, {164, 0}} {
		styles.record(recXF, uint16(0), x[0], x[1], make([]byte, 10))
	}
	styles.record(recEndCellXFs)

	for _, s := range []string{"Item", "Value", "Überschrift", "two\r\nlines"} {
		strings.record(recSSTItem, byte(0), s)
	}

	row := func(b *biff12, index int, hidden byte) {
		b.record(recRowHdr, index, 0, uint16(300), byte(0), hidden, byte(0), 0)
	}
	cells.record(recColInfo, 1, 1, 2560, 0, uint16(1))
	cells.record(recPane, 0.0, 1.0, 1, 0, 2, byte(1))
	row(&cells, 0, 0)
	cells.record(recCellIsst, 0, 1, 0)
	cells.record(recCellIsst, 1, 1, 1)
	cells.record(recCellIsst, 2, 1, 2)
	row(&cells, 1, 0)
	cells.record(recCellSt, 0, 0, "text")
	cells.record(recCellReal, 1, 0, 12.25)
	cells.record(recCellRK, 2, 2, 44197<<2|2)
	row(&cells, 2, 0x10)
	cells.record(recCellIsst, 0, 0, 3)
	cells.record(recCellBool, 1, 0, byte(1))
	cells.record(recCellError, 2, 0, byte(0x17))
	row(&cells, 3, 0)
	sum := append([]byte{0x24}, 1, 0, 0, 0, 1, 0xc0) // B2
	sum = append(sum, 0x1e, 2, 0, 0x05)              // *2
	cells.record(recFmlaNum, 0, 0, 24.5, uint16(0), len(sum), sum, 0)
	cells.record(recFmlaString, 1, 0, "ab", uint16(0), 1+2+4, []byte{0x17, 2, 0, 'a', 0, 'b', 0}, 0)
	cells.record(recFmlaBool, 2, 0, byte(0), uint16(0), 2, []byte{0x1d, 0}, 0)
	cells.record(recEndSheetData)
	cells.record(recMergeCell, area(5, 5, 0, 1))
	cells.record(recHLink, area(1, 1, 0, 0), "rId7", "", "", "")
	cells.record(recListPart, "rId8")

	row(&secret, 0, 0)
	secret.record(recCellSt, 0, 0, "hidden sheet")

	comments.record(recCommentAuthor, "Ann")
	comments.record(recBeginComment, 0, area(1, 1, 1, 1), make([]byte, 16))
	comments.record(recCommentText, byte(0), "a comment")

	list.record(recBeginList, area(0, 3, 0, 2), 0, 1, 1, 0, 0, make([]byte, 24), 0, "Table1", "Stock")

	return makePackage(t, map[string][]byte{
		"[Content_Types].xml": []byte(`<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>`),
		"_rels/.rels":         []byte(relsHead + `<Relationship Id="rId1" ` + relType + `officeDocument" Target="xl/workbook.bin"/></Relationships>`),
		"xl/workbook.bin":     book.Bytes(),
		"xl/_rels/workbook.bin.rels": []byte(relsHead + `<Relationship Id="rId1" ` + relType + `worksheet" Target="worksheets/sheet1.bin"/>` +
			`<Relationship Id="rId2" ` + relType + `worksheet" Target="worksheets/sheet2.bin"/><Relationship Id="rId3" ` + relType + `styles" Target="styles.bin"/>` +
			`<Relationship Id="rId4" ` + relType + `sharedStrings" Target="sharedStrings.bin"/></Relationships>`),
		"xl/styles.bin":            styles.Bytes(),
		"xl/sharedStrings.bin":     strings.Bytes(),
		"xl/worksheets/sheet1.bin": cells.Bytes(),
		"xl/worksheets/sheet2.bin": secret.Bytes(),
		"xl/worksheets/_rels/sheet1.bin.rels": []byte(relsHead + `<Relationship Id="rId7" ` + relType + `hyperlink" Target="https://example.org/" TargetMode="External"/>` +
			`<Relationship Id="rId8" ` + relType + `table" Target="../tables/table1.bin"/><Relationship Id="rId9" ` + relType + `comments" Target="../comments1.bin"/></Relationships>`),
		"xl/tables/table1.bin": list.Bytes(),
		"xl/comments1.bin":     comments.Bytes(),
	}, "[Content_Types].xml", "_rels/.rels", "xl/workbook.bin", "xl/_rels/workbook.bin.rels", "xl/styles.bin", "xl/sharedStrings.bin", "xl/worksheets/sheet1.bin",
		"xl/worksheets/sheet2.bin", "xl/worksheets/_rels/sheet1.bin.rels", "xl/tables/table1.bin", "xl/comments1.bin")
}

// TestFixtures writes the fixtures on go test -update.
func TestFixtures(t *testing.T) {
	if flag.Lookup("update").Value.String() != "true" {
		t.Skip("only with -update")
	}
	if err := os.WriteFile(filepath.Join("testdata", "workbook.xlsb"), workbookFixture(t), 0o644); err != nil {
		t.Fatal(err)
	}
}
