// Package cfb reads OLE2 compound files (MS-CFB): a file system of storages and streams in one
// file, the container of Word, Excel and PowerPoint 97–2003 and of Outlook messages.
//
// Paths are slash-separated and compared without regard to case, as the specification demands.
// The control character that some names begin with ("\x05SummaryInformation") is left out.
package cfb

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/richardlehane/mscfb"

	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// ErrNotFound is wrapped by the error for a stream that is not there.
var ErrNotFound = errors.New("no such stream")

// Signature is what every compound file begins with.
const Signature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

// File is a compound file, or one storage of it.
type File struct {
	entries []*entry
	byPath  map[string]*entry // lower-case path
	size    int64             // of the whole compound file, bytes: no stream is larger
	budget  *limit.Budget
}

type entry struct {
	path string // below the storage that File stands for
	file *mscfb.File
	dir  bool
	data []byte // of a stream that was read
}

// Open reads the directory of a compound file. The budget is charged with what is read, then and later.
func Open(c source.Content, budget *limit.Budget) (*File, error) {
	if err := budget.Charge(c.Size()); err != nil {
		return nil, err
	}
	b, err := source.ReadAll(c)
	if err != nil {
		return nil, err
	}
	r, err := mscfb.New(bytes.NewReader(b))
	if err != nil {
		return nil, fmt.Errorf("compound file: %w", err)
	}
	f := &File{size: int64(len(b)), budget: budget, byPath: make(map[string]*entry, len(r.File))}
	for _, e := range r.File[1:] {
		info := e.FileInfo()
		f.add(&entry{path: strings.Join(append(e.Path[:len(e.Path):len(e.Path)], e.Name), "/"), file: e, dir: info.IsDir()})
	}
	return f, nil
}

func (f *File) add(e *entry) {
	f.entries = append(f.entries, e)
	if key := strings.ToLower(e.path); f.byPath[key] == nil {
		f.byPath[key] = e
	}
}

// Names lists the paths of all streams, in directory order.
func (f *File) Names() []string {
	var out []string
	for _, e := range f.entries {
		if !e.dir {
			out = append(out, e.path)
		}
	}
	return out
}

// Storages lists the paths of all storages, in directory order.
func (f *File) Storages() []string {
	var out []string
	for _, e := range f.entries {
		if e.dir {
			out = append(out, e.path)
		}
	}
	return out
}

// Has reports whether there is a stream or storage of that path.
func (f *File) Has(path string) bool { return f.byPath[strings.ToLower(path)] != nil }

// Size returns a stream's length in bytes as the directory has it; 0 when there is none.
func (f *File) Size(path string) int64 {
	if e := f.byPath[strings.ToLower(path)]; e != nil && !e.dir {
		return e.file.Size
	}
	return 0
}

// Stream returns the content of a stream. The bytes must not be changed. Of a stream whose end is
// missing from the file, it returns what is there, along with the error.
func (f *File) Stream(path string) ([]byte, error) {
	e := f.byPath[strings.ToLower(path)]
	if e == nil || e.dir {
		return nil, fmt.Errorf("%w: %q", ErrNotFound, path)
	}
	return f.read(e)
}

func (f *File) read(e *entry) ([]byte, error) {
	if e.data != nil || e.file.Size == 0 {
		return e.data, nil
	}
	if e.file.Size > f.size {
		return nil, fmt.Errorf("stream %q: %d bytes in a file of %d", e.path, e.file.Size, f.size)
	}
	if err := f.budget.Charge(e.file.Size); err != nil {
		return nil, err
	}
	b := make([]byte, e.file.Size)
	n, err := io.ReadFull(e.file, b)
	e.data = b[:n]
	if err != nil {
		return e.data, fmt.Errorf("stream %q: %w", e.path, err)
	}
	return e.data, nil
}

// Storage returns the storage at path as a file of its own, nil when there is none.
func (f *File) Storage(path string) *File {
	dir := f.byPath[strings.ToLower(path)]
	if dir == nil || !dir.dir {
		return nil
	}
	sub := &File{size: f.size, budget: f.budget, byPath: make(map[string]*entry)}
	prefix := dir.path + "/"
	for _, e := range f.entries {
		if rest, ok := strings.CutPrefix(e.path, prefix); ok {
			sub.add(&entry{path: rest, file: e.file, dir: e.dir, data: e.data})
		}
	}
	return sub
}
