// Package ocr reads text off pictures with the tesseract program, which runs as a process of its own.
//
// Nothing is linked and nothing is downloaded: without the program, or without its data for a language, the
// functions say so in their errors.
package ocr

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrMissing says that there is no tesseract program to be run.
var ErrMissing = errors.New("tesseract is not installed")

// Options say how to read.
type Options struct {
	Languages []string      // BCP 47 or ISO 639; the first is the main one; none means English
	Processes int           // of the program, at a time; 0 means one
	Timeout   time.Duration // for one picture, not counting the time for which it waits its turn; 0 means one minute
}

// Word is a word as read. Its box is in pixels from the top left of the picture, turned upright.
type Word struct {
	Text           string
	X0, Y0, X1, Y1 int
	Confidence     int  // percent
	Block, Line    int  // numbers of the block and, in the whole picture, of the line
	Cell           bool // it stands in a cell of a table with lines
}

// Result is what was read off one picture.
type Result struct {
	Words         []Word
	Rules         []Rule // lines that are drawn
	Width, Height int    // of the picture, turned upright
	Rotated       int    // degrees clockwise by which it was turned to stand upright
	Confidence    int    // mean over the words, percent
}

// program finds the program and its languages, once.
var program = sync.OnceValues(func() (found, error) {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return found{}, ErrMissing
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--list-langs").Output()
	if err != nil {
		return found{}, fmt.Errorf("listing tesseract's languages: %w", err)
	}
	f := found{path: path, langs: make(map[string]bool)}
	for l := range strings.FieldsSeq(string(out)) {
		f.langs[l] = true
	}
	return f, nil
})

type found struct {
	path  string
	langs map[string]bool
}

// Available returns nil when the program can be run.
func Available() error {
	_, err := program()
	return err
}

// Missing returns those of the languages that tesseract has no data for.
func Missing(languages []string) []string {
	if len(languages) == 0 {
		return nil // without a look for the program, which runs it
	}
	p, err := program()
	if err != nil {
		return nil
	}
	var out []string
	for _, l := range languages {
		if c := code(l); !p.langs[c] {
			out = append(out, l)
		}
	}
	return out
}

// languageArg returns the languages for the program's command line: those that it has, else English.
func (f *found) languageArg(languages []string) string {
	var have []string
	for _, l := range languages {
		if c := code(l); f.langs[c] {
			have = append(have, c)
		}
	}
	if len(have) == 0 {
		return "eng"
	}
	return strings.Join(have, "+")
}

// mode is a page segmentation mode of the program.
type mode string

const (
	modeOrientation mode = "0"
	modePage        mode = "3"
	modeBlock       mode = "6" // one column of text
)

// poor is the mean confidence below which a picture may lie on its side or upside down.
const poor = 60

// Recognize reads a picture of a resolution in dots to the inch, 0 for unknown. One with small text is enlarged for it; one that gives
// poor text is turned as the program's own detection says, and read again.
func (r *Reader) Recognize(ctx context.Context, img *image.Gray, dpi int) (*Result, error) {
	l := &look{r, r.opt.Timeout}
	res, err := l.readScaled(ctx, img, dpi)
	if err != nil || len(res.Words) == 0 || !r.program.langs["osd"] {
		return res, err
	}
	// The program reads single lines that run up or down the page, and takes their words apart.
	lying := res.sideways()
	if res.Confidence >= poor && !lying {
		return res, err
	}
	turn, err := l.orientation(ctx, img, dpi)
	if err != nil || turn == 0 {
		return res, nil
	}
	again, err := l.read(ctx, rotate(img, turn), dpi)
	if err != nil || again.Confidence <= res.Confidence && !(lying && again.Confidence >= poor && !again.sideways()) {
		return res, nil
	}
	again.Rotated = turn
	return again, nil
}

// look is the reading of one picture, for which the program may be asked more than once.
type look struct {
	*Reader
	left time.Duration // that the program may take for it yet
}

