package convert

import (
	"io"
	"path"
	"sync"

	"github.com/udecode/udecode/internal/outdir"
)

// stream writes the JSON of finished documents and archives in the order of the walk, and removes their folders. A
// nil stream does nothing.
type stream struct {
	w      io.Writer
	folder *outdir.Folder

	mu   sync.Mutex
	next int
	done map[int][]string // files of what is finished, by place in the order
}

// finished takes the JSON files of what stands at a place in the order.
func (s *stream) finished(seq int, files []string) error {
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.done[seq] = files
	for {
		files, ok := s.done[s.next]
		if !ok {
			return nil
		}
		for _, name := range files {
			if err := s.copy(name); err != nil {
				return err
			}
		}
		for _, name := range files {
			if err := s.folder.Remove(path.Dir(name)); err != nil {
				return err
			}
		}
		delete(s.done, s.next)
		s.next++
	}
}

func (s *stream) copy(name string) error {
	f, err := s.folder.Open(name)
	if err != nil {
		return &outdir.Error{Err: err}
	}
	defer f.Close()
	if _, err := io.Copy(s.w, f); err != nil {
		return &outdir.Error{Err: err}
	}
	return nil
}
