package xlsx

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// cellImages finds the pictures that are values of cells ("place in cell"): such a cell has an error as its value and a
// number of value metadata (18.9), which leads over the rich values ([MS-XLSX] 2.3.6) to a picture's part.
type cellImages struct {
	values []int    // value metadata: which future metadata
	future []int    // future metadata: which rich value
	rich   []int    // rich values: which relationship; -1 for one that is no picture
	parts  []string // of relationships
}

// part returns the picture's part of a number of value metadata, which counts from 1, or "".
func (c *cellImages) part(vm int) string {
	i := vm - 1
	for _, table := range [...][]int{c.values, c.future, c.rich} {
		if i < 0 || i >= len(table) {
			return ""
		}
		i = table[i]
	}
	if i < 0 || i >= len(c.parts) {
		return ""
	}
	return c.parts[i]
}

// maxRich bounds the entries of each table.
const maxRich = 1 << 20

// readCellImages reads the tables; what can't be read leaves them empty.
func (b *workbook) readCellImages() *cellImages {
	c := &cellImages{}
	b.each("sheetMetadata", func(s *opc.Scanner, _ *opc.Rels) error {
		switch s.Name() {
		case "x:futureMetadata":
			if s.Attr("name") != "XLRICHVALUE" {
				return nil
			}
			return s.Children(func() error {
				at := -1
				var walk func() error
				walk = func() error {
					if s.Name() == "xlrd:rvb" {
						at = s.Int("i", -1)
					}
					return s.Children(walk)
				}
				err := s.Children(walk)
				c.future = add(c.future, at)
				return err
			})
		case "x:valueMetadata":
			return s.Children(func() error {
				at := -1
				err := s.Children(func() error {
					at = s.Int("v", -1)
					return nil
				})
				c.values = add(c.values, at)
				return err
			})
		}
		return nil
	})
	var keys []int // by structure: which of its values is the picture's, -1 for none
	b.each("rdRichValueStructure", func(s *opc.Scanner, _ *opc.Rels) error {
		at, n := -1, 0
		err := s.Children(func() error {
			if s.Attr("n") == "_rvRel:LocalImageIdentifier" {
				at = n
			}
			n++
			return nil
		})
		keys = add(keys, at)
		return err
	})
	b.each("rdRichValue", func(s *opc.Scanner, _ *opc.Rels) error {
		key, at, n := -1, -1, 0
		if i := s.Int("s", -1); i >= 0 && i < len(keys) {
			key = keys[i]
		}
		err := s.Children(func() error {
			text, err := s.InnerText()
			if n == key {
				if v, bad := strconv.Atoi(strings.TrimSpace(text)); bad == nil {
					at = v
				}
			}
			n++
			return err
		})
		c.rich = add(c.rich, at)
		return err
	})
	b.each("richValueRel", func(s *opc.Scanner, rels *opc.Rels) error {
		part := ""
		if r, ok := rels.ByID(s.Attr("r:id")); ok && !r.External {
			part = r.Target
		}
		if len(c.parts) < maxRich {
			c.parts = append(c.parts, part)
		}
		return nil
	})
	return c
}

func add(table []int, v int) []int {
	if len(table) < maxRich {
		table = append(table, v)
	}
	return table
}

// each hands the elements directly in the root of a part of the workbook to f.
func (b *workbook) each(relType string, f func(s *opc.Scanner, rels *opc.Rels) error) {
	r, ok := b.rels.First(relType)
	if !ok || r.External {
		return
	}
	s, err := b.pkg.ScanRoot(r.Target)
	if err != nil {
		return
	}
	defer s.Close()
	rels := b.pkg.Rels(r.Target)
	s.Children(func() error { return f(s, rels) })
}

// cellImage makes a block of the picture that is the current cell's value; false when it has none.
func (w *worksheet) cellImage(vm int) bool {
	if w.images == nil {
		w.images = w.readCellImages()
	}
	part := w.images.part(vm)
	if part == "" {
		return false
	}
	blob := w.pkg.Blob(part)
	if blob == nil {
		return false
	}
	b := picture.Block(blob, w.pkg.ContentType(part))
	if w.in.Options.NoImages {
		b.Data.Blob = nil
	}
	b.Position = udm.Position{Row: int32(w.row), Col: int32(w.col), HasCell: true}
	w.inCells = append(w.inCells, b)
	return true
}
