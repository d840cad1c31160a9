package isolate

import (
	"context"
	"encoding/gob"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/source"
)

// testPlan is what the tests' workers are told.
type testPlan struct{ Log string }

const workerVariable = "ISOLATE_TEST_WORKER"

// TestMain is a worker too: the pools of the tests start this program.
func TestMain(m *testing.M) {
	if os.Getenv(workerVariable) == "" {
		os.Exit(m.Run())
	}
	if len(os.Args) > 1 && os.Args[1] == "hog" {
		hog()
	}
	debug.SetMaxStack(1 << 20)
	err := Serve(os.Stdin, os.Stdout, func(p *testPlan) (convert.Processor, error) { return &actor{log: p.Log}, nil })
	if err != nil {
		os.Exit(1)
	}
}

// actor does what a task's path says, after it has put that down in the log and written half a file.
type actor struct{ log string }

func (a *actor) Process(ctx context.Context, t *convert.Task) (*convert.Outcome, error) {
	log, err := os.OpenFile(a.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	io.WriteString(log, t.Path+"\n")
	if err := os.WriteFile(a.log+"."+strconv.Itoa(os.Getpid()), []byte(t.Path), 0o666); err != nil {
		return nil, err
	}
	half := filepath.Join(t.Stage, "half")
	if err := os.WriteFile(half, nil, 0o666); err != nil {
		return nil, err
	}
	act, tries := t.Path, strings.Count(read(a.log), t.Path+"\n")
	if first, ok := strings.CutSuffix(act, " once"); ok {
		if act = first; tries > 1 {
			act = "well"
		}
	}
	switch act {
	case "exit":
		os.Exit(7)
	case "panic":
		go panic("poisoned")
		select {}
	case "garbage":
		os.Stdout.WriteString("not a reply")
		select {}
	case "recursion":
		endless(0)
	case "hold":
		time.Sleep(time.Second)
	case "grow", "sleep":
		time.Sleep(time.Minute)
	case "hog":
		if err := runHog(); err != nil {
			return nil, err
		}
	case "deaf":
		return &convert.Outcome{Code: "timeout", Deaf: true}, nil
	case "killed":
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}
	}
	if err := os.Rename(half, filepath.Join(t.Stage, "whole")); err != nil {
		return nil, err
	}
	return &convert.Outcome{DocumentID: t.Path, Sections: runtime.GOMAXPROCS(0)}, nil
}

// hogged is the memory that a hog uses, bytes.
const hogged = 256 << 20

// runHog runs this program anew as one that uses much memory until its parent has ended, which is not what uses it.
func runHog() error {
	c := exec.Command(os.Args[0], "hog")
	c.Env = os.Environ()
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	defer in.Close()
	return c.Run()
}

func hog() {
	b := make([]byte, hogged)
	for i := 0; i < len(b); i += 1 << 10 {
		b[i] = 1
	}
	io.Copy(io.Discard, os.Stdin)
	runtime.KeepAlive(b)
	os.Exit(0)
}

func endless(n int) int { return endless(n+1) + 1 }

func read(name string) string {
	b, _ := os.ReadFile(name)
	return string(b)
}

// bench is a pool for a test.
type bench struct {
	t    *testing.T
	pool *Pool[testPlan]
	log  string
	own  int64 // memory of the pool's own process
}

func newBench(t *testing.T, opt Options[testPlan]) *bench {
	t.Helper()
	b := &bench{t: t, log: filepath.Join(t.TempDir(), "log"), own: opt.Memory / 10}
	opt.Plan = &testPlan{b.log}
	if opt.Timeout == 0 {
		opt.Timeout = time.Minute
	}
	if opt.resident == nil {
		opt.resident = b.resident
	}
	opt.Command = func() *exec.Cmd {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), workerVariable+"=1")
		return c
	}
	b.pool = NewPool(opt)
	t.Cleanup(b.pool.Close)
	return b
}

