// Package charset finds and undoes text encodings.
package charset

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	ustd "unicode"
	"unicode/utf8"
	"unsafe"

	"github.com/gogs/chardet"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"
)

// Guess is a text encoding and how sure its finder is of it.
type Guess struct {
	Name       string // WHATWG or IANA name, lower case
	Confidence int    // 0 to 100
	BOM        int    // length of the byte order mark, bytes
}

// detectLimit is how much of a file is looked at, bytes.
const detectLimit = 64 << 10

// Detect finds the encoding of text. It never fails: what can't be told is windows-1252 with confidence 0.
func Detect(b []byte) Guess {
	if g, ok := Unicode(b); ok {
		return g
	}
	return legacy(b[:min(len(b), detectLimit)])
}

// Unicode is the part of Detect that is certain and quick: byte order marks, UTF-8, UTF-16 and UTF-32, ISO-2022-JP. It is false
// for bytes that are in an older encoding or no text.
func Unicode(b []byte) (Guess, bool) {
	if g, ok := fromBOM(b); ok {
		return g, true
	}
	whole := len(b) <= detectLimit
	if !whole {
		b = b[:detectLimit]
	}
	if validUTF8(b, !whole) && bytes.IndexByte(b, 0) < 0 {
		if bytes.Contains(b, []byte("\x1b$")) || bytes.Contains(b, []byte("\x1b(J")) {
			return Guess{Name: "iso-2022-jp", Confidence: 90}, true
		}
		return Guess{Name: "utf-8", Confidence: 100}, true
	}
	return wide(b)
}

func fromBOM(b []byte) (Guess, bool) {
	for _, m := range [...]struct{ mark, name string }{
		{"\xef\xbb\xbf", "utf-8"}, {"\xff\xfe\x00\x00", "utf-32le"}, {"\x00\x00\xfe\xff", "utf-32be"},
		{"\xff\xfe", "utf-16le"}, {"\xfe\xff", "utf-16be"},
	} {
		if bytes.HasPrefix(b, []byte(m.mark)) {
			return Guess{m.name, 100, len(m.mark)}, true
		}
	}
	return Guess{}, false
}

// validUTF8 reports whether b is UTF-8; when cut is set its last character may be incomplete.
func validUTF8(b []byte, cut bool) bool {
	if utf8.Valid(b) {
		return true
	}
	if !cut {
		return false
	}
	for i := 1; i < utf8.UTFMax && i < len(b); i++ {
		if utf8.RuneStart(b[len(b)-i]) {
			return utf8.Valid(b[:len(b)-i])
		}
	}
	return false
}

// wide looks for UTF-16 and UTF-32 without a byte order mark: in the right byte order many code units are
// letters of common scripts, in the wrong one hardly any.
func wide(b []byte) (Guess, bool) {
	if len(b) < 4 {
		return Guess{}, false
	}
	if le, be := score32(b); len(b)%4 == 0 && max(le, be) >= 95 {
		if le > be {
			return Guess{Name: "utf-32le", Confidence: 90}, true
		}
		return Guess{Name: "utf-32be", Confidence: 90}, true
	}
	var le, be, n int
	for i := 0; i+1 < len(b); i += 2 {
		n++
		if likelyUnit(uint16(b[i]) | uint16(b[i+1])<<8) {
			le++
		}
		if likelyUnit(uint16(b[i+1]) | uint16(b[i])<<8) {
			be++
		}
	}
	switch {
	case le*5 >= n && le >= 3*be:
		return Guess{Name: "utf-16le", Confidence: min(99, 50+le*50/n)}, true
	case be*5 >= n && be >= 3*le:
		return Guess{Name: "utf-16be", Confidence: min(99, 50+be*50/n)}, true
	}
	return Guess{}, false
}

func score32(b []byte) (le, be int) {
	n := 0
	for i := 0; i+3 < len(b) && n < 1000; i += 4 {
		n++
		if b[i+3] == 0 && b[i+2] <= 0x10 && (b[i] != 0 || b[i+1] != 0) {
			le++
		}
		if b[i] == 0 && b[i+1] <= 0x10 && (b[i+2] != 0 || b[i+3] != 0) {
			be++
		}
	}
	if n == 0 {
		return 0, 0
	}
	return le * 100 / n, be * 100 / n
}

// commonIdeographs are the most frequent ones of running Chinese and Japanese text.
const commonIdeographs = "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运"

var ideographSet = func() map[uint16]bool {
	m := make(map[uint16]bool)
	for _, r := range commonIdeographs {
		m[uint16(r)] = true
	}
	return m
}()

func likelyUnit(u uint16) bool {
	switch {
	case u == '\n' || u == '\r' || u == '\t' || u >= 0x20 && u < 0x7f:
		return true
	case u >= 0x3040 && u <= 0x30ff, u >= 0x3001 && u <= 0x3002, u == 0xff0c: // kana, CJK marks
		return true
	case u >= 0x0391 && u <= 0x03c9, u >= 0x0410 && u <= 0x044f: // Greek, Cyrillic
		return true
	case u >= 0x05d0 && u <= 0x05ea, u >= 0x0621 && u <= 0x064a: // Hebrew, Arabic
		return true
	case u >= 0x4e00 && u <= 0x9fff:
		return ideographSet[u]
	}
	return false
}

