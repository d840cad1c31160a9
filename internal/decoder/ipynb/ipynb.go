// Package ipynb decodes Jupyter notebooks (nbformat 3 and 4).
//
// A notebook is one section: the text of its Markdown cells, the source of its code cells, and behind each what it put out:
// as HTML, a picture, a formula or text, whichever tells a reader most.
package ipynb

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/htmlblock"
	"github.com/udecode/udecode/internal/decoder/internal/mdblock"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/udm"
)

// Format is the Jupyter notebook format.
var Format = decoder.Format{
	Name:       "ipynb",
	Title:      "Jupyter notebook",
	MediaTypes: []string{"application/x-ipynb+json"},
	Extensions: []string{".ipynb"},
	Unit:       udm.Section,
	Match:      match,
	Decode:     decode,
}

func match(p *decoder.Probe) decoder.Confidence {
	head := bytes.TrimLeft(p.Head, " \t\r\n\ufeff")
	if len(head) == 0 || head[0] != '{' {
		return decoder.No
	}
	cells := bytes.Contains(head, []byte(`"cells"`)) || bytes.Contains(head, []byte(`"worksheets"`))
	switch {
	case cells && (bytes.Contains(head, []byte(`"cell_type"`)) || bytes.Contains(head, []byte(`"nbformat"`))):
		return decoder.Certain
	case p.Ext == ".ipynb":
		return decoder.ByContent
	}
	return decoder.No
}

