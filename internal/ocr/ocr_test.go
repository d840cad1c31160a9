package ocr

import (
	"image"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCode(t *testing.T) {
	for tag, want := range map[string]string{"en": "eng", "de-DE": "deu", "deu": "deu", "ger": "deu", "zh": "chi_sim", "zh-Hant": "chi_tra", "zh-TW": "chi_tra", "chi_sim_vert": "chi_sim_vert", "xx": "xx"} {
		if got := code(tag); got != want {
			t.Errorf("code(%q) = %q, want %q", tag, got, want)
		}
	}
}

func TestParseTSV(t *testing.T) {
	tsv := "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n" +
		"4\t1\t1\t1\t1\t0\t10\t10\t90\t12\t-1\t\n" +
		"5\t1\t1\t1\t1\t1\t10\t10\t40\t12\t96.4\tHarbour\n" +
		"5\t1\t1\t1\t1\t2\t55\t10\t40\t12\t80\tdues\n" +
		"5\t1\t1\t1\t2\t1\t10\t30\t40\t12\t90\tpaid\n" +
		"5\t1\t1\t1\t2\t2\t10\t30\t40\t12\t95\t \n"
	words := parseTSV([]byte(tsv))
	want := []Word{
		{Text: "Harbour", X0: 10, Y0: 10, X1: 50, Y1: 22, Confidence: 96, Block: 1, Line: 1},
		{Text: "dues", X0: 55, Y0: 10, X1: 95, Y1: 22, Confidence: 80, Block: 1, Line: 1},
		{Text: "paid", X0: 10, Y0: 30, X1: 50, Y1: 42, Confidence: 90, Block: 1, Line: 2},
	}
	if d := cmp.Diff(want, words); d != "" {
		t.Errorf("parseTSV:\n%s", d)
	}
	if got := confidence(words); got != 90 {
		t.Errorf("confidence: %d", got)
	}
}

func TestRotate(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 2, 1))
	img.Pix[0], img.Pix[1] = 1, 2
	if got := rotate(img, 90); got.Rect.Dx() != 1 || got.Rect.Dy() != 2 || got.Pix[0] != 1 || got.Pix[got.Stride] != 2 {
		t.Errorf("rotate 90: %v", got.Pix)
	}
	if got := rotate(img, 180); got.Pix[0] != 2 || got.Pix[1] != 1 {
		t.Errorf("rotate 180: %v", got.Pix)
	}
	if got := rotate(img, 270); got.Pix[0] != 2 || got.Pix[got.Stride] != 1 {
		t.Errorf("rotate 270: %v", got.Pix)
	}
}

func TestPage(t *testing.T) {
	r := &Result{Width: 200, Height: 100, Words: []Word{{Text: "Hat", X0: 100, Y0: 30, X1: 150, Y1: 44, Confidence: 91, Line: 1}}}
	p := r.Page(2, 144)
	g := p.Glyphs[0]
	if p.Width != 100 || p.Index != 2 || g.X != 50 || g.Y != 22 || g.Size != 10 || g.Confidence != 91 {
		t.Errorf("Page: %+v", g)
	}
}
