package xls

import (
	"bytes"
	"encoding/binary"
	"flag"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/decoder/internal/officecrypt"
)

// biff writes a stream of records.
type biff struct{ bytes.Buffer }

func (b *biff) record(typ uint16, parts ...any) {
	var d bytes.Buffer
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			d.WriteString(p)
		case int: // two bytes, the most common
			binary.Write(&d, binary.LittleEndian, uint16(p))
		default:
			binary.Write(&d, binary.LittleEndian, p)
		}
	}
	binary.Write(b, binary.LittleEndian, [2]uint16{typ, uint16(d.Len())})
	b.Write(d.Bytes())
}

// latin is a string with flags, of one-byte characters; utf of two-byte ones.
func latin(s string) string { return "\x00" + s }

func utf(s string) string {
	var d bytes.Buffer
	binary.Write(&d, binary.LittleEndian, utf16.Encode([]rune(s)))
	return "\x01" + d.String()
}

// long puts a length of two bytes before a string of n characters, short one of one byte.
func long(n int, s string) string  { return string([]byte{byte(n), byte(n >> 8)}) + s }
func short(n int, s string) string { return string([]byte{byte(n)}) + s }

type sheetBody struct {
	name   string
	hidden byte
	body   func(b *biff)
}

// workbookStream writes a workbook: globals by a function, then sheets.
func workbookStream(version int, globals func(b *biff), sheets ...sheetBody) []byte {
	name := func(s string) string {
		if version == 0x600 {
			return short(len(s), latin(s))
		}
		return short(len(s), s)
	}
	offsets := make([]int, len(sheets))
	for {
		var b biff
		b.record(recBOF, version, 0x0005, 0, 0)
		globals(&b)
		for i, s := range sheets {
			b.record(recBoundSheet, uint32(offsets[i]), s.hidden, byte(0), name(s.name))
		}
		b.record(recEOF)
		known := offsets[0] > 0
		for i, s := range sheets {
			offsets[i] = b.Len()
			b.record(recBOF, version, 0x0010, 0, 0)
			s.body(&b)
			b.record(recEOF)
		}
		if known {
			return b.Bytes()
		}
	}
}

func container(stream string, data []byte) []byte {
	return cfb.Write([]*cfb.Node{{Name: stream, Data: data}})
}

func styles(b *biff) {
	for i := range 5 {
		weight := 400
		if i == 1 {
			weight = 700
		}
		b.record(recFont, 200, 0, 0, weight, 0, 0)
	}
	b.record(recFormat, 164, long(10, latin("yyyy-mm-dd")))
	b.record(recFormat, 165, long(8, utf("0.00\" €\"")))
	for _, x := range [][2]int{{0, 0}, {1, 0}, {0, 164}, {0, 165}, {0, 10}} {
		b.record(recXF, x[0], x[1], make([]byte, 16))
	}
}

// The cell formats that styles makes.
const (
	general = iota
	bold
	date
	euro
	percent
)

// rkInt packs a number as [MS-XLS] 2.5.122 says.
func rkInt(v int32) uint32 { return uint32(v<<2) | 2 }

