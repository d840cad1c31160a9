package isolate

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/udecode/udecode/internal/convert"
)

var workerContext = context.Background()

// Options of a pool.
type Options[Plan any] struct {
	Command func() *exec.Cmd // a new worker, not started
	Plan    *Plan
	Workers int
	Memory  int64         // that this process, all workers and what they have started may use together, bytes; 0 means no bound
	Timeout time.Duration // for an answer; decoders are given less, so only one that has gone astray comes to it

	// Of a process; nil means residentMemory and descendants.
	resident    func(pid int) int64 // bytes in memory
	descendants func(pid int) []int // processes that it has started
}

// Pool does tasks in workers. It is a convert.Processor.
type Pool[Plan any] struct {
	opt  Options[Plan]
	idle chan *worker // nil for one that is to be started

	mu      sync.Mutex
	workers map[*worker]bool // that live; true when it does a task
	looks   int              // at their memory
	stop    chan struct{}
	watched sync.WaitGroup
}

// NewPool returns a pool; its workers are started when they are needed.
func NewPool[Plan any](opt Options[Plan]) *Pool[Plan] {
	p := &Pool[Plan]{opt: opt, idle: make(chan *worker, opt.Workers), workers: map[*worker]bool{}, stop: make(chan struct{})}
	if p.opt.resident == nil {
		p.opt.resident = residentMemory
	}
	if p.opt.descendants == nil {
		p.opt.descendants = descendants
	}
	for range opt.Workers {
		p.idle <- nil
	}
	if opt.Memory > 0 {
		p.watched.Go(p.watch)
	}
	return p
}

// Close ends the workers.
func (p *Pool[Plan]) Close() {
	close(p.stop)
	p.watched.Wait()
	for range p.opt.Workers {
		if w := <-p.idle; w != nil {
			w.end()
		}
	}
}

// Process has a task done by a worker.
func (p *Pool[Plan]) Process(ctx context.Context, t *convert.Task) (*convert.Outcome, error) {
	req, err := newRequest(t)
	if err != nil {
		return &convert.Outcome{Code: convert.Code(err), Message: err.Error()}, nil
	}
	for try := 1; ; try++ {
		out, died, err := p.try(ctx, req)
		if died == nil || err != nil {
			return out, err
		}
		if err := emptyStage(t.Stage); err != nil {
			return nil, err
		}
		switch {
		case died.of == crowd && !t.Final:
			return &convert.Outcome{Crowded: true}, nil
		case died.of == itself || try == 2:
			return &convert.Outcome{Code: died.code, Message: died.message}, nil
		}
	}
}

// death is how a worker ended.
type death struct {
	of            cause
	code, message string
}

// cause is what a worker died of.
type cause int

const (
	chance cause = iota // it may have been its document, or one that it had done before
	crowd               // all workers together used too much memory
	itself              // its document used too much time or stack, or too much memory all by itself: it would do so again
)

// try has a request served by one worker; the death is nil when that lived.
func (p *Pool[Plan]) try(ctx context.Context, req *request) (*convert.Outcome, *death, error) {
	var w *worker
	select {
	case w = <-p.idle:
	case <-ctx.Done():
		return nil, nil, context.Cause(ctx)
	}
	if w != nil && !p.mark(w, true) { // killed while it was idle
		w.bury()
		w = nil
	}
	if w == nil {
		var err error
		if w, err = p.start(); err != nil {
			p.idle <- nil
			return nil, nil, fmt.Errorf("worker: %w", err)
		}
	}
	rep, err := w.ask(ctx, req, p.opt.Timeout)
	if err == nil && !rep.Outcome.Deaf {
		p.mark(w, false)
		p.idle <- w
		out, err := rep.unpack()
		return out, nil, err
	}
	p.forget(w)
	p.idle <- nil
	if err == nil {
		w.end()
		out, err := rep.unpack()
		return out, nil, err
	}
	died := w.bury()
	if cause := context.Cause(ctx); cause != nil {
		return nil, nil, cause
	}
	return nil, died, nil
}

// mark notes whether a worker does a task. It returns false for one that was killed.
func (p *Pool[Plan]) mark(w *worker, busy bool) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.workers[w]; !ok {
		return false
	}
	p.workers[w] = busy
	return true
}

func (p *Pool[Plan]) forget(w *worker) {
	p.mu.Lock()
	delete(p.workers, w)
	p.mu.Unlock()
}

// watch keeps the workers within their memory. It looks the more often the sooner there could be too much of it.
func (p *Pool[Plan]) watch() {
	const (
		seldom, often = 100 * time.Millisecond, 2 * time.Millisecond
		pace          = 4 << 30 // bytes a second; nothing takes memory faster
	)
	next := time.NewTimer(often)
	defer next.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-next.C:
		}
		left := time.Duration(float64(p.weigh()) / pace * float64(time.Second))
		next.Reset(min(max(left, often), seldom))
	}
}

// share is what a single worker may use of the memory that all may use together, in eighths. The rest is room for the others, so that
// a document that takes ever more is told by itself from those that are too many at once.
const share = 7

// weigh kills the workers that use more memory than one may, each with what it has started, and the largest one when all
// together use more than they may. Then those that do nothing go first. What this process uses is not theirs. It returns how
// much more one of them may use, bytes.
func (p *Pool[Plan]) weigh() int64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	memory := p.opt.Memory - p.opt.resident(os.Getpid())
	var sum, most, single int64 // of the one that would be killed, and of the one that uses most
	var largest *worker
	p.looks++
	for w, busy := range p.workers {
		n := p.memoryOf(w, busy)
		if n > memory/8*share {
			p.shoot(w, n, false)
			continue
		}
		sum += n
		single = max(single, n)
		if largest == nil || busy == p.workers[largest] && n > most || !busy && p.workers[largest] {
			largest, most = w, n
		}
	}
	if sum > memory {
		p.shoot(largest, most, true)
		sum -= most
	}
	return min(memory-sum, memory/8*share-single)
}

