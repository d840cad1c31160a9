package interp

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/internal/numeral"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// outline reads the bookmarks (12.3.3).
func (d *document) outline() []page.OutlineItem {
	var items []page.OutlineItem
	seen := map[cos.Ref]bool{}
	var walk func(o cos.Object, level int)
	walk = func(o cos.Object, level int) {
		for level <= maxTreeDepth && len(items) < maxTree {
			r, ok := o.(cos.Ref)
			if !ok || seen[r] {
				return
			}
			seen[r] = true
			item := d.cos.Dict(r)
			if item == nil {
				return
			}
			_, at := d.target(item)
			title := strings.Join(strings.Fields(clean(textString(d.cos.String(item.Get("Title"))))), " ")
			if title != "" {
				items = append(items, page.OutlineItem{Title: title, Level: level, Page: at.page, Y: at.y})
			}
			walk(item.Get("First"), level+1)
			o = item.Get("Next")
		}
	}
	walk(d.cos.Dict(d.root.Get("Outlines")).Get("First"), 1)
	return items
}

// labels returns the pages' labels (12.4.2); nil when the file has none.
func (d *document) labels() []string {
	if d.root.Get("PageLabels") == nil {
		return nil
	}
	ranges := map[int]cos.Dict{}
	eachName(d.cos, d.root.Get("PageLabels"), func(k, v cos.Object) bool {
		if i := d.cos.Int(k, -1); i >= 0 {
			ranges[i] = d.cos.Dict(v)
		}
		return true
	}, "Nums")
	if len(ranges) == 0 {
		return nil
	}
	labels := make([]string, len(d.pages))
	style, prefix, n := cos.Name("D"), "", 1
	for i := range labels {
		if r, ok := ranges[i]; ok {
			style = d.cos.Name(r.Get("S"))
			prefix = clean(textString(d.cos.String(r.Get("P"))))
			n = max(d.cos.Int(r.Get("St"), 1), 1)
		}
		labels[i] = prefix + number(style, n)
		n++
	}
	return labels
}

// number writes a number in a numbering style (12.4.2); no style shows none.
func number(style cos.Name, n int) string {
	shown := ""
	switch style {
	case "D":
	case "R":
		shown = numeral.Roman(n)
	case "r":
		shown = strings.ToLower(numeral.Roman(n))
	case "A", "a":
		shown = numeral.Repeated(n, rune(style[0]))
	default:
		return ""
	}
	return cmp.Or(shown, strconv.Itoa(n))
}
