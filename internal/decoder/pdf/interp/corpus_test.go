package interp

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

// corpusVariable names a folder with PDF files of all sorts for TestCorpus, which compares their text with that of
// pdftotext and mutool.
const corpusVariable = "UDECODE_PDF_CORPUS"

// TestCorpus reads real files: none may crash, hang or need much memory, hardly any may lose text that two
// other readers find, and where those two agree, the text must be theirs.
func TestCorpus(t *testing.T) {
	folder := os.Getenv(corpusVariable)
	if folder == "" {
		t.Skip(corpusVariable + " names no folder")
	}
	const (
		longest   = 20 * time.Second
		most      = 1 << 30 // bytes of heap
		agreement = .95     // word F1 of the other two
	)
	var lost []string
	var f1, ratio float64
	files, agree := 0, 0
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(filepath.Ext(path), ".pdf") {
			return err
		}
		files++
		start := time.Now()
		own := normal(corpusText(t, path))
		if took := time.Since(start); took > longest {
			t.Errorf("%s: took %v", path, took)
		}
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.HeapInuse > most {
			t.Errorf("%s: %d bytes of heap in use", path, m.HeapInuse)
		}
		a := normal(output("pdftotext", "-raw", "-enc", "UTF-8", path, "-"))
		b := normal(output("mutool", "draw", "-q", "-F", "text", path))
		ca, cb, co := characters(a), characters(b), characters(own)
		na, nb, no := total(ca), total(cb), total(co)
		if least := min(na, nb); least >= 20 && no < least/2 {
			lost = append(lost, path)
		}
		wa, wo := words(a), words(own)
		if na >= 100 && dice(wa, words(b)) >= agreement {
			agree++
			f1 += dice(wa, wo)
			ratio += dice(ca, co)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if agree == 0 {
		t.Fatalf("%s has no files with text that pdftotext and mutool agree on (%d files; links are not followed)", folder, files)
	}
	n := float64(agree)
	t.Logf("%d files; where the others agree (%d): word F1 %.4f, character ratio %.4f; %d lost half of their text: %q",
		files, agree, f1/n, ratio/n, len(lost), lost)
	if len(lost) > 5 {
		t.Errorf("%d files lost half of their text", len(lost))
	}
	if f1/n < .985 || ratio/n < .98 {
		t.Errorf("word F1 %.4f, character ratio %.4f", f1/n, ratio/n)
	}
}

func corpusText(t *testing.T, path string) string {
	defer func() {
		if e := recover(); e != nil {
			t.Errorf("%s: panic: %v", path, e)
		}
	}()
	c, err := source.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	src, err := Open(c, Options{}, limit.NewBudget(limit.Limits{}))
	if err != nil {
		return ""
	}
	var sb strings.Builder
	for i := range src.NumPages() {
		if p, err := src.Page(i); err == nil {
			raw(&sb, p)
		}
	}
	return sb.String()
}

// raw writes glyphs in drawing order, with spaces and line breaks where they are apart.
func raw(sb *strings.Builder, p *page.Page) {
	for i := range p.Glyphs {
		g := &p.Glyphs[i]
		if i > 0 {
			last := &p.Glyphs[i-1]
			along, across, end := g.X, g.Y-last.Y, last.Box.X1
			switch {
			case g.Flags&page.Vertical != 0:
				along, across, end = g.Box.Y0, g.X-last.X, last.Box.Y1
			case g.Angle == 90:
				along, across, end = -g.Y, g.X-last.X, -last.Box.Y0
			case g.Angle == -90:
				along, across, end = g.Y, g.X-last.X, last.Box.Y1
			case g.Angle == 180:
				along, end = -g.X, -last.Box.X0
			}
			switch {
			case abs(across) > .5*g.Size || g.Angle != last.Angle || along < end-2*g.Size:
				sb.WriteByte('\n')
			case along-end > .1*g.Size || along < end-.8*g.Size:
				sb.WriteByte(' ')
			}
		}
		sb.WriteString(g.Text)
	}
	sb.WriteByte('\n')
}

func output(name string, args ...string) string {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	b, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil && len(b) == 0 {
		return ""
	}
	return string(b)
}

// normal folds what writers of text differ in. Check boxes are only here characters; Chinese and Japanese have no
// spaces, so that each character counts as a word. The others leave the private characters of the font Symbol.
func normal(s string) string {
	var sb strings.Builder
	signs := charset.SymbolFont("symbol")
	for _, r := range norm.NFKC.String(strings.ToValidUTF8(s, "")) {
		switch {
		case r == 0xAD, r == 0xFFFD, r == 0x200B, r == 0xFEFF, r == '☐', r == '☑', r == '○', r == '◉':
		case r>>8 == 0xF0 && signs[byte(r)] != 0:
			sb.WriteRune(signs[byte(r)])
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana), r >= 0x3000 && r <= 0x303F, r == 'ー':
			sb.WriteByte(' ')
			sb.WriteRune(r)
			sb.WriteByte(' ')
		default:
			sb.WriteRune(r)
		}
	}
	return sb.String()
}

func words(s string) map[string]int {
	m := map[string]int{}
	for w := range strings.FieldsSeq(s) {
		m[w]++
	}
	return m
}

func characters(s string) map[string]int {
	m := map[string]int{}
	for _, r := range strings.Join(strings.Fields(s), "") {
		m[string(r)]++
	}
	return m
}

func total(m map[string]int) int {
	n := 0
	for _, c := range m {
		n += c
	}
	return n
}

// dice is how much two multisets have in common, 0 to 1: the F1 of one against the other.
func dice(a, b map[string]int) float64 {
	both := 0
	for k, n := range a {
		both += min(n, b[k])
	}
	if all := total(a) + total(b); all > 0 {
		return 2 * float64(both) / float64(all)
	}
	return 1
}