// process has a task done and returns its outcome and the files in its stage.
func (b *bench) process(ctx context.Context, act string, final bool) (*convert.Outcome, string, error) {
	stage := b.t.TempDir()
	out, err := b.pool.Process(ctx, &convert.Task{Path: act, Stage: stage, Final: final, Content: source.Bytes(nil)})
	var names []string
	entries, _ := os.ReadDir(stage)
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return out, strings.Join(names, " "), err
}

func (b *bench) tries(act string) int { return strings.Count(read(b.log), act+"\n") }

// A worker's end costs its task only: that is tried once more unless it is sure to end the same way, and nothing of what the dead
// worker wrote stays.
func TestDeaths(t *testing.T) {
	for _, tt := range []struct {
		act           string
		tries         int
		code, message string // of the outcome; "" when the second try does well
	}{
		{"exit", 2, "internal", "worker ended: exit status 7"},
		{"exit once", 2, "", ""},
		{"panic", 2, "internal", "worker ended: exit status 2: panic: poisoned"},
		{"panic once", 2, "", ""},
		{"garbage", 2, "internal", "worker: something else than a reply came"},
		{"garbage once", 2, "", ""},
		{"recursion", 1, "internal", "worker ended: exit status 2: runtime: goroutine stack exceeds 1048576-byte limit"},
		{"deaf", 1, "timeout", ""},
		{"sleep", 1, "timeout", "decoding did not end and was killed"},
		{"well", 1, "", ""},
	} {
		t.Run(tt.act, func(t *testing.T) {
			t.Parallel()
			opt := Options[testPlan]{Workers: 1}
			if tt.act == "sleep" {
				opt.Timeout = 500 * time.Millisecond
			}
			b := newBench(t, opt)
			out, files, err := b.process(t.Context(), tt.act, false)
			if err != nil {
				t.Fatal(err)
			}
			if out.Code != tt.code || out.Message != tt.message || out.Crowded || out.Deaf {
				t.Errorf("outcome %q: %q (crowded %v, deaf %v)", out.Code, out.Message, out.Crowded, out.Deaf)
			}
			if n := b.tries(tt.act); n != tt.tries {
				t.Errorf("%d tries, want %d", n, tt.tries)
			}
			if want := map[bool]string{true: "whole"}[tt.code == ""]; files != want && tt.act != "deaf" {
				t.Errorf("the stage has %q, want %q", files, want)
			}
			if out, _, err := b.process(t.Context(), "well", false); err != nil || out.DocumentID != "well" {
				t.Errorf("the next task: %+v, %v", out, err)
			}
		})
	}
}

// resident is the memory of workers, in units, by what they did last, and that of the pool's own process.
func (b *bench) resident(pid int) int64 {
	if pid == os.Getpid() {
		return b.own
	}
	return map[string]int64{"grow": 85, "hold": 50, "keep": 50}[read(b.log+"."+strconv.Itoa(pid))]
}

