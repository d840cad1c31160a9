// Package mimepart reads Internet messages (RFC 5322) and the tree of their MIME parts (RFC 2045 to 2049, 2231).
//
// It reads from memory and keeps slices of it, so that a part costs nothing until it is decoded. It takes what it gets:
// line ends of any kind, junk among header fields, boundaries that are missing, cut-off or never declared, and encodings
// with errors; what was wrong is said in Faults. Depth and number of parts are bounded.
package mimepart

import (
	"bytes"
	"fmt"
	"strings"
)

// Bounds on what is taken apart. What lies deeper stays one part; what comes later is left out.
const (
	maxDepth  = 64
	maxParts  = 20_000
	maxFields = 20_000
	maxValue  = 1 << 20 // bytes of one header field
)

// Part is a message or a part of one.
type Part struct {
	Header      Header
	MediaType   string            // lower case, without parameters; "text/plain" when nothing is declared
	Params      map[string]string // of the media type; names in lower case
	Disposition string            // "inline", "attachment" or "", lower case
	FileName    string            // decoded; "" when none is given
	ContentID   string            // without angle brackets
	Location    string
	Body        []byte  // as it is in the message: transfer encoding still in force
	Children    []*Part // of a multipart
}

// Message is a parsed message.
type Message struct {
	*Part
	Faults []string // what was wrong with it, for people
}

// Parse reads a message. A line "From …", as mailboxes put above it, is skipped.
func Parse(raw []byte) *Message {
	raw = bytes.TrimLeft(raw, " \t\r\n")
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(raw, []byte("From ")) || bytes.HasPrefix(raw, []byte(">From ")) {
		_, raw = cutLine(raw)
	}
	m := &Message{}
	p := parser{m: m}
	m.Part = p.part(raw, "text/plain", 0)
	if p.parts > maxParts {
		m.fault("more than %d parts, the rest is left out", maxParts)
	}
	return m
}

func (m *Message) fault(format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	for _, f := range m.Faults {
		if f == s {
			return
		}
	}
	if len(m.Faults) < 20 {
		m.Faults = append(m.Faults, s)
	}
}

type parser struct {
	m     *Message
	parts int
}

func (p *parser) part(raw []byte, defaultType string, depth int) *Part {
	p.parts++
	t := &Part{}
	t.Header, t.Body = p.header(raw)
	t.describe(defaultType)
	if !strings.HasPrefix(t.MediaType, "multipart/") {
		return t
	}
	if depth >= maxDepth {
		p.m.fault("parts nested deeper than %d are not taken apart", maxDepth)
		t.MediaType = "application/octet-stream"
		return t
	}
	boundary := t.Params["boundary"]
	if boundary == "" {
		if boundary = guessBoundary(t.Body); boundary == "" {
			p.m.fault("multipart without boundary read as text")
			t.MediaType = "text/plain"
			return t
		}
		p.m.fault("multipart does not declare its boundary")
	}
	childType := "text/plain"
	if t.MediaType == "multipart/digest" {
		childType = "message/rfc822"
	}
	pieces, closed := split(t.Body, boundary)
	if len(pieces) == 0 {
		p.m.fault("boundary %.70q does not occur", boundary)
		t.MediaType = "text/plain"
		return t
	}
	if !closed {
		p.m.fault("boundary %.70q was not closed", boundary)
	}
	for _, piece := range pieces {
		if p.parts > maxParts {
			break
		}
		t.Children = append(t.Children, p.part(piece, childType, depth+1))
	}
	return t
}

// describe reads what the header says of the content.
func (t *Part) describe(defaultType string) {
	t.MediaType, t.Params = parseParams(t.Header.Get("Content-Type"))
	if t.MediaType == "" || !strings.Contains(t.MediaType, "/") {
		switch t.MediaType {
		case "text":
			t.MediaType = "text/plain"
		case "html":
			t.MediaType = "text/html"
		default:
			t.MediaType = defaultType
		}
	}
	var params map[string]string
	t.Disposition, params = parseParams(t.Header.Get("Content-Disposition"))
	t.FileName = params["filename"]
	for _, name := range [...]string{t.Params["name"], t.Params["filename"], t.Params["file"]} {
		if t.FileName == "" {
			t.FileName = name
		}
	}
	t.ContentID = strings.Trim(strings.TrimSpace(t.Header.Get("Content-ID")), "<>")
	t.Location = strings.Join(strings.Fields(t.Header.Get("Content-Location")), "")
}

// split cuts a multipart's body at its boundary lines (RFC 2046, 5.1.1); closed says whether the last one was found.
func split(body []byte, boundary string) (pieces [][]byte, closed bool) {
	mark := []byte("--" + boundary)
	start := -1 // of the piece that is open
	for at := 0; at < len(body); {
		i := bytes.Index(body[at:], mark)
		if i < 0 {
			break
		}
		i += at
		at = i + len(mark)
		if i > 0 && body[i-1] != '\n' && body[i-1] != '\r' {
			continue
		}
		line, rest := cutLine(body[at:])
		last := bytes.HasPrefix(line, []byte("--"))
		if !last && len(bytes.TrimRight(line, " \t")) > 0 {
			continue // a longer boundary that begins like this one
		}
		if start >= 0 {
			pieces = append(pieces, trimLineEnd(body[start:i]))
		}
		if last {
			return pieces, true
		}
		start = len(body) - len(rest)
		at = start
	}
	if start >= 0 && start < len(body) {
		pieces = append(pieces, body[start:])
	}
	return pieces, false
}

// guessBoundary returns the first line that looks like a boundary and comes again.
func guessBoundary(body []byte) string {
	rest := body
	for range 50 {
		if len(rest) == 0 {
			return ""
		}
		var line []byte
		line, rest = cutLine(rest)
		line = bytes.TrimRight(line, " \t")
		if len(line) > 4 && len(line) <= 72 && bytes.HasPrefix(line, []byte("--")) && bytes.IndexByte(line, ' ') < 0 && bytes.Contains(rest, line) {
			return string(line[2:])
		}
	}
	return ""
}

// cutLine returns the first line without its end, and what comes behind it.
func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexByte(b, '\n')
	if cr := bytes.IndexByte(b[:max(i, 0)], '\r'); i > 0 && cr >= 0 && cr < i-1 {
		return b[:cr], b[cr+1:] // a carriage return alone
	}
	if i < 0 {
		if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
			return b[:cr], b[cr+1:]
		}
		return b, nil
	}
	return bytes.TrimSuffix(b[:i], []byte{'\r'}), b[i+1:]
}

func trimLineEnd(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte{'\n'})
	return bytes.TrimSuffix(b, []byte{'\r'})
}

// Walk calls f for the part and all parts in it, in order.
func (t *Part) Walk(f func(*Part)) {
	f(t)
	for _, c := range t.Children {
		c.Walk(f)
	}
}
