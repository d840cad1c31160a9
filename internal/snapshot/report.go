package snapshot

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode"
)

// Reporter tells of differences.
type Reporter interface {
	Document(d *Document) error
	Summary(s Summary) error
}

// NewReporter returns the reporter of a format: "text" for people, "json" for programs, a line for each document and one for the summary,
// "github" for annotations of a workflow.
func NewReporter(format string, w io.Writer, opt ReportOptions) Reporter {
	switch format {
	case "json":
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		return jsonReporter{e}
	case "github":
		return githubReporter{w, opt}
	}
	return textReporter{w, opt}
}

// ReportOptions say how much is told.
type ReportOptions struct {
	Snapshot string // the old folder, where annotations are put
	All      bool   // leave nothing out
}

// How much is told of one document, unless all is.
const (
	maxBlocks = 20 // blocks
	maxFacts  = 3  // statements or records of a file, of either side
	maxDiff   = 60 // lines of a text's diff
	maxTexts  = 5  // texts with their diffs
)

type textReporter struct {
	w   io.Writer
	opt ReportOptions
}

var signs = map[string]string{"added": "+", "removed": "-", "changed": "~"}

// Document prints a paragraph.
func (r textReporter) Document(d *Document) error {
	_, err := io.WriteString(r.w, r.opt.text(d)+"\n")
	return err
}

func (opt ReportOptions) text(d *Document) string {
	var sb strings.Builder
	line := func(format string, args ...any) { sb.WriteString(clean(fmt.Sprintf(format, args...)) + "\n") }
	line("%s %s: %s", signs[d.Change], d.Path, headline(d))
	if d.Change != "changed" {
		return sb.String()
	}
	for _, f := range d.Fields {
		line("  %s", f)
	}
	blocks := make([]string, len(d.Blocks))
	for i, b := range d.Blocks {
		blocks[i] = b.String()
	}
	for _, b := range opt.head(blocks, maxBlocks, "blocks") {
		line("  %s", b)
	}
	for i, t := range d.Texts {
		if i == maxTexts && !opt.All {
			line("  … %d more texts", len(d.Texts)-i)
			break
		}
		for _, l := range opt.head(strings.Split(strings.TrimSuffix(t.Diff, "\n"), "\n"), maxDiff, "lines") {
			line("  %s", l)
		}
	}
	for _, f := range d.Files {
		line("  %s", f.title())
		removed, added := excerpts(f.Removed, f.Added)
		for _, l := range opt.head(removed, maxFacts, "of these") {
			line("    - %s", l)
		}
		for _, l := range opt.head(added, maxFacts, "of these") {
			line("    + %s", l)
		}
	}
	return sb.String()
}

// head returns the first lines, and how many there are beyond them.
func (opt ReportOptions) head(lines []string, limit int, what string) []string {
	if len(lines) <= limit || opt.All {
		return lines
	}
	return append(lines[:limit:limit], fmt.Sprintf("… %d more %s", len(lines)-limit, what))
}

// excerpts returns lines at a length for reading; long ones that are as many on both sides around the places where they differ.
func excerpts(removed, added []string) (from, to []string) {
	const width = 120
	for i, l := range removed {
		if len(removed) == len(added) && len(l) > width {
			x, y := around(l, added[i], width)
			from, to = append(from, x), append(to, y)
		} else {
			from = append(from, shorten(l, width))
		}
	}
	for i, l := range added {
		if len(to) == i {
			to = append(to, shorten(l, width))
		}
	}
	return from, to
}

// headline says in a few words what has become of a document.
func headline(d *Document) string {
	switch {
	case d.Change == "added" && d.New.Status != "ok":
		return "new, " + d.New.Status + ", " + d.Error
	case d.Change == "added":
		return fmt.Sprintf("new %s document, %s, %s", d.New.SourceType, plural(d.New.Sections, "section"), plural(blocks(d.New.Blocks), "block"))
	case d.Change == "removed":
		return "gone"
	case d.Old.Status != d.New.Status && d.Error != "":
		return "was " + d.Old.Status + ", now " + d.New.Status + ", " + d.Error
	case d.Old.Status != d.New.Status:
		return "was " + d.Old.Status + ", now " + d.New.Status
	}
	count := map[string]int{}
	for _, b := range d.Blocks {
		count[b.Change]++
	}
	var parts []string
	for _, c := range []string{"added", "removed", "changed"} {
		if n := count[c]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, c))
		}
	}
	var out []string
	if len(parts) > 0 {
		out = append(out, "blocks "+strings.Join(parts, ", "))
	}
	if n := len(d.Texts); n > 0 {
		out = append(out, plural(n, "text"))
	}
	if n := len(d.Files); n > 0 {
		out = append(out, plural(n, "other file"))
	}
	if len(out) == 0 {
		return "manifest"
	}
	return strings.Join(out, "; ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func blocks(of map[string]int) int {
	n := 0
	for _, k := range of {
		n += k
	}
	return n
}

