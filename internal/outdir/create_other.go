//go:build !linux

package outdir

import (
	"io"
	"os"
)

// folder is not kept open: where open folders can't be moved, a stage could not be published.
type folder struct{}

func (folder) close() {}

// open makes a file of the root.
func (s *Files) open(name string) (io.WriteCloser, error) {
	return s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}
