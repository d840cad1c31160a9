package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// mostPictures are read by one process. More would save little.
const mostPictures = 32

// batch is a process of the program, before and while it runs. It is told the names of all files that it may come to read and ends at
// the first that is not there, so pictures can be added while it reads others. What it prints on standard error tells where it is.
type batch struct {
	r      *Reader
	mode   mode
	room   int    // for orders
	prefix string // of the names of its files

	// guarded by r.mu
	orders []*order
	begun  int       // how many of them the process has begun to read
	since  time.Time // it began the last one
	given  int       // how many have their output
	watch  *time.Timer
}

// file is the name of the picture of an order.
func (b *batch) file(i int) string { return b.prefix + strconv.Itoa(i) + ".tif" }

// waiting is the number of orders that the process has not come to.
func (b *batch) waiting() int { return len(b.orders) - b.begun }

// serve runs the process to its end.
func (b *batch) serve(ctx context.Context) {
	select {
	case b.r.slots <- struct{}{}:
		defer func() { <-b.r.slots }()
	case <-ctx.Done():
		b.finish(ctx, ctx.Err(), "")
		return
	}
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	b.r.mu.Lock()
	b.since = time.Now()
	b.watch = time.AfterFunc(b.orders[0].most, func() { cancel(errLate) })
	b.r.mu.Unlock()
	defer b.watch.Stop()

	cmd := exec.CommandContext(inner, b.r.program.path, b.args()...)
	cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
	var files strings.Builder
	for i := range b.room {
		files.WriteString(b.file(i) + "\n")
	}
	cmd.Stdin = strings.NewReader(files.String())
	endWithParent(cmd)
	out, news := &outputs{b: b}, &news{b: b}
	cmd.Stdout, cmd.Stderr = out, news
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	switch code := cmd.ProcessState.ExitCode(); {
	case inner.Err() != nil:
		err = context.Cause(inner)
	case code == 0, code == 1: // it was not cut short, which may be in the middle of a picture's part
		out.flush()
	}
	b.finish(ctx, err, news.first)
}

func (b *batch) args() []string {
	args := []string{"stdin", "stdout", "--psm", string(b.mode)}
	if b.mode == modeOrientation {
		return append(args, "-l", "osd")
	}
	// Paragraphs are none of its business; finding them takes a twentieth of the time when the text is looked at for it.
	return append(args, "-l", b.r.program.languageArg(b.r.opt.Languages), "-c", "paragraph_text_based=0", "tsv")
}

// begin notes that the process has begun to read picture i.
func (b *batch) begin(i int) {
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	if i < b.begun || i >= len(b.orders) {
		return
	}
	b.lap()
	b.begun = i + 1
	b.watch.Reset(b.orders[i].most)
}

// lap gives the time since the last picture was begun to that.
func (b *batch) lap() {
	now := time.Now()
	if b.begun > b.given { // else it is nobody's any more
		b.orders[b.begun-1].took = now.Sub(b.since)
	}
	b.since = now
}

// give is the output for picture i, after which there is none for those before.
func (b *batch) give(i int, out []byte) {
	b.begin(i) // should the process not have said so
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	if i < b.given || i >= len(b.orders) {
		return
	}
	if i == b.begun-1 {
		b.lap()
	}
	b.given = i + 1
	o := b.orders[i]
	o.out, o.err = out, nil
	o.done <- struct{}{}
}

// finish settles the orders that have no output after the process ended with err and said why. The one that it was at is to blame; when
// it ended as it found no further picture, there is none.
func (b *batch) finish(ctx context.Context, err error, why string) {
	b.r.mu.Lock()
	defer b.r.mu.Unlock()
	b.r.end(b)
	b.lap()
	blamed := max(b.begun-1, 0)
	for i := b.given; i < len(b.orders); i++ {
		o := b.orders[i]
		switch {
		case ctx.Err() != nil:
			o.err = fmt.Errorf("tesseract: %w", ctx.Err())
		case i != blamed:
			o.err = errAgain
		case errors.Is(err, errLate):
			o.err = errLate
		case err == nil:
			o.err = errors.New("tesseract: no output")
		default:
			o.err = fmt.Errorf("tesseract: %w: %s", err, why)
		}
		o.done <- struct{}{}
	}
}

// outputs takes what the process prints and gives each picture its part. In the tables that it prints for words, a line of level 1 begins
// the next picture, whose number from 1 is its second field.
type outputs struct {
	b    *batch
	line []byte // that is not yet whole
	part []byte
	at   int // the picture of part, from 0
}

func (o *outputs) Write(p []byte) (int, error) {
	if o.b.mode == modeOrientation {
		o.part = append(o.part, p...)
		return len(p), nil
	}
	o.line = append(o.line, p...)
	for {
		end := bytes.IndexByte(o.line, '\n') + 1
		if end == 0 {
			return len(p), nil
		}
		if rest, ok := bytes.CutPrefix(o.line[:end], []byte("1\t")); ok {
			number, _, _ := bytes.Cut(rest, []byte("\t"))
			n, _ := strconv.Atoi(string(number))
			if len(o.part) > 0 {
				o.b.give(o.at, o.part)
			}
			o.at, o.part = max(n-1, 0), nil
		} else if len(o.part) == 0 {
			// the table's head
			o.line = o.line[end:]
			continue
		}
		o.part = append(o.part, o.line[:end]...)
		o.line = o.line[end:]
	}
}

// flush gives the last picture its part.
func (o *outputs) flush() {
	if o.part = append(o.part, o.line...); len(o.part) > 0 {
		o.b.give(o.at, o.part)
	}
}

// news takes what the process says on standard error: among else, which picture it begins to read, from 0.
type news struct {
	b     *batch
	line  []byte
	first string // line
}

func (n *news) Write(p []byte) (int, error) {
	const most = 64 << 10
	for _, c := range p {
		if c != '\n' {
			if len(n.line) < most {
				n.line = append(n.line, c)
			}
			continue
		}
		line := strings.TrimSpace(string(n.line))
		n.line = n.line[:0]
		if number, _, ok := strings.Cut(strings.TrimPrefix(line, "Page "), " :"); ok {
			if i, err := strconv.Atoi(number); err == nil {
				n.b.begin(i)
				continue
			}
		}
		if n.first == "" {
			n.first = line
		}
	}
	return len(p), nil
}
