package rtfblock

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// keyword is what a control word does; those that are only a character have it in char.
type keyword struct {
	do   func(*reader)
	char string
	dest bool // known also behind \*
}

// The keywords that matter here; all others are ignored, and so is a group that begins with \* and one
// of the others. It is filled by init, since the functions in it refer to it.
var keywords map[string]keyword

func init() { keywords = buildKeywords() }

func buildKeywords() map[string]keyword {
	m := map[string]keyword{}
	for name, char := range map[string]string{
		"tab": "\t", "line": "\n", "softline": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”",
		"bullet": "•", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "zwj": "\u200d", "zwnj": "\u200c",
		"ltrmark": "\u200e", "rtlmark": "\u200f",
	} {
		m[name] = keyword{char: char}
	}
	for name, do := range map[string]func(*reader){
		// document
		"ansi":    func(r *reader) { r.ansi = 1252 },
		"mac":     func(r *reader) { r.ansi = 10000 },
		"pc":      func(r *reader) { r.ansi = 437 },
		"pca":     func(r *reader) { r.ansi = 850 },
		"ansicpg": func(r *reader) { r.setAnsi() },
		"deff":    func(r *reader) { r.deff, r.g.font = r.num, r.num },
		"ftnnar":  func(r *reader) { r.noteFmt = 0 }, "aftnnar": func(r *reader) { r.endFmt = 0 },
		"ftnnalc": func(r *reader) { r.noteFmt = 4 }, "aftnnalc": func(r *reader) { r.endFmt = 4 },
		"ftnnauc": func(r *reader) { r.noteFmt = 3 }, "aftnnauc": func(r *reader) { r.endFmt = 3 },
		"ftnnrlc": func(r *reader) { r.noteFmt = 2 }, "aftnnrlc": func(r *reader) { r.endFmt = 2 },
		"ftnnruc": func(r *reader) { r.noteFmt = 1 }, "aftnnruc": func(r *reader) { r.endFmt = 1 },

		// text
		"par": (*reader).par, "sect": (*reader).breakParagraph, "page": (*reader).breakParagraph, "column": (*reader).breakParagraph,
		"u":     func(r *reader) { r.unicode(r.num) },
		"uc":    func(r *reader) { r.g.uc = max(r.num, 0) },
		"chftn": (*reader).noteMark,

		// characters
		"plain":   func(r *reader) { r.g.chp = chp{font: r.deff, bidi: -1} },
		"f":       (*reader).setFont,
		"af":      func(r *reader) { r.g.bidi = r.num },
		"rtlch":   func(r *reader) { r.g.rtl = true },
		"ltrch":   func(r *reader) { r.g.rtl = false },
		"b":       styleKeyword(richtext.Bold),
		"i":       styleKeyword(richtext.Italic),
		"strike":  styleKeyword(richtext.Strike),
		"striked": styleKeyword(richtext.Strike),
		"ul":      styleKeyword(richtext.Underline), "uld": styleKeyword(richtext.Underline), "uldb": styleKeyword(richtext.Underline),
		"ulw": styleKeyword(richtext.Underline), "uldash": styleKeyword(richtext.Underline), "ulwave": styleKeyword(richtext.Underline),
		"ulth": styleKeyword(richtext.Underline), "ulnone": func(r *reader) { r.g.style &^= richtext.Underline },
		"super":      func(r *reader) { r.g.style = r.g.style&^richtext.Sub | richtext.Super },
		"sub":        func(r *reader) { r.g.style = r.g.style&^richtext.Super | richtext.Sub },
		"nosupersub": func(r *reader) { r.g.style &^= richtext.Super | richtext.Sub },
		"v":          func(r *reader) { r.g.hidden = r.on() },
		"deleted":    func(r *reader) { r.g.deleted = r.on() },

		// paragraphs
		"pard":         func(r *reader) { r.g.pap = defaultPap },
		"s":            func(r *reader) { r.g.styleID = r.num },
		"outlinelevel": func(r *reader) { r.g.outline = r.num },
		"ls":           (*reader).setList,
		"ilvl":         func(r *reader) { r.g.ilvl = r.num },
		"intbl":        func(r *reader) { r.g.intbl = true },
		"itap":         func(r *reader) { r.g.itap = r.num },
		"pnlvlblt":     func(r *reader) { r.g.pnType = udm.Bullet },
		"pnlvlbody":    func(r *reader) { r.g.pnType = udm.Ordered },
		"pnlvlcont":    func(r *reader) { r.g.pnType = "" },
		"pnlvl":        func(r *reader) { r.g.pnType, r.g.pnLevel = udm.Ordered, max(r.num-1, 0) },

		// tables
		"trowd":   func(r *reader) { *r.row() = row{} },
		"trleft":  func(r *reader) { r.row().left = r.num },
		"trhdr":   func(r *reader) { r.row().Header = true },
		"clmrg":   func(r *reader) { r.row().cell.HMerge = true },
		"clvmrg":  func(r *reader) { r.row().cell.VMerge = true },
		"cellx":   (*reader).cellx,
		"cell":    (*reader).cell,
		"row":     (*reader).endRow,
		"nestrow": (*reader).endNestedRow, "nestcell": (*reader).nestedCell,

		// styles and lists
		"sbasedon": (*reader).basedOn,
		"levelnfc": func(r *reader) { r.onLevel(func(l *wordflow.ListLevel) { l.Format = r.num }) },
		"levelnfcn": func(r *reader) {
			r.onLevel(func(l *wordflow.ListLevel) { l.Format = r.num })
		},
		"levelstartat":   (*reader).levelStart,
		"levellegal":     func(r *reader) { r.onLevel(func(l *wordflow.ListLevel) { l.Legal = r.on() }) },
		"levelnorestart": func(r *reader) { r.onLevel(func(l *wordflow.ListLevel) { l.Restart = 0 }) },
		"listid":         (*reader).listID,

		// pictures
		"pngblip": pictType("image/png"), "jpegblip": pictType("image/jpeg"), "emfblip": pictType("image/emf"), "wmetafile": pictType("image/wmf"),
		"dibitmap": pictType("image/bmp"), "macpict": pictType("image/x-pict"), "wbitmap": pictType("image/x-wbitmap"),
		"picw": func(r *reader) { r.onPict(func(p *pict) { p.width = r.num }) }, "pich": func(r *reader) { r.onPict(func(p *pict) { p.height = r.num }) },

		// notes and comments
		"ftnalt":   func(r *reader) { r.story.endnote = true },
		"ffres":    func(r *reader) { r.onField(func(f *field) { f.result = r.num }) },
		"ffdefres": func(r *reader) { r.onField(func(f *field) { f.byDefault = r.num }) },

		// document information
		"yr": func(r *reader) { r.date.year = r.num }, "mo": func(r *reader) { r.date.month = r.num }, "dy": func(r *reader) { r.date.day = r.num },
		"hr": func(r *reader) { r.date.hour = r.num }, "min": func(r *reader) { r.date.minute = r.num }, "sec": func(r *reader) { r.date.second = r.num },
		"nofpages": infoCount("page_count"), "nofwords": infoCount("word_count"), "nofchars": infoCount("character_count"),
	} {
		m[name] = keyword{do: do}
	}
	for name, do := range map[string]func(*reader){
		"fonttbl":    func(r *reader) { r.g.dest = toFonts },
		"fcharset":   func(r *reader) { r.onFont(func(f *font) { f.setCharset(r.num) }) },
		"cpg":        func(r *reader) { r.onFont(func(f *font) { f.page, f.western = r.num, false }) },
		"stylesheet": (*reader).stylesheet,
		"cs":         (*reader).otherStyle, "ds": (*reader).otherStyle, "ts": (*reader).otherStyle, "tsrowd": (*reader).otherStyle,
		"listtable": func(r *reader) { r.g.dest = toNowhere }, "listoverridetable": func(r *reader) { r.g.dest = toNowhere },
		"list": (*reader).listStart, "listlevel": (*reader).levelDefinition, "leveltext": (*reader).levelText,
		"listoverride": (*reader).overrideStart, "lfolevel": (*reader).overrideLevel,
		"listtext": (*reader).listText, "pntext": (*reader).listText, "pn": (*reader).oldNumbering,

		"header": furniture(udm.Header), "headerl": furniture(udm.Header), "headerr": furniture(udm.Header), "headerf": furniture(udm.Header),
		"footer": furniture(udm.Footer), "footerl": furniture(udm.Footer), "footerr": furniture(udm.Footer), "footerf": furniture(udm.Footer),
		"footnote": (*reader).note, "annotation": (*reader).annotation,
		"atnauthor": func(r *reader) { r.buffer(func(s string) { r.author = s }) },

		"field": (*reader).fieldStart, "fldinst": (*reader).fieldInstruction, "fldrslt": (*reader).fieldResult, "formfield": func(r *reader) { r.g.dest = toNowhere },

		"pict": (*reader).picture, "shppict": nothing, "picprop": func(r *reader) { r.g.dest = toNowhere },
		"shp": (*reader).shapeStart, "shpgrp": nothing, "shpinst": func(r *reader) { r.g.dest = toNowhere }, "shptxt": (*reader).textBox,
		"sp": func(r *reader) { r.g.dest = toNowhere }, "sn": (*reader).shapeName, "sv": (*reader).shapeValue,
		"do": func(r *reader) { r.g.dest = toNowhere }, "dptxbx": nothing, "dptxbxtext": (*reader).textBox,
		"object": nothing, "objdata": (*reader).objectData, "result": (*reader).objectResult,

		"moMathPara": (*reader).mathParagraph, "moMath": (*reader).equation,

		"nesttableprops": func(r *reader) { r.g.nested = true }, "ud": nothing, "upr": (*reader).unicodePair,

		"info": func(r *reader) { r.g.dest = toNowhere }, "creatim": infoDate("created"), "revtim": infoDate("modified"), "printim": infoDate("last_printed"),
		"title": infoText("title"), "subject": infoText("subject"), "author": infoText("author"), "manager": infoText("manager"),
		"company": infoText("company"), "operator": infoText("last_modified_by"), "category": infoText("category"), "keywords": infoText("keywords"),
		"doccomm": infoText("description"), "hlinkbase": infoText("hyperlink_base"),
		"userprops": func(r *reader) { r.g.dest = toNowhere }, "propname": func(r *reader) { r.buffer(func(s string) { r.property = s }) },
		"staticval": (*reader).userProperty,
	} {
		m[name] = keyword{do: do, dest: true}
	}
	for name := range strings.FieldsSeq(`colortbl filetbl revtbl nonshppict shprslt nonesttables xe tc tcn rxe txe comment buptim
		ftnsep ftnsepc ftncn aftnsep aftnsepc aftncn private template pntxta pntxtb falt panose fontemb levelnumbers listname
		objclass objname objalias objsect blipuid bkmkstart bkmkend themedata colorschememapping latentstyles datastore
		rsidtbl mmathPict moMathParaPr generator xmlnstbl mmathPr wgrffmtfilter pnseclvl ffname ffdeftext ffl datafield fldtype background pgptbl
		atnid atndate atntime atnicn atnref atnparent atrfstart atrfend docvar linkval protusertbl passwordhash mhtmltag htmltag`) {
		m[name] = keyword{do: (*reader).skipRest, dest: true}
	}
	return m
}

