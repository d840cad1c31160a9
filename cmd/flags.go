package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"

	"github.com/udecode/udecode/internal/chunk"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/section"
	"github.com/udecode/udecode/internal/walk"
)

// flags is what was typed; settings is what it means.
type flags struct {
	output, files, config                    string
	jobs                                     int
	emit, globs, languages, as               []string
	mime, encoding                           string
	strategy, pdfEngine, mailBody, password  string
	sectionStrategy                          string
	sectionCount, sectionSize                int
	withinPages                              bool
	textExclude                              []string
	provenance, documentIRI, provenanceAgent string
	images, archiveChildren                  string
	chunkSize, chunkOverlap                  int
	collection                               string
	timeout                                  time.Duration
	maxFileSize, maxDecoded, memory          string
	maxCells                                 int64
	archiveDepth                             int
	archiveMembers                           int64
	archiveSize                              string
	archiveRatio                             int64
	dryRun, force, failFast, hidden          bool
	fresh, retryFailed, prune                bool
	formulas, skipHidden, headerRow, repair  bool
	quiet, verbose                           bool
	logFormat, progress, isolation           string
}

// The groups of flags in the help.
const (
	groupOutput   = "Output"
	groupInput    = "Input"
	groupSections = "Sections"
	groupDecoding = "Decoding"
	groupLimits   = "Limits"
	groupRun      = "Run"
)

// emits are the kinds of output; the default is all of the first four.
var emits = []string{"json", "text", "images", "provenance", "markdown", "chunks", "kgcore", "ndjson"}

// register adds the flags of the main command.
func (f *flags) register(c *cobra.Command) {
	fs := c.Flags()
	fs.StringVarP(&f.output, "output", "o", "", "output `folder`; \"-\" writes one JSON document a line to standard output")
	fs.BoolVar(&f.force, "force", false, "write into a folder that has foreign files in it")
	fs.BoolVar(&f.fresh, "fresh", false, "decode all inputs anew; the default leaves what an earlier run has done and what has not changed since")
	fs.BoolVar(&f.retryFailed, "retry-failed", false, "decode again what failed in an earlier run, though it has not changed")
	fs.BoolVar(&f.prune, "prune", false, "remove the output of inputs that are gone")
	inGroup(fs, groupOutput, "output", "force", "fresh", "retry-failed", "prune")
	fs.BoolVarP(&f.dryRun, "dry-run", "n", false, "only list what would be decoded")
	fs.BoolVar(&f.failFast, "fail-fast", false, "stop at the first failure")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "print nothing but failures")
	fs.BoolVarP(&f.verbose, "verbose", "v", false, "print each document and its warnings")
	fs.StringVar(&f.logFormat, "log-format", "text", "messages as text or json")
	inGroup(fs, groupRun, "dry-run", "fail-fast", "quiet", "verbose", "log-format")
	f.registerDecoding(c)
}

func inGroup(fs *pflag.FlagSet, group string, names ...string) {
	for _, n := range names {
		fs.SetAnnotation(n, "group", []string{group})
	}
}

