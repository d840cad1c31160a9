package cos

import "bytes"

// maxNumber bounds object numbers: far above the 8,388,607 of ISO 32000-1, annex C.
const maxNumber = 1 << 26

type entryKind uint8

const (
	free entryKind = iota
	inFile
	inStream
)

// entry says where an object is: at an offset of the file, or in the object stream of that number.
type entry struct {
	offset int64
	kind   entryKind
}

// table maps object numbers to entries. Its pages keep it small for sparse numbers.
type table struct {
	pages []*tablePage // nil for those without entries
}

// pageBits is how many bits of an object number tell the slot in a page.
const pageBits = 7

type tablePage [1 << pageBits]slot

// slot is what is known of an object: where it is, and the object itself once it was read.
type slot struct {
	entry
	set     bool // by a cross-reference section
	loading bool // being read, by whoever holds the document's lock
	kept    bool // object is it
	object  Object
}

// find returns the slot of an object; nil when there is none in its page.
func (t *table) find(num uint32) *slot {
	if hi := num >> pageBits; hi < uint32(len(t.pages)) && t.pages[hi] != nil {
		return &t.pages[hi][num&(1<<pageBits-1)]
	}
	return nil
}

func (t *table) get(num uint32) entry {
	if s := t.find(num); s != nil {
		return s.entry
	}
	return entry{}
}

// add sets an entry, unless a newer section has set it.
func (t *table) add(num uint32, e entry) {
	if s := t.slot(num); !s.set {
		s.entry, s.set = e, true
	}
}

func (t *table) replace(num uint32, e entry) {
	s := t.slot(num)
	s.entry, s.set = e, true
}

// slot is find that makes the page; num is at most maxNumber.
func (t *table) slot(num uint32) *slot {
	hi := int(num >> pageBits)
	if hi >= len(t.pages) {
		t.pages = append(t.pages, make([]*tablePage, hi+1-len(t.pages))...)
	}
	if t.pages[hi] == nil {
		t.pages[hi] = new(tablePage)
	}
	return &t.pages[hi][num&(1<<pageBits-1)]
}

// all gives the slots that are set, by number.
func (t *table) all(yield func(num uint32, s *slot) bool) {
	for hi, page := range t.pages {
		if page == nil {
			continue
		}
		for lo := range page {
			if s := &page[lo]; s.set && !yield(uint32(hi<<pageBits|lo), s) {
				return
			}
		}
	}
}

func (t *table) numbers() []uint32 {
	var all []uint32
	for num, s := range t.all {
		if s.kind != free {
			all = append(all, num)
		}
	}
	return all
}

// readXref reads the cross-reference sections from the newest to the oldest.
func (d *Document) readXref() error {
	const tail = 2 << 10
	from := max(0, d.size-tail)
	b := d.at(from, tail)
	i := bytes.LastIndex(b, []byte("startxref"))
	if i < 0 {
		return ErrMalformed
	}
	l := NewLexer(b[i+len("startxref"):])
	t := l.Next()
	if t.Kind != Integer {
		return ErrMalformed
	}
	seen := map[int64]bool{}
	queue := []int64{t.Int}
	for len(queue) > 0 {
		offset := queue[0]
		queue = queue[1:]
		if seen[offset] || offset < 0 || offset >= d.size {
			continue
		}
		seen[offset] = true
		trailer, err := d.readSection(offset)
		if err != nil {
			return err
		}
		if d.trailer == nil {
			d.trailer = trailer
		}
		// A hybrid file's stream goes before the older sections (7.5.8.4).
		for _, key := range []Name{"XRefStm", "Prev"} {
			switch v := trailer.Get(key).(type) {
			case int64:
				queue = append(queue, v)
			case Ref: // seen in real files
				if n, ok := d.Resolve(v).(int64); ok {
					queue = append(queue, n)
				}
			}
		}
	}
	if d.trailer == nil {
		return ErrMalformed
	}
	return nil
}

