// Package source is a named file's content with random access, on disk or in memory.
package source

import (
	"bytes"
	"io"
	"os"
)

// Content is a file's bytes.
type Content interface {
	io.ReaderAt
	io.Closer
	Size() int64 // bytes
}

// Open opens a file on disk.
func Open(path string) (Content, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	return &file{f, st.Size()}, nil
}

type file struct {
	*os.File
	size int64
}

func (f *file) Size() int64 { return f.size }

// Bytes returns content held in memory.
func Bytes(b []byte) Content { return &memory{bytes.NewReader(b), b} }

type memory struct {
	*bytes.Reader
	b []byte
}

func (m *memory) Close() error { return nil }

// InMemory returns the bytes of content in memory; they must not be changed.
func InMemory(c Content) ([]byte, bool) {
	m, ok := c.(*memory)
	if !ok {
		return nil, false
	}
	return m.b, true
}

// Hold returns content of at most that many bytes in memory, so that it is read from disk once, and other content as it is. What was
// given still is to be closed.
func Hold(c Content, most int64) (Content, error) { return new(Buffer).Hold(c, most) }

// Buffer is memory for one content after the other.
type Buffer struct{ b []byte }

// mostKept is the size in bytes up to which a buffer's memory is kept for the next content.
const mostKept = 4 << 20

// Hold is the function Hold. The content is good until the next call; by then nothing may have its bytes any more, which slices of
// them and strings made of them without a copy are.
func (m *Buffer) Hold(c Content, most int64) (Content, error) {
	size := c.Size()
	if _, ok := InMemory(c); ok || size > most {
		return c, nil
	}
	switch room := int64(cap(m.b)); {
	case size > mostKept || room > mostKept:
		m.b = make([]byte, size)
	case size > room:
		m.b = make([]byte, min(max(2*room, size), mostKept))
	}
	b, err := readAt(c, m.b[:size])
	if err != nil {
		return nil, err
	}
	return Bytes(b), nil
}

// ReadAll returns all bytes; for content in memory without a copy, so they must not be changed.
func ReadAll(c Content) ([]byte, error) {
	if b, ok := InMemory(c); ok {
		return b, nil
	}
	return readAt(c, make([]byte, c.Size()))
}

// readAt reads the beginning of the content, all of it when b has its size.
func readAt(c Content, b []byte) ([]byte, error) {
	n, err := c.ReadAt(b, 0)
	if err == io.EOF {
		err = nil
	}
	return b[:n], err
}

// Reader returns a reader over the whole content.
func Reader(c Content) *io.SectionReader { return io.NewSectionReader(c, 0, c.Size()) }
