// Package xlsx reads Excel workbooks: XLSX, XLSM, XLTX and XLTM, transitional and strict (ECMA-376 part 1,
// clause 18; section numbers in comments are its).
//
// The workbook part lists the sheets; each one is a part of its own, which is read in one pass by a scanner made for it.
// Cells are shown as a person sees them, with the number formats of the styles part and the texts of the shared string
// table. Package sheet cuts what a sheet holds into tables and texts. Pictures, text boxes, SmartArt and charts stand where they are anchored.
//
// A chart that draws cells of its own workbook repeats them; only its title is a block, and what it draws stands in
// the sheet's metadata. A chart over other data is a table.
package xlsx

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/decoder/internal/sheetdrawing"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// Format is the XLSX format.
var Format = decoder.Format{
	Name:  "xlsx",
	Title: "Excel workbook",
	MediaTypes: []string{
		"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"application/vnd.ms-excel.sheet.macroenabled.12",
		"application/vnd.openxmlformats-officedocument.spreadsheetml.template",
		"application/vnd.ms-excel.template.macroenabled.12",
		"application/vnd.ms-excel.addin.macroenabled.12",
	},
	Extensions: []string{".xlsx", ".xlsm", ".xltx", ".xltm", ".xlam"},
	Unit:       udm.Sheet,
	Memory:     20,
	Match:      match,
	Decode:     decode,
}

func match(p *decoder.Probe) decoder.Confidence {
	if !p.Has("[Content_Types].xml") {
		return decoder.No
	}
	types := string(p.Member("[Content_Types].xml"))
	if strings.Contains(types, "spreadsheetml.sheet.main+xml") || strings.Contains(types, "spreadsheetml.template.main+xml") ||
		strings.Contains(types, "ms-excel.sheet.macroEnabled.main+xml") || strings.Contains(types, "ms-excel.template.macroEnabled.main+xml") ||
		strings.Contains(types, "ms-excel.addin.macroEnabled.main+xml") {
		return decoder.Certain
	}
	for _, name := range p.Members {
		if strings.EqualFold(name, "xl/workbook.xml") {
			return decoder.ByContent
		}
	}
	return decoder.No
}

// workbook is one file while it is read.
type workbook struct {
	in       *decoder.Input
	pkg      *opc.Package
	rels     *opc.Rels // of the workbook part
	shared   sheet.Workbook
	sheets   []sheetEntry
	names    []definedName
	cells    *sheet.Builder
	comments []any
	persons  map[string]string // authors of threaded comments by id
	images   *cellImages       // pictures in cells; nil until one is asked for
}

// sheetEntry is a sheet as the workbook part lists it (18.2.19).
type sheetEntry struct {
	name, state, id string
}

