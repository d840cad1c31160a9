// Package eml decodes Internet mail (RFC 5322 with MIME), also saved web pages in that form (MHTML).
//
// A mail is one section, its body. Of alternatives the HTML one is read, or the plain one on request; text parts that follow each other
// make one body. Pictures that the body refers to stand where it does so; all other parts are attachments and become
// documents of their own.
package eml

import (
	"bytes"
	"context"
	"fmt"
	"mime"
	"path"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/date"
	"github.com/udecode/udecode/internal/mimepart"
	"github.com/udecode/udecode/internal/udm"
)

// Format is the mail format.
var Format = decoder.Format{
	Name:       "eml",
	Title:      "e-mail message",
	MediaTypes: []string{"message/rfc822", "multipart/related"},
	Extensions: []string{".eml", ".emlx", ".mht", ".mhtml", ".p7s"},
	Unit:       udm.Section,
	Match:      match,
	Decode:     decode,
}

// telling are fields that mails have and other texts with "name: value" lines hardly.
var telling = map[string]bool{"from": true, "to": true, "cc": true, "subject": true, "date": true, "message-id": true, "mime-version": true, "received": true, "return-path": true,
	"content-type": true, "content-transfer-encoding": true, "delivered-to": true, "reply-to": true, "dkim-signature": true, "sender": true, "in-reply-to": true, "references": true, "x-mailer": true}

func match(p *decoder.Probe) decoder.Confidence {
	head := p.Head[:min(len(p.Head), 16<<10)]
	if bytes.IndexByte(head, 0) >= 0 && p.Text { // UTF-16
		s, _ := charset.Decode(head[:len(head)&^3], "")
		head = []byte(s)
	}
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), "\r\n")
	named := p.Ext == ".eml" || p.Ext == ".emlx" || p.Ext == ".mht" || p.Ext == ".mhtml"
	known := make(map[string]bool)
	for i, line := range bytes.Split(head, []byte("\n")) {
		line = bytes.TrimRight(line, "\r")
		if len(line) == 0 || i > 100 {
			break
		}
		if line[0] == ' ' || line[0] == '\t' || i == 0 && (bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From ")) || digits(line)) {
			continue
		}
		name, _, ok := bytes.Cut(line, []byte(":"))
		if !ok || len(name) == 0 || bytes.ContainsAny(name, " \t<>{}\"") {
			if len(known) < 2 {
				clear(known)
			}
			break
		}
		if n := strings.ToLower(string(name)); telling[n] {
			known[n] = true
		}
	}
	switch {
	case len(known) >= 3, len(known) >= 2 && (named || known["mime-version"] || known["received"] || known["message-id"]):
		return decoder.Certain
	case len(known) >= 2:
		return decoder.ByContent
	case named:
		return decoder.ByName
	}
	return decoder.No
}

// digits reports whether a line is a number alone: the length that Apple's mail program puts before a message.
func digits(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && len(bytes.Trim(line, "0123456789")) == 0
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	raw = utf8Message(raw)
	if line, rest, ok := bytes.Cut(raw, []byte("\n")); ok && digits(line) { // a property list stands behind the message
		n, err := strconv.Atoi(string(bytes.TrimSpace(line)))
		if err != nil || n > len(rest) {
			n = len(rest)
		}
		raw = rest[:n]
	}
	m := mimepart.Parse(raw)
	for _, f := range m.Faults {
		in.Warnf("%s", f)
	}
	b := &body{ctx: ctx, in: in, root: m.Part, node: &udm.StructuralNode{Role: udm.Section, Label: "body"}}
	b.pick(m.Part)
	if err := b.read(); err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, "eml")
	metadata(m, &doc.Metadata)
	b.attach(&doc.Metadata)
	doc.Nodes = []*udm.StructuralNode{b.node}
	if len(m.Header) == 0 && len(bytes.TrimSpace(raw)) > 0 {
		in.Warnf("no header fields: read as text")
	}
	if b.encrypted && len(b.node.Blocks) == 0 {
		return nil, fmt.Errorf("%w: encrypted mail", decoder.ErrEncrypted)
	}
	return doc, ctx.Err()
}

// utf8Message transcodes a message that was saved in two-byte characters: MIME's own encodings are all of ASCII.
func utf8Message(raw []byte) []byte {
	if bytes.IndexByte(raw[:min(len(raw), 512)], 0) < 0 && !bytes.HasPrefix(raw, []byte("\xff\xfe")) && !bytes.HasPrefix(raw, []byte("\xfe\xff")) {
		return raw
	}
	if g := charset.Detect(raw); strings.HasPrefix(g.Name, "utf-16") || strings.HasPrefix(g.Name, "utf-32") {
		s, _ := charset.Decode(raw, g.Name)
		return []byte(s)
	}
	return raw
}

func metadata(m *mimepart.Message, d *udm.Metadata) {
	h := m.Header
	d.Title = h.Text("Subject")
	d.Author = strings.Join(h.Addresses("From"), ", ")
	if d.Author == "" {
		d.Author = strings.Join(h.Addresses("Sender"), ", ")
	}
	d.CreatedAt = date.Parse(h.Text("Date"))
	for _, f := range [][2]string{{"sent_to", "To"}, {"cc_recipient", "Cc"}, {"bcc_recipient", "Bcc"}, {"reply_to", "Reply-To"}} {
		if list := h.Addresses(f[1]); len(list) > 0 {
			d.Set(f[0], list)
		}
	}
	d.Set("email_message_id", bare(h.Text("Message-ID")))
	d.Set("in_reply_to", bare(h.Text("In-Reply-To")))
	d.Set("language", h.Text("Content-Language"))
	for k := range strings.SplitSeq(h.Text("Keywords"), ",") {
		if k = strings.TrimSpace(k); k != "" {
			d.Tags = append(d.Tags, k)
		}
	}
}

// bare takes the angle brackets off a message identifier.
func bare(s string) string { return strings.Trim(s, "<> ") }

// fileName returns the name of an attachment, made up from its type when it has none.
func fileName(p *mimepart.Part, number int) string {
	if name := p.FileName; name != "" {
		return name
	}
	if p.MediaType == "message/rfc822" {
		if subject := mimepart.Parse(p.Decode()).Header.Text("Subject"); subject != "" {
			return strings.Map(func(r rune) rune {
				if strings.ContainsRune(`/\:*?"<>|`, r) {
					return '_'
				}
				return r
			}, subject) + ".eml"
		}
	}
	if p.Location != "" {
		if base := path.Base(strings.TrimRight(p.Location, "/")); strings.Contains(base, ".") {
			return base
		}
	}
	return fmt.Sprintf("part-%d%s", number, extension(p.MediaType))
}

// extension returns the usual extension of a media type.
func extension(mediaType string) string {
	switch mediaType {
	case "text/plain":
		return ".txt"
	case "text/html":
		return ".html"
	case "text/calendar":
		return ".ics"
	case "message/rfc822":
		return ".eml"
	case "image/jpeg":
		return ".jpg"
	case "image/tiff":
		return ".tiff"
	}
	if list, err := mime.ExtensionsByType(mediaType); err == nil && len(list) > 0 {
		return list[0]
	}
	return ".bin"
}
