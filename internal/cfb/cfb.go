// Package cfb reads and writes OLE2 compound files (MS-CFB): a file system of storages and streams in one
// file, the container of Word, Excel and PowerPoint 97–2003 and of Outlook messages.
//
// A file is cut into sectors, which a table (the FAT) links into chains. Short streams lie together in one such chain, the
// mini stream, which is cut and linked likewise. The directory is a chain of entries of 128 bytes, each storage's
// entries a binary tree. Of damaged files what can be reached is read.
//
// Paths are slash-separated and compared without regard to case, as the specification demands.
// The control character that some names begin with ("\x05SummaryInformation") is left out.
package cfb

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// ErrNotFound is wrapped by the error for a stream that is not there.
var ErrNotFound = errors.New("no such stream")

// ErrFormat is wrapped by the errors of Open.
var ErrFormat = errors.New("damaged compound file")

// Signature is what every compound file begins with.
const Signature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// File is a compound file, or one storage of it.
type File struct {
	*container
	entries []*entry          // in directory order: what is in a storage follows it
	byPath  map[string]*entry // lower-case path
}

type entry struct {
	path    string // below the storage that File stands for
	name    string // with a control character at its start
	storage bool
	start   uint32
	size    int64 // bytes
	index   int   // in File.entries
	data    []byte
}

// Open reads the directory of a compound file. The budget is charged with the file's size and with what is copied out of
// it later.
func Open(c source.Content, budget *limit.Budget) (*File, error) {
	if err := budget.Charge(c.Size()); err != nil {
		return nil, err
	}
	b, err := source.ReadAll(c)
	if err != nil {
		return nil, err
	}
	f, err := openInput(input{b: b, size: uint64(len(b))}, budget)
	if err == nil {
		f.openMini()
	}
	return f, err
}

// RootNames lists what stands at the top level of a compound file, of which little more than the directory is read; nil
// when it is none.
func RootNames(c source.Content) []string {
	const most = 64 << 20 // bytes of a directory
	f, err := openInput(input{file: c, size: uint64(c.Size())}, limit.NewBudget(limit.Limits{Decoded: most}))
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range f.entries {
		if !strings.Contains(e.path, "/") {
			out = append(out, e.path)
		}
	}
	return out
}

func openInput(in input, budget *limit.Budget) (*File, error) {
	k, dirStart, err := newContainer(in, budget)
	if err != nil {
		return nil, err
	}
	dir, err := k.chain(dirStart, int64(in.size))
	if err != nil {
		return nil, err
	}
	const entrySize = 128
	if len(dir) < entrySize {
		return nil, fmt.Errorf("%w: no directory", ErrFormat)
	}
	f := &File{container: k, byPath: make(map[string]*entry, len(dir)/entrySize)}
	w := directoryWalk{f: f, dir: dir, seen: make([]bool, len(dir)/entrySize)}
	w.seen[0] = true
	w.tree(le32(dir[76:]), "")
	k.rootStart, k.rootSize = le32(dir[116:]), w.size(dir)
	return f, nil
}

// directoryWalk goes through the entries in the order of their trees (2.6.4).
type directoryWalk struct {
	f     *File
	dir   []byte
	seen  []bool
	depth int
}

// maxDepth bounds the nesting of storages and the depth of their trees, which are balanced in sound files.
const maxDepth = 1000

// tree adds the entries below the one with that number. Entries that were seen are left out, so that
// damaged trees end.
func (w *directoryWalk) tree(id uint32, parent string) {
	const entrySize = 128
	if w.depth++; w.depth > maxDepth {
		w.depth--
		return
	}
	defer func() { w.depth-- }()
	for uint64(id) < uint64(len(w.seen)) && !w.seen[id] {
		w.seen[id] = true
		e := w.dir[int(id)*entrySize:][:entrySize]
		w.tree(le32(e[68:]), parent)
		w.entry(e, parent)
		id = le32(e[72:]) // the right sibling
	}
}

func (w *directoryWalk) entry(b []byte, parent string) {
	const storage, stream = 1, 2
	kind := b[66]
	if kind != storage && kind != stream {
		return
	}
	name := entryName(b)
	e := &entry{path: name, name: name, storage: kind == storage, start: le32(b[116:]), index: len(w.f.entries)}
	if name != "" && name[0] < 0x20 {
		e.path = name[1:]
	}
	if parent != "" {
		e.path = parent + "/" + e.path
	}
	if !e.storage {
		e.size = w.size(b)
	}
	w.f.add(e)
	if e.storage {
		w.tree(le32(b[76:]), e.path)
	}
}

// size returns a stream's length; files of version 3 may have junk in its upper half (2.6.1).
func (w *directoryWalk) size(b []byte) int64 {
	if w.f.version < 4 {
		return int64(le32(b[120:]))
	}
	return int64(le32(b[120:])) | int64(le32(b[124:])&0x7fffffff)<<32
}

func entryName(b []byte) string {
	n := min(int(le16(b[64:])), 64)/2 - 1 // without its terminator
	u := make([]uint16, 0, 32)
	for i := range max(n, 0) {
		u = append(u, le16(b[2*i:]))
	}
	return string(utf16.Decode(u))
}

func (f *File) add(e *entry) {
	f.entries = append(f.entries, e)
	if key := strings.ToLower(e.path); f.byPath[key] == nil {
		f.byPath[key] = e
	}
}

// Names lists the paths of all streams, in directory order.
func (f *File) Names() []string { return f.paths(false) }

// Storages lists the paths of all storages, in directory order.
func (f *File) Storages() []string { return f.paths(true) }

func (f *File) paths(storages bool) []string {
	var out []string
	for _, e := range f.entries {
		if e.storage == storages {
			out = append(out, e.path)
		}
	}
	return out
}

// Has reports whether there is a stream or storage of that path.
func (f *File) Has(path string) bool { return f.byPath[strings.ToLower(path)] != nil }

// Stream returns the content of a stream. The bytes must not be changed. Of a stream whose end is
// missing from the file, it returns what is there, along with the error.
func (f *File) Stream(path string) ([]byte, error) {
	e := f.byPath[strings.ToLower(path)]
	if e == nil || e.storage {
		return nil, fmt.Errorf("%w: %q", ErrNotFound, path)
	}
	return f.read(e)
}

func (f *File) read(e *entry) ([]byte, error) {
	if e.data == nil && e.size > 0 {
		var err error
		if e.data, err = f.stream(e.start, e.size); err != nil {
			return nil, err
		}
	}
	if int64(len(e.data)) < e.size {
		return e.data, fmt.Errorf("stream %q: %w", e.path, io.ErrUnexpectedEOF)
	}
	return e.data, nil
}

// Storage returns the storage at path as a file of its own, nil when there is none.
func (f *File) Storage(path string) *File {
	dir := f.byPath[strings.ToLower(path)]
	if dir == nil || !dir.storage {
		return nil
	}
	sub := &File{container: f.container, byPath: make(map[string]*entry)}
	prefix := dir.path + "/"
	for _, e := range f.entries[dir.index+1:] {
		rest, ok := strings.CutPrefix(e.path, prefix)
		if !ok {
			break
		}
		c := *e
		c.path, c.index = rest, len(sub.entries)
		sub.add(&c)
	}
	return sub
}
