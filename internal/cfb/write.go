package cfb

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"unicode/utf16"
)

// Node is a stream or a storage to be written.
type Node struct {
	Name     string
	Data     []byte  // of a stream
	Children []*Node // of a storage
	Storage  bool
}

// Nodes returns the content of the file or storage, to be written as a compound file of its own.
// Streams that cannot be read are left out.
func (f *File) Nodes() []*Node {
	nodes, _ := f.nodes(0, "")
	return nodes
}

// nodes returns the entries from number i on whose paths begin with prefix, and the number behind them.
func (f *File) nodes(i int, prefix string) (out []*Node, end int) {
	for i < len(f.entries) && strings.HasPrefix(f.entries[i].path, prefix) {
		e := f.entries[i]
		i++
		n := &Node{Name: e.name, Storage: e.storage}
		if e.storage {
			n.Children, i = f.nodes(i, e.path+"/")
		} else {
			var err error
			if n.Data, err = f.read(e); err != nil {
				continue
			}
		}
		out = append(out, n)
	}
	return out, i
}

// Sector numbers with a meaning of their own (MS-CFB 2.1).
const (
	difSector  = 0xfffffffc
	fatSector  = 0xfffffffd
	endOfChain = 0xfffffffe
	freeSector = 0xffffffff
	noStream   = 0xffffffff
)

const (
	sectorSize  = 512
	miniSize    = 64
	miniCutoff  = 4096 // streams below this length live in the mini stream, bytes
	headerDIFAT = 109  // FAT sector numbers that the header holds
)

// Write returns a compound file (version 3) of the nodes.
func Write(nodes []*Node) []byte {
	w := &writer{}
	w.dir = append(w.dir, dirEntry{name: "Root Entry", kind: 5, left: noStream, right: noStream, child: noStream, start: endOfChain})
	w.dir[0].child = w.storage(nodes)
	return w.file()
}

type writer struct {
	dir     []dirEntry
	mini    []byte // the mini stream
	miniFAT []uint32
	sectors []byte // all sectors so far, behind the header
	fat     []uint32
}

type dirEntry struct {
	name               string
	kind               byte // 1 storage, 2 stream, 5 root
	left, right, child uint32
	start              uint32
	size               int
}

// storage adds the entries of one storage and returns the top of their binary tree.
func (w *writer) storage(nodes []*Node) uint32 {
	nodes = slices.Clone(nodes)
	slices.SortStableFunc(nodes, func(a, b *Node) int {
		return cmp.Or(cmp.Compare(len(utf16.Encode([]rune(a.Name))), len(utf16.Encode([]rune(b.Name)))),
			strings.Compare(strings.ToUpper(a.Name), strings.ToUpper(b.Name)))
	})
	ids := make([]uint32, len(nodes))
	for i, n := range nodes {
		ids[i] = uint32(len(w.dir))
		e := dirEntry{name: n.Name, kind: 2, left: noStream, right: noStream, child: noStream}
		w.dir = append(w.dir, e)
		at := &w.dir[ids[i]]
		if n.Storage {
			at.kind = 1
			child := w.storage(n.Children)
			w.dir[ids[i]].child = child
			continue
		}
		at.size = len(n.Data)
		at.start = w.stream(n.Data)
	}
	return w.tree(ids)
}

// tree links sorted siblings as a balanced binary tree and returns its root.
func (w *writer) tree(ids []uint32) uint32 {
	if len(ids) == 0 {
		return noStream
	}
	mid := len(ids) / 2
	top := &w.dir[ids[mid]]
	top.left = w.tree(ids[:mid])
	top.right = w.tree(ids[mid+1:])
	return ids[mid]
}

func (w *writer) stream(b []byte) uint32 {
	if len(b) == 0 {
		return endOfChain
	}
	if len(b) >= miniCutoff {
		return w.chain(b)
	}
	start := uint32(len(w.miniFAT))
	w.mini = append(w.mini, b...)
	w.mini = pad(w.mini, miniSize)
	w.miniFAT = appendChain(w.miniFAT, len(w.mini)/miniSize)
	return start
}

// chain writes b into new sectors and returns the first one's number.
func (w *writer) chain(b []byte) uint32 {
	if len(b) == 0 {
		return endOfChain
	}
	start := uint32(len(w.fat))
	w.sectors = append(w.sectors, b...)
	w.sectors = pad(w.sectors, sectorSize)
	w.fat = appendChain(w.fat, len(w.sectors)/sectorSize)
	return start
}

