// Package writebuf lends buffers for writing files. A document has half a dozen small files, each of which needs a buffer for a
// moment: were each made anew, the garbage of a folder of small documents would be mostly buffers.
package writebuf

import (
	"bufio"
	"io"
	"sync"
)

// size of a buffer, bytes.
const size = 64 << 10

var pool = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, size) }}

// New returns a buffered writer to w.
func New(w io.Writer) *bufio.Writer {
	b := pool.Get().(*bufio.Writer)
	b.Reset(w)
	return b
}

// Close writes what is buffered, gives the buffer back, and returns the first error that there was. The writer must not be
// used any more.
func Close(b *bufio.Writer) error {
	err := b.Flush()
	b.Reset(nil)
	pool.Put(b)
	return err
}