func fixtures() map[string][]byte {
	sst := func(b *biff) {
		styles(b)
		// Nine texts; the fifth one is cut by a CONTINUE and goes on with wide characters.
		b.record(recSST, uint32(9), uint32(9), long(4, latin("Item")), long(5, latin("Price")), long(3, latin("Day")), long(5, latin("Share")),
			long(11, latin("split ")))
		b.record(recContinue, utf("Größe"), "\x05\x00\x08\x01\x00rich!\x00\x00\x01\x00", long(3, "\x04\x04\x00\x00\x00abc\x01\x02\x03\x04"), long(2, utf("東京")), long(1, latin("x")))
	}
	cells := sheetBody{"Cells", 0, func(b *biff) {
		b.record(recRow, 0, 0, 4, 255, 0, 0, 0, 0)
		b.record(recRow, 3, 0, 4, 255, 0, 0, 0x20, 0)
		for c := range 4 {
			b.record(recLabelSST, 0, c, bold, uint32(c))
		}
		b.record(recLabelSST, 1, 0, general, uint32(4))
		b.record(recNumber, 1, 1, euro, math.Float64bits(12.5))
		b.record(recRK, 1, 2, date, rkInt(44197))
		b.record(recRK, 1, 3, percent, rkInt(25)|1)
		b.record(recLabelSST, 2, 0, general, uint32(5))
		b.record(recMulRK, 2, 1, euro, rkInt(7), date, rkInt(44198), percent, rkInt(1), 3)
		b.record(recLabelSST, 3, 0, general, uint32(7))
		b.record(recFormula, 3, 1, euro, math.Float64bits(19.5), 0, uint32(0), 11, "\x44\x01\x00\x01\xc0", "\x44\x02\x00\x01\xc0", "\x03")
		b.record(recFormula, 3, 2, general, "\x00\x00\x00\x00\x00\x00\xff\xff", 0, uint32(0), 5, "\x17\x02\x00ab")
		b.record(recString, long(2, latin("ab")))
		b.record(recBoolErr, 3, 3, general, "\x2a\x01")
		b.record(recBoolErr, 4, 0, general, "\x01\x00")
		b.record(recFormula, 4, 1, general, "\x01\x00\x01\x00\x00\x00\xff\xff", 0, uint32(0), 2, "\x1d\x01")
		b.record(recLabelSST, 4, 2, general, uint32(6))
	}}
	link := func(url string) []any {
		var w bytes.Buffer
		binary.Write(&w, binary.LittleEndian, utf16.Encode([]rune(url+"\x00")))
		return []any{1, 1, 0, 0, make([]byte, 16), uint32(2), uint32(3), uint32(urlMoniker), make([]byte, 12), uint32(w.Len()), w.String()}
	}
	facts := sheetBody{"Facts", 0, func(b *biff) {
		b.record(recColInfo, 2, 2, 2560, 0, 1, 0)
		b.record(recLabel, 0, 0, bold, long(5, latin("Title")))
		b.record(recLabel, 1, 0, general, long(4, latin("link")))
		b.record(recLabel, 1, 1, general, long(1, latin("b")))
		b.record(recLabel, 1, 2, general, long(1, latin("c")))
		b.record(recLabel, 2, 1, general, long(1, latin("d")))
		b.record(recMergeCells, 1, 1, 2, 0, 0)
		b.record(recHLink, link("https://example.org/")...)
		b.record(recObj, 0x15, 0x12, objNote, 1, make([]byte, 14))
		b.record(recTxO, 0, 0, make([]byte, 6), 7, 16, uint32(0))
		b.record(recContinue, latin("comment"))
		b.record(recContinue, make([]byte, 16))
		b.record(recNote, 1, 1, 0, 1, long(3, latin("Ann")))
		b.record(recWindow2, 0, 0)
	}}
	hidden := sheetBody{"Hidden", 1, func(b *biff) { b.record(recLabel, 0, 0, general, long(6, latin("secret"))) }}
	plain := workbookStream(0x600, sst, cells, facts, hidden)
	return map[string][]byte{
		"cells.xls": container("Workbook", plain),
		"date1904.xls": container("Workbook", workbookStream(0x600, func(b *biff) {
			b.record(recDateMode, 1)
			styles(b)
		}, sheetBody{"Days", 0, func(b *biff) { b.record(recNumber, 0, 0, date, math.Float64bits(41337)) }})),
		"biff5.xls": container("Book", workbookStream(0x500, func(b *biff) {
			b.record(recCodePage, 1251)
			for range 5 {
				b.record(recFont, 200, 0, 0, 400, 0, 0)
			}
			b.record(recXF, 0, 0, make([]byte, 12))
		}, sheetBody{"Old", 0, func(b *biff) {
			b.record(recLabel, 0, 0, 0, long(6, "\xcf\xf0\xe8\xe2\xe5\xf2"))
			b.record(recNumber, 0, 1, 0, math.Float64bits(1.5))
			b.record(recNote, 0, 1, 4, "note")
		}})),
		"biff2.xls": bare(recBOF2, func(b *biff) {
			b.record(recCodePage, 1252)
			b.record(recFormat2, short(7, "General"))
			b.record(recFormat2, short(4, "0.00"))
			attributes := func(format byte) []byte { return []byte{0, format, 0} }
			b.record(recLabel2, 0, 0, attributes(0), short(5, "caf\xe9s"))
			b.record(recInteger2, 0, 1, attributes(1), 7)
			b.record(recNumber2, 1, 0, attributes(1), math.Float64bits(1.5))
			b.record(recBoolErr2, 1, 1, attributes(0), "\x01\x00")
			b.record(recFormula, 2, 0, attributes(0), "\x00\x00\x00\x00\x00\x00\xff\xff", byte(0), byte(0))
			b.record(recString2, short(6, "result"))
		}),
		"biff4.xls": bare(recBOF4, func(b *biff) {
			b.record(recFont3, 200, 1, 0, short(5, "Arial"))
			b.record(recFormat, 0, short(7, "General"))
			b.record(recFormat, 1, short(8, "d\\-mmm-yy"))
			b.record(recXF4, byte(0), byte(0), make([]byte, 10))
			b.record(recXF4, byte(0), byte(1), make([]byte, 10))
			b.record(recLabel, 0, 0, 0, long(3, "Day"))
			b.record(recNumber, 0, 1, 1, math.Float64bits(39304))
			b.record(recFormula4, 1, 1, 0, math.Float64bits(2.5), 0, 0)
		}),
		"encrypted-default-password.xls": container("Workbook", encrypt(workbookStream(0x600, func(b *biff) {
			b.record(recFilePass, 1, 1, 1, make([]byte, 48))
			sst(b)
		}, cells), defaultPassword)),
		"obfuscated-default-password.xls": container("Workbook", obfuscate(workbookStream(0x600, func(b *biff) {
			b.record(recFilePass, 0, int(xorKey([]byte(defaultPassword))), 0)
			sst(b)
		}, cells), defaultPassword)),
		"encrypted.xls": container("Workbook", encrypt(workbookStream(0x600, func(b *biff) {
			b.record(recFilePass, 1, 1, 1, make([]byte, 48))
			sst(b)
		}, cells), "another password")),
	}
}

