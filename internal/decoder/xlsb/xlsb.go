// Package xlsb reads binary Excel workbooks (XLSB, [MS-XLSB]; section numbers in comments are its): a package like XLSX,
// whose workbook, sheets, styles and shared strings are streams of binary records instead of XML.
//
// A record begins with its type and its length, both as numbers of seven bits a byte. Cells know their column; their
// row is that of the last row header. Drawings are XML and read as for XLSX.
package xlsb

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/rpn"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/decoder/internal/sheetdrawing"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// Format is the XLSB format.
var Format = decoder.Format{
	Name:       "xlsb",
	Title:      "Excel binary workbook",
	MediaTypes: []string{"application/vnd.ms-excel.sheet.binary.macroenabled.12"},
	Extensions: []string{".xlsb"},
	Unit:       udm.Sheet,
	Match:      match,
	Decode:     decode,
}

func match(p *decoder.Probe) decoder.Confidence {
	if !p.Has("[Content_Types].xml") {
		return decoder.No
	}
	if strings.Contains(string(p.Member("[Content_Types].xml")), "ms-excel.sheet.binary.macroEnabled.main") {
		return decoder.Certain
	}
	for _, name := range p.Members {
		if strings.EqualFold(name, "xl/workbook.bin") {
			return decoder.ByContent
		}
	}
	return decoder.No
}

// workbook is one file while it is read.
type workbook struct {
	ctx      context.Context
	in       *decoder.Input
	pkg      *opc.Package
	rels     *opc.Rels // of the workbook part
	shared   sheet.Workbook
	cells    *sheet.Builder
	sheets   []sheetEntry
	names    []name
	books    []int // kinds of the workbooks that references go to: their records' types
	externs  []extern
	comments []any
}

// sheetEntry is a sheet as the workbook part lists it (2.4.304).
type sheetEntry struct {
	name, id string
	state    uint32 // 1 hidden, 2 very hidden
	defined  []sheet.Part
}

// name is a defined name (2.4.711).
type name struct {
	text    string
	sheet   int // 0-based; -1 for the whole workbook
	hidden  bool
	tokens  []byte
	builtin bool
}

