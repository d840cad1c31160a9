package ocr

import (
	"os/exec"
	"syscall"
)

// endWithParent has the system end a process when this one ends, however it does. Strictly it is when the thread ends that started it,
// but threads of Go programs last unless a goroutine keeps one for itself.
func endWithParent(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
