package isolate

import (
	"os"
	"path/filepath"

	"github.com/udecode/udecode/internal/outdir"
)

// emptyStage removes what a dead worker has written.
func emptyStage(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return &outdir.Error{Err: err}
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return &outdir.Error{Err: err}
		}
	}
	return nil
}
