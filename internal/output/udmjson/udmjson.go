// Package udmjson writes documents as JSON. It is the one place that knows how the model's richer Go form
// becomes the fields of the contract.
package udmjson

import (
	"cmp"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/jsonwrite"
	"github.com/udecode/udecode/internal/udm"
)

// Options say what becomes of pictures.
type Options struct {
	EmbedImages bool // raw holds the bytes as base64; else ""
}

// Write writes a document.
func Write(w *jsonwrite.Writer, d *udm.Document, opt Options) error {
	w.Begin('{')
	w.Key("id")
	w.String(d.ID.String())
	w.Key("role")
	w.String("document")
	w.Key("source_type")
	w.StringOrNull(d.SourceType)
	w.Key("source_path")
	w.String(d.SourcePath)
	w.Key("metadata")
	WriteMetadata(w, &d.Metadata)
	w.Key("children")
	w.Begin('[')
	var nothing jsonwrite.Fragment // the metadata of most blocks
	for i, n := range d.Nodes {
		if err := node(w, n, i, opt, &nothing); err != nil {
			return err
		}
	}
	w.End(']')
	w.End('}')
	return nil
}

// WriteMetadata writes a metadata object; nil means nothing is known.
func WriteMetadata(w *jsonwrite.Writer, m *udm.Metadata) {
	if m == nil {
		m = &udm.Metadata{}
	}
	w.Begin('{')
	for _, f := range [...]struct{ k, v string }{{"title", m.Title}, {"author", m.Author}, {"created_at", m.CreatedAt}, {"modified_at", m.ModifiedAt}, {"source_path", m.SourcePath}} {
		w.Key(f.k)
		w.StringOrNull(f.v)
	}
	w.Key("tags")
	w.Any(m.Tags)
	w.Key("custom")
	w.Any(m.Custom)
	w.End('}')
}

func node(w *jsonwrite.Writer, n *udm.StructuralNode, index int, opt Options, nothing *jsonwrite.Fragment) error {
	w.Begin('{')
	w.Key("id")
	w.String(n.ID.String())
	w.Key("role")
	w.String(string(n.Role))
	w.Key("index")
	w.Int(int64(index))
	w.Key("label")
	w.StringOrNull(n.Label)
	w.Key("metadata")
	WriteMetadata(w, &n.Metadata)
	w.Key("children")
	w.Begin('[')
	var attrs []attr
	for i, b := range n.Blocks {
		attrs = attributes(attrs[:0], b)
		if err := block(w, b, i, attrs, opt, nothing); err != nil {
			return err
		}
	}
	w.End(']')
	w.End('}')
	return nil
}

func block(w *jsonwrite.Writer, b *udm.ContentBlock, index int, attrs []attr, opt Options, nothing *jsonwrite.Fragment) error {
	w.Begin('{')
	w.Key("id")
	w.String(b.ID.String())
	w.Key("content_type")
	w.String(b.Type.String())
	w.Key("raw")
	if err := raw(w, b, opt); err != nil {
		return err
	}
	w.Key("mime_type")
	w.StringOrNull(mimeType(b))
	w.Key("language")
	w.StringOrNull(b.Language)
	w.Key("attributes")
	w.Begin('{')
	for _, a := range attrs {
		w.Key(a.key)
		value(w, a.value)
	}
	w.End('}')
	w.Key("position")
	position(w, &b.Position, index)
	w.Key("metadata")
	if b.Metadata == nil {
		w.Fragment(nothing, func(w *jsonwrite.Writer) { WriteMetadata(w, nil) })
	} else {
		WriteMetadata(w, b.Metadata)
	}
	w.End('}')
	return nil
}

func raw(w *jsonwrite.Writer, b *udm.ContentBlock, opt Options) error {
	switch b.Type {
	case udm.TableContent:
		t := b.Table
		w.Matrix(t.HeaderRows > 0, t.Rows(), t.Cols(), t.Cell)
		return nil
	case udm.ImageContent, udm.Media:
		if b.Data.Blob == nil || !opt.EmbedImages {
			w.String(b.Text)
			return nil
		}
		r, err := b.Data.Blob.Open()
		if err != nil {
			return err
		}
		defer r.Close()
		return w.Base64(r)
	}
	w.String(b.Text)
	return nil
}

func mimeType(b *udm.ContentBlock) string {
	switch b.Type {
	case udm.TableContent:
		return "application/json"
	case udm.ImageContent, udm.Media:
		return b.Data.MediaType
	case udm.Link:
		return "text/uri-list"
	}
	return "text/plain"
}

