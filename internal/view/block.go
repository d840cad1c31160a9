package view

import (
	"fmt"
	"maps"
	"slices"

	"github.com/udecode/udecode/internal/udm"
)

// block is a content block as it is shown.
type block struct {
	Key, Kind string
	Number    int // from 1
	Boxed     bool
	Depth     int // of a list item
	Label     string
	Tags      []string
	Facts     []fact
	Source    bool // white space counts
	Runs      []run
	Table     *table
	Thumbnail string
}

// deepest bounds how far list items are indented.
const deepest = 8

func newBlock(b *udm.ContentBlock, node, index int) *block {
	v := &block{Key: key(node, index), Kind: kind(b), Number: index + 1, Boxed: b.Position.BBox != nil,
		Source: b.Type == udm.Code || b.Type == udm.Formula, Table: newTable(b.Table)}
	if b.Type == udm.ImageContent {
		v.Thumbnail = thumbnail(b.Data)
	}
	a := b.Attr
	if a == nil {
		a = new(udm.Attributes)
	}
	if a.ListType != "" {
		v.Depth, v.Label = min(max(a.ListLevel, 0), deepest), a.ListLabel
		if v.Label == "" && a.ListType == udm.Bullet {
			v.Label = "•"
		}
	}
	v.Tags = tags(b, a)
	v.Facts = facts(b, a)
	v.Runs = runs(b.Text, a)
	return v
}

// tags are a block's main features in a word or two each.
func tags(b *udm.ContentBlock, a *udm.Attributes) (out []string) {
	add := func(holds bool, format string, args ...any) {
		if holds {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	add(a.HeadingLevel > 0, "level %d", a.HeadingLevel)
	add(a.ListType != "", "%s, depth %d", a.ListType, a.ListLevel)
	add(a.NoteKind != "", "%s note", a.NoteKind)
	add(b.Type == udm.Link && kind(b) != "link", "link")
	add(b.Language != "", "%s", b.Language)
	add(a.Notation != "", "%s", a.Notation)
	add(a.Style != "", "style %s", a.Style)
	if t := b.Table; t != nil {
		add(true, "%d × %d", t.Rows(), t.Cols())
		add(t.HeaderRows > 0, "header rows: %d", t.HeaderRows)
		add(len(t.Merged) > 0, "spans: %d", len(t.Merged))
	}
	if d := b.Data; d != nil {
		add(d.MediaType != "", "%s", d.MediaType)
		add(d.Width > 0, "%d × %d pixels", d.Width, d.Height)
	}
	return out
}

// facts are what else is known of a block.
func facts(b *udm.ContentBlock, a *udm.Attributes) (out []fact) {
	add := func(name, value string) {
		if value != "" {
			out = append(out, fact{name, value})
		}
	}
	if t := b.Table; t != nil {
		add("caption", t.Caption)
		add("name", t.Name)
		add("range", t.Range)
	}
	add("caption", a.Caption)
	add("alt", a.AltText)
	add("source", a.Src)
	add("shown as", a.DisplayText)
	add("target", a.Target)
	add("cell", a.Cell)
	add("result", a.ResultValue)
	for _, l := range a.Links {
		add("link", l.URL)
	}
	out = append(out, others(a.Extra)...)
	if b.Metadata != nil {
		out = append(out, others(b.Metadata.Custom)...)
	}
	return out
}

// others are facts without a name of their own in the model.
func others(m map[string]any) (out []fact) {
	for _, k := range slices.Sorted(maps.Keys(m)) {
		out = append(out, fact{k, fmt.Sprint(m[k])})
	}
	return out
}
