package docx

import (
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// The types of headers and footers (17.18.36).
const (
	primary = iota
	firstPage
	evenPages
)

// section is a run of pages with the same headers and footers (17.6).
type section struct {
	start, end int // range of the story's items
	// Parts by type: primary, first page, even pages; "" for the one of the section before.
	headers, footers [3]string
}

// readSection reads the w:sectPr that the scanner stands at.
func (st *story) readSection() (sec section, err error) {
	s := st.s
	var refs [2][3]string // header and footer parts by type
	first := false
	rels := st.pkg.Rels(st.part)
	err = s.Children(func() error {
		which := 0
		switch s.Name() {
		case "w:titlePg":
			first = isOn(s.Scanner)
			return nil
		case "w:footerReference":
			which = 1
		case "w:headerReference":
		default:
			return nil
		}
		rel, ok := rels.ByID(s.Attr("r:id"))
		if !ok || rel.External {
			return nil
		}
		switch s.Attr("w:type") {
		case "first":
			refs[which][firstPage] = rel.Target
		case "even":
			refs[which][evenPages] = rel.Target
		default:
			refs[which][primary] = rel.Target
		}
		return nil
	})
	for which := range refs {
		if !first {
			refs[which][firstPage] = ""
		}
		if !st.settings.evenHeaders {
			refs[which][evenPages] = ""
		}
	}
	sec.headers, sec.footers = refs[0], refs[1]
	return sec, err
}

// endSection ends a section at what was read last.
func (st *story) endSection(sec section) error {
	if st.cell != nil {
		return nil
	}
	if err := st.flushCode(); err != nil {
		return err
	}
	if n := len(st.sections); n > 0 {
		sec.start = st.sections[n-1].end
	}
	sec.end = len(st.items)
	st.sections = append(st.sections, sec)
	return nil
}

// pageMatter reads the headers and footers, each text once: a header goes before the first section that shows it, a
// footer behind the last one. They are returned by the block that they stand next to; by nil when the story has none.
func (st *story) pageMatter() (before, after map[*udm.ContentBlock][]*udm.ContentBlock, err error) {
	before, after = map[*udm.ContentBlock][]*udm.ContentBlock{}, map[*udm.ContentBlock][]*udm.ContentBlock{}
	seen := map[string]bool{}
	last := map[string]int{} // the last section that shows a footer
	var shown [3]string
	for i := range st.sections {
		for typ, part := range st.sections[i].footers {
			if part != "" {
				shown[typ] = part
			}
			last[shown[typ]] = i
		}
	}
	for i, sec := range st.sections {
		for _, part := range sec.headers {
			b, err := st.headerBlocks(part, udm.Header, seen)
			if err != nil {
				return nil, nil, err
			}
			if len(b) > 0 {
				at := st.blockAt(sec.start)
				before[at] = append(before[at], b...)
			}
		}
		for _, part := range sec.footers {
			b, err := st.headerBlocks(part, udm.Footer, seen)
			if err != nil {
				return nil, nil, err
			}
			if len(b) > 0 {
				at := st.blockAt(st.sections[max(last[part], i)].end - 1)
				after[at] = append(after[at], b...)
			}
		}
	}
	return before, after, nil
}

// blockAt returns the story's block at a place, or the nearest one; nil when there is none.
func (st *story) blockAt(i int) *udm.ContentBlock {
	if len(st.items) == 0 {
		return nil
	}
	return st.items[min(max(i, 0), len(st.items)-1)].block
}

// headerBlocks reads a header or footer part; nil when the same content was seen before.
func (r *reader) headerBlocks(part string, c udm.Category, seen map[string]bool) ([]*udm.ContentBlock, error) {
	if part == "" || seen[part] {
		return nil, nil
	}
	seen[part] = true
	items, err := r.readPart(part)
	if err != nil {
		if err := r.flaw(part, err); err != nil {
			return nil, err
		}
	}
	var out []*udm.ContentBlock
	content := c.String()
	for _, it := range items {
		for _, b := range flowing(it.block) {
			b.Position.Page = 0
			switch b.Type {
			case udm.Text:
				b.Category = c
				if b.Attr != nil {
					b.Attr.HeadingLevel = 0
				}
			case udm.ImageContent:
				content += "\x00" + b.Data.MediaType
			}
			content += "\x00" + b.Text
			out = append(out, b)
		}
	}
	if seen[content] {
		return nil, nil
	}
	seen[content] = true
	return out, nil
}

// flowing turns a table that lays out a header into one text block a row.
func flowing(b *udm.ContentBlock) []*udm.ContentBlock {
	if b.Table == nil {
		return []*udm.ContentBlock{b}
	}
	var out []*udm.ContentBlock
	for row := range b.Table.Rows() {
		var cells []string
		for col := range b.Table.Cols() {
			if text := b.Table.Cell(row, col); text != "" {
				cells = append(cells, text)
			}
		}
		if text := strings.Join(cells, "\t"); text != "" {
			out = append(out, udm.NewText(udm.UncategorizedText, text))
		}
	}
	return out
}

// readPart reads a part that holds nothing but block-level content.
func (r *reader) readPart(part string) ([]item, error) {
	s, err := r.pkg.ScanRoot(part)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	st := r.newStory(s, part)
	err = s.Children(st.block)
	if ferr := st.finish(); err == nil {
		err = ferr
	}
	return st.items, err
}
