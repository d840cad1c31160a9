package cos

import (
	"math"
	"slices"
)

// maxNesting bounds arrays and dictionaries in one another.
const maxNesting = 100

// parser reads objects from tokens.
type parser struct {
	Lexer
	decrypt func([]byte) []byte // for strings; nil for none
	*stacks
}

// stacks hold the parts of the arrays and dictionaries whose ends have not been read yet. They are lent from parser to parser.
type stacks struct {
	items   []Object
	entries []Entry

	itemRoom  []Object // for the next arrays
	entryRoom []Entry  // for the next dictionaries
}

// lend returns a copy of s in room, which is made anew when it is full: a document has tens of thousands of small arrays and
// dictionaries.
func lend[T any](room *[]T, s []T) []T {
	const most = 256
	n := len(*room)
	switch {
	case len(s) == 0:
		return []T{} // not nil, which is no dictionary
	case len(s) > most/4:
		return slices.Clone(s)
	case len(s) > cap(*room)-n:
		// The first ones are few: a content stream may have no more than one.
		*room = make([]T, 0, min(max(2*cap(*room), 8, len(s)), most))
		n = 0
	}
	*room = append(*room, s...)
	return (*room)[n:len(*room):len(*room)]
}

// ParseObject reads the object at the lexer's position; in content streams there are no references, so
// none are recognised. An operator or stray token gives nil.
func (l *Lexer) ParseObject() Object {
	if l.parsed.object == nil || l.parsed.start != l.pos {
		p := parser{Lexer: Lexer{buf: l.buf, pos: l.pos}, stacks: &l.stacks}
		o := p.object(p.Next(), 0, false)
		l.parsed = parsed{o, l.pos, p.pos}
	}
	l.pos = l.parsed.end
	return l.parsed.object
}

// parsed is the object that ParseObject read last, which may be asked for again: an operation's dictionary is.
type parsed struct {
	object     Object
	start, end int
}

func (p *parser) object(t Token, depth int, refs bool) Object {
	switch t.Kind {
	case Integer:
		if refs && t.Int >= 0 && t.Int <= math.MaxUint32 {
			if r, ok := p.reference(uint32(t.Int)); ok {
				return r
			}
		}
		return t.Int
	case Real:
		return t.Num
	case NameToken:
		n := name(t.Bytes)
		p.Recycle()
		return n
	case LiteralString:
		s := t.Bytes
		if p.decrypt != nil {
			s = p.decrypt(s)
		}
		o := String(s)
		p.Recycle()
		return o
	case ArrayOpen:
		return p.array(depth+1, refs)
	case DictOpen:
		return p.dict(depth+1, refs)
	case Keyword:
		switch string(t.Bytes) {
		case "true":
			return true
		case "false":
			return false
		}
	}
	return nil
}

// reference reads "gen R" after an object number, or nothing.
func (p *parser) reference(num uint32) (Ref, bool) {
	start, end := p.pos, p.atEnd
	b := p.buf
	i := start
	for i < len(b) && class[b[i]] == space {
		i++
	}
	gen, digits := 0, 0
	for ; i < len(b) && b[i] >= '0' && b[i] <= '9' && digits < 5; i++ {
		gen = gen*10 + int(b[i]-'0')
		digits++
	}
	if digits > 0 {
		j := i
		for i < len(b) && class[b[i]] == space {
			i++
		}
		if i < len(b) && i > j && b[i] == 'R' && (i+1 == len(b) || class[b[i+1]] != regular) {
			p.pos = i + 1
			return Ref{num, uint16(gen)}, true
		}
	}
	p.atEnd = end || i >= len(b)
	return Ref{}, false
}

func (p *parser) array(depth int, refs bool) Array {
	bottom := len(p.items)
	p.readItems(depth, refs)
	a := Array(lend(&p.itemRoom, p.items[bottom:]))
	p.items = p.items[:bottom]
	return a
}

func (p *parser) readItems(depth int, refs bool) {
	for {
		t := p.Next()
		switch t.Kind {
		case ArrayClose, EOF:
			return
		case DictClose:
			p.pos -= 2 // a lost "]"
			return
		case Keyword:
			if endsObject(t.Bytes) {
				p.pos -= len(t.Bytes)
				return
			}
		}
		if depth >= maxNesting {
			continue
		}
		o := p.object(t, depth, refs)
		p.items = append(p.items, o)
	}
}

func (p *parser) dict(depth int, refs bool) Dict {
	bottom := len(p.entries)
	p.readEntries(depth, refs)
	d := lend(&p.entryRoom, p.entries[bottom:])
	p.entries = p.entries[:bottom]
	return NewDict(d)
}

func (p *parser) readEntries(depth int, refs bool) {
	for {
		t := p.Next()
		switch t.Kind {
		case DictClose, EOF:
			return
		case Keyword:
			if endsObject(t.Bytes) {
				p.pos -= len(t.Bytes)
				return
			}
			continue
		case NameToken:
		default:
			continue // a value without a key
		}
		key := key(t.Bytes)
		t = p.Next()
		if t.Kind == DictClose || t.Kind == EOF {
			return
		}
		if t.Kind == Keyword && endsObject(t.Bytes) {
			p.pos -= len(t.Bytes)
			return
		}
		if depth >= maxNesting {
			continue
		}
		if v := p.object(t, depth, refs); v != nil {
			p.entries = append(p.entries, Entry{key, v})
		}
	}
}

func endsObject(keyword []byte) bool {
	switch string(keyword) {
	case "endobj", "obj", "stream", "endstream", "xref", "trailer":
		return true
	}
	return false
}
