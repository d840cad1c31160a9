// Package convert runs jobs: it admits found files, decodes them in workers, writes their output aside, publishes it, and
// keeps the manifest.
//
// The order of anything on disk never depends on scheduling: names are given by the walk, which is one goroutine, and the
// manifest is sorted.
package convert

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"

	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/walk"
)

// Options say how to convert.
type Options struct {
	Jobs          int   // workers; at least 1
	Memory        int64 // budget that files share while they are decoded, bytes
	Processor     Processor
	DocumentIRI   func(Subject) string // of archives
	DocumentFile  string               // the file that stands for a document where an archive refers to it; "" means document.json
	EmbedChildren bool                 // archives hold their children's JSON whole
	FailFast      bool                 // stop at the first failure
	RetryFailed   bool                 // decode what failed in an earlier run again
	Prune         bool                 // remove the output of inputs that are gone
	// Signature stands for what the output depends on besides the inputs. Files that an earlier run of the same signature has done
	// are left as they are; "" decodes all.
	Signature string
	Stream    io.Writer // when set, each finished document's or archive's JSON is written here, in the order of the walk
	Progress  Progress  // may be nil
}

// Progress is told what happens. Its methods are called from several goroutines.
type Progress interface {
	Found(path string, size int64) // a file was found; size is -1 when unknown
	Started(path string)
	Finished(rec *Record)
}

// Report says how a run ended.
type Report struct {
	Outcomes map[string]int // records by status
	Formats  map[string]int // ok documents by format
	Sections int
	Failures []Record // failed and, where named on the command line, unsupported
	Skipped  []Record // unsupported and not named
	Elapsed  time.Duration
	Stopped  bool // by FailFast

	Unchanged int // records of earlier runs that still hold
	Pruned    int // outputs that were removed
}

// errFailFast ends a run at its first failure.
var errFailFast = errors.New("stopped at the first failure")

// Run converts what the walker finds in the inputs. The error is about the run itself: the output can't be written, or ctx
// ended. Inputs that failed are in the report.
func Run(ctx context.Context, w *walk.Walker, inputs []string, folder *outdir.Folder, opt Options) (*Report, error) {
	start := time.Now()
	opt.DocumentFile = cmp.Or(opt.DocumentFile, "document.json")
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	journal, err := folder.Journal()
	if err != nil {
		return nil, err
	}
	defer journal.Close()
	before, err := resume(folder, journal, opt.Signature)
	if err != nil {
		return nil, err
	}
	defer before.close()
	m := newManifest(folder, before.files, before.whole)
	r := &run{
		ctx: ctx, cancel: cancel, opt: opt, folder: folder, manifest: m, previous: before,
		walker: w, jobs: make(chan *job, 2*opt.Jobs), memory: semaphore.NewWeighted(opt.Memory),
		archives: map[*walk.Archive]*archiveState{},
		report:   &Report{Outcomes: map[string]int{}, Formats: map[string]int{}},
	}
	if opt.Stream != nil {
		r.stream = &stream{w: opt.Stream, folder: folder, done: map[int][]string{}}
	}
	var workers sync.WaitGroup
	for range opt.Jobs {
		workers.Go(r.work)
	}
	walker := *w
	walker.Yield = func(it *walk.Item) error { return r.accept(it, scope{}) }
	err = walker.Walk(ctx, inputs)
	close(r.jobs)
	workers.Wait()
	r.catchUp()
	if cause := context.Cause(ctx); cause != nil {
		err = cause
	}
	if errors.Is(err, errFailFast) {
		r.report.Stopped, err = true, nil
	}
	if opt.Stream == nil {
		if e := r.end(err == nil); err == nil {
			err = e
		}
	}
	r.report.Elapsed = time.Since(start)
	r.report.sort()
	return r.report, err
}

// end writes the manifest. The journal has done its work when the run was not broken off.
func (r *run) end(whole bool) error {
	stay, err := r.leftover()
	if err != nil {
		return err
	}
	if err := r.manifest.write(stay); err != nil {
		return err
	}
	if err := r.folder.SetSignature(r.opt.Signature); err != nil || !whole {
		return err
	}
	return r.folder.EndJournal()
}

type run struct {
	ctx      context.Context
	cancel   context.CancelCauseFunc
	opt      Options
	folder   *outdir.Folder
	names    outdir.Names
	walker   *walk.Walker
	jobs     chan *job
	memory   *semaphore.Weighted
	manifest *manifest
	previous *previous // what earlier runs have done
	stream   *stream
	running  atomic.Int64
	seq      int // of the next item that stands by itself; walk goroutine only

	mu       sync.Mutex
	archives map[*walk.Archive]*archiveState
	report   *Report
	later    []*job // put off until the others are done
	alone    bool   // they are
}

