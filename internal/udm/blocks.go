package udm

import "unicode/utf8"

// NewText returns a text block.
func NewText(c Category, text string) *ContentBlock {
	return &ContentBlock{Type: Text, Category: c, Text: text}
}

// NewHeading returns a Title block; level counts from 1, 0 means unknown.
func NewHeading(level int, text string) *ContentBlock {
	b := NewText(Title, text)
	if level > 0 {
		b.A().HeadingLevel = level
	}
	return b
}

// NewListItem returns a list item; level is 0-based, label is as shown and "" for plain bullets.
func NewListItem(listType string, level int, label, text string) *ContentBlock {
	b := NewText(ListItem, text)
	b.Attr = &Attributes{ListType: listType, ListLevel: level, ListLabel: label}
	return b
}

// NewNote returns a Footnote block of that kind (for NoteSpeaker: a NarrativeText block).
func NewNote(kind, text string) *ContentBlock {
	b := NewText(Footnote, text)
	if kind == NoteSpeaker {
		b.Category = NarrativeText
	}
	b.A().NoteKind = kind
	return b
}

// NewCode returns a code block; lang may be "".
func NewCode(lang, source string) *ContentBlock {
	return &ContentBlock{Type: Code, Category: CodeSnippet, Text: source, Language: lang}
}

// NewFormula returns a formula block.
func NewFormula(notation, expression string) *ContentBlock {
	return &ContentBlock{Type: Formula, Category: FormulaCategory, Text: expression, Attr: &Attributes{Notation: notation}}
}

// NewLink returns a block that is nothing but a link.
func NewLink(url, display string) *ContentBlock {
	return &ContentBlock{Type: Link, Category: UncategorizedText, Text: url, Attr: &Attributes{DisplayText: display}}
}

// NewTable returns a table block.
func NewTable(t *Table) *ContentBlock {
	return &ContentBlock{Type: TableContent, Category: TableCategory, Table: t}
}

// NewImage returns an image block; blob nil means the file only links to it (set Attr.Src).
func NewImage(mediaType string, blob Blob) *ContentBlock {
	return &ContentBlock{Type: ImageContent, Category: Image, Data: &Data{MediaType: mediaType, Blob: blob}}
}

// LinkBlocks makes link blocks of the paragraphs that are nothing but one link. Headings, list items and notes stay what they are.
func LinkBlocks(d *Document) {
	for _, n := range d.Nodes {
		for _, b := range n.Blocks {
			if b.isLink() {
				b.Type, b.Attr.DisplayText, b.Text = Link, b.Text, b.Attr.Links[0].URL
				b.Attr.Links, b.Attr.Emphasis = nil, nil
				b.Attr.Bold, b.Attr.Italic, b.Attr.Underline = false, false, false
			}
		}
	}
}

func (b *ContentBlock) isLink() bool {
	if b.Type != Text || b.Category != UncategorizedText && b.Category != NarrativeText || b.Attr == nil || len(b.Attr.Links) != 1 || b.Attr.NoteKind != "" || b.Attr.ListType != "" {
		return false
	}
	l := b.Attr.Links[0]
	return l.Start == 0 && l.End == utf8.RuneCountInString(b.Text)
}
