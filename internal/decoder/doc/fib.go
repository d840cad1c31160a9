package doc

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"

	"golang.org/x/text/encoding"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
)

// document is an open file.
type document struct {
	in    *decoder.Input
	file  *cfb.File
	main  []byte // stream WordDocument
	table []byte // stream 0Table or 1Table
	data  []byte // stream Data: pictures and long property lists; may be empty

	edition
	old    bool                      // Word 6 or 95
	page   int                       // code page of an old document
	codecs map[int]*encoding.Decoder // of its fonts' code pages

	parts []part // FibRgFcLcb: where in the table stream things are
	text  pieces
	prcs  [][]byte // property changes that pieces refer to
	chars runs     // CHPX
	paras runs     // PAPX

	styles    []style
	fonts     []font
	lists     map[int32]*list
	oldList   list // the one that an old document's paragraphs are in
	overrides []override

	body, notes, headers, annotations, endnotes *subdocument
	drawings                                    *drawings
}

// edition says where the editions of Word have the same things, and how large they are, bytes.
type edition struct {
	sizesAt      int // in the FIB, of the stories' sizes
	pageNumber   int // size in a table of pages
	papxEntry    int // size in a page of paragraphs, with the heights that stand there
	comment      int // size of a comment's mark
	commentOwner int // in it
}

var (
	edition97 = edition{sizesAt: 76, pageNumber: 4, papxEntry: 13, comment: 30, commentOwner: 20}
	edition6  = edition{sizesAt: 52, pageNumber: 2, papxEntry: 7, comment: 20, commentOwner: 10}
)

// part is a place in the table stream.
type part struct{ at, size uint32 }

// subdocument is a run of character positions with stories of one kind.
type subdocument struct {
	start, length int // CPs
	anchors       map[int]uint32
	boxes         *textBoxes
	notes         [2]noteTable // in the body: foot- and endnotes
}

// Indexes into FibRgFcLcb97 (2.5.6).
const (
	partStshf         = 1
	partFootnoteRefs  = 2
	partFootnoteTexts = 3
	partCommentRefs   = 4
	partCommentTexts  = 5
	partHeaders       = 11
	partChpx          = 12
	partPapx          = 13
	partFonts         = 15
	partClx           = 33
	partCommentOwners = 36
	partBodyShapes    = 40
	partHeaderShapes  = 41
	partEndnoteRefs   = 46
	partEndnoteTexts  = 47
	partDrawings      = 50
	partTextBoxes     = 56
	partHeaderBoxes   = 58
	partLists         = 73
	partListOverrides = 74
	fibWord97         = 0xc1
	fibMagicOld       = 0xa5dc // of Word 6 and 95
	fibMagic          = 0xa5ec
	flagEncrypted     = 1 << 8
	flagTable1        = 1 << 9
	flagObfuscated    = 1 << 15 // encrypted by XOR
	fibPartsAt        = 154
	fibMinimum        = fibPartsAt + 75*8
)