func position(w *jsonwrite.Writer, p *udm.Position, index int) {
	w.Begin('{')
	w.Key("index")
	w.Int(int64(index))
	w.Key("page")
	w.CountOrNull(int64(p.Page))
	for _, f := range [...]struct {
		k string
		v int32
	}{{"row", p.Row}, {"col", p.Col}} {
		w.Key(f.k)
		if p.HasCell {
			w.Int(int64(f.v))
		} else {
			w.Null()
		}
	}
	w.Key("bbox")
	if bb := p.BBox; bb != nil {
		w.Begin('{')
		w.Box(bb.X, bb.Y, bb.Width, bb.Height)
		w.Key("unit")
		w.String(cmp.Or(bb.Unit, "pt"))
		w.End('}')
	} else {
		w.Null()
	}
	w.End('}')
}

type attr struct {
	key   string
	value any
}

// attributes appends a block's attributes, sorted by key.
func attributes(out []attr, b *udm.ContentBlock) []attr {
	put := func(k string, v any) {
		switch x := v.(type) {
		case string:
			if x == "" {
				return
			}
		case int:
			if x == 0 {
				return
			}
		case bool:
			if !x {
				return
			}
		}
		out = append(out, attr{k, v})
	}
	if b.Category != udm.NoCategory && b.Type != udm.Link {
		put("category", b.Category.String())
	}
	a := b.Attr
	if a == nil {
		a = &udm.Attributes{}
	}
	put("alt_text", a.AltText)
	put("bold", a.Bold)
	put("caption", a.Caption)
	put("cell", a.Cell)
	put("display_text", a.DisplayText)
	if a.Duration > 0 {
		put("duration", a.Duration)
	}
	if len(a.Emphasis) > 0 {
		put("emphasis", a.Emphasis)
	}
	put("executable", a.Executable)
	put("format", a.Format)
	put("heading_level", a.HeadingLevel)
	put("italic", a.Italic)
	put("list_label", a.ListLabel)
	if a.ListType != "" {
		out = append(out, attr{"list_level", a.ListLevel})
	}
	put("list_type", a.ListType)
	if len(a.Links) > 0 {
		put("links", a.Links)
	}
	put("notation", a.Notation)
	put("note", a.NoteKind != "")
	put("note_kind", a.NoteKind)
	put("rel", a.Rel)
	put("result_type", a.ResultType)
	put("result_value", a.ResultValue)
	put("src", a.Src)
	put("style", a.Style)
	put("target", a.Target)
	put("underline", a.Underline)
	switch b.Type {
	case udm.Code:
		put("line_count", 1+strings.Count(strings.TrimSuffix(b.Text, "\n"), "\n"))
	case udm.Text:
		put("language", b.Language)
	case udm.TableContent:
		t := b.Table
		header := min(t.HeaderRows, 1)
		out = append(out, attr{"row_count", t.Rows() - header}, attr{"col_count", t.Cols()}, attr{"has_header", t.HeaderRows > 0})
		put("header_row_count", t.HeaderRows)
		put("name", t.Name)
		put("caption", t.Caption)
		put("range", t.Range)
		if len(t.Merged) > 0 {
			put("merged_cells", t.Merged)
		}
	case udm.ImageContent, udm.Media:
		put("width", b.Data.Width)
		put("height", b.Data.Height)
		put("embedded", b.Type == udm.Media && b.Data.Blob != nil)
	}
	for k, v := range a.Extra {
		out = append(out, attr{k, v})
	}
	slices.SortStableFunc(out, func(a, b attr) int { return cmp.Compare(a.key, b.key) })
	return slices.CompactFunc(out, func(a, b attr) bool { return a.key == b.key })
}

func value(w *jsonwrite.Writer, v any) {
	switch v := v.(type) {
	case []udm.LinkSpan:
		w.Begin('[')
		for _, l := range v {
			w.Begin('{')
			w.Key("start")
			w.Int(int64(l.Start))
			w.Key("end")
			w.Int(int64(l.End))
			w.Key("url")
			w.String(l.URL)
			w.End('}')
		}
		w.End(']')
	case []udm.Emphasis:
		w.Begin('[')
		for _, e := range v {
			w.Begin('{')
			w.Key("start")
			w.Int(int64(e.Start))
			w.Key("end")
			w.Int(int64(e.End))
			w.Key("style")
			w.String(e.Style)
			w.End('}')
		}
		w.End(']')
	case []udm.Merge:
		w.Begin('[')
		for _, m := range v {
			w.Begin('{')
			w.Key("row")
			w.Int(int64(m.Row))
			w.Key("col")
			w.Int(int64(m.Col))
			w.Key("row_span")
			w.Int(int64(m.RowSpan))
			w.Key("col_span")
			w.Int(int64(m.ColSpan))
			w.End('}')
		}
		w.End(']')
	default:
		w.Any(v)
	}
}
