// Package csv decodes delimited text: comma, semicolon, tab, bar and colon, found by trying.
//
// The file is one table. Values are untouched: no type is inferred, so leading zeros and "1.10" stay as they are. Quoting
// follows RFC 4180 and is forgiving: a quote inside an unquoted field is a character like any other, and so is one that is never
// closed.
package csv

import (
	"bytes"
	"context"
	"io"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// CSV is comma-separated text and its kin.
var CSV = decoder.Format{
	Name:       "csv",
	Title:      "comma-separated values",
	MediaTypes: []string{"text/csv", "application/csv", "text/x-csv"},
	Extensions: []string{".csv", ".psv"},
	Unit:       udm.Section,
	Match:      match("text/csv", ".csv", ".psv"),
	Decode: func(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
		return decode(ctx, in, "csv", 0)
	},
}

// TSV is tab-separated text.
var TSV = decoder.Format{
	Name:       "tsv",
	Title:      "tab-separated values",
	MediaTypes: []string{"text/tab-separated-values", "text/tsv"},
	Extensions: []string{".tsv", ".tab"},
	Unit:       udm.Section,
	Match:      match("text/tab-separated-values", ".tsv", ".tab"),
	Decode: func(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
		return decode(ctx, in, "tsv", '\t')
	},
}

// match goes by the extension, and without one by what the sniffer says of files that name no other format.
func match(mediaType string, extensions ...string) func(*decoder.Probe) decoder.Confidence {
	return func(p *decoder.Probe) decoder.Confidence {
		if !p.Text {
			return decoder.No
		}
		for _, e := range extensions {
			if p.Ext == e {
				return decoder.ByContent
			}
		}
		if p.Ext == "" && p.MediaType == mediaType {
			return decoder.ByContent
		}
		return decoder.No
	}
}

const (
	sniffSize  = 64 << 10 // bytes that the delimiter is told from
	bufferSize = 256 << 10
	checkEvery = 4096 // rows between looks at the context
)

func decode(ctx context.Context, in *decoder.Input, format string, preferred byte) (*udm.Document, error) {
	r, guess, err := charset.NewReader(source.Reader(in.Content), in.Options.Encoding)
	if err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, format)
	node := &udm.StructuralNode{Role: udm.Section}
	doc.Nodes = []*udm.StructuralNode{node}
	p := &parser{r: in.Budget.Reader(r)}
	if err := p.start(preferred); err != nil {
		return nil, err
	}
	t := &udm.Table{}
	for n := 0; ; n++ {
		if n%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if err := p.next(); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		if err := in.Budget.ChargeCells(int64(len(p.ends))); err != nil {
			return nil, err
		}
		t.AppendJoined(p.rowText(), p.ends)
	}
	doc.Metadata.Set("encoding", guess.Name)
	if t.Rows() == 0 || t.Empty() {
		return doc, nil
	}
	doc.Metadata.Set("delimiter", string(rune(p.comma)))
	if in.Options.FirstRowHead || headerEvident(t) {
		t.HeaderRows = 1
	}
	node.Add(udm.NewTable(t))
	return doc, in.Budget.ChargeBlocks(1)
}

// parser cuts text into rows of fields. It holds one row at a time.
type parser struct {
	r     io.Reader
	buf   []byte
	at    int // where the next row begins in buf
	eof   bool
	comma byte
	macCR bool // rows end in a lone carriage return

	row  []byte   // the current row's fields, one behind the other
	ends []uint32 // end of each field in row
}

// start reads the head and finds the delimiter and the line end.
func (p *parser) start(preferred byte) error {
	if err := p.fill(); err != nil {
		return err
	}
	head := p.buf[:min(len(p.buf), sniffSize)]
	p.macCR = loneCR(head)
	if rest, ok := bytes.CutPrefix(head, []byte("sep=")); ok && len(rest) > 1 {
		p.comma = rest[0]
		if i := bytes.IndexByte(rest, '\n'); i >= 0 {
			p.at = len("sep=") + i + 1
			return nil
		}
	}
	p.comma = sniff(head, preferred)
	return nil
}

// loneCR reports whether lines end in CR without LF (old Mac files, and mixed ones).
func loneCR(b []byte) bool {
	for i := 0; i+1 < len(b); i++ {
		if b[i] == '\r' && b[i+1] != '\n' {
			return true
		}
	}
	return false
}

