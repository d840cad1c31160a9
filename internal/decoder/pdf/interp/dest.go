package interp

import (
	"github.com/udecode/udecode/internal/cos"
)

// maxTree bounds the nodes of a name, number, outline or structure tree that are read.
const maxTree = 1 << 18

// eachName reads a name tree (7.9.6) or number tree and calls f for each entry until it returns false.
func eachName(doc *cos.Document, root cos.Object, f func(key cos.Object, value cos.Object) bool, list cos.Name) {
	seen := map[cos.Ref]bool{}
	left := maxTree
	var walk func(o cos.Object, depth int) bool
	walk = func(o cos.Object, depth int) bool {
		if r, ok := o.(cos.Ref); ok {
			if seen[r] {
				return true
			}
			seen[r] = true
		}
		n := doc.Dict(o)
		if n == nil || depth > maxTreeDepth {
			return true
		}
		a := doc.Array(n.Get(list))
		for i := 0; i+1 < len(a); i += 2 {
			if left--; left < 0 || !f(a[i], a[i+1]) {
				return false
			}
		}
		for _, k := range doc.Array(n.Get("Kids")) {
			if !walk(k, depth+1) {
				return false
			}
		}
		return true
	}
	walk(root, 0)
}

// destination is a place in the document.
type destination struct {
	page int     // 0-based; -1 unknown
	y    float64 // in the page model's space; -1 unknown
}

var nowhere = destination{-1, -1}

// destinations are the named ones (12.3.2.4), read when the first is asked for.
func (d *document) destinations() map[string]cos.Object {
	d.namedOnce.Do(func() {
		d.named = map[string]cos.Object{}
		for _, e := range d.cos.Dict(d.root.Get("Dests")) {
			d.named[string(e.Key)] = e.Value
		}
		eachName(d.cos, d.cos.Dict(d.root.Get("Names")).Get("Dests"), func(k, v cos.Object) bool {
			d.named[string(d.cos.String(k))] = v
			return true
		}, "Names")
	})
	return d.named
}

// destination resolves a destination: an array, a name, or a dictionary with one.
func (d *document) destination(o cos.Object) destination {
	for range 4 {
		switch v := d.cos.Resolve(o).(type) {
		case cos.Name:
			o = d.destinations()[string(v)]
		case cos.String:
			o = d.destinations()[string(v)]
		case cos.Dict:
			o = v.Get("D")
		case cos.Array:
			return d.explicit(v)
		default:
			return nowhere
		}
	}
	return nowhere
}

// explicit reads "[page /XYZ left top zoom]" and the like.
func (d *document) explicit(a cos.Array) destination {
	if len(a) == 0 {
		return nowhere
	}
	at := nowhere
	switch p := a[0].(type) {
	case cos.Ref:
		at.page = d.pageOf(p)
	case int64:
		if p >= 0 && p < int64(len(d.pages)) {
			at.page = int(p)
		}
	}
	if at.page < 0 || len(a) < 2 {
		return at
	}
	top := -1
	switch d.cos.Name(a[1]) {
	case "XYZ":
		top = 3
	case "FitH", "FitBH":
		top = 2
	case "FitR":
		top = 5
	}
	if top > 0 && top < len(a) {
		if y, ok := d.cos.Number(a[top]); ok {
			_, h, rotate, m := d.pages[at.page].geometry(d.cos, 0)
			if _, py := m.apply(0, y); rotate == 0 && py > -h && py < 2*h {
				at.y = max(py, 0)
			}
		}
	}
	return at
}

// pageOf returns the index of a page object; -1 when it is none.
func (d *document) pageOf(r cos.Ref) int {
	if i, ok := d.index[r]; ok {
		return i
	}
	return -1
}

// target reads where a link, outline item or action leads: a URL, or a place in the document.
func (d *document) target(dict cos.Dict) (url string, at destination) {
	if dest := dict.Get("Dest"); dest != nil {
		return "", d.destination(dest)
	}
	action := d.cos.Dict(dict.Get("A"))
	if action == nil {
		return "", nowhere
	}
	switch d.cos.Name(action.Get("S")) {
	case "GoTo":
		return "", d.destination(action.Get("D"))
	case "GoToR", "Launch":
		return d.fileName(action.Get("F")), nowhere
	}
	if uri, ok := d.cos.Resolve(action.Get("URI")).(cos.String); ok {
		url = clean(textString(uri))
		base := d.cos.Dict(d.root.Get("URI")).Get("Base")
		if b, ok := d.cos.Resolve(base).(cos.String); ok && relative(url) {
			url = clean(textString(b)) + url
		}
	}
	return url, nowhere
}

// relative reports whether a URL has no scheme.
func relative(url string) bool {
	for i := 0; i < len(url); i++ {
		switch c := url[i]; {
		case c == ':':
			return i == 0
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || i > 0 && (c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'):
		default:
			return true
		}
	}
	return true
}

// fileName reads a file specification's name (7.11).
func (d *document) fileName(o cos.Object) string {
	switch v := d.cos.Resolve(o).(type) {
	case cos.String:
		return clean(textString(v))
	case cos.Dict:
		for _, key := range []cos.Name{"UF", "F", "Unix", "DOS", "Mac"} {
			if s, ok := d.cos.Resolve(v.Get(key)).(cos.String); ok && s != "" {
				return clean(textString(s))
			}
		}
	}
	return ""
}
