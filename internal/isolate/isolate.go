// Package isolate does conversion tasks in processes of their own, so that a document that panics, uses up memory, or does not
// end costs that document only.
//
// The program starts itself anew as a worker. Requests and replies go over the worker's standard input and output, one at a time.
// A worker that dies or is killed is replaced, and its task tried once more unless it is sure to come to the same end.
package isolate

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"runtime"

	"github.com/udecode/udecode/internal/convert"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/source"
)

// request is a task on its way to a worker.
type request struct {
	Task convert.Task // without its content
	File string       // where the content lies; "" for Data
	Data []byte
}

// reply is an outcome on its way back.
type reply struct {
	Outcome convert.Outcome // without the contents of embedded files
	Files   []string        // for each embedded file: a temporary file with its content, "" for Data
	Data    [][]byte
	Failed  string // the output can't be written: the run ends
}

// Serve is the worker: it does the tasks that come in on r until r ends, and replies on w. The first message is the plan, of
// which start makes the processor.
func Serve[Plan any](r io.Reader, w io.Writer, start func(*Plan) (convert.Processor, error)) error {
	dec, enc := gob.NewDecoder(newFrameReader(pollable(r))), gob.NewEncoder(&frameWriter{w: w})
	var plan Plan
	if err := dec.Decode(&plan); err != nil {
		return fmt.Errorf("worker: no plan: %w", err)
	}
	p, err := start(&plan)
	if err != nil {
		return fmt.Errorf("worker: %w", err)
	}
	processors := runtime.GOMAXPROCS(0)
	defer func() { runtime.GOMAXPROCS(processors) }()
	var buf source.Buffer // of one task after the other: a reply is written before the next task begins
	requests := make(chan *request)
	gone := make(chan error, 1)
	go func() {
		for {
			req := new(request)
			if err := dec.Decode(req); err != nil {
				gone <- err
				return
			}
			requests <- req
		}
	}()
	for {
		select {
		case err := <-gone: // the parent has ended: nobody waits for what is being done
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		case req := <-requests:
			// With one processor nothing is woken up to share work that there isn't.
			if n := min(max(1, req.Task.Workers), processors); n != runtime.GOMAXPROCS(0) {
				runtime.GOMAXPROCS(n)
			}
			done := make(chan *reply, 1)
			go func() { done <- do(p, req, &buf) }()
			select {
			case rep := <-done:
				if err := enc.Encode(rep); err != nil {
					return err
				}
				if rep.Outcome.Deaf {
					return nil // what still runs here would be in the way of others
				}
			case <-gone:
				return nil
			}
		}
	}
}

// newRequest returns the request for a task.
func newRequest(t *convert.Task) (*request, error) {
	req := &request{Task: *t}
	req.Task.Content = nil
	var onDisk bool
	var err error
	if req.File, onDisk = source.OnDisk(t.Content); !onDisk {
		req.Data, err = source.ReadAll(t.Content)
	}
	return req, err
}

// open gives a request's task its content, in the buffer when it is not too large.
func (req *request) open(buf *source.Buffer) error {
	if req.File == "" {
		req.Task.Content = source.Bytes(req.Data)
		return nil
	}
	c, err := source.Open(req.File)
	if err != nil {
		return err
	}
	req.Task.Content, err = buf.Hold(c, convert.MostHeld)
	if err != nil || req.Task.Content != c {
		c.Close()
	}
	return err
}

func do(p convert.Processor, req *request, buf *source.Buffer) *reply {
	if err := req.open(buf); err != nil {
		return &reply{Outcome: convert.Outcome{Code: convert.Code(err), Message: err.Error()}}
	}
	out, err := p.Process(workerContext, &req.Task)
	var failed *outdir.Error
	if errors.As(err, &failed) {
		err = failed.Err // the parent wraps it anew
	}
	if err != nil {
		return &reply{Failed: err.Error()}
	}
	rep := &reply{Outcome: *out}
	if !out.Deaf {
		req.Task.Content.Close()
	}
	rep.Outcome.Embedded = append([]convert.Embedded(nil), out.Embedded...)
	for i := range rep.Outcome.Embedded {
		e := &rep.Outcome.Embedded[i]
		file, data := pack(e)
		rep.Files, rep.Data = append(rep.Files, file), append(rep.Data, data)
		e.Content = nil
	}
	return rep
}

// pack returns an embedded file's content as a temporary file that the parent takes over, or as bytes.
func pack(e *convert.Embedded) (string, []byte) {
	if e.Content == nil {
		return "", nil
	}
	if name, ok := source.Release(e.Content); ok {
		return name, nil
	}
	data, err := source.ReadAll(e.Content)
	if err != nil {
		e.Code, e.Message = convert.Code(err), err.Error()
	}
	return "", data
}

// unpack turns a reply into an outcome with contents.
func (rep *reply) unpack() (*convert.Outcome, error) {
	if rep.Failed != "" {
		return nil, &outdir.Error{Err: errors.New(rep.Failed)}
	}
	out := &rep.Outcome
	out.Deaf = false // in this process nobody holds the content
	for i := range out.Embedded {
		e := &out.Embedded[i]
		if e.Code != "" {
			continue
		}
		if rep.Files[i] == "" {
			e.Content = source.Bytes(rep.Data[i])
			continue
		}
		c, err := source.Adopt(rep.Files[i])
		if err != nil {
			e.Code, e.Message = convert.Code(err), err.Error()
		}
		e.Content = c
	}
	return out, nil
}
