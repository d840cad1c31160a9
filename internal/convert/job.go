package convert

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"runtime/debug"
	"strings"
	"time"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/docid"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/walk"
)

// refused is the record of an item that is not decoded.
func (r *run) refused(it *walk.Item) *Record {
	rec := &Record{SourcePath: it.Path, Bytes: it.Size, Named: it.Named, MediaType: it.Found.MediaType, Warnings: it.Found.Warnings}
	if it.Found.Format != nil {
		rec.SourceType = it.Found.Format.Name
	}
	err := it.Err
	if err == nil {
		err = it.Found.Err
	}
	if err != nil {
		rec.Status, rec.Code, rec.Message = Failed, Code(err), message(err)
		return rec
	}
	rec.Status, rec.Code = Unsupported, "unsupported"
	rec.Message = "no format matches"
	if it.Found.MediaType != "" {
		rec.Message += " " + it.Found.MediaType
	}
	if it.Content != nil {
		if sum, err := hash(it.Content); err == nil {
			rec.SHA256 = hex.EncodeToString(sum[:])
		}
	}
	return rec
}

// message is an error on one line.
func message(err error) string {
	const most = 500
	s := strings.Join(strings.Fields(err.Error()), " ")
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

func hash(c source.Content) (sum [sha256.Size]byte, err error) {
	h := sha256.New()
	if _, err := io.Copy(h, source.Reader(c)); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}

// weight is a file's share of the memory budget: what decoding it takes at most, by experience.
func (r *run) weight(it *walk.Item) int64 {
	w := it.Size*6 + 8<<20
	return min(w, r.opt.Memory)
}

// convert decodes a file, writes and publishes its output, and then does the same for the files embedded in it. Its
// error ends the run; what is wrong with the file goes into its record.
func (r *run) convert(j *job) error {
	if !j.scope.inline { // a file in a document lives on that document's share
		w := r.weight(j.item)
		if err := r.memory.Acquire(r.ctx, w); err != nil {
			closeItem(j.item)
			return context.Cause(r.ctx)
		}
		defer r.memory.Release(w)
	}
	if r.opt.Progress != nil {
		r.opt.Progress.Started(j.item.Path)
	}
	r.running.Add(1)
	defer r.running.Add(-1)
	rec := &Record{
		SourcePath: j.item.Path, Named: j.item.Named, Bytes: j.item.Size, SourceType: j.item.Found.Format.Name, MediaType: j.item.Found.MediaType,
		Status: OK,
	}
	res, attachments, err := r.document(j, rec)
	if err != nil {
		if cause := context.Cause(r.ctx); cause != nil {
			closeItem(j.item)
			return cause
		}
		if isOutput(err) {
			closeItem(j.item)
			return err
		}
		rec.Status, rec.Code, rec.Message = Failed, Code(err), message(err)
		// What an earlier run left in this place is not this file's.
		if err := r.folder.Remove(j.place); err != nil {
			closeItem(j.item)
			return err
		}
		return r.finish(j, rec)
	}
	r.own(j.scope.owner, j.place+"/document.json")
	failed := r.attached(j, res.DocumentIRI, attachments)
	if err := r.finish(j, rec); failed == nil {
		failed = err
	}
	return failed
}

// document decodes one file and publishes its output. It returns the files embedded in it too.
func (r *run) document(j *job, rec *Record) (*output.Result, []decoder.Attachment, error) {
	sum, err := hash(j.item.Content)
	if err != nil {
		return nil, nil, err
	}
	rec.SHA256 = hex.EncodeToString(sum[:])
	doc, in, err := r.decode(j)
	rec.Warnings = append(rec.Warnings, j.item.Found.Warnings...)
	if in != nil {
		rec.Warnings = append(rec.Warnings, in.Warnings()...)
	}
	if err != nil {
		return nil, nil, err
	}
	idPath := j.item.Path
	if strings.Contains(path.Base(j.place), "~") && path.Base(j.place) != path.Base(idPath) {
		idPath = idPath + "\x00" + j.place // a second file of the same path
	}
	doc.ID = docid.Document(sum, idPath)
	docid.Assign(doc)
	rec.DocumentID = doc.ID.String()
	res := output.NewResult(doc, r.opt.Derive)
	res.SHA256 = sum
	res.Source = j.item.Content
	res.DocumentIRI = r.opt.DocumentIRI(Subject{sum, doc.SourcePath, rec.DocumentID})
	res.PartOf = j.scope.iri
	rec.Sections = len(res.Records)
	for _, n := range doc.Nodes {
		for _, b := range n.Blocks {
			rec.Blocks[b.Type]++
		}
	}
	stage, err := r.folder.Stage()
	if err != nil {
		return nil, nil, err
	}
	for _, w := range r.opt.Writers {
		if err := w.Write(r.ctx, stage, res); err != nil {
			stage.Discard()
			return nil, nil, err
		}
	}
	rec.Warnings = append(rec.Warnings, res.Warnings...)
	if err := stage.Publish(j.place); err != nil {
		stage.Discard()
		return nil, nil, err
	}
	rec.Output = j.place
	return res, in.Attachments(), nil
}

// grace is how long a decoder may take to heed the end of its time.
const grace = 2 * time.Second

// decode decodes a job's file with the workers that are free.
func (r *run) decode(j *job) (*udm.Document, *decoder.Input, error) {
	opt := r.opt.Decode
	opt.Workers = max(1, r.opt.Jobs-int(r.running.Load())+1)
	return guarded(r.ctx, j.item, opt, r.opt.Limits)
}

// Decode decodes an item by itself and returns the warnings about it too.
func Decode(ctx context.Context, it *walk.Item, opt decoder.Options, limits limit.Limits) (*udm.Document, []string, error) {
	doc, in, err := guarded(ctx, it, opt, limits)
	if err != nil {
		return nil, nil, err
	}
	return doc, in.Warnings(), nil
}

// guarded runs a decoder under a guard: a panic is an error, and one that does not heed its time limit is left behind,
// with the item's content.
func guarded(ctx context.Context, it *walk.Item, opt decoder.Options, limits limit.Limits) (*udm.Document, *decoder.Input, error) {
	limits = limits.WithDefaults()
	ctx, cancel := context.WithTimeout(ctx, limits.Timeout)
	defer cancel()
	in := &decoder.Input{Path: it.Path, MediaType: it.Found.MediaType, Content: it.Content, Options: opt, Budget: limit.NewBudget(limits)}
	type result struct {
		doc *udm.Document
		err error
	}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if v := recover(); v != nil {
				done <- result{nil, panicError(fmt.Sprintf("%v (%s)", v, where(debug.Stack())))}
			}
		}()
		doc, err := it.Found.Format.Decode(ctx, in)
		if err == nil {
			if err = udm.Validate(doc); err != nil {
				err = panicError(err)
			}
		}
		done <- result{doc, err}
	}()
	late := time.NewTimer(limits.Timeout + grace)
	defer late.Stop()
	select {
	case res := <-done:
		if errors.Is(res.err, context.DeadlineExceeded) {
			res.err = timeout(limits.Timeout)
		}
		return res.doc, in, res.err
	case <-late.C:
		it.Content = nil // the decoder still has it
		return nil, nil, timeout(limits.Timeout)
	}
}

