package odt

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/udm"
)

// masterPages are a document's master pages in the order of the file; the first one is the default.
type masterPages []masterPage

type masterPage struct {
	name, next       string // next is the master page of the page that follows
	headers, footers []region
}

// region is a header or footer.
type region []*udm.ContentBlock

// read reads the headers and footers of a style:master-page: those of the first page, of left pages, and of all others.
func (m *masterPages) read(r *odftext.Reader) error {
	s := r.Scanner()
	page := masterPage{name: s.Attr("style:name"), next: s.Attr("style:next-style-name")}
	err := s.Children(func() error {
		if string(s.AttrBytes("style:display")) == "false" {
			return nil
		}
		switch s.Name() {
		case "style:header", "style:header-left", "style:header-first", "loext:header-first":
			header, err := readRegion(r, udm.Header)
			page.headers = append(page.headers, header)
			return err
		case "style:footer", "style:footer-left", "style:footer-first", "loext:footer-first":
			footer, err := readRegion(r, udm.Footer)
			page.footers = append(page.footers, footer)
			return err
		}
		return nil
	})
	*m = append(*m, page)
	return err
}

// readRegion reads a header or footer: its paragraphs, the rows of a table that lays it out, and its pictures.
func readRegion(r *odftext.Reader, c udm.Category) (region, error) {
	var content odftext.Blocks
	err := r.Into(&content, r.Content)
	var out region
	for _, b := range content.Blocks {
		switch b.Type {
		case udm.Text:
			b.Category = c
			if b.Attr != nil {
				b.Attr.HeadingLevel, b.Attr.ListType = 0, ""
			}
			out = append(out, b)
		case udm.TableContent:
			for i := range b.Table.Rows() {
				cells := slices.DeleteFunc(b.Table.Row(i), func(text string) bool { return text == "" })
				if len(cells) > 0 {
					out = append(out, udm.NewText(c, strings.Join(cells, "\t")))
				}
			}
		default:
			out = append(out, b)
		}
	}
	clearPages(out)
	return out, err
}

// key is the same for regions that show the same.
func (g region) key() string {
	var sb strings.Builder
	for _, b := range g {
		sb.WriteString(b.Category.String() + "\x00" + b.Text + "\x00")
	}
	return sb.String()
}

// used returns the headers and footers of the master pages that were asked for by name and of those that follow on them,
// each once.
func (m masterPages) used(names []string) (headers, footers []*udm.ContentBlock) {
	wanted := map[string]bool{}
	var want func(name string)
	want = func(name string) {
		if wanted[name] {
			return
		}
		wanted[name] = true
		for _, p := range m {
			if p.name == name && p.next != "" {
				want(p.next)
			}
		}
	}
	for _, name := range names {
		if name == "" && len(m) > 0 {
			name = m[0].name
		}
		want(name)
	}
	seen := map[string]bool{}
	once := func(to []*udm.ContentBlock, from []region) []*udm.ContentBlock {
		for _, g := range from {
			if key := g.key(); !seen[key] {
				seen[key] = true
				to = append(to, g...)
			}
		}
		return to
	}
	for _, p := range m {
		if wanted[p.name] {
			headers = once(headers, p.headers)
			footers = once(footers, p.footers)
		}
	}
	return headers, footers
}
