package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/udecode/udecode/internal/convert"
)

// ui tells a person what goes on: a progress bar on a terminal, messages, and a summary. All of it goes to standard
// error.
type ui struct {
	w       io.Writer
	quiet   bool
	verbose bool
	json    bool

	mu    sync.Mutex
	bar   *progressbar.ProgressBar // nil for none
	found int64
	bytes int64
	done  int64
}

func (p *program) newUI(f *flags) *ui {
	u := &ui{w: p.err, quiet: f.quiet, verbose: f.verbose, json: f.logFormat == "json"}
	if f.progress == "always" || f.progress == "auto" && !f.quiet && !u.json && isTerminal(p.err) {
		u.bar = progressbar.NewOptions64(-1,
			progressbar.OptionSetWriter(p.err), progressbar.OptionShowBytes(true), progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish(), progressbar.OptionSetPredictTime(true),
			progressbar.OptionSetWidth(20), progressbar.OptionFullWidth())
	}
	return u
}

// Found is told of each file.
func (u *ui) Found(_ string, size int64) {
	if u.bar == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.found++
	u.bytes += max(size, 0)
	u.bar.ChangeMax64(max(u.bytes, 1))
}

// Started is told when a document's turn comes.
func (u *ui) Started(path string) {
	if u.bar == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	u.bar.Describe(fmt.Sprintf("%d/%d %s", u.done, u.found, shorten(filepath.Base(path), 30)))
}

// Finished is told how each document came out.
func (u *ui) Finished(rec *convert.Record) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.advance(rec)
	failed := rec.Status == convert.Failed || rec.Status == convert.Unsupported && rec.Named
	switch {
	case failed:
		u.message("error", rec)
	case u.verbose:
		u.message("info", rec)
	}
}

// advance moves the progress bar.
func (u *ui) advance(rec *convert.Record) {
	u.done++
	if u.bar != nil {
		u.bar.Add64(max(rec.Bytes, 0))
	}
}

// barOnly is a ui that has nothing to say of documents.
type barOnly struct{ *ui }

// Finished is told how each document came out.
func (u barOnly) Finished(rec *convert.Record) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.advance(rec)
}

// message prints a line about a document; the path comes first.
func (u *ui) message(level string, rec *convert.Record) {
	if u.bar != nil {
		u.bar.Clear()
	}
	if u.json {
		u.log(level, map[string]any{"path": rec.SourcePath, "status": rec.Status, "code": rec.Code, "message": rec.Message, "warnings": rec.Warnings})
		return
	}
	if level == "error" {
		line := fmt.Sprintf("udecode: %s: %s: %s", printable(rec.SourcePath), rec.Code, rec.Message)
		if hint := convert.Hint(rec.Code); hint != "" {
			line += " (" + hint + ")"
		}
		fmt.Fprintln(u.w, line)
		return
	}
	fmt.Fprintf(u.w, "udecode: %s: %s", printable(rec.SourcePath), rec.Status)
	if rec.Status == convert.OK {
		fmt.Fprintf(u.w, ", %s, %d sections", rec.SourceType, rec.Sections)
	} else if rec.Message != "" {
		fmt.Fprintf(u.w, ", %s", rec.Message)
	}
	fmt.Fprintln(u.w)
	for _, warning := range rec.Warnings {
		fmt.Fprintf(u.w, "udecode: %s: warning: %s\n", printable(rec.SourcePath), warning)
	}
}

func (u *ui) log(level string, fields map[string]any) {
	fields["level"] = level
	fields["time"] = time.Now().UTC().Format(time.RFC3339)
	b, err := json.Marshal(fields)
	if err == nil {
		fmt.Fprintf(u.w, "%s\n", b)
	}
}

// printable makes a path safe for a terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return '\uFFFD'
		}
		return r
	}, s)
}

func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n/2-1]) + "…" + string(r[len(r)-n/2:])
}

// stop takes the progress bar away.
func (u *ui) stop() {
	if u.bar != nil {
		u.bar.Finish()
		u.bar = nil
	}
}

// summary says how the run went.
func (u *ui) summary(r *convert.Report, out string) {
	if u.json {
		u.log("info", map[string]any{"summary": r.Outcomes, "formats": r.Formats, "sections": r.Sections, "seconds": r.Elapsed.Seconds()})
		return
	}
	if u.quiet {
		return
	}
	total := 0
	for _, n := range r.Outcomes {
		total += n
	}
	var parts []string
	for _, s := range []string{convert.OK, convert.Failed, convert.Unsupported, convert.Skipped} {
		if n := r.Outcomes[s]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s))
		}
	}
	if r.Unchanged > 0 {
		parts = append(parts, fmt.Sprintf("%d of them unchanged", r.Unchanged))
	}
	if r.Pruned > 0 {
		parts = append(parts, fmt.Sprintf("%d pruned", r.Pruned))
	}
	fmt.Fprintf(u.w, "%d inputs: %s; %d sections in %s\n", total, strings.Join(parts, ", "), r.Sections, r.Elapsed.Round(time.Millisecond))
	if len(r.Formats) > 0 {
		fmt.Fprintf(u.w, "formats: %s\n", counts(r.Formats))
	}
	if n := len(r.Skipped); n > 0 {
		fmt.Fprintf(u.w, "%d inputs of no known format were left out (status unsupported in the manifest)\n", n)
	}
	if len(r.Failures) > 0 {
		fmt.Fprintf(u.w, "%d failed:\n", len(r.Failures))
		for i, f := range r.Failures {
			if i == 20 {
				fmt.Fprintf(u.w, "  … and %d more\n", len(r.Failures)-i)
				break
			}
			fmt.Fprintf(u.w, "  %s: %s: %s\n", printable(f.SourcePath), f.Code, f.Message)
		}
	}
	if r.Stopped {
		fmt.Fprintln(u.w, "stopped at the first failure (--fail-fast)")
	}
	if out != "-" {
		fmt.Fprintf(u.w, "manifest: %s\n", filepath.Join(out, "manifest.jsonl"))
	}
}

func counts(m map[string]int) string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%s %d", k, m[k])
	}
	return strings.Join(keys, ", ")
}
