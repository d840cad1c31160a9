package snapshot

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/outread"
)

// kinds are the files of a document's folder by the kind of output that they belong to; a name without a dot is a folder. Anything else
// that lies there is not ours.
var kinds = map[string]string{
	"document.json": "json", "archive.json": "json", "sections.jsonl": "text", "pages": "text", "sections": "text", "images": "images",
	"provenance.nt": "provenance", "provenance.nq": "provenance", "provenance.trig": "provenance", "document.md": "markdown",
	"chunks.jsonl": "chunks", "core.msgpack": "kgcore", "triples.ndjson": "ndjson",
}

// side is one of the two folders.
type side struct {
	name string
	root *os.Root
}

func openSide(name string) (*side, error) {
	root, err := os.OpenRoot(name)
	return &side{name, root}, err
}

// files lists the files in a document's folder that belong to one of the wanted kinds, sorted; nil stands for all kinds.
// Documents that came in this one have folders of their own below it; these are left out.
func (s *side) files(place string, want []string) ([]string, error) {
	if place == "" {
		return nil, nil
	}
	entries, err := s.list(place)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		kind := kinds[e.Name()]
		if kind == "" || want != nil && !slices.Contains(want, kind) {
			continue
		}
		isFolder := path.Ext(e.Name()) == ""
		if !isFolder {
			if e.Type().IsRegular() {
				out = append(out, e.Name())
			}
			continue
		}
		if !e.IsDir() {
			continue
		}
		below, err := s.list(path.Join(place, e.Name()))
		if err != nil {
			return nil, err
		}
		for _, b := range below {
			if b.Type().IsRegular() {
				out = append(out, e.Name()+"/"+b.Name())
			}
		}
	}
	slices.Sort(out)
	return out, nil
}

func (s *side) list(dir string) ([]fs.DirEntry, error) {
	d, err := s.root.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer d.Close()
	entries, err := d.ReadDir(-1)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, err
}

func (s *side) read(name string) ([]byte, error) { return s.root.ReadFile(name) }

// equalBytes reports whether two files hold the same bytes.
func equalBytes(old *side, oldName string, new *side, newName string) (bool, error) {
	a, err := old.root.Open(oldName)
	if err != nil {
		return false, err
	}
	defer a.Close()
	b, err := new.root.Open(newName)
	if err != nil {
		return false, err
	}
	defer b.Close()
	x, y := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, errA := io.ReadFull(a, x)
		m, errB := io.ReadFull(b, y)
		if !bytes.Equal(x[:n], y[:m]) {
			return false, nil
		}
		if errA != nil || errB != nil {
			if atEnd(errA) && atEnd(errB) {
				return true, nil
			}
			return false, errors.Join(notEnd(errA), notEnd(errB))
		}
	}
}

func atEnd(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }

func notEnd(err error) error {
	if atEnd(err) {
		return nil
	}
	return err
}

// Kinds returns the kinds of output that an output folder has, by what lies in its documents' folders, sorted.
func Kinds(folder string) ([]string, error) {
	s, err := openSide(folder)
	if err != nil {
		return nil, err
	}
	defer s.root.Close()
	have := map[string]bool{}
	err = outread.Documents(folder, func(rec outread.Record, _ string) error {
		entries, err := s.list(rec.Output)
		for _, e := range entries {
			// These two are written whatever is asked for.
			if k := kinds[e.Name()]; k != "" && e.Name() != "sections.jsonl" && e.Name() != "archive.json" {
				have[k] = true
			}
		}
		return err
	})
	var out []string
	for k := range have {
		out = append(out, k)
	}
	slices.Sort(out)
	return out, err
}

// isText reports whether a file is for reading, so that a diff of its lines says most.
func isText(name string) bool { return strings.HasSuffix(name, ".txt") || name == "document.md" }
