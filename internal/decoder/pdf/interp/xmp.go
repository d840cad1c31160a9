package interp

import (
	"bytes"
	"strings"

	"github.com/udecode/udecode/internal/xmlscan"
)

// xmp are the properties of an XMP packet (ISO 16684-1) that the model has a place for.
type xmp struct {
	title, author, description, rights string
	created, modified                  string
	creator, producer, keywords        string
	conformance                        string // "PDF/A-2b", "PDF/UA-1"
	tags                               []string

	part, level, ua string
}

var xmpPrefixes = map[string]string{
	"http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
	"http://purl.org/dc/elements/1.1/":            "dc",
	"http://ns.adobe.com/xap/1.0/":                "xmp",
	"http://ns.adobe.com/pdf/1.3/":                "pdf",
	"http://www.aiim.org/pdfa/ns/id/":             "pdfaid",
	"http://www.aiim.org/pdfua/ns/id/":            "pdfuaid",
}

// readXMP reads a packet as far as it is sound.
func readXMP(b []byte) *xmp {
	x := new(xmp)
	s, err := xmlscan.New(bytes.NewReader(b), xmlscan.Options{Prefixes: xmpPrefixes, MaxDepth: 64})
	if err != nil {
		return x
	}
	defer s.Close()
	for {
		k, err := s.Next()
		if err != nil || k == xmlscan.EOF {
			break
		}
		if k != xmlscan.Start {
			continue
		}
		name := s.Name()
		if name == "rdf:Description" {
			for _, a := range s.Attrs() {
				x.set(a.Full, []string{a.Value()})
			}
		} else if x.knows(name) {
			items, err := xmpItems(s)
			x.set(name, items)
			if err != nil {
				break
			}
		}
	}
	if x.part != "" {
		x.conformance = "PDF/A-" + x.part + strings.ToLower(x.level)
	} else if x.ua != "" {
		x.conformance = "PDF/UA-" + x.ua
	}
	return x
}

// xmpItems reads a property's value: the items of its array, or its own text.
func xmpItems(s *xmlscan.Scanner) ([]string, error) {
	var items []string
	var text strings.Builder
	depth := s.Depth()
	for {
		k, err := s.Next()
		switch {
		case err != nil:
			return items, err
		case k == xmlscan.EOF || k == xmlscan.End && s.Depth() < depth:
			if len(items) == 0 {
				items = append(items, text.String())
			}
			return items, nil
		case k == xmlscan.Text:
			text.WriteString(s.Text())
		case k == xmlscan.Start && s.Name() == "rdf:li":
			t, err := s.InnerText()
			if err != nil {
				return items, err
			}
			if t = strings.TrimSpace(t); t != "" {
				items = append(items, t)
			}
		}
	}
}

func (x *xmp) property(name string) *string {
	switch name {
	case "dc:title":
		return &x.title
	case "dc:description":
		return &x.description
	case "dc:rights":
		return &x.rights
	case "xmp:CreateDate":
		return &x.created
	case "xmp:ModifyDate":
		return &x.modified
	case "xmp:CreatorTool":
		return &x.creator
	case "pdf:Producer":
		return &x.producer
	case "pdf:Keywords":
		return &x.keywords
	case "pdfaid:part":
		return &x.part
	case "pdfaid:conformance":
		return &x.level
	case "pdfuaid:part":
		return &x.ua
	}
	return nil
}

func (x *xmp) knows(name string) bool {
	return name == "dc:creator" || name == "dc:subject" || x.property(name) != nil
}

func (x *xmp) set(name string, items []string) {
	for i := range items {
		items[i] = strings.TrimSpace(clean(items[i]))
	}
	if len(items) == 0 || items[0] == "" {
		return
	}
	switch name {
	case "dc:creator":
		x.author = strings.Join(items, "; ")
	case "dc:subject":
		x.tags = items
	case "xmp:CreateDate", "xmp:ModifyDate":
		*x.property(name) = isoDate(items[0])
	default:
		if p := x.property(name); p != nil && *p == "" {
			*p = items[0]
		}
	}
}

// isoDate fills up an ISO 8601 date to one of RFC 3339; "" when it is none.
func isoDate(s string) string {
	const day, minute = len("2006-01-02"), len("2006-01-02T15:04")
	switch {
	case len(s) < 4 || strings.Trim(s[:4], "0123456789") != "":
		return ""
	case len(s) == 4:
		s += "-01-01"
	case len(s) == 7:
		s += "-01"
	}
	switch {
	case len(s) == day:
		return s + "T00:00:00"
	case len(s) < minute || s[day] != 'T':
		return ""
	case len(s) == minute || s[minute] != ':':
		return s[:minute] + ":00" + s[minute:]
	}
	return s
}
