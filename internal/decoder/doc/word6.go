package doc

import (
	"math/bits"

	"golang.org/x/text/encoding"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// Word 6 and Word 95 keep the plan of Word 97's files, with everything in the stream WordDocument and smaller records:
// texts of one byte a character in the code page of their font, property modifiers with numbers of one byte, lists in the
// paragraphs themselves. What is here turns their records into those of Word 97, which the rest of the package reads.

// Positions in their FIB.
const (
	fibWord6       = 101 // the first version
	fibLanguage    = 6
	fibFlags       = 10
	fibTextAt      = 24 // where the text begins and ends, in a file without a piece table
	fibTextEnd     = 28
	fibPartsWord6  = 88
	fibEndnotes6   = 466 // positions of the endnotes' two tables
	partsWord6     = 38
	flagHasPieces  = 1 << 2
	flagWide       = 1 << 12
	partSections   = 6
	partProperties = 31
)

// partsOfWord6 reads the directory of positions: the first 38 are as in Word 97.
func (d *document) partsOfWord6() {
	d.parts = make([]part, partEndnoteTexts+1)
	for i := range d.parts {
		at := fibPartsWord6 + 8*i
		switch {
		case i >= partEndnoteRefs:
			at = fibEndnotes6 + 8*(i-partEndnoteRefs)
		case i >= partsWord6:
			continue
		}
		d.parts[i] = part{u32(d.main, at), u32(d.main, at+4)}
	}
}

// wholeText is the piece of a document without a piece table.
func (d *document) wholeText() pieces {
	from := int(min(u32(d.main, fibTextAt), uint32(len(d.main))))
	to := int(min(u32(d.main, fibTextEnd), uint32(len(d.main))))
	if to <= from {
		return nil
	}
	p := piece{fc: from, wide: d.wideWord6()}
	p.end = (to - from) / p.width()
	return pieces{p}
}

// wideWord6 reports whether the text is UTF-16, as in Word 95 for East Asia.
func (d *document) wideWord6() bool { return u16(d.main, fibFlags)&flagWide != 0 }

// headersOfWord6 returns the bounds of the header stories as Word 97 has them, six for the separators of notes and six a
// section. Word 6 leaves out those that are not used: bits say which there are.
func (d *document) headersOfWord6() []int {
	bounds := newPlc(d.part(partHeaders), 0).bounds()
	at := 0
	next := func(there bool) int {
		if there && at+1 < len(bounds) {
			at++
		}
		return bounds[at]
	}
	if len(bounds) == 0 {
		return nil
	}
	if b := d.part(partProperties); len(b) >= 2 {
		at = min(bits.OnesCount8(b[1]), len(bounds)-1)
	}
	out := []int{0, 0, 0, 0, 0, 0, bounds[at]}
	const sectionSize, stories = 12, 6
	sections := newPlc(d.part(partSections), sectionSize)
	for i := range sections.n {
		used := byte(0)
		b := slice(d.main, uint64(u32(sections.data(i), 2)), 2)
		if len(b) == 2 {
			b = slice(d.main, uint64(u32(sections.data(i), 2))+2, uint64(u16(b, 0)))
			oldModifiers(b, func(op byte, arg []byte) {
				if op == oldSGprfIhdt {
					used = arg[0]
				}
			})
		}
		for k := range stories {
			out = append(out, next(used&(1<<k) != 0))
		}
	}
	return out
}

// Property modifiers of Word 6 by their numbers of one byte: how long their argument is, and what they are in Word 97.
const (
	counted      = -1 // the argument begins with its length
	oldPAnld     = 12
	oldPNLvlAnm  = 13
	oldPChgTabs  = 23
	oldCPicture  = 68
	oldCSymbol   = 74
	oldSGprfIhdt = 153
	oldTDefTable = 190
)

var oldLengths = func() (t [256]int8) {
	for n, ops := range map[int8][]byte{
		1: {4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 24, 25, 29, 37, 44, 50, 51, 65, 66, 67, 71, 75, 85, 86, 87, 88, 89, 90, 91, 92, 94, 98, 100,
			102, 104, 111, 112, 117, 118, 119, 131, 132, 138, 139, 142, 143, 146, 147, 150, 151, 152, 153, 158, 159, 162, 179, 185, 186},
		2: {2, 16, 17, 18, 19, 21, 22, 26, 27, 28, 30, 31, 32, 33, 34, 35, 36, 38, 39, 40, 41, 42, 43, 45, 46, 47, 48, 49, 69, 72, 80, 93, 96, 97, 99, 101, 107,
			109, 110, 121, 122, 123, 124, 140, 141, 144, 145, 148, 149, 154, 155, 156, 157, 160, 161, 164, 165, 166, 167, 168, 169, 170, 171, 181, 182, 183, 184, 189, 195, 197, 198},
		3:       {73, 95, 136, 137},
		4:       {20, 70, 192, 194, 196, 200},
		5:       {193, 199},
		12:      {187},
		counted: {3, 12, 15, 23, 52, 68, 74, 77, 79, 81, 82, 103, 105, 106, 108, 120, 133, 188, 191},
	} {
		for _, op := range ops {
			t[op] = n
		}
	}
	return t
}()

var newModifiers = map[byte]uint16{
	2: sprmPIstd, 24: sprmPFInTable, 25: sprmPFTtp, oldPNLvlAnm: sprmPNLvlAnm,
	65: sprmCFRMarkDel, 67: sprmCFFldVanish, 71: sprmCFData, 75: sprmCFOle2, 80: sprmCIstd,
	85: sprmCFBold, 86: sprmCFItalic, 87: sprmCFStrike, 92: sprmCFVanish, 93: sprmCRgFtc0, 94: sprmCKul, 104: sprmCIss, 117: sprmCFSpec, 118: sprmCFObj,
	186: sprmTTableHeader, 195: sprmTDelete, 197: sprmTMerge, 198: sprmTSplit,
}

// oldModifiers calls f for each property modifier of a list of Word 6, with the length byte of a counted argument left out.
func oldModifiers(b []byte, f func(op byte, arg []byte)) {
	for len(b) >= 2 {
		op := b[0]
		b = b[1:]
		n, skip := int(oldLengths[op]), 0
		switch {
		case op == oldTDefTable:
			if len(b) < 2 {
				return
			}
			n, skip = int(u16(b, 0))+1, 2
		case op == oldPChgTabs && b[0] == 255:
			n, skip = longTabs(b), 1
		case n == counted:
			n, skip = int(b[0])+1, 1
		case n == 0 && op != 83: // 83 resets the characters and has no argument
			return
		}
		if n > len(b) || n < skip {
			return
		}
		if n > 0 {
			f(op, b[skip:n])
		}
		b = b[n:]
	}
}

// translate returns a list of property modifiers of Word 6 as Word 97 would have it, as far as they matter here.
func translate(old []byte) []byte {
	var out []byte
	add := func(op uint16, arg ...byte) { out = append(append(out, byte(op), byte(op>>8)), arg...) }
	oldModifiers(old, func(op byte, arg []byte) {
		switch {
		case newModifiers[op] != 0:
			add(newModifiers[op], arg...)
		case op == oldCPicture && len(arg) >= 4:
			add(sprmCPicLocation, arg[:4]...)
		case op == oldCSymbol && len(arg) >= 3:
			add(sprmCSymbol, arg[0], arg[1], arg[2], 0xf0)
		case op == oldPAnld && len(arg) >= anldSize:
			add(sprmPAnld, append([]byte{anldSize}, arg[:anldSize]...)...)
		case op == oldTDefTable && len(arg) >= 1:
			row := widenRow(arg)
			add(sprmTDefTable, append([]byte{byte(len(row) + 1), byte((len(row) + 1) >> 8)}, row...)...)
		}
	})
	return out
}

// widenRow makes the description of a row that of Word 97, which has 20 bytes a cell in place of 10.
func widenRow(b []byte) []byte {
	const oldCell, cell = 10, 20
	at := 1 + 2*(int(b[0])+1)
	if at > len(b) {
		return b[:1]
	}
	out := append([]byte(nil), b[:at]...)
	for b = b[at:]; len(b) >= oldCell; b = b[oldCell:] {
		out = append(out, b[0]&3, 0)
		out = append(out, make([]byte, cell-2)...)
	}
	return out
}

// decodeOld decodes text of one byte a character in a font's code page, or the document's.
func (d *document) decodeOld(b []byte, number uint16) string {
	page := d.page
	if int(number) < len(d.fonts) {
		f := &d.fonts[number]
		if f.symbols != nil {
			return f.symbolText(b)
		}
		if f.page > 0 && !(f.page == 1252 && f.western) {
			page = f.page
		}
	}
	e, ok := d.codecs[page]
	if !ok {
		if enc, known := charset.CodePage(page); known {
			e = enc.NewDecoder()
		}
		if d.codecs == nil {
			d.codecs = map[int]*encoding.Decoder{}
		}
		d.codecs[page] = e
	}
	if e == nil {
		return narrow(b, false)
	}
	out, err := e.Bytes(b)
	if err != nil {
		return narrow(b, false)
	}
	return string(out)
}

func (f *font) symbolText(b []byte) string {
	out := make([]rune, 0, len(b))
	for _, c := range b {
		r := f.symbols[c]
		if r == 0 {
			r = rune(c)
		}
		out = append(out, r)
	}
	return string(out)
}

// fontsOfWord6 reads the fonts' names: each entry has a length byte, five bytes that are skipped but for the character set,
// and the name, ended by a zero.
func (d *document) fontsOfWord6() {
	b := d.part(partFonts)
	if len(b) < 2 {
		return
	}
	b = b[2:]
	const charsetAt, nameAt = 4, 6
	for len(b) > 0 {
		n := int(b[0]) + 1
		if n > len(b) {
			return
		}
		f := font{}
		if n > nameAt {
			f.name = cString(b[nameAt:n])
			f.page = charset.OfFont(int(b[charsetAt]))
			f.western = b[charsetAt] == 0
			if f.page < 0 {
				f.symbols = charset.SymbolFont(f.name)
			}
		}
		f.setFace()
		d.fonts = append(d.fonts, f)
		b = b[n:]
	}
}

// cString decodes a name up to its end or a zero.
func cString(b []byte) string {
	for i, c := range b {
		if c == 0 {
			b = b[:i]
			break
		}
	}
	return narrow(b, false)
}

// The list of a paragraph of Word 6: a level and a description of the label (ANLD).
const (
	sprmPNLvlAnm = 0x2601 // numbers that Word 97 doesn't use
	sprmPAnld    = 0xc602
	anldSize     = 52

	anmNumber = 10 // levels 1 to 9 are those of an outline
	anmBullet = 11
)

// listItemOfWord6 completes a paragraph with its place in a list. A paragraph that is in none ends the list.
func (d *document) listItemOfWord6(p *wordflow.Paragraph, pp *pap) {
	if pp.anm == 0 || pp.anm > anmBullet {
		if p.Outline == 0 {
			d.oldList = list{}
		}
		return
	}
	if pp.anm == anmBullet {
		p.ListType = udm.Bullet
		return
	}
	l := &d.oldList
	if l.levels == nil {
		l.levels = make([]wordflow.ListLevel, wordflow.Levels)
	}
	level := 0
	if pp.anm < anmNumber {
		level = min(pp.anm, len(l.levels)) - 1
	}
	l.levels[level] = d.oldLevel(pp.anld, level)
	label := l.counter.Next(l.levels, level)
	if l.levels[level].Type() != udm.Ordered || label != "" {
		p.ListType, p.ListLevel, p.ListLabel = l.levels[level].Type(), level, label
	}
}

// oldLevel makes a list level of a label's description (ANLD): its number format, the length of what stands before and
// behind the number, where it starts, and those texts.
func (d *document) oldLevel(anld []byte, level int) wordflow.ListLevel {
	l := wordflow.ListLevel{Start: 1, Restart: -1, Text: string(rune(level))}
	if len(anld) < anldSize {
		l.Text += "."
		return l
	}
	const startAt, textsAt = 10, 20
	l.Format = int(anld[0])
	l.Start = int(u16(anld, startAt))
	before, behind := int(anld[1]), int(anld[2])
	texts := anld[textsAt:anldSize]
	before = min(before, len(texts))
	behind = min(max(behind, before), len(texts))
	l.Text = narrow(texts[:before], false) + string(rune(level)) + narrow(texts[before:behind], false)
	return l
}
