package ocr

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"
)

// Reader reads pictures, several at a time. Each process of the program that it starts is given one picture after the other for as long
// as there are more, for starting it and loading a language takes a good part of the time of a page. A process that ends early costs
// the picture only that it was at; the others are given to another one.
type Reader struct {
	opt     Options
	program found
	slots   chan struct{} // of processes that run
	batches sync.WaitGroup

	mu     sync.Mutex
	folder string   // of the pictures on their way; "" before the first
	serial int      // of names in it
	live   []*batch // that wait for a slot or run
}

// NewReader returns a reader, or an error when the program can't be run.
func NewReader(opt Options) (*Reader, error) {
	p, err := program()
	if err != nil {
		return nil, err
	}
	opt.Processes = max(1, opt.Processes)
	if opt.Timeout == 0 {
		opt.Timeout = time.Minute
	}
	return &Reader{opt: opt, program: p, slots: make(chan struct{}, opt.Processes)}, nil
}

// Ahead is how many pictures should be given at a time for each process: one that it is at, one that is next, and one that it
// has read, of which it keeps the end back until it has more to say.
const Ahead = 3

// Close waits for the processes to end.
func (r *Reader) Close() error {
	r.batches.Wait()
	if r.folder == "" {
		return nil
	}
	return os.RemoveAll(r.folder)
}

var (
	errLate  = fmt.Errorf("tesseract: %w", context.DeadlineExceeded)
	errAgain = errors.New("not reached") // by the process; another one will
)

// order is a picture that waits to be read, or is read.
type order struct {
	file string        // where the picture lies
	most time.Duration // for reading it
	done chan struct{} // receives when out or err is there

	out  []byte
	took time.Duration
	err  error
}

// run has a picture read in at most so much time, and returns what the program printed and the time that it took.
func (r *Reader) run(ctx context.Context, img *image.Gray, dpi int, m mode, most time.Duration) ([]byte, time.Duration, error) {
	o := &order{most: most, done: make(chan struct{}, 1)}
	var err error
	if o.file, err = r.store(img, dpi); err != nil {
		return nil, 0, err
	}
	defer func() { os.Remove(o.file) }()
	for alone := m == modeOrientation; ; {
		if err := r.place(ctx, o, m, alone); err != nil {
			return nil, 0, err
		}
		<-o.done // at once when ctx has ended
		switch {
		case o.err == nil, ctx.Err() != nil, errors.Is(o.err, errLate):
			return o.out, o.took, o.err
		case errors.Is(o.err, errAgain):
		case alone:
			return nil, o.took, o.err
		default:
			alone = true // it may have been for what the process had read before
		}
	}
}

// store puts a picture down where no process looks for it yet.
func (r *Reader) store(img *image.Gray, dpi int) (name string, err error) {
	r.mu.Lock()
	if r.folder == "" {
		r.folder, err = os.MkdirTemp("", "udecode-ocr-*")
	}
	r.serial++
	name = filepath.Join(r.folder, strconv.Itoa(r.serial)+".new")
	r.mu.Unlock()
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	w := bufio.NewWriter(f)
	err = writeTIFF(w, img, dpi)
	if e := w.Flush(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(name)
	}
	return name, err
}

// place gives an order to a process that can take it, or to a new one.
func (r *Reader) place(ctx context.Context, o *order, m mode, alone bool) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var b *batch
	if !alone {
		b = r.open(m)
	}
	started := b != nil
	if !started {
		r.serial++
		b = &batch{r: r, mode: m, room: mostPictures, prefix: filepath.Join(r.folder, strconv.Itoa(r.serial)+"-")}
		if alone {
			b.room = 1
		}
	}
	// The file is there whole as soon as it has the name that the process was told.
	file := b.file(len(b.orders))
	if err := os.Rename(o.file, file); err != nil {
		return err
	}
	o.file = file
	b.orders = append(b.orders, o)
	if !started {
		r.live = append(r.live, b)
		r.batches.Go(func() { b.serve(ctx) })
	}
	return nil
}

// open returns the batch that will come to its next picture soonest; nil when a new one would sooner.
func (r *Reader) open(m mode) *batch {
	var best *batch
	for _, b := range r.live {
		if b.mode == m && len(b.orders) < b.room && (best == nil || b.waiting() < best.waiting()) {
			best = b
		}
	}
	if best != nil && best.waiting() > 0 && len(r.live) < r.opt.Processes {
		return nil
	}
	return best
}

// end takes a batch out of those that live.
func (r *Reader) end(b *batch) {
	r.live = slices.DeleteFunc(r.live, func(x *batch) bool { return x == b })
}
