package isolate

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// Each message goes over the pipe in frames: a mark of four bytes, the length of what follows (big endian), and that. The mark
// tells at once when something else got into the pipe; without it a stray text would be taken for the length of a message that
// never comes.
var frameMark = [4]byte{0xf7, 'u', 'd', 0x01}

var errFrame = errors.New("worker: something else than a reply came")

// frameWriter writes each write as a frame, in one go.
type frameWriter struct {
	w   io.Writer
	buf []byte
}

func (f *frameWriter) Write(p []byte) (int, error) {
	if int64(len(p)) > math.MaxUint32 {
		return 0, fmt.Errorf("worker: message of %d bytes", len(p))
	}
	f.buf = append(f.buf[:0], frameMark[:]...)
	f.buf = binary.BigEndian.AppendUint32(f.buf, uint32(len(p)))
	f.buf = append(f.buf, p...)
	if _, err := f.w.Write(f.buf); err != nil {
		return 0, err
	}
	if cap(f.buf) > 1<<20 {
		f.buf = nil
	}
	return len(p), nil
}

// frameReader reads what is in frames.
type frameReader struct {
	r    *bufio.Reader
	left uint32 // of the current frame, bytes
}

func newFrameReader(r io.Reader) *frameReader { return &frameReader{r: bufio.NewReader(r)} }

func (f *frameReader) Read(p []byte) (int, error) {
	for f.left == 0 {
		var head [8]byte
		if _, err := io.ReadFull(f.r, head[:]); err != nil {
			return 0, err
		}
		if [4]byte(head[:4]) != frameMark {
			return 0, errFrame
		}
		f.left = binary.BigEndian.Uint32(head[4:])
	}
	n, err := f.r.Read(p[:min(uint64(len(p)), uint64(f.left))])
	f.left -= uint32(n)
	return n, err
}
