package ocr

import (
	"image"
	"testing"
)

func TestLetterSize(t *testing.T) {
	// Boxes stand for letters: ten of 12 pixels, one of 18, a rule, specks; the ground and the number vary.
	var boxes []image.Rectangle
	for i := range 10 {
		boxes = append(boxes, image.Rect(20+15*i, 40, 28+15*i, 52), image.Rect(20+15*i, 10, 21+15*i, 12))
	}
	boxes = append(boxes, image.Rect(180, 34, 188, 52), image.Rect(10, 60, 190, 62))
	for _, ground := range []byte{255, 180} {
		if got := letterSize(drawn(200, 80, ground, boxes...)); got < 22 || got > 25 {
			t.Errorf("on %d: %v", ground, got)
		}
	}
	if got := letterSize(drawn(200, 80, 255, boxes[:6]...)); got != 0 {
		t.Errorf("few letters: %v", got)
	}
	// Strokes that meet further down are one part.
	if got := partHeights(drawn(40, 40, 255, image.Rect(5, 5, 8, 20), image.Rect(15, 5, 18, 20), image.Rect(25, 5, 28, 20), image.Rect(5, 18, 28, 20))); len(got) != 1 || got[0] != 15 {
		t.Errorf("a comb: %v", got)
	}
}
