package convert

import (
	"encoding/hex"
	"io"
	"slices"

	"github.com/udecode/udecode/internal/docid"
	"github.com/udecode/udecode/internal/jsonwrite"
	"github.com/udecode/udecode/internal/output/udmjson"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/walk"
)

// archiveState is an archive that is being converted. It is finished when its walk has ended and all its members
// are done.
type archiveState struct {
	around scope // where the archive itself was found
	place  string
	rec    *Record
	iri    string
	seq    int

	r       *run
	pending int   // members, and the walk itself; under run.mu
	members owner // likewise
}

// scope is where the archive's members are found.
func (a *archiveState) scope() scope {
	return scope{place: a.place, path: a.rec.SourcePath, iri: a.iri, owner: &a.members, inline: a.around.inline, in: a, depth: a.around.depth}
}

func (r *run) archiveOf(a *walk.Archive) *archiveState {
	if a == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.archives[a]
}

func (a *archiveState) add() {
	a.r.mu.Lock()
	a.pending++
	a.r.mu.Unlock()
}

func (r *run) beginArchive(it *walk.Item, around scope) error {
	a := &archiveState{r: r, around: around, pending: 1}
	if around.in != nil {
		around.in.add()
	}
	a.place, a.seq = r.locate(&a.around, it.Path)
	a.rec = &Record{
		SourcePath: it.Path, Status: OK, SourceType: it.Found.Archive, MediaType: it.Found.MediaType, Bytes: it.Size, Named: it.Named, Output: a.place,
	}
	if sum, err := hash(it.Content); err == nil {
		a.rec.SHA256 = hex.EncodeToString(sum[:])
		a.rec.DocumentID = docid.Archive(sum, it.Path).String()
		a.iri = r.opt.DocumentIRI(Subject{sum, it.Path, a.rec.DocumentID})
	}
	if r.opt.Progress != nil {
		r.opt.Progress.Found(it.Path, 0)
	}
	if around.path == "" {
		if recs := r.unchanged(it, a.place); recs != nil {
			if err := r.reuse(recs, nil); err != nil {
				return err
			}
			return walk.SkipArchive
		}
	}
	// Nothing of an earlier run may stay in the folder.
	if err := r.folder.Remove(a.place); err != nil {
		return err
	}
	r.mu.Lock()
	r.archives[it.Archive] = a
	r.mu.Unlock()
	return nil
}

func (r *run) endArchive(it *walk.Item) error {
	a := r.archiveOf(it.Archive)
	r.mu.Lock()
	delete(r.archives, it.Archive)
	r.mu.Unlock()
	if it.Err != nil {
		a.rec.Status, a.rec.Code, a.rec.Message = Failed, Code(it.Err), message(it.Err)
	}
	return r.release(a)
}

// release counts one thing out of an archive and finishes it when nothing is left.
func (r *run) release(a *archiveState) error {
	r.mu.Lock()
	a.pending--
	done := a.pending == 0
	r.mu.Unlock()
	if !done {
		return nil
	}
	slices.Sort(a.members.files)
	if a.rec.Status == OK || len(a.members.files) > 0 {
		name := a.place + "/archive.json"
		if err := r.folder.Replace(name, func(w io.Writer) error { return r.writeArchive(w, a) }); err != nil {
			return err
		}
		r.own(a.around.owner, name)
	} else {
		a.rec.Output = ""
	}
	if err := r.record(a.rec); err != nil {
		return err
	}
	if a.around.in != nil {
		return r.release(a.around.in)
	}
	if a.seq >= 0 {
		return r.stream.finished(a.seq, a.around.owner.files)
	}
	return nil
}

func (r *run) writeArchive(out io.Writer, a *archiveState) error {
	w := jsonwrite.New(out, r.stream == nil)
	w.Begin('{')
	w.Key("id")
	w.StringOrNull(a.rec.DocumentID)
	w.Key("role")
	w.String("archive")
	w.Key("source_type")
	w.String(a.rec.SourceType)
	w.Key("source_path")
	w.String(a.rec.SourcePath)
	w.Key("metadata")
	udmjson.WriteMetadata(w, &udm.Metadata{SourcePath: a.rec.SourcePath})
	w.Key("children")
	w.Begin('[')
	for _, file := range a.members.files {
		if !r.opt.EmbedChildren && r.stream == nil {
			w.Any(map[string]any{"$ref": file[len(a.place)+1:]})
			continue
		}
		f, err := r.folder.Open(file)
		if err != nil {
			return err
		}
		err = w.Embed(f)
		f.Close()
		if err != nil {
			return err
		}
	}
	w.End(']')
	w.End('}')
	w.Line()
	return w.Close()
}
