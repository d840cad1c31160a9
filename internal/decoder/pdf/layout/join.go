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
				if last != nil && last.page == b.page && marginNumber(b, last) {
					continue
				}
				if last != nil && b.label == "" && (b.page != last.page || movedColumn(last, b) || float && interrupted(last, b) || nextLine(last, b)) && d.continues(last, b) {
					tail := last
					for tail.goesOn != nil {
						tail = tail.goesOn
					}
					tail.goesOn = b
					b.dropped = true
					if tail == last && b.page == last.page && b.box.Y0 > last.box.Y0 {
						last.box = last.box.Union(b.box)
					}
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

// nextLine reports whether b begins with the next line below the last line of a, which is full or breaks off a sentence, in
// the same column: what stands beside them cut them apart.
func nextLine(a, b *block) bool {
	for a.goesOn != nil {
		a = a.goesOn
	}
	if a.page != b.page || a.unit+b.unit > 0 || len(a.lines) == 0 || len(b.lines) == 0 || a.column == b.column {
		return false
	}
	last, size := &a.lines[len(a.lines)-1], a.style.size
	dy, left, right := b.lines[0].base-last.base, min(a.box.X0, b.box.X0), max(a.box.X1, b.box.X1)
	full := last.box.X1 > right-2*size || len(a.lines) > 1 && len(b.lines) > 1 && unicode.IsLower(firstRune(b.lines[0].text))
	return dy > .8*size && dy < 1.4*size && full && b.lines[0].box.X0 < left+.5*size && b.box.X1 > left+.33*(right-left)
}

// marginNumber reports whether b is a number beside the text of a, such as the page's.
func marginNumber(b, a *block) bool {
	return len(b.lines) == 1 && (b.box.X0 > a.box.X1 || b.box.X1 < a.box.X0) && allDigits(b.lines[0].text)
}

// movedColumn reports whether b stands at the top of a column after that of a.
func movedColumn(a, b *block) bool {
	for a.goesOn != nil {
		a = a.goesOn
	}
	low := a.box.Y0
	if n := len(a.lines); n > 2 && len(b.lines) > 0 && (beginsLow(b.lines[0].text) || abbreviated(a.lines[n-1].text)) {
		low = a.lines[n-1].box.Y0 // two texts that begin at one height may be one text
	}
	return b.box.Y0 < low && (b.box.X0 > a.box.X1 || b.box.X1 < a.box.X0)
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
	if ends(end) && !abbreviated(end) {
		return false
	}
	r := firstRune(start)
	if strings.HasSuffix(end, "-") {
		return unicode.IsLetter(r)
	}
	if beginsLow(start) {
		return true
	}
	// A capital or number may go on too, when the line above is full and this one isn't indented.
	full := a.lines[len(a.lines)-1].box.X1 > a.column.X1-2*a.style.size
	mail := strings.ContainsRune(end[strings.LastIndexByte(end, ' ')+1:], '@')
	return full && !mail && !(a.centred && b.centred) && (len(a.lines) > 1 || hangul(r)) && b.indent < .5*b.style.size && (unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("“\"'(‘„«", r))
}

// beginsLow reports whether a text begins with a small letter, or with one behind a reference: "[8] gives others."
func beginsLow(text string) bool {
	r := firstRune(text)
	if r == '[' {
		if number, rest, ok := strings.Cut(text[1:], "] "); ok && allDigits(number) {
			r = firstRune(rest)
		}
	}
	return unicode.IsLower(r)
}

// abbreviated reports whether a text ends in an abbreviation that a name or number always follows.
func abbreviated(s string) bool {
	switch strings.TrimLeft(s[strings.LastIndexByte(s, ' ')+1:], "(\"“‘'") {
	case "Dr.", "Mr.", "Mrs.", "Ms.", "Prof.", "Mme.", "Hr.", "Fr.", "Sr.", "Sra.", "Capt.", "Gen.", "Rev.", "Hon.", "Sen.", "Rep.",
		"Fig.", "Figs.", "Eq.", "Eqs.", "Ref.", "Refs.", "Sec.", "Secs.", "Tab.", "Nr.", "Nos.", "Abb.", "Bd.", "pp.", "p.", "cf.", "vgl.", "e.g.", "i.e.", "al.", "z.B.", "d.h.", "vs.":
		return true
	}
	return false
}