func (d *Document) readSection(offset int64) (Dict, error) {
	if t, err := d.readSectionAt(offset); err == nil || d.shift == 0 {
		return t, err
	}
	t, err := d.readSectionAt(offset + d.shift)
	return t, err
}

func (d *Document) readSectionAt(offset int64) (Dict, error) {
	head := d.at(offset, 64)
	for len(head) > 0 && IsSpace(head[0]) {
		head = head[1:]
		offset++
	}
	if bytes.HasPrefix(head, []byte("xref")) {
		return d.readTable(offset + int64(len("xref")))
	}
	o, _, ok := d.readAt(offset, nil)
	s, isStream := o.(*Stream)
	if !ok || !isStream {
		return nil, ErrMalformed
	}
	return s.Dict, d.readXrefStream(s)
}

// readTable reads a cross-reference table and the trailer behind it (7.5.4).
func (d *Document) readTable(offset int64) (Dict, error) {
	for n := int64(64 << 10); ; n *= 8 {
		b := d.at(offset, n)
		p := d.parser(b)
		var found table
		trailer, ok := p.table(&found, d.shift)
		if p.atEnd && offset+n < d.size {
			continue // cut off: again with more bytes
		}
		if !ok {
			return nil, ErrMalformed
		}
		for num, s := range found.all {
			d.xref.add(num, s.entry)
		}
		return trailer, nil
	}
}

func (p *parser) table(found *table, shift int64) (Dict, bool) {
	for {
		t := p.Next()
		if t.Kind == Keyword && string(t.Bytes) == "trailer" {
			d, ok := p.object(p.Next(), 0, true).(Dict)
			return d, ok
		}
		count := p.Next()
		if t.Kind != Integer || count.Kind != Integer || t.Int < 0 || count.Int < 0 {
			return nil, false
		}
		for num := t.Int; num < t.Int+count.Int; num++ {
			start := p.pos
			off, gen, kind := p.Next(), p.Next(), p.Next()
			if off.Kind == Keyword && string(off.Bytes) == "trailer" { // fewer entries than promised
				p.pos = start
				break
			}
			if off.Kind != Integer || gen.Kind != Integer || kind.Kind != Keyword || num > maxNumber {
				return nil, false
			}
			e := entry{}
			if kind.Bytes[0] == 'n' && off.Int > 0 {
				e = entry{off.Int + shift, inFile}
			}
			found.add(uint32(num), e)
		}
	}
}

// readXrefStream reads a cross-reference stream (7.5.8).
func (d *Document) readXrefStream(s *Stream) error {
	w := d.Numbers(s.Dict.Get("W"))
	if len(w) < 3 {
		return ErrMalformed
	}
	var width [3]int
	row := 0
	for i := range width {
		width[i] = int(w[i])
		if width[i] < 0 || width[i] > 8 {
			return ErrMalformed
		}
		row += width[i]
	}
	data, err := s.Decode()
	if err != nil && len(data) == 0 || row == 0 {
		return ErrMalformed
	}
	index := d.Numbers(s.Dict.Get("Index"))
	if len(index) < 2 {
		index = []float64{0, float64(d.Int(s.Dict.Get("Size"), 0))}
	}
	for i := 0; i+1 < len(index); i += 2 {
		first, count := int64(index[i]), int64(index[i+1])
		for num := first; num < first+count && len(data) >= row; num++ {
			f0 := field(data, width[0], 1)
			f1 := field(data[width[0]:], width[1], 0)
			data = data[row:]
			if num < 0 || num > maxNumber {
				continue
			}
			e := entry{}
			switch {
			case f0 == 1:
				e = entry{f1 + d.shift, inFile}
			case f0 == 2 && f1 <= maxNumber:
				e = entry{f1, inStream}
			}
			d.xref.add(uint32(num), e)
		}
	}
	return nil
}

func field(b []byte, width int, def int64) int64 {
	if width == 0 {
		return def
	}
	var v int64
	for _, c := range b[:width] {
		v = v<<8 | int64(c)
	}
	return v & (1<<62 - 1)
}