// registerDecoding adds the flags of every command that decodes inputs into a folder.
func (f *flags) registerDecoding(c *cobra.Command) {
	fs := c.Flags()
	d := limit.Defaults
	in := func(group string, names ...string) { inGroup(fs, group, names...) }
	fs.StringSliceVar(&f.emit, "emit", emits[:4], "what to write: json, text, images, provenance, markdown, chunks, kgcore (TrustGraph core file), ndjson (triples for TrustGraph's web socket)")
	fs.StringVar(&f.images, "images", "both", "pictures: embed (in the JSON), file, both, none")
	fs.StringVar(&f.provenance, "provenance", "nt", "provenance as nt (N-Triples), nq (N-Quads), trig (TriG) or none")
	fs.StringVar(&f.documentIRI, "document-iri", "", "`template` of a document's IRI, with {sha256}, {uuid}, {id}, {path}; the default is the one TrustGraph's library gives the same file")
	fs.StringVar(&f.provenanceAgent, "provenance-agent", "udecode", "name of the agent in the provenance")
	fs.StringVar(&f.archiveChildren, "archive-children", "ref", "documents in archive.json: ref or embed")
	in(groupOutput, "emit", "images", "provenance", "document-iri", "provenance-agent", "archive-children")

	fs.StringSliceVarP(&f.globs, "glob", "g", nil, "take only paths that match the `glob`; with \"!\" in front leave them out; may be repeated")
	fs.StringVar(&f.files, "files-from", "", "read input paths from a `file`, one a line; \"-\" is standard input")
	fs.BoolVar(&f.hidden, "hidden", false, "take hidden files and folders too")
	fs.StringVar(&f.mime, "mime", "", "take every input to be of this media `type` or format")
	fs.StringArrayVar(&f.as, "as", nil, "read files that match a glob as a format: `GLOB=FORMAT`; may be repeated")
	in(groupInput, "glob", "files-from", "hidden", "mime", "as")

	fs.StringVar(&f.sectionStrategy, "section-strategy", string(section.WholeDocument), "how documents without pages are cut: whole-document, heading, element-type, count, size")
	fs.IntVar(&f.sectionCount, "section-element-count", 20, "elements a section, for count")
	fs.IntVar(&f.sectionSize, "section-max-size", 4000, "characters of plain text a section, for size")
	fs.BoolVar(&f.withinPages, "section-within-pages", false, "cut pages, slides and sheets too")
	fs.StringSliceVar(&f.textExclude, "text-exclude", nil, "`categories` to leave out of section texts, such as Header,Footer")
	fs.IntVar(&f.chunkSize, "chunk-size", chunk.Defaults.Size, "characters a chunk, with --emit chunks")
	fs.IntVar(&f.chunkOverlap, "chunk-overlap", chunk.Defaults.Overlap, "characters that a chunk may share with the one before it")
	fs.StringVar(&f.collection, "collection", "default", "TrustGraph collection named in kgcore and ndjson")
	in(groupSections, "chunk-size", "chunk-overlap", "collection", "section-strategy", "section-element-count", "section-max-size", "section-within-pages", "text-exclude")

	fs.StringVar(&f.strategy, "strategy", "auto", "PDF and pictures: fast (text layer only), auto, hi_res (OCR of pictures too)")
	fs.StringSliceVar(&f.languages, "languages", nil, "languages for OCR, such as eng,deu")
	fs.StringVar(&f.pdfEngine, "pdf-engine", "auto", "PDF engine: auto, native, pdfium")
	fs.BoolVar(&f.repair, "repair", false, "read what is left of DOCX, XLSX, PPTX, ODF and EPUB files that were cut off, with a warning")
	fs.StringVar(&f.password, "password-file", "", "`file` with passwords for encrypted documents, one a line")
	fs.StringVar(&f.mailBody, "mail-body", "html", "mail body to prefer: html or plain")
	fs.StringVar(&f.encoding, "encoding", "", "text encoding of plain text and CSV; the default is to detect it")
	fs.BoolVar(&f.formulas, "formulas", false, "formulas of spreadsheets as blocks of their own")
	fs.BoolVar(&f.skipHidden, "skip-hidden", false, "leave out hidden sheets, rows, columns and slides")
	fs.BoolVar(&f.headerRow, "header-row", false, "the first row of CSV files and sheets is a header, whatever it looks like")
	in(groupDecoding, "strategy", "languages", "pdf-engine", "password-file", "repair", "mail-body", "encoding", "formulas", "skip-hidden", "header-row")

	fs.DurationVar(&f.timeout, "timeout", d.Timeout, "time for one document (error code timeout)")
	fs.StringVar(&f.maxFileSize, "max-file-size", formatSize(d.FileSize), "`size` of one input file (too_large)")
	fs.StringVar(&f.maxDecoded, "max-decoded", formatSize(d.Decoded), "`size` of what one document decodes to (too_large)")
	fs.Int64Var(&f.maxCells, "max-cells", d.Cells, "table cells of one document (too_large)")
	fs.StringVar(&f.memory, "memory", "", "`size` of the memory that files share while they are decoded and text is recognized, seven eighths of which one may use (too_large); the default is half of what the machine or container has")
	fs.IntVar(&f.archiveDepth, "archive-depth", d.ArchiveDepth, "archives in archives (archive_limit)")
	fs.Int64Var(&f.archiveMembers, "archive-members", d.ArchiveItems, "members of an archive (archive_limit)")
	fs.StringVar(&f.archiveSize, "archive-size", formatSize(d.ArchiveSize), "`size` of an archive's content (archive_limit)")
	fs.Int64Var(&f.archiveRatio, "archive-ratio", d.ArchiveRatio, "content to archive size, checked above 100 MiB (archive_limit)")
	in(groupLimits, "timeout", "max-file-size", "max-decoded", "max-cells", "memory", "archive-depth", "archive-members", "archive-size", "archive-ratio")

	fs.IntVarP(&f.jobs, "jobs", "j", runtime.GOMAXPROCS(0), "documents to decode at once")
	fs.StringVar(&f.isolation, "isolation", "auto", "decode in worker processes: process, off, auto (process for folders and for several files)")
	fs.StringVar(&f.progress, "progress", "auto", "progress bar: auto (on a terminal), always, never")
	fs.StringVar(&f.config, "config", "", "configuration `file`; the default is udecode.yaml here, else in the user's configuration folder")
	in(groupRun, "jobs", "isolation", "progress", "config")
	c.SetUsageFunc(usageText)
}

