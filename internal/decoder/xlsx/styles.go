package xlsx

import (
	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
	"github.com/udecode/udecode/internal/decoder/internal/sheet"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/xmlscan"
)

// maxStyles bounds the cell formats; Excel allows 65,490.
const maxStyles = 1 << 17

// readStyles reads the cell formats of the styles part (18.8), in the order in which cells name them.
func readStyles(pkg *opc.Package, part string) ([]sheet.Style, error) {
	s, err := pkg.ScanRoot(part)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	codes := map[int]string{}
	formats := map[int]*numfmt.Format{}
	var bold []bool // by font
	var styles []sheet.Style
	err = s.Children(func() error {
		switch s.Name() {
		case "x:numFmts":
			return s.Children(func() error {
				if id := s.Int("numFmtId", -1); id >= 0 && len(codes) < maxStyles {
					codes[id] = s.Attr("formatCode")
				}
				return nil
			})
		case "x:fonts":
			return s.Children(func() error {
				b, err := isBold(s.Scanner)
				bold = append(bold, b)
				return err
			})
		case "x:cellXfs":
			return s.Children(func() error {
				if len(styles) == maxStyles {
					return nil
				}
				id := s.Int("numFmtId", 0)
				f := formats[id]
				if f == nil {
					code, ok := codes[id]
					if !ok {
						code = numfmt.Builtin(id)
					}
					f = numfmt.Compile(code)
					formats[id] = f
				}
				font := s.Int("fontId", 0)
				styles = append(styles, sheet.Style{Format: f, Bold: font >= 0 && font < len(bold) && bold[font]})
				return nil
			})
		}
		return nil
	})
	return styles, err
}

// isBold reads a font.
func isBold(s *xmlscan.Scanner) (bold bool, err error) {
	err = s.Children(func() error {
		if s.Name() == "x:b" {
			v, ok := s.LookupAttr("val")
			bold = !ok || isTrue(v)
		}
		return nil
	})
	return bold, err
}
