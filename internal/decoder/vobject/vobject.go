// Package vobject decodes the two formats whose files are lines of "NAME:value" between BEGIN and END: address books (vCard 2.1, 3.0
// and 4.0, RFC 6350) and calendars (iCalendar, RFC 5545).
//
// Each card, event, task or journal entry is a section: its name is the heading, and each fact about it a paragraph that begins with
// what it is ("Phone (work): …"). Descriptions and notes are paragraphs of their own.
package vobject

import (
	"context"
	"encoding/base64"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/date"
	"github.com/udecode/udecode/internal/decoder/internal/outline"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/decoder/internal/plaintext"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// VCard is the vCard format.
var VCard = decoder.Format{
	Name:       "vcf",
	Title:      "vCard address book",
	MediaTypes: []string{"text/vcard", "text/x-vcard"},
	Extensions: []string{".vcf", ".vcard"},
	Unit:       udm.Section,
	Match:      begins("VCARD"),
	Decode: func(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
		return decode(ctx, in, "vcf", cardFacts)
	},
}

// ICalendar is the iCalendar format.
var ICalendar = decoder.Format{
	Name:       "ics",
	Title:      "iCalendar",
	MediaTypes: []string{"text/calendar"},
	Extensions: []string{".ics", ".ical", ".ifb"},
	Unit:       udm.Section,
	Match:      begins("VCALENDAR"),
	Decode: func(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
		return decode(ctx, in, "ics", calendarFacts)
	},
}

func begins(object string) func(*decoder.Probe) decoder.Confidence {
	return func(p *decoder.Probe) decoder.Confidence {
		if !p.Text {
			return decoder.No
		}
		head, _ := charset.Decode(p.Head[:min(len(p.Head), 256)], "")
		first, _, _ := strings.Cut(strings.TrimLeft(head, " \t\r\n"), "\n")
		if strings.EqualFold(strings.TrimSpace(first), "BEGIN:"+object) {
			return decoder.Certain
		}
		return decoder.No
	}
}

// kind says how a property's value is shown.
type kind uint8

const (
	plain      kind = iota
	listed          // parts after commas
	structured      // parts after semicolons
	day             // a date, or date and time
	person          // a mail address with a name in the CN parameter
	prose           // paragraphs
	photo           // a picture, or a link to one
	link            // an address on the Web
	heading         // the object's name
)

// fact is what a property is called and how it is shown.
type fact struct {
	label string
	kind  kind
}

// facts are a format's properties. Others are the programs' own.
type facts struct {
	objects map[string]string // components that are sections, and what one without a name is called
	skipped map[string]bool   // components that say nothing to a reader
	of      map[string]fact
	second  string // the property to go by when there is no heading
}

var cardFacts = &facts{
	objects: map[string]string{"VCARD": "Contact"},
	second:  "N",
	of: map[string]fact{
		"FN": {"", heading}, "NICKNAME": {"Nickname", listed}, "ORG": {"Organization", structured}, "TITLE": {"Title", plain}, "ROLE": {"Role", plain},
		"TEL": {"Phone", plain}, "EMAIL": {"Email", plain}, "ADR": {"Address", structured}, "URL": {"Web", link}, "IMPP": {"Messaging", plain},
		"BDAY": {"Birthday", day}, "ANNIVERSARY": {"Anniversary", day}, "GENDER": {"Gender", structured}, "LANG": {"Language", plain}, "TZ": {"Time zone", plain},
		"GEO": {"Position", plain}, "CATEGORIES": {"Categories", listed}, "NOTE": {"", prose}, "PHOTO": {"", photo}, "LOGO": {"", photo},
		"RELATED": {"Related", plain}, "MEMBER": {"Member", plain}, "X-SKYPE": {"Skype", plain},
	},
}

var calendarFacts = &facts{
	objects: map[string]string{"VEVENT": "Event", "VTODO": "Task", "VJOURNAL": "Journal entry"},
	skipped: map[string]bool{"VTIMEZONE": true, "VALARM": true, "VFREEBUSY": true, "STANDARD": true, "DAYLIGHT": true},
	of: map[string]fact{
		"SUMMARY": {"", heading}, "DTSTART": {"Start", day}, "DTEND": {"End", day}, "DUE": {"Due", day}, "DURATION": {"Duration", plain}, "COMPLETED": {"Completed", day},
		"LOCATION": {"Location", plain}, "ORGANIZER": {"Organizer", person}, "ATTENDEE": {"Attendee", person}, "CONTACT": {"Contact", plain},
		"STATUS": {"Status", plain}, "PERCENT-COMPLETE": {"Percent complete", plain}, "RRULE": {"Repeats", plain}, "RDATE": {"Also on", listed}, "EXDATE": {"Except on", day},
		"CATEGORIES": {"Categories", listed}, "RESOURCES": {"Resources", listed}, "URL": {"Web", link}, "CONFERENCE": {"Conference", link}, "ATTACH": {"Attachment", link},
		"COMMENT": {"Comment", plain}, "DESCRIPTION": {"", prose},
	},
}

// object is a card or entry that is being read.
type object struct {
	name, fallback string
	blocks         []*udm.ContentBlock
}

type reader struct {
	in    *decoder.Input
	facts *facts
	out   outline.Builder
	doc   *udm.Document
	open  []string // components, outermost first
	cur   *object
	names []string // of the objects so far, at most two
}

func decode(ctx context.Context, in *decoder.Input, name string, f *facts) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	s, _ := charset.Decode(raw, in.Options.Encoding)
	r := &reader{in: in, facts: f, doc: decoder.NewDocument(in, name)}
	lines := scanner{s}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		l, ok := lines.next()
		if !ok {
			break
		}
		if err := r.line(&l); err != nil {
			return nil, err
		}
	}
	if len(r.open) > 0 {
		in.Warnf("%s is not ended: the file may be cut off", r.open[len(r.open)-1])
		if err := r.finish(); err != nil {
			return nil, err
		}
	}
	if r.doc.Metadata.Title == "" && len(r.names) == 1 {
		r.doc.Metadata.Title = r.names[0]
	}
	r.doc.Nodes = r.out.Nodes()
	return r.doc, nil
}

