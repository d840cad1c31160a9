// Package jsonwrite writes JSON as a stream, so that neither a document nor a picture's base64 is ever held in
// memory as JSON. Text is UTF-8 and not HTML-escaped; the keys of maps are sorted.
package jsonwrite

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/udecode/udecode/internal/writebuf"
)

// Writer writes one JSON value after the other. The first error sticks and is returned by Flush and Close.
type Writer struct {
	w       *writebuf.Buffer
	indent  bool
	depth   int
	first   bool // nothing stands in the current container yet
	key     bool // a key was written, its value is due
	pending bool // a line of an embedded value has ended
}

// New returns a writer of compact JSON, or of JSON indented by two spaces.
func New(w io.Writer, indent bool) *Writer {
	return &Writer{w: writebuf.New(w), indent: indent, first: true}
}

// Flush writes what is buffered and returns the first error there was.
func (w *Writer) Flush() error { return w.w.Flush() }

// Close writes what is buffered, gives the buffer back and returns the first error there was. It is the last call.
func (w *Writer) Close() error { return w.w.Close() }

func (w *Writer) value() {
	if w.key {
		w.key = false
		return
	}
	if w.depth > 0 {
		w.next()
	}
}

// next separates a container's elements.
func (w *Writer) next() {
	if !w.first {
		w.w.Bytes = append(w.w.Bytes, ',')
	}
	w.first = false
	w.newline()
}

func (w *Writer) newline() {
	if !w.indent {
		return
	}
	const blanks = "\n                                "
	n := 1 + 2*w.depth
	w.w.Bytes = append(w.w.Bytes, blanks[:min(n, len(blanks))]...)
	for n -= len(blanks); n > 0; n -= 2 {
		w.w.Bytes = append(w.w.Bytes, "  "...)
	}
}

// Begin opens an object ('{') or array ('[').
func (w *Writer) Begin(c byte) {
	w.value()
	w.w.Bytes = append(w.w.Bytes, c)
	w.depth++
	w.first = true
}

// End closes it with '}' or ']'.
func (w *Writer) End(c byte) {
	w.depth--
	if !w.first {
		w.newline()
	}
	w.w.Bytes = append(w.w.Bytes, c)
	w.w.Spill()
	w.first = false
}

// Key writes an object's key.
func (w *Writer) Key(k string) {
	w.next()
	b := append(AppendString(w.w.Bytes, k), ':')
	if w.indent {
		b = append(b, ' ')
	}
	w.w.Bytes = b
	w.w.Spill()
	w.key = true
}

// String writes a string.
func (w *Writer) String(s string) {
	const piece = 8 << 10 // bytes
	w.value()
	w.w.Bytes = append(w.w.Bytes, '"')
	for len(s) > piece {
		n := piece
		for n > piece-utf8.UTFMax && !utf8.RuneStart(s[n]) {
			n--
		}
		w.w.Bytes = appendEscaped(w.w.Bytes, s[:n])
		w.w.Spill()
		s = s[n:]
	}
	w.w.Bytes = append(appendEscaped(w.w.Bytes, s), '"')
	w.w.Spill()
}

// CountOrNull writes a number that counts from 1; null for one below.
func (w *Writer) CountOrNull(n int64) {
	if n < 1 {
		w.Null()
		return
	}
	w.Int(n)
}

// Box writes, in the object that is open, where a box is and how large it is; a box turned inside out has no size.
func (w *Writer) Box(x, y, width, height float64) {
	w.Key("x")
	w.Float(x)
	w.Key("y")
	w.Float(y)
	w.Key("width")
	w.Float(max(width, 0))
	w.Key("height")
	w.Float(max(height, 0))
}

// StringOrNull writes a string, or null when it is empty.
func (w *Writer) StringOrNull(s string) {
	if s == "" {
		w.Null()
		return
	}
	w.String(s)
}

// Int writes a whole number.
func (w *Writer) Int(n int64) {
	w.value()
	w.w.Bytes = strconv.AppendInt(w.w.Bytes, n, 10)
	w.w.Spill()
}

// Float writes a number with at most three decimals.
func (w *Writer) Float(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		f = 0
	}
	w.value()
	f = math.Round(f*1000) / 1000
	w.w.Bytes = strconv.AppendFloat(w.w.Bytes, f+0, 'f', -1, 64)
	w.w.Spill()
}

// Bool writes true or false.
func (w *Writer) Bool(b bool) {
	w.value()
	w.w.WriteString(strconv.FormatBool(b))
}

// Null writes null.
func (w *Writer) Null() {
	w.value()
	w.w.WriteString("null")
}

// Raw writes JSON that is ready.
func (w *Writer) Raw(b []byte) {
	w.value()
	w.w.Write(b)
}

// Fragment is a value that a writer writes again and again.
type Fragment struct {
	text   []byte
	depth  int
	indent bool
}

// Fragment writes the value that write writes, which is called once for each depth at which the fragment stands.
func (w *Writer) Fragment(f *Fragment, write func(*Writer)) {
	if f.text == nil || f.depth != w.depth || f.indent != w.indent {
		var b bytes.Buffer
		own := New(&b, w.indent)
		own.depth, own.key = w.depth, true
		write(own)
		own.Close()
		*f = Fragment{b.Bytes(), w.depth, w.indent}
	}
	w.Raw(f.text)
}