func timeout(d time.Duration) error {
	return fmt.Errorf("%w: decoding took more than %v", context.DeadlineExceeded, d)
}

// where returns the place of a panic: the first line of this program's own code below the call of panic.
func where(stack []byte) string {
	_, after, ok := strings.Cut(string(stack), "panic(")
	if !ok {
		return "unknown place"
	}
	for line := range strings.SplitSeq(after, "\n") {
		if i := strings.Index(line, "/internal/"); i >= 0 && strings.HasPrefix(line, "\t") {
			place, _, _ := strings.Cut(line[i+1:], " ")
			return place
		}
	}
	return "unknown place"
}

// maxEmbedding bounds documents in documents in documents.
const maxEmbedding = 20

// attached hands the files embedded in a document to the walk, which hands them back to be converted.
func (r *run) attached(j *job, iri string, list []decoder.Attachment) error {
	if len(list) == 0 {
		return nil
	}
	w := *r.walker
	sc := scope{place: j.place, path: j.item.Path, iri: iri, owner: j.scope.owner, inline: true, depth: j.scope.depth + 1}
	w.Yield = func(it *walk.Item) error { return r.accept(it, sc) }
	for i, a := range list {
		p := j.item.Path + "/" + attachmentName(a.Name, i)
		var c source.Content
		err := fmt.Errorf("%w: documents nested deeper than %d", limit.ErrArchive, maxEmbedding)
		if sc.depth <= maxEmbedding {
			c, err = contentOf(a.Blob, &w)
		}
		if err != nil {
			if err := r.record(&Record{SourcePath: p, Status: Failed, Code: Code(err), Message: message(err), Bytes: a.Blob.Size()}); err != nil {
				return err
			}
			continue
		}
		if err := w.Embedded(r.ctx, p, c); err != nil {
			return err
		}
	}
	return nil
}

func contentOf(b udm.Blob, w *walk.Walker) (source.Content, error) {
	if m, ok := b.(udm.Bytes); ok {
		return source.Bytes(m), nil
	}
	rc, err := b.Open()
	if err != nil {
		return nil, err
	}
	defer rc.Close()
	return w.Spool(rc)
}

// attachmentName makes an embedded file's name one clean path component.
func attachmentName(name string, index int) string {
	name = strings.ReplaceAll(name, `\`, "/")
	name = path.Base(strings.TrimRight(strings.ToValidUTF8(strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f {
			return -1
		}
		return r
	}, name), "\uFFFD"), "/"))
	if name == "" || name == "." || name == ".." || name == "/" {
		return fmt.Sprintf("attachment-%d", index+1)
	}
	return name
}