func (r *reader) line(l *line) error {
	switch l.name {
	case "BEGIN":
		component := strings.ToUpper(strings.TrimSpace(l.value))
		r.open = append(r.open, component)
		if fallback, ok := r.facts.objects[component]; ok && r.cur == nil {
			r.cur = &object{fallback: fallback}
		}
		return r.in.Budget.CheckDepth(len(r.open))
	case "END":
		if len(r.open) == 0 {
			return nil
		}
		ended := r.open[len(r.open)-1]
		r.open = r.open[:len(r.open)-1]
		if _, ok := r.facts.objects[ended]; ok {
			return r.finish()
		}
		return nil
	}
	if r.cur == nil {
		r.about(l)
		return nil
	}
	if len(r.open) > 0 && r.facts.skipped[r.open[len(r.open)-1]] {
		return nil
	}
	if f, ok := r.facts.of[l.name]; ok {
		r.add(f, l)
	} else if l.name == r.facts.second && r.cur.name == "" {
		r.cur.fallback = fullName(l.value)
	}
	return nil
}

// about reads what is said of the whole calendar.
func (r *reader) about(l *line) {
	m := &r.doc.Metadata
	switch v := xmlscan.Clean([]byte(text(l.value))); l.name {
	case "X-WR-CALNAME", "NAME":
		m.Title = v
	case "X-WR-CALDESC", "DESCRIPTION":
		m.Set("description", v)
	case "X-WR-TIMEZONE":
		m.Set("time_zone", v)
	case "PRODID":
		m.Set("application", v)
	case "METHOD":
		m.Set("method", v)
	}
}

// finish emits the current object.
func (r *reader) finish() error {
	o := r.cur
	if o == nil {
		return nil
	}
	r.cur = nil
	name := o.name
	if name == "" {
		name = o.fallback
	}
	if len(r.names) < 2 {
		r.names = append(r.names, name)
	}
	r.out.Add(udm.NewHeading(1, name))
	r.out.Add(o.blocks...)
	return r.in.Budget.ChargeBlocks(int64(1 + len(o.blocks)))
}

// fullName puts the parts of a vCard's N in the order in which a name is spoken: prefix, given, additional, family, suffix.
func fullName(value string) string {
	var parts [5]string
	for i, p := range strings.SplitN(strings.ReplaceAll(value, `\;`, ","), ";", 5) {
		parts[i] = text(strings.ReplaceAll(p, ",", " "))
	}
	name := strings.Join([]string{parts[3], parts[1], parts[2], parts[0], parts[4]}, " ")
	if name = xmlscan.Clean([]byte(strings.Join(strings.Fields(name), " "))); name == "" {
		return "Contact"
	}
	return name
}

// add puts a property's block into the current object.
func (r *reader) add(f fact, l *line) {
	o := r.cur
	value := f.kind.show(l)
	value = strings.TrimSpace(xmlscan.Clean([]byte(value)))
	if value == "" {
		return
	}
	switch f.kind {
	case heading:
		o.name = strings.ReplaceAll(value, "\n", " ")
	case prose:
		o.blocks = append(o.blocks, plaintext.Blocks(value)...)
	case photo:
		if b := r.photo(l, value); b != nil {
			o.blocks = append(o.blocks, b)
		}
	default:
		o.blocks = append(o.blocks, labelled(f, l, value))
	}
}

