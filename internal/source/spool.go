package source

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrTooLarge is returned by Spool for content above its bound.
var ErrTooLarge = errors.New("content is too large")

// Spool reads all of r, into memory up to keep bytes, else into a temporary file in dir that is removed when the content
// is closed. Above most bytes it gives up with ErrTooLarge; most below 0 means no bound.
func Spool(r io.Reader, keep, most int64, dir string) (Content, error) {
	var buf bytes.Buffer
	n, err := io.CopyN(&buf, r, keep+1)
	if err != nil && err != io.EOF {
		return nil, err
	}
	if most >= 0 && n > most {
		return nil, tooLarge(most)
	}
	if n <= keep {
		return Bytes(buf.Bytes()), nil
	}
	f, err := os.CreateTemp(dir, "udecode-*")
	if err != nil {
		return nil, err
	}
	drop := func(err error) (Content, error) {
		f.Close()
		os.Remove(f.Name())
		return nil, err
	}
	if _, err := f.Write(buf.Bytes()); err != nil {
		return drop(err)
	}
	if most >= 0 {
		r = io.LimitReader(r, most-n+1)
	}
	more, err := io.Copy(f, r)
	if err != nil {
		return drop(err)
	}
	if most >= 0 && n+more > most {
		return drop(tooLarge(most))
	}
	return &temporary{file{f, n + more}}, nil
}

func tooLarge(most int64) error { return fmt.Errorf("%w: more than %d bytes", ErrTooLarge, most) }

type temporary struct{ file }

func (t *temporary) Close() error {
	err := t.File.Close()
	if e := os.Remove(t.Name()); err == nil {
		err = e
	}
	return err
}
