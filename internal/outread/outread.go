// Package outread reads output folders: it merges their graphs, and traces an IRI back to the page and place that it came from.
package outread

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/udecode/udecode/internal/outdir"
)

// Record is what is read of a manifest's line.
type Record struct {
	SourcePath string         `json:"source_path"`
	Status     string         `json:"status"`
	SourceType string         `json:"source_type"`
	MediaType  string         `json:"mime_type"`
	SHA256     string         `json:"sha256"`
	DocumentID string         `json:"document_id"`
	Sections   int            `json:"sections"`
	Blocks     map[string]int `json:"blocks"` // how many of each content type
	Warnings   []string       `json:"warnings"`
	Error      *Error         `json:"error"`
	Output     string         `json:"output"`
}

// Error says why an input was not decoded.
type Error struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Records returns the lines of a folder's manifest, in its order. The folders that they name lie in the output folder, at least by
// their names.
func Records(out string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		m, err := os.Open(filepath.Join(out, outdir.Manifest))
		if errors.Is(err, os.ErrNotExist) {
			err = fmt.Errorf("%s %w: it has no %s", out, ErrNoFolder, outdir.Manifest)
		}
		if err != nil {
			yield(Record{}, err)
			return
		}
		defer m.Close()
		err = eachLine(m, func(number int, line []byte) error {
			var rec Record
			if err := json.Unmarshal(line, &rec); err != nil {
				return fmt.Errorf("%s: line %d: %w", m.Name(), number, err)
			}
			if !filepath.IsLocal(filepath.FromSlash(rec.Output)) {
				rec.Output = ""
			}
			if !yield(rec, nil) {
				return io.EOF
			}
			return nil
		})
		if err != nil && err != io.EOF {
			yield(Record{}, err)
		}
	}
}

// ErrNoFolder is returned for what is no output folder.
var ErrNoFolder = errors.New("is no output folder")

// Documents calls f for each document of the folder that was decoded, in the manifest's order, with its folder. An error
// of f ends it.
func Documents(out string, f func(rec Record, dir string) error) error {
	for rec, err := range Records(out) {
		if err != nil {
			return err
		}
		if rec.Status != "ok" || rec.Output == "" {
			continue
		}
		if err := f(rec, filepath.Join(out, filepath.FromSlash(rec.Output))); err != nil {
			return err
		}
	}
	return nil
}

// eachLine calls f for each line of r that is not empty, however long, with its number from 1 and without its line end.
func eachLine(r io.Reader, f func(number int, line []byte) error) error {
	br := bufio.NewReaderSize(r, 64<<10)
	var long []byte
	number := 1
	for {
		piece, err := br.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			long = append(long, piece...)
			continue
		}
		if err != nil && err != io.EOF {
			return err
		}
		line := piece
		if len(long) > 0 {
			long = append(long, piece...)
			line = long
		}
		if n := len(line); n > 0 && line[n-1] == '\n' {
			line = line[:n-1]
		}
		if len(line) > 0 {
			if e := f(number, line); e != nil {
				return e
			}
		}
		number++
		long = long[:0]
		if err == io.EOF {
			return nil
		}
	}
}
