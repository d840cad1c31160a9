package cos

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"slices"
	"sort"
	"sync"

	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// The errors that callers tell apart.
var (
	ErrMalformed = errors.New("no PDF structure found")
	ErrEncrypted = errors.New("encrypted with an unknown password or handler")
)

// heldSize is the size in bytes up to which a whole file is held in memory.
const heldSize = 16 << 20

// Document is a PDF file's objects.
type Document struct {
	r       io.ReaderAt
	size    int64
	held    []byte // the whole file, or nil
	version string // from the header
	shift   int64  // what the file's own offsets lack, when bytes stand before the header
	budget  *limit.Budget
	crypt   *security

	mu       sync.Mutex
	xref     table
	trailer  Dict
	kept     int // objects in xref
	packs    map[uint32]*pack
	packed   int             // bytes in packs
	charged  map[uint32]bool // packs that the budget knows of
	stacks   stacks
	repaired bool
}

// maxKept bounds the objects that are kept.
const maxKept = 1 << 16

// Open reads the cross-reference of a file. Passwords are tried in order after the empty one; when none
// fits, the error is ErrEncrypted. The content stays the caller's to close.
func Open(content source.Content, passwords []string, budget *limit.Budget) (*Document, error) {
	d := &Document{r: content, size: content.Size(), budget: budget,
		packs: map[uint32]*pack{}, charged: map[uint32]bool{}}
	if d.size <= heldSize {
		b, err := source.ReadAll(content)
		if err != nil {
			return nil, err
		}
		d.held, d.size = b, int64(len(b))
	}
	d.findHeader()
	if err := d.readXref(); err != nil {
		d.xref, d.trailer = table{}, nil
	}
	if d.trailer == nil || !d.usable() {
		if err := d.repair(passwords); err != nil {
			return nil, err
		}
		if d.crypt == nil && d.trailer.Get("Encrypt") != nil {
			return nil, ErrEncrypted
		}
		return d, nil
	}
	return d, d.unlock(passwords)
}

// unlock sets up decryption. Nothing that holds strings may have been kept before.
func (d *Document) unlock(passwords []string) error {
	if d.trailer.Get("Encrypt") == nil {
		return nil
	}
	c, err := newSecurity(d, passwords)
	if err != nil {
		return err
	}
	d.crypt = c
	d.forget()
	clear(d.packs)
	return nil
}

// forget lets go of the objects that were kept.
func (d *Document) forget() {
	for _, s := range d.xref.all {
		s.object, s.kept = nil, false
	}
	d.kept = 0
}

// usable reports whether the catalogue and its page tree's root can be reached. Both may lie in encrypted
// object streams, so with encryption only the reference is looked at.
func (d *Document) usable() bool {
	if d.trailer.Get("Encrypt") != nil {
		r, ok := d.trailer.Get("Root").(Ref)
		return ok && d.xref.get(r.Num).kind != free && d.Dict(d.trailer.Get("Encrypt")) != nil
	}
	root := d.Dict(d.trailer.Get("Root"))
	return root != nil && d.Dict(root.Get("Pages")) != nil
}

// Trailer returns the trailer dictionary.
func (d *Document) Trailer() Dict {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.trailer
}

// Repaired reports whether the cross-reference was of no use and the file was searched instead.
func (d *Document) Repaired() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.repaired
}

// Budget returns the budget that decoded bytes are charged to.
func (d *Document) Budget() *limit.Budget { return d.budget }

// ObjectNumbers returns all object numbers in use, in order.
func (d *Document) ObjectNumbers() []uint32 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.xref.numbers()
}

// parser returns a parser of objects of the document, for those who hold mu.
func (d *Document) parser(b []byte) parser { return parser{Lexer: Lexer{buf: b}, stacks: &d.stacks} }

// at returns up to n bytes of the file from an offset.
func (d *Document) at(offset, n int64) []byte {
	if offset < 0 || offset >= d.size || n <= 0 {
		return nil
	}
	n = min(n, d.size-offset)
	if d.held != nil {
		return d.held[offset : offset+n : offset+n]
	}
	b := make([]byte, n)
	got, _ := d.r.ReadAt(b, offset)
	return b[:got]
}

func (d *Document) findHeader() {
	head := d.at(0, 64<<10)
	i := bytes.Index(head, []byte("%PDF-"))
	if i < 0 {
		return
	}
	d.shift = int64(i)
	v := head[i+len("%PDF-"):]
	n := 0
	for n < min(len(v), 4) && (v[n] == '.' || v[n] >= '0' && v[n] <= '9') {
		n++
	}
	d.version = string(v[:n])
}

// Version returns the version in the file's header, "1.7"; "" when there is none.
func (d *Document) Version() string { return d.version }

// load returns an indirect object.
func (d *Document) load(r Ref) Object {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.loadLocked(r)
}

func (d *Document) loadLocked(r Ref) Object {
	s := d.xref.find(r.Num)
	if s == nil || !s.set {
		return nil
	}
	if s.kept || s.loading {
		return s.object
	}
	s.loading = true
	o, ok := d.read(r.Num)
	if !ok && !d.repaired && s.kind != free {
		d.rebuild() // makes new slots
		s = d.xref.slot(r.Num)
		s.loading = true
		o, _ = d.read(r.Num)
	}
	s.loading = false
	if d.kept >= maxKept {
		d.forget()
	}
	s.object, s.kept = o, true
	d.kept++
	return o
}