// legacy guesses among the 8-bit and multi-byte encodings: the statistics of byte sequences propose, and what the
// text would read like decides.
func legacy(b []byte) Guess {
	if likelyCP866(b) {
		return Guess{Name: "ibm866", Confidence: 60}
	}
	candidates := []Guess{{Name: "windows-1252"}, {Name: "shift_jis"}, {Name: "euc-jp"}, {Name: "gb18030"}, {Name: "big5"}, {Name: "euc-kr"}}
	if results, err := chardet.NewTextDetector().DetectAll(b); err == nil {
		for _, r := range results {
			candidates = append(candidates, Guess{Name: canonical(r.Charset), Confidence: r.Confidence})
		}
	}
	best, bestScore := Guess{Name: "windows-1252"}, -1e9
	for _, c := range candidates {
		e, ok := lookup(c.Name)
		if !ok || strings.HasPrefix(c.Name, "utf-") {
			continue
		}
		out, err := e.NewDecoder().Bytes(b)
		if err != nil {
			continue
		}
		if s := readability(string(out)) + float64(c.Confidence)/150; s > bestScore {
			best, bestScore = c, s
		}
	}
	switch {
	case best.Name == "iso-8859-1", (best.Name == "iso-8859-9" || best.Name == "windows-1254") && !turkish(b):
		best.Name = "windows-1252"
	}
	return best
}

// decodes reports whether bytes are text in an encoding, but for a few.
func decodes(e encoding.Encoding, b []byte) bool {
	out, err := e.NewDecoder().Bytes(b)
	return err == nil && bytes.Count(out, []byte("\uFFFD"))*50 <= len(b)
}

func isLatin(r rune) bool { return ustd.IsLetter(r) && r < 0x250 }

// Pick returns the encoding among those named in which b reads best; of equals the first.
func Pick(b []byte, names ...string) string {
	best, bestScore := names[0], -1e9
	for _, n := range names {
		e, ok := lookup(n)
		if !ok {
			continue
		}
		if out, err := e.NewDecoder().Bytes(b); err == nil {
			if s := readability(string(out)); s > bestScore+0.05 {
				best, bestScore = n, s
			}
		}
	}
	return best
}

// turkish reports whether windows-1254's own letters (Ğ İ Ş ğ ı ş) are among the text.
func turkish(b []byte) bool { return bytes.ContainsAny(b, "\xd0\xdd\xde\xf0\xfd\xfe") }

// readability says how much the characters beyond ASCII look like those of words: 1 is fine, below 0 is garbled.
func readability(s string) float64 {
	sum, n := 0.0, 0.0
	prev := rune(' ')
	for i, r := range s {
		if r < 0x80 {
			prev = r
			continue
		}
		weight := 1.0
		if r >= 0x1100 {
			weight = 2 // made of two bytes
		}
		n += weight
		sum += weight * charScore(prev, r, s[i+utf8.RuneLen(r):])
		prev = r
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

func charScore(prev, r rune, rest string) float64 {
	next, _ := utf8.DecodeRuneInString(rest)
	if r >= 0x1100 && isLatin(prev) && isLatin(next) {
		return -0.5 // a wide character in a Latin word
	}
	switch {
	case r == utf8.RuneError, r < 0xa0, r >= 0xe000 && r <= 0xf8ff:
		return -4
	case r >= 0x3040 && r <= 0x30ff, r >= 0x3000 && r <= 0x3002, r >= 0xac00 && r <= 0xd7a3, r >= 0xff01 && r <= 0xff5e:
		return 1
	case r >= 0xff61 && r <= 0xff9f: // half-width katakana
		return -0.5
	case r >= 0x4e00 && r <= 0x9fff:
		if ideographSet[uint16(r)] {
			return 1.2
		}
		return 0.5
	case ustd.IsLetter(r):
		score := 1.0
		if ustd.IsLetter(prev) {
			if ustd.IsUpper(r) && ustd.IsLower(prev) {
				score -= 1
			}
			if prev >= 0x250 && r < 0x250 || prev < 0x250 && r >= 0x250 { // Latin beside another script
				score -= 1
			}
		}
		return score
	case ustd.IsLetter(prev) && ustd.IsLetter(next) && r != '’' && r != '·' && r != '-':
		return -1 // a sign in a word
	}
	return 0.3
}

// likelyCP866 counts the letters that Russian text in DOS code page 866 is made of against the others.
func likelyCP866(b []byte) bool {
	letters, high, lower := 0, 0, 0
	for _, c := range b {
		if c < 0x80 {
			continue
		}
		high++
		switch {
		case c >= 0xa0 && c <= 0xaf: // а–п
			letters++
			lower++
		case c >= 0xe0 && c <= 0xef: // р–я
			letters++
		case c >= 0x80 && c <= 0x9f: // А–Я
			letters++
		}
	}
	return high >= 8 && letters*100 >= high*97 && lower*2 >= high
}

func canonical(name string) string {
	name = strings.ToLower(strings.TrimSpace(strings.Trim(strings.TrimSpace(name), `"'`)))
	switch name {
	case "gb-18030", "gb_18030":
		return "gb18030"
	case "macintosh", "mac", "x-mac-roman", "macroman":
		return "macintosh"
	case "cp65001", "utf8", "unicode-1-1-utf-8":
		return "utf-8"
	case "utf-16":
		return "utf-16le"
	}
	return name
}

func lookup(name string) (encoding.Encoding, bool) {
	switch name {
	case "utf-32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), true
	case "utf-32be", "utf-32":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), true
	case "utf-16le":
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), true
	case "utf-16be":
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), true
	case "cp437", "ibm437":
		return charmap.CodePage437, true
	case "cp850", "ibm850":
		return charmap.CodePage850, true
	case "cp852", "ibm852":
		return charmap.CodePage852, true
	}
	e, err := htmlindex.Get(name)
	return e, err == nil
}

