package cmd_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// corpus is where files with known right answers lie, outside of this repository.
const corpus = "../../shared/corpus"

// passed pins how many checks pass in each corpus, by format: none may get worse.
var passed = map[string]map[string]int{
	"office": {"csv": 13, "doc": 35, "docx": 124, "eml": 22, "epub": 24, "html": 81, "md": 37, "msg": 9, "odt": 31, "org": 23, "pdf": 19,
		"ppt": 17, "pptx": 72, "rst": 24, "rtf": 41, "tsv": 3, "txt": 23, "xls": 18, "xlsx": 62, "xml": 14},
	"reports":     {"csv": 4, "docx": 33, "html": 15, "md": 22, "odt": 5, "pptx": 13, "rst": 6, "rtf": 17, "tsv": 1, "txt": 4, "xlsx": 18},
	"reports-pdf": {"csv": 1, "doc": 3, "docx": 1, "eml": 2, "gz": 4, "html": 1, "md": 6, "pdf": 89, "txt": 12, "zip": 26},
}

// pdfScore is the mean score of the PDF benchmark that must be kept.
const pdfScore = "0.94"

// A check is a question about a decoded file with a known answer.
type check struct {
	Kind, Text, URL, Category, Label, Field, Code string
	Texts                                         []string
	Rows                                          [][]string
	N                                             *int
	Count                                         *int
	Level                                         *int
	Value                                         any
}

func TestCorpus(t *testing.T) {
	for name, want := range passed {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(corpus, name)
			raw, err := os.ReadFile(filepath.Join(dir, "checks.json"))
			if err != nil {
				t.Skipf("the corpus is not here: %v", err)
			}
			var files map[string]json.RawMessage
			if err := json.Unmarshal(raw, &files); err != nil {
				t.Fatal(err)
			}
			exit := 3
			if name == "reports" {
				exit = 0
			}
			out := decode(t, exit, dir)
			got := map[string]int{}
			var failures []string
			for file, spec := range files {
				checks := parseChecks(t, spec)
				ext := strings.TrimPrefix(filepath.Ext(file), ".")
				doc := readDecoded(t, out, file)
				for _, c := range checks {
					if doc.holds(t, c) {
						got[ext]++
					} else {
						text, _ := json.Marshal(c)
						failures = append(failures, fmt.Sprintf("%s: %.200s", file, text))
					}
				}
			}
			sort.Strings(failures)
			for ext, n := range want {
				if got[ext] < n {
					t.Errorf("%s: %d checks pass, %d did before", ext, got[ext], n)
				}
			}
			if t.Failed() {
				t.Log(strings.Join(failures, "\n"))
			}
		})
	}
}

func parseChecks(t *testing.T, spec json.RawMessage) []check {
	t.Helper()
	var list []check
	if json.Unmarshal(spec, &list) == nil {
		return list
	}
	var v struct{ Checks []check }
	if err := json.Unmarshal(spec, &v); err != nil {
		t.Fatal(err)
	}
	return v.Checks
}

type jsonBlock struct {
	Type       string `json:"content_type"`
	Raw        string
	Attributes struct {
		Category    string
		Level       *int   `json:"heading_level"`
		ListType    string `json:"list_type"`
		ListLevel   *int   `json:"list_level"`
		DisplayText string `json:"display_text"`
		Note        bool
		Links       []struct {
			URL, Text  string
			Start, End *int
		}
	}
}

func (b *jsonBlock) heading() bool {
	return b.Type == "text" && (b.Attributes.Level != nil || b.Attributes.Category == "Title")
}

func (b *jsonBlock) rows() [][]string {
	var v struct {
		Headers []string
		Rows    [][]string
	}
	json.Unmarshal([]byte(b.Raw), &v)
	if len(v.Headers) > 0 {
		v.Rows = append([][]string{v.Headers}, v.Rows...)
	}
	return v.Rows
}

func (b *jsonBlock) text() string {
	switch b.Type {
	case "table":
		var sb strings.Builder
		for _, r := range b.rows() {
			sb.WriteString(strings.Join(r, " ") + "\n")
		}
		return sb.String()
	case "link":
		if b.Attributes.DisplayText != "" {
			return b.Attributes.DisplayText
		}
	case "image", "media":
		return ""
	}
	return b.Raw
}

