package layout

import (
	"slices"
	"strings"
	"unicode"
)

// dropLeaders takes dot leaders out of rows that go on with at least so many figures, as tables' rows do with several. Those
// of lists of contents, with one number behind, are kept.
func dropLeaders(ps []*piece, least int) []*piece {
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
		if !leaders(r.pieces) || figuresBehind(r.pieces) < least {
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

// figuresBehind returns the number of figures, or signs for none such as "NA", that follow the first leader of a row; 0 when
// there are words too, or page numbers.
func figuresBehind(ps []*piece) int {
	const (
		sign  = 3 // bytes
		least = 3 // bytes of a leader
	)
	run, numbers, tail := 0, 0, 0
	for _, s := range segments(ps, .35) {
		text := pieceText(s.pieces)
		label := strings.TrimRight(text, ".… ·")
		if label != "" {
			tail = 0
		}
		before := tail
		tail += len(text) - len(label)
		switch {
		case tail >= least && before < least:
			run++
			if label != "" && run > 1 {
				return 0 // another entry
			}
		case run == 0 || label == "":
		case slices.ContainsFunc(s.pieces, func(p *piece) bool { return strings.HasSuffix(p.text, ",") }):
			return 0 // an entry of an index
		case strings.IndexFunc(text, unicode.IsDigit) >= 0 && numeric(text) || len(text) <= sign && (numbers > 0 || strings.ToUpper(text) == text):
			numbers++
		case strings.IndexFunc(text, unicode.IsLetter) >= 0:
			return 0
		}
	}
	return numbers
}
