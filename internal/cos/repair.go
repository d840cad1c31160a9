package cos

import (
	"bytes"
	"slices"
)

// repair searches the whole file for objects and trailers when the cross-reference is of no use.
func (d *Document) repair(passwords []string) error {
	d.mu.Lock()
	d.scan()
	d.mu.Unlock()
	if d.trailer == nil {
		return ErrMalformed
	}
	if err := d.unlock(passwords); err != nil {
		return err
	}
	d.mu.Lock()
	d.indexPacks()
	d.mu.Unlock()
	if d.usable() {
		return nil
	}
	if !d.findCatalog() {
		return ErrMalformed
	}
	return nil
}

// rebuild is repair in the middle of reading, when an object isn't where it should be. What the
// cross-reference says of objects that the search did not find is kept.
func (d *Document) rebuild() {
	old, trailer := d.xref, d.trailer
	d.scan()
	d.indexPacks()
	d.trailer = trailer
	for num, s := range old.all {
		if s.kind == inStream {
			d.xref.add(num, s.entry)
		}
	}
}

// found is an object that the search met.
type found struct {
	num    uint32
	offset int64
	packed bool // an object stream, by its looks
}

// scan fills the cross-reference from the "num gen obj" in the file; later ones win. The trailer is the last
// one with a catalogue, or a cross-reference stream's dictionary.
func (d *Document) scan() {
	d.repaired = true
	d.xref, d.trailer = table{}, nil
	d.forget()
	clear(d.packs)
	var streams []int64
	var encrypt, id Object
	note := func(t Dict) {
		if t.Get("Encrypt") != nil {
			encrypt, id = t.Get("Encrypt"), t.Get("ID")
		}
		if t.Get("Root") != nil {
			d.trailer = t
		}
	}
	d.search([]byte("obj"), func(b []byte, i int, offset int64) {
		num, start, ok := headerBefore(b, i)
		if !ok {
			return
		}
		e := entry{offset - int64(i-start), inFile}
		d.xref.replace(num, e)
		head := b[i:min(i+512, len(b))]
		if j := bytes.Index(head, []byte("stream")); j >= 0 {
			head = head[:j]
		}
		if bytes.Contains(head, []byte("/XRef")) {
			streams = append(streams, e.offset)
		}
	})
	for _, offset := range streams {
		if o, _, ok := d.readAt(offset, nil); ok {
			if s, ok := o.(*Stream); ok {
				note(s.Dict)
			}
		}
	}
	d.search([]byte("trailer"), func(_ []byte, _ int, offset int64) {
		p := d.parser(d.at(offset+int64(len("trailer")), 16<<10))
		if t, ok := p.object(p.Next(), 0, true).(Dict); ok {
			note(t)
		}
	})
	if d.trailer == nil && len(d.xref.pages) > 0 {
		d.trailer = Dict{}
	}
	if encrypt != nil && d.trailer.Get("Encrypt") == nil {
		d.trailer = d.trailer.With("Encrypt", encrypt).With("ID", id)
	}
}

// search calls f for each occurrence of a keyword, with at least 32 bytes before and 512 after it where the
// file has them.
func (d *Document) search(keyword []byte, f func(b []byte, i int, offset int64)) {
	const chunk, before, after = 1 << 20, 32, 512
	if d.held != nil {
		searchIn(d.held, keyword, 0, len(d.held), func(i int) { f(d.held, i, int64(i)) })
		return
	}
	for at := int64(0); at < d.size; at += chunk {
		from := max(0, at-before)
		b := d.at(from, chunk+before+after)
		searchIn(b, keyword, int(at-from), int(at-from)+chunk, func(i int) { f(b, i, from+int64(i)) })
	}
}

func searchIn(b, keyword []byte, from, to int, f func(i int)) {
	to = min(to, len(b))
	for i := from; i < to; i += len(keyword) {
		j := bytes.Index(b[i:], keyword)
		if j < 0 || i+j >= to {
			return
		}
		i += j
		f(i)
	}
}

// headerBefore reads the "num gen " that ends before b[i], where "obj" stands.
func headerBefore(b []byte, i int) (num uint32, start int, ok bool) {
	p := i
	back := func(match func(byte) bool, most int) int {
		n := 0
		for p > 0 && n < most && match(b[p-1]) {
			p--
			n++
		}
		return n
	}
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	back(IsSpace, 8)
	if back(digit, 5) == 0 || back(IsSpace, 8) == 0 {
		return 0, 0, false
	}
	end := p
	if back(digit, 10) == 0 {
		return 0, 0, false
	}
	n := 0
	for _, c := range b[p:end] {
		n = n*10 + int(c-'0')
	}
	return uint32(n), p, n <= maxNumber
}

// indexPacks adds what object streams hold, in file order, unless the object stands in the file by itself
// behind the stream.
func (d *Document) indexPacks() {
	var all []found
	for _, num := range d.xref.numbers() {
		e := d.xref.get(num)
		if e.kind != inFile {
			continue
		}
		head := d.at(e.offset, 512)
		if j := bytes.Index(head, []byte("stream")); j >= 0 {
			head = head[:j]
		}
		all = append(all, found{num, e.offset, bytes.Contains(head, []byte("/ObjStm"))})
	}
	slices.SortFunc(all, func(a, b found) int { return int(max(-1, min(1, a.offset-b.offset))) })
	for _, f := range all {
		if !f.packed {
			continue
		}
		p := d.pack(f.num)
		if p == nil {
			continue
		}
		for _, o := range p.objects {
			if e := d.xref.get(o.num); e.kind != inFile || e.offset < f.offset {
				d.xref.replace(o.num, entry{int64(f.num), inStream})
			}
		}
	}
	d.forget()
}

// findCatalog looks for a catalogue, or makes one for a page tree, or even only pages, without. It reports whether
// there is any of these.
func (d *Document) findCatalog() bool {
	var pages Object
	var kids Array
	for _, num := range d.ObjectNumbers() {
		r := Ref{Num: num}
		o, ok := d.Resolve(r).(Dict)
		if !ok {
			continue
		}
		switch o.Get("Type") {
		case Name("Catalog"):
			if d.Dict(o.Get("Pages")) != nil {
				d.trailer = d.trailer.With("Root", r)
				return true
			}
		case Name("Pages"):
			if pages == nil || o.Get("Parent") == nil {
				pages = r
			}
		case Name("Page"):
			kids = append(kids, r)
		}
	}
	if pages == nil {
		pages = Dict{{"Type", Name("Pages")}, {"Kids", kids}}
	}
	d.trailer = d.trailer.With("Root", Dict{{"Type", Name("Catalog")}, {"Pages", pages}})
	return kids != nil
}