// memoryOf returns the memory of a worker and of the programs that it runs, bytes.
func (p *Pool[Plan]) memoryOf(w *worker, busy bool) int64 {
	const every = 2 // looks; to find processes costs many times what it costs to look at them
	pid := w.cmd.Process.Pid
	switch {
	case !busy:
		w.descendants = nil
	case p.looks%every == 0:
		w.descendants = p.opt.descendants(pid)
	}
	n := p.opt.resident(pid)
	for _, d := range w.descendants {
		n += p.opt.resident(d)
	}
	return n
}

// shoot kills a worker for the memory that it uses, bytes, either because it is too much or because others use much too.
func (p *Pool[Plan]) shoot(w *worker, used int64, crowded bool) {
	w.used.Store(used)
	w.crowded.Store(crowded)
	w.kill()
	delete(p.workers, w)
}

// worker is a running process.
type worker struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	enc     *gob.Encoder
	replies chan *reply
	errors  *head
	shot    atomic.Bool  // it was killed by us
	used    atomic.Int64 // memory for which it was, bytes
	crowded atomic.Bool  // which was not too much by itself
	late    atomic.Bool
	stray   atomic.Bool // it sent what is no reply

	descendants []int // the processes that it had started when they were last looked for; guarded by the pool's mu
}

func (p *Pool[Plan]) start() (*worker, error) {
	cmd := p.opt.Command()
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	w := &worker{cmd: cmd, in: in, enc: gob.NewEncoder(&frameWriter{w: in}), replies: make(chan *reply), errors: &head{}}
	cmd.Stderr = w.errors
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(w.replies)
		dec := gob.NewDecoder(newFrameReader(out))
		for {
			rep := new(reply)
			if err := dec.Decode(rep); err != nil {
				w.stray.Store(errors.Is(err, errFrame))
				return
			}
			w.replies <- rep
		}
	}()
	if err := w.enc.Encode(p.opt.Plan); err != nil {
		d := w.bury()
		return nil, fmt.Errorf("%w (%s)", err, d.message)
	}
	p.mu.Lock()
	p.workers[w] = true
	p.mu.Unlock()
	return w, nil
}

// ask sends a request and waits for the reply. On any error the worker is to be buried.
func (w *worker) ask(ctx context.Context, req *request, most time.Duration) (*reply, error) {
	if err := w.enc.Encode(req); err != nil {
		return nil, err
	}
	late := time.NewTimer(most)
	defer late.Stop()
	select {
	case rep, ok := <-w.replies:
		if !ok {
			return nil, io.ErrUnexpectedEOF
		}
		return rep, nil
	case <-ctx.Done():
		w.kill()
		return nil, ctx.Err()
	case <-late.C:
		w.late.Store(true)
		w.kill()
		return nil, context.DeadlineExceeded
	}
}

// end lets a worker end by itself.
func (w *worker) end() {
	w.in.Close()
	for range w.replies {
	}
	w.cmd.Wait()
}

// kill ends a worker at once.
func (w *worker) kill() {
	w.shot.Store(true)
	w.cmd.Process.Kill()
}

// bury waits for a worker that has come to its end, or must, and says of what it died.
func (w *worker) bury() *death {
	const last = time.Second // for a crash to be reported
	w.in.Close()
	if w.stray.Load() {
		w.kill()
	}
	late := time.AfterFunc(last, w.kill)
	for range w.replies {
	}
	err := w.cmd.Wait()
	late.Stop()
	return w.diagnose(err)
}

// diagnose tells what a worker died of from how it ended, and what it said last.
func (w *worker) diagnose(end error) *death {
	text := w.errors.String()
	switch {
	case w.used.Load() > 0:
		d := &death{itself, "too_large", fmt.Sprintf("decoding used %d MiB of memory", w.used.Load()>>20)}
		if w.crowded.Load() {
			d.of = crowd
		}
		return d
	case w.late.Load():
		return &death{itself, "timeout", "decoding did not end and was killed"}
	case w.stray.Load():
		return &death{chance, "internal", errFrame.Error()}
	case strings.Contains(text, "out of memory"), strings.Contains(text, "cannot allocate memory"):
		return &death{crowd, "too_large", "decoding ran out of memory"}
	case !w.shot.Load() && killed(end):
		return &death{crowd, "too_large", "the system killed the worker, as it does when memory runs short"}
	}
	d := &death{chance, "internal", "worker ended"}
	if end != nil {
		d.message += ": " + end.Error()
	}
	if line := firstLine(text); line != "" {
		d.message += ": " + line
		if strings.HasPrefix(line, overflow) {
			d.of = itself
		}
	}
	return d
}

// killed reports whether a process was ended by the signal that can't be caught.
func killed(err error) bool {
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return false
	}
	status, ok := exit.Sys().(syscall.WaitStatus)
	return ok && status.Signaled() && status.Signal() == syscall.SIGKILL
}

// overflow begins the runtime's report of a recursion that went too deep.
const overflow = "runtime: goroutine stack"

// firstLine is the line of a crash report that says what happened.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") || strings.HasPrefix(line, overflow) {
			return line
		}
	}
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// head keeps the first bytes of what a worker prints: a crash report begins with its reason.
type head struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (t *head) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if room := 8<<10 - t.buf.Len(); room > 0 {
		t.buf.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

func (t *head) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.buf.String()
}
