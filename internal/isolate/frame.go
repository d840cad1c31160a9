package isolate

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// Each message goes over the pipe in frames: a mark of four bytes, the length of what follows (big endian), and that. The mark
// tells at once when something else got into the pipe; without it a stray text would be taken for the length of a message that
// never comes.
var frameMark = [4]byte{0xf7, 'u', 'd', 0x01}

var errFrame = errors.New("worker: something else than a reply came")

// frameWriter writes each write as a frame.
type frameWriter struct{ w io.Writer }

func (f frameWriter) Write(p []byte) (int, error) {
	head := append(frameMark[:len(frameMark):len(frameMark)], 0, 0, 0, 0)
	binary.BigEndian.PutUint32(head[4:], uint32(len(p)))
	if int64(len(p)) > 1<<32-1 {
		return 0, fmt.Errorf("message of %d bytes", len(p))
	}
	if _, err := f.w.Write(head); err != nil {
		return 0, err
	}
	return f.w.Write(p)
}

// frameReader reads what is in frames.
type frameReader struct {
	r    io.Reader
	left uint32 // of the current frame, bytes
}

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