// decoded is one decoded file: its documents, of an archive those of its members.
type decoded struct {
	documents []map[string]any
	roles     map[string]int
	labels    [][2]string // role and label of each node
	blocks    []jsonBlock
	text      string
	status    string
	code      string
}

func readDecoded(t *testing.T, out, file string) *decoded {
	t.Helper()
	d := &decoded{roles: map[string]int{}}
	raw, err := os.ReadFile(filepath.Join(out, "manifest.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(out, file)
	for line := range strings.Lines(string(raw)) {
		var rec struct {
			Path   string `json:"source_path"`
			Status string
			Output string
			Error  *struct{ Code, Message string }
		}
		if json.Unmarshal([]byte(line), &rec) == nil && rec.Path == file {
			d.status = rec.Status
			if rec.Output != "" {
				dir = filepath.Join(out, rec.Output)
			}
			if rec.Error != nil && rec.Error.Message != "" {
				d.code = rec.Error.Code
			}
		}
	}
	var parts []string
	add := func(raw []byte) {
		var doc struct {
			Children []struct {
				Role     string
				Label    string
				Children []jsonBlock
			}
		}
		var whole map[string]any
		if err := json.Unmarshal(raw, &doc); err != nil {
			t.Fatal(err)
		}
		json.Unmarshal(raw, &whole)
		d.documents = append(d.documents, whole)
		for _, n := range doc.Children {
			d.roles[n.Role]++
			d.labels = append(d.labels, [2]string{n.Role, fold(n.Label)})
			for _, b := range n.Children {
				d.blocks = append(d.blocks, b)
				parts = append(parts, b.text())
			}
		}
	}
	if raw, err := os.ReadFile(filepath.Join(dir, "document.json")); err == nil {
		add(raw)
	}
	if _, err := os.Stat(filepath.Join(dir, "archive.json")); err == nil {
		walkFiles(t, dir, func(name string, content []byte) {
			if filepath.Base(name) == "document.json" {
				add(content)
			}
		})
	}
	d.text = fold(strings.Join(parts, "\n"))
	return d
}

var spaces = regexp.MustCompile(`\s+`)

// fold makes of texts that a reader takes for the same the same.
func fold(s string) string {
	s = strings.NewReplacer("\u00a0", " ", "\u00ad", "", "\u200b", "", "\ufeff", "").Replace(norm.NFC.String(s))
	return strings.TrimSpace(spaces.ReplaceAllString(s, " "))
}

func (d *decoded) any(f func(*jsonBlock) bool) bool {
	for i := range d.blocks {
		if f(&d.blocks[i]) {
			return true
		}
	}
	return false
}

func (d *decoded) count(kind string) int {
	n := 0
	for i := range d.blocks {
		if d.blocks[i].Type == kind {
			n++
		}
	}
	return n
}

func (d *decoded) holds(t *testing.T, c check) bool {
	same := func(b *jsonBlock) bool { return fold(b.Raw) == fold(c.Text) }
	if c.Kind == "fails_with" {
		return (d.status == "failed" || d.status == "unsupported") && d.code != "" && (c.Code == "" || c.Code == d.code)
	}
	if len(d.documents) == 0 {
		return false
	}
	switch c.Kind {
	case "contains":
		return strings.Contains(d.text, fold(c.Text))
	case "not_contains":
		return !strings.Contains(d.text, fold(c.Text))
	case "text_count":
		return strings.Count(d.text, fold(c.Text)) == *c.N
	case "order":
		rest := d.text
		for _, x := range c.Texts {
			i := strings.Index(rest, fold(x))
			if i < 0 {
				return false
			}
			rest = rest[i+len(fold(x)):]
		}
		return true
	case "heading":
		for i := range d.blocks {
			if b := &d.blocks[i]; b.heading() && same(b) {
				return c.Level == nil || b.Attributes.Level != nil && *b.Attributes.Level == *c.Level
			}
		}
		return false
	case "not_heading":
		return !d.any(func(b *jsonBlock) bool { return b.heading() && same(b) })
	case "list_item":
		return d.any(func(b *jsonBlock) bool {
			a := &b.Attributes
			return b.Type == "text" && same(b) && (a.ListType != "" || a.Category == "ListItem") && (c.Level == nil || a.ListLevel != nil && *a.ListLevel == *c.Level)
		})
	case "table":
		return d.any(func(b *jsonBlock) bool { return b.Type == "table" && slices.EqualFunc(b.rows(), c.Rows, sameRow) })
	case "table_count":
		return d.count("table") == *c.N
	case "image_count":
		return d.count("image") == *c.N
	case "code":
		return d.any(func(b *jsonBlock) bool {
			return b.Type == "code" && strings.Contains(trimLines(b.Raw), strings.TrimRight(strings.Trim(c.Text, "\n"), " \t\n"))
		})
	case "link":
		return d.any(func(b *jsonBlock) bool { return hasLink(b, c) })
	case "note":
		return d.any(func(b *jsonBlock) bool { return b.Attributes.Note && strings.Contains(fold(b.Raw), fold(c.Text)) })
	case "formula":
		bare := func(s string) string { return strings.ReplaceAll(fold(s), " ", "") }
		return d.any(func(b *jsonBlock) bool { return b.Type == "formula" && bare(b.Raw) == bare(c.Text) })
	case "category":
		return d.any(func(b *jsonBlock) bool { return b.Attributes.Category == c.Category && fold(b.text()) == fold(c.Text) })
	case "sheet_count", "slide_count", "page_count", "section_count":
		return d.roles[strings.TrimSuffix(c.Kind, "_count")] == *c.N
	case "sheet", "slide", "page":
		if n := c.N; n != nil || c.Count != nil {
			if n == nil {
				n = c.Count
			}
			return d.roles[c.Kind] == *n
		}
		return slices.Contains(d.labels, [2]string{c.Kind, fold(c.Label)})
	case "label":
		return slices.ContainsFunc(d.labels, func(l [2]string) bool { return l[1] == fold(c.Text) })
	case "metadata":
		return d.metadata(c)
	}
	t.Fatalf("unknown check %q", c.Kind)
	return false
}

func sameRow(a, b []string) bool {
	return slices.EqualFunc(a, b, func(x, y string) bool { return fold(x) == fold(y) })
}

func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t\r")
	}
	return strings.Join(lines, "\n")
}

