package eml

import (
	"context"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/htmlblock"
	"github.com/udecode/udecode/internal/decoder/internal/plaintext"
	"github.com/udecode/udecode/internal/mimepart"
	"github.com/udecode/udecode/internal/udm"
)

// body sorts the parts of a mail into what is its text and what is attached, and reads the text.
type body struct {
	ctx       context.Context
	in        *decoder.Input
	root      *mimepart.Part
	node      *udm.StructuralNode
	text      []*mimepart.Part // in order
	others    []*mimepart.Part
	shown     map[*mimepart.Part]bool // pictures that stand in the text
	files     []mimepart.Enclosure    // uuencoded in the text
	encrypted bool
	signed    bool
	depth     int // of signed messages in each other
}

// maxWrapped is how many signatures may be put round each other.
const maxWrapped = 8

// pick walks the parts in order.
func (b *body) pick(p *mimepart.Part) {
	switch {
	case p.MediaType == "multipart/alternative" && len(p.Children) > 0:
		b.pickAlternative(p)
	case p.MediaType == "multipart/related" && len(p.Children) > 0:
		start := rootOf(p)
		b.pick(start)
		for _, c := range p.Children {
			if c != start {
				b.others = append(b.others, leaves(c)...)
			}
		}
	case p.MediaType == "multipart/encrypted":
		b.encrypted = true
		b.in.Warnf("encrypted part")
	case strings.HasPrefix(p.MediaType, "multipart/"):
		for _, c := range p.Children {
			b.pick(c)
		}
	case isSignature(p):
		b.signed = true
	case isSMIME(p):
		if content := signedContent(p.Decode()); content != nil && b.depth < maxWrapped {
			b.signed = true
			b.depth++
			b.pick(mimepart.Parse(content).Part)
			b.depth--
			return
		}
		b.encrypted = true
		b.in.Warnf("encrypted part")
	case isBody(p), p == b.root && p.Disposition != "attachment" && strings.HasPrefix(p.MediaType, "text/"):
		b.text = append(b.text, p)
	default:
		b.others = append(b.others, p)
	}
}

// pickAlternative takes the form that is preferred, and keeps of the others only what is no text.
func (b *body) pickAlternative(p *mimepart.Part) {
	want, second := "text/html", "text/plain"
	if b.in.Options.MailBody == "plain" {
		want, second = second, want
	}
	var best *mimepart.Part
	for _, kind := range []string{want, second, ""} {
		for _, c := range p.Children {
			if best == nil && (kind == "" && hasText(c, "") || kind != "" && hasText(c, kind)) {
				best = c
			}
		}
	}
	for _, c := range p.Children {
		switch {
		case c == best:
			b.pick(c)
		default:
			for _, leaf := range leaves(c) {
				if !isBody(leaf) {
					b.others = append(b.others, leaf)
				}
			}
		}
	}
}

// hasText reports whether a part is or holds body text of that kind ("" means any) that is not empty.
func hasText(p *mimepart.Part, kind string) bool {
	found := false
	p.Walk(func(q *mimepart.Part) {
		if isBody(q) && (kind == "" || q.MediaType == kind) && len(strings.TrimSpace(string(q.Body[:min(len(q.Body), 4096)]))) > 0 {
			found = true
		}
	})
	return found
}

// rootOf returns the part of a multipart/related that the others belong to (RFC 2387, 3.2).
func rootOf(p *mimepart.Part) *mimepart.Part {
	if id := strings.Trim(p.Params["start"], "<> "); id != "" {
		for _, c := range p.Children {
			if c.ContentID == id {
				return c
			}
		}
	}
	for _, c := range p.Children {
		if hasText(c, "") {
			return c
		}
	}
	return p.Children[0]
}

func leaves(p *mimepart.Part) []*mimepart.Part {
	var out []*mimepart.Part
	p.Walk(func(q *mimepart.Part) {
		if len(q.Children) == 0 {
			out = append(out, q)
		}
	})
	return out
}

// isBody reports whether a part is text to be read with the mail: not what is attached or has a name.
func isBody(p *mimepart.Part) bool {
	switch p.MediaType {
	case "text/plain", "text/html", "text/enriched", "text/markdown", "text/x-markdown", "application/xhtml+xml":
		return p.Disposition != "attachment" && p.FileName == ""
	case "message/delivery-status", "message/disposition-notification", "text/rfc822-headers":
		return p.Disposition != "attachment"
	}
	return false
}

