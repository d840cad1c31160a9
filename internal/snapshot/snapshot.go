// Package snapshot compares output folders: what a program decodes today with what it decoded when the snapshot was taken.
//
// Documents are compared one after the other, so that memory is bounded by the largest one. Files that hold the same bytes are not
// looked into. Two things are no difference: when something was made (prov:startedAtTime) and by which version of
// the program (tg:componentVersion). What else lies in a folder, its state of earlier runs included, is not looked at.
package snapshot

import (
	"bytes"
	"cmp"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/udecode/udecode/internal/outread"
)

// Options say what is compared.
type Options struct {
	Kinds     []string // of output, as --emit names them; nil for all
	Normalize bool     // pictures' bytes do not count
}

// Document says how a document differs. Its slices are empty for one that was added or removed.
type Document struct {
	Path   string  `json:"path"`
	Change string  `json:"change"`           // "added", "removed", "changed"
	Fields []Field `json:"fields,omitempty"` // of the manifest
	Blocks []Block `json:"blocks,omitempty"` // and pages, sections, the document's metadata
	Texts  []Text  `json:"texts,omitempty"`  // of sections, and Markdown
	Files  []File  `json:"files,omitempty"`  // of other kinds
	Error  string  `json:"error,omitempty"`  // why the new one was not decoded

	Old *outread.Record `json:"-"` // nil for one that was added
	New *outread.Record `json:"-"` // nil for one that was removed
}

// FailsAnew reports whether the document failed in a way that the old manifest does not tell of: with another code of
// error, or none.
func (d *Document) FailsAnew() bool {
	switch {
	case d.New == nil || d.New.Error == nil:
		return false
	case d.Old == nil || d.Old.Error == nil:
		return true
	}
	return d.New.Status != d.Old.Status || d.New.Error.Code != d.Old.Error.Code
}

// Text is a text that differs.
type Text struct {
	Name   string `json:"name"`
	Change string `json:"change"`
	Diff   string `json:"diff"` // unified
}

// File is a file of statements, records or bytes that differs.
type File struct {
	Name    string   `json:"name"`
	Change  string   `json:"change"` // "added", "removed", "changed", "ids", "order"
	Removed []string `json:"removed,omitempty"`
	Added   []string `json:"added,omitempty"`
}

// Summary counts documents.
type Summary struct {
	Same    int `json:"same"`
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Changed int `json:"changed"`
}

// Different reports whether anything differs.
func (s *Summary) Different() bool { return s.Added+s.Removed+s.Changed > 0 }

