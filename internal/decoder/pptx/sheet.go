package pptx

import (
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/drawingml"
	"github.com/udecode/udecode/internal/decoder/internal/slideorder"
	"github.com/udecode/udecode/internal/opc"
)

// sheet is a layout or master, as far as slides inherit from it.
type sheet struct {
	parent       *sheet // a layout's master
	placeholders []inherited
	// The text styles of a master (19.3.1.52).
	title, body, other drawingml.ListStyle
}

// inherited is what a placeholder hands down.
type inherited struct {
	placeholder
	frame *frame
	style drawingml.ListStyle
}

// placeholder is a p:ph. Its type is "" for no placeholder, "obj" when none is given.
type placeholder struct {
	typ, idx string
}

func readPlaceholder(s *opc.Scanner) placeholder {
	p := placeholder{s.Attr("type"), s.Attr("idx")}
	if p.typ == "" {
		p.typ = "obj"
	}
	return p
}

// kind folds the types that share a master's placeholder and text style.
func (p placeholder) kind() string {
	switch p.typ {
	case "", "title", "dt", "ftr", "sldNum", "hdr":
		return p.typ
	case "ctrTitle":
		return "title"
	}
	return "body"
}

// footer reports whether the placeholder is for what slides repeat at their edges.
func (p placeholder) footer() bool {
	switch p.typ {
	case "dt", "ftr", "sldNum", "hdr":
		return true
	}
	return false
}

// role is the placeholder's part in the reading order.
func (p placeholder) role() slideorder.Role {
	switch {
	case p.kind() == "title":
		return slideorder.Title
	case p.footer():
		return slideorder.Edge
	}
	return slideorder.Content
}

// index is the placeholder's number in a built-in layout; from 10 on they are given as placeholders are drawn.
func (p placeholder) index() int {
	if n, err := strconv.Atoi(p.idx); err == nil && p.typ != "" && n > 0 && n < 10 {
		return n
	}
	return 0
}

// sheet reads a layout or master once.
func (d *deck) sheet(part string) *sheet {
	if sh, ok := d.sheets[part]; ok {
		return sh
	}
	sh := &sheet{}
	d.sheets[part] = sh // before the parent is read: a sheet may not inherit from itself
	s, err := d.pkg.ScanRoot(part)
	if err != nil {
		d.in.Warnf("layout %s: %v", part, err)
		return sh
	}
	defer s.Close()
	if r, ok := d.pkg.Rels(part).First("slideMaster"); ok && strings.HasSuffix(s.Name(), "Layout") && !r.External {
		sh.parent = d.sheet(r.Target)
	}
	err = s.Children(func() error {
		switch s.Name() {
		case "p:cSld":
			return s.Children(func() error {
				if s.Name() != "p:spTree" {
					return nil
				}
				return s.Children(func() error { return sh.shape(s) })
			})
		case "p:txStyles":
			return s.Children(func() error {
				switch s.Name() {
				case "p:titleStyle":
					return sh.title.Read(s.Scanner)
				case "p:bodyStyle":
					return sh.body.Read(s.Scanner)
				case "p:otherStyle":
					return sh.other.Read(s.Scanner)
				}
				return nil
			})
		}
		return nil
	})
	if err != nil {
		d.in.Warnf("layout %s: %v", part, err)
	}
	return sh
}

// shape reads a shape of a layout or master if it is a placeholder.
func (sh *sheet) shape(s *opc.Scanner) error {
	switch s.Name() {
	case "p:sp", "p:pic", "p:graphicFrame":
	default:
		return nil
	}
	var h inherited
	err := s.Children(func() error {
		switch s.Name() {
		case "p:nvSpPr", "p:nvPicPr", "p:nvGraphicFramePr":
			return s.Children(func() error {
				if s.Name() != "p:nvPr" {
					return nil
				}
				return s.Children(func() error {
					if s.Name() == "p:ph" {
						h.placeholder = readPlaceholder(s)
					}
					return nil
				})
			})
		case "p:spPr":
			return s.Children(func() (err error) {
				if s.Name() == "a:xfrm" {
					h.frame, err = readFrame(s)
				}
				return err
			})
		case "p:txBody":
			return s.Children(func() error {
				if s.Name() == "a:lstStyle" {
					return h.style.Read(s.Scanner)
				}
				return nil
			})
		}
		return nil
	})
	if h.typ != "" {
		sh.placeholders = append(sh.placeholders, h)
	}
	return err
}

// find returns what a placeholder of a sheet below inherits from: the same index and a kind that fits, else the
// same type, else, on a master, the same kind.
func (sh *sheet) find(p placeholder) *inherited {
	var byType, byKind *inherited
	for i := range sh.placeholders {
		h := &sh.placeholders[i]
		switch {
		case sh.parent != nil && p.idx != "" && h.idx == p.idx && (h.kind() == p.kind()):
			return h
		case byType == nil && h.typ == p.typ:
			byType = h
		case byKind == nil && h.kind() == p.kind():
			byKind = h
		}
	}
	if byType != nil {
		return byType
	}
	if sh.parent == nil || p.kind() == "title" {
		return byKind
	}
	return nil
}

// chain returns the placeholders that p inherits from, nearest first.
func (sh *sheet) chain(p placeholder) []*inherited {
	var out []*inherited
	for ; sh != nil && p.typ != ""; sh = sh.parent {
		if h := sh.find(p); h != nil {
			out = append(out, h)
			p = h.placeholder
		}
	}
	return out
}

// textStyle returns the style that a master has for text of that placeholder.
func (sh *sheet) textStyle(p placeholder) *drawingml.ListStyle {
	for sh != nil && sh.parent != nil {
		sh = sh.parent
	}
	if sh == nil {
		return &drawingml.ListStyle{}
	}
	switch p.kind() {
	case "title":
		return &sh.title
	case "body":
		return &sh.body
	}
	return &sh.other
}