func nothing(*reader) {}

// on reports what a toggle keyword says: \b and \b1 on, \b0 off.
func (r *reader) on() bool { return !r.has || r.num != 0 }

func styleKeyword(s richtext.Style) func(*reader) {
	return func(r *reader) {
		if r.on() {
			r.g.style |= s
		} else {
			r.g.style &^= s
		}
	}
}

// breakParagraph ends a paragraph at a page, column or section break inside of it.
func (r *reader) breakParagraph() {
	if r.g.dest != toStory {
		return
	}
	if !r.story.para.Empty() {
		r.par()
		return
	}
	r.story.para.Reset()
	r.story.openLink()
}

func (r *reader) setAnsi() {
	if r.num > 0 {
		r.ansi = r.num
	}
}

// unicodePair reads {\upr{…}{\*\ud …}}: the same text twice, of which the second is Unicode.
func (r *reader) unicodePair() {
	if r.next() == groupOpen {
		r.skipGroup()
	}
}

func (r *reader) row() *row {
	if r.g.nested {
		return &r.story.inner
	}
	return &r.story.row
}

func (r *reader) cellx() {
	w := r.row()
	c := w.cell
	w.cell = wordflow.Cell{}
	if c.Right = r.num - w.left; len(w.Cells) < maxCells {
		w.Cells = append(w.Cells, c)
	}
}

func (r *reader) cell() { r.endCell(1) }

func (r *reader) nestedCell() { r.endCell(max(r.g.itap, 2)) }

func (r *reader) endCell(level int) {
	if r.g.dest != toStory {
		return
	}
	p := r.paragraph()
	p.Level = level
	r.endParagraph(&p)
	r.story.EndCell(level)
}

func (r *reader) endRow() {
	if r.g.dest == toStory {
		r.story.EndRow(1, r.story.row.described())
	}
}

func (r *reader) endNestedRow() {
	if r.g.dest == toStory {
		r.story.EndRow(max(r.g.itap, 2), r.story.inner.described())
	}
}

// described returns the row's description. The next row may use it again, so it keeps its own.
func (w *row) described() wordflow.Row {
	return wordflow.Row{Header: w.Header, Cells: w.Cells[:len(w.Cells):len(w.Cells)]}
}
