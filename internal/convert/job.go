package convert

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/limit"
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
	for _, cause := range causes {
		s = strings.TrimPrefix(s, cause.Error()+": ") // the code says it
	}
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

// weight is a file's share of the memory budget: what decoding it takes at most. A file that is too big for the budget has all of
// it, and so runs alone.
func (r *run) weight(it *walk.Item) int64 {
	const base, perByte = 8 << 20, 6
	return min(it.Size*int64(cmp.Or(it.Found.Format.Memory, perByte))+base, r.opt.Memory)
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
	out, err := r.process(j)
	if err != nil {
		closeItem(j.item)
		return err
	}
	if out.Crowded {
		r.putOff(j)
		return nil
	}
	rec := &Record{
		SourcePath: j.item.Path, Named: j.item.Named, Bytes: j.item.Size, SourceType: j.item.Found.Format.Name, MediaType: j.item.Found.MediaType,
		Status: OK, DocumentID: out.DocumentID, Sections: out.Sections, Blocks: out.Blocks, Output: j.place,
		Warnings: append(slices.Clone(j.item.Found.Warnings), out.Warnings...), Code: out.Code, Message: out.Message,
	}
	if out.SHA256 != [32]byte{} {
		rec.SHA256 = hex.EncodeToString(out.SHA256[:])
	}
	if out.Code != "" {
		rec.Status, rec.Output, rec.DocumentID, rec.Sections, rec.Blocks = Failed, "", "", 0, [7]int{}
		// What an earlier run left in this place is not this file's.
		if err := r.folder.Remove(j.place); err != nil {
			closeItem(j.item)
			return err
		}
		return r.finish(j, rec)
	}
	r.own(j.scope.owner, j.place+"/"+r.opt.DocumentFile)
	failed := r.embedded(j, out)
	if failed != nil {
		rec.SHA256 = "" // the next run must not take the document for finished: files in it are missing
	}
	if err := r.finish(j, rec); failed == nil {
		failed = err
	}
	return failed
}

// process has a job's document decoded and written aside, and publishes it.
func (r *run) process(j *job) (*Outcome, error) {
	stage, err := r.folder.Stage()
	if err != nil {
		return nil, err
	}
	t := &Task{
		Path: j.item.Path, IDPath: j.item.Path, Format: j.item.Found.Format.Name, MediaType: j.item.Found.MediaType, PartOf: j.scope.iri,
		Stage: stage.Path(), Workers: max(1, r.opt.Jobs-int(r.running.Load())+1), Final: !r.mayPutOff(j), Content: j.item.Content,
	}
	if base := path.Base(j.place); strings.Contains(base, "~") && base != path.Base(j.item.Path) {
		t.IDPath += "\x00" + j.place // a second file of the same path
	}
	out, err := r.opt.Processor.Process(r.ctx, t)
	if err == nil && out.Code == "" && !out.Crowded {
		if err = stage.Publish(j.place); err == nil {
			return out, nil
		}
	}
	if e := stage.Discard(); err == nil {
		err = e
	}
	if err == nil && out.Deaf {
		j.item.Content = nil // the decoder still has it
	}
	return out, err
}

// mostPutOff bounds the jobs that wait for the others to end: they hold their content, which may be in memory.
const mostPutOff = 64

// mayPutOff reports whether a job can wait for the others to end. A file in a document can't: the document would have to wait too.
func (r *run) mayPutOff(j *job) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return !r.alone && !j.scope.inline && len(r.later) < mostPutOff
}

func (r *run) putOff(j *job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.later = append(r.later, j)
}

// embedded hands the files in a document to the walk, which hands them back to be converted.
func (r *run) embedded(j *job, out *Outcome) error {
	if len(out.Embedded) == 0 {
		return nil
	}
	w := *r.walker
	sc := scope{place: j.place, path: j.item.Path, iri: out.DocumentIRI, owner: j.scope.owner, inline: true, depth: j.scope.depth + 1}
	w.Yield = func(it *walk.Item) error { return r.accept(it, sc) }
	for i, e := range out.Embedded {
		p := j.item.Path + "/" + attachmentName(e.Name, i)
		if sc.depth > limit.Embedding {
			e.Code, e.Message = "archive_limit", fmt.Sprintf("documents nested deeper than %d", limit.Embedding)
		}
		if e.Code != "" {
			if e.Content != nil {
				e.Content.Close()
			}
			if err := r.record(&Record{SourcePath: p, Status: Failed, Code: e.Code, Message: e.Message, Bytes: e.Size}); err != nil {
				return err
			}
			continue
		}
		if err := w.Embedded(r.ctx, p, e.Content); err != nil {
			return err
		}
	}
	return nil
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
