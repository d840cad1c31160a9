package outdir

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"syscall"
)

// folder is the folder that files were made in last. A stage may have thousands of them in one.
type folder struct {
	name string
	dir  *os.File
}

func (d *folder) close() {
	if d.dir != nil {
		d.dir.Close()
	}
	*d = folder{}
}

// open makes a file of the root. The os package takes ten system calls for one, because it looks the folder up anew and asks
// whether the file can be polled; a file on disk can't.
func (s *Files) open(name string) (io.WriteCloser, error) {
	dir, base := path.Split(name)
	if s.last.dir == nil || s.last.name != dir {
		s.last.close()
		d, err := s.root.Open(path.Clean(dir))
		if err != nil {
			return nil, err
		}
		s.last = folder{dir, d}
	}
	const flags = syscall.O_WRONLY | syscall.O_CREAT | syscall.O_EXCL | syscall.O_NOFOLLOW | syscall.O_CLOEXEC | syscall.O_LARGEFILE
	fd, err := retry(func() (int, error) { return syscall.Openat(int(s.last.dir.Fd()), base, flags, 0o666) })
	if err != nil {
		return nil, &fs.PathError{Op: "create", Path: name, Err: err}
	}
	return &plainFile{fd, name}, nil
}

// plainFile is an open file without what the os package knows of one.
type plainFile struct {
	fd   int
	name string
}

func (f *plainFile) Write(p []byte) (n int, err error) {
	const most = 1 << 30 // bytes in one call
	for n < len(p) {
		k, err := retry(func() (int, error) { return syscall.Write(f.fd, p[n:min(len(p), n+most)]) })
		if err == nil && k <= 0 {
			err = io.ErrShortWrite
		}
		if err != nil {
			return n, &fs.PathError{Op: "write", Path: f.name, Err: err}
		}
		n += k
	}
	return n, nil
}

// Close must be called once. It is not tried again when a signal interrupts it: then Linux has closed the file.
func (f *plainFile) Close() error {
	err := syscall.Close(f.fd)
	f.fd = -1
	if err != nil && !errors.Is(err, syscall.EINTR) {
		return &fs.PathError{Op: "close", Path: f.name, Err: err}
	}
	return nil
}

// retry calls a system call again when a signal interrupts it.
func retry(call func() (int, error)) (int, error) {
	for {
		if n, err := call(); err != syscall.EINTR {
			return n, err
		}
	}
}