func hasLink(b *jsonBlock, c check) bool {
	fits := func(url, text string) bool { return url == c.URL && (c.Text == "" || fold(text) == fold(c.Text)) }
	if b.Type == "link" && fits(b.Raw, b.Attributes.DisplayText) {
		return true
	}
	for _, l := range b.Attributes.Links {
		text := l.Text
		if text == "" && l.Start != nil && l.End != nil {
			text = string([]rune(b.Raw)[*l.Start:*l.End])
		}
		if fits(l.URL, text) {
			return true
		}
	}
	return false
}

func (d *decoded) metadata(c check) bool {
	for _, doc := range d.documents {
		var v any = doc["metadata"]
		for _, f := range strings.Split(c.Field, ".") {
			m, _ := v.(map[string]any)
			v = m[f]
		}
		got, _ := json.Marshal(v)
		want, _ := json.Marshal(c.Value)
		if string(got) == string(want) || fold(fmt.Sprint(v)) == fold(fmt.Sprint(c.Value)) {
			return true
		}
	}
	return false
}

// TestPDFCorpus has the benchmark's own scorer score the PDFs whose truth is known.
func TestPDFCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("decodes some hundred pages")
	}
	scorer := "../../shared/tools/score_pdf.py"
	if _, err := os.Stat(scorer); err != nil {
		t.Skipf("the corpus is not here: %v", err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: it runs the benchmark's scorer")
	}
	bin := filepath.Join(t.TempDir(), "udecode")
	build := exec.Command("go", "build", "-o", bin, "..")
	if msg, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, msg)
	}
	score := exec.Command(python, scorer, filepath.Join(corpus, "pdf"), "--bin", bin, "--min", pdfScore, "--worst", "5")
	if msg, err := score.CombinedOutput(); err != nil {
		t.Errorf("the mean score is below %s: %v\n%s", pdfScore, err, msg)
	}
}
