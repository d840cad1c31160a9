// Package udm is the Unified Document Model: Document → StructuralNode → ContentBlock.
//
// The model has exactly three levels. In Go it is a little richer than its JSON form (typed
// attributes, compact tables, images that can be opened instead of bytes held); package
// output/udmjson does that translation and nothing else does.
//
// Text in the model is valid UTF-8 with "\n" line ends. Offsets into text count Unicode code
// points. Indexes are 0-based; page, slide and sheet numbers are 1-based.
package udm

// Role says what a Document's child stands for in its source.
type Role string

// The roles of structural nodes.
const (
	Page    Role = "page"
	Section Role = "section"
	Slide   Role = "slide"
	Sheet   Role = "sheet"
)

// PageBased reports whether nodes of this role are sections of the output by themselves.
func (r Role) PageBased() bool { return r == Page || r == Slide || r == Sheet }

// ContentType says how a block's content is stored.
type ContentType uint8

// The content types, in no order that matters.
const (
	Text ContentType = iota
	TableContent
	ImageContent
	Code
	Link
	Formula
	Media
)

var contentTypeNames = [...]string{"text", "table", "image", "code", "link", "formula", "media"}

func (t ContentType) String() string { return contentTypeNames[t] }

// ContentTypeNames lists the names of all content types.
func ContentTypeNames() []string { return contentTypeNames[:] }

// Category says what part a block plays in its document.
type Category uint8

// The categories. NoCategory is for media and link blocks, which have none.
const (
	NoCategory Category = iota
	Title
	NarrativeText
	UncategorizedText
	ListItem
	TableCategory
	Image
	Header
	Footer
	FigureCaption
	FormulaCategory
	Address
	EmailAddress
	CodeSnippet
	Footnote
)

var categoryNames = [...]string{"", "Title", "NarrativeText", "UncategorizedText", "ListItem", "Table", "Image",
	"Header", "Footer", "FigureCaption", "Formula", "Address", "EmailAddress", "CodeSnippet", "Footnote"}

func (c Category) String() string { return categoryNames[c] }

// CategoryNames lists the names of all categories.
func CategoryNames() []string { return categoryNames[1:] }

// ParseCategory returns the category of that name.
func ParseCategory(name string) (Category, bool) {
	for i, n := range categoryNames {
		if i > 0 && n == name {
			return Category(i), true
		}
	}
	return NoCategory, false
}

// ID is a UUID; the zero ID means not yet assigned (package docid assigns them).
type ID [16]byte

const hexDigits = "0123456789abcdef"

// AppendTo appends the ID in the usual 8-4-4-4-12 form.
func (id ID) AppendTo(b []byte) []byte {
	for i, x := range id {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			b = append(b, '-')
		}
		b = append(b, hexDigits[x>>4], hexDigits[x&15])
	}
	return b
}

func (id ID) String() string { return string(id.AppendTo(make([]byte, 0, 36))) }

// Document is one decoded file.
type Document struct {
	ID         ID
	SourceType string // format name, such as "docx"
	SourcePath string // slash-separated, relative to the input root
	MediaType  string // of the source
	Metadata   Metadata
	Nodes      []*StructuralNode
}

// StructuralNode is a page, slide, sheet or section of a document.
type StructuralNode struct {
	ID       ID
	Role     Role
	Label    string // "" means none
	Metadata Metadata
	Blocks   []*ContentBlock

	// Width and Height are the page's or slide's, in the unit of its blocks' boxes; 0 means unknown.
	Width, Height float64
}

// Add appends a block.
func (n *StructuralNode) Add(b ...*ContentBlock) { n.Blocks = append(n.Blocks, b...) }

// ContentBlock is a paragraph, heading, list item, table, picture or the like. It is kept small,
// since a document may have millions; what most blocks lack stands behind pointers.
type ContentBlock struct {
	ID       ID
	Type     ContentType
	Category Category
	Position Position
	Text     string // text, code, formula: the content; link: the URL; media: a URI when there is no Data
	Language string // BCP 47; of code: the programming language
	Attr     *Attributes
	Table    *Table // TableContent only
	Data     *Data  // ImageContent and Media only
	Metadata *Metadata
}

