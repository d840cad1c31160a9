//go:build unix

package isolate

import (
	"io"
	"os"
	"syscall"
)

// pollable returns a reader of the same pipe whose reads wait in the runtime's poller, or r where that can't be had. A read that waits in
// the system holds a processor until the runtime's monitor takes it away, which the monitor begins anew to look for every 20 µs after each
// time: it took a twentieth of a worker's time.
func pollable(r io.Reader) io.Reader {
	f, ok := r.(*os.File)
	if !ok {
		return r
	}
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return r
	}
	syscall.CloseOnExec(fd)
	if syscall.SetNonblock(fd, true) != nil {
		syscall.Close(fd)
		return r
	}
	return os.NewFile(uintptr(fd), f.Name())
}
