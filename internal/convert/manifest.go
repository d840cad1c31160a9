package convert

import (
	"bufio"
	"bytes"
	"cmp"
	"io"
	"os"
	"slices"
	"sync"

	"github.com/udecode/udecode/internal/jsonwrite"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/udm"
)

// The statuses of manifest records.
const (
	OK          = "ok"
	Failed      = "failed"
	Skipped     = "skipped"
	Unsupported = "unsupported"
)

// Record is a line of the manifest.
type Record struct {
	SourcePath string
	Status     string
	SourceType string
	MediaType  string
	SHA256     string
	Bytes      int64 // -1 unknown
	DocumentID string
	Sections   int
	Blocks     [7]int // by udm.ContentType
	Warnings   []string
	Code       string // of the error; "" for none
	Message    string
	Output     string // folder; "" for none
	Named      bool   // not written: the input was named on the command line
}

func (r *Record) write(w *jsonwrite.Writer) {
	w.Begin('{')
	for _, f := range [...]struct{ k, v string }{{"source_path", r.SourcePath}, {"status", r.Status}, {"source_type", r.SourceType}, {"mime_type", r.MediaType}, {"sha256", r.SHA256}} {
		w.Key(f.k)
		w.StringOrNull(f.v)
	}
	w.Key("bytes")
	if r.Bytes < 0 {
		w.Null()
	} else {
		w.Int(r.Bytes)
	}
	w.Key("document_id")
	w.StringOrNull(r.DocumentID)
	w.Key("sections")
	w.Int(int64(r.Sections))
	w.Key("blocks")
	w.Begin('{')
	for i, n := range r.Blocks {
		if n > 0 {
			w.Key(udm.ContentType(i).String())
			w.Int(int64(n))
		}
	}
	w.End('}')
	w.Key("warnings")
	w.Any(r.Warnings)
	w.Key("error")
	if r.Code == "" {
		w.Null()
	} else {
		w.Begin('{')
		w.Key("code")
		w.String(r.Code)
		w.Key("message")
		w.String(r.Message)
		w.End('}')
	}
	w.Key("output")
	w.StringOrNull(r.Output)
	w.End('}')
	w.Line()
}

// manifest collects records as they come, in the folder's journal; only their paths are held in memory. When the run is
// killed the next one finds them there.
type manifest struct {
	folder *outdir.Folder
	mu     sync.Mutex
	files  recordFiles
	size   int64 // of the journal
	index  []entry
	line   bytes.Buffer      // the record being written
	json   *jsonwrite.Writer // writes to line
}

// entry is where a record lies. There is one for each input.
type entry struct {
	path   string
	offset int64
	length uint32
	run    uint32 // which of the runs in the journal made it; 0 for the run of the manifest, which ended
}

// recordFiles are the files that records lie in.
type recordFiles struct {
	journal  *os.File
	manifest *os.File // of the last run that ended; nil for none
}

// at returns the bytes of a record.
func (f *recordFiles) at(e *entry) *io.SectionReader {
	file := f.journal
	if e.run == 0 {
		file = f.manifest
	}
	return io.NewSectionReader(file, e.offset, int64(e.length))
}

func byPath(a, b entry) int { return cmp.Compare(a.path, b.path) }

// newManifest appends to the journal behind what is whole in it.
func newManifest(folder *outdir.Folder, files recordFiles, size int64) *manifest {
	m := &manifest{folder: folder, files: files, size: size}
	m.json = jsonwrite.New(&m.line, false)
	return m
}

func (m *manifest) add(rec *Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.line.Reset()
	rec.write(m.json)
	m.json.Flush()
	if _, err := m.files.journal.WriteAt(m.line.Bytes(), m.size); err != nil {
		return &outdir.Error{Err: err}
	}
	m.index = append(m.index, entry{rec.SourcePath, m.size, uint32(m.line.Len()), 1})
	m.size += int64(m.line.Len())
	return nil
}

// write writes the manifest: the records and those of earlier runs that stay, sorted by path and, as archives may have several
// files of one path, by their text.
func (m *manifest) write(stay []entry) error {
	all := append(m.index, stay...)
	slices.SortStableFunc(all, byPath)
	for i := 0; i < len(all); {
		same := all[i:]
		if n := slices.IndexFunc(same, func(e entry) bool { return e.path != same[0].path }); n >= 0 {
			same = same[:n]
		}
		if i += len(same); len(same) > 1 {
			if err := m.sortByText(same); err != nil {
				return &outdir.Error{Err: err}
			}
		}
	}
	return m.folder.Replace(outdir.Manifest, func(w io.Writer) error {
		bw := bufio.NewWriterSize(w, 64<<10)
		for i := range all {
			if _, err := io.Copy(bw, m.files.at(&all[i])); err != nil {
				return err
			}
		}
		return bw.Flush()
	})
}

// sortByText sorts records by their bytes, of which no more than two are read at a time.
func (m *manifest) sortByText(entries []entry) (err error) {
	var texts [2]bytes.Buffer
	text := func(k int, e *entry) []byte {
		texts[k].Reset()
		if _, e := texts[k].ReadFrom(m.files.at(e)); e != nil {
			err = e
		}
		return texts[k].Bytes()
	}
	slices.SortStableFunc(entries, func(a, b entry) int { return bytes.Compare(text(0, &a), text(1, &b)) })
	return err
}

func (r *Report) sort() {
	byPath := func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.SourcePath, b.SourcePath), cmp.Compare(a.SHA256, b.SHA256), cmp.Compare(a.Message, b.Message))
	}
	slices.SortFunc(r.Failures, byPath)
	slices.SortFunc(r.Skipped, byPath)
}