// usageText prints the help's second half with the flags in groups.
func usageText(c *cobra.Command) error {
	w := c.OutOrStderr()
	fmt.Fprintf(w, "Usage:\n  %s\n", c.UseLine())
	if c.HasExample() {
		fmt.Fprintf(w, "\nExamples:\n%s\n", c.Example)
	}
	if c.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nCommands:\n")
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				fmt.Fprintf(w, "  %-12s %s\n", sub.Name(), sub.Short)
			}
		}
	}
	for _, group := range []string{groupCheck, groupOutput, groupInput, groupSections, groupDecoding, groupLimits, groupRun, ""} {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		set.SortFlags = false
		c.LocalFlags().VisitAll(func(fl *pflag.Flag) {
			if g := fl.Annotations["group"]; len(g) > 0 && g[0] == group || len(g) == 0 && group == "" {
				set.AddFlag(fl)
			}
		})
		if set.HasAvailableFlags() {
			title := group
			if title == "" {
				title = "Flags"
			}
			fmt.Fprintf(w, "\n%s:\n%s", title, set.FlagUsagesWrapped(110))
			if group == groupLimits {
				fmt.Fprintf(w, "  Fixed:\n")
				for _, b := range limit.Fixed() {
					fmt.Fprintf(w, "      %9s  %s (%s)\n", b.Value, b.What, b.Code)
				}
			}
		}
	}
	if c.Name() == "udecode" {
		fmt.Fprint(w, "\nEvery flag can be set in udecode.yaml (\"section-strategy: heading\") and in the environment\n"+
			"(UDECODE_SECTION_STRATEGY=heading); a flag wins over the environment, that over the file.\n"+
			"\nExit status: 0 all inputs decoded, 1 the run failed, 2 wrong usage, 3 some inputs failed,\n4 check or diff found a difference, 130 interrupted.\n")
	}
	return nil
}

// configure fills in what was not typed from the environment and the configuration file.
func (f *flags) configure(c *cobra.Command) error {
	v := viper.New()
	v.SetEnvPrefix("udecode")
	v.SetEnvKeyReplacer(strings.NewReplacer("-", "_"))
	v.AutomaticEnv()
	file, err := configFile(f.config, c.Flags().Changed("config"))
	if err != nil {
		return err
	}
	if file != "" {
		v.SetConfigFile(file)
		v.SetConfigType("yaml")
		if err := v.ReadInConfig(); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, key := range v.AllKeys() {
			if fl := lookup(c.Root(), key); fl == nil || key == "config" || key == "help" {
				return fmt.Errorf("%s: unknown key %q (the keys are the names of the flags: see udecode --help)", file, key)
			}
		}
	}
	var failed error
	c.Flags().VisitAll(func(fl *pflag.Flag) {
		if failed != nil || fl.Changed || fl.Name == "help" || fl.Name == "config" || !v.IsSet(fl.Name) {
			return
		}
		if err := setFlag(c, fl, v.Get(fl.Name)); err != nil {
			from := "UDECODE_" + strings.ToUpper(strings.ReplaceAll(fl.Name, "-", "_"))
			if v.InConfig(fl.Name) && os.Getenv(from) == "" {
				from = file
			}
			failed = fmt.Errorf("%s: %s: %w", from, fl.Name, err)
		}
	})
	return failed
}

// lookup finds a flag of any command: one file of settings serves them all.
func lookup(c *cobra.Command, name string) *pflag.Flag {
	if fl := c.Flags().Lookup(name); fl != nil {
		return fl
	}
	for _, sub := range c.Commands() {
		if fl := lookup(sub, name); fl != nil {
			return fl
		}
	}
	return nil
}

