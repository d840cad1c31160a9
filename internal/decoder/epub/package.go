package epub

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/date"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// prefixes are the namespaces of packages, containers and the NCX.
var prefixes = map[string]string{
	"urn:oasis:names:tc:opendocument:xmlns:container":  "",
	"http://www.idpf.org/2007/opf":                     "",
	"http://openebook.org/namespaces/oeb-package/1.0/": "",
	"http://purl.org/dc/elements/1.1/":                 "dc",
	"http://purl.org/dc/elements/1.0/":                 "dc",
	"http://www.daisy.org/z3986/2005/ncx/":             "",
	"http://www.w3.org/1999/xhtml":                     "",
	"http://www.idpf.org/2007/ops":                     "epub",
	"http://www.w3.org/2001/04/xmlenc#":                "enc",
}

// scanner opens an XML file of the book.
func (b *book) scanner(name string) (*xmlscan.Scanner, error) {
	f := b.find(name)
	if f == nil {
		return nil, fmt.Errorf("%w: no %s", decoder.ErrMalformed, name)
	}
	raw, err := b.read(f)
	if err != nil {
		return nil, err
	}
	s, err := xmlscan.New(bytes.NewReader(bytes.TrimLeft(raw, " \t\r\n")), xmlscan.Options{Prefixes: prefixes, HTMLEntities: true})
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", decoder.ErrMalformed, name, err)
	}
	return s, nil
}

// each calls f at every start tag of an XML file.
func (b *book) each(name string, f func(s *xmlscan.Scanner) error) error {
	s, err := b.scanner(name)
	if err != nil {
		return err
	}
	defer s.Close()
	for {
		k, err := s.Next()
		if err != nil {
			return fmt.Errorf("%w: %s: %w", decoder.ErrMalformed, name, err)
		}
		switch k {
		case xmlscan.EOF:
			return nil
		case xmlscan.Start:
			if err := f(s); err != nil {
				return fmt.Errorf("%w: %s: %w", decoder.ErrMalformed, name, err)
			}
		}
	}
}

// packagePath returns the path of the package document, by the container file or else by its extension.
func (b *book) packagePath() (string, error) {
	opf := ""
	err := b.each("META-INF/container.xml", func(s *xmlscan.Scanner) error {
		if s.Name() == "rootfile" && opf == "" {
			opf = strings.TrimPrefix(s.Attr("full-path"), "/")
		}
		return nil
	})
	if opf != "" && b.find(opf) != nil {
		return opf, nil
	}
	for name := range b.files {
		if strings.HasSuffix(strings.ToLower(name), ".opf") && (opf == "" || b.find(opf) == nil || name < opf) {
			opf = name
		}
	}
	if opf == "" || b.find(opf) == nil {
		if err == nil {
			err = fmt.Errorf("%w: no package document", decoder.ErrMalformed)
		}
		return "", err
	}
	b.in.Warnf("the container does not name the package document")
	return opf, nil
}

// pkg is the package document.
type pkg struct {
	metadata udm.Metadata
	items    map[string]*item  // by id
	types    map[string]string // media types by path
	spine    []itemRef
	nav, ncx *item
	cover    *item
}

type item struct{ path, mediaType, properties string }

type itemRef struct {
	item   *item
	linear bool
}

