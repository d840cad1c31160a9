// Package outdir is an output folder: every file in it appears whole or not at all, nothing outside of it is ever
// touched, and no two documents share a place.
package outdir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/gofrs/flock"
)

// Manifest is the name of the file that lists all inputs.
const Manifest = "manifest.jsonl"

// state is the folder for what udecode needs to know of its earlier runs and has not finished.
const state = ".udecode"

const (
	stages    = state + "/stages"        // documents that are being written
	lockFile  = state + "/lock"          // held by the run that writes to the folder
	journal   = state + "/journal.jsonl" // records of a run that is not finished
	signature = state + "/signature"     // what the finished documents depend on besides their bytes
)

// Error is a failure to write the output: the run can't go on.
type Error struct{ Err error }

func (e *Error) Error() string { return "output: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func wrap(err error) error {
	if err == nil {
		return nil
	}
	var have *Error
	if errors.As(err, &have) {
		return err
	}
	return &Error{err}
}

// ErrForeign is returned for a folder that has files in it which are not udecode's.
var ErrForeign = errors.New("folder is not empty and not an output folder of udecode")

// ErrBusy is returned for a folder that another run is writing to.
var ErrBusy = errors.New("another run of udecode is writing to this folder")

// Folder is an open output folder. No other run can open it.
type Folder struct {
	root   *os.Root
	path   string
	stages string // this run's own folder of stages
	next   atomic.Int64
	lock   *flock.Flock
}

// Open opens or makes the folder. One with foreign files in it is refused unless force is set.
func Open(name string, force bool) (*Folder, error) {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return nil, wrap(err)
	}
	if !force {
		if err := own(name); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, wrap(err)
	}
	f := &Folder{root: root, path: name}
	if err := f.begin(); err != nil {
		root.Close()
		return nil, err
	}
	return f, nil
}

// begin takes the lock and removes what a run that was killed has left unfinished. A worker of that run may not have noticed
// yet and still be writing: the new run's stages have a folder that no other run knows.
func (f *Folder) begin() error {
	if err := f.root.MkdirAll(state, 0o777); err != nil {
		return wrap(err)
	}
	if err := f.takeLock(); err != nil {
		return err
	}
	f.root.RemoveAll(stages) // Close does it again, and reports what can't be removed
	f.stages = path.Join(stages, strconv.FormatUint(rand.Uint64(), 36))
	return wrap(f.root.MkdirAll(f.stages, 0o777))
}

// takeLock locks the folder. The lock file may have been removed by a run that ended between our opening and our locking it: then
// another run could lock a new one.
func (f *Folder) takeLock() error {
	name := filepath.Join(f.path, filepath.FromSlash(lockFile))
	for {
		f.lock = flock.New(name)
		if ok, err := f.lock.TryLock(); err != nil {
			return wrap(err)
		} else if !ok {
			return fmt.Errorf("%s: %w", f.path, ErrBusy)
		}
		there, err := os.Stat(name)
		if err == nil {
			var ours fs.FileInfo
			if ours, err = f.lock.Stat(); err == nil && os.SameFile(there, ours) {
				return nil
			}
		}
		f.lock.Unlock()
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return wrap(err)
		}
	}
}

func own(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return wrap(err)
	}
	defer d.Close()
	if _, err := d.Readdirnames(1); err == io.EOF {
		return nil
	}
	for _, mark := range []string{Manifest, state} {
		if _, err := os.Lstat(name + string(os.PathSeparator) + mark); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s: %w", name, ErrForeign)
}

// Path returns the folder's name as it was given to Open.
func (f *Folder) Path() string { return f.path }

// Close removes what is not finished, and lets others open the folder.
func (f *Folder) Close() error {
	err := f.root.RemoveAll(stages)
	// While the lock is held: afterwards the file may be another run's. Windows removes no open file; there it stays.
	f.root.Remove(lockFile)
	if e := f.lock.Unlock(); err == nil {
		err = e
	}
	if e := f.root.Close(); err == nil {
		err = e
	}
	return wrap(err)
}

// Journal opens the journal for appending and reading. What a run that was killed has left in it is kept.
func (f *Folder) Journal() (*os.File, error) {
	w, err := f.root.OpenFile(journal, os.O_RDWR|os.O_CREATE, 0o666)
	return w, wrap(err)
}

// EndJournal removes the journal, when the manifest has all that was in it.
func (f *Folder) EndJournal() error {
	if err := f.root.Remove(journal); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return wrap(err)
	}
	return nil
}

