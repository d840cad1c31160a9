package odf

import (
	"strings"
	"time"

	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// ReadMeta reads the document's metadata from an office:meta element (part 3, 4.3), which s stands at.
func ReadMeta(s *xmlscan.Scanner, m *udm.Metadata) error {
	var creator string
	properties := map[string]any{}
	err := s.Children(func() error {
		switch s.Name() {
		case "dc:title":
			return metaText(s, func(v string) { m.Title = v })
		case "meta:initial-creator":
			return metaText(s, func(v string) { m.Author = v })
		case "dc:creator":
			return metaText(s, func(v string) { creator = v })
		case "meta:creation-date":
			return metaText(s, func(v string) { m.CreatedAt = Date(v) })
		case "dc:date":
			return metaText(s, func(v string) { m.ModifiedAt = Date(v) })
		case "meta:keyword":
			return metaText(s, func(v string) {
				for tag := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == ',' || r == ';' }) {
					if tag = strings.TrimSpace(tag); tag != "" {
						m.Tags = append(m.Tags, tag)
					}
				}
			})
		case "dc:subject":
			return metaText(s, func(v string) { m.Set("subject", v) })
		case "dc:description":
			return metaText(s, func(v string) { m.Set("description", v) })
		case "dc:language":
			return metaText(s, func(v string) { m.Set("language", v) })
		case "meta:generator":
			return metaText(s, func(v string) { m.Set("application", v) })
		case "meta:editing-cycles":
			return metaText(s, func(v string) { m.Set("revision", v) })
		case "meta:document-statistic":
			if n := s.Int("meta:page-count", 0); n > 0 {
				m.Set("page_count", n)
			}
			if n := s.Int("meta:word-count", 0); n > 0 {
				m.Set("word_count", n)
			}
		case "meta:user-defined":
			name := s.Attr("meta:name")
			return metaText(s, func(v string) {
				if name != "" && v != "" {
					properties[name] = v
				}
			})
		}
		return nil
	})
	if m.Author == "" {
		m.Author = creator
	} else if creator != m.Author {
		m.Set("last_modified_by", creator)
	}
	if len(properties) > 0 {
		m.Set("properties", properties)
	}
	return err
}

func metaText(s *xmlscan.Scanner, set func(string)) error {
	v, err := s.InnerText()
	set(strings.TrimSpace(v))
	return err
}

// Date returns an XML dateTime as RFC 3339 without fractions of a second, in UTC when it has a zone; "" when it is none.
func Date(v string) string {
	if t, err := time.Parse(time.RFC3339, v); err == nil {
		return t.UTC().Format(time.RFC3339)
	}
	const local = "2006-01-02T15:04:05"
	if t, err := time.Parse(local, v); err == nil {
		return t.Format(local)
	}
	if t, err := time.Parse(time.DateOnly, v); err == nil {
		return t.Format(time.DateOnly)
	}
	return ""
}
