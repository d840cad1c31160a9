package htmlblock

import (
	"encoding/base64"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

// image reads an <img>. Its block stands behind the paragraph that the picture stands in, before it when the paragraph
// has not begun.
func (w *walker) image(n *html.Node, c context) {
	width, height := pixels(attr(n, "width")), pixels(attr(n, "height"))
	if width == 1 && height == 1 { // a counter, not a picture
		return
	}
	src := imageSource(n)
	alt := strings.Join(strings.Fields(attr(n, "alt")), " ")
	if src == "" && alt == "" {
		return
	}
	b := w.picture(src)
	if b.Data.Width == 0 {
		b.Data.Width, b.Data.Height = width, height
	}
	if b.Data.Width == 1 && b.Data.Height == 1 {
		return
	}
	a := b.A()
	a.AltText = alt
	if title := strings.TrimSpace(attr(n, "title")); title != "" && title != alt {
		a.Set("title", title)
	}
	if w.href != "" {
		a.Set("link", w.href)
	}
	w.place(b, c)
}

// place puts a picture where the text stands.
func (w *walker) place(b *udm.ContentBlock, c context) {
	switch {
	case w.cell != nil:
		w.cell.follow(b)
	case w.para.Empty():
		w.add(b, c)
	default:
		w.pictures = append(w.pictures, b)
	}
}

// imageSource returns the URL of the picture proper: pages that load pictures late keep it in an attribute of their own.
func imageSource(n *html.Node) string {
	src := strings.TrimSpace(attr(n, "src"))
	if src == "" || strings.HasPrefix(src, "data:image/gif;base64,R0lGODlhAQAB") || strings.HasPrefix(src, "data:image/svg+xml") && has(n, "data-src") {
		for _, key := range []string{"data-src", "data-original", "data-lazy-src"} {
			if v := strings.TrimSpace(attr(n, key)); v != "" {
				return v
			}
		}
	}
	if src == "" {
		for _, key := range []string{"srcset", "data-srcset"} {
			if f := strings.Fields(attr(n, key)); len(f) > 0 {
				return strings.TrimRight(f[0], ",")
			}
		}
	}
	return src
}

// Image returns the image block of a URL, for formats that name pictures by one without being HTML.
func Image(src string, opt Options) *udm.ContentBlock {
	if opt.Budget == nil {
		opt.Budget = limit.NewBudget(limit.Limits{})
	}
	w := &walker{opt: opt}
	return w.picture(src)
}

// picture returns the image block of a URL: with bytes when it is a data: URI or the page's container has them.
func (w *walker) picture(src string) *udm.ContentBlock {
	if len(src) >= 5 && strings.EqualFold(src[:5], "data:") {
		mediaType, data, ok := dataURI(src)
		if ok && !w.opt.NoImages {
			if w.err == nil {
				w.err = w.opt.Budget.Charge(int64(len(data)))
			}
			b := picture.Block(udm.Bytes(data), mediaType)
			if !strings.HasPrefix(b.Data.MediaType, "image/") {
				b.Data.MediaType = "image/*"
			}
			return b
		}
		b := udm.NewImage(mediaType, nil)
		if !ok {
			b.A().Src = src[:min(len(src), 64)]
		}
		return b
	}
	if w.opt.Image != nil {
		if blob, mediaType := w.opt.Image(src); blob != nil {
			b := picture.Block(blob, mediaType)
			if w.opt.NoImages {
				b.Data.Blob = nil
			}
			return b
		}
	}
	b := udm.NewImage(picture.TypeByName(src), nil)
	b.A().Src = w.resolve(src)
	return b
}

// dataURI splits a data: URI (RFC 2397).
func dataURI(s string) (mediaType string, data []byte, ok bool) {
	head, body, ok := strings.Cut(s[len("data:"):], ",")
	if !ok {
		return "", nil, false
	}
	mediaType, _, _ = strings.Cut(head, ";")
	body = strings.ReplaceAll(body, "+", "%2B")
	plain, err := url.QueryUnescape(body)
	if err != nil {
		plain = strings.ReplaceAll(body, "%2B", "+")
	}
	if !strings.Contains(strings.ToLower(head), ";base64") {
		return mediaType, []byte(plain), plain != ""
	}
	plain = strings.Map(func(r rune) rune {
		switch {
		case r <= ' ' || r == '=':
			return -1
		case r == '-':
			return '+'
		case r == '_':
			return '/'
		}
		return r
	}, plain)
	data, err = base64.RawStdEncoding.DecodeString(plain)
	return mediaType, data, err == nil && len(data) > 0
}

func pixels(s string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(s), "px"))
	if err != nil || n < 0 || n > 1<<24 {
		return 0
	}
	return n
}

// media reads <video> and <audio>: a block with their URI.
func (w *walker) media(n *html.Node, c context) {
	src, kind := attr(n, "src"), ""
	for k := n.FirstChild; k != nil && src == ""; k = k.NextSibling {
		if k.DataAtom == atom.Source {
			src, kind = attr(k, "src"), attr(k, "type")
		}
	}
	if src == "" || strings.HasPrefix(src, "data:") || w.cell != nil {
		return
	}
	kind, _, _ = strings.Cut(kind, ";")
	if kind == "" {
		kind = n.Data + "/*"
	}
	w.flush(c)
	w.add(&udm.ContentBlock{Type: udm.Media, Text: w.resolve(src), Data: &udm.Data{MediaType: kind}}, c)
}

// figure reads a figure: its caption becomes a block where it stands, and an attribute of what it is the caption of.
func (w *walker) figure(n *html.Node, c context) {
	w.flush(c)
	c.item = nil
	sink := w.sink
	start := len(*sink)
	w.children(n, c)
	w.flush(c)
	if w.cell != nil || start > len(*sink) {
		return
	}
	made := (*sink)[start:]
	caption := ""
	for _, b := range made {
		if b.Category == udm.FigureCaption && caption == "" {
			caption = b.Text
		}
	}
	if caption == "" {
		return
	}
	for _, b := range made {
		switch {
		case b.Type == udm.ImageContent && b.A().Caption == "":
			b.A().Caption = caption
		case b.Type == udm.TableContent && b.Table.Caption == "":
			b.Table.Caption = caption
		}
	}
}
