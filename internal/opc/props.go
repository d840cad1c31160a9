package opc

import (
	"strconv"
	"strings"
	"time"

	"github.com/udecode/udecode/internal/udm"
)

// Metadata reads the core, extended and custom properties (ECMA-376 part 2 clause 11, part 1 clauses 22.2
// and 22.3). Custom properties stand in Custom["properties"], the other facts under their own names in
// snake case. Properties that cannot be read are left out.
func (p *Package) Metadata() udm.Metadata {
	var m udm.Metadata
	rels := p.Rels("")
	if r, ok := rels.First("metadata/core-properties"); ok {
		p.coreProperties(r.Target, &m)
	}
	if r, ok := rels.First("extended-properties"); ok {
		p.extendedProperties(r.Target, &m)
	}
	if r, ok := rels.First("custom-properties"); ok {
		p.customProperties(r.Target, &m)
	}
	return m
}

var coreNames = map[string]string{
	"dc:subject": "subject", "dc:description": "description", "dc:language": "language", "dc:identifier": "identifier",
	"cp:category": "category", "cp:contentStatus": "content_status", "cp:contentType": "content_type",
	"cp:lastModifiedBy": "last_modified_by", "cp:revision": "revision", "cp:version": "version",
}

func (p *Package) coreProperties(part string, m *udm.Metadata) {
	s, err := p.ScanRoot(part)
	if err != nil {
		return
	}
	defer s.Close()
	s.Children(func() error {
		name := s.Name()
		text, err := s.InnerText()
		text = strings.TrimSpace(text)
		switch name {
		case "dc:title":
			m.Title = text
		case "dc:creator":
			m.Author = text
		case "dcterms:created":
			m.CreatedAt = Time(text)
		case "dcterms:modified":
			m.ModifiedAt = Time(text)
		case "cp:lastPrinted":
			m.Set("last_printed", Time(text))
		case "cp:keywords":
			m.Tags = append(m.Tags, keywords(text)...)
		default:
			if k := coreNames[name]; k != "" {
				m.Set(k, text)
			}
		}
		return err
	})
}

// keywords splits a list of keywords at semicolons, else at commas.
func keywords(s string) []string {
	sep := ","
	if strings.Contains(s, ";") {
		sep = ";"
	}
	var out []string
	for k := range strings.SplitSeq(s, sep) {
		if k = strings.TrimSpace(k); k != "" {
			out = append(out, k)
		}
	}
	return out
}

var extendedNames = map[string]string{
	"ep:Company": "company", "ep:Manager": "manager", "ep:Application": "application", "ep:AppVersion": "application_version",
	"ep:Template": "template", "ep:HyperlinkBase": "hyperlink_base",
	"ep:Pages": "page_count", "ep:Words": "word_count", "ep:Characters": "character_count", "ep:Paragraphs": "paragraph_count",
	"ep:Slides": "slide_count", "ep:Notes": "note_count",
}

func (p *Package) extendedProperties(part string, m *udm.Metadata) {
	s, err := p.ScanRoot(part)
	if err != nil {
		return
	}
	defer s.Close()
	s.Children(func() error {
		k := extendedNames[s.Name()]
		if k == "" {
			return nil
		}
		text, err := s.InnerText()
		text = strings.TrimSpace(text)
		if strings.HasSuffix(k, "_count") {
			if n, err := strconv.Atoi(text); err == nil {
				m.Set(k, n)
			}
			return nil
		}
		m.Set(k, text)
		return err
	})
}

func (p *Package) customProperties(part string, m *udm.Metadata) {
	s, err := p.ScanRoot(part)
	if err != nil {
		return
	}
	defer s.Close()
	props := map[string]any{}
	s.Children(func() error {
		name := s.Attr("name")
		if s.Name() != "cup:property" || name == "" {
			return nil
		}
		return s.Children(func() error {
			typ := s.Name()
			text, err := s.InnerText()
			if v := variant(typ, strings.TrimSpace(text)); v != nil {
				props[name] = v
			}
			return err
		})
	})
	if len(props) > 0 {
		m.Set("properties", props)
	}
}

// variant returns a typed property's value, or nil for an empty one (ECMA-376 part 1, 22.4).
func variant(typ, text string) any {
	switch typ {
	case "vt:bool":
		return text == "true" || text == "1"
	case "vt:i1", "vt:i2", "vt:i4", "vt:i8", "vt:int", "vt:ui1", "vt:ui2", "vt:ui4", "vt:uint":
		if n, err := strconv.Atoi(text); err == nil {
			return n
		}
	case "vt:r4", "vt:r8", "vt:decimal":
		if f, err := strconv.ParseFloat(text, 64); err == nil && f-f == 0 {
			return f
		}
	case "vt:filetime", "vt:date":
		text = Time(text)
	}
	if text == "" {
		return nil
	}
	return text
}

// Time returns a W3C date and time as RFC 3339: in UTC when it has a zone, without one otherwise. A bare date
// stays one; what is no date gives "".
func Time(s string) string {
	if t, err := time.Parse(time.RFC3339Nano, s); err == nil {
		if t.Year() < 1602 { // Office's zero time
			return ""
		}
		return t.UTC().Format(time.RFC3339)
	}
	for _, layout := range [...]string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil && t.Year() >= 1602 {
			if layout == "2006-01-02" {
				return s
			}
			return t.Format("2006-01-02T15:04:05")
		}
	}
	return ""
}
