package convert

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/walk"
)

// previous is what earlier runs have put into the folder: the manifest of the last one that ended, and the journal of one that did
// not. Only paths and offsets are held in memory.
type previous struct {
	files   recordFiles
	entries []entry // sorted by path
	runs    uint32  // how many are in the journal
	whole   int64   // length of the journal's whole lines
}

// resume returns what earlier runs have left: no records when there is no signature to trust them by.
func resume(folder *outdir.Folder, journal *os.File, sig string) (*previous, error) {
	if sig == "" {
		if err := folder.SetSignature(""); err != nil {
			return nil, err
		}
		return &previous{files: recordFiles{journal: journal}, whole: 1}, startJournal(journal, "")
	}
	return readPrevious(folder, journal, sig)
}

func (p *previous) close() {
	if p.files.manifest != nil {
		p.files.manifest.Close()
	}
}

// readPrevious reads what earlier runs have left, as far as it was made in the way that the signature stands for.
func readPrevious(folder *outdir.Folder, journal *os.File, sig string) (*previous, error) {
	p := &previous{files: recordFiles{journal: journal}}
	if folder.Signature() == sig {
		f, err := folder.Open(outdir.Manifest)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			p.files.manifest = f
			if _, err := p.read(f, 0); err != nil {
				return nil, err
			}
		}
	} else if err := folder.SetSignature(""); err != nil {
		return nil, err
	}
	head, err := journalHead(journal)
	if err != nil {
		return nil, err
	}
	p.runs, p.whole = 1, int64(len(sig)+1)
	if head == sig {
		if p.whole, err = p.read(journal, p.whole); err != nil {
			return nil, err
		}
	} else if err := startJournal(journal, sig); err != nil {
		return nil, err
	}
	if _, err := journal.WriteAt([]byte(runMark), p.whole); err != nil {
		return nil, &outdir.Error{Err: err}
	}
	p.whole += int64(len(runMark))
	// Of two runs' records of a path those of the later one count. One run may have several, for files of one name.
	slices.SortStableFunc(p.entries, func(a, b entry) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(b.run, a.run)) })
	out := p.entries[:0]
	for _, e := range p.entries {
		if n := len(out); n == 0 || out[n-1].path != e.path || out[n-1].run == e.run {
			out = append(out, e)
		}
	}
	p.entries = out
	return p, nil
}

func journalHead(f *os.File) (string, error) {
	b := make([]byte, 256)
	n, err := f.ReadAt(b, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	head, _, ok := bytes.Cut(b[:n], []byte("\n"))
	if !ok {
		return "", nil
	}
	return string(head), nil
}

// startJournal empties the journal and writes its first line, the signature.
func startJournal(f *os.File, sig string) error {
	if err := f.Truncate(0); err != nil {
		return &outdir.Error{Err: err}
	}
	if _, err := f.WriteAt([]byte(sig+"\n"), 0); err != nil {
		return &outdir.Error{Err: err}
	}
	return nil
}

// runMark begins a run's records in the journal.
const runMark = "{}\n"

// read indexes the records of a file from an offset on, and returns where its whole lines end: a last line that is not whole is
// what a killed run was writing.
func (p *previous) read(f *os.File, offset int64) (int64, error) {
	r := bufio.NewReaderSize(io.NewSectionReader(f, offset, 1<<62), 64<<10)
	for {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			return offset, nil
		}
		if err != nil {
			return offset, err
		}
		if string(line) == runMark {
			p.runs++
		} else if path, ok := pathOf(line); ok {
			p.entries = append(p.entries, entry{path, offset, uint32(len(line)), p.runs})
		}
		offset += int64(len(line))
	}
}

// pathOf returns the path of a record, which is what its line begins with.
func pathOf(line []byte) (string, bool) {
	rest, ok := bytes.CutPrefix(line, []byte(`{"source_path":"`))
	if !ok {
		return "", false
	}
	if i := bytes.IndexAny(rest, `"\\`); i > 0 && rest[i] == '"' {
		return string(rest[:i]), true
	}
	var rec struct {
		Path string `json:"source_path"`
	}
	err := json.Unmarshal(line, &rec)
	return rec.Path, err == nil && rec.Path != ""
}

