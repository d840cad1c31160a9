// Package json decodes JSON and line-delimited JSON.
//
// A list of flat objects is a table with a column for each key, in the order in which they first appear. Everything else is shown as it
// is, indented, as code: a list gives one block for each of its items. Numbers keep their digits. A value with comments is
// one block, as it was written.
package json

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/udm"
)

// JSON is a file with one JSON value.
var JSON = decoder.Format{
	Name:       "json",
	Title:      "JSON",
	MediaTypes: []string{"application/json", "application/geo+json", "application/ld+json"},
	Extensions: []string{".json", ".geojson", ".jsonld", ".webmanifest"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		switch {
		case !p.Text:
			return decoder.No
		case slices.Contains([]string{".json", ".geojson", ".jsonld", ".webmanifest"}, p.Ext):
			return decoder.ByContent
		case strings.HasSuffix(p.MediaType, "json") && p.MediaType != "application/x-ndjson":
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: func(ctx context.Context, in *decoder.Input) (*udm.Document, error) { return decode(ctx, in, "json") },
}

// NDJSON is a file with a JSON value on each line.
var NDJSON = decoder.Format{
	Name:       "ndjson",
	Title:      "line-delimited JSON",
	MediaTypes: []string{"application/x-ndjson", "application/jsonl"},
	Extensions: []string{".ndjson", ".jsonl"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		switch {
		case !p.Text:
			return decoder.No
		case p.Ext == ".ndjson" || p.Ext == ".jsonl":
			return decoder.ByContent
		case p.MediaType == "application/x-ndjson" && p.Ext == "":
			return decoder.ByContent
		}
		return decoder.No
	},
	Decode: func(ctx context.Context, in *decoder.Input) (*udm.Document, error) { return decode(ctx, in, "ndjson") },
}

func decode(ctx context.Context, in *decoder.Input, format string) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	s, _ := charset.Decode(raw, in.Options.Encoding)
	doc := decoder.NewDocument(in, format)
	node := &udm.StructuralNode{Role: udm.Section}
	doc.Nodes = []*udm.StructuralNode{node}
	items, list, err := values(ctx, s)
	if err != nil && ctx.Err() == nil && commented(s) {
		node.Add(udm.NewCode("json", clean(strings.TrimSpace(s))))
		return doc, in.Budget.ChargeBlocks(1)
	}
	if err != nil {
		if len(items) == 0 {
			return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
		}
		in.Warnf("JSON ends early: %v", err)
	}
	if list && len(items) > 0 {
		t, err := flat(in, items)
		if err != nil {
			return nil, err
		}
		if t != nil {
			node.Add(udm.NewTable(t))
			return doc, nil
		}
	}
	for i, it := range items {
		if i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if err := in.Budget.ChargeBlocks(1); err != nil {
			return nil, err
		}
		var buf bytes.Buffer
		if err := json.Indent(&buf, it, "", "  "); err != nil {
			return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
		}
		if err := in.Budget.Charge(int64(buf.Len())); err != nil {
			return nil, err
		}
		node.Add(udm.NewCode("json", clean(buf.String())))
	}
	return doc, nil
}

// values returns the items of the one list that the text is, or the values that it holds one after the other.
func values(ctx context.Context, s string) (items []json.RawMessage, list bool, err error) {
	d := json.NewDecoder(strings.NewReader(s))
	if strings.HasPrefix(strings.TrimLeft(s, " \t\r\n"), "[") {
		d.Token()
		for d.More() {
			if len(items)%1024 == 0 && ctx.Err() != nil {
				return nil, false, ctx.Err()
			}
			var m json.RawMessage
			if err := d.Decode(&m); err != nil {
				return items, true, err
			}
			items = append(items, m)
		}
		if _, err := d.Token(); err != nil {
			return items, true, err
		}
		return items, true, nil
	}
	for {
		if len(items)%1024 == 0 && ctx.Err() != nil {
			return nil, false, ctx.Err()
		}
		var m json.RawMessage
		err := d.Decode(&m)
		if err == io.EOF {
			return items, len(items) > 1, nil
		}
		if err != nil {
			return items, len(items) > 1, err
		}
		items = append(items, m)
	}
}

// maxColumns is the most columns that a list of objects may have to become a table.
const maxColumns = 200

// flat returns the table of a list of objects whose values are all scalars, or nil.
func flat(in *decoder.Input, items []json.RawMessage) (*udm.Table, error) {
	var keys []string
	index := map[string]int{}
	rows := make([][]string, 0, len(items))
	for _, it := range items {
		row, ok := flatRow(it, &keys, index)
		if !ok || len(keys) > maxColumns {
			return nil, nil
		}
		if err := in.Budget.ChargeCells(int64(len(row))); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	if len(keys) == 0 {
		return nil, nil
	}
	t := &udm.Table{HeaderRows: 1}
	t.Append(keys...)
	for _, r := range rows {
		t.Append(r...)
	}
	return t, nil
}

func flatRow(item json.RawMessage, keys *[]string, index map[string]int) ([]string, bool) {
	d := json.NewDecoder(bytes.NewReader(item))
	d.UseNumber()
	if tok, err := d.Token(); err != nil || tok != json.Delim('{') {
		return nil, false
	}
	var row []string
	for d.More() {
		tok, err := d.Token()
		if err != nil {
			return nil, false
		}
		k := clean(tok.(string))
		v, err := d.Token()
		if err != nil {
			return nil, false
		}
		var cell string
		switch v := v.(type) {
		case json.Delim:
			return nil, false
		case nil:
		case string:
			cell = clean(v)
		default:
			cell = fmt.Sprint(v)
		}
		i, ok := index[k]
		if !ok {
			i = len(*keys)
			index[k] = i
			*keys = append(*keys, k)
		}
		for len(row) <= i {
			row = append(row, "")
		}
		row[i] = cell
	}
	return row, true
}

// clean drops control characters other than tab and line feed.
func clean(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] < 0x20 && s[i] != '\t' && s[i] != '\n' {
			return strings.Map(func(r rune) rune {
				if r < 0x20 && r != '\t' && r != '\n' {
					return -1
				}
				return r
			}, s)
		}
	}
	return s
}