// fill reads more input behind what is not consumed.
func (p *parser) fill() error {
	if p.eof {
		return nil
	}
	if p.at > 0 {
		p.buf = p.buf[:copy(p.buf, p.buf[p.at:])]
		p.at = 0
	}
	n := len(p.buf)
	if cap(p.buf)-n < bufferSize/2 {
		grown := make([]byte, n, max(bufferSize, 2*cap(p.buf)))
		copy(grown, p.buf)
		p.buf = grown
	}
	got, err := io.ReadFull(p.r, p.buf[n:cap(p.buf)])
	p.buf = p.buf[:n+got]
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		p.eof = true
		return nil
	}
	return err
}

// next reads a row; blank lines are passed over. It returns io.EOF at the end.
func (p *parser) next() error {
	for {
		line, err := p.record()
		if err != nil {
			return err
		}
		if len(line) == 0 {
			continue
		}
		p.fields(line)
		return nil
	}
}

// record returns the bytes of the next row without its line end.
func (p *parser) record() ([]byte, error) {
	quoted, fieldStart := false, true
	for {
		w := p.buf[p.at:]
		if !p.macCR {
			// Most rows have no quotes at all.
			if i := bytes.IndexByte(w, '\n'); i >= 0 && bytes.IndexByte(w[:i], '"') < 0 {
				p.at += i + 1
				return bytes.TrimSuffix(w[:i], []byte("\r")), nil
			}
		}
		for i := 0; i < len(w); i++ {
			c := w[i]
			switch {
			case quoted:
				if c == '"' {
					if i+1 < len(w) && w[i+1] == '"' {
						i++
					} else {
						quoted = false
					}
				}
			case c == '"' && fieldStart:
				quoted, fieldStart = true, false
			case c == '\n':
				p.at += i + 1
				return bytes.TrimSuffix(w[:i], []byte("\r")), nil
			case c == '\r' && p.macCR:
				if i+1 == len(w) && !p.eof {
					break
				}
				p.at += i + 1
				if i+1 < len(w) && w[i+1] == '\n' {
					p.at++
				}
				return w[:i], nil
			default:
				fieldStart = c == p.comma || fieldStart && c == ' '
			}
		}
		if p.eof {
			if len(w) == 0 {
				return nil, io.EOF
			}
			if quoted { // never closed: take the quote as a character, and the row up to its line's end
				if i := bytes.IndexByte(w, '\n'); i >= 0 {
					p.at += i + 1
					return bytes.TrimSuffix(w[:i], []byte("\r")), nil
				}
			}
			p.at = len(p.buf)
			return bytes.TrimSuffix(w, []byte("\r")), nil
		}
		// A doubled quote may be cut in two by the buffer's end: look at the row again.
		quoted, fieldStart = false, true
		if err := p.fill(); err != nil {
			return nil, err
		}
	}
}

// fields cuts a row at the delimiter and undoes quoting.
func (p *parser) fields(line []byte) {
	p.row, p.ends = p.row[:0], p.ends[:0]
	for {
		if q := trimLeftBlank(line, p.comma); len(q) > 0 && q[0] == '"' {
			if rest, ok := p.quotedField(q); ok {
				if rest == nil {
					return
				}
				line = rest
				continue
			}
		}
		i := bytes.IndexByte(line, p.comma)
		if i < 0 {
			p.put(line)
			return
		}
		p.put(line[:i])
		line = line[i+1:]
	}
}

func trimLeftBlank(b []byte, comma byte) []byte {
	if comma == ' ' {
		return b
	}
	return bytes.TrimLeft(b, " ")
}

// quotedField reads a field that begins with a quote. It returns what follows the delimiter, nil at the row's end, and
// false when the quote is never closed.
func (p *parser) quotedField(line []byte) (rest []byte, ok bool) {
	from := len(p.row)
	b := line[1:]
	for {
		i := bytes.IndexByte(b, '"')
		if i < 0 {
			p.row = p.row[:from]
			return nil, false
		}
		p.row = append(p.row, b[:i]...)
		b = b[i+1:]
		if len(b) > 0 && b[0] == '"' {
			p.row = append(p.row, '"')
			b = b[1:]
			continue
		}
		break
	}
	i := bytes.IndexByte(b, p.comma)
	tail := b
	if i >= 0 {
		tail = b[:i]
	}
	if tail = bytes.TrimSpace(tail); len(tail) > 0 {
		p.row = append(p.row, tail...)
	}
	p.clean(from)
	p.ends = append(p.ends, uint32(len(p.row)))
	if i < 0 {
		return nil, true
	}
	return b[i+1:], true
}

