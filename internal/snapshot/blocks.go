package snapshot

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Block says what has become of a block, a page or section, or of the document's own facts.
type Block struct {
	Change   string  `json:"change"` // "added", "removed", "changed"
	Kind     string  `json:"kind"`   // content type, role, or "document"
	Category string  `json:"category,omitempty"`
	Page     *int    `json:"page,omitempty"`
	Text     string  `json:"text"`             // its first words
	Fields   []Field `json:"fields,omitempty"` // of a changed one
}

// Field is a fact that has changed. Values are shortened; "" stands for none.
type Field struct {
	Name string `json:"name"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

// item is a block as it is read from document.json; the document itself, and its pages and sections, are items too, each in front of
// what it holds.
type item struct {
	id   string
	kind string
	text string // what it is recognised by: a block's content, a page's label
	own  object // the rest, but for what only says where it stands in the file
}

// object is a JSON object whose fields are not taken apart yet.
type object map[string]json.RawMessage

// document is what is read of document.json.
type document struct {
	ID         string          `json:"id"`
	SourceType json.RawMessage `json:"source_type"`
	Metadata   json.RawMessage `json:"metadata"`
	Children   []struct {
		ID       string          `json:"id"`
		Role     string          `json:"role"`
		Label    string          `json:"label"`
		Metadata json.RawMessage `json:"metadata"`
		Children []struct {
			ID         string          `json:"id"`
			Type       string          `json:"content_type"`
			Raw        string          `json:"raw"`
			MediaType  json.RawMessage `json:"mime_type"`
			Language   json.RawMessage `json:"language"`
			Attributes json.RawMessage `json:"attributes"`
			Position   json.RawMessage `json:"position"`
			Metadata   json.RawMessage `json:"metadata"`
		} `json:"children"`
	} `json:"children"`
}

// items reads document.json.
func items(content []byte, opt Options) ([]item, error) {
	var d document
	if err := json.Unmarshal(content, &d); err != nil {
		return nil, err
	}
	out := []item{{id: d.ID, kind: "document", own: object{"source_type": d.SourceType, "metadata": d.Metadata}}}
	for i := range d.Children {
		n := &d.Children[i]
		out = append(out, item{id: n.ID, kind: n.Role, text: n.Label, own: object{"metadata": n.Metadata}})
		for k := range n.Children {
			b := &n.Children[k]
			it := item{id: b.ID, kind: b.Type, text: b.Raw, own: object{
				"mime_type": b.MediaType, "language": b.Language, "attributes": b.Attributes, "position": b.Position, "metadata": b.Metadata}}
			if b.Type == "image" || b.Type == "media" {
				if opt.Normalize {
					it.text = ""
				} else if b.Raw != "" {
					it.text = fmt.Sprintf("sha256 %x", sha256.Sum256([]byte(b.Raw)))
				}
			}
			out = append(out, it)
		}
	}
	return out, nil
}

// fields takes an item's objects apart, one level deep.
func (it *item) fields(opt Options) map[string]string {
	out := map[string]string{}
	for name, raw := range it.own {
		var inner object
		if json.Unmarshal(raw, &inner) != nil {
			put(out, name, raw)
			continue
		}
		for k, v := range inner {
			switch {
			case name == "position" && k == "index", opt.Normalize && name == "attributes" && k == "file":
			case name == "attributes":
				put(out, k, v)
			default:
				put(out, name+"."+k, v)
			}
		}
	}
	return out
}

// put notes a fact; what says nothing is no fact.
func put(out map[string]string, name string, raw json.RawMessage) {
	var compact bytes.Buffer
	if json.Compact(&compact, raw) != nil {
		return
	}
	switch s := compact.String(); s {
	case "", "null", "[]", "{}", `""`:
	default:
		out[name] = s
	}
}

// compareItems returns how the new items differ from the old ones, in their order, and how many that are otherwise equal have
// another ID.
func compareItems(old, new []item, opt Options) (changes []Block, otherIDs int) {
	keys := map[[2]string]int{}
	number := func(list []item) []int {
		out := make([]int, len(list))
		for i := range list {
			k := [2]string{list[i].kind, list[i].text}
			n, ok := keys[k]
			if !ok {
				n = len(keys)
				keys[k] = n
			}
			out[i] = n
		}
		return out
	}
	matches := append(align(number(old), number(new)), match{len(old), len(new)})
	i, k := 0, 0
	for _, m := range matches {
		changes = append(changes, between(old[i:m.old], new[k:m.new], opt)...)
		if m.old == len(old) {
			break
		}
		a, b := &old[m.old], &new[m.new]
		if fields := changed(a, b, opt); len(fields) > 0 {
			changes = append(changes, b.block("changed", fields))
		} else if a.id != b.id {
			otherIDs++
		}
		i, k = m.old+1, m.new+1
	}
	return changes, otherIDs
}

// lookahead is how many new items are tried for one that is similar to an old one.
const lookahead = 16

// between pairs what lies between two places that agree: an old item with a similar new one, in order.
func between(old, new []item, opt Options) []Block {
	var out []Block
	for i := range old {
		like := resembling(&old[i])
		found := slices.IndexFunc(new[:min(len(new), lookahead)], func(it item) bool { return like(&it) })
		if found < 0 {
			out = append(out, old[i].block("removed", nil))
			continue
		}
		for k := range found {
			out = append(out, new[k].block("added", nil))
		}
		if fields := changed(&old[i], &new[found], opt); len(fields) > 0 {
			out = append(out, new[found].block("changed", fields))
		}
		new = new[found+1:]
	}
	for k := range new {
		out = append(out, new[k].block("added", nil))
	}
	return out
}

// resembling returns a test for items that an item may have been changed to: those of the same kind and, where it has a text, with
// half of the words in common.
func resembling(a *item) func(b *item) bool {
	switch a.kind {
	case "image", "media", "page", "slide", "document":
		return func(b *item) bool { return a.kind == b.kind }
	}
	have := map[string]int{}
	total := 0
	for _, w := range words(a.text) {
		have[w]++
		total++
	}
	return func(b *item) bool {
		if a.kind != b.kind {
			return false
		}
		seen := map[string]int{}
		common, all := 0, total
		for _, w := range words(b.text) {
			if all++; seen[w] < have[w] {
				seen[w]++
				common++
			}
		}
		return 4*common >= all
	}
}

// compared is how much of two texts is compared for their similarity, bytes.
const compared = 800

func words(s string) []string {
	return strings.FieldsFunc(s[:min(len(s), compared)], func(r rune) bool {
		return r < 0x80 && (r < '0' || r > '9' && r < 'A' || r > 'Z' && r < 'a' || r > 'z')
	})
}

// changed returns the facts in which two items differ, sorted by name; the text comes first.
func changed(a, b *item, opt Options) []Field {
	if a.text == b.text && sameObjects(a.own, b.own) {
		return nil
	}
	var out []Field
	x, y := a.fields(opt), b.fields(opt)
	for name, v := range x {
		if w := y[name]; w != v {
			out = append(out, Field{name, shorten(v, 60), shorten(w, 60)})
		}
	}
	for name, w := range y {
		if x[name] == "" {
			out = append(out, Field{name, "", shorten(w, 60)})
		}
	}
	slices.SortFunc(out, func(a, b Field) int { return cmp.Compare(a.Name, b.Name) })
	if a.text != b.text {
		name := "text"
		switch a.kind {
		case "page", "slide", "sheet", "section":
			name = "label"
		case "image", "media":
			name = "content"
		}
		from, to := around(a.text, b.text, 60)
		out = slices.Insert(out, 0, Field{name, from, to})
	}
	return out
}

func sameObjects(a, b object) bool {
	for k, v := range a {
		if !bytes.Equal(v, b[k]) {
			return false
		}
	}
	return true
}

// around returns what stands around the first difference of two texts, n code points of it.
func around(a, b string, n int) (string, string) {
	at := 0
	for at < len(a) && at < len(b) && a[at] == b[at] {
		at++
	}
	from := max(0, at-20)
	if i := strings.LastIndexAny(a[:from], " \n"); i >= 0 && from-i < 20 {
		from = i + 1
	}
	lead := ""
	if from > 0 {
		lead = "…"
	}
	return lead + shorten(a[from:], n), lead + shorten(b[from:], n)
}

func (it *item) block(change string, fields []Field) Block {
	var attributes struct {
		Category string `json:"category"`
	}
	var position struct {
		Page *int `json:"page"`
	}
	json.Unmarshal(it.own["attributes"], &attributes)
	json.Unmarshal(it.own["position"], &position)
	return Block{Change: change, Kind: it.kind, Category: attributes.Category, Page: position.Page, Text: shorten(it.text, 60), Fields: fields}
}

// shorten returns the first n code points of a text on one line.
func shorten(s string, n int) string {
	s = strings.ToValidUTF8(s[:min(len(s), 8*n)], "")
	r := []rune(strings.Join(strings.Fields(s), " "))
	if len(r) <= n {
		return string(r)
	}
	return string(r[:n-1]) + "…"
}
