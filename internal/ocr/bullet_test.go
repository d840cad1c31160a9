package ocr

import (
	"image"
	"slices"
	"testing"
)

// The dots of a list that stand far from its text are found; specks, letters and lone dots are none.
func TestAddBullets(t *testing.T) {
	const left = 140                           // of the text, in pixels; its letters are 20 high, 28 to the em
	dot := func(x, line int) image.Rectangle { // in the middle of small letters
		y := 60*(line+1) - 12
		return image.Rect(x, y, x+8, y+8)
	}
	for _, tt := range []struct {
		name string
		ink  []image.Rectangle
		want []int // lines with bullets
	}{
		{"a list", []image.Rectangle{dot(90, 0), dot(90, 1), dot(91, 3)}, []int{0, 1, 3}},
		{"one dot", []image.Rectangle{dot(90, 1)}, nil},
		{"dots in no column", []image.Rectangle{dot(90, 0), dot(60, 1), dot(110, 2)}, nil},
		{"specks", []image.Rectangle{image.Rect(90, 50, 92, 52), image.Rect(90, 110, 92, 112)}, nil},
		{"full stops", []image.Rectangle{image.Rect(90, 55, 96, 61), image.Rect(90, 115, 96, 121)}, nil},
		{"dashes", []image.Rectangle{image.Rect(80, 50, 98, 54), image.Rect(80, 110, 98, 114)}, nil},
		{"words of another column", []image.Rectangle{dot(90, 0), image.Rect(40, 40, 86, 60), dot(90, 1), image.Rect(40, 100, 86, 120)}, nil},
		{"too far away", []image.Rectangle{dot(10, 0), dot(10, 1)}, nil},
	} {
		img := drawn(400, 320, 255, tt.ink...)
		r := Result{}
		for i := range 4 {
			base := 60 * (i + 1)
			box := image.Rect(left, base-20, left+80, base)
			r.Words = append(r.Words, Word{Text: "Boat", X0: box.Min.X, Y0: box.Min.Y, X1: box.Max.X, Y1: box.Max.Y, Confidence: 90, Line: i},
				Word{Text: "dues", X0: left + 90, X1: left + 160, Y0: base - 20, Y1: base, Confidence: 90, Line: i})
			for y := box.Min.Y; y < box.Max.Y; y++ {
				img.Pix[y*img.Stride+left] = 0
			}
		}
		r.addBullets(img)
		var got []int
		for i, w := range r.Words {
			if w.Text == bullet {
				got = append(got, w.Line)
				if next := r.Words[i+1]; next.Line != w.Line || next.Text != "Boat" || w.X1 >= next.X0 {
					t.Errorf("%s: before %+v", tt.name, next)
				}
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: bullets at %v, want %v", tt.name, got, tt.want)
		}
	}
}
