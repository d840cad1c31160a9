package odf

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/codelines"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Family is the kind of thing that a style is for (part 3, 19.480).
type Family uint8

// The families that matter to a reader of content.
const (
	NoFamily Family = iota
	Paragraph
	Text
	Section
	Table
	TableCell
	TableColumn
	DrawingPage
	families
)

func family(name []byte) Family {
	switch string(name) {
	case "paragraph":
		return Paragraph
	case "text":
		return Text
	case "section":
		return Section
	case "table":
		return Table
	case "table-cell":
		return TableCell
	case "table-column":
		return TableColumn
	case "drawing-page":
		return DrawingPage
	}
	return NoFamily
}

// Role is the part that a paragraph of a style plays, known by the names that the programs give their own styles:
// these are the same in every language of the user interface.
type Role uint8

// The roles.
const (
	Plain        Role = iota
	Title             // of the document, its subtitle, the heading of an index
	Code              // preformatted text
	Caption           // of a picture or table
	TableHeading      // text of a header cell
)

// Style is what a style says of the content it is on, its parents' part included.
type Style struct {
	Name    string // of the nearest style that a user sees, as the user sees it
	Role    Role
	Outline int // heading level from 1; 0 none

	// Emphasis are the character properties, of which the style sets those in Sets.
	Emphasis, Sets richtext.Style
	Hidden         bool // text that is not displayed, sections likewise, sheets and slides

	ListStyle  string // of the list that paragraphs are in
	NoList     bool   // headings are taken out of the outline's numbering
	NoMark     bool   // paragraphs in a list have no bullet or number
	PageBefore bool   // a page break before
	PageAfter  bool
	MasterPage string // of a new page that begins here; "" for no new page

	NumberStyle string  // of cells' values; see Styles.FormatCode
	Width       float64 // of columns, points; 0 unknown

	ShowHeader, ShowFooter, ShowDate, ShowNumber Switch // DrawingPage: which fields of the master page show

	parent   string
	raw      rawStyle
	resolved resolution
}

// Switch is a property that may be unset.
type Switch uint8

// The values of a Switch.
const (
	Unset Switch = iota
	On
	Off
)

// rawStyle marks what the style's own element sets.
type rawStyle struct {
	hasOutline, hasHidden, hasList, hasMark, hasMaster, hasNumber, hasBefore, hasAfter bool

	common bool // seen by users
}

type resolution uint8

const (
	unresolved resolution = iota
	inProgress
	resolved
)

// Styles are the styles that are in force in one part: those that the whole document shares and the part's own
// automatic ones.
type Styles struct {
	shared *sharedStyles
	auto   layer
}

type layer struct {
	styles [families]map[string]*Style
	lists  map[string]*ListStyle
	data   map[string]*dataStyle
}

type sharedStyles struct {
	layer
	defaults [families]*Style
	outline  *ListStyle
	// Fonts in which programs are printed. That their letters are of one width is not enough: most fonts for
	// Chinese and Japanese are so.
	typewriter map[string]bool
}

// NewStyles returns styles that know nothing yet.
func NewStyles() *Styles {
	return &Styles{shared: &sharedStyles{typewriter: map[string]bool{}}}
}

// Part returns the styles for another part: the shared ones, without the automatic ones.
func (st *Styles) Part() *Styles { return &Styles{shared: st.shared} }

// Read reads the styles in the office:styles, office:automatic-styles or office:font-face-decls element that s stands at.
func (st *Styles) Read(s *xmlscan.Scanner) error {
	to, common := &st.auto, false
	if s.Name() == "office:styles" {
		to, common = &st.shared.layer, true
	}
	return s.Children(func() error {
		switch s.Name() {
		case "style:font-face":
			if codelines.Typewriter(s.Attr("style:name")) || codelines.Typewriter(s.Attr("svg:font-family")) {
				st.shared.typewriter[s.Attr("style:name")] = true
			}
		case "style:style":
			f := family(s.AttrBytes("style:family"))
			if f == NoFamily {
				return nil
			}
			name := s.Attr("style:name")
			style, err := st.readStyle(s, name, common)
			if to.styles[f] == nil {
				to.styles[f] = map[string]*Style{}
			}
			to.styles[f][name] = style
			return err
		case "style:default-style":
			f := family(s.AttrBytes("style:family"))
			style, err := st.readStyle(s, "", false)
			st.shared.defaults[f] = style
			return err
		case "text:list-style":
			name := s.Attr("style:name")
			list, err := readListStyle(s)
			if to.lists == nil {
				to.lists = map[string]*ListStyle{}
			}
			to.lists[name] = list
			return err
		case "text:outline-style":
			list, err := readListStyle(s)
			st.shared.outline = list
			return err
		case "number:number-style", "number:percentage-style", "number:currency-style", "number:date-style",
			"number:time-style", "number:boolean-style", "number:text-style":
			name := s.Attr("style:name")
			data, err := readDataStyle(s)
			if to.data == nil {
				to.data = map[string]*dataStyle{}
			}
			to.data[name] = data
			return err
		}
		return nil
	})
}