func (b *book) readPackage(opf string) (*pkg, error) {
	p := &pkg{items: make(map[string]*item), types: make(map[string]string)}
	var coverID, tocID, guideCover string
	var refs [][2]string
	m := &p.metadata
	var creators []string
	err := b.each(opf, func(s *xmlscan.Scanner) error {
		switch s.Name() {
		case "dc:title", "dc:creator", "dc:contributor", "dc:language", "dc:subject", "dc:description", "dc:publisher", "dc:identifier", "dc:date", "dc:rights", "dc:source":
			name := strings.TrimPrefix(s.Name(), "dc:")
			event := eventOf(s)
			text, err := s.InnerText()
			if err != nil {
				return err
			}
			if text = strings.Join(strings.Fields(text), " "); text == "" {
				return nil
			}
			if name == "creator" {
				creators = append(creators, text)
				return nil
			}
			setDublinCore(m, name, event, text)
		case "meta":
			name, content, property := s.Attr("name"), s.Attr("content"), s.Attr("property")
			switch {
			case name == "cover":
				coverID = content
			case name == "calibre:series":
				m.Set("series", content)
			case property == "dcterms:modified" || property == "belongs-to-collection":
				text, err := s.InnerText()
				if err != nil {
					return err
				}
				if property == "dcterms:modified" {
					m.ModifiedAt = date.Parse(text)
				} else {
					m.Set("series", strings.TrimSpace(text))
				}
			}
		case "item":
			it := &item{relative(opf, s.Attr("href")), s.Attr("media-type"), s.Attr("properties")}
			p.items[s.Attr("id")] = it
			p.types[it.path] = it.mediaType
			if hasToken(it.properties, "nav") {
				p.nav = it
			}
			if hasToken(it.properties, "cover-image") {
				p.cover = it
			}
			if it.mediaType == "application/x-dtbncx+xml" && p.ncx == nil {
				p.ncx = it
			}
		case "spine":
			tocID = s.Attr("toc")
		case "itemref":
			refs = append(refs, [2]string{s.Attr("idref"), s.Attr("linear")})
		case "reference":
			if s.Attr("type") == "cover" {
				guideCover = relative(opf, s.Attr("href"))
			}
		}
		return nil
	})
	if err != nil && len(p.items) == 0 {
		return nil, err
	}
	if err != nil {
		b.in.Warnf("%v", err)
	}
	m.Author = strings.Join(creators, ", ")
	if it := p.items[tocID]; it != nil {
		p.ncx = it
	}
	if p.cover == nil {
		p.cover = p.items[coverID]
	}
	if p.cover == nil && guideCover != "" && strings.HasPrefix(p.types[guideCover], "image/") {
		p.cover = &item{path: guideCover, mediaType: p.types[guideCover]}
	}
	for _, r := range refs {
		if it := p.items[r[0]]; it != nil {
			p.spine = append(p.spine, itemRef{it, !strings.EqualFold(r[1], "no")})
		} else {
			b.in.Warnf("the spine names %q, which the manifest lacks", r[0])
		}
	}
	if len(p.spine) == 0 {
		return nil, fmt.Errorf("%w: no spine", decoder.ErrMalformed)
	}
	return p, nil
}

// eventOf returns what a dc:date is the date of (opf:event of EPUB 2).
func eventOf(s *xmlscan.Scanner) string {
	for _, a := range s.Attrs() {
		if a.Local == "event" {
			return a.Value()
		}
	}
	return ""
}

func setDublinCore(m *udm.Metadata, name, event, text string) {
	switch name {
	case "title":
		if m.Title == "" {
			m.Title = text
		} else {
			m.Set("subtitle", text)
		}
	case "subject":
		m.Tags = append(m.Tags, text)
	case "date":
		d := date.Parse(text)
		switch {
		case event == "modification":
			m.ModifiedAt = d
		case m.CreatedAt == "" || event == "publication":
			m.CreatedAt = d
		}
	case "contributor", "identifier", "source":
		if have, ok := m.Custom[name].(string); ok {
			text = have + ", " + text
		}
		m.Set(name, text)
	default:
		if _, ok := m.Custom[name]; !ok {
			m.Set(name, text)
		}
	}
}

func hasToken(list, token string) bool {
	for f := range strings.FieldsSeq(list) {
		if f == token {
			return true
		}
	}
	return false
}

// locked returns the paths of content documents that rights management has encrypted. Fonts are often obfuscated;
// that locks nothing.
func (b *book) locked() (map[string]bool, error) {
	out := make(map[string]bool)
	if b.find("META-INF/encryption.xml") == nil {
		return out, nil
	}
	algorithm := ""
	err := b.each("META-INF/encryption.xml", func(s *xmlscan.Scanner) error {
		switch s.Name() {
		case "enc:EncryptedData":
			algorithm = ""
		case "enc:EncryptionMethod":
			if algorithm == "" {
				algorithm = s.Attr("Algorithm")
			}
		case "enc:CipherReference":
			if algorithm != "http://www.idpf.org/2008/embedding" && algorithm != "http://ns.adobe.com/pdf/enc#RC" {
				name := relative("x", s.Attr("URI"))
				out[name] = true
				out[path.Clean(name)] = true
			}
		}
		return nil
	})
	if err != nil {
		b.in.Warnf("%v", err)
	}
	return out, b.ctx.Err()
}
