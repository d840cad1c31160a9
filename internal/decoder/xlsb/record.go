package xlsb

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/limit"
)

// The record types that are read ([MS-XLSB] 2.3).
const (
	recRowHdr        = 0
	recCellRK        = 2
	recCellError     = 3
	recCellBool      = 4
	recCellReal      = 5
	recCellSt        = 6
	recCellIsst      = 7
	recFmlaString    = 8
	recFmlaNum       = 9
	recFmlaBool      = 10
	recFmlaError     = 11
	recSSTItem       = 19
	recName          = 39
	recFont          = 43
	recFmt           = 44
	recXF            = 47
	recColInfo       = 60
	recCellRString   = 62
	recEndSheetData  = 146
	recPane          = 151
	recWbProp        = 153
	recBundleSh      = 156
	recBeginAFilter  = 161
	recMergeCell     = 176
	recBeginList     = 343
	recSupSelf       = 357
	recSupSame       = 358
	recSupBookSrc    = 355
	recSupAddin      = 667
	recExternSheet   = 362
	recShrFmla       = 427
	recHLink         = 494
	recDrawing       = 550
	recBeginCellXFs  = 617
	recEndCellXFs    = 618
	recCommentAuthor = 632
	recBeginComment  = 635
	recEndComment    = 636
	recCommentText   = 637
	recListPart      = 661
)

// maxRecord bounds one record, bytes; a text has 32,767 characters at most.
const maxRecord = limit.TokenSize

// reader reads a part record by record.
type reader struct {
	r    *bufio.Reader
	typ  int
	data []byte // valid until the next record
	err  error
}

func newReader(r io.Reader) *reader { return &reader{r: bufio.NewReaderSize(r, 64<<10)} }

// next reads the next record; false at the end or an error.
func (r *reader) next() bool {
	if r.err != nil {
		return false
	}
	b, err := r.r.ReadByte()
	if err != nil {
		r.err = err
		return false
	}
	r.typ = int(b)
	if b&0x80 != 0 {
		b, err = r.r.ReadByte()
		r.typ = r.typ&0x7f | int(b&0x7f)<<7
	}
	size := 0
	for shift := 0; shift < 28 && err == nil; shift += 7 {
		b, err = r.r.ReadByte()
		size |= int(b&0x7f) << shift
		if b&0x80 == 0 {
			break
		}
	}
	switch {
	case err != nil:
		r.err = short(err)
		return false
	case size > maxRecord:
		r.err = fmt.Errorf("%w: record of %d bytes", limit.ErrExceeded, size)
		return false
	}
	if size > cap(r.data) {
		r.data = make([]byte, size, size+size/2)
	}
	r.data = r.data[:size]
	if _, err := io.ReadFull(r.r, r.data); err != nil {
		r.err = short(err)
		return false
	}
	return true
}

func short(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// failure returns the error that ended the part, nil for its proper end.
func (r *reader) failure() error {
	if r.err == io.EOF {
		return nil
	}
	return r.err
}

// fields reads a record's fields one after the other; what lies past its end is zero.
type fields struct{ b []byte }

func (f *fields) take(n int) []byte {
	if n < 0 || n > len(f.b) {
		f.b = nil
		return nil
	}
	b := f.b[:n]
	f.b = f.b[n:]
	return b
}

func (f *fields) u8() int {
	if b := f.take(1); b != nil {
		return int(b[0])
	}
	return 0
}

func (f *fields) u16() int {
	if b := f.take(2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

func (f *fields) u32() uint32 {
	if b := f.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (f *fields) f64() float64 {
	if b := f.take(8); b != nil {
		return math.Float64frombits(binary.LittleEndian.Uint64(b))
	}
	return 0
}

// appendWide appends a string of UTF-16 with a length of four bytes (XLWideString, 2.5.169), all ones for none.
func (f *fields) appendWide(dst []byte) []byte {
	n := f.u32()
	if n == math.MaxUint32 || int64(n)*2 > int64(len(f.b)) {
		return dst
	}
	return sheet.AppendUTF16(dst, f.take(int(n)*2))
}

func (f *fields) wide() string { return string(f.appendWide(nil)) }

// appendRich appends a string with its flags before and its formatting behind it (RichStr, 2.5.122).
func (f *fields) appendRich(dst []byte) []byte {
	f.u8()
	return f.appendWide(dst)
}

// area reads a range (UncheckedRfX, 2.5.154).
func (f *fields) area() (a sheet.Area, ok bool) {
	top, bottom, left, right := f.u32(), f.u32(), f.u32(), f.u32()
	if f.b == nil || top > bottom || left > right || bottom >= sheet.MaxRows || right >= sheet.MaxCols {
		return a, false
	}
	return sheet.Area{Top: int(top), Left: int(left), Bottom: int(bottom), Right: int(right)}, true
}
