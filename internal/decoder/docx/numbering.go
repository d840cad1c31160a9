package docx

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// maxLevel is the deepest list level, 0-based (17.9.3).
const maxLevel = 8

// numbering holds the list definitions of a document and counts its lists.
type numbering struct {
	abstract map[string]*abstractList
	nums     map[int]*list
	styles   *styles
}

// abstractList is a list definition (17.9.1). All lists made from one share its counters.
type abstractList struct {
	levels   [maxLevel + 1]listLevel
	numStyle string // id of the numbering style that holds the definition in its place
	count    [maxLevel + 1]int
	running  [maxLevel + 1]bool
}

// list is an instance of a list definition (17.9.15), with levels of its own where it overrides them.
type list struct {
	abstract string
	levels   [maxLevel + 1]*listLevel
	start    [maxLevel + 1]int // start override; unset for none
	begun    [maxLevel + 1]bool
}

// listLevel is one level of a list (17.9.6).
type listLevel struct {
	format  int // as wordflow.Number takes it
	start   int
	text    string // "%1.%2)"
	restart int    // 1-based level that restarts this one, 0 never, unset any higher one
	legal   bool   // all numbers in decimal
	style   string // id of the paragraph style that this level belongs to
}

func readNumbering(pkg *opc.Package, part string, st *styles) (*numbering, error) {
	n := &numbering{abstract: map[string]*abstractList{}, nums: map[int]*list{}, styles: st}
	if part == "" {
		return n, nil
	}
	s, err := pkg.ScanRoot(part)
	if err != nil {
		return n, err
	}
	defer s.Close()
	return n, s.Children(func() error {
		switch s.Name() {
		case "w:abstractNum":
			a := &abstractList{}
			n.abstract[s.Attr("w:abstractNumId")] = a
			return a.read(s.Scanner)
		case "w:num":
			l := &list{}
			for i := range l.start {
				l.start[i] = unset
			}
			n.nums[s.Int("w:numId", 0)] = l
			return l.read(s.Scanner)
		}
		return nil
	})
}

func (a *abstractList) read(s *xmlscan.Scanner) error {
	return s.Children(func() error {
		switch s.Name() {
		case "w:lvl":
			if at := s.Int("w:ilvl", unset); at >= 0 && at <= maxLevel {
				return a.levels[at].read(s)
			}
		case "w:numStyleLink":
			a.numStyle = s.Attr("w:val")
		}
		return nil
	})
}

func (l *list) read(s *xmlscan.Scanner) error {
	return s.Children(func() error {
		switch s.Name() {
		case "w:abstractNumId":
			l.abstract = s.Attr("w:val")
		case "w:lvlOverride":
			at := s.Int("w:ilvl", unset)
			if at < 0 || at > maxLevel {
				return nil
			}
			return s.Children(func() error {
				switch s.Name() {
				case "w:startOverride":
					l.start[at] = max(s.Int("w:val", 0), 0)
				case "w:lvl":
					l.levels[at] = new(listLevel)
					return l.levels[at].read(s)
				}
				return nil
			})
		}
		return nil
	})
}

func (l *listLevel) read(s *xmlscan.Scanner) error {
	*l = listLevel{restart: unset}
	return s.Children(func() error {
		switch s.Name() {
		case "w:start":
			l.start = max(s.Int("w:val", 0), 0)
		case "w:numFmt":
			l.format = numberFormat(s.Attr("w:val"))
		case "w:lvlText":
			l.text = s.Attr("w:val")
		case "w:lvlRestart":
			l.restart = s.Int("w:val", unset)
		case "w:isLgl":
			l.legal = isOn(s)
		case "w:pStyle":
			l.style = s.Attr("w:val")
		case "mc:AlternateContent": // custom formats, with a plain one to fall back on
			return opc.Alternate(s, nil, func() error {
				return s.Children(func() error {
					if s.Name() == "w:numFmt" {
						l.format = numberFormat(s.Attr("w:val"))
					}
					return nil
				})
			})
		}
		return nil
	})
}

// maxLink bounds the chain of numbering styles that stand for one another.
const maxLink = 8

