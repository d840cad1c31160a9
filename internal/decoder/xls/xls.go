// Package xls reads Excel workbooks of the binary formats BIFF8 (Excel 97–2003, [MS-XLS]) and BIFF5/7 (Excel 5 and
// 95); section numbers in comments are those of [MS-XLS].
//
// A workbook is one stream of records in an OLE2 container: a substream of globals (fonts, formats, shared strings, the
// list of sheets) and one substream for each sheet. A record has at most 8,224 bytes; longer ones go on in CONTINUE
// records. BIFF5 texts are in the workbook's code page, BIFF8 texts in Latin-1 or UTF-16.
//
// A sheet of Excel 2, 3 or 4 is a bare stream, which is read too.
//
// Workbooks that are encrypted with RC4 or obfuscated by XOR are opened with the passwords that the user gives, and with the one that Excel itself
// uses for workbooks that are only protected against changes.
package xls

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/text/encoding"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// Format is the XLS format.
var Format = decoder.Format{
	Name:       "xls",
	Title:      "Excel 97–2003 workbook",
	MediaTypes: []string{"application/vnd.ms-excel"},
	Extensions: []string{".xls", ".xlt", ".xla"},
	Unit:       udm.Sheet,
	Match:      match,
	Decode:     decode97,
}

func match(p *decoder.Probe) decoder.Confidence {
	if isBare(p.Head) {
		return decoder.ByContent
	}
	if len(p.Head) < 8 || string(p.Head[:8]) != cfb.Signature {
		return decoder.No
	}
	if p.Has("Workbook") || p.Has("Book") {
		return decoder.Certain
	}
	return decoder.No
}

// workbook is one file while it is read.
type workbook struct {
	in       *decoder.Input
	stream   []byte
	biff8    bool
	old      int               // 2, 3 or 4 for a bare sheet of that version
	codePage encoding.Encoding // of BIFF5 texts
	shared   sheet.Workbook
	sheets   []sheetEntry
	cells    *sheet.Builder
	comments []any

	bold    []bool         // by font
	formats map[int]string // codes of number formats by id
	xfs     []xf
	names   []name
	externs []extern
	books   []supBook

	drawingGroup []byte            // the drawing group's records (2.4.171)
	blips        []officeart.Entry // pictures
}

type xf struct{ font, format int }

// sheetEntry is a sheet as the globals list it (2.4.28).
type sheetEntry struct {
	name    string
	at      int
	hidden  int // 1 hidden, 2 very hidden
	typ     int // 0 worksheet or dialog, 1 macro, 2 chart, 6 Visual Basic
	filter  *sheet.Area
	defined []sheet.Part
}

func decode97(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	b := &workbook{in: in, formats: map[int]string{}, cells: sheet.New(in)}
	b.cells.Workbook = &b.shared
	b.codePage, _ = charset.CodePage(1252)
	f, err := b.open()
	if err != nil {
		return nil, err
	}
	if f == nil {
		err = b.bare(ctx)
	} else {
		err = b.globals(ctx)
	}
	if err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, "xls")
	if f != nil {
		doc.Metadata = cfb.Summary(f)
	}
	b.resolveNames(&doc.Metadata)
	for i := range b.sheets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := b.sheet(ctx, i)
		if err != nil {
			return nil, fmt.Errorf("sheet %q: %w", b.sheets[i].name, err)
		}
		if n != nil {
			doc.Nodes = append(doc.Nodes, n)
		}
	}
	if len(b.comments) > 0 {
		doc.Metadata.Set("comments", b.comments)
	}
	return doc, nil
}

// open reads the workbook's stream. The container is nil for a file that is a stream by itself.
func (b *workbook) open() (*cfb.File, error) {
	var head [8]byte
	if n, _ := b.in.Content.ReadAt(head[:], 0); isBare(head[:n]) {
		var err error
		b.stream, err = b.in.ReadAll()
		return nil, err
	}
	f, err := cfb.Open(b.in.Content, b.in.Budget)
	if err != nil {
		return nil, cause(err)
	}
	for _, name := range [...]string{"Workbook", "Book"} {
		if !f.Has(name) {
			continue
		}
		if b.stream, err = f.Stream(name); err == nil {
			return f, nil
		}
	}
	switch {
	case err != nil:
		return nil, cause(err)
	case f.Has("EncryptedPackage"):
		return nil, decoder.ErrEncrypted
	}
	return nil, fmt.Errorf("%w: no workbook stream", decoder.ErrMalformed)
}

