package doc

// Single property modifiers that matter here (2.6).
const (
	sprmCFRMarkDel   = 0x0800
	sprmCFFldVanish  = 0x0802
	sprmCPicLocation = 0x6a03
	sprmCFData       = 0x0806
	sprmCSymbol      = 0x6a09
	sprmCFOle2       = 0x080a
	sprmCFBold       = 0x0835
	sprmCFItalic     = 0x0836
	sprmCFStrike     = 0x0837
	sprmCFVanish     = 0x083c
	sprmCKul         = 0x2a3e
	sprmCIss         = 0x2a48
	sprmCFSpec       = 0x0855
	sprmCFObj        = 0x0856
	sprmCRgFtc0      = 0x4a4f
	sprmCIstd        = 0x4a30
	sprmCFDStrike    = 0x2a53

	sprmPIstd        = 0x4600
	sprmPFInTable    = 0x2416
	sprmPFTtp        = 0x2417
	sprmPItap        = 0x6649
	sprmPDtap        = 0x664a
	sprmPFInnerCell  = 0x244b
	sprmPFInnerTtp   = 0x244c
	sprmPOutLvl      = 0x2640
	sprmPIlvl        = 0x260a
	sprmPIlfo        = 0x460b
	sprmPHugePapx    = 0x6646
	sprmPHugePapxOld = 0x6645
	sprmPTableProps  = 0x646b
	sprmPChgTabs     = 0xc615
	sprmTDefTable    = 0xd608
	sprmTTableHeader = 0x3404
	sprmTMerge       = 0x5624
	sprmTSplit       = 0x5625
	sprmTVertMerge   = 0xd62b
	sprmTDelete      = 0x5622
)

// modifiers calls f for each property modifier of a list (2.2.5.1).
func modifiers(b []byte, f func(op uint16, arg []byte)) {
	for len(b) >= 3 {
		op := u16(b, 0)
		b = b[2:]
		n := 0
		switch op >> 13 {
		case 0, 1:
			n = 1
		case 2, 4, 5:
			n = 2
		case 3:
			n = 4
		case 7:
			n = 3
		case 6:
			switch {
			case op == sprmTDefTable:
				if len(b) < 2 {
					return
				}
				n = int(u16(b, 0)) + 1
				if n < 2 {
					return
				}
			case op == sprmPChgTabs && b[0] == 255:
				n = longTabs(b)
			default:
				n = 1 + int(b[0])
			}
		}
		if n > len(b) {
			return
		}
		f(op, b[:n])
		b = b[n:]
	}
}

// longTabs returns the length of a list of tab stops too long for its length byte (2.9.184).
func longTabs(b []byte) int {
	if len(b) < 2 {
		return len(b)
	}
	n := 2 + 4*int(b[1])
	if n >= len(b) {
		return len(b)
	}
	return n + 1 + 3*int(b[n])
}

// modifiersOf returns a list as Word 97 has it.
func (d *document) modifiersOf(b []byte) []byte {
	if d.old {
		return translate(b)
	}
	return b
}

// runs are property changes by FC, ascending.
type runs []run

type run struct {
	start, end int // FCs
	istd       uint16
	changes    []byte
}

// readRuns reads the pages that a table of pages refers to (2.8.4 and 2.8.6).
func (d *document) readRuns(partIndex int, page func(b []byte, out runs) runs) runs {
	const pageSize = 512
	t := newPlc(d.part(partIndex), d.pageNumber)
	var out runs
	for i := range t.n {
		var number [4]byte
		copy(number[:], t.data(i))
		if b := slice(d.main, uint64(u32(number[:], 0)&0x3fffff)*pageSize, pageSize); len(b) == pageSize {
			out = page(b, out)
		}
	}
	return out
}

// add appends a run unless it lies before the last one, as only damaged files have it.
func (r runs) add(x run) runs {
	if x.end <= x.start || len(r) > 0 && x.start < r[len(r)-1].end {
		return r
	}
	return append(r, x)
}

// readChpxPage reads a page of character runs (2.9.33).
func (d *document) readChpxPage(b []byte, out runs) runs {
	n := int(b[511])
	if 4*(n+1)+n > 511 {
		return out
	}
	for i := range n {
		r := run{start: int(u32(b, 4*i)), end: int(u32(b, 4*i+4))}
		if at := 2 * int(b[4*(n+1)+i]); at > 0 && at < 511 {
			r.changes = d.modifiersOf(b[at+1 : min(at+1+int(b[at]), 511)])
		}
		out = out.add(r)
	}
	return out
}

// readPapxPage reads a page of paragraphs (2.9.172).
func (d *document) readPapxPage(b []byte, out runs) runs {
	n := int(b[511])
	if 4*(n+1)+d.papxEntry*n > 511 {
		return out
	}
	for i := range n {
		r := run{start: int(u32(b, 4*i)), end: int(u32(b, 4*i+4))}
		if at := 2 * int(b[4*(n+1)+d.papxEntry*i]); at > 0 && at < 510 {
			size := 2*int(b[at]) - 1
			if d.old {
				size++
			} else if b[at] == 0 {
				at++
				size = 2 * int(b[at])
			}
			if x := b[at+1 : min(at+1+max(size, 0), 511)]; len(x) >= 2 {
				r.istd, r.changes = u16(x, 0), d.modifiersOf(x[2:])
			}
		}
		out = out.add(r)
	}
	return out
}

// find returns the index of the run that holds an FC or is the first behind it.
func (r runs) find(fc int) int {
	lo, hi := 0, len(r)
	for lo < hi {
		if mid := (lo + hi) / 2; r[mid].end > fc {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}
