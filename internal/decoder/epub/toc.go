package epub

import (
	"strings"

	"github.com/udecode/udecode/internal/xmlscan"
)

// labels returns the first entry of the table of contents for each file, by path. The navigation document goes before
// the NCX; each fills in what the other lacks.
func (b *book) labels() map[string]string {
	out := make(map[string]string)
	if b.pkg.nav != nil {
		b.readNav(b.pkg.nav.path, out)
	}
	if b.pkg.ncx != nil {
		b.readNCX(b.pkg.ncx.path, out)
	}
	return out
}

// readNav reads the entries of <nav epub:type="toc"> (EPUB 3.3, 7.4).
func (b *book) readNav(name string, out map[string]string) {
	inTOC := false
	err := b.each(name, func(s *xmlscan.Scanner) error {
		switch s.Name() {
		case "nav":
			kind := s.Attr("epub:type") + " " + s.Attr("role")
			inTOC = hasToken(kind, "toc") || hasToken(kind, "doc-toc")
		case "a":
			if !inTOC {
				return nil
			}
			href := s.Attr("href")
			text, err := s.InnerText()
			if err != nil {
				return err
			}
			put(out, relative(name, href), text)
		}
		return nil
	})
	if err != nil {
		b.in.Warnf("table of contents: %v", err)
	}
}

// readNCX reads the navigation map of EPUB 2: the label of a point stands before its content.
func (b *book) readNCX(name string, out map[string]string) {
	label, inPoint := "", false
	err := b.each(name, func(s *xmlscan.Scanner) error {
		switch s.Name() {
		case "navPoint":
			inPoint = true
		case "pageList", "navList":
			inPoint = false
		case "text":
			text, err := s.InnerText()
			if err != nil {
				return err
			}
			label = text
		case "content":
			if inPoint {
				put(out, relative(name, s.Attr("src")), label)
			}
		}
		return nil
	})
	if err != nil {
		b.in.Warnf("table of contents: %v", err)
	}
}

func put(out map[string]string, path, label string) {
	label = strings.Join(strings.Fields(label), " ")
	if _, ok := out[path]; !ok && label != "" {
		out[path] = label
	}
}