func (st *Styles) readStyle(s *xmlscan.Scanner, name string, common bool) (*Style, error) {
	style := &Style{raw: rawStyle{common: common}}
	for i := range s.Attrs() {
		a := &s.Attrs()[i]
		switch a.Full {
		case "style:parent-style-name":
			style.parent = a.Value()
		case "style:display-name":
			style.Name = a.Value()
		case "style:default-outline-level":
			style.Outline, style.raw.hasOutline = atoi(a.Value()), true
		case "style:list-style-name":
			style.ListStyle, style.raw.hasList = a.Value(), true
			style.NoList = style.ListStyle == ""
		case "style:master-page-name":
			style.MasterPage, style.raw.hasMaster = a.Value(), true
		case "style:data-style-name":
			style.NumberStyle, style.raw.hasNumber = a.Value(), true
		}
	}
	if common {
		style.known(name)
	}
	err := s.Children(func() error {
		switch s.Name() {
		case "style:text-properties":
			st.textProperties(s, style)
		case "style:paragraph-properties":
			style.breaks(s)
			if v := s.AttrBytes("text:enable-numbering"); v != nil {
				style.NoMark, style.raw.hasMark = string(v) == "false", true
			}
		case "style:section-properties":
			style.setHidden(string(s.AttrBytes("text:display")) == "none")
		case "style:table-properties":
			if v := s.AttrBytes("table:display"); v != nil {
				style.setHidden(string(v) == "false")
			}
			style.breaks(s)
		case "style:table-column-properties":
			style.Width = Points(s.AttrBytes("style:column-width"))
		case "style:drawing-page-properties":
			if v := s.AttrBytes("presentation:visibility"); v != nil {
				style.setHidden(string(v) == "hidden")
			}
			style.ShowHeader = parseSwitch(s.AttrBytes("presentation:display-header"))
			style.ShowFooter = parseSwitch(s.AttrBytes("presentation:display-footer"))
			style.ShowDate = parseSwitch(s.AttrBytes("presentation:display-date-time"))
			style.ShowNumber = parseSwitch(s.AttrBytes("presentation:display-page-number"))
		}
		return nil
	})
	return style, err
}

// breaks reads the page breaks that a style sets (part 3, 20.183 and 20.184).
func (style *Style) breaks(s *xmlscan.Scanner) {
	if v := s.AttrBytes("fo:break-before"); v != nil {
		style.PageBefore, style.raw.hasBefore = string(v) == "page", true
	}
	if v := s.AttrBytes("fo:break-after"); v != nil {
		style.PageAfter, style.raw.hasAfter = string(v) == "page", true
	}
}

// known adds what the programs' own name for a style says. Blanks in it should be written "_20_"; not all do.
func (style *Style) known(name string) {
	if style.Name == "" {
		style.Name = strings.ReplaceAll(name, "_20_", " ")
	}
	name = strings.ReplaceAll(name, " ", "_20_")
	style.Role = roleOf(name)
	if level, ok := strings.CutPrefix(name, "Heading_20_"); ok && !style.raw.hasOutline {
		style.Outline = atoi(level)
		style.raw.hasOutline = style.Outline > 0
	}
}

func (style *Style) setHidden(hidden bool) { style.Hidden, style.raw.hasHidden = hidden, true }