// open reads the FIB and the tables that everything else refers to.
func open(f *cfb.File, in *decoder.Input) (*document, error) {
	d := &document{in: in, file: f, edition: edition97}
	var err error
	if d.main, err = f.Stream("WordDocument"); err != nil && (len(d.main) < fibMinimum || isLimit(err)) {
		if errors.Is(err, cfb.ErrNotFound) && f.Has("EncryptedPackage") {
			return nil, decoder.ErrEncrypted
		}
		return nil, malformed(err)
	} else if err != nil {
		in.Warnf("%v", err)
	}
	if len(d.main) < 64 {
		return nil, fmt.Errorf("%w: no Word document in its stream", decoder.ErrMalformed)
	}
	magic := u16(d.main, 0)
	known := magic == fibMagic || magic == fibMagicOld
	if v := u16(d.main, 2); v < fibWord97 && (known || !f.Has("0Table") && !f.Has("1Table")) {
		if d.old = v >= fibWord6; !d.old {
			return nil, fmt.Errorf("%w: Word document older than version 6 (file version %d)", decoder.ErrUnsupported, v)
		}
		known = true
	}
	if !known {
		return nil, fmt.Errorf("%w: no Word document in its stream", decoder.ErrMalformed)
	}
	flags := u16(d.main, 10)
	encrypted := flags&flagEncrypted != 0
	if encrypted && (d.old || flags&flagObfuscated != 0) {
		return nil, decoder.ErrEncrypted
	}
	if len(d.main) < fibMinimum {
		return nil, fmt.Errorf("%w: file information block ends early", decoder.ErrMalformed)
	}
	if d.old {
		d.edition = edition6
		d.table, d.data, d.page = d.main, d.main, cmp.Or(charset.OfLanguage(int(u16(d.main, fibLanguage))), 1252)
		d.partsOfWord6()
	} else {
		name := "0Table"
		if flags&flagTable1 != 0 {
			name = "1Table"
		}
		if d.table, err = f.Stream(name); err != nil && (len(d.table) == 0 || isLimit(err)) {
			return nil, malformed(err)
		} else if err != nil {
			in.Warnf("%v", err)
		}
		if d.data, err = f.Stream("Data"); err != nil && isLimit(err) {
			return nil, err
		}
		if encrypted {
			if err := d.decrypt(); err != nil {
				return nil, err
			}
		}
		n := min(int(u16(d.main, 152)), (len(d.main)-fibPartsAt)/8)
		d.parts = make([]part, n)
		for i := range d.parts {
			d.parts[i] = part{u32(d.main, fibPartsAt+8*i), u32(d.main, fibPartsAt+8*i+4)}
		}
	}
	if err := d.readClx(); err != nil {
		return nil, err
	}
	d.subdocuments()
	d.chars = d.readRuns(partChpx, d.readChpxPage)
	d.paras = d.readRuns(partPapx, d.readPapxPage)
	d.readFonts()
	d.readStyles()
	d.readLists()
	d.readDrawings()
	return d, nil
}

// subdocuments lays out the CPs of all stories (2.3).
func (d *document) subdocuments() {
	at := 0
	sizeAt := d.sizesAt
	next := func() *subdocument {
		n := int(int32(u32(d.main, sizeAt)))
		sizeAt += 4
		n = min(max(n, 0), max(d.text.length()-at, 0))
		s := &subdocument{start: at, length: n}
		at += n
		return s
	}
	d.body = next()
	d.notes = next()
	d.headers = next()
	next() // macros
	d.annotations = next()
	d.endnotes = next()
	boxes, headerBoxes := next(), next()
	d.body.boxes = d.readTextBoxes(boxes, partTextBoxes)
	d.headers.boxes = d.readTextBoxes(headerBoxes, partHeaderBoxes)
	d.body.anchors = d.readAnchors(partBodyShapes)
	d.headers.anchors = d.readAnchors(partHeaderShapes)
	d.body.notes = [2]noteTable{
		d.readNotes(d.notes, partFootnoteRefs, partFootnoteTexts),
		d.readNotes(d.endnotes, partEndnoteRefs, partEndnoteTexts),
	}
}

// part returns a part of the table stream, cut where the stream ends; nil when there is none.
func (d *document) part(i int) []byte {
	if i >= len(d.parts) || d.parts[i].size == 0 {
		return nil
	}
	return slice(d.table, uint64(d.parts[i].at), uint64(d.parts[i].size))
}

// slice returns n bytes at an offset, fewer where b ends.
func slice(b []byte, at, n uint64) []byte {
	if at >= uint64(len(b)) {
		return nil
	}
	b = b[at:]
	return b[:min(n, uint64(len(b)))]
}

// plc is a table of n+1 positions and n records (2.2.2).
type plc struct {
	b          []byte
	n, dataLen int
}

func newPlc(b []byte, dataLen int) plc {
	if len(b) < 4 {
		return plc{}
	}
	return plc{b, (len(b) - 4) / (4 + dataLen), dataLen}
}

// bounds returns all positions, none before the one before it: stories do not overlap.
func (p plc) bounds() []int {
	if p.n == 0 {
		return nil
	}
	out := make([]int, p.n+1)
	last := 0
	for i := range out {
		last = max(last, p.at(i))
		out[i] = last
	}
	return out
}

func (p plc) at(i int) int      { return int(int32(u32(p.b, 4*i))) }
func (p plc) data(i int) []byte { return p.b[4*(p.n+1)+i*p.dataLen:][:p.dataLen] }

func u16(b []byte, at int) uint16 { return binary.LittleEndian.Uint16(b[at:]) }
func u32(b []byte, at int) uint32 { return binary.LittleEndian.Uint32(b[at:]) }

func isLimit(err error) bool { return errors.Is(err, limit.ErrExceeded) }
