package udm

import (
	"bytes"
	"io"
)

// Blob is binary content that can be opened as often as needed while its source is open.
type Blob interface {
	Open() (io.ReadCloser, error)
	Size() int64 // bytes
}

// Bytes is a Blob held in memory.
type Bytes []byte

// Open returns a reader over the bytes.
func (b Bytes) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }

// Size returns the number of bytes.
func (b Bytes) Size() int64 { return int64(len(b)) }

// ReadBlob returns a blob's bytes; for Bytes without a copy.
func ReadBlob(b Blob) ([]byte, error) {
	if m, ok := b.(Bytes); ok {
		return m, nil
	}
	r, err := b.Open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return io.ReadAll(r)
}
