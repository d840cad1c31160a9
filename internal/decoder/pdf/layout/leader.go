package layout

import (
	"slices"
	"strings"
	"unicode"
)

// dropLeaders takes dot leaders out of rows that go on with several figures, as tables' rows do. Those of lists
// of contents, with one number behind, are kept.
func dropLeaders(ps []*piece) []*piece {
	const few = 4 // dots
	n := 0
	for _, p := range ps {
		if strings.HasSuffix(p.text, "....") || strings.HasSuffix(p.text, "……") {
			n += few
		} else if dots(p.text) {
			n++
		}
	}
	if n < few {
		return ps
	}
	gone := make(map[*piece]bool)
	for _, r := range rowsOf(slices.Clone(ps)) {
		if !leaders(r.pieces) || !figuresBehind(r.pieces) {
			continue
		}
		for _, p := range r.pieces {
			label := strings.TrimRight(p.text, ".… ·")
			switch {
			case label == "":
				gone[p] = len(p.text) > 1 || dots(p.text)
			case len(p.text)-len(label) >= few && strings.IndexFunc(label, unicode.IsLetter) >= 0:
				p.box.X1 = p.box.X0 + p.box.W()*float32(len(label))/float32(len(p.text))
				p.setText(label)
			}
		}
	}
	if len(gone) == 0 {
		return ps
	}
	return slices.DeleteFunc(ps, func(p *piece) bool { return gone[p] })
}

// dots reports whether a text is nothing but dots.
func dots(s string) bool { return s != "" && strings.Trim(s, ".…·") == "" }

// figuresBehind reports whether two or more numbers and no words follow the first leader of a row.
func figuresBehind(ps []*piece) bool {
	run, numbers := 0, 0
	for _, s := range segments(ps, .35) {
		text := pieceText(s.pieces)
		label := strings.TrimRight(text, ".… ·")
		switch {
		case len(text)-len(label) >= 3:
			run++
			if label != "" && run > 1 {
				return false // another entry
			}
		case run == 0:
		case strings.IndexFunc(text, unicode.IsDigit) >= 0 && numeric(text):
			numbers++
		case strings.IndexFunc(text, unicode.IsLetter) >= 0:
			return false
		}
	}
	return run > 0 && numbers >= 2
}
