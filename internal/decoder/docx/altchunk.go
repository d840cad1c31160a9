package docx

import (
	"path"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/htmlblock"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// maxNested bounds how many documents may stand in one another by w:altChunk.
const maxNested = 4

// altChunk reads a part in another format that takes a place in the text (17.17.2.1): HTML, plain text and Word
// documents. Other formats are handed back to the walk.
func (st *story) altChunk(id string) error {
	rel, ok := st.relationship(id)
	if !ok || rel.External || !st.pkg.Has(rel.Target) {
		return nil
	}
	var blocks []*udm.ContentBlock
	var err error
	switch chunkKind(st.pkg.ContentType(rel.Target), rel.Target) {
	case "html":
		blocks, err = st.htmlChunk(rel.Target)
	case "text":
		blocks, err = st.textChunk(rel.Target)
	case "docx":
		blocks, err = st.wordChunk(rel.Target)
	default:
		if blob := st.pkg.Blob(rel.Target); blob != nil {
			st.in.Attach(path.Base(rel.Target), blob)
		}
	}
	if err != nil {
		if err := st.flaw(rel.Target, err); err != nil {
			return err
		}
	}
	for _, b := range blocks {
		if st.cell != nil {
			st.cell.block(b)
			continue
		}
		b.Position = udm.Position{Page: st.page}
		if err := st.emit(item{block: b}); err != nil {
			return err
		}
	}
	return nil
}

func chunkKind(contentType, part string) string {
	switch contentType {
	case "text/html", "application/xhtml+xml":
		return "html"
	case "text/plain":
		return "text"
	}
	if strings.HasPrefix(contentType, "application/vnd.openxmlformats-officedocument.wordprocessingml.") || strings.HasPrefix(contentType, "application/vnd.ms-word.") {
		return "docx"
	}
	switch strings.ToLower(path.Ext(part)) {
	case ".htm", ".html", ".xhtml":
		return "html"
	case ".txt":
		return "text"
	case ".docx", ".docm", ".dotx":
		return "docx"
	}
	return ""
}

func (st *story) htmlChunk(part string) ([]*udm.ContentBlock, error) {
	raw, err := st.pkg.ReadAll(part)
	if err != nil {
		return nil, err
	}
	src, _ := charset.Decode(raw, "")
	rels := st.pkg.Rels(part)
	return htmlblock.Fragment(src, htmlblock.Options{
		Budget:   st.in.Budget,
		NoImages: st.in.Options.NoImages,
		Image: func(src string) (udm.Blob, string) {
			for rel := range rels.All("image") {
				if !rel.External && path.Base(rel.Target) == path.Base(src) {
					return st.pkg.Blob(rel.Target), st.pkg.ContentType(rel.Target)
				}
			}
			return nil, ""
		},
	})
}

func (st *story) textChunk(part string) ([]*udm.ContentBlock, error) {
	raw, err := st.pkg.ReadAll(part)
	if err != nil {
		return nil, err
	}
	text, _ := charset.Decode(raw, "")
	var out []*udm.ContentBlock
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, udm.NewText(classify.Body(line), line))
		}
	}
	return out, nil
}

func (st *story) wordChunk(part string) ([]*udm.ContentBlock, error) {
	if st.nested >= maxNested {
		return nil, nil
	}
	raw, err := st.pkg.ReadAll(part)
	if err != nil {
		return nil, err
	}
	r, err := newReader(st.ctx, st.in, source.Bytes(raw))
	if err != nil {
		return nil, err
	}
	r.nested = st.nested + 1
	inner, err := r.main()
	if err != nil {
		return nil, err
	}
	var out, notes []*udm.ContentBlock
	for _, it := range inner.items {
		if it.note {
			notes = append(notes, it.block)
		} else {
			out = append(out, it.block)
		}
	}
	return append(out, notes...), nil
}
