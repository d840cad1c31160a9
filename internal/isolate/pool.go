package isolate

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

var workerContext = context.Background()

// Options of a pool.
type Options[Plan any] struct {
	Command func() *exec.Cmd // a new worker, not started
	Plan    *Plan
	Workers int
	Memory  int64         // that all workers may use together, bytes; above it the largest one is killed. 0 means no bound
	Timeout time.Duration // the decoders' own; a worker that has not answered long after is killed
}

// Pool does tasks in workers. It is a convert.Processor.
type Pool[Plan any] struct {
	opt   Options[Plan]
	idle  chan *worker
	alone sync.RWMutex // held for writing while a task is tried once more by itself

	mu      sync.Mutex
	busy    map[*worker]bool
	stop    chan struct{}
	watched sync.WaitGroup
}

// NewPool returns a pool; its workers are started when they are needed.
func NewPool[Plan any](opt Options[Plan]) *Pool[Plan] {
	p := &Pool[Plan]{opt: opt, idle: make(chan *worker, opt.Workers), busy: map[*worker]bool{}, stop: make(chan struct{})}
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
	p.alone.RLock()
	out, err, died := p.try(ctx, t)
	p.alone.RUnlock()
	if died == nil || err != nil {
		return out, err
	}
	// Once more, with all the memory to itself: the worker may have been the victim of another one's document.
	p.alone.Lock()
	defer p.alone.Unlock()
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if err := emptyStage(t.Stage); err != nil {
		return nil, err
	}
	out, err, died = p.try(ctx, t)
	if died == nil || err != nil {
		return out, err
	}
	if err := emptyStage(t.Stage); err != nil {
		return nil, err
	}
	return &convert.Outcome{Code: died.code, Message: died.message}, nil
}

// death is how a worker ended.
type death struct{ code, message string }

func (p *Pool[Plan]) try(ctx context.Context, t *convert.Task) (*convert.Outcome, error, *death) {
	var w *worker
	select {
	case w = <-p.idle:
	case <-ctx.Done():
		return nil, context.Cause(ctx), nil
	}
	if w == nil {
		var err error
		if w, err = p.start(); err != nil {
			p.idle <- nil
			return nil, fmt.Errorf("worker: %w", err), nil
		}
	}
	p.mark(w, true)
	rep, err := w.ask(ctx, t, 3*p.opt.Timeout+30*time.Second)
	p.mark(w, false)
	if err == nil {
		if rep.Last {
			w.end()
			w = nil
		}
		p.idle <- w
		out, err := rep.unpack()
		return out, err, nil
	}
	died := w.bury()
	p.idle <- nil
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause, nil
	}
	return nil, nil, died
}

func (p *Pool[Plan]) mark(w *worker, busy bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if busy {
		p.busy[w] = true
	} else {
		delete(p.busy, w)
	}
}

// watch kills the largest worker when all together use more memory than they may.
func (p *Pool[Plan]) watch() {
	tick := time.NewTicker(25 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-p.stop:
			return
		case <-tick.C:
		}
		p.mu.Lock()
		var sum, most int64
		var largest *worker
		for w := range p.busy {
			n := residentMemory(w.cmd.Process.Pid)
			sum += n
			if n > most {
				most, largest = n, w
			}
		}
		if sum > p.opt.Memory && largest != nil {
			largest.overMemory.Store(most)
			largest.cmd.Process.Kill()
			delete(p.busy, largest)
		}
		p.mu.Unlock()
	}
}

// worker is a running process.
type worker struct {
	cmd        *exec.Cmd
	in         io.WriteCloser
	enc        *gob.Encoder
	replies    chan *reply
	errors     *head
	overMemory atomic.Int64
	late       atomic.Bool
	stray      atomic.Bool // it sent what is no reply
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
	return w, nil
}

// ask sends a task and waits for the reply. On any error the worker is to be buried.
func (w *worker) ask(ctx context.Context, t *convert.Task, most time.Duration) (*reply, error) {
	req := &request{Task: *t}
	req.Task.Content = nil
	var ok bool
	if req.File, ok = source.OnDisk(t.Content); !ok {
		var err error
		if req.Data, err = source.ReadAll(t.Content); err != nil {
			return nil, err
		}
	}
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
		return nil, ctx.Err()
	case <-late.C:
		w.late.Store(true)
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

// bury kills what may be left of a worker and says how it ended.
func (w *worker) bury() *death {
	w.cmd.Process.Kill()
	w.in.Close()
	for range w.replies {
	}
	err := w.cmd.Wait()
	text := w.errors.String()
	switch {
	case w.overMemory.Load() > 0:
		return &death{"too_large", fmt.Sprintf("%v: decoding used %d MiB of memory", limit.ErrExceeded, w.overMemory.Load()>>20)}
	case w.late.Load():
		return &death{"timeout", "decoding did not end and was killed"}
	case w.stray.Load():
		return &death{"internal", errFrame.Error()}
	case strings.Contains(text, "out of memory"), strings.Contains(text, "cannot allocate memory"):
		return &death{"too_large", "decoding ran out of memory"}
	}
	reason := "worker ended"
	if err != nil {
		reason = "worker ended: " + err.Error()
	}
	if line := firstLine(text); line != "" {
		reason += ": " + line
	}
	return &death{"internal", reason}
}

// firstLine is the line of a crash report that says what happened.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "panic:") || strings.HasPrefix(line, "fatal error:") || strings.HasPrefix(line, "runtime: goroutine stack") {
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