// encrypt encrypts a stream whose second record is an empty FILEPASS.
func encrypt(stream []byte, password string) []byte {
	r := &reader{b: stream}
	r.one()
	_, d, _ := r.one()
	header, key := officecrypt.Lock(password)
	copy(d[2:], header)
	s := officecrypt.NewStream(key, blockSize)
	return decryptRecords(stream, r.pos, func(data []byte, at, _ int) { s.Apply(data, at) })
}

// bare writes a sheet of Excel 2, 3 or 4.
func bare(bof uint16, body func(b *biff)) []byte {
	var b biff
	b.record(bof, 0, 0x0010, 0)
	body(&b)
	b.record(recEOF)
	return b.Bytes()
}

// obfuscate is the inverse of what xorData does, for a stream whose second record is its FILEPASS.
func obfuscate(stream []byte, password string) []byte {
	r := &reader{b: stream}
	r.one()
	r.one()
	array := xorArray([]byte(password), xorKey([]byte(password)))
	return decryptRecords(stream, r.pos, func(data []byte, at, size int) {
		for i, c := range data {
			data[i] = bits.RotateLeft8(c, 5) ^ array[(at+size+i)%16]
		}
	})
}

// TestFixtures writes the fixtures on go test -update, and checks that they are what this file makes.
func TestFixtures(t *testing.T) {
	update := flag.Lookup("update").Value.String() == "true"
	for name, data := range fixtures() {
		path := filepath.Join("testdata", name)
		if update {
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s is not what fixtures_test.go makes: %v", path, err)
		}
	}
}
