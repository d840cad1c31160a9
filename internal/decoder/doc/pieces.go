package doc

import (
	"fmt"
	"sort"

	"github.com/udecode/udecode/internal/decoder"
)

// pieces is the piece table: where in the stream WordDocument each run of CPs is (2.8.35).
type pieces []piece

type piece struct {
	start, end int  // CPs
	fc         int  // offset of the first character, bytes
	wide       bool // UTF-16; else one byte a character, Windows-1252 (2.9.73)
	changes    []byte
}

func (p pieces) length() int {
	if len(p) == 0 {
		return 0
	}
	return p[len(p)-1].end
}

// find returns the index of the piece that holds a CP, len(p) when none does.
func (p pieces) find(cp int) int {
	return sort.Search(len(p), func(i int) bool { return p[i].end > cp })
}

func (p *piece) width() int {
	if p.wide {
		return 2
	}
	return 1
}

// offset returns the FC of a CP in the piece.
func (p *piece) offset(cp int) int { return p.fc + (cp-p.start)*p.width() }

// readClx reads the piece table and the property changes before it (2.9.38).
func (d *document) readClx() error {
	b := d.part(partClx)
	for len(b) >= 3 && b[0] == 1 { // Prc
		n := int(u16(b, 1))
		if 3+n > len(b) {
			break
		}
		d.prcs = append(d.prcs, d.modifiersOf(b[3:3+n]))
		b = b[3+n:]
	}
	if d.old && u16(d.main, fibFlags)&flagHasPieces == 0 {
		d.text = d.wholeText()
		b = nil
	} else if len(b) < 5 || b[0] != 2 {
		return fmt.Errorf("%w: no piece table", decoder.ErrMalformed)
	}
	var t plc
	if b != nil {
		t = newPlc(slice(b, 5, uint64(u32(b, 1))), 8)
	}
	left := len(d.main) // pieces of a sound file do not overlap
	for i := range t.n {
		r := t.data(i)
		fc := u32(r, 2)
		p := piece{start: t.at(i), end: t.at(i + 1), fc: int(fc & 0x3fffffff), wide: fc&(1<<30) == 0, changes: d.changes(u16(r, 6))}
		switch {
		case d.old:
			p.fc, p.wide = int(fc), d.wideWord6()
		case !p.wide:
			p.fc /= 2
		}
		if p.start < 0 || p.end <= p.start || p.fc >= len(d.main) {
			continue
		}
		if n := len(d.text); n > 0 && p.start < d.text[n-1].end {
			continue
		}
		p.end = min(p.end, p.start+min(left, len(d.main)-p.fc)/p.width())
		if p.end > p.start {
			left -= (p.end - p.start) * p.width()
			d.text = append(d.text, p)
		}
	}
	if len(d.text) == 0 {
		return fmt.Errorf("%w: no text in the piece table", decoder.ErrMalformed)
	}
	return nil
}

// short property changes that stand in the piece itself, by number (2.9.215); the others do not
// matter here.
var shortChanges = map[uint16]uint16{
	0x18: sprmPFInTable, 0x19: sprmPFTtp, 0x41: sprmCFRMarkDel,
	0x55: sprmCFBold, 0x56: sprmCFItalic, 0x57: sprmCFStrike, 0x5c: sprmCFVanish,
}

// changes returns the property changes that a piece makes to all its text.
func (d *document) changes(prm uint16) []byte {
	if prm&1 != 0 {
		if i := int(prm >> 1); i < len(d.prcs) {
			return d.prcs[i]
		}
		return nil
	}
	if op, ok := shortChanges[prm>>1&0x7f]; ok {
		return []byte{byte(op), byte(op >> 8), byte(prm >> 8)}
	}
	return nil
}