func isSignature(p *mimepart.Part) bool {
	switch p.MediaType {
	case "application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature":
		return true
	}
	return false
}

// read translates the text parts.
func (b *body) read() error {
	b.shown = make(map[*mimepart.Part]bool)
	for _, p := range b.text {
		if err := b.ctx.Err(); err != nil {
			return err
		}
		s := p.Text()
		if err := b.in.Budget.Charge(int64(len(s))); err != nil {
			return err
		}
		if p.MediaType == "text/html" || p.MediaType == "application/xhtml+xml" {
			if err := b.html(s, p); err != nil {
				return err
			}
			continue
		}
		if p.MediaType == "text/enriched" {
			s = plainEnriched(s)
		}
		if err := b.plain(s); err != nil {
			return err
		}
	}
	return nil
}

func (b *body) html(s string, p *mimepart.Part) error {
	root, err := htmlblock.Parse(s)
	if err != nil {
		b.in.Warnf("the HTML body does not parse: %v", err)
		return nil
	}
	base := p.Location
	if base == "" {
		base = b.root.Location
	}
	page, err := htmlblock.Translate(root, htmlblock.Options{Base: base, Image: b.image, NoImages: b.in.Options.NoImages, Quotes: true, Budget: b.in.Budget})
	if err != nil {
		return err
	}
	b.node.Add(page.Blocks()...)
	return nil
}

// image finds the part that a picture's URL names: by its identifier (RFC 2392) or its location (RFC 2557).
func (b *body) image(src string) (udm.Blob, string) {
	id, byID := strings.CutPrefix(src, "cid:")
	for _, p := range b.others {
		if byID && (p.ContentID == id || p.ContentID != "" && strings.EqualFold(p.ContentID, id)) || !byID && p.Location != "" && p.Location == src {
			if len(p.Children) > 0 || len(p.Body) == 0 {
				continue
			}
			b.shown[p] = true
			return udm.Bytes(p.Decode()), p.MediaType
		}
	}
	return nil, ""
}

// plain reads plain text, its quoted history apart.
func (b *body) plain(s string) error {
	if strings.Contains(s, "-----BEGIN PGP MESSAGE-----") && strings.HasPrefix(strings.TrimSpace(s), "-----BEGIN PGP MESSAGE-----") {
		b.encrypted = true
		b.in.Warnf("encrypted text")
		return nil
	}
	s, files := mimepart.CutUU(s)
	b.files = append(b.files, files...)
	blocks := plaintext.Mail(s)
	b.node.Add(blocks...)
	return b.in.Budget.ChargeBlocks(int64(len(blocks)))
}

// attach hands back every part that is not in the text.
func (b *body) attach(m *udm.Metadata) {
	var names []string
	for i, p := range b.others {
		if b.shown[p] || len(p.Body) == 0 {
			continue
		}
		name := fileName(p, i+1)
		names = append(names, name)
		b.in.Attach(name, udm.Bytes(p.Decode()))
	}
	for _, f := range b.files {
		names = append(names, f.Name)
		b.in.Attach(f.Name, udm.Bytes(f.Data))
	}
	if len(names) > 0 {
		m.Set("attachments", names)
	}
	if b.signed {
		m.Set("signed", true)
	}
	if b.encrypted {
		m.Set("encrypted", true)
	}
}

// plainEnriched takes the commands out of enriched text (RFC 1896): one line end is a blank, two are one.
func plainEnriched(s string) string {
	var sb strings.Builder
	for s != "" {
		switch i := strings.IndexAny(s, "<"); {
		case i < 0:
			sb.WriteString(s)
			s = ""
		case strings.HasPrefix(s[i:], "<<"):
			sb.WriteString(s[:i+1])
			s = s[i+2:]
		default:
			sb.WriteString(s[:i])
			tag, rest, _ := strings.Cut(s[i+1:], ">")
			s = rest
			if strings.EqualFold(tag, "param") {
				_, s, _ = strings.Cut(s, "</param>")
			}
		}
	}
	return sb.String()
}
