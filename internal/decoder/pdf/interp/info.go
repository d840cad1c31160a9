package interp

import (
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// readInfo reads what is known of the document as a whole.
func (d *document) readInfo() *page.Info {
	doc := d.cos
	in := &page.Info{}
	d.readMetadata(in)
	in.Language = clean(textString(doc.String(d.root.Get("Lang"))))
	in.Tagged = doc.Bool(doc.Dict(d.root.Get("MarkInfo")).Get("Marked"), false)
	in.Labels = d.labels()
	in.Outline = d.outline()
	in.Attachments = d.attachments()
	in.Struct = d.structure()
	if doc.Repaired() {
		in.Warnings = append(in.Warnings, "the cross-reference table is damaged; the file was searched for its objects")
	}
	return in
}

// readMetadata reads the information dictionary (14.3.3), and the XMP packet (14.3.2) for what is missing there.
func (d *document) readMetadata(in *page.Info) {
	doc, m := d.cos, &in.Metadata
	info := doc.Dict(doc.Trailer().Get("Info"))
	text := func(key cos.Name) string {
		return strings.TrimSpace(clean(textString(doc.String(info.Get(key)))))
	}
	m.Title, m.Author = text("Title"), text("Author")
	m.CreatedAt, m.ModifiedAt = date(text("CreationDate")), date(text("ModDate"))
	keywords, subject := text("Keywords"), text("Subject")
	creator, producer := text("Creator"), text("Producer")
	if s := doc.Stream(d.root.Get("Metadata")); s != nil {
		if b, _ := s.Decode(); len(b) > 0 {
			x := readXMP(b)
			fill(&m.Title, x.title)
			fill(&m.Author, x.author)
			fill(&m.CreatedAt, x.created)
			fill(&m.ModifiedAt, x.modified)
			fill(&keywords, x.keywords)
			fill(&subject, x.description)
			fill(&creator, x.creator)
			fill(&producer, x.producer)
			m.Set("pdf_conformance", x.conformance)
			m.Set("rights", x.rights)
			if keywords == "" && len(x.tags) > 0 {
				m.Tags = x.tags
			}
		}
	}
	if keywords != "" {
		m.Tags = tags(keywords)
	}
	m.Set("subject", subject)
	m.Set("creator", creator)
	m.Set("producer", producer)
	m.Set("pdf_version", d.version())
	if info.Get("Trapped") != nil {
		m.Set("trapped", string(doc.Name(info.Get("Trapped"))))
	}
}

func (d *document) version() string {
	if v := d.cos.Name(d.root.Get("Version")); v != "" && len(v) < 8 {
		return clean(string(v))
	}
	return d.cos.Version()
}

func fill(dst *string, s string) {
	if *dst == "" {
		*dst = s
	}
}

// tags splits keywords at semicolons or, when there is none, at commas.
func tags(s string) []string {
	sep := ","
	if strings.Contains(s, ";") {
		sep = ";"
	}
	var out []string
	for t := range strings.SplitSeq(s, sep) {
		if t = strings.TrimSpace(t); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// date turns "D:YYYYMMDDHHmmSSOHH'mm" (7.9.4), of which all after the year may be missing, into RFC 3339; "" when
// it is none. Without an offset it has no zone.
func date(s string) string {
	s = strings.TrimSpace(strings.TrimPrefix(s, "D:"))
	digits := 0
	for digits < len(s) && digits < 14 && s[digits] >= '0' && s[digits] <= '9' {
		digits++
	}
	if digits < 4 {
		return ""
	}
	part := func(from, to, def, most int) int {
		if digits < to {
			return def
		}
		n := 0
		for _, c := range s[from:to] {
			n = n*10 + int(c-'0')
		}
		if n > most {
			return def
		}
		return n
	}
	year, month, day := part(0, 4, 0, 9999), max(part(4, 6, 1, 12), 1), max(part(6, 8, 1, 31), 1)
	if year == 0 {
		return ""
	}
	out := fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, part(8, 10, 0, 23), part(10, 12, 0, 59), part(12, 14, 0, 59))
	return out + zone(s[digits:])
}

// zone reads "Z" or "+HH'mm'".
func zone(s string) string {
	if s == "" {
		return ""
	}
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, s)
	switch {
	case s[0] == 'Z' || s[0] == 'z':
		return "Z"
	case s[0] != '+' && s[0] != '-' || len(digits) < 2:
		return ""
	}
	minutes := "00"
	if len(digits) >= 4 {
		minutes = digits[2:4]
	}
	if digits[:2] > "23" || minutes > "59" {
		return ""
	}
	return s[:1] + digits[:2] + ":" + minutes
}