// Signature returns what the finished documents depend on besides their bytes; "" when it is not known.
func (f *Folder) Signature() string {
	r, err := f.root.Open(signature)
	if err != nil {
		return ""
	}
	defer r.Close()
	b, _ := io.ReadAll(io.LimitReader(r, 1<<10))
	return strings.TrimSpace(string(b))
}

// SetSignature writes it; "" removes it.
func (f *Folder) SetSignature(s string) error {
	if s == "" {
		if err := f.root.Remove(signature); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return wrap(err)
		}
		return nil
	}
	return f.Replace(signature, func(w io.Writer) error {
		_, err := io.WriteString(w, s+"\n")
		return err
	})
}

// Has reports whether a document's folder is there.
func (f *Folder) Has(place string) bool {
	st, err := f.root.Stat(place)
	return err == nil && st.IsDir()
}

// Stages returns the folder, on disk, that stages lie in.
func (f *Folder) Stages() string { return filepath.Join(f.path, filepath.FromSlash(f.stages)) }

// Stage is a folder that is being written.
type Stage struct {
	f     *Folder
	dir   string
	files Files
}

// Stage returns a new empty stage.
func (f *Folder) Stage() (*Stage, error) {
	dir := path.Join(f.stages, strconv.FormatInt(f.next.Add(1), 36))
	s := &Stage{f: f, dir: dir, files: Files{root: f.root, dir: dir, made: map[string]bool{}}}
	return s, wrap(f.root.Mkdir(s.dir, 0o777))
}

// Create makes a file in the stage, with the folders above it. Files are made by one at a time.
func (s *Stage) Create(name string) (io.WriteCloser, error) { return s.files.Create(name) }

// Path returns the stage's place on disk.
func (s *Stage) Path() string { return filepath.Join(s.f.path, filepath.FromSlash(s.dir)) }

// OpenStage opens a stage by its place on disk, which another process may have made; close it when it is written.
func OpenStage(name string) (*Files, error) {
	root, err := os.OpenRoot(name)
	return &Files{root: root, made: map[string]bool{}}, wrap(err)
}

// Files are the files of a stage.
type Files struct {
	root *os.Root
	dir  string
	made map[string]bool
	last folder
}

// Close closes the stage's folder.
func (s *Files) Close() error {
	s.last.close()
	return wrap(s.root.Close())
}

// Create makes a file, with the folders above it. Files are made by one at a time.
func (s *Files) Create(name string) (io.WriteCloser, error) {
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return nil, &Error{fmt.Errorf("%q is no name in a document's folder", name)}
	}
	if dir := path.Dir(name); dir != "." && !s.made[dir] {
		if err := s.root.MkdirAll(path.Join(s.dir, dir), 0o777); err != nil {
			return nil, wrap(err)
		}
		s.made[dir] = true
	}
	w, err := s.open(path.Join(s.dir, name))
	if err != nil {
		return nil, wrap(err)
	}
	return &file{w}, nil
}

// file is an output file whose errors are the run's.
type file struct{ f io.WriteCloser }

func (f *file) Write(p []byte) (int, error) {
	n, err := f.f.Write(p)
	return n, wrap(err)
}

func (f *file) Close() error { return wrap(f.f.Close()) }

// Publish moves the stage to its place, where it takes the place of what is there.
func (s *Stage) Publish(place string) error {
	s.files.last.close()
	root := s.f.root
	if dir := path.Dir(place); dir != "." {
		if err := root.MkdirAll(dir, 0o777); err != nil {
			return wrap(err)
		}
	}
	err := root.Rename(s.dir, place)
	if err == nil {
		return nil
	}
	old := s.dir + ".old"
	if e := root.Rename(place, old); e != nil && !errors.Is(e, fs.ErrNotExist) {
		return wrap(e)
	}
	if err := root.Rename(s.dir, place); err != nil {
		return wrap(err)
	}
	return wrap(root.RemoveAll(old))
}

// Discard removes the stage.
func (s *Stage) Discard() error {
	s.files.last.close()
	return wrap(s.f.root.RemoveAll(s.dir))
}

// Replace writes one file of the folder by way of a temporary one.
func (f *Folder) Replace(name string, write func(io.Writer) error) error {
	s, err := f.Stage()
	if err != nil {
		return err
	}
	defer s.Discard()
	w, err := s.Create(path.Base(name))
	if err != nil {
		return err
	}
	err = write(w)
	if e := w.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	s.files.last.close()
	if dir := path.Dir(name); dir != "." {
		if err := f.root.MkdirAll(dir, 0o777); err != nil {
			return wrap(err)
		}
	}
	return wrap(f.root.Rename(path.Join(s.dir, path.Base(name)), name))
}

