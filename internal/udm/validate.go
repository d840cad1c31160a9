package udm

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Validate reports the first place where a document breaks the model's rules: content type and
// category agree, texts are valid UTF-8 and not empty, offsets lie within their text, tables'
// merges lie within their table.
func Validate(d *Document) error {
	for i, n := range d.Nodes {
		switch n.Role {
		case Page, Section, Slide, Sheet:
		default:
			return fmt.Errorf("node %d: unknown role %q", i, n.Role)
		}
		for k, b := range n.Blocks {
			if err := validateBlock(b); err != nil {
				return fmt.Errorf("node %d block %d (%s %s): %w", i, k, b.Type, b.Category, err)
			}
		}
	}
	return nil
}

func validateBlock(b *ContentBlock) error {
	if want, ok := categoryOf[b.Type]; ok && b.Category != want {
		return fmt.Errorf("category %q, want %q", b.Category, want)
	}
	switch b.Type {
	case Text:
		switch b.Category {
		case NoCategory, TableCategory, Image, FormulaCategory, CodeSnippet:
			return fmt.Errorf("category %q does not fit a text block", b.Category)
		}
		if strings.TrimSpace(b.Text) == "" {
			return fmt.Errorf("empty text block")
		}
	case TableContent:
		return validateTable(b.Table)
	case ImageContent, Media:
		if b.Data == nil {
			return fmt.Errorf("no data")
		}
		return nil
	}
	if !utf8.ValidString(b.Text) {
		return fmt.Errorf("text is not UTF-8")
	}
	for i := 0; i < len(b.Text); i++ {
		if c := b.Text[i]; c < 0x20 && c != '\n' && c != '\t' {
			return fmt.Errorf("control character %#x in text", c)
		}
	}
	if b.Attr == nil {
		return nil
	}
	n := utf8.RuneCountInString(b.Text)
	for _, l := range b.Attr.Links {
		if l.Start < 0 || l.End < l.Start || l.End > n {
			return fmt.Errorf("link %d-%d outside of text of %d code points", l.Start, l.End, n)
		}
	}
	for _, e := range b.Attr.Emphasis {
		if e.Start < 0 || e.End < e.Start || e.End > n {
			return fmt.Errorf("emphasis %d-%d outside of text of %d code points", e.Start, e.End, n)
		}
	}
	return nil
}

var categoryOf = map[ContentType]Category{
	TableContent: TableCategory, ImageContent: Image, Code: CodeSnippet, Formula: FormulaCategory,
}

func validateTable(t *Table) error {
	if t == nil || t.Rows() == 0 || t.Cols() == 0 {
		return fmt.Errorf("table without cells")
	}
	if t.HeaderRows > t.Rows() {
		return fmt.Errorf("%d header rows of %d", t.HeaderRows, t.Rows())
	}
	for _, m := range t.Merged {
		if m.Row < 0 || m.Col < 0 || m.RowSpan*m.ColSpan < 2 || m.Row+m.RowSpan > t.Rows() || m.Col+m.ColSpan > t.Cols() {
			return fmt.Errorf("merge %+v outside of a %d×%d table", m, t.Rows(), t.Cols())
		}
	}
	for i := range t.rows {
		if !utf8.ValidString(t.rows[i].text) {
			return fmt.Errorf("row %d is not UTF-8", i)
		}
	}
	return nil
}
