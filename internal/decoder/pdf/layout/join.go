package layout

import (
	"strings"
	"unicode"
)

// joins puts paragraphs together that a column's or page's end cuts in two.
func (d *doc) joins() {
	var last *block // the last paragraph or item of the flow so far
	for _, p := range d.pages {
		float := false // a table or picture stands behind last
		for _, b := range p.blocks {
			if b.dropped || b.kind == header || b.kind == footer || b.kind == note {
				continue
			}
			switch b.kind {
			case tableBlock, imageBlock, drawing, caption:
				float = true
				continue // text goes on behind them
			case para:
				if last != nil && b.label == "" && (b.page != last.page || movedColumn(last, b) || float && interrupted(last, b)) && d.continues(last, b) {
					tail := last
					for tail.goesOn != nil {
						tail = tail.goesOn
					}
					tail.goesOn = b
					b.dropped = true
					continue
				}
				last, float = b, false
			case listItem:
				last, float = b, false
			default:
				last = nil
			}
		}
	}
}

// interrupted reports whether a sentence of a goes on in b, with a picture or table between them.
func interrupted(a, b *block) bool {
	for a.goesOn != nil {
		a = a.goesOn
	}
	return len(a.lines) > 0 && len(b.lines) > 0 && unicode.IsLower(firstRune(b.lines[0].text)) &&
		a.lines[len(a.lines)-1].box.X1 > a.column.X1-3*a.style.size
}

// movedColumn reports whether b stands at the top of a column after that of a.
func movedColumn(a, b *block) bool {
	for a.goesOn != nil {
		a = a.goesOn
	}
	return b.box.Y0 < a.box.Y0 && (b.box.X0 > a.box.X1 || b.box.X1 < a.box.X0)
}

// continues reports whether b goes on with the sentence that a breaks off.
func (d *doc) continues(a, b *block) bool {
	for a.goesOn != nil {
		a = a.goesOn
	}
	if !a.style.like(b.style) || len(a.lines) == 0 || len(b.lines) == 0 {
		return false
	}
	end := strings.TrimRight(a.lines[len(a.lines)-1].text, " ")
	start := b.lines[0].text
	if end == "" || start == "" {
		return false
	}
	if ends(end) {
		return false
	}
	r := firstRune(start)
	if strings.HasSuffix(end, "-") {
		return unicode.IsLetter(r)
	}
	if unicode.IsLower(r) {
		return true
	}
	// A capital or number may go on too, when the line above is full and this one isn't indented.
	full := a.lines[len(a.lines)-1].box.X1 > a.column.X1-2*a.style.size
	return full && (len(a.lines) > 1 || hangul(r)) && b.indent < .5*b.style.size && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("“\"'(‘„«", r))
}
