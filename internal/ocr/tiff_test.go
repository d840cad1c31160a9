package ocr

import (
	"bytes"
	"image"
	"slices"
	"testing"

	"golang.org/x/image/tiff"
)

func TestWriteTIFF(t *testing.T) {
	img := drawn(7, 5, 200, image.Rect(2, 1, 4, 3))
	sub := img.SubImage(image.Rect(0, 0, 5, 5)).(*image.Gray) // rows that do not follow each other
	var b bytes.Buffer
	if err := writeTIFF(&b, sub, 200); err != nil {
		t.Fatal(err)
	}
	got, err := tiff.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	gray, ok := got.(*image.Gray)
	if !ok || gray.Rect != image.Rect(0, 0, 5, 5) {
		t.Fatalf("%T of %v", got, got.Bounds())
	}
	for y := range 5 {
		if !slices.Equal(gray.Pix[y*gray.Stride:][:5], img.Pix[y*img.Stride:][:5]) {
			t.Errorf("row %d is %v", y, gray.Pix[y*gray.Stride:][:5])
		}
	}
}