// A document that needs more memory than one worker may use is at fault by itself. Of several that need too much together one is
// killed, and can be put off until the others are done.
func TestMemory(t *testing.T) {
	t.Run("too large", func(t *testing.T) {
		b := newBench(t, Options[testPlan]{Workers: 2, Memory: 100})
		out, files, err := b.process(t.Context(), "grow", false)
		if err != nil || out.Code != "too_large" || out.Crowded || b.tries("grow") != 1 || files != "" {
			t.Errorf("%+v, %v after %d tries, files %q", out, err, b.tries("grow"), files)
		}
	})
	t.Run("crowded", func(t *testing.T) {
		b := newBench(t, Options[testPlan]{Workers: 2, Memory: 100})
		outs := make([]*convert.Outcome, 2)
		var wg sync.WaitGroup
		for i := range outs {
			wg.Go(func() { outs[i], _, _ = b.process(t.Context(), "hold", false) })
		}
		wg.Wait()
		if outs[0] == nil || outs[1] == nil || outs[0].Crowded == outs[1].Crowded || outs[0].Code != "" || outs[1].Code != "" {
			t.Fatalf("outcomes %+v, %+v", outs[0], outs[1])
		}
		if out, files, err := b.process(t.Context(), "hold", true); err != nil || out.Crowded || out.Code != "" || files != "whole" {
			t.Errorf("alone: %+v, %v, files %q", out, err, files)
		}
	})
	t.Run("idle", func(t *testing.T) {
		b := newBench(t, Options[testPlan]{Workers: 2, Memory: 100})
		if out, _, err := b.process(t.Context(), "keep", false); err != nil || out.Code != "" {
			t.Fatalf("%+v, %v", out, err)
		}
		// A new worker holds as much: the other one has to go, and is not missed.
		for range 2 {
			if out, _, err := b.process(t.Context(), "hold", false); err != nil || out.Code != "" || out.Crowded {
				t.Errorf("%+v, %v", out, err)
			}
		}
	})
	t.Run("killed by the system", func(t *testing.T) {
		b := newBench(t, Options[testPlan]{Workers: 1})
		if out, files, err := b.process(t.Context(), "killed", false); err != nil || !out.Crowded || files != "" {
			t.Errorf("%+v, %v, files %q", out, err, files)
		}
		if out, files, err := b.process(t.Context(), "killed", true); err != nil || out.Code != "too_large" || b.tries("killed") != 3 || files != "" {
			t.Errorf("%+v, %v after %d tries, files %q", out, err, b.tries("killed"), files)
		}
		if out, _, err := b.process(t.Context(), "killed once", true); err != nil || out.Code != "" {
			t.Errorf("%+v, %v", out, err)
		}
	})
}

// A run that ends does not wait for what its workers do.
func TestCancel(t *testing.T) {
	b := newBench(t, Options[testPlan]{Workers: 1})
	stop := errors.New("stop")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(300*time.Millisecond, func() { cancel(stop) })
	start := time.Now()
	if out, _, err := b.process(ctx, "sleep", false); !errors.Is(err, stop) {
		t.Errorf("%+v, %v", out, err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("that took %v", took)
	}
}

// A worker that can't be started ends the run.
func TestNoWorker(t *testing.T) {
	b := newBench(t, Options[testPlan]{Workers: 1})
	b.pool.opt.Command = func() *exec.Cmd { return exec.Command(filepath.Join(t.TempDir(), "nowhere")) }
	for range 2 {
		if _, _, err := b.process(t.Context(), "well", false); err == nil {
			t.Error("no error")
		}
	}
}

// waiter is a processor that is at work until the test is over.
type waiter struct{ began, over chan struct{} }

func (w waiter) Process(context.Context, *convert.Task) (*convert.Outcome, error) {
	close(w.began)
	<-w.over
	return &convert.Outcome{}, nil
}

// A worker whose parent has ended does so too, whatever it is at.
func TestOrphan(t *testing.T) {
	r, parent := io.Pipe()
	w := waiter{make(chan struct{}), make(chan struct{})}
	defer close(w.over)
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(r, io.Discard, func(*testPlan) (convert.Processor, error) { return w, nil })
	}()
	enc := gob.NewEncoder(&frameWriter{w: parent})
	for _, m := range []any{&testPlan{}, &request{}} {
		if err := enc.Encode(m); err != nil {
			t.Fatal(err)
		}
	}
	<-w.began
	parent.Close()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Error("it goes on")
	}
}

// A worker has as many processors as its task may use, and no more than the machine.
func TestProcessors(t *testing.T) {
	b := newBench(t, Options[testPlan]{Workers: 1})
	for _, tt := range [][2]int{{1, 1}, {1 << 20, runtime.GOMAXPROCS(0)}, {0, 1}, {2, min(2, runtime.GOMAXPROCS(0))}} {
		out, err := b.pool.Process(t.Context(), &convert.Task{Path: "well", Stage: t.TempDir(), Workers: tt[0], Content: source.Bytes(nil)})
		if err != nil || out.Sections != tt[1] {
			t.Errorf("a task for %d has %+v, %v, want %d", tt[0], out, err, tt[1])
		}
	}
}
