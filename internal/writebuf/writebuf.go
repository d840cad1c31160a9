// Package writebuf lends buffers for writing files. A document has half a dozen small files, each of which needs a buffer for a
// moment: were each made anew, the garbage of a folder of small documents would be mostly buffers.
package writebuf

import (
	"io"
	"sync"
)

// A buffer is written out when it holds full bytes; the room above takes what is appended before the next Spill.
const (
	full = 56 << 10
	size = 64 << 10
)

// Buffer gathers what is written to a file. Beside its methods, a caller may append to Bytes and call Spill after each
// value: so text is made where it is written from, without being copied. The first error sticks; what comes after it is lost.
type Buffer struct {
	Bytes []byte // what is not written yet
	to    io.Writer
	err   error
}

var pool = sync.Pool{New: func() any { return &Buffer{Bytes: make([]byte, 0, size)} }}

// New lends a buffer for writing to w.
func New(w io.Writer) *Buffer {
	b := pool.Get().(*Buffer)
	b.to = w
	return b
}

// Close writes what is left, gives the buffer back, and returns the first error that there was. The buffer must not be used any
// more.
func (b *Buffer) Close() error {
	err := b.Flush()
	b.to, b.err = nil, nil
	if cap(b.Bytes) <= 2*size { // one that a long value has made grow is left to the collector
		pool.Put(b)
	}
	return err
}

// Flush writes what is not written yet and returns the first error that there was.
func (b *Buffer) Flush() error {
	if b.err == nil && len(b.Bytes) > 0 {
		_, b.err = b.to.Write(b.Bytes)
	}
	b.Bytes = b.Bytes[:0]
	return b.err
}

// Spill writes what is there when it is enough for a system call.
func (b *Buffer) Spill() {
	if len(b.Bytes) >= full {
		b.Flush()
	}
}

// Write writes bytes.
func (b *Buffer) Write(p []byte) (int, error) {
	if len(p) < full {
		b.Bytes = append(b.Bytes, p...)
		b.Spill()
		return len(p), b.err
	}
	if b.Flush() == nil {
		_, b.err = b.to.Write(p)
	}
	return len(p), b.err
}

// WriteString writes a string.
func (b *Buffer) WriteString(s string) (int, error) {
	n := len(s)
	for len(s) > full {
		b.Bytes = append(b.Bytes, s[:full]...)
		b.Spill()
		s = s[full:]
	}
	b.Bytes = append(b.Bytes, s...)
	b.Spill()
	return n, b.err
}

// WriteByte writes a byte.
func (b *Buffer) WriteByte(c byte) error {
	b.Bytes = append(b.Bytes, c)
	b.Spill()
	return b.err
}

// ReadFrom copies all of a reader, through the buffer.
func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error) {
	for b.err == nil {
		at := len(b.Bytes)
		k, err := r.Read(b.Bytes[at:cap(b.Bytes)])
		b.Bytes = b.Bytes[:at+k]
		b.Spill()
		n += int64(k)
		if err == io.EOF {
			return n, b.err
		}
		if err != nil {
			return n, err
		}
	}
	return n, b.err
}