// read reads a picture as it lies: what stands in the cells of tables by itself, then the rest.
func (l *look) read(ctx context.Context, img *image.Gray, dpi int) (*Result, error) {
	r := &Result{Width: img.Rect.Dx(), Height: img.Rect.Dy()}
	var clean *image.Gray
	r.Rules, clean = findRules(img)
	var cells []cell
	var areas []image.Rectangle
	cells, areas, r.Rules = tables(clean, r.Rules)
	if s := newSheet(clean, cells); s != nil {
		words, err := l.words(ctx, s.img, dpi, modeBlock)
		if err != nil {
			return nil, err
		}
		s.place(words)
		r.Words = words
		blank(clean, areas)
	}
	if r.Words == nil || inked(clean) {
		words, err := l.words(ctx, clean, dpi, modePage)
		if err != nil {
			return nil, err
		}
		r.add(words)
		r.addBullets(clean)
	}
	r.Confidence = confidence(r.Words)
	return r, nil
}

func (l *look) words(ctx context.Context, img *image.Gray, dpi int, m mode) ([]Word, error) {
	out, err := l.ask(ctx, img, dpi, m)
	if err != nil {
		return nil, err
	}
	return parseTSV(out), nil
}

// ask has the program read a picture, within the time that is left for it.
func (l *look) ask(ctx context.Context, img *image.Gray, dpi int, m mode) ([]byte, error) {
	if l.left <= 0 {
		return nil, errLate
	}
	out, took, err := l.run(ctx, img, dpi, m, l.left)
	l.left -= took
	return out, err
}

// add appends words whose blocks and lines are counted from 1 again.
func (r *Result) add(words []Word) {
	block, line := 0, 0
	for _, w := range r.Words {
		block, line = max(block, w.Block), max(line, w.Line)
	}
	for i := range words {
		words[i].Block += block
		words[i].Line += line
	}
	r.Words = append(r.Words, words...)
}

// confidence returns the mean over words, by their lengths.
func confidence(words []Word) int {
	sum, weight := 0, 0
	for _, w := range words {
		sum += w.Confidence * len(w.Text)
		weight += len(w.Text)
	}
	if weight == 0 {
		return 0
	}
	return sum / weight
}

// orientation returns by how many degrees clockwise a picture must be turned to stand upright.
func (l *look) orientation(ctx context.Context, img *image.Gray, dpi int) (int, error) {
	out, err := l.ask(ctx, img, dpi, modeOrientation)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(out)) {
		if v, ok := strings.CutPrefix(line, "Rotate:"); ok {
			n, err := strconv.Atoi(strings.TrimSpace(v))
			if err == nil && (n == 90 || n == 180 || n == 270) {
				return n, nil
			}
		}
	}
	return 0, nil
}

// rotate turns a picture clockwise by 90, 180 or 270 degrees.
func rotate(img *image.Gray, degrees int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if degrees != 180 {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewGray(size)
	for y := range h {
		row := img.Pix[y*img.Stride : y*img.Stride+w]
		for x, v := range row {
			switch degrees {
			case 90:
				out.Pix[x*out.Stride+h-1-y] = v
			case 180:
				out.Pix[(h-1-y)*out.Stride+w-1-x] = v
			default:
				out.Pix[(w-1-x)*out.Stride+y] = v
			}
		}
	}
	return out
}

// parseTSV reads the program's table: level, page, block, paragraph, line, word, left, top, width, height,
// confidence, text. Words have level 5.
func parseTSV(b []byte) (words []Word) {
	sc := bufio.NewScanner(bytes.NewReader(b))
	sc.Buffer(nil, 1<<20)
	line, last := 0, [3]int{-1, -1, -1}
	for sc.Scan() {
		f := strings.SplitN(sc.Text(), "\t", 12)
		if len(f) < 12 || f[0] != "5" {
			continue
		}
		text := strings.TrimSpace(f[11])
		conf, err := strconv.ParseFloat(f[10], 64)
		if text == "" || err != nil || conf < 0 {
			continue
		}
		var n [9]int
		for i := range n {
			n[i], _ = strconv.Atoi(f[i+1])
		}
		if at := [3]int{n[1], n[2], n[3]}; at != last {
			last = at
			line++
		}
		words = append(words, Word{Text: text, X0: n[5], Y0: n[6], X1: n[5] + n[7], Y1: n[6] + n[8], Confidence: int(conf + .5), Block: n[1], Line: line})
	}
	return words
}