// read reads an object at the place that the cross-reference tells; ok is false when it isn't there.
func (d *Document) read(num uint32) (o Object, ok bool) {
	e := d.xref.get(num)
	switch e.kind {
	case inFile:
		o, got, ok := d.readAt(e.offset, d.crypt)
		if ok && got.Num != num {
			return nil, false
		}
		return o, ok
	case inStream:
		return d.readPacked(uint32(e.offset), num)
	}
	return nil, true
}

// window is how many bytes of a file that is not held are read first for an object.
const window = 4 << 10

// window returns how many bytes to read first for an object.
func (d *Document) window() int64 {
	if d.held != nil {
		return d.size
	}
	return window
}

// readAt reads "num gen obj …" at an offset.
func (d *Document) readAt(offset int64, crypt *security) (o Object, id Ref, ok bool) {
	for n := d.window(); ; n *= 4 {
		b := d.at(offset, n)
		p := d.parser(b)
		if id, ok = p.header(); !ok {
			return nil, id, false
		}
		if crypt != nil {
			p.decrypt = crypt.stringDecrypter(id)
		}
		o = p.object(p.Next(), 0, true)
		dict, isDict := o.(Dict)
		if isDict {
			t := p.Next()
			if t.Kind == Keyword && bytes.HasPrefix(t.Bytes, []byte("stream")) {
				end := p.pos - len(t.Bytes) + len("stream")
				if end+2 <= len(b) || offset+n >= d.size {
					return &Stream{Dict: dict, Ref: id, doc: d, offset: offset + int64(afterEOL(b, end))}, id, true
				}
				p.atEnd = true
			}
		}
		if !p.atEnd || offset+n >= d.size {
			return o, id, true
		}
	}
}

// header reads "num gen obj".
func (p *parser) header() (id Ref, ok bool) {
	num, gen := p.Next(), p.Next()
	if num.Kind != Integer || gen.Kind != Integer || num.Int < 0 || num.Int > maxNumber {
		return id, false
	}
	kw := p.Next()
	if kw.Kind != Keyword || !bytes.HasPrefix(kw.Bytes, []byte("obj")) {
		return id, false
	}
	p.pos += len("obj") - len(kw.Bytes)
	return Ref{uint32(num.Int), uint16(gen.Int)}, true
}

// afterEOL returns the offset of a stream's first byte, after the end of line behind "stream".
func afterEOL(b []byte, p int) int {
	for p < len(b) && b[p] == ' ' {
		p++
	}
	if p < len(b) && b[p] == '\r' {
		p++
	}
	if p < len(b) && b[p] == '\n' {
		p++
	}
	return p
}

// pack is a decoded object stream (7.5.7).
type pack struct {
	data    []byte
	objects []packed // by number; of those with one number the last counts
}

// packed says where an object begins in a pack's data.
type packed struct {
	num    uint32
	offset int
}

func (p *pack) find(num uint32) (offset int, ok bool) {
	end := sort.Search(len(p.objects), func(i int) bool { return p.objects[i].num > num })
	if end == 0 || p.objects[end-1].num != num {
		return 0, false
	}
	return p.objects[end-1].offset, true
}

// maxPacked bounds the bytes of object streams that are kept decoded.
const maxPacked = 32 << 20

func (d *Document) readPacked(stream, num uint32) (Object, bool) {
	p := d.pack(stream)
	if p == nil {
		return nil, false
	}
	offset, ok := p.find(num)
	if !ok {
		return nil, false
	}
	r := d.parser(p.data)
	r.SetPos(offset)
	return r.object(r.Next(), 0, true), true
}

func (d *Document) pack(num uint32) *pack {
	if p, ok := d.packs[num]; ok {
		return p
	}
	if d.xref.get(num).kind != inFile {
		return nil
	}
	s, ok := d.loadLocked(Ref{Num: num}).(*Stream)
	if !ok {
		return nil
	}
	p := d.unpack(s)
	if p != nil {
		if !d.charged[num] {
			d.charged[num] = true
			if d.budget.Charge(int64(len(p.data))) != nil {
				return nil
			}
		}
		if d.packed += len(p.data); d.packed > maxPacked {
			clear(d.packs)
			d.packed = len(p.data)
		}
	}
	d.packs[num] = p
	return p
}

func (d *Document) unpack(s *Stream) *pack {
	data, err := s.decodeLocked()
	if err != nil && len(data) == 0 {
		return nil
	}
	first := intLocked(d, s.Dict.Get("First"))
	n := intLocked(d, s.Dict.Get("N"))
	if first < 0 || first > len(data) {
		return nil
	}
	p := &pack{data: data}
	l := NewLexer(data[:first])
	for range n {
		num, off := l.Next(), l.Next()
		if num.Kind != Integer || off.Kind != Integer {
			break
		}
		if num.Int < 0 || num.Int > maxNumber || off.Int < 0 || off.Int > int64(len(data)-first) {
			continue
		}
		p.objects = append(p.objects, packed{uint32(num.Int), first + int(off.Int)})
	}
	slices.SortStableFunc(p.objects, func(a, b packed) int { return cmp.Compare(a.num, b.num) })
	return p
}

// intLocked is Document.Int for those who hold mu.
func intLocked(d *Document, o Object) int {
	if r, ok := o.(Ref); ok {
		o = d.loadLocked(r)
	}
	i, _ := o.(int64)
	return int(i)
}