func parseSwitch(v []byte) Switch {
	switch string(v) {
	case "true":
		return On
	case "false":
		return Off
	}
	return Unset
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

func roleOf(name string) Role {
	switch name {
	case "Title", "Subtitle", "Contents_20_Heading", "Index_20_Heading", "Bibliography_20_Heading",
		"Illustration_20_Index_20_Heading", "Table_20_index_20_heading", "Figure_20_Index_20_Heading",
		"Object_20_index_20_heading", "User_20_Index_20_Heading":
		return Title
	case "Preformatted_20_Text", "HTML_20_Preformatted", "Source_20_Code", "Code", "Code_20_Block", "Listing_20_Code",
		"Verbatim", "Plain_20_Code", "Codeblock":
		return Code
	case "Caption", "caption", "TableCaption", "FigureCaption":
		return Caption
	}
	return Plain
}

// textProperties reads the character properties that a style sets (part 3, 16.29).
func (st *Styles) textProperties(s *xmlscan.Scanner, style *Style) {
	set := func(bit richtext.Style, on bool) {
		style.Sets |= bit
		if on {
			style.Emphasis |= bit
		} else {
			style.Emphasis &^= bit
		}
	}
	for i := range s.Attrs() {
		a := &s.Attrs()[i]
		switch a.Full {
		case "fo:font-weight":
			v := a.Value()
			set(richtext.Bold, v == "bold" || atoi(v) >= 600)
		case "fo:font-style":
			v := a.Value()
			set(richtext.Italic, v == "italic" || v == "oblique")
		case "style:text-underline-style":
			set(richtext.Underline, a.Value() != "none")
		case "style:text-line-through-style":
			set(richtext.Strike, a.Value() != "none")
		case "style:text-position":
			v, _, _ := strings.Cut(a.Value(), " ")
			percent := atoi(strings.TrimSuffix(v, "%"))
			set(richtext.Super, v == "super" || percent > 0)
			set(richtext.Sub, v == "sub" || percent < 0)
		case "style:font-name":
			set(richtext.Code, st.shared.typewriter[a.Value()])
		case "text:display":
			style.setHidden(a.Value() == "none")
		}
	}
}

// Get returns the style of that name with all that it inherits. For a paragraph, a name that no style has means the
// program's own style; else it gives the family's default.
func (st *Styles) Get(f Family, name []byte) *Style {
	if style := st.auto.styles[f][string(name)]; style != nil {
		return st.resolve(f, style)
	}
	if style := st.shared.styles[f][string(name)]; style != nil {
		return st.resolve(f, style)
	}
	if f != Paragraph || len(name) == 0 {
		return st.fallback(f)
	}
	style := &Style{raw: rawStyle{common: true}}
	style.known(string(name))
	if len(bytes.TrimRight(name, "0123456789")) <= 2 { // "P7", an automatic style that is not there
		style.Name = ""
	}
	switch style.Name {
	case "Table", "Illustration", "Figure", "Drawing":
		style.Role = Caption
	}
	if st.shared.styles[f] == nil {
		st.shared.styles[f] = map[string]*Style{}
	}
	st.shared.styles[f][string(name)] = style
	return st.resolve(f, style)
}

func (st *Styles) fallback(f Family) *Style {
	if st.shared.defaults[f] == nil {
		st.shared.defaults[f] = &Style{}
	}
	return st.shared.defaults[f]
}

// resolve adds what a style inherits to it. A style that is its own ancestor inherits from the default style.
func (st *Styles) resolve(f Family, style *Style) *Style {
	if style.resolved != unresolved {
		return style
	}
	style.resolved = inProgress
	var parent *Style
	switch p := st.shared.styles[f][style.parent]; {
	case p != nil && p.resolved != inProgress:
		parent = st.resolve(f, p)
	case f == Text:
		parent = &Style{} // what a span does not set is the paragraph's
	default:
		parent = st.fallback(f)
	}
	style.inherit(parent)
	style.resolved = resolved
	return style
}

func (style *Style) inherit(parent *Style) {
	style.Emphasis |= parent.Emphasis &^ style.Sets
	style.Sets |= parent.Sets
	if style.Role == Plain {
		style.Role = parent.Role
	}
	if !style.raw.common {
		style.Name = parent.Name
	}
	raw, up := &style.raw, &parent.raw
	inherit(&raw.hasOutline, up.hasOutline, &style.Outline, parent.Outline)
	inherit(&raw.hasHidden, up.hasHidden, &style.Hidden, parent.Hidden)
	if !raw.hasList {
		style.NoList = parent.NoList
	}
	inherit(&raw.hasList, up.hasList, &style.ListStyle, parent.ListStyle)
	inherit(&raw.hasMark, up.hasMark, &style.NoMark, parent.NoMark)
	inherit(&raw.hasNumber, up.hasNumber, &style.NumberStyle, parent.NumberStyle)
	inherit(&raw.hasBefore, up.hasBefore, &style.PageBefore, parent.PageBefore)
	inherit(&raw.hasAfter, up.hasAfter, &style.PageAfter, parent.PageAfter)
	inherit(&raw.hasMaster, up.hasMaster, &style.MasterPage, parent.MasterPage)
	inheritSwitch(&style.ShowHeader, parent.ShowHeader)
	inheritSwitch(&style.ShowFooter, parent.ShowFooter)
	inheritSwitch(&style.ShowDate, parent.ShowDate)
	inheritSwitch(&style.ShowNumber, parent.ShowNumber)
}

func inherit[T any](has *bool, parentHas bool, value *T, parent T) {
	if !*has && parentHas {
		*has, *value = true, parent
	}
}

func inheritSwitch(value *Switch, parent Switch) {
	if *value == Unset {
		*value = parent
	}
}

// List returns the list style of that name, or nil.
func (st *Styles) List(name string) *ListStyle {
	if l := st.auto.lists[name]; l != nil {
		return l
	}
	return st.shared.lists[name]
}

// OutlineStyle returns the numbering of headings, or nil.
func (st *Styles) OutlineStyle() *ListStyle { return st.shared.outline }

// Points returns a length ("2.5cm") in points, or 0 when it is none (part 3, 18.3.18).
func Points(length []byte) float64 {
	n := len(length)
	for n > 0 && (length[n-1] < '0' || length[n-1] > '9') && length[n-1] != '.' {
		n--
	}
	v, err := strconv.ParseFloat(string(length[:n]), 64)
	if err != nil {
		return 0
	}
	switch string(bytes.TrimSpace(length[n:])) {
	case "cm":
		return v * 72 / 2.54
	case "mm":
		return v * 72 / 25.4
	case "in":
		return v * 72
	case "pc":
		return v * 12
	case "px":
		return v * 0.75
	}
	return v
}