// ByName returns the encoding of a name as files declare it; the second result is false for unknown names.
func ByName(name string) (encoding.Encoding, bool) { return lookup(canonical(name)) }

// CodePage returns the encoding of a Windows code page number, as RTF, DOC, XLS and MSG use them.
func CodePage(n int) (encoding.Encoding, bool) {
	switch n {
	case 437:
		return charmap.CodePage437, true
	case 850:
		return charmap.CodePage850, true
	case 852:
		return charmap.CodePage852, true
	case 855:
		return charmap.CodePage855, true
	case 858:
		return charmap.CodePage858, true
	case 860:
		return charmap.CodePage860, true
	case 862:
		return charmap.CodePage862, true
	case 863:
		return charmap.CodePage863, true
	case 865:
		return charmap.CodePage865, true
	case 866:
		return charmap.CodePage866, true
	case 874:
		return charmap.Windows874, true
	case 932, 943:
		return japanese.ShiftJIS, true
	case 936:
		return simplifiedchinese.GBK, true
	case 949:
		return korean.EUCKR, true
	case 950:
		return traditionalchinese.Big5, true
	case 1200:
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), true
	case 1201:
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), true
	case 10000:
		return charmap.Macintosh, true
	case 10007:
		return charmap.MacintoshCyrillic, true
	case 20866:
		return charmap.KOI8R, true
	case 21866:
		return charmap.KOI8U, true
	case 28591, 28592, 28593, 28594, 28595, 28596, 28597, 28598, 28599, 28605:
		return ByName(fmt.Sprintf("iso-8859-%d", n-28590))
	case 50220, 50221, 50222:
		return japanese.ISO2022JP, true
	case 20932, 51932:
		return japanese.EUCJP, true
	case 51949:
		return korean.EUCKR, true
	case 54936:
		return simplifiedchinese.GB18030, true
	case 65001:
		return unicode.UTF8, true
	}
	if n >= 1250 && n <= 1258 {
		return ByName(fmt.Sprintf("windows-%d", n))
	}
	return nil, false
}

// Decode returns the text of b in the named encoding ("" means detect), its byte order mark removed. The
// result may share b's memory. Bytes that do not decode become U+FFFD.
func Decode(b []byte, name string) (string, Guess) {
	g, marked := fromBOM(b)
	if !marked {
		g = Guess{Name: canonical(name), Confidence: 100}
		if name == "" {
			g = Detect(b)
		}
	}
	b = b[g.BOM:]
	if g.Name == "utf-8" {
		if utf8.Valid(b) {
			return unsafe.String(unsafe.SliceData(b), len(b)), g
		}
		return strings.ToValidUTF8(string(b), "\uFFFD"), g
	}
	e, ok := lookup(g.Name)
	if !ok {
		g = Detect(b)
		if e, ok = lookup(g.Name); !ok {
			e = charmap.Windows1252
		}
	}
	out, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return strings.ToValidUTF8(string(b), "\uFFFD"), g
	}
	return unsafe.String(unsafe.SliceData(out), len(out)), g
}

// NewReader returns a reader that gives UTF-8, and what it took the encoding to be. declared may be "".
// A byte order mark beats what is declared.
func NewReader(r io.Reader, declared string) (io.Reader, Guess, error) {
	head := make([]byte, detectLimit)
	n, err := io.ReadFull(r, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, Guess{}, err
	}
	head = head[:n]
	g, marked := fromBOM(head)
	if !marked {
		g = Guess{Name: canonical(declared), Confidence: 100}
		if _, ok := lookup(g.Name); !ok {
			g = Detect(head)
		}
	}
	rest := io.MultiReader(bytes.NewReader(head[g.BOM:]), r)
	e, ok := lookup(g.Name)
	if !ok {
		e = charmap.Windows1252
	}
	if g.Name == "utf-8" {
		return transform.NewReader(rest, unicode.UTF8.NewDecoder()), g, nil
	}
	return transform.NewReader(rest, e.NewDecoder()), g, nil
}