// appendChain links the sectors from the table's end up to end.
func appendChain(table []uint32, end int) []uint32 {
	for len(table) < end-1 {
		table = append(table, uint32(len(table)+1))
	}
	return append(table, endOfChain)
}

func pad(b []byte, size int) []byte {
	if n := len(b) % size; n != 0 {
		b = append(b, make([]byte, size-n)...)
	}
	return b
}

func table(values []uint32) []byte {
	b := make([]byte, 0, len(values)*4)
	for _, v := range values {
		b = binary.LittleEndian.AppendUint32(b, v)
	}
	for len(b)%sectorSize != 0 {
		b = append(b, 0xff)
	}
	return b
}

func (w *writer) file() []byte {
	w.dir[0].size = len(w.mini)
	w.dir[0].start = w.chain(w.mini)
	miniFAT := table(w.miniFAT)
	miniFATStart := w.chain(miniFAT)
	dirStart := w.chain(w.directory())

	const perSector = sectorSize / 4
	var fatCount, difCount int
	for {
		total := len(w.fat) + fatCount + difCount
		f := (total + perSector - 1) / perSector
		d := (max(f-headerDIFAT, 0) + perSector - 2) / (perSector - 1)
		if f == fatCount && d == difCount {
			break
		}
		fatCount, difCount = f, d
	}
	fatStart := uint32(len(w.fat))
	difStart := fatStart + uint32(fatCount)
	for range fatCount {
		w.fat = append(w.fat, fatSector)
	}
	for range difCount {
		w.fat = append(w.fat, difSector)
	}

	h := append([]byte(Signature), make([]byte, sectorSize-8)...)
	le := binary.LittleEndian
	le.PutUint16(h[24:], 0x3e)
	le.PutUint16(h[26:], 3)
	le.PutUint16(h[28:], 0xfffe)
	le.PutUint16(h[30:], 9)
	le.PutUint16(h[32:], 6)
	le.PutUint32(h[44:], uint32(fatCount))
	le.PutUint32(h[48:], dirStart)
	le.PutUint32(h[56:], miniCutoff)
	le.PutUint32(h[60:], miniFATStart)
	le.PutUint32(h[64:], uint32(len(miniFAT)/sectorSize))
	le.PutUint32(h[68:], endOfChain)
	if difCount > 0 {
		le.PutUint32(h[68:], difStart)
		le.PutUint32(h[72:], uint32(difCount))
	}
	for i := range headerDIFAT {
		v := uint32(freeSector)
		if i < fatCount {
			v = fatStart + uint32(i)
		}
		le.PutUint32(h[76+4*i:], v)
	}
	out := append(h, w.sectors...)
	out = append(out, table(w.fat)...)
	for d := range difCount {
		var dif []uint32
		for i := range perSector - 1 {
			n, v := headerDIFAT+d*(perSector-1)+i, uint32(freeSector)
			if n < fatCount {
				v = fatStart + uint32(n)
			}
			dif = append(dif, v)
		}
		next := uint32(endOfChain)
		if d < difCount-1 {
			next = difStart + uint32(d) + 1
		}
		out = append(out, table(append(dif, next))...)
	}
	return out
}

func (w *writer) directory() []byte {
	const entrySize, nameUnits = 128, 31
	le := binary.LittleEndian
	b := make([]byte, 0, len(w.dir)*entrySize)
	for _, e := range w.dir {
		var d [entrySize]byte
		name := utf16.Encode([]rune(e.name))
		name = name[:min(len(name), nameUnits)]
		for i, u := range name {
			le.PutUint16(d[2*i:], u)
		}
		le.PutUint16(d[64:], uint16(2*len(name)+2))
		d[66], d[67] = e.kind, 1
		le.PutUint32(d[68:], e.left)
		le.PutUint32(d[72:], e.right)
		le.PutUint32(d[76:], e.child)
		le.PutUint32(d[116:], e.start)
		le.PutUint32(d[120:], uint32(e.size))
		b = append(b, d[:]...)
	}
	for len(b)%sectorSize != 0 {
		var free [entrySize]byte
		le.PutUint32(free[68:], noStream)
		le.PutUint32(free[72:], noStream)
		le.PutUint32(free[76:], noStream)
		b = append(b, free[:]...)
	}
	return b
}
