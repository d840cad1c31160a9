package doc

import (
	"github.com/udecode/udecode/internal/decoder/internal/wordflow"
	"github.com/udecode/udecode/internal/udm"
)

// list is a list definition with its running numbers.
type list struct {
	levels  []wordflow.ListLevel
	counter wordflow.Counter
}

// override is what paragraphs refer to (LFO, 2.9.131): a list and changes to it.
type override struct {
	lsid   int32
	start  map[int]int // first numbers by level
	levels map[int]wordflow.ListLevel
	used   bool
}

// readLists reads the list definitions, whose levels stand behind their table, and the overrides
// (2.9.150 and 2.9.151).
func (d *document) readLists() {
	d.lists = map[int32]*list{}
	if partLists >= len(d.parts) || d.parts[partLists].size == 0 {
		return
	}
	b := slice(d.table, uint64(d.parts[partLists].at), uint64(len(d.table)))
	if len(b) < 2 {
		return
	}
	const entry = 28
	count := min(int(u16(b, 0)), (len(b)-2)/entry)
	heads, levels := b[2:2+entry*count], b[2+entry*count:]
	for i := range count {
		h := heads[entry*i:]
		l := &list{}
		n := wordflow.Levels
		if h[26]&1 != 0 {
			n = 1
		}
		for range n {
			var level wordflow.ListLevel
			var ok bool
			if level, levels, ok = readLevel(levels); !ok {
				return
			}
			l.levels = append(l.levels, level)
		}
		d.lists[int32(u32(h, 0))] = l
	}
	d.readOverrides()
}

// readLevel reads an LVL (2.9.148) and returns what stands behind it.
func readLevel(b []byte) (wordflow.ListLevel, []byte, bool) {
	const head = 28
	if len(b) < head+2 {
		return wordflow.ListLevel{}, nil, false
	}
	l := wordflow.ListLevel{Start: int(int32(u32(b, 0))), Format: int(b[4]), Legal: b[5]&4 != 0, Restart: -1}
	if b[5]&8 != 0 { // fNoRestart: ilvlRestartLim says after which levels it does
		l.Restart = int(b[26])
	}
	at := head + int(b[24]) + int(b[25])
	if at+2 > len(b) {
		return l, nil, false
	}
	n := int(u16(b, at))
	at += 2
	if at+2*n > len(b) {
		return l, nil, false
	}
	l.Text = labelText(b[at : at+2*n])
	return l, b[at+2*n:], true
}

// labelText decodes a label, in which the characters 0 to 8 stand for numbers.
func labelText(b []byte) string {
	r := make([]rune, 0, len(b)/2)
	for ; len(b) >= 2; b = b[2:] {
		r = append(r, rune(u16(b, 0)))
	}
	return string(r)
}

func (d *document) readOverrides() {
	b := d.part(partListOverrides)
	if len(b) < 4 {
		return
	}
	const entry = 16
	count := min(int(u32(b, 0)), (len(b)-4)/entry)
	heads, rest := b[4:4+entry*count], b[4+entry*count:]
	for i := range count {
		h := heads[entry*i:]
		o := override{lsid: int32(u32(h, 0))}
		rest = slice(rest, 4, uint64(len(rest)))
		for range int(h[12]) {
			if len(rest) < 8 {
				break
			}
			start, flags := int(int32(u32(rest, 0))), u32(rest, 4)
			level := int(flags & 0xf)
			rest = rest[8:]
			if flags&(1<<5) != 0 {
				l, after, ok := readLevel(rest)
				if !ok {
					break
				}
				rest = after
				if o.levels == nil {
					o.levels = map[int]wordflow.ListLevel{}
				}
				o.levels[level] = l
				start = l.Start
			}
			if flags&(1<<4) != 0 {
				if o.start == nil {
					o.start = map[int]int{}
				}
				o.start[level] = start
			}
		}
		d.overrides = append(d.overrides, o)
	}
}

// listItem completes a paragraph with its place in a list.
func (d *document) listItem(p *wordflow.Paragraph, pp *pap) {
	if d.old {
		d.listItemOfWord6(p, pp)
		return
	}
	if pp.ilfo < 1 || pp.ilfo > len(d.overrides) {
		return
	}
	o := &d.overrides[pp.ilfo-1]
	l := d.lists[o.lsid]
	if l == nil || pp.ilvl < 0 || len(l.levels) == 0 {
		return
	}
	level := min(pp.ilvl, len(l.levels)-1)
	if !o.used {
		o.used = true
		for at, def := range o.levels {
			if at < len(l.levels) {
				l.levels[at] = def
			}
		}
		for at, n := range o.start {
			l.counter.SetNext(at, n)
		}
	}
	label := l.counter.Next(l.levels, level)
	p.ListType = l.levels[level].Type()
	if p.ListType == udm.Ordered && label == "" {
		p.ListType = ""
	}
	p.ListLevel, p.ListLabel = level, label
}
