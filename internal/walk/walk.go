// Package walk turns the paths of a command line into a sequence of detected files. Folders and archives are walked
// alike, in name order, so the sequence never depends on scheduling.
package walk

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/udecode/udecode/internal/archive"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/detect"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// IgnoreFile names the file that lists globs of what to leave out of its folder.
const IgnoreFile = ".udecodeignore"

// Options say what to walk.
type Options struct {
	Globs    []string // later ones win; with "!" in front they leave out
	Hidden   bool     // take files and folders whose name begins with a dot
	Limits   limit.Limits
	TempDir  string // for large members of archives; "" is the system's
	SpoolMax int64  // a member up to this size is held in memory, bytes; 0 means 4 MiB
	Stdin    io.Reader
	Skip     string // a folder to leave out: the output, when it lies in an input
}

// Item is a file that was found.
type Item struct {
	Path    string // source path
	Named   bool   // it was named on the command line itself
	Size    int64  // bytes; -1 unknown
	File    string // path on disk; "" for members of archives
	Content source.Content
	Found   detect.Result
	Err     error // it can't be read
	Archive *Archive
	Begin   bool // Archive is set and this is its beginning: Found has its kind
	End     bool // Archive is set and all its members were seen; Err tells how it ended
}

// Archive is an archive whose members are walked.
type Archive struct {
	Path   string
	Kind   string
	Parent *Archive
	Named  bool
}

// SkipArchive is returned by Yield for an archive's beginning when its members are not wanted; its end does not come then.
var SkipArchive = errors.New("skip this archive")

// Walker finds files.
type Walker struct {
	Detector *detect.Detector
	Options  Options
	// Yield takes each item as it is found. It closes the item's Content. An error ends the walk.
	Yield func(*Item) error
}

// Glob reports whether a glob matches a path or the path's base name.
func Glob(glob, p string) bool {
	if ok, _ := doublestar.Match(glob, p); ok {
		return true
	}
	if !strings.Contains(glob, "/") {
		ok, _ := doublestar.Match(glob, path.Base(p))
		return ok
	}
	return false
}

// ValidateGlob reports a glob that can't be read.
func ValidateGlob(glob string) error {
	if !doublestar.ValidatePattern(strings.TrimPrefix(glob, "!")) {
		return fmt.Errorf("bad glob %q", glob)
	}
	return nil
}

