package outdir

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// put publishes a document of one file.
func put(f *Folder, place, text string) error {
	s, err := f.Stage()
	if err != nil {
		return err
	}
	w, err := s.Create("document.json")
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return s.Publish(place)
}

// Of many runs that open, use and close one folder over and over, no two ever have it at once, and none takes another's stages away.
// The lock's file is made and removed again and again meanwhile.
func TestRunsRaceForTheLock(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	var holders, held, refused atomic.Int64
	var runs sync.WaitGroup
	for range 8 {
		runs.Go(func() {
			for range 60 {
				f, err := Open(dir, false)
				if errors.Is(err, ErrBusy) {
					refused.Add(1)
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d runs have the folder", n)
				}
				held.Add(1)
				if err := put(f, "doc", "text"); err != nil {
					t.Error(err)
				}
				holders.Add(-1)
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	runs.Wait()
	if held.Load() == 0 || held.Load()+refused.Load() != 8*60 {
		t.Errorf("had %d times, refused %d times", held.Load(), refused.Load())
	}
	if left, _ := os.ReadDir(filepath.Join(dir, state)); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// kill lets go of a folder as a run does that is killed: nothing is tidied up.
func (f *Folder) kill() {
	f.lock.Unlock()
	f.root.Close()
}

// A worker of a run that was killed may still be at work when the next run has begun. Whether it has opened its stage or is about to,
// nothing that it writes gets among what the next run publishes.
func TestOrphansWriteNowhere(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	first, err := Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	var stages []string
	for range 2 {
		s, err := first.Stage()
		if err != nil {
			t.Fatal(err)
		}
		stages = append(stages, s.Path())
	}
	opened, err := OpenStage(stages[0])
	if err != nil {
		t.Fatal(err)
	}
	half, err := opened.Create("pages/0001.txt")
	if err != nil {
		t.Fatal(err)
	}
	first.kill()

	second, err := Open(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the same numbers as the killed run's stages have
		s, err := second.Stage()
		if err != nil {
			t.Fatal(err)
		}
		defer s.Discard()
		for _, old := range stages {
			if s.Path() == old {
				t.Errorf("a stage of both runs: %s", old)
			}
		}
	}
	io.WriteString(half, "late")
	half.Close()
	if w, err := opened.Create("document.json"); err == nil {
		io.WriteString(w, "late")
		w.Close()
	}
	opened.Close()
	if late, err := OpenStage(stages[1]); err == nil {
		t.Error("a stage of the killed run can be opened still")
		late.Close()
	}
	if err := put(second, "doc", "new"); err != nil {
		t.Fatal(err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	var files []string
	filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, name)
			files = append(files, filepath.ToSlash(rel))
		}
		return err
	})
	if got := strings.Join(files, " "); got != "doc/document.json" {
		t.Errorf("files: %s", got)
	}
}