// definition returns a list's definition with numbering styles followed, nil when there is none.
func (n *numbering) definition(l *list) *abstractList {
	a := n.abstract[l.abstract]
	for range maxLink {
		if a == nil || a.numStyle == "" {
			return a
		}
		st := n.styles.byID[a.numStyle]
		if st == nil || n.nums[st.num.num] == nil {
			return a
		}
		a = n.abstract[n.nums[st.num.num].abstract]
	}
	return a
}

// styleLevel returns the level of a list that belongs to a paragraph style, or def.
func (n *numbering) styleLevel(num int, style string, def int) int {
	l := n.nums[num]
	if l == nil {
		return def
	}
	a := n.definition(l)
	if a == nil {
		return def
	}
	for at := range a.levels {
		if a.levels[at].style == style {
			return at
		}
	}
	return def
}

// marker is what a list shows in front of a paragraph.
type marker struct {
	kind  string // udm.Bullet or udm.Ordered; "" for a level that shows nothing
	label string
}

// next counts one paragraph of a list at a level and returns its marker; ok is false when there is no such list.
func (n *numbering) next(num, at int) (m marker, ok bool) {
	l := n.nums[num]
	if l == nil {
		return m, false
	}
	a := n.definition(l)
	if a == nil {
		return m, false
	}
	level := l.level(a, at)
	switch {
	case l.start[at] != unset && !l.begun[at]:
		a.count[at] = l.start[at]
	case !a.running[at]:
		a.count[at] = level.start
	default:
		a.count[at]++
	}
	l.begun[at], a.running[at] = true, true
	for up := range at {
		if !a.running[up] {
			a.count[up], a.running[up] = l.level(a, up).start, true
		}
	}
	for down := at + 1; down <= maxLevel; down++ {
		if r := l.level(a, down).restart; r == unset || at < r {
			a.running[down] = false
		}
	}
	if level.format == wordflow.NumberBullet {
		return marker{kind: udm.Bullet}, true
	}
	label := l.label(a, level)
	if label == "" {
		return marker{}, true
	}
	return marker{udm.Ordered, label}, true
}

func (l *list) level(a *abstractList, at int) *listLevel {
	if o := l.levels[at]; o != nil {
		return o
	}
	return &a.levels[at]
}

// label fills the numbers of the levels into a level's text (17.9.11).
func (l *list) label(a *abstractList, level *listLevel) string {
	if !strings.Contains(level.text, "%") {
		return strings.TrimSpace(level.text)
	}
	var sb strings.Builder
	for i := 0; i < len(level.text); i++ {
		c := level.text[i]
		if c != '%' || i+1 >= len(level.text) || level.text[i+1] < '1' || level.text[i+1] > '9' {
			sb.WriteByte(c)
			continue
		}
		i++
		at := int(level.text[i] - '1')
		format := l.level(a, at).format
		if level.legal && format != wordflow.NumberNone {
			format = 0
		}
		sb.WriteString(wordflow.Number(format, a.count[at]))
	}
	return strings.TrimSpace(sb.String())
}

// formats are the number formats (17.18.59) in the order of their codes in the binary formats.
var formats = strings.Fields("decimal upperRoman lowerRoman upperLetter lowerLetter ordinal cardinalText ordinalText hex chicago " +
	"ideographDigital japaneseCounting aiueo iroha decimalFullWidth decimalHalfWidth japaneseLegal japaneseDigitalTenThousand " +
	"decimalEnclosedCircle decimalFullWidth2 aiueoFullWidth irohaFullWidth decimalZero bullet ganada chosung decimalEnclosedFullstop " +
	"decimalEnclosedParen decimalEnclosedCircleChinese ideographEnclosedCircle ideographTraditional ideographZodiac " +
	"ideographZodiacTraditional taiwaneseCounting ideographLegalTraditional taiwaneseCountingThousand taiwaneseDigital " +
	"chineseCounting chineseLegalSimplified chineseCountingThousand koreanDigital koreanCounting koreanLegal koreanDigital2 " +
	"vietnameseCounting russianLower russianUpper")

var formatCodes = codes()

func codes() map[string]int {
	m := map[string]int{"none": wordflow.NumberNone}
	for i, f := range formats {
		m[f] = i
	}
	m["russianLower"], m["russianUpper"] = 58, 59
	return m
}

// numberFormat returns the code of a number format; those without one count as decimal.
func numberFormat(name string) int { return formatCodes[name] }
