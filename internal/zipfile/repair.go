package zipfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
)

// Signatures and sizes of records (APPNOTE 4.3).
const (
	localHeader     = "PK\x03\x04"
	directoryHeader = "PK\x01\x02"
	localSize       = 30

	flagDescriptor = 1 << 3 // sizes follow the data
	unknown32      = 1<<32 - 1
)

// maxInflated bounds what is unpacked to find where entries end.
const maxInflated = 1 << 30

// repair looks for a zip's entries and returns the file with a directory of them behind it, and its size. The reader is nil
// when there are none.
func repair(r io.ReaderAt, size int64) (io.ReaderAt, int64) {
	if size >= unknown32 { // the directory made here has sizes of 32 bits
		return nil, 0
	}
	s := scanner{r: r, size: size, inflatable: maxInflated}
	count := 0
	at := s.next(0)
	for at >= 0 && count < 1<<16-1 {
		end, ok := s.entry(at)
		if ok {
			count++
		}
		if end >= size {
			break
		}
		at = s.next(end)
	}
	if count == 0 {
		return nil, 0
	}
	le := binary.LittleEndian
	dir := s.dir
	tail := append([]byte("PK\x05\x06"), make([]byte, 18)...)
	le.PutUint16(tail[8:], uint16(count))
	le.PutUint16(tail[10:], uint16(count))
	le.PutUint32(tail[12:], uint32(len(dir)))
	le.PutUint32(tail[16:], uint32(size))
	dir = append(dir, tail...)
	return extended{r, size, bytes.NewReader(dir)}, size + int64(len(dir))
}

// extended is a file with bytes behind it.
type extended struct {
	file io.ReaderAt
	size int64
	rest *bytes.Reader
}

func (e extended) ReadAt(b []byte, at int64) (int, error) {
	if at >= e.size {
		return e.rest.ReadAt(b, at-e.size)
	}
	n := int(min(int64(len(b)), e.size-at))
	if m, err := e.file.ReadAt(b[:n], at); m < n {
		return m, err
	}
	if n == len(b) {
		return n, nil
	}
	m, err := e.rest.ReadAt(b[n:], 0)
	return n + m, err
}

// scanner walks a file's entries.
type scanner struct {
	r          io.ReaderAt
	size       int64
	inflatable int64  // bytes that may yet be unpacked
	dir        []byte // the directory made so far
}

// next returns where the next entry begins, from an offset on; -1 for none. A directory ends the search.
func (s *scanner) next(from int64) int64 {
	buf := make([]byte, 64<<10)
	for from < s.size {
		n, _ := s.r.ReadAt(buf[:min(int64(len(buf)), s.size-from)], from)
		b := buf[:n]
		for i := 0; ; {
			k := bytes.Index(b[i:], []byte("PK"))
			if k < 0 || i+k+4 > len(b) {
				break
			}
			i += k
			switch string(b[i : i+4]) {
			case localHeader:
				return from + int64(i)
			case directoryHeader:
				return -1
			}
			i++
		}
		if n <= 4 {
			return -1
		}
		from += int64(n - 3)
	}
	return -1
}

// entry reads the entry at an offset, adds it to the directory, and returns where it ends.
func (s *scanner) entry(at int64) (end int64, ok bool) {
	le := binary.LittleEndian
	head := make([]byte, localSize)
	if n, _ := s.r.ReadAt(head, at); n < localSize {
		return s.size, false
	}
	flags, method := le.Uint16(head[6:]), le.Uint16(head[8:])
	crc, packed, size := le.Uint32(head[14:]), int64(le.Uint32(head[18:])), int64(le.Uint32(head[22:]))
	name := make([]byte, le.Uint16(head[26:]))
	data := at + localSize + int64(len(name)) + int64(le.Uint16(head[28:]))
	if n, _ := s.r.ReadAt(name, at+localSize); n < len(name) || len(name) == 0 || data > s.size {
		return at + 4, false
	}
	end = data + packed
	if flags&flagDescriptor != 0 && packed == 0 || packed == unknown32 || size == unknown32 {
		if method != zip.Deflate {
			return at + 4, false // nothing says where it ends
		}
		packed, size = s.inflate(data)
		crc, end = 0, data+packed
	}
	if end > s.size {
		packed, crc, end = s.size-data, 0, s.size
		if method == zip.Store {
			size = packed
		}
	}
	d := append([]byte(directoryHeader), make([]byte, 42)...)
	copy(d[6:], head[4:14])
	le.PutUint16(d[8:], flags&^flagDescriptor)
	le.PutUint32(d[16:], crc)
	le.PutUint32(d[20:], uint32(packed))
	le.PutUint32(d[24:], uint32(size))
	le.PutUint16(d[28:], uint16(len(name)))
	le.PutUint32(d[42:], uint32(at))
	s.dir = append(append(s.dir, d...), name...)
	return end, true
}

// inflate unpacks data from an offset up to its end, and returns how many bytes it takes and makes.
func (s *scanner) inflate(at int64) (packed, size int64) {
	count := &counter{r: bufio.NewReader(io.NewSectionReader(s.r, at, s.size-at))}
	z := inflate(count)
	defer z.Close()
	size, _ = io.Copy(io.Discard, io.LimitReader(z, min(s.inflatable, unknown32-1)))
	s.inflatable -= size
	return count.n, size
}

// counter counts the bytes read; as it is an io.ByteReader, the unpacking reads no more than it needs.
type counter struct {
	r *bufio.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.r.Read(b)
	c.n += int64(n)
	return n, err
}

func (c *counter) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}