// Walk walks the inputs in order; "-" is standard input.
func (w *Walker) Walk(ctx context.Context, inputs []string) error {
	seen := map[string]bool{}
	for _, in := range inputs {
		if in == "-" {
			if err := w.stdin(ctx); err != nil {
				return err
			}
			continue
		}
		abs, err := filepath.Abs(in)
		if err != nil {
			abs = in
		}
		if seen[abs] {
			continue
		}
		seen[abs] = true
		st, err := os.Stat(in)
		switch {
		case err != nil:
			err = w.Yield(&Item{Path: baseName(in), Named: true, File: in, Size: -1, Err: err})
		case st.IsDir():
			err = w.dir(ctx, in, "", nil)
		default:
			err = w.file(ctx, in, baseName(in), true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func baseName(p string) string { return filepath.Base(filepath.Clean(p)) }

func (w *Walker) stdin(ctx context.Context) error {
	c, err := w.Spool(w.Options.Stdin)
	if err != nil {
		return w.Yield(&Item{Path: "stdin", Named: true, Size: -1, Err: err})
	}
	return w.content(ctx, &Item{Path: "stdin", Named: true, Size: c.Size(), Content: c}, nil, nil, 0)
}

// dir walks a folder. Entries are taken in the order of their full paths, so that a folder's files sort as the
// manifest does.
func (w *Walker) dir(ctx context.Context, dir, rel string, ignore []rule) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return w.Yield(&Item{Path: cmp.Or(rel, baseName(dir)), Named: rel == "", File: dir, Size: -1, Err: err})
	}
	ignore = append(slices.Clip(ignore), readIgnore(dir, rel)...)
	key := func(e fs.DirEntry) string {
		if e.IsDir() {
			return e.Name() + "/"
		}
		return e.Name()
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(key(a), key(b)) })
	for _, e := range entries {
		name := e.Name()
		if strings.HasPrefix(name, ".") && !w.Options.Hidden {
			continue
		}
		full, sub := filepath.Join(dir, name), name
		if rel != "" {
			sub = rel + "/" + name
		}
		if ignored(ignore, sub, e.IsDir()) {
			continue
		}
		switch {
		case e.IsDir():
			if w.isSkipped(full) {
				continue
			}
			err = w.dir(ctx, full, sub, ignore)
		case !w.selected(sub):
			continue
		case e.Type()&fs.ModeSymlink != 0:
			st, e := os.Stat(full)
			if e != nil {
				err = w.Yield(&Item{Path: sub, File: full, Size: -1, Err: e})
			} else if st.Mode().IsRegular() {
				err = w.file(ctx, full, sub, false)
			}
		case e.Type().IsRegular():
			err = w.file(ctx, full, sub, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (w *Walker) isSkipped(dir string) bool {
	if w.Options.Skip == "" {
		return false
	}
	a, err1 := os.Stat(dir)
	b, err2 := os.Stat(w.Options.Skip)
	return err1 == nil && err2 == nil && os.SameFile(a, b)
}

// selected applies the globs: the last one that matches decides; without any match a path is taken unless there
// are globs that take.
func (w *Walker) selected(p string) bool {
	taken := true
	for _, g := range w.Options.Globs {
		if !strings.HasPrefix(g, "!") {
			taken = false
			break
		}
	}
	for _, g := range w.Options.Globs {
		if not, ok := strings.CutPrefix(g, "!"); ok {
			if Glob(not, p) {
				taken = false
			}
		} else if Glob(g, p) {
			taken = true
		}
	}
	return taken
}

// rule is a line of an ignore file.
type rule struct {
	base   string // folder that it counts from
	glob   string
	not    bool
	dir    bool // only folders
	rooted bool
}

func readIgnore(dir, rel string) []rule {
	f, err := os.Open(filepath.Join(dir, IgnoreFile))
	if err != nil {
		return nil
	}
	defer f.Close()
	var out []rule
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		line := strings.TrimSpace(sc.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		r := rule{base: rel}
		line, r.not = strings.CutPrefix(line, "!")
		line, r.dir = strings.CutSuffix(line, "/")
		line, r.rooted = strings.CutPrefix(line, "/")
		r.rooted = r.rooted || strings.Contains(line, "/")
		r.glob = line
		if ValidateGlob(line) == nil {
			out = append(out, r)
		}
	}
	return out
}

func ignored(rules []rule, p string, dir bool) bool {
	out := false
	for _, r := range rules {
		if r.dir && !dir {
			continue
		}
		sub := p
		if r.base != "" {
			var ok bool
			if sub, ok = strings.CutPrefix(p, r.base+"/"); !ok {
				continue
			}
		}
		if !r.rooted {
			sub = path.Base(sub)
		}
		if ok, _ := doublestar.Match(r.glob, sub); ok {
			out = !r.not
		}
	}
	return out
}

func (w *Walker) file(ctx context.Context, file, rel string, named bool) error {
	it := &Item{Path: rel, Named: named, File: file, Size: -1}
	c, err := source.Open(file)
	if err != nil {
		it.Err = err
		return w.Yield(it)
	}
	it.Content, it.Size = c, c.Size()
	return w.content(ctx, it, nil, nil, 0)
}

// Embedded walks a file that was found inside of a document: its members too, when it is an archive.
func (w *Walker) Embedded(ctx context.Context, sourcePath string, c source.Content) error {
	return w.content(ctx, &Item{Path: sourcePath, Size: c.Size(), Content: c}, nil, nil, 1)
}

// content detects an item, and walks its members when it is an archive.
func (w *Walker) content(ctx context.Context, it *Item, parent *Archive, b *archive.Budget, depth int) error {
	it.Archive = parent
	limits := w.Options.Limits.WithDefaults()
	if it.Size > limits.FileSize {
		it.Err = fmt.Errorf("%w: file has %d bytes, more than %d", limit.ErrExceeded, it.Size, limits.FileSize)
		it.close()
		return w.Yield(it)
	}
	found, err := w.Detector.Detect(it.Path, it.Content)
	if err != nil {
		it.Err = err
		it.close()
		return w.Yield(it)
	}
	it.Found = found
	if found.Archive == "" {
		return w.Yield(it)
	}
	return w.archive(ctx, it, parent, b, depth+1)
}

func (it *Item) close() {
	if it.Content != nil {
		it.Content.Close()
		it.Content = nil
	}
}

// archive yields the archive's beginning, its members, and its end.
func (w *Walker) archive(ctx context.Context, it *Item, parent *Archive, b *archive.Budget, depth int) error {
	defer it.close()
	a := &Archive{Path: it.Path, Kind: it.Found.Archive, Parent: parent, Named: it.Named}
	if b == nil {
		b = archive.NewBudget(w.Options.Limits, it.Size)
	}
	begin := *it
	begin.Archive, begin.Begin = a, true
	if err := w.Yield(&begin); err == SkipArchive {
		return nil
	} else if err != nil {
		return err
	}
	err := b.CheckDepth(depth)
	var stop error // from Yield: ends the whole walk
	if err == nil {
		err = guard(func() error {
			return archive.Walk(ctx, a.Kind, it.Path, it.Content, b, func(m *archive.Member) error {
				e := w.member(ctx, m, a, b, depth)
				if e != nil && !errors.Is(e, limit.ErrArchive) {
					stop = e
				}
				return e
			})
		})
	}
	if stop != nil {
		return stop
	}
	if e := w.Yield(&Item{Path: it.Path, Archive: a, End: true, Err: err, Size: it.Size, Named: it.Named}); e != nil {
		return e
	}
	if depth > 1 && errors.Is(err, limit.ErrArchive) && b.Spent() {
		return err // the outer archive shares the budget
	}
	return nil
}

func (w *Walker) member(ctx context.Context, m *archive.Member, a *Archive, b *archive.Budget, depth int) error {
	if base := path.Base(m.Name); base == ".DS_Store" || base == "Thumbs.db" || strings.HasPrefix(m.Name, "__MACOSX/") {
		return nil
	}
	it := &Item{Path: a.Path + "/" + m.Name, Archive: a, Size: -1}
	if m.Err == nil && !w.selected(it.Path) {
		return nil
	}
	if m.Err != nil {
		it.Err = m.Err
		return w.Yield(it)
	}
	c, err := w.Spool(m)
	if err != nil {
		it.Err = err
		if e := w.Yield(it); e != nil {
			return e
		}
		if errors.Is(err, limit.ErrArchive) {
			return err
		}
		return nil
	}
	it.Content, it.Size = c, c.Size()
	return w.content(ctx, it, a, b, depth)
}

// guard turns a panic of an archive reader into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: archive reader failed: %v", decoder.ErrMalformed, r)
		}
	}()
	return f()
}

// Spool reads all of r: into memory when it is small, else into a temporary file that is gone when it is closed.
func (w *Walker) Spool(r io.Reader) (source.Content, error) {
	return source.Spool(r, cmp.Or(w.Options.SpoolMax, 4<<20), w.Options.Limits.WithDefaults().FileSize, w.Options.TempDir)
}