func (p *parser) put(field []byte) {
	from := len(p.row)
	p.row = append(p.row, field...)
	p.clean(from)
	p.ends = append(p.ends, uint32(len(p.row)))
}

// clean drops control characters of the row from an offset on, and makes line ends "\n".
func (p *parser) clean(from int) {
	b := p.row[from:]
	ok := true
	for _, c := range b {
		if c < 0x20 && c != '\t' && c != '\n' {
			ok = false
			break
		}
	}
	if ok {
		return
	}
	out := b[:0]
	for i, c := range b {
		switch {
		case c == '\r':
			if i+1 < len(b) && b[i+1] == '\n' {
				continue
			}
			out = append(out, '\n')
		case c >= 0x20 || c == '\t' || c == '\n':
			out = append(out, c)
		}
	}
	p.row = p.row[:from+len(out)]
}

// rowText returns a copy of the row as valid UTF-8. Replacing invalid bytes would move the fields' ends, so it is
// done field by field.
func (p *parser) rowText() string {
	if utf8.Valid(p.row) {
		return string(p.row)
	}
	s := unsafe.String(unsafe.SliceData(p.row), len(p.row))
	var sb strings.Builder
	from := uint32(0)
	for i, end := range p.ends {
		sb.WriteString(strings.ToValidUTF8(s[from:end], "\uFFFD"))
		from = end
		p.ends[i] = uint32(sb.Len())
	}
	return sb.String()
}

// sniff finds the delimiter by which the rows of the head have the same number of fields, and more than one.
func sniff(head []byte, preferred byte) byte {
	best, bestScore := byte(','), 0.0
	if preferred != 0 {
		best = preferred
	}
	for _, c := range [...]byte{',', ';', '\t', '|', ':'} {
		score := consistency(head, c)
		if c == preferred {
			score *= 1.5
		}
		if c == ':' {
			score *= 0.4 // times and texts have colons too
		}
		if score > bestScore {
			best, bestScore = c, score
		}
	}
	return best
}

// consistency is the share of rows that have the commonest number of fields, if that is above one, with a little
// more for more fields.
func consistency(head []byte, comma byte) float64 {
	p := &parser{buf: head, eof: true, comma: comma, macCR: loneCR(head)}
	counts := map[int]int{}
	rows := 0
	for rows < 200 && p.next() == nil {
		if p.at == len(head) && len(head) == sniffSize {
			break // cut off
		}
		counts[len(p.ends)]++
		rows++
	}
	mode, most := 0, 0
	split := 0
	for n, k := range counts {
		if n > 1 {
			split += k
			if k > most || k == most && n > mode {
				mode, most = n, k
			}
		}
	}
	if rows == 0 || most == 0 {
		return 0
	}
	share := float64(most) / float64(rows)
	return share*share + 0.1*float64(split)/float64(rows) + 0.002*float64(min(mode, 50))
}

// headerEvident reports whether the first row names the columns: its cells are filled, distinct and not numbers, none of them
// comes up again in its column, and somewhere below there are numbers or the names look like names.
func headerEvident(t *udm.Table) bool {
	if t.Rows() < 2 {
		return false
	}
	seen := map[string]bool{}
	for c := range t.Cols() {
		h := strings.TrimSpace(t.Cell(0, c))
		if h == "" {
			// Ragged rows reach further than the header.
			if c >= 2 && allEmptyFrom(t, c) {
				break
			}
			return false
		}
		if seen[h] || looksNumeric(h) || len(h) > 80 {
			return false
		}
		seen[h] = true
	}
	sample := min(t.Rows(), 50)
	for r := 1; r < sample; r++ {
		for c := range t.Cols() {
			if v := t.Cell(r, c); v != "" && v == t.Cell(0, c) {
				return false
			}
		}
	}
	return true
}

func allEmptyFrom(t *udm.Table, from int) bool {
	for c := from; c < t.Cols(); c++ {
		if strings.TrimSpace(t.Cell(0, c)) != "" {
			return false
		}
	}
	return true
}

// looksNumeric reports whether a value is made of digits and the signs that stand around numbers and dates.
func looksNumeric(s string) bool {
	digits := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits = true
		case strings.IndexByte("+-.,:/%$ ()eE", c) >= 0:
		default:
			return false
		}
	}
	return digits
}