// below returns the entry of a path and those of what was found inside of it.
func (p *previous) below(path string) (own *entry, inside []entry) {
	i, ok := slices.BinarySearchFunc(p.entries, path, func(e entry, path string) int { return cmp.Compare(e.path, path) })
	if !ok {
		return nil, nil
	}
	own = &p.entries[i]
	prefix := path + "/"
	from, _ := slices.BinarySearchFunc(p.entries, prefix, func(e entry, path string) int { return cmp.Compare(e.path, path) })
	to := from
	for to < len(p.entries) && strings.HasPrefix(p.entries[to].path, prefix) {
		to++
	}
	return own, p.entries[from:to]
}

// record reads a record back.
func (p *previous) record(e *entry) (*Record, error) {
	b := make([]byte, e.length)
	if _, err := io.ReadFull(p.files.at(e), b); err != nil {
		return nil, err
	}
	rec, err := parseRecord(b)
	if err != nil {
		return nil, err
	}
	rec.SourcePath = e.path // the same string, held once
	return rec, nil
}

func parseRecord(line []byte) (*Record, error) {
	var v struct {
		SourcePath string `json:"source_path"`
		Status     string
		SourceType string `json:"source_type"`
		MediaType  string `json:"mime_type"`
		SHA256     string
		Bytes      *int64
		DocumentID string `json:"document_id"`
		Sections   int
		Blocks     map[string]int
		Warnings   []string
		Error      *struct{ Code, Message string }
		Output     string
	}
	if err := json.Unmarshal(line, &v); err != nil {
		return nil, err
	}
	rec := &Record{
		SourcePath: v.SourcePath, Status: v.Status, SourceType: v.SourceType, MediaType: v.MediaType, SHA256: v.SHA256, Bytes: -1,
		DocumentID: v.DocumentID, Sections: v.Sections, Warnings: v.Warnings, Output: v.Output,
	}
	if v.Bytes != nil {
		rec.Bytes = *v.Bytes
	}
	for i, name := range udm.ContentTypeNames() {
		rec.Blocks[i] = v.Blocks[name]
	}
	if v.Error != nil {
		rec.Code, rec.Message = v.Error.Code, v.Error.Message
	}
	return rec, nil
}

// unchanged returns the records of an earlier run for an item and all that was found inside of it, when its bytes are the same, its
// place is too, and its output is still there; else none.
func (r *run) unchanged(it *walk.Item, place string) []*Record {
	own, inside := r.previous.below(it.Path)
	if own == nil {
		return nil
	}
	rec, err := r.previous.record(own)
	if err != nil || rec.SHA256 == "" || rec.Bytes != it.Size {
		return nil
	}
	if rec.Status == Failed && r.opt.RetryFailed || rec.Status == OK && (rec.Output != place || !r.folder.Has(place)) || rec.Code == "internal" {
		return nil
	}
	sum, err := hash(it.Content)
	if err != nil || hex.EncodeToString(sum[:]) != rec.SHA256 {
		return nil
	}
	rec.Named = it.Named
	out := []*Record{rec}
	for i := range inside {
		in, err := r.previous.record(&inside[i])
		if err != nil || in.Status == Failed && (r.opt.RetryFailed || in.SHA256 == "" && in.Code == "io") || in.Output != "" && !r.folder.Has(in.Output) {
			return nil
		}
		out = append(out, in)
	}
	return out
}

// reuse records anew what an earlier run has done.
func (r *run) reuse(recs []*Record, o *owner) error {
	for _, rec := range recs {
		if err := r.record(rec); err != nil {
			return err
		}
	}
	r.mu.Lock()
	r.report.Unchanged += len(recs)
	r.mu.Unlock()
	if o != nil && recs[0].Output != "" {
		r.own(o, recs[0].Output+"/"+r.opt.DocumentFile)
	}
	return nil
}

// leftover deals with what earlier runs have put into the folder and this one has not come upon: it stays, or is
// removed when pruning is asked for. It returns the entries that stay.
func (r *run) leftover() ([]entry, error) {
	slices.SortStableFunc(r.manifest.index, byPath)
	now := r.manifest.index
	var stay []entry
	for i := range r.previous.entries {
		e := &r.previous.entries[i]
		for len(now) > 0 && now[0].path < e.path {
			now = now[1:]
		}
		if len(now) > 0 && now[0].path == e.path {
			continue
		}
		rec, err := r.previous.record(e)
		if err != nil || rec.Output == "" || r.names.Taken(rec.Output) || !r.folder.Has(rec.Output) {
			continue
		}
		if r.opt.Prune {
			if err := r.folder.Remove(rec.Output); err != nil {
				return nil, err
			}
			r.report.Pruned++
			continue
		}
		stay = append(stay, *e)
	}
	return stay, nil
}
