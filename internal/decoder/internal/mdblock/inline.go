package mdblock

import (
	"html"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/udecode/udecode/internal/decoder/internal/htmlblock"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
)

// inlines writes the inline content of a block into the current paragraph.
func (w *walker) inlines(parent ast.Node, style richtext.Style, c context) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		w.inline(n, style, c)
	}
}

func (w *walker) inline(n ast.Node, style richtext.Style, c context) {
	switch n := n.(type) {
	case *ast.Text:
		s := string(n.Segment.Value(w.src))
		if !n.IsRaw() {
			s = unescape(s)
		}
		w.write(s, style)
		switch {
		case n.HardLineBreak():
			w.para.Break()
		case n.SoftLineBreak():
			w.para.Write(" ", 0)
		}
	case *ast.String:
		w.write(string(n.Value), style)
	case *ast.CodeSpan:
		w.codeSpan(n, style)
	case *ast.Emphasis:
		if n.Level == 1 {
			style |= richtext.Italic
		} else {
			style |= richtext.Bold
		}
		w.inlines(n, style, c)
	case *extast.Strikethrough:
		w.inlines(n, style|richtext.Strike, c)
	case *ast.Link:
		w.openLink(unescape(string(n.Destination)))
		w.inlines(n, style, c)
		w.closeLink()
	case *ast.AutoLink:
		url := string(n.URL(w.src))
		if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(url), "mailto:") {
			url = "mailto:" + url
		}
		w.openLink(url)
		w.write(string(n.Label(w.src)), style)
		w.closeLink()
	case *ast.Image:
		w.image(n)
	case *ast.RawHTML:
		w.rawHTML(n, c)
	case *inlineMath:
		w.math(n, style, c)
	case *extast.TaskCheckBox:
		if c.item != nil && !c.item.used {
			c.item.task, c.item.checked = true, n.IsChecked
		}
	case *extast.FootnoteLink:
		w.write("["+strconv.Itoa(n.Index)+"]", style|richtext.Super)
		w.due = append(w.due, n.Index)
	case *extast.FootnoteBacklink:
	default:
		w.inlines(n, style, c)
	}
}

func (w *walker) write(s string, style richtext.Style) { w.para.Write(s, style|w.raw) }

func (w *walker) openLink(url string) {
	w.para.OpenLink(url)
	w.linked, w.href = url != "", url
}

func (w *walker) closeLink() {
	if w.linked {
		w.para.CloseLink()
	}
	w.linked, w.href = false, ""
}

// codeSpan writes code; in a table's cell a bar in it is escaped (GFM, 4.10).
func (w *walker) codeSpan(n *ast.CodeSpan, style richtext.Style) {
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		t, ok := k.(*ast.Text)
		if !ok {
			continue
		}
		s := string(t.Segment.Value(w.src))
		if w.cell {
			s = strings.ReplaceAll(s, `\|`, "|")
		}
		w.write(s, style|richtext.Code)
	}
}

func (w *walker) image(n *ast.Image) {
	b := htmlblock.Image(unescape(string(n.Destination)), htmlblock.Options{Image: w.opt.Image, NoImages: w.opt.NoImages, Budget: w.opt.Budget})
	var alt strings.Builder
	plain(&alt, n, w.src)
	b.A().AltText = strings.Join(strings.Fields(clean(alt.String())), " ")
	if title := unescape(string(n.Title)); title != "" {
		b.A().Set("title", clean(title))
	}
	if w.href != "" {
		b.A().Set("link", w.href)
	}
	w.pictures = append(w.pictures, b)
}

// plain writes the text of inline content without its markup.
func plain(sb *strings.Builder, n ast.Node, src []byte) {
	for k := n.FirstChild(); k != nil; k = k.NextSibling() {
		switch k := k.(type) {
		case *ast.Text:
			sb.WriteString(unescape(string(k.Segment.Value(src))))
			if k.SoftLineBreak() {
				sb.WriteByte(' ')
			}
		case *ast.String:
			sb.Write(k.Value)
		default:
			plain(sb, k, src)
		}
	}
}

// math writes a formula into the paragraph, or as a block of its own when it is set off by two dollar signs.
func (w *walker) math(n *inlineMath, style richtext.Style, c context) {
	s := strings.Join(strings.Fields(clean(n.source)), " ")
	if s == "" {
		return
	}
	if n.display && !w.cell && !w.linked && (c.item == nil || c.item.used || !w.para.Empty()) {
		w.flush(c)
		w.addFormula(s, c)
		return
	}
	w.maths++
	w.formula = s
	w.write("$"+s+"$", style)
}

// rawHTML reads a tag that stands in a paragraph.
func (w *walker) rawHTML(n *ast.RawHTML, c context) {
	tag := string(n.Segments.Value(w.src))
	end := strings.HasPrefix(tag, "</")
	name := strings.ToLower(tagName(tag))
	if style, ok := styles[name]; ok {
		if end {
			w.raw &^= style
		} else {
			w.raw |= style
		}
		return
	}
	switch name {
	case "br":
		w.para.Break()
	case "a":
		if end {
			w.closeLink()
			return
		}
		if blocks, err := htmlblock.Fragment(tag+"x</a>", htmlblock.Options{}); err == nil && len(blocks) == 1 && blocks[0].Attr != nil && len(blocks[0].Attr.Links) == 1 {
			w.openLink(blocks[0].Attr.Links[0].URL)
		}
	case "img":
		blocks, err := htmlblock.Fragment(tag, htmlblock.Options{Image: w.opt.Image, NoImages: w.opt.NoImages, Budget: w.opt.Budget})
		if err != nil {
			w.err = err
		}
		w.pictures = append(w.pictures, blocks...)
	}
}

var styles = map[string]richtext.Style{
	"b": richtext.Bold, "strong": richtext.Bold, "i": richtext.Italic, "em": richtext.Italic, "cite": richtext.Italic, "var": richtext.Italic, "u": richtext.Underline, "ins": richtext.Underline,
	"s": richtext.Strike, "strike": richtext.Strike, "del": richtext.Strike, "code": richtext.Code, "kbd": richtext.Code, "samp": richtext.Code, "tt": richtext.Code,
	"sup": richtext.Super, "sub": richtext.Sub,
}

func tagName(tag string) string {
	tag = strings.TrimLeft(tag, "</")
	if i := strings.IndexAny(tag, " \t\n/>"); i >= 0 {
		return tag[:i]
	}
	return tag
}

// unescape resolves backslash escapes and character references (CommonMark, 2.4 and 2.5).
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		if strings.IndexByte(s, '&') < 0 {
			return s
		}
		return html.UnescapeString(s)
	}
	var sb strings.Builder
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+1 == len(s) {
			sb.WriteString(html.UnescapeString(s))
			return sb.String()
		}
		sb.WriteString(html.UnescapeString(s[:i]))
		if isPunct(s[i+1]) {
			sb.WriteByte(s[i+1])
			s = s[i+2:]
		} else {
			sb.WriteByte('\\')
			s = s[i+1:]
		}
	}
}

func isPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}
