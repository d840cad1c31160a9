package ocr

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// When this program is killed, the one that reads for it does not go on.
func TestOrphan(t *testing.T) {
	log := t.TempDir() + "/log"
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), programVariable+"="+log+",parent", "TMPDIR="+t.TempDir())
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	until := func(what string, is func() bool) {
		t.Helper()
		for range 2000 {
			if is() {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
		t.Fatalf("%s took too long", what)
	}
	var pid string
	until("to start", func() bool {
		b, _ := os.ReadFile(log)
		pid = strings.TrimSpace(string(b))
		return bytes.HasSuffix(b, []byte("\n"))
	})
	parent.Process.Kill()
	parent.Wait()
	until("to end", func() bool {
		b, err := os.ReadFile("/proc/" + pid + "/stat")
		return err != nil || bytes.Contains(b, []byte(") Z "))
	})
}