// notebook is the file (nbformat, "The Notebook file format"). Version 3 has its cells in worksheets.
type notebook struct {
	Metadata struct {
		Title   string `json:"title"`
		Name    string `json:"name"`
		Authors []struct {
			Name string `json:"name"`
		} `json:"authors"`
		KernelSpec struct {
			Name        string `json:"name"`
			DisplayName string `json:"display_name"`
			Language    string `json:"language"`
		} `json:"kernelspec"`
		LanguageInfo struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"language_info"`
	} `json:"metadata"`
	Format     int    `json:"nbformat"`
	Cells      []cell `json:"cells"`
	Worksheets []struct {
		Cells []cell `json:"cells"`
	} `json:"worksheets"`
}

type cell struct {
	Type        string                      `json:"cell_type"`
	Source      lines                       `json:"source"`
	Input       lines                       `json:"input"` // version 3
	Level       int                         `json:"level"` // version 3
	Language    string                      `json:"language"`
	Count       *int                        `json:"execution_count"`
	Prompt      *int                        `json:"prompt_number"` // version 3
	Outputs     []output                    `json:"outputs"`
	Attachments map[string]map[string]lines `json:"attachments"`
	Metadata    struct {
		Format   string `json:"format"`
		MimeType string `json:"raw_mimetype"`
	} `json:"metadata"`
}

// lines is text that may be written as a list of lines.
type lines string

// UnmarshalJSON reads a string or a list of strings; other values are kept as they are written.
func (l *lines) UnmarshalJSON(b []byte) error {
	var s string
	if err := json.Unmarshal(b, &s); err == nil {
		*l = lines(s)
		return nil
	}
	var list []string
	if err := json.Unmarshal(b, &list); err == nil {
		*l = lines(strings.Join(list, ""))
		return nil
	}
	*l = lines(b)
	return nil
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	text, _ := charset.Decode(raw, in.Options.Encoding)
	var nb notebook
	if err := json.Unmarshal([]byte(text), &nb); err != nil {
		if len(nb.Cells)+len(nb.Worksheets) == 0 {
			return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
		}
		in.Warnf("notebook is damaged: %v", err)
	}
	t := &translator{in: in, nb: &nb, node: &udm.StructuralNode{Role: udm.Section}}
	cells := nb.Cells
	for _, w := range nb.Worksheets {
		cells = append(cells, w.Cells...)
	}
	for i := range cells {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := t.cell(&cells[i]); err != nil {
			return nil, err
		}
	}
	t.node.Add(t.notes...)
	doc := decoder.NewDocument(in, "ipynb")
	doc.Nodes = []*udm.StructuralNode{t.node}
	t.metadata(&doc.Metadata)
	return doc, nil
}

type translator struct {
	in    *decoder.Input
	nb    *notebook
	node  *udm.StructuralNode
	notes []*udm.ContentBlock
}

// Add and AddNote make the translator a sink of Markdown.
func (t *translator) Add(b ...*udm.ContentBlock)     { t.node.Add(b...) }
func (t *translator) AddNote(b ...*udm.ContentBlock) { t.notes = append(t.notes, b...) }

func (t *translator) metadata(m *udm.Metadata) {
	meta := &t.nb.Metadata
	m.Title = clean(meta.Title)
	if m.Title == "" {
		m.Title = clean(meta.Name)
	}
	var names []string
	for _, a := range meta.Authors {
		if a.Name != "" {
			names = append(names, clean(a.Name))
		}
	}
	m.Author = strings.Join(names, ", ")
	m.Set("programming_language", clean(t.language()))
	m.Set("kernel", clean(meta.KernelSpec.DisplayName))
}

func (t *translator) language() string {
	if l := t.nb.Metadata.LanguageInfo.Name; l != "" {
		return l
	}
	return t.nb.Metadata.KernelSpec.Language
}

func (t *translator) cell(c *cell) error {
	source := string(c.Source)
	if source == "" {
		source = string(c.Input)
	}
	switch c.Type {
	case "markdown":
		return t.markdown(source, c)
	case "heading":
		if s := strings.Join(strings.Fields(clean(source)), " "); s != "" {
			return t.add(udm.NewHeading(max(c.Level, 1), s))
		}
	case "code":
		if err := t.code(source, c); err != nil {
			return err
		}
		for i := range c.Outputs {
			if err := t.output(&c.Outputs[i]); err != nil {
				return err
			}
		}
	case "raw":
		switch kind := c.Metadata.MimeType + c.Metadata.Format; {
		case strings.Contains(kind, "html"):
			return t.html(source)
		case strings.Contains(kind, "markdown"):
			return t.markdown(source, c)
		}
		return t.text(source, "raw")
	}
	return nil
}

func (t *translator) add(b *udm.ContentBlock) error {
	t.node.Add(b)
	if err := t.in.Budget.ChargeBlocks(1); err != nil {
		return err
	}
	return t.in.Budget.Charge(int64(len(b.Text)))
}

func (t *translator) markdown(source string, c *cell) error {
	opt := mdblock.Options{NoImages: t.in.Options.NoImages, Budget: t.in.Budget}
	if len(c.Attachments) > 0 {
		opt.Image = func(src string) (udm.Blob, string) {
			name, ok := strings.CutPrefix(src, "attachment:")
			if !ok {
				return nil, ""
			}
			for _, mediaType := range pictureTypes {
				if data, ok := c.Attachments[name][mediaType]; ok {
					if blob := decodeData(mediaType, string(data)); blob != nil {
						return blob, mediaType
					}
				}
			}
			return nil, ""
		}
	}
	return mdblock.Translate([]byte(strings.ReplaceAll(source, "\r\n", "\n")), opt, t)
}

func (t *translator) html(source string) error {
	blocks, err := htmlblock.Fragment(source, htmlblock.Options{NoImages: t.in.Options.NoImages, Budget: t.in.Budget})
	t.node.Add(blocks...)
	return err
}

// code adds a code cell; a magic on its first line (%%bash) says that it is in another language than the notebook.
func (t *translator) code(source string, c *cell) error {
	source = strings.TrimRight(clean(source), " \t\n")
	if strings.TrimSpace(source) == "" {
		return nil
	}
	lang := c.Language
	if lang == "" {
		lang = t.language()
	}
	if magic, ok := strings.CutPrefix(source, "%%"); ok {
		word, _, _ := strings.Cut(magic, "\n")
		if f := strings.Fields(word); len(f) > 0 && languages[f[0]] {
			lang = f[0]
		}
	}
	b := udm.NewCode(lang, source)
	b.A().Executable = true
	if c.Count == nil {
		c.Count = c.Prompt
	}
	if c.Count != nil {
		b.A().Set("execution_count", *c.Count)
	}
	return t.add(b)
}

var languages = map[string]bool{"bash": true, "sh": true, "html": true, "javascript": true, "js": true, "latex": true, "markdown": true, "perl": true, "python": true, "python2": true, "python3": true,
	"ruby": true, "svg": true, "sql": true, "R": true, "cython": true, "script": true}

// text adds text whose line breaks stand.
func (t *translator) text(s, style string) error {
	s = strings.Trim(clean(s), "\n")
	s = strings.TrimRight(s, " \t\n")
	if strings.TrimSpace(s) == "" {
		return nil
	}
	b := udm.NewText(udm.UncategorizedText, s)
	b.A().Style = style
	return t.add(b)
}

func decodeData(mediaType, data string) udm.Blob {
	if mediaType == "image/svg+xml" {
		return udm.Bytes(data)
	}
	b, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(data), ""))
	if err != nil || len(b) == 0 {
		return nil
	}
	return udm.Bytes(b)
}

func (t *translator) picture(mediaType, data string) (bool, error) {
	blob := decodeData(mediaType, data)
	if blob == nil {
		t.in.Warnf("a picture of type %s does not decode", clean(mediaType))
		return false, nil
	}
	b := picture.Block(blob, mediaType)
	if !strings.HasPrefix(b.Data.MediaType, "image/") {
		b.Data.MediaType = mediaType
	}
	if t.in.Options.NoImages {
		b.Data.Blob = nil
	}
	if err := t.in.Budget.Charge(blob.Size()); err != nil {
		return false, err
	}
	return true, t.add(b)
}

// clean returns text without terminal escapes and control characters.
func clean(s string) string {
	s = strings.ToValidUTF8(strings.ReplaceAll(s, "\r\n", "\n"), "\uFFFD")
	s = stripEscapes(s)
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, s)
}

// stripEscapes takes terminal escape sequences out: colours of tracebacks and progress bars (ECMA-48, 5.4).
func stripEscapes(s string) string {
	if strings.IndexByte(s, 0x1b) < 0 {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != 0x1b {
			sb.WriteByte(s[i])
			continue
		}
		if i+1 < len(s) && s[i+1] == '[' {
			i += 2
			for i < len(s) && (s[i] < 0x40 || s[i] > 0x7e) {
				i++
			}
		}
	}
	return sb.String()
}
