package xls

import (
	"context"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
)

// Excel 2, 3 and 4 (BIFF2 to BIFF4) write one sheet as a bare stream: what BIFF5 has in the globals stands before the
// cells. Their records have other types and shorter fields.
const (
	recBOF2     = 0x0009
	recBOF3     = 0x0209
	recBOF4     = 0x0409
	recInteger2 = 0x0002
	recNumber2  = 0x0003
	recLabel2   = 0x0004
	recBoolErr2 = 0x0005
	recString2  = 0x0007
	recFormat2  = 0x001e // of BIFF3 too
	recFont3    = 0x0231 // of BIFF4 too
	recXF3      = 0x0243
	recXF4      = 0x0443
	recFormula3 = 0x0206
	recFormula4 = 0x0406
)

// isBare reports whether a file begins like a sheet of Excel 2, 3 or 4.
func isBare(head []byte) bool {
	if len(head) < 8 || u16(head, 2) < 4 || u16(head, 2) > 8 {
		return false
	}
	switch typ := u16(head, 0); typ {
	case recBOF2, recBOF3, recBOF4:
		kind := u16(head, 6)
		return kind == 0x0010 || kind == 0x0020 || kind == 0x0040
	}
	return false
}

// bare reads what a bare stream says before its cells, and lists its one sheet.
func (b *workbook) bare(ctx context.Context) error {
	b.old = 2 + u16(b.stream, 0)>>9 // the types are 0x0009, 0x0209, 0x0409
	b.sheets = []sheetEntry{{name: "Sheet1"}}
	var formats []*numfmt.Format
	r := &reader{b: b.stream}
	for r.next() && r.typ != recEOF {
		d := r.data
		switch r.typ {
		case recCodePage:
			if e, ok := charset.CodePage(u16(d, 0)); ok {
				b.codePage = e
			}
		case recDateMode:
			b.shared.Date1904 = u16(d, 0) == 1
		case recFormat2:
			formats = append(formats, numfmt.Compile(b.shortString(d)))
		case recFormat:
			if len(d) > 2 {
				formats = append(formats, numfmt.Compile(b.shortString(d[2:])))
			}
		case recFont, recFont3:
			b.bold = append(b.bold, u16(d, 2)&1 != 0)
			if len(b.bold) == 4 { // there is no font 4
				b.bold = append(b.bold, false)
			}
		case recXF3, recXF4:
			if len(b.xfs) < maxXFs {
				b.xfs = append(b.xfs, xf{u8(d, 0), u8(d, 1)})
			}
		}
		if len(formats) > maxXFs {
			break
		}
	}
	if b.old == 2 { // cells name formats themselves
		for _, f := range formats {
			b.shared.Styles = append(b.shared.Styles, sheet.Style{Format: f})
		}
		return ctx.Err()
	}
	for _, x := range b.xfs {
		f := numfmt.General
		if x.format < len(formats) {
			f = formats[x.format]
		}
		b.shared.Styles = append(b.shared.Styles, sheet.Style{Format: f, Bold: x.font < len(b.bold) && b.bold[x.font]})
	}
	return ctx.Err()
}

// modern returns a record of a bare stream as BIFF5 has it.
func (s *substream) modern(typ uint16, d []byte) (uint16, []byte) {
	if s.old == 0 {
		return typ, d
	}
	switch typ {
	case recFormula3, recFormula4:
		return recFormula, d
	case recBOF2, recBOF3, recBOF4:
		return recBOF, d
	}
	if s.old != 2 {
		return typ, d
	}
	switch typ {
	case recInteger2, recNumber2, recLabel2, recBoolErr2, recFormula:
		if len(d) < 8 {
			return 0, nil
		}
		// Row, column and the format's number instead of three bytes of attributes.
		head := []byte{d[0], d[1], d[2], d[3], d[5] & 0x3f, 0}
		rest := d[7:]
		switch typ {
		case recInteger2:
			v := uint32(u16(rest, 0))<<2 | 2
			return recRK, append(head, byte(v), byte(v>>8), byte(v>>16), byte(v>>24))
		case recNumber2:
			return recNumber, append(head, rest...)
		case recLabel2:
			return recLabel, append(append(head, rest[0], 0), rest[1:]...)
		case recBoolErr2:
			return recBoolErr, append(head, rest...)
		}
		return recFormula, append(head, rest...)
	case recString2:
		if len(d) == 0 {
			return 0, nil
		}
		return recString, append([]byte{d[0], 0}, d[1:]...)
	}
	return typ, d
}
