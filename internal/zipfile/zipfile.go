// Package zipfile opens zip files, those without a sound directory too: documents and archives that were cut off while they
// were copied, or whose end was overwritten.
package zipfile

import (
	"archive/zip"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/udecode/udecode/internal/limit"
)

// ErrOverlap is returned for a zip whose entries share bytes, which only bombs do.
var ErrOverlap = errors.New("overlapping zip entries")

// Reader is an open zip file. It reads from what it was opened with and needs no closing.
type Reader struct {
	*zip.Reader

	// Repaired is set when the file had no sound directory, so that its entries were found by looking for them. The last
	// of them may be cut off.
	Repaired bool
}

// The compression methods beside those of archive/zip (APPNOTE 4.4.5).
const (
	methodBzip2 = 12
	methodZstd  = 93
	methodXZ    = 95
)

// Open reads the directory of a file of that many bytes.
func Open(r io.ReaderAt, size int64) (*Reader, error) {
	z := &Reader{}
	var err error
	if z.Reader, err = zip.NewReader(r, size); err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		if !errors.Is(err, zip.ErrFormat) && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
			return nil, err
		}
		whole, length := repair(r, size)
		if whole == nil {
			return nil, err
		}
		if z.Reader, err = zip.NewReader(whole, length); err != nil && !errors.Is(err, zip.ErrInsecurePath) {
			return nil, err
		}
		z.Repaired = true
	}
	if len(z.File) > limit.ZipEntries {
		return nil, fmt.Errorf("zip of %d entries: %w", len(z.File), limit.ErrExceeded)
	}
	z.RegisterDecompressor(zip.Deflate, inflate)
	z.RegisterDecompressor(methodBzip2, func(r io.Reader) io.ReadCloser { return io.NopCloser(bzip2.NewReader(r)) })
	z.RegisterDecompressor(methodZstd, zstdReader)
	z.RegisterDecompressor(methodXZ, xzReader)
	return z, nil
}

// OpenDocument opens a zip that is one document. One without a sound directory is taken only if repair is set, and warn is told
// then; for a document whose end may be lost must not pass for a whole one.
func OpenDocument(r io.ReaderAt, size int64, repair bool, warn func(format string, args ...any)) (*Reader, error) {
	z, err := Open(r, size)
	switch {
	case err != nil:
		return nil, err
	case z.Repaired && !repair:
		return nil, errors.New("zip: the directory is missing or damaged (--repair reads what is left)")
	case z.Repaired:
		warn("the zip directory is missing or damaged: parts of the document may be, too")
	}
	if err := z.Check(size); err != nil {
		return nil, err
	}
	return z, nil
}

// Check fails with ErrOverlap when the entries have more bytes, packed, than the file of that size.
func (z *Reader) Check(size int64) error {
	var packed uint64
	for _, f := range z.File {
		if packed += f.CompressedSize64; packed > uint64(size) || f.CompressedSize64 > uint64(size) {
			return ErrOverlap
		}
	}
	return nil
}

// Plausible reports whether an entry's sizes can be true.
func Plausible(f *zip.File) bool {
	return f.Method > zip.Deflate || Inflates(f.CompressedSize64, f.UncompressedSize64)
}

// Inflates reports whether so many deflated bytes can make that size: deflate never does better than 1032:1.
func Inflates(packed, size uint64) bool {
	const best = 1032
	return packed < 1<<50 && size <= packed*best+best
}

// inflaters are readers to use again: each has 40 kB of tables.
var inflaters sync.Pool

type inflater struct{ io.ReadCloser }

func inflate(r io.Reader) io.ReadCloser {
	if fr, ok := inflaters.Get().(io.ReadCloser); ok && fr.(flate.Resetter).Reset(r, nil) == nil {
		return &inflater{fr}
	}
	return &inflater{flate.NewReader(r)}
}

func (i *inflater) Read(b []byte) (int, error) {
	if i.ReadCloser == nil {
		return 0, fs.ErrClosed
	}
	return i.ReadCloser.Read(b)
}

func (i *inflater) Close() error {
	if i.ReadCloser == nil {
		return nil
	}
	err := i.ReadCloser.Close()
	inflaters.Put(i.ReadCloser)
	i.ReadCloser = nil
	return err
}

func zstdReader(r io.Reader) io.ReadCloser {
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
	if err != nil {
		return failed{err}
	}
	return d.IOReadCloser()
}

func xzReader(r io.Reader) io.ReadCloser {
	x, err := xz.ReaderConfig{DictCap: 64 << 20}.NewReader(r)
	if err != nil {
		return failed{err}
	}
	return io.NopCloser(x)
}

type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }
func (f failed) Close() error             { return nil }
