package msg

import (
	"context"
	"errors"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/htmlblock"
	"github.com/udecode/udecode/internal/decoder/internal/plaintext"
	"github.com/udecode/udecode/internal/decoder/internal/rtfblock"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// body returns the blocks of the message's body: of the HTML when there is any, else of the RTF, else of the plain
// text; the other way round on request.
func (m *message) body(ctx context.Context) ([]*udm.ContentBlock, error) {
	plain := m.props.text(idBody)
	if m.in.Options.MailBody == "plain" && strings.TrimSpace(plain) != "" {
		return m.plain(plain)
	}
	html := m.html()
	var rtf []byte
	if html == "" {
		var err error
		if rtf, err = m.rtf(); err != nil {
			return nil, err
		}
		html, _ = rtfblock.HTML(m.in, rtf)
	}
	if html != "" {
		return htmlblock.Fragment(html, htmlblock.Options{
			Image: m.image, NoImages: m.in.Options.NoImages, Quotes: true, Budget: m.in.Budget,
		})
	}
	if len(rtf) > 0 && (!rtfblock.IsWrappedText(rtf) || plain == "") {
		c, err := rtfblock.Read(ctx, m.in, rtf)
		switch {
		case err == nil:
			var out []*udm.ContentBlock
			for _, n := range c.Nodes {
				out = append(out, n.Blocks...)
			}
			return out, nil
		case errors.Is(err, limit.ErrExceeded) || ctx.Err() != nil:
			return nil, err
		}
		m.in.Warnf("RTF body: %v", err)
	}
	return m.plain(plain)
}

func (m *message) plain(s string) ([]*udm.ContentBlock, error) {
	blocks := plaintext.Mail(s)
	return blocks, m.in.Budget.ChargeBlocks(int64(len(blocks)))
}

// html returns the HTML body. As bytes it is in the code page of the message, unless it is plainly UTF-8.
func (m *message) html() string {
	if s := m.props.text(idHTML); s != "" {
		return s
	}
	b := m.props.binary(idHTML)
	if len(b) == 0 {
		return ""
	}
	if n := m.props.int(idInternetCPID); n > 0 {
		if _, ok := charset.CodePage(n); ok {
			if g := charset.Detect(b); g.Name != "utf-8" || g.Confidence < 100 {
				return clean(decodePage(b, n))
			}
		}
	}
	s, _ := charset.Decode(b, "")
	return clean(s)
}

func (m *message) rtf() ([]byte, error) {
	b := m.props.binary(idRTF)
	if len(b) == 0 {
		return nil, nil
	}
	out, err := decompress(b, m.in.Budget)
	if err != nil && !errors.Is(err, limit.ErrExceeded) {
		m.in.Warnf("RTF body: %v", err)
		return nil, nil
	}
	return out, err
}

// image returns the picture that the body refers to by content identifier or location.
func (m *message) image(src string) (udm.Blob, string) {
	cid, isCID := strings.CutPrefix(src, "cid:")
	for _, a := range m.attachments {
		if isCID && a.contentID != "" && strings.EqualFold(a.contentID, cid) || !isCID && a.location != "" && a.location == src {
			if a.blob != nil {
				a.placed = true
				return a.blob, a.mediaType
			}
		}
	}
	return nil, ""
}
