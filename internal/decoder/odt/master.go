package odt

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/odftext"
	"github.com/udecode/udecode/internal/udm"
)

// masterPages are a document's master pages in the order of the file; the first one is the default.
type masterPages []masterPage

type masterPage struct {
	name, next       string // next is the master page of the page that follows
	headers, footers []*udm.ContentBlock
}

// read reads the headers and footers of a style:master-page: those of the first page, of left pages, and of all others.
func (m *masterPages) read(r *odftext.Reader) error {
	s := r.Scanner()
	page := masterPage{name: s.Attr("style:name"), next: s.Attr("style:next-style-name")}
	err := s.Children(func() error {
		if string(s.AttrBytes("style:display")) == "false" {
			return nil
		}
		var err error
		switch s.Name() {
		case "style:header", "style:header-left", "style:header-first", "loext:header-first":
			page.headers, err = region(r, page.headers, udm.Header)
		case "style:footer", "style:footer-left", "style:footer-first", "loext:footer-first":
			page.footers, err = region(r, page.footers, udm.Footer)
		}
		return err
	})
	*m = append(*m, page)
	return err
}

// region reads one header or footer: its text is one block, pictures stand behind it.
func region(r *odftext.Reader, to []*udm.ContentBlock, c udm.Category) ([]*udm.ContentBlock, error) {
	block, rest, err := r.Joined()
	if err != nil {
		return to, err
	}
	if block != nil {
		block.Category = c
		to = append(to, block)
	}
	for _, b := range rest {
		if b.Type == udm.ImageContent {
			to = append(to, b)
		}
	}
	clearPages(to)
	return to, nil
}

// used returns the headers and footers of the master pages that were asked for by name and of those that follow on them,
// each text once.
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
	once := func(to, from []*udm.ContentBlock) []*udm.ContentBlock {
		for _, b := range from {
			key := b.Category.String() + "\n" + strings.TrimSpace(b.Text)
			if b.Type == udm.Text && seen[key] {
				continue
			}
			seen[key] = true
			to = append(to, b)
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