// Remove removes a document's folder, which is no error when it is not there.
func (f *Folder) Remove(place string) error { return wrap(f.root.RemoveAll(place)) }

// RemoveEmpty removes a folder below the output folder that nothing is in, and those above it of which the same is true then.
func (f *Folder) RemoveEmpty(place string) {
	for ; place != "." && place != "/"; place = path.Dir(place) {
		if f.root.Remove(place) != nil {
			return
		}
	}
}

// Open opens a file of the folder for reading.
func (f *Folder) Open(name string) (*os.File, error) { return f.root.Open(name) }

// Names gives each document a folder of its own. Of the folders, which may be very many, it keeps nothing but sums; should two
// have the same sum, one gets a new name that need not.
type Names struct {
	mu    sync.Mutex
	taken set // folders of documents and archives
	dirs  set // folders that such folders lie in
}

// set is a set of names in which the case of letters does not count.
type set map[uint64]struct{}

func (s set) add(name string) { s[fnv(strings.ToLower(name))] = struct{}{} }

func (s set) has(name string) bool {
	_, ok := s[fnv(strings.ToLower(name))]
	return ok
}

// fnv is the FNV-1a sum of a string.
func fnv(s string) uint64 {
	sum := uint64(14695981039346656037)
	for i := range len(s) {
		sum = (sum ^ uint64(s[i])) * 1099511628211
	}
	return sum
}

// reserved are the names that a document's or archive's folder has for itself.
var reserved = map[string]bool{
	"document.json": true, "archive.json": true, "sections.jsonl": true, "chunks.jsonl": true, "pages": true, "sections": true, "images": true,
	"provenance.nt": true, "provenance.nq": true, "provenance.trig": true, "triples.ndjson": true, "document.md": true, "core.msgpack": true,
	"view.html": true, Manifest: true, "graph.nq": true, state: true,
}

// Place returns the folder for a file whose path is rel below scope: the folder of the document or archive that it
// is in, or "" for the output folder itself. Names that differ only in the case of letters, or not at all, get distinct folders:
// the later one has "~2" behind its name. For one scope it must be called in an order that does not depend on scheduling.
func (n *Names) Place(scope, rel string) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.taken == nil {
		n.taken, n.dirs = set{}, set{}
	}
	parts := strings.Split(rel, "/")
	cur := scope
	for _, p := range parts[:len(parts)-1] {
		cur = free(path.Join(cur, safe(p)), n.taken.has)
		n.dirs.add(cur)
	}
	last := safe(parts[len(parts)-1])
	own := len(parts) == 1 && reserved[strings.ToLower(last)]
	cur = free(path.Join(cur, last), func(name string) bool {
		return n.taken.has(name) || n.dirs.has(name) || own && strings.EqualFold(name, path.Join(scope, last))
	})
	n.taken.add(cur)
	return cur
}

// Taken reports whether a folder was given to a file, or lies in one that was.
func (n *Names) Taken(place string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.taken.has(place)
}

func free(name string, used func(name string) bool) string {
	for i, try := 2, name; ; i++ {
		if !used(try) {
			return try
		}
		try = name + "~" + strconv.Itoa(i)
	}
}

// safe makes one path component fit for every file system: characters that some of them refuse are
// percent-encoded, and so are names that mean a device or a parent, and too long names are cut.
func safe(p string) string {
	var sb strings.Builder
	for i := 0; i < len(p); i++ {
		c := p[i]
		switch {
		case c < 0x20, c == 0x7f, strings.IndexByte(`<>:"|?*\`, c) >= 0,
			i == len(p)-1 && (c == '.' || c == ' '), i == 0 && c == ' ':
			fmt.Fprintf(&sb, "%%%02X", c)
		default:
			sb.WriteByte(c)
		}
	}
	s := strings.ToValidUTF8(sb.String(), "%EF%BF%BD")
	base, _, _ := strings.Cut(strings.ToLower(s), ".")
	switch base {
	case "con", "prn", "aux", "nul", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9",
		"lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9":
		s = "%" + fmt.Sprintf("%02X", s[0]) + s[1:]
	}
	if s == "" {
		s = "%00"
	}
	return shorten(s)
}

// maxName leaves room for "~2" and the like below the 255 bytes that file systems allow.
const maxName = 200

func shorten(s string) string {
	if len(s) <= maxName {
		return s
	}
	ext := path.Ext(s)
	if len(ext) > 16 {
		ext = ""
	}
	cut := strings.ToValidUTF8(s[:maxName-len(ext)-17], "")
	return fmt.Sprintf("%s-%016x%s", cut, fnv(s), ext)
}