// owner collects the JSON files of what belongs together: an archive's members, or a document with the files
// embedded in it. Their order is that in which they are done.
type owner struct{ files []string }

// scope is where an item was found: nowhere special, in an archive, or in a document.
type scope struct {
	place  string // folder of the archive or document
	path   string // source path of the archive or document
	iri    string // of the archive or document
	owner  *owner // nil for items that stand by themselves
	inline bool   // in a document, at whatever depth: converted in that document's worker
	in     *archiveState
	depth  int // of documents in documents
}

// job is a file for a worker.
type job struct {
	item  *walk.Item
	scope scope
	place string
	seq   int // place in the stream; -1 when the file does not stand by itself
}

// accept takes an item of the walk: what needs no decoding is recorded at once, the rest is queued. Items found
// in a document are converted here and now.
func (r *run) accept(it *walk.Item, sc scope) error {
	if err := context.Cause(r.ctx); err != nil {
		closeItem(it)
		return err
	}
	if it.End {
		return r.endArchive(it)
	}
	if it.Begin {
		if a := r.archiveOf(it.Archive.Parent); a != nil {
			sc = a.scope()
		}
		return r.beginArchive(it, sc)
	}
	if a := r.archiveOf(it.Archive); a != nil {
		sc = a.scope()
		a.add()
	}
	j := &job{item: it, scope: sc, seq: -1}
	j.place, j.seq = r.locate(&j.scope, it.Path)
	if r.opt.Progress != nil {
		r.opt.Progress.Found(it.Path, it.Size)
	}
	if it.Err != nil || it.Found.Format == nil || it.Found.Err != nil {
		return r.finish(j, r.refused(it))
	}
	if sc.inline {
		return r.convert(j)
	}
	select {
	case r.jobs <- j:
		return nil
	case <-r.ctx.Done():
		closeItem(it)
		return context.Cause(r.ctx)
	}
}

// locate gives an item its folder, and its place in the stream and an owner when it stands by itself.
func (r *run) locate(sc *scope, sourcePath string) (place string, seq int) {
	if sc.path != "" {
		return r.names.Place(sc.place, sourcePath[len(sc.path)+1:]), -1
	}
	sc.owner = &owner{}
	r.seq++
	return r.names.Place("", sourcePath), r.seq - 1
}

// own notes a JSON file with its owner.
func (r *run) own(o *owner, file string) {
	r.mu.Lock()
	o.files = append(o.files, file)
	r.mu.Unlock()
}

func closeItem(it *walk.Item) {
	if it.Content != nil && !it.Begin {
		it.Content.Close()
		it.Content = nil
	}
}

func (r *run) work() {
	for j := range r.jobs {
		r.do(j)
	}
}

// catchUp does what was put off, one after the other.
func (r *run) catchUp() {
	r.mu.Lock()
	later := r.later
	r.alone = true
	r.mu.Unlock()
	for _, j := range later {
		r.do(j)
	}
}

// do converts a job's file unless an earlier run has, or this one is being ended.
func (r *run) do(j *job) {
	if context.Cause(r.ctx) != nil {
		closeItem(j.item)
		return
	}
	if err := r.convertOrReuse(j); err != nil {
		r.cancel(err)
	}
}

func (r *run) convertOrReuse(j *job) error {
	if j.scope.in == nil { // an archive is left as it is, or done whole
		if recs := r.unchanged(j.item, j.place); recs != nil {
			closeItem(j.item)
			return r.reuse(recs, j.scope.owner)
		}
	}
	return r.convert(j)
}

// finish records an outcome, behind which nothing more comes of the item. Its error ends the run.
func (r *run) finish(j *job, rec *Record) error {
	closeItem(j.item)
	if err := r.record(rec); err != nil {
		return err
	}
	if j.scope.in != nil {
		return r.release(j.scope.in)
	}
	if j.seq >= 0 {
		return r.stream.finished(j.seq, j.scope.owner.files)
	}
	return nil
}

func (r *run) record(rec *Record) error {
	if err := r.manifest.add(rec); err != nil {
		return err
	}
	if r.opt.Progress != nil {
		r.opt.Progress.Finished(rec)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	rep := r.report
	rep.Outcomes[rec.Status]++
	switch {
	case rec.Status == OK:
		rep.Formats[rec.SourceType]++
		rep.Sections += rec.Sections
	case rec.Status == Failed || rec.Status == Unsupported && rec.Named:
		rep.Failures = append(rep.Failures, *rec)
		if r.opt.FailFast {
			return errFailFast
		}
	default:
		rep.Skipped = append(rep.Skipped, *rec)
	}
	return nil
}
