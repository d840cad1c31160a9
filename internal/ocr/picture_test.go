package ocr

import (
	"image"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// drawn returns a picture with that ground and black boxes.
func drawn(w, h int, ground byte, boxes ...image.Rectangle) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = ground
	}
	for _, b := range boxes {
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				img.Pix[y*img.Stride+x] = 0
			}
		}
	}
	return img
}

func TestFindRules(t *testing.T) {
	for _, tt := range []struct {
		name  string
		boxes []image.Rectangle
		want  []Rule
	}{
		{"across", []image.Rectangle{image.Rect(20, 40, 180, 42)}, []Rule{{At: 40, Lo: 20, Hi: 180, Width: 2}}},
		{"down", []image.Rectangle{image.Rect(50, 20, 53, 120)}, []Rule{{At: 51, Lo: 20, Hi: 120, Width: 3, Vertical: true}}},
		{"short", []image.Rectangle{image.Rect(20, 40, 50, 42)}, nil},
		{"thick", []image.Rectangle{image.Rect(20, 40, 180, 60)}, nil},
		{"dashed with wide gaps", []image.Rectangle{image.Rect(20, 40, 60, 42), image.Rect(90, 40, 130, 42)}, nil},
		{"leaning", []image.Rectangle{image.Rect(20, 40, 100, 42), image.Rect(100, 41, 180, 43)}, []Rule{{At: 41, Lo: 20, Hi: 180, Width: 2}}},
	} {
		for _, ground := range []byte{255, 120} {
			img := drawn(200, 140, ground, tt.boxes...)
			got, clean := findRules(img)
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("%s on %d:\n%s", tt.name, ground, d)
			}
			if tt.want != nil && slices.Min(clean.Pix) != ground {
				t.Errorf("%s on %d: not erased", tt.name, ground)
			}
		}
	}
}

// A letter's stroke that crosses a line stays whole.
func TestEraseKeepsStrokes(t *testing.T) {
	img := drawn(200, 100, 255, image.Rect(20, 50, 180, 52), image.Rect(90, 30, 94, 70))
	_, clean := findRules(img)
	for y := 30; y < 70; y++ {
		if clean.GrayAt(91, y).Y != 0 {
			t.Fatalf("the stroke is cut at %d", y)
		}
	}
	if clean.GrayAt(60, 50).Y != 255 {
		t.Error("the line is still there")
	}
}

func TestCells(t *testing.T) {
	h := func(at, lo, hi int) Rule { return Rule{At: at, Lo: lo, Hi: hi, Width: 2} }
	v := func(at, lo, hi int) Rule { return Rule{At: at, Lo: lo, Hi: hi, Width: 2, Vertical: true} }
	// Three columns of two rows; the first cell of the second row is two wide. A frame by itself is no table.
	rules := []Rule{h(0, 0, 300), h(50, 0, 300), h(100, 0, 300), v(0, 0, 100), v(100, 0, 50), v(200, 0, 100), v(300, 0, 100),
		h(500, 0, 300), h(600, 0, 300), v(0, 500, 600), v(300, 500, 600)}
	boxes := []image.Rectangle{image.Rect(0, 0, 100, 50), image.Rect(100, 0, 200, 50), image.Rect(200, 0, 300, 50), image.Rect(0, 50, 200, 100), image.Rect(200, 50, 300, 100)}
	img := drawn(320, 620, 255)
	for _, b := range boxes {
		img.Pix[(b.Min.Y+10)*img.Stride+b.Min.X+20] = 0
		img.Pix[(b.Min.Y+30)*img.Stride+b.Min.X+40] = 0
	}
	cells, areas, left := tables(img, rules)
	if len(areas) != 1 || len(left) != len(rules) || len(cells) != len(boxes) {
		t.Fatalf("got %v in %v", cells, areas)
	}
	for _, want := range boxes {
		if !slices.ContainsFunc(cells, func(c cell) bool {
			return c.area == want && c.ink == image.Rect(want.Min.X+20, want.Min.Y+10, want.Min.X+41, want.Min.Y+31)
		}) {
			t.Errorf("no cell %v in %v", want, cells)
		}
	}
	// A curve goes on from cell to cell.
	curve := drawn(320, 620, 255, image.Rect(0, 20, 300, 40), image.Rect(0, 70, 300, 80))
	if cells, _, left := tables(curve, rules); len(cells) != 0 || len(left) != 4 {
		t.Errorf("a diagram gives %d cells, and %d lines are left", len(cells), len(left))
	}
}

// Words go back to where their cells are, and dark grounds become white.
func TestSheet(t *testing.T) {
	img := drawn(300, 120, 255, image.Rect(0, 0, 300, 60))
	for y := 20; y < 40; y++ {
		img.Pix[y*img.Stride+50] = 255
		img.Pix[y*img.Stride+70] = 255
		img.Pix[(y+60)*img.Stride+200] = 0
		img.Pix[(y+60)*img.Stride+220] = 0
	}
	s := newSheet(img, inCells(img, []image.Rectangle{image.Rect(150, 60, 300, 120), image.Rect(0, 0, 150, 60)}))
	if len(s.strips) != 2 || s.img.Pix[0] != 255 || s.img.GrayAt(margin, s.strips[0].top).Y != 0 || s.img.GrayAt(margin+1, s.strips[0].top).Y != 255 {
		t.Fatalf("strips %v", s.strips)
	}
	words := []Word{{X0: margin, Y0: s.strips[0].top, X1: margin + 21, Y1: s.strips[0].top + 20}, {X0: margin, Y0: s.strips[1].top, X1: margin + 21, Y1: s.strips[1].top + 20}}
	s.place(words)
	want := []Word{{X0: 50, Y0: 20, X1: 71, Y1: 40, Block: 1, Cell: true}, {X0: 200, Y0: 80, X1: 221, Y1: 100, Block: 2, Cell: true}}
	if d := cmp.Diff(want, words); d != "" {
		t.Error(d)
	}
	if newSheet(img, nil) != nil {
		t.Error("a sheet of nothing")
	}
}

func TestEnlarge(t *testing.T) {
	img := drawn(2, 1, 100)
	img.Pix[1] = 200
	for k, want := range map[int][]byte{1: {100, 200}, 2: {100, 125, 175, 200}, 3: {100, 100, 133, 166, 200, 200}} {
		got := enlarge(img, k)
		if d := cmp.Diff(want, got.Pix[:2*k]); d != "" || got.Rect.Dy() != k {
			t.Errorf("%d times:\n%s", k, d)
		}
	}
	for _, tt := range []struct {
		size    float32
		w, h, k int
	}{{40, 100, 100, 1}, {20, 100, 100, 2}, {10, 100, 100, 2}, {7, 100, 100, 3}, {0, 100, 100, 3}, {0, 1200, 1000, 1}, {7, 2000, 1500, 2}, {10, 6000, 6000, 1}} {
		if got := factor(tt.size, tt.w, tt.h); got != tt.k {
			t.Errorf("factor(%v, %d, %d) = %d, want %d", tt.size, tt.w, tt.h, got, tt.k)
		}
	}
}