// Compare compares two output folders and calls f for each document that differs, in the order of their paths. An error
// of f ends it.
func Compare(oldName, newName string, opt Options, f func(*Document) error) (Summary, error) {
	var sum Summary
	old, err := openSide(oldName)
	if err != nil {
		return sum, err
	}
	defer old.root.Close()
	new, err := openSide(newName)
	if err != nil {
		return sum, err
	}
	defer new.root.Close()
	c := &comparer{old, new, opt}
	for p, err := range join(oldName, newName) {
		if err != nil {
			return sum, err
		}
		d, err := c.document(p)
		if err != nil {
			return sum, err
		}
		switch {
		case d == nil:
			sum.Same++
			continue
		case d.Change == "added":
			sum.Added++
		case d.Change == "removed":
			sum.Removed++
		default:
			sum.Changed++
		}
		if err := f(d); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// pair is an input's record in each folder; nil where it has none.
type pair struct{ old, new *outread.Record }

// join pairs the records of two manifests, which are sorted by path. Those of one path are paired by the names of their folders.
func join(oldName, newName string) iter.Seq2[pair, error] {
	return func(yield func(pair, error) bool) {
		a, b := newCursor(oldName), newCursor(newName)
		defer a.stop()
		defer b.stop()
		for a.have || b.have {
			if err := cmp.Or(a.err, b.err); err != nil {
				yield(pair{}, err)
				return
			}
			p := a.rec.SourcePath
			if !a.have || b.have && b.rec.SourcePath < p {
				p = b.rec.SourcePath
			}
			x, y := a.group(p), b.group(p)
			for i := range max(len(x), len(y)) {
				var one pair
				if i < len(x) {
					one.old = &x[i]
				}
				if i < len(y) {
					one.new = &y[i]
				}
				if !yield(one, nil) {
					return
				}
			}
		}
		if err := cmp.Or(a.err, b.err); err != nil {
			yield(pair{}, err)
		}
	}
}

// cursor reads a manifest record by record.
type cursor struct {
	next func() (outread.Record, error, bool)
	stop func()
	rec  outread.Record
	err  error
	have bool
}

func newCursor(name string) *cursor {
	c := &cursor{}
	c.next, c.stop = iter.Pull2(outread.Records(name))
	c.step()
	return c
}

func (c *cursor) step() { c.rec, c.err, c.have = c.next() }

// group takes the records of a path.
func (c *cursor) group(path string) []outread.Record {
	var out []outread.Record
	for c.have && c.err == nil && c.rec.SourcePath == path {
		out = append(out, c.rec)
		c.step()
	}
	slices.SortStableFunc(out, func(a, b outread.Record) int { return cmp.Compare(a.Output, b.Output) })
	return out
}

type comparer struct {
	old, new *side
	opt      Options
}

// document compares one document; nil says that it is the same.
func (c *comparer) document(p pair) (*Document, error) {
	switch {
	case p.old == nil:
		return &Document{Path: p.new.SourcePath, Change: "added", New: p.new, Error: reason(p.new)}, nil
	case p.new == nil:
		return &Document{Path: p.old.SourcePath, Change: "removed", Old: p.old}, nil
	}
	d := &Document{Path: p.new.SourcePath, Change: "changed", Old: p.old, New: p.new, Fields: manifestFields(p.old, p.new), Error: reason(p.new)}
	if p.old.Output != "" && p.new.Output != "" {
		if err := c.folder(d); err != nil {
			return nil, fmt.Errorf("%s: %w", d.Path, err)
		}
	}
	if len(d.Fields)+len(d.Blocks)+len(d.Texts)+len(d.Files) == 0 {
		return nil, nil
	}
	return d, nil
}

// reason says why a record's input was not decoded.
func reason(r *outread.Record) string {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code + ": " + r.Error.Message
}

// manifestFields compares what the manifests say of a document. The message of an error may name a place in the program, so
// that only its code counts.
func manifestFields(old, new *outread.Record) []Field {
	var out []Field
	add := func(name, a, b string) {
		if a != b {
			out = append(out, Field{name, a, b})
		}
	}
	code := func(r *outread.Record) string {
		if r.Error == nil {
			return ""
		}
		return r.Error.Code
	}
	add("status", old.Status, new.Status)
	add("error", code(old), code(new))
	add("source_type", old.SourceType, new.SourceType)
	add("mime_type", old.MediaType, new.MediaType)
	add("sha256", old.SHA256, new.SHA256)
	if old.SHA256 == new.SHA256 {
		add("document_id", old.DocumentID, new.DocumentID)
	}
	add("output", old.Output, new.Output)
	add("sections", fmt.Sprint(old.Sections), fmt.Sprint(new.Sections))
	var types []string
	for _, m := range []map[string]int{old.Blocks, new.Blocks} {
		for t := range m {
			types = append(types, t)
		}
	}
	slices.Sort(types)
	for _, t := range slices.Compact(types) {
		add(t+" blocks", fmt.Sprint(old.Blocks[t]), fmt.Sprint(new.Blocks[t]))
	}
	bytesOf := func(lines []string) [][]byte { return bytes.Split([]byte(strings.Join(lines, "\x00")), []byte{0}) }
	for _, w := range less(bytesOf(old.Warnings), bytesOf(new.Warnings)) {
		add("warning", w, "")
	}
	for _, w := range less(bytesOf(new.Warnings), bytesOf(old.Warnings)) {
		add("warning", "", w)
	}
	return out
}

// folder compares the files of a document.
func (c *comparer) folder(d *Document) error {
	old, err := c.old.files(d.Old.Output, c.opt.Kinds)
	if err != nil {
		return err
	}
	new, err := c.new.files(d.New.Output, c.opt.Kinds)
	if err != nil {
		return err
	}
	for _, name := range union(old, new) {
		if c.opt.Normalize && kinds[path.Dir(name)] == "images" {
			continue
		}
		_, inOld := slices.BinarySearch(old, name)
		_, inNew := slices.BinarySearch(new, name)
		if inOld && inNew {
			same, err := equalBytes(c.old, path.Join(d.Old.Output, name), c.new, path.Join(d.New.Output, name))
			if err != nil {
				return err
			}
			if same {
				continue
			}
		}
		if err := c.file(d, name, inOld, inNew); err != nil {
			return err
		}
	}
	return nil
}

func union(a, b []string) []string {
	out := append(slices.Clone(a), b...)
	slices.Sort(out)
	return slices.Compact(out)
}

// file compares two files that hold different bytes, or one that is only on one side.
func (c *comparer) file(d *Document, name string, inOld, inNew bool) error {
	change := "changed"
	switch {
	case !inOld:
		change = "added"
	case !inNew:
		change = "removed"
	}
	isPlain := isText(name)
	if !isPlain && (change != "changed" || kinds[path.Dir(name)] == "images") {
		d.Files = append(d.Files, File{Name: name, Change: change})
		return nil
	}
	var a, b []byte
	var err error
	if inOld {
		if a, err = c.old.read(path.Join(d.Old.Output, name)); err != nil {
			return err
		}
	}
	if inNew {
		if b, err = c.new.read(path.Join(d.New.Output, name)); err != nil {
			return err
		}
	}
	switch {
	case isPlain:
		d.Texts = append(d.Texts, Text{name, change, unified(path.Join(d.Path, name), a, b)})
	case name == "document.json":
		return c.model(d, a, b)
	default:
		c.facts(d, name, a, b)
	}
	return nil
}

func unified(name string, a, b []byte) string {
	_, out, _ := strings.Cut(string(diff.Diff("a/"+name, a, "b/"+name, b)), "\n") // the first line is a command
	return out
}

// model compares the documents block by block.
func (c *comparer) model(d *Document, a, b []byte) error {
	x, err := items(a, c.opt)
	if err != nil {
		return fmt.Errorf("%s: document.json: %w", c.old.name, err)
	}
	y, err := items(b, c.opt)
	if err != nil {
		return fmt.Errorf("%s: document.json: %w", c.new.name, err)
	}
	blocks, otherIDs := compareItems(x, y, c.opt)
	d.Blocks = append(d.Blocks, blocks...)
	if len(blocks) == 0 && otherIDs > 0 && d.Old.SHA256 == d.New.SHA256 {
		d.Files = append(d.Files, File{Name: "document.json", Change: "ids"})
	}
	return nil
}

// facts compares files of statements or records. The IDs of another source are other ones.
func (c *comparer) facts(d *Document, name string, a, b []byte) {
	x, y := facts(name, a), facts(name, b)
	if equalLines(x, y) {
		return
	}
	mx, my := masked(x), masked(y)
	f := File{Name: name, Change: "changed", Removed: less(mx, my), Added: less(my, mx)}
	if len(f.Removed)+len(f.Added) == 0 {
		switch {
		case d.Old.SHA256 != d.New.SHA256 && equalLines(mx, my):
			return
		case !equalLines(mx, my):
			f.Change = "order"
		default:
			f.Change = "ids"
		}
	}
	d.Files = append(d.Files, f)
}
