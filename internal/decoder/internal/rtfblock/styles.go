package rtfblock

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
)

type style struct {
	name    string
	heading int // level that the name says, from 1
	outline int // 0-based level of the definition, -1 none
	kind    wordflow.Kind
	basedOn int
	font    int
}

const noStyle = 222 // \sbasedon222: based on nothing

// stylesheet reads {\stylesheet{\s1 … heading 1;}…}: each group inside defines a style.
func (r *reader) stylesheet() {
	r.g.dest = toNowhere
	depth := len(r.stack)
	for r.err == nil {
		switch r.next() {
		case groupOpen:
			r.push()
			if len(r.stack) == depth+1 {
				r.g.pap, r.g.dest, r.g.buf = defaultPap, toStyles, new(strings.Builder)
				r.g.onEnd = r.styleEnd
			}
		case groupClose:
			r.flush()
			done := len(r.stack) == depth
			r.pop()
			if done {
				r.inheritStyles()
				return
			}
		case plainText:
			r.text(r.bytes)
		case hexByte:
			r.byte(r.char)
		case keySymbol:
			r.symbol(r.char)
		case keyWord:
			r.flush()
			r.keyword()
		case endOfFile:
			return
		}
	}
}

func (r *reader) styleEnd(g *group) {
	name, _, _ := strings.Cut(g.buf.String(), ";")
	name = strings.TrimSpace(name)
	const most = 1 << 16
	if len(r.styles) >= most {
		return
	}
	s := &style{name: name, outline: g.outline, basedOn: r.based, font: g.font}
	s.heading, s.kind = wordflow.StyleKind(name)
	r.styles[g.styleID] = s
	r.based = noStyle
}

func (r *reader) basedOn() {
	if r.g.dest == toStyles {
		r.based = r.num
	}
}

// otherStyle leaves out the definitions of character, section and table styles.
func (r *reader) otherStyle() {
	if r.g.dest == toStyles {
		r.skipRest()
	}
}

// inheritStyles gives styles without a heading level or kind those of the style that they are based on.
func (r *reader) inheritStyles() {
	for _, s := range r.styles {
		base := s
		for range 16 {
			if s.heading > 0 || s.outline >= 0 || s.kind != wordflow.Plain {
				break
			}
			if base = r.styles[base.basedOn]; base == nil {
				break
			}
			if base.heading > 0 || base.outline >= 0 || base.kind == wordflow.Code {
				s.heading, s.outline, s.kind = base.heading, base.outline, base.kind
				break
			}
		}
	}
}