func (k kind) show(l *line) string {
	switch k {
	case listed:
		return strings.Join(split(l.value, ','), ", ")
	case structured:
		return strings.Join(split(l.value, ';'), ", ")
	case day:
		return dates(l)
	case person:
		return attendee(l)
	case photo, link:
		return strings.TrimSpace(l.value)
	}
	return text(l.value)
}

// labelled returns the paragraph of a fact: "Phone (work, cell): +49 …".
func labelled(f fact, l *line, value string) *udm.ContentBlock {
	label := f.label
	var types []string
	for t := range strings.SplitSeq(strings.ToLower(l.get("TYPE")), ",") {
		switch t {
		case "", "internet", "voice", "pref", "uri":
		default:
			types = append(types, xmlscan.Clean([]byte(t)))
		}
	}
	if len(types) > 0 {
		label += " (" + strings.Join(types, ", ") + ")"
	}
	switch l.name { // URIs of vCard 4
	case "TEL":
		value = strings.TrimPrefix(value, "tel:")
	case "EMAIL":
		value = strings.TrimPrefix(value, "mailto:")
	}
	category := udm.UncategorizedText
	switch l.name {
	case "ADR":
		category = udm.Address
	case "EMAIL":
		category = udm.EmailAddress
	}
	b := udm.NewText(category, label+": "+value)
	target := ""
	switch {
	case f.kind == link && strings.Contains(value, ":"):
		target = value
	case l.name == "EMAIL":
		target = "mailto:" + value
	}
	if target != "" {
		start := len([]rune(label)) + 2
		b.A().Links = []udm.LinkSpan{{Start: start, End: start + len([]rune(value)), URL: target}}
	}
	return b
}

// dates shows a date, a time or several of them, with the zone that they are in.
func dates(l *line) string {
	zone := l.get("TZID")
	var out []string
	for _, v := range split(l.value, ',') {
		out = append(out, oneDate(v))
	}
	s := strings.Join(out, ", ")
	if zone != "" && s != "" {
		s += " (" + zone + ")"
	}
	return s
}

// oneDate shows "20240517T083000Z" as "2024-05-17 08:30 UTC"; vCard's dates may lack the year: "--0517".
func oneDate(v string) string {
	utc := strings.HasSuffix(v, "Z")
	d, clock, timed := strings.Cut(strings.TrimSuffix(v, "Z"), "T")
	switch {
	case len(d) == 8 && digits(d):
		d = d[:4] + "-" + d[4:6] + "-" + d[6:]
	case len(d) == 6 && strings.HasPrefix(d, "--") && digits(d[2:]):
		d = "--" + d[2:4] + "-" + d[4:]
	case date.Parse(d) == "":
		return v
	}
	if !timed {
		return d
	}
	if len(clock) == 6 && digits(clock) {
		sec := clock[4:]
		clock = clock[:2] + ":" + clock[2:4]
		if sec != "00" {
			clock += ":" + sec
		}
	}
	d += " " + clock
	if utc {
		d += " UTC"
	}
	return d
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// attendee shows the name, the mail address and whether the invitation was accepted.
func attendee(l *line) string {
	addr := strings.TrimSpace(l.value)
	if len(addr) >= 7 && strings.EqualFold(addr[:7], "mailto:") {
		addr = addr[7:]
	}
	if name := strings.TrimSpace(l.get("CN")); name != "" && !strings.EqualFold(name, addr) {
		addr = name + " <" + addr + ">"
	}
	if state := strings.ToLower(l.get("PARTSTAT")); state != "" && state != "needs-action" {
		addr += " (" + state + ")"
	}
	return addr
}

// photo returns a picture in base64 or at an address.
func (r *reader) photo(l *line, value string) *udm.ContentBlock {
	declared := "image/*"
	if t := strings.ToLower(l.get("TYPE")); t != "" && !strings.ContainsAny(t, ",/ ") {
		declared = "image/" + t
	}
	encoded := value
	switch {
	case strings.HasPrefix(value, "data:"):
		_, encoded, _ = strings.Cut(value, ",")
	case l.get("ENCODING") == "" || strings.Contains(value, "://"):
		b := udm.NewImage(picture.TypeByName(value), nil)
		b.A().Src = value
		return b
	}
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(encoded), ""))
	if err != nil || len(raw) == 0 {
		r.in.Warnf("a photo is damaged and left out")
		return nil
	}
	b := picture.Block(udm.Bytes(raw), declared)
	if r.in.Options.NoImages {
		b.Data.Blob = nil
	}
	return b
}