// Line ends a line of NDJSON.
func (w *Writer) Line() {
	w.w.WriteByte('\n')
	w.first = true
}

// Base64 writes a reader's bytes as a base64 string.
func (w *Writer) Base64(r io.Reader) error {
	w.value()
	w.w.WriteByte('"')
	enc := base64.NewEncoder(base64.StdEncoding, w.w)
	_, err := io.Copy(enc, r)
	enc.Close()
	w.w.WriteByte('"')
	return err
}

// Matrix writes, as a string, the JSON {"headers":[…],"rows":[[…],…]} of a table of cells.
func (w *Writer) Matrix(headerRow bool, rows, cols int, cell func(r, c int) string) {
	w.value()
	w.w.WriteString(`"{\"headers\":[`)
	r := 0
	if headerRow {
		w.matrixRow(0, cols, cell)
		r = 1
	}
	w.w.WriteString(`],\"rows\":[`)
	for first := true; r < rows; r++ {
		if !first {
			w.w.WriteByte(',')
		}
		first = false
		w.w.WriteByte('[')
		w.matrixRow(r, cols, cell)
		w.w.WriteByte(']')
	}
	w.w.WriteString(`]}"`)
}

func (w *Writer) matrixRow(r, cols int, cell func(r, c int) string) {
	for c := range cols {
		if c > 0 {
			w.w.WriteByte(',')
		}
		s := cell(r, c)
		w.w.WriteString(`\"`)
		if plain(s) {
			w.w.WriteString(s)
		} else {
			w.w.Bytes = appendEscaped(w.w.Bytes, string(appendEscaped(nil, s)))
			w.w.Spill()
		}
		w.w.WriteString(`\"`)
	}
}

// Any writes a value of JSON's own kinds; maps with sorted keys.
func (w *Writer) Any(v any) {
	switch v := v.(type) {
	case nil:
		w.Null()
	case string:
		w.String(v)
	case bool:
		w.Bool(v)
	case int:
		w.Int(int64(v))
	case int32:
		w.Int(int64(v))
	case int64:
		w.Int(v)
	case float32:
		w.Float(float64(v))
	case float64:
		w.Float(v)
	case []string:
		w.Begin('[')
		for _, s := range v {
			w.String(s)
		}
		w.End(']')
	case []int:
		w.Begin('[')
		for _, n := range v {
			w.Int(int64(n))
		}
		w.End(']')
	case []float64:
		w.Begin('[')
		for _, f := range v {
			w.Float(f)
		}
		w.End(']')
	case []any:
		w.Begin('[')
		for _, x := range v {
			w.Any(x)
		}
		w.End(']')
	case []map[string]any:
		w.Begin('[')
		for _, x := range v {
			w.Any(x)
		}
		w.End(']')
	case map[string]string:
		m := make(map[string]any, len(v))
		for k, s := range v {
			m[k] = s
		}
		w.Any(m)
	case map[string]any:
		w.Begin('{')
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for _, k := range keys {
			w.Key(k)
			w.Any(v[k])
		}
		w.End('}')
	case fmt.Stringer:
		w.String(v.String())
	default:
		w.String(fmt.Sprint(v))
	}
}

func plain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c >= 0x80 {
			return c >= 0x80 && plainWide(s[i:])
		}
	}
	return true
}

func plainWide(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c == 0xe2 || c == 0x7f {
			return false
		}
	}
	return utf8.ValidString(s)
}

// AppendString appends s as a JSON string.
func AppendString(b []byte, s string) []byte {
	b = append(b, '"')
	b = appendEscaped(b, s)
	return append(b, '"')
}

const hex = "0123456789abcdef"

// appendEscaped escapes quotes, backslashes, control characters and U+2028/2029; invalid UTF-8 becomes U+FFFD.
func appendEscaped(b []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= 0x20 && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == utf8.RuneError && n == 1 {
				b = append(b, s[from:i]...)
				b = append(b, "\uFFFD"...)
				i++
				from = i
				continue
			}
			if r == '\u2028' || r == '\u2029' {
				b = append(b, s[from:i]...)
				b = append(b, `\u202`...)
				b = append(b, hex[r&15])
				i += n
				from = i
				continue
			}
			i += n
			continue
		}
		b = append(b, s[from:i]...)
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\n':
			b = append(b, '\\', 'n')
		case '\r':
			b = append(b, '\\', 'r')
		case '\t':
			b = append(b, '\\', 't')
		default:
			b = append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		i++
		from = i
	}
	return append(b, s[from:]...)
}

// Embed copies a value that was written with the same kind of indentation: no string in it has a line feed, so
// its lines are moved to the right by the current depth.
func (w *Writer) Embed(r io.Reader) error {
	w.value()
	br := bufio.NewReaderSize(r, 64<<10)
	for start := true; ; {
		piece, err := br.ReadSlice('\n')
		line := err == nil
		if line {
			piece = piece[:len(piece)-1]
		}
		if start && len(piece) > 0 {
			w.newlineOnce()
		}
		w.w.Write(piece)
		start = line
		w.pending = line
		switch err {
		case nil, bufio.ErrBufferFull:
		case io.EOF:
			w.pending = false
			return nil
		default:
			return err
		}
	}
}

// newlineOnce starts the next line of an embedded value, but not its first.
func (w *Writer) newlineOnce() {
	if w.pending {
		w.newline()
	}
}
