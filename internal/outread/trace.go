package outread

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ErrNotFound is returned by Trace for what is nowhere in the folder.
var ErrNotFound = errors.New("not found in this output folder")

// Chain is the way from a chunk, section, block or place back to its document; what is not on the way is nil.
type Chain struct {
	Chunk    *Chunk
	Section  *Section
	Block    *Block
	Document Record
	Excerpt  string // of the text that was asked for
}

// Chunk is a line of chunks.jsonl.
type Chunk struct {
	ID      string
	Section string
	Index   int
	Offset  int `json:"char_offset"`
	Length  int `json:"char_length"`
	Text    string
	Blocks  []string
}

// Section is a line of sections.jsonl.
type Section struct {
	ID           string
	Kind         string
	File         *string
	Page         *int     `json:"page_number"`
	HeadingPath  []string `json:"heading_path"`
	Offset       int      `json:"char_offset"`
	Length       int      `json:"char_length"`
	ElementTypes []string `json:"element_types"`
	Blocks       []struct {
		ID     string
		Offset int `json:"char_offset"`
		Length int `json:"char_length"`
	}
}

// Block is a content block, with its node's number.
type Block struct {
	ID          string
	ContentType string `json:"content_type"`
	Raw         string
	Attributes  map[string]any
	Position    struct {
		Page *int
		Row  *int
		Col  *int
		BBox *struct{ X, Y, Width, Height float64 }
	}
	Node string `json:"-"` // source path of the page or section it is on
}

// Trace finds what an IRI, a block's ID or a "path:offset" stands for. The offset counts code points in the document's
// text, from 0.
func Trace(out, what string) (*Chain, error) {
	var found *Chain
	stop := errors.New("found")
	path, offset := splitPlace(what)
	err := Documents(out, func(rec Record, dir string) error {
		var c *Chain
		var err error
		switch {
		case offset >= 0 && rec.SourcePath == path:
			c, err = byOffset(dir, offset)
		case offset < 0:
			c, err = byID(dir, what)
		}
		if err != nil || c == nil {
			return err
		}
		c.Document = rec
		found = c
		return stop
	})
	if err != nil && !errors.Is(err, stop) {
		return nil, err
	}
	if found == nil {
		return nil, fmt.Errorf("%q: %w", what, ErrNotFound)
	}
	return found, nil
}

// splitPlace reads "path:offset"; the offset is -1 for anything else.
func splitPlace(s string) (string, int) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 || strings.HasPrefix(s, "urn:") {
		return s, -1
	}
	n, err := strconv.Atoi(s[i+1:])
	if err != nil || n < 0 {
		return s, -1
	}
	return s[:i], n
}

// find returns the first line of a file that holds a text and whose value f accepts; nil when there is none.
func find[T any](name, text string, f func(*T) bool) (*T, error) {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var out *T
	err = eachLine(file, func(_ int, line []byte) error {
		if text != "" && !bytes.Contains(line, []byte(text)) {
			return nil
		}
		v := new(T)
		if err := json.Unmarshal(line, v); err != nil {
			return err
		}
		if f(v) {
			out = v
			return io.EOF
		}
		return nil
	})
	if err == io.EOF {
		err = nil
	}
	return out, err
}

func byOffset(dir string, offset int) (*Chain, error) {
	s, err := find(filepath.Join(dir, "sections.jsonl"), "", func(s *Section) bool { return offset >= s.Offset && offset < s.Offset+s.Length })
	if err != nil || s == nil {
		return nil, err
	}
	c := &Chain{Section: s}
	at := offset - s.Offset
	for _, b := range s.Blocks {
		if at >= b.Offset && at < b.Offset+b.Length {
			if c.Block, err = block(dir, b.ID); err != nil {
				return nil, err
			}
		}
	}
	c.Excerpt = excerpt(dir, s, at, 200)
	return c, nil
}

// excerpt returns n code points of a section's text.
func excerpt(dir string, s *Section, at, n int) string {
	if s.File == nil || !filepath.IsLocal(*s.File) {
		return ""
	}
	b, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(*s.File)))
	if err != nil {
		return ""
	}
	r := []rune(string(b))
	return string(r[min(at, len(r)):min(at+n, len(r))])
}

func byID(dir, id string) (*Chain, error) {
	c := &Chain{}
	var err error
	sections := filepath.Join(dir, "sections.jsonl")
	switch {
	case strings.HasPrefix(id, "urn:chunk:"):
		c.Chunk, err = find(filepath.Join(dir, "chunks.jsonl"), id, func(k *Chunk) bool { return k.ID == id })
		if err != nil || c.Chunk == nil {
			return nil, err
		}
		if c.Section, err = find(sections, c.Chunk.Section, func(s *Section) bool { return s.ID == c.Chunk.Section }); err != nil {
			return nil, err
		}
		c.Excerpt = c.Chunk.Text
		if len(c.Chunk.Blocks) > 0 {
			c.Block, err = block(dir, c.Chunk.Blocks[0])
		}
		return c, err
	case strings.HasPrefix(id, "urn:page:"), strings.HasPrefix(id, "urn:section:"):
		c.Section, err = find(sections, id, func(s *Section) bool { return s.ID == id })
		if err != nil || c.Section == nil {
			return nil, err
		}
		c.Excerpt = excerpt(dir, c.Section, 0, 200)
		return c, nil
	}
	if c.Block, err = block(dir, id); err != nil || c.Block == nil {
		return nil, err
	}
	c.Section, err = find(sections, id, func(s *Section) bool { return true })
	c.Excerpt = c.Block.Raw
	if c.Block.ContentType == "image" {
		c.Excerpt = ""
	}
	return c, err
}

// block finds a block in document.json.
func block(dir, id string) (*Block, error) {
	raw, err := os.ReadFile(filepath.Join(dir, "document.json"))
	if errors.Is(err, os.ErrNotExist) || err == nil && !bytes.Contains(raw, []byte(id)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var doc struct {
		Children []struct {
			Metadata struct {
				SourcePath string `json:"source_path"`
			}
			Children []Block
		}
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		return nil, err
	}
	for i := range doc.Children {
		n := &doc.Children[i]
		for k := range n.Children {
			if n.Children[k].ID == id {
				b := n.Children[k]
				b.Node = n.Metadata.SourcePath
				return &b, nil
			}
		}
	}
	return nil, nil
}
