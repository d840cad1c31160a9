package view

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// run is a piece of text that looks the same throughout.
type run struct {
	Text  string
	Class string // of emphasis and links; "" for none
	URL   string // of the link
}

// runs cuts a text where a link or an emphasis begins or ends.
func runs(text string, a *udm.Attributes) []run {
	if text == "" {
		return nil
	}
	if len(a.Links) == 0 && len(a.Emphasis) == 0 {
		return []run{{Text: text}}
	}
	runes := []rune(text)
	cuts := []int{0, len(runes)}
	for _, l := range a.Links {
		cuts = append(cuts, l.Start, l.End)
	}
	for _, e := range a.Emphasis {
		cuts = append(cuts, e.Start, e.End)
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	var out []run
	for i, start := range cuts[:len(cuts)-1] {
		end := min(cuts[i+1], len(runes))
		if start < 0 || start >= end {
			continue
		}
		r := run{Text: string(runes[start:end])}
		var classes []string
		for _, e := range a.Emphasis {
			if e.Start <= start && end <= e.End {
				classes = append(classes, e.Style)
			}
		}
		for _, l := range a.Links {
			if l.Start <= start && end <= l.End {
				classes, r.URL = append(classes, "link"), l.URL
			}
		}
		r.Class = strings.Join(classes, " ")
		out = append(out, r)
	}
	return out
}