func cause(err error) error {
	if errors.Is(err, limit.ErrExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
}

// Bounds on tables of which files have few entries.
const (
	maxSheets = 10_000
	maxXFs    = 1 << 16
)

// globals reads the substream of globals (2.1.7.20.3).
func (b *workbook) globals(ctx context.Context) error {
	r := &reader{b: b.stream}
	if !r.next() || r.typ&0xff != recBOF&0xff {
		return fmt.Errorf("%w: workbook does not begin with BOF", decoder.ErrMalformed)
	}
	switch {
	case r.typ != recBOF:
		return fmt.Errorf("%w: workspace of Excel 4", decoder.ErrUnsupported)
	case u16(r.data, 0) == 0x0600:
		b.biff8 = true
	}
	if u16(r.data, 2) != 0x0005 { // a lone sheet
		b.sheets = append(b.sheets, sheetEntry{name: "Sheet1"})
	}
	for r.next() && r.typ != recEOF {
		d := r.data
		switch r.typ {
		case recFilePass:
			if err := b.decrypt(d, r.pos); err != nil {
				return err
			}
			r.b = b.stream
		case recCodePage:
			if e, ok := charset.CodePage(u16(d, 0)); ok {
				b.codePage = e
			}
		case recDateMode:
			b.shared.Date1904 = u16(d, 0) == 1
		case recBoundSheet:
			if len(d) > 7 && len(b.sheets) < maxSheets {
				b.sheets = append(b.sheets, sheetEntry{at: int(u32(d, 0)), hidden: u8(d, 4) & 3, typ: u8(d, 5), name: b.shortString(d[6:])})
			}
		case recFont:
			b.bold = append(b.bold, u16(d, 6) >= 600)
			if len(b.bold) == 4 { // there is no font 4 (2.5.129)
				b.bold = append(b.bold, false)
			}
		case recFormat:
			if len(d) > 2 && len(b.formats) < maxXFs {
				if b.biff8 {
					c := &cursor{d[2:], r.parts}
					b.formats[u16(d, 0)] = string(c.appendString(nil, c.u16()))
				} else {
					b.formats[u16(d, 0)] = b.shortString(d[2:])
				}
			}
		case recXF:
			if len(b.xfs) < maxXFs {
				b.xfs = append(b.xfs, xf{u16(d, 0), u16(d, 2)})
			}
		case recSST:
			if err := b.readStrings(ctx, r.cursor()); err != nil {
				return err
			}
		case recSupBook:
			b.supBook(r.cursor())
		case recExternSheet:
			b.externSheet(r.cursor())
		case recName:
			b.readName(r)
		case recDrawingGroup:
			b.drawingGroup = append(b.drawingGroup, d...)
			for _, p := range r.parts {
				b.drawingGroup = append(b.drawingGroup, p...)
			}
		}
	}
	b.makeStyles()
	return ctx.Err()
}

// shortString reads a string with a length of one byte (2.5.240).
func (b *workbook) shortString(d []byte) string {
	if len(d) == 0 {
		return ""
	}
	n := int(d[0])
	if b.biff8 {
		return string((&cursor{b: d[1:]}).appendString(nil, n))
	}
	return string(decode(d[1:min(1+n, len(d))], b.codePage))
}

// makeStyles puts formats, fonts and cell formats together.
func (b *workbook) makeStyles() {
	compiled := map[int]*numfmt.Format{}
	for _, x := range b.xfs {
		f := compiled[x.format]
		if f == nil {
			code, ok := b.formats[x.format]
			if !ok || isSystemDate(x.format) {
				code = numfmt.Builtin(x.format)
			}
			f = numfmt.Compile(code)
			compiled[x.format] = f
		}
		b.shared.Styles = append(b.shared.Styles, sheet.Style{Format: f, Bold: x.font < len(b.bold) && b.bold[x.font]})
	}
}

// isSystemDate reports whether a built-in format shows dates as the reader's system does, whatever the file's writer had.
func isSystemDate(id int) bool { return id == 14 || id == 22 }

// readStrings reads the shared strings (2.4.265).
func (b *workbook) readStrings(ctx context.Context, c *cursor) error {
	c.u32() // how often they are used
	n := int(min(c.u32(), 1<<28))
	t := &b.shared.Strings
	charged := int64(0)
	for i := 0; i < n && !c.done(); i++ {
		if !t.Add(c.appendRich) {
			return fmt.Errorf("%w: shared strings", limit.ErrExceeded)
		}
		if i%1024 == 1023 {
			size := t.Size()
			if err := b.in.Budget.Charge(size - charged); err != nil {
				return err
			}
			charged = size
			if err := ctx.Err(); err != nil {
				return err
			}
		}
	}
	return nil
}
