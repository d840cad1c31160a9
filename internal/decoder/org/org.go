// Package org decodes Org mode texts (the Org syntax specification): headlines, lists, tables, blocks, drawers, footnotes,
// links and the other objects of paragraphs. Files that a text includes are not read.
package org

import (
	"context"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/markup"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

const name = "org"

// Format is Org mode.
var Format = decoder.Format{
	Name:       name,
	Title:      "Org mode text",
	MediaTypes: []string{"text/org", "text/x-org"},
	Extensions: []string{".org"},
	Unit:       udm.Section,
	Decode:     decode,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	doc := decoder.NewDocument(in, name)
	text, err := markup.Read(in, &doc.Metadata)
	if err != nil {
		return nil, err
	}
	lines := splitLines(text)
	d := &reader{Writer: markup.NewWriter(in.Budget), ctx: ctx, in: in, meta: &doc.Metadata, todo: map[string]bool{"TODO": true, "DONE": true},
		notes: map[string][]string{}, links: map[string]string{}, macros: map[string]string{}, ends: ends{}}
	d.para.Collapse = true
	d.survey(lines)
	d.document(lines)
	if d.Err != nil {
		return nil, d.Err
	}
	doc.Nodes = d.Nodes()
	return doc, ctx.Err()
}

// splitLines cuts a text into lines without white space at their ends, tabs expanded to columns of 8.
func splitLines(text string) []string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		l = strings.TrimRight(l, " \t\f\v")
		if strings.IndexByte(l, '\t') >= 0 {
			l = expandTabs(l)
		}
		lines[i] = l
	}
	return lines
}

// expandTabs expands the tabs in a line's indentation.
func expandTabs(l string) string {
	col := 0
	for i := 0; i < len(l); i++ {
		switch l[i] {
		case ' ':
			col++
		case '\t':
			col += 8 - col%8
		default:
			return strings.Repeat(" ", col) + l[i:]
		}
	}
	return l
}

// reader reads one text.
type reader struct {
	*markup.Writer
	ctx  context.Context
	in   *decoder.Input
	meta *udm.Metadata

	todo   map[string]bool // keywords of headlines
	notes  map[string][]string
	links  map[string]string // abbreviations
	macros map[string]string
	calls  int // of macros
	ends   ends
	depth  int

	para     richtext.Builder
	pictures []string // URLs of pictures in para
	due      []note   // that para refers to
	noted    map[string]bool
	numbers  map[string]int // of footnotes
	caption  string         // of the next element
	attrs    string
}

// note is a footnote: its lines, or its text within a paragraph.
type note struct {
	label string
	lines []string
}

// survey collects what a text defines for all of it: keywords, link abbreviations, macros and footnotes.
func (d *reader) survey(lines []string) {
	block := ""
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		if kind, _, ok := beginBlock(l); ok && block == "" {
			block = kind
			continue
		}
		if block != "" {
			if isEnd(l, block) {
				block = ""
			}
			continue
		}
		if label, text, ok := noteDefinition(l); ok {
			end := noteEnd(lines, i+1)
			if d.notes[label] == nil {
				d.notes[label] = append([]string{text}, lines[i+1:end]...)
			}
			continue
		}
		if key, value, ok := keyword(l); ok {
			d.define(key, value)
		}
	}
}

// define reads a keyword that holds for the whole text.
func (d *reader) define(key, value string) {
	first, rest, _ := strings.Cut(value, " ")
	switch key {
	case "TITLE":
		d.meta.Title = strings.TrimSpace(d.meta.Title + " " + plainText(value))
	case "AUTHOR":
		if d.meta.Author == "" {
			d.meta.Author = plainText(value)
		}
	case "KEYWORDS":
		d.addTags(value, " ,;")
	case "FILETAGS":
		d.addTags(value, ": ")
	case "DATE", "EMAIL", "LANGUAGE", "DESCRIPTION", "SUBTITLE", "CATEGORY":
		d.meta.Set(strings.ToLower(key), plainText(value))
	case "LINK":
		d.links[first] = strings.TrimSpace(rest)
	case "MACRO":
		d.macros[strings.ToLower(first)] = strings.TrimSpace(rest)
	case "TODO", "SEQ_TODO", "TYP_TODO":
		for w := range strings.FieldsSeq(value) {
			w, _, _ = strings.Cut(w, "(")
			if w != "|" && w != "" {
				d.todo[w] = true
			}
		}
	case "INCLUDE", "SETUPFILE":
		d.in.Warnf("%s of %s left out", strings.ToLower(key), value)
	}
}

func (d *reader) addTags(value, separators string) {
	for _, t := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		d.meta.Tags = append(d.meta.Tags, t)
	}
}