func (f Field) String() string {
	show := func(v string) string {
		if v == "" {
			return "none"
		}
		if f.Name == "sha256" {
			return v[:min(len(v), 12)]
		}
		return v
	}
	return fmt.Sprintf("%s: %s → %s", f.Name, show(f.Old), show(f.New))
}

func (b Block) String() string {
	what := b.Kind
	if b.Category != "" && !strings.EqualFold(b.Category, b.Kind) {
		what += " " + b.Category
	}
	if b.Page != nil {
		what += fmt.Sprintf(", page %d", *b.Page)
	}
	s := signs[b.Change] + " " + what
	if b.Text != "" {
		s += ": " + b.Text
	}
	for _, f := range b.Fields {
		s += "\n      " + f.String()
	}
	return s
}

func (f *File) title() string {
	switch f.Change {
	case "ids":
		return "~ " + f.Name + ": IDs changed"
	case "order":
		return "~ " + f.Name + ": order changed"
	}
	s := signs[f.Change] + " " + f.Name
	if n, m := len(f.Added), len(f.Removed); n+m > 0 {
		s += fmt.Sprintf(": %d added, %d removed", n, m)
	}
	return s
}

// clean makes a text from a document safe for a terminal.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.IsControl(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// Summary prints a line.
func (r textReporter) Summary(s Summary) error {
	_, err := fmt.Fprintln(r.w, s)
	return err
}

func (s Summary) String() string {
	total := s.Same + s.Added + s.Removed + s.Changed
	if !s.Different() {
		return fmt.Sprintf("%d inputs: no difference", total)
	}
	return fmt.Sprintf("%d inputs: %d same, %d added, %d removed, %d changed", total, s.Same, s.Added, s.Removed, s.Changed)
}

type jsonReporter struct{ e *json.Encoder }

// Document writes the whole difference as a line.
func (r jsonReporter) Document(d *Document) error { return r.e.Encode(d) }

// Summary writes the last line.
func (r jsonReporter) Summary(s Summary) error {
	return r.e.Encode(map[string]Summary{"summary": s})
}

type githubReporter struct {
	w   io.Writer
	opt ReportOptions
}

// Document writes an annotation of the snapshot's file that differs: of the first text, at the first line of its diff, else of
// the document.
func (r githubReporter) Document(d *Document) error {
	file, line := "manifest.jsonl", 1
	if d.Old != nil && d.Old.Output != "" {
		switch {
		case len(d.Texts) > 0 && d.Texts[0].Change != "added":
			file = path.Join(d.Old.Output, d.Texts[0].Name)
			fmt.Sscanf(hunk(d.Texts[0].Diff), "@@ -%d", &line)
		case len(d.Blocks) > 0:
			file = path.Join(d.Old.Output, "document.json")
		case len(d.Files) > 0 && d.Files[0].Change != "added":
			file = path.Join(d.Old.Output, d.Files[0].Name)
		}
	}
	text := r.opt.text(d)
	title, message, _ := strings.Cut(strings.TrimSuffix(text, "\n"), "\n")
	if message == "" {
		message = title
	}
	_, err := fmt.Fprintf(r.w, "::error file=%s,line=%d,title=%s::%s\n", property(path.Join(r.opt.Snapshot, file)), max(line, 1), property(title), data(message))
	return err
}

// hunk returns a unified diff from its first hunk on.
func hunk(diff string) string {
	if i := strings.Index(diff, "\n@@ "); i >= 0 {
		return diff[i+1:]
	}
	return ""
}

// data and property escape what stands in an annotation's message and in its properties.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// Summary writes a notice.
func (r githubReporter) Summary(s Summary) error {
	if !s.Different() {
		return nil
	}
	_, err := fmt.Fprintf(r.w, "::notice title=udecode::%s\n", data(s.String()))
	return err
}