// extern is a reference's sheets: from first to last, in a workbook (2.5.172).
type extern struct{ book, first, last int }

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	pkg, err := opc.OpenWith(in.Content, in.Budget, opc.Options{Passwords: in.Options.Passwords, Repair: in.Options.Repair, Warn: in.Warnf})
	if err != nil {
		return nil, cause(err)
	}
	b := &workbook{ctx: ctx, in: in, pkg: pkg, cells: sheet.New(in)}
	b.cells.Workbook = &b.shared
	main := pkg.Main()
	if main == "" {
		main = "xl/workbook.bin"
	}
	b.rels = pkg.Rels(main)
	if err := b.part(main, b.workbookRecord); err != nil {
		return nil, cause(fmt.Errorf("workbook: %w", err))
	}
	if len(b.sheets) == 0 {
		return nil, fmt.Errorf("%w: no sheets", decoder.ErrMalformed)
	}
	if r, ok := b.rels.First("styles"); ok {
		if err := b.flaw("styles", b.readStyles(r.Target)); err != nil {
			return nil, err
		}
	}
	if r, ok := b.rels.First("sharedStrings"); ok {
		if err := b.flaw("shared strings", b.readStrings(r.Target)); err != nil {
			return nil, err
		}
	}
	doc := decoder.NewDocument(in, "xlsb")
	doc.Metadata = pkg.Metadata()
	b.resolveNames(&doc.Metadata)
	for i := range b.sheets {
		n, err := b.sheet(&b.sheets[i])
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

func cause(err error) error {
	switch {
	case isFinal(err):
		return err
	case errors.Is(err, opc.ErrEncrypted):
		return decoder.ErrEncrypted
	}
	return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
}

func isFinal(err error) bool {
	return errors.Is(err, limit.ErrExceeded) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// flaw turns an error in a part that the workbook can do without into a warning.
func (b *workbook) flaw(what string, err error) error {
	if err == nil || isFinal(err) {
		return err
	}
	b.in.Warnf("%s: %v", what, err)
	return nil
}

// errStop ends the reading of a part early.
var errStop = errors.New("stop")

// part hands the records of a part to f.
func (b *workbook) part(part string, f func(typ int, d *fields) error) error {
	rc, err := b.pkg.Open(part)
	if err != nil {
		return err
	}
	defer rc.Close()
	r := newReader(rc)
	for n := 0; r.next(); n++ {
		if n&0xfff == 0 {
			if err := b.ctx.Err(); err != nil {
				return err
			}
		}
		if err := f(r.typ, &fields{r.data}); err != nil {
			if err == errStop {
				return nil
			}
			return err
		}
	}
	return r.failure()
}

// Bounds on tables of which files have few entries.
const (
	maxSheets = 10_000
	maxNames  = 1 << 16
	maxXFs    = 1 << 17
)

func (b *workbook) workbookRecord(typ int, d *fields) error {
	switch typ {
	case recWbProp:
		b.shared.Date1904 = d.u32()&1 != 0
	case recBundleSh:
		if len(b.sheets) < maxSheets {
			e := sheetEntry{state: d.u32()}
			d.u32()
			e.id = d.wide()
			e.name = d.wide()
			b.sheets = append(b.sheets, e)
		}
	case recSupSelf, recSupSame, recSupBookSrc, recSupAddin:
		if len(b.books) < maxNames {
			b.books = append(b.books, typ)
		}
	case recExternSheet:
		for n := d.u32(); n > 0 && len(d.b) >= 12 && len(b.externs) < maxNames; n-- {
			b.externs = append(b.externs, extern{int(int32(d.u32())), int(int32(d.u32())), int(int32(d.u32()))})
		}
	case recName:
		if len(b.names) < maxNames {
			flags := d.u32()
			d.u8()
			n := name{hidden: flags&1 != 0, builtin: flags&0x20 != 0, sheet: int(int32(d.u32()))}
			n.text = d.wide()
			n.tokens = append([]byte(nil), d.take(int(d.u32()))...)
			b.names = append(b.names, n)
		}
	}
	return nil
}

// readStyles reads the cell formats (2.1.7.50).
func (b *workbook) readStyles(part string) error {
	codes := map[int]string{}
	compiled := map[int]*numfmt.Format{}
	var bold []bool
	cells := false
	return b.part(part, func(typ int, d *fields) error {
		switch typ {
		case recFmt:
			if len(codes) < maxXFs {
				id := d.u16()
				codes[id] = d.wide()
			}
		case recFont:
			d.u32()
			bold = append(bold, d.u16() >= 600)
		case recBeginCellXFs:
			cells = true
		case recEndCellXFs:
			cells = false
		case recXF:
			if !cells || len(b.shared.Styles) >= maxXFs {
				return nil
			}
			d.u16()
			id, font := d.u16(), d.u16()
			f := compiled[id]
			if f == nil {
				code, ok := codes[id]
				if !ok {
					code = numfmt.Builtin(id)
				}
				f = numfmt.Compile(code)
				compiled[id] = f
			}
			b.shared.Styles = append(b.shared.Styles, sheet.Style{Format: f, Bold: font < len(bold) && bold[font]})
		}
		return nil
	})
}

// readStrings reads the shared strings (2.1.7.45).
func (b *workbook) readStrings(part string) error {
	t := &b.shared.Strings
	charged := int64(0)
	return b.part(part, func(typ int, d *fields) error {
		if typ != recSSTItem {
			return nil
		}
		if !t.Add(d.appendRich) {
			return fmt.Errorf("%w: shared strings", limit.ErrExceeded)
		}
		if t.Len()%1024 == 0 {
			size := t.Size()
			if err := b.in.Budget.Charge(size - charged); err != nil {
				return err
			}
			charged = size
		}
		return nil
	})
}

// resolveNames puts the defined names into the metadata, and those that are ranges where the sheets find them.
func (b *workbook) resolveNames(m *udm.Metadata) {
	var out []any
	for _, n := range b.names {
		if n.hidden || n.builtin || n.text == "" || strings.HasPrefix(n.text, "_xlnm.") {
			continue
		}
		ref, ok := rpn.Text(n.tokens, b.context(0, 0))
		if !ok {
			continue
		}
		entry := map[string]any{"name": n.text, "ref": ref}
		if n.sheet >= 0 && n.sheet < len(b.sheets) {
			entry["sheet"] = b.sheets[n.sheet].name
		}
		out = append(out, entry)
		if i, a, ok := rpn.Area(n.tokens, true); ok {
			if x, ok := b.own(i); ok && x.first == x.last {
				e := &b.sheets[x.first]
				e.defined = append(e.defined, sheet.Part{Name: n.text, Area: a})
			}
		}
	}
	if len(out) > 0 {
		m.Set("defined_names", out)
	}
}

// own returns the sheets of this workbook that a reference's index stands for.
func (b *workbook) own(i int) (extern, bool) {
	if i < 0 || i >= len(b.externs) {
		return extern{}, false
	}
	x := b.externs[i]
	ok := x.book >= 0 && x.book < len(b.books) && (b.books[x.book] == recSupSelf || b.books[x.book] == recSupSame) &&
		x.first >= 0 && x.last >= x.first && x.last < len(b.sheets)
	return x, ok
}

// context returns what the formulas of a cell refer to.
func (b *workbook) context(row, col int) *rpn.Context {
	return &rpn.Context{
		Wide: true, Row: row, Col: col,
		Sheet: b.sheetPrefix,
		Name: func(i int) string {
			if i < 1 || i > len(b.names) || b.names[i-1].text == "" {
				return "#NAME?"
			}
			return b.names[i-1].text
		},
		Extern: func(i, n int) string { return b.sheetPrefix(i) + "#NAME?" },
	}
}

func (b *workbook) sheetPrefix(i int) string {
	x, ok := b.own(i)
	switch {
	case !ok && i >= 0 && i < len(b.externs) && x.book >= 0 && x.book < len(b.books) && b.books[x.book] == recSupBookSrc:
		return "[" + strconv.Itoa(x.book) + "]!"
	case !ok:
		return "#REF!"
	case x.first == x.last:
		return rpn.QuoteSheet(b.sheets[x.first].name)
	}
	return rpn.QuoteSheet(b.sheets[x.first].name + ":" + b.sheets[x.last].name)
}

// sheet reads one sheet; nil when it is to be left out.
func (b *workbook) sheet(e *sheetEntry) (*udm.StructuralNode, error) {
	n := &udm.StructuralNode{Role: udm.Sheet, Label: e.name}
	if e.state == 1 || e.state == 2 {
		if b.in.Options.SkipHidden {
			return nil, nil
		}
		n.Metadata.Set("hidden", true)
		n.Metadata.Set("visibility", [...]string{"", "hidden", "veryHidden"}[e.state])
	}
	r, ok := b.rels.ByID(e.id)
	if !ok || r.External {
		b.in.Warnf("sheet %q has no part", e.name)
		return n, nil
	}
	if r.Type == "chartsheet" {
		n.Metadata.Set("kind", "chart")
	}
	w := &worksheet{workbook: b, rels: b.pkg.Rels(r.Target), row: -1}
	w.facts.Names = e.defined
	if err := b.flaw("sheet "+strconv.Quote(e.name), b.part(r.Target, w.record)); err != nil {
		return nil, err
	}
	var err error
	if n.Blocks, err = b.cells.Blocks(&w.facts); err != nil {
		return nil, err
	}
	if err := sheetdrawing.Add(n, b.in, b.pkg, w.rels, w.drawings); err != nil {
		return nil, err
	}
	for r := range w.rels.All("comments") {
		if !r.External {
			if err := b.flaw("comments of sheet "+strconv.Quote(e.name), b.readComments(r.Target, e.name)); err != nil {
				return nil, err
			}
		}
	}
	return n, nil
}

// readComments collects a sheet's comments for the document's metadata.
func (b *workbook) readComments(part, sheetName string) error {
	var authors []string
	var c map[string]any
	return b.part(part, func(typ int, d *fields) error {
		switch typ {
		case recCommentAuthor:
			authors = append(authors, d.wide())
		case recBeginComment:
			author := d.u32()
			a, ok := d.area()
			if !ok {
				c = nil
				return nil
			}
			c = map[string]any{"sheet": sheetName, "cell": sheet.CellName(a.Top, a.Left)}
			if int(author) < len(authors) && authors[author] != "" {
				c["author"] = authors[author]
			}
		case recCommentText:
			if text := strings.TrimSpace(string(d.appendRich(nil))); c != nil && text != "" {
				c["text"] = text
				b.comments = append(b.comments, c)
				return b.in.Budget.Charge(int64(len(text)))
			}
		}
		return nil
	})
}