type definedName struct {
	name, ref string
	sheet     int // 0-based; -1 for the whole workbook
	hidden    bool
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	pkg, err := opc.OpenWith(in.Content, in.Budget, opc.Options{Passwords: in.Options.Passwords, Repair: in.Options.Repair, Warn: in.Warnf})
	switch {
	case errors.Is(err, opc.ErrEncrypted):
		return nil, decoder.ErrEncrypted
	case errors.Is(err, limit.ErrExceeded):
		return nil, err
	case err != nil:
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	b := &workbook{in: in, pkg: pkg, cells: sheet.New(in)}
	b.cells.Workbook = &b.shared
	main := pkg.Main()
	if main == "" {
		main = "xl/workbook.xml"
	}
	b.rels = pkg.Rels(main)
	if err := b.readWorkbook(main); err != nil {
		return nil, cause("workbook", err)
	}
	if r, ok := b.rels.First("styles"); ok {
		if b.shared.Styles, err = readStyles(pkg, r.Target); err != nil {
			if err := b.flaw("styles", err); err != nil {
				return nil, err
			}
		}
	}
	if r, ok := b.rels.First("sharedStrings"); ok {
		if err := b.flaw("shared strings", b.readStrings(ctx, r.Target)); err != nil {
			return nil, err
		}
	}
	doc := decoder.NewDocument(in, "xlsx")
	doc.Metadata = pkg.Metadata()
	for i := range b.sheets {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		n, err := b.sheet(ctx, i)
		if err != nil {
			return nil, err
		}
		if n != nil {
			doc.Nodes = append(doc.Nodes, n)
		}
	}
	if names := b.publicNames(); len(names) > 0 {
		doc.Metadata.Set("defined_names", names)
	}
	if len(b.comments) > 0 {
		doc.Metadata.Set("comments", b.comments)
	}
	return doc, nil
}

// cause makes an error of the file's own malformed input; those about limits, passwords and time stay what they are.
func cause(what string, err error) error {
	if isFinal(err) {
		return err
	}
	if errors.Is(err, opc.ErrEncrypted) {
		return decoder.ErrEncrypted
	}
	return fmt.Errorf("%w: %s: %w", decoder.ErrMalformed, what, err)
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

// maxSheets bounds the sheets of a workbook.
const maxSheets = 10_000

// readWorkbook reads the workbook part (18.2).
func (b *workbook) readWorkbook(part string) error {
	s, err := b.pkg.ScanRoot(part)
	if err != nil {
		return err
	}
	defer s.Close()
	if s.Name() != "x:workbook" {
		return fmt.Errorf("root element is %s", s.Name())
	}
	return s.Children(func() error {
		switch s.Name() {
		case "x:workbookPr":
			b.shared.Date1904 = isTrue(s.Attr("date1904"))
		case "x:sheets":
			return s.Children(func() error {
				if s.Name() == "x:sheet" && len(b.sheets) < maxSheets {
					b.sheets = append(b.sheets, sheetEntry{s.Attr("name"), s.Attr("state"), s.Attr("r:id")})
				}
				return nil
			})
		case "x:definedNames":
			return s.Children(func() error {
				n := definedName{name: s.Attr("name"), sheet: s.Int("localSheetId", -1), hidden: isTrue(s.Attr("hidden"))}
				var err error
				n.ref, err = s.InnerText()
				b.names = append(b.names, n)
				return err
			})
		}
		return nil
	})
}

// publicNames lists the names that people gave to ranges and formulas (18.2.5).
func (b *workbook) publicNames() []any {
	var out []any
	for _, n := range b.names {
		if n.hidden || n.name == "" || strings.HasPrefix(n.name, "_xlnm.") {
			continue
		}
		m := map[string]any{"name": n.name, "ref": n.ref}
		if n.sheet >= 0 && n.sheet < len(b.sheets) {
			m["sheet"] = b.sheets[n.sheet].name
		}
		out = append(out, m)
	}
	return out
}

// namedAreas returns the named ranges that lie in a sheet.
func (b *workbook) namedAreas(i int) []sheet.Part {
	var out []sheet.Part
	for _, n := range b.names {
		if n.hidden || strings.HasPrefix(n.name, "_xlnm.") {
			continue
		}
		at := strings.LastIndexByte(n.ref, '!')
		if at < 0 {
			continue
		}
		name := n.ref[:at]
		if len(name) > 1 && name[0] == '\'' {
			name = strings.ReplaceAll(strings.Trim(name, "'"), "''", "'")
		}
		if name != b.sheets[i].name {
			continue
		}
		if a, ok := sheet.ParseArea(n.ref[at+1:]); ok {
			out = append(out, sheet.Part{Name: n.name, Area: a})
		}
	}
	return out
}

func (b *workbook) readStrings(ctx context.Context, part string) error {
	s, closer, err := b.open(part)
	if err != nil {
		return err
	}
	defer closer()
	return readStrings(ctx, s, &b.shared.Strings, b.in.Budget)
}

// open opens a part for the fast scanner.
func (b *workbook) open(part string) (*scanner, func(), error) {
	r, err := b.pkg.Open(part)
	if err != nil {
		return nil, nil, err
	}
	s, err := newScanner(r)
	if err != nil {
		r.Close()
		return nil, nil, err
	}
	return s, func() {
		s.close()
		r.Close()
	}, nil
}

// sheet reads the i-th sheet; nil when it is to be left out.
func (b *workbook) sheet(ctx context.Context, i int) (*udm.StructuralNode, error) {
	e := b.sheets[i]
	n := &udm.StructuralNode{Role: udm.Sheet, Label: e.name}
	if hidden := e.state == "hidden" || e.state == "veryHidden"; hidden {
		if b.in.Options.SkipHidden {
			return nil, nil
		}
		n.Metadata.Set("hidden", true)
		n.Metadata.Set("visibility", e.state)
	}
	r, ok := b.rels.ByID(e.id)
	if !ok || r.External {
		b.in.Warnf("sheet %q has no part", e.name)
		return n, nil
	}
	s, closer, err := b.open(r.Target)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || !isFinal(err) {
			b.in.Warnf("sheet %q: %v", e.name, err)
			return n, nil
		}
		return nil, err
	}
	w := &worksheet{workbook: b, ctx: ctx, s: s, rels: b.pkg.Rels(r.Target)}
	w.facts.Names = b.namedAreas(i)
	cells, err := w.read()
	closer()
	if err := b.flaw("sheet "+strconv.Quote(e.name), err); err != nil {
		return nil, fmt.Errorf("sheet %q: %w", e.name, err)
	}
	if !cells {
		n.Metadata.Set("kind", "chart")
	}
	if n.Blocks, err = b.cells.Blocks(&w.facts); err != nil {
		return nil, fmt.Errorf("sheet %q: %w", e.name, err)
	}
	if len(w.inCells) > 0 {
		n.Blocks = append(n.Blocks, w.inCells...)
		sheet.Sort(n.Blocks)
	}
	if err := sheetdrawing.Add(n, b.in, b.pkg, w.rels, w.drawings); err != nil {
		return nil, fmt.Errorf("sheet %q: %w", e.name, err)
	}
	if err := b.flaw("comments of sheet "+strconv.Quote(e.name), w.readComments(e.name)); err != nil {
		return nil, err
	}
	return n, nil
}
