package snapshot

import (
	"io"
	"path"
	"slices"

	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/outread"
)

// Accept makes a folder what newName is: files that differ are replaced, those that are gone are removed. What differs
// in time or version only stays as it is, so that a snapshot under version control changes no more than it must. The folder may be
// new.
func Accept(folder *outdir.Folder, newName string) error {
	old, err := openSide(folder.Path())
	if err != nil {
		return err
	}
	defer old.root.Close()
	new, err := openSide(newName)
	if err != nil {
		return err
	}
	defer new.root.Close()
	// The documents no longer are what a run of the kept options has made.
	if err := folder.SetSignature(""); err != nil {
		return err
	}
	a := &accepter{folder, old, new}
	if has, err := old.root.Stat(outdir.Manifest); err == nil && has.Mode().IsRegular() {
		for p, err := range join(folder.Path(), newName) {
			if err == nil {
				err = a.remove(p)
			}
			if err != nil {
				return err
			}
		}
	}
	for rec, err := range outread.Records(newName) {
		if err == nil {
			err = a.write(rec.Output)
		}
		if err != nil {
			return err
		}
	}
	return a.replace(outdir.Manifest, outdir.Manifest)
}

type accepter struct {
	folder   *outdir.Folder
	old, new *side
}

// remove removes what an old document has and the new one has not.
func (a *accepter) remove(p pair) error {
	if p.old == nil || p.old.Output == "" {
		return nil
	}
	have, err := a.old.files(p.old.Output, nil)
	if err != nil {
		return err
	}
	var keep []string
	if p.new != nil && p.new.Output == p.old.Output {
		if keep, err = a.new.files(p.new.Output, nil); err != nil {
			return err
		}
	}
	for _, name := range have {
		if _, ok := slices.BinarySearch(keep, name); ok {
			continue
		}
		if err := a.folder.Remove(path.Join(p.old.Output, name)); err != nil {
			return err
		}
		a.folder.RemoveEmpty(path.Dir(path.Join(p.old.Output, name)))
	}
	return nil
}

// write writes the files of a new document that differ.
func (a *accepter) write(place string) error {
	names, err := a.new.files(place, nil)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := a.replace(path.Join(place, name), name); err != nil {
			return err
		}
	}
	return nil
}

// replace copies a file, unless the one that is there says the same.
func (a *accepter) replace(file, name string) error {
	if same, err := a.same(file, name); err != nil || same {
		return err
	}
	from, err := a.new.root.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	return a.folder.Replace(file, func(w io.Writer) error {
		_, err := io.Copy(w, from)
		return err
	})
}

// same reports whether a file says the same on both sides; name is that within its document's folder.
func (a *accepter) same(file, name string) (bool, error) {
	if st, err := a.old.root.Lstat(file); err != nil || !st.Mode().IsRegular() {
		return false, nil
	}
	if same, err := equalBytes(a.old, file, a.new, file); err != nil || same || !hasVolatile(name) {
		return same, err
	}
	x, err := a.old.read(file)
	if err != nil {
		return false, err
	}
	y, err := a.new.read(file)
	if err != nil {
		return false, err
	}
	return equalLines(facts(name, x), facts(name, y)), nil
}

// hasVolatile reports whether a file says when or by which version something was made.
func hasVolatile(name string) bool {
	switch kinds[name] {
	case "provenance", "kgcore", "ndjson":
		return true
	}
	return false
}