// setFlag sets a flag to a value of the configuration, which may be a list.
func setFlag(c *cobra.Command, fl *pflag.Flag, value any) error {
	list, ok := value.([]any)
	if !ok {
		return c.Flags().Set(fl.Name, fmt.Sprint(value))
	}
	items := make([]string, len(list))
	for i, x := range list {
		items[i] = fmt.Sprint(x)
	}
	if sv, ok := fl.Value.(pflag.SliceValue); ok {
		fl.Changed = true
		return sv.Replace(items)
	}
	return fmt.Errorf("takes one value, not a list")
}

func configFile(named string, typed bool) (string, error) {
	if !typed {
		if env := os.Getenv("UDECODE_CONFIG"); env != "" {
			named = env
		}
	}
	if named != "" {
		if _, err := os.Stat(named); err != nil {
			return "", fmt.Errorf("configuration file: %w", err)
		}
		return named, nil
	}
	places := []string{"udecode.yaml"}
	if dir, err := os.UserConfigDir(); err == nil {
		places = append(places, filepath.Join(dir, "udecode", "udecode.yaml"))
	}
	for _, p := range places {
		if _, err := os.Stat(p); err == nil {
			return p, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("configuration file: %w", err)
		}
	}
	return "", nil
}

// check reports values that make no sense, before anything is written.
func (f *flags) check() error {
	oneOf := func(flag, value string, allowed ...string) error {
		if !slices.Contains(allowed, value) {
			return fmt.Errorf("--%s: %q is not one of %s", flag, value, strings.Join(allowed, ", "))
		}
		return nil
	}
	strategies := make([]string, 0, 5)
	for _, s := range section.Strategies() {
		strategies = append(strategies, string(s))
	}
	for _, e := range f.emit {
		if err := oneOf("emit", e, emits...); err != nil {
			return err
		}
	}
	for _, g := range f.globs {
		if err := walk.ValidateGlob(g); err != nil {
			return fmt.Errorf("--glob: %w", err)
		}
	}
	switch {
	case f.sectionCount < 1:
		return errors.New("--section-element-count must be at least 1")
	case f.sectionSize < 1:
		return errors.New("--section-max-size must be at least 1")
	case f.chunkOptions().Validate() != nil:
		return f.chunkOptions().Validate()
	case f.jobs < 1:
		return errors.New("--jobs must be at least 1")
	case f.timeout <= 0:
		return errors.New("--timeout must be above 0")
	}
	return errors.Join(
		oneOf("images", f.images, "embed", "file", "both", "none"),
		oneOf("provenance", f.provenance, "nt", "nq", "trig", "none"),
		oneOf("archive-children", f.archiveChildren, "ref", "embed"),
		oneOf("section-strategy", f.sectionStrategy, strategies...),
		oneOf("strategy", f.strategy, "auto", "fast", "hi_res"),
		oneOf("pdf-engine", f.pdfEngine, "auto", "native", "pdfium"),
		oneOf("mail-body", f.mailBody, "html", "plain"),
		oneOf("log-format", f.logFormat, "text", "json"),
		oneOf("progress", f.progress, "auto", "always", "never"),
		oneOf("isolation", f.isolation, "auto", "process", "off"),
	)
}

func (f *flags) chunkOptions() chunk.Options {
	return chunk.Options{Size: f.chunkSize, Overlap: f.chunkOverlap}
}

var units = []struct {
	suffix string
	factor int64
}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3},
	{"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}, {"B", 1}, {"", 1}}

// parseSize reads "512MiB", "2G", "1.5GB" or a plain number of bytes.
func parseSize(s string) (int64, error) {
	s = strings.TrimSpace(s)
	for _, u := range units {
		if len(s) < len(u.suffix) || !strings.EqualFold(s[len(s)-len(u.suffix):], u.suffix) {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(s[:len(s)-len(u.suffix)]), 64)
		if err != nil || n <= 0 || n*float64(u.factor) > 1<<62 {
			break
		}
		return int64(n * float64(u.factor)), nil
	}
	return 0, fmt.Errorf("%q is no size (512MiB, 2G, 1000000)", s)
}

func formatSize(n int64) string {
	for _, u := range units[:4] {
		if n%u.factor == 0 {
			return strconv.FormatInt(n/u.factor, 10) + u.suffix
		}
	}
	return strconv.FormatInt(n, 10)
}