// A returns the block's attributes, which it makes on first use.
func (b *ContentBlock) A() *Attributes {
	if b.Attr == nil {
		b.Attr = new(Attributes)
	}
	return b.Attr
}

// IsHeading reports whether a section of the heading strategy starts here.
func (b *ContentBlock) IsHeading() bool { return b.Category == Title }

// HeadingLevel returns the heading's level from 1, or 0 for none.
func (b *ContentBlock) HeadingLevel() int {
	if b.Attr == nil {
		return 0
	}
	return b.Attr.HeadingLevel
}

// Position is a block's place in its node and, where known, on its page or sheet.
// The block's index in its node is its place in StructuralNode.Blocks.
type Position struct {
	Page     int32 // 1-based; 0 unknown
	Row, Col int32 // 0-based; valid when HasCell
	HasCell  bool
	BBox     *BBox
}

// BBox is a rectangle in points (or another unit) with its origin at the page's top left as a
// reader sees the page.
type BBox struct {
	X, Y, Width, Height float64
	Unit                string // "pt", "px" or "mm"; "" means "pt"
}

// Metadata describes a document, node or block. Zero values mean unknown.
type Metadata struct {
	Title      string
	Author     string
	CreatedAt  string // RFC 3339; without a zone when the source has none
	ModifiedAt string // likewise
	SourcePath string // filled in by docid
	Tags       []string
	Custom     map[string]any // JSON values: string, bool, int, float64, []any, []string, map[string]any
}

// Set adds a custom value; empty strings are left out.
func (m *Metadata) Set(key string, value any) {
	if s, ok := value.(string); ok && s == "" {
		return
	}
	if m.Custom == nil {
		m.Custom = make(map[string]any)
	}
	m.Custom[key] = value
}

// The list types.
const (
	Bullet  = "bullet"
	Ordered = "ordered"
)

// The note kinds.
const (
	NoteSpeaker  = "speaker"
	NoteFootnote = "footnote"
	NoteEndnote  = "endnote"
)

// Attributes are the facts about a block that the contract names, where known. Extra takes the
// rarer ones. A table's own facts are in Table, an image's in Data.
type Attributes struct {
	HeadingLevel int    // from 1; 0 none
	ListType     string // Bullet or Ordered; "" for no list item
	ListLevel    int    // 0-based; written when ListType is set
	ListLabel    string // as shown: "2.a)", "•" is left out
	Style        string
	Bold         bool
	Italic       bool
	Underline    bool
	NoteKind     string // makes the block a note
	Links        []LinkSpan
	Emphasis     []Emphasis

	Executable bool // code

	DisplayText string // link
	Target      string
	Rel         string

	Notation    string // formula: "latex", "mathml", "excel"
	ResultValue string
	ResultType  string
	Cell        string

	AltText string // image
	Caption string // image, table
	Src     string // image that the file only links to

	Duration float64 // media, seconds
	Format   string

	Extra map[string]any
}

// Set adds a rarer attribute.
func (a *Attributes) Set(key string, value any) {
	if a.Extra == nil {
		a.Extra = make(map[string]any)
	}
	a.Extra[key] = value
}

// LinkSpan is a link inside a paragraph; Start and End are offsets in code points.
type LinkSpan struct {
	Start, End int
	URL        string
}

// Emphasis is a run of emphasised text; Start and End are offsets in code points. Style is
// "bold", "italic", "underline", "bold_italic", "strikethrough", "code", "superscript", "subscript".
type Emphasis struct {
	Start, End int
	Style      string
}

// Data is a picture's or recording's content and what is known of it.
type Data struct {
	MediaType     string // as the bytes say
	Blob          Blob   // nil when the file only links to it
	Width, Height int    // pixels; 0 unknown
}
