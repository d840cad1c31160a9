package image

import (
	"image"

	"github.com/udecode/udecode/internal/pixels"
)

// grey decodes a picture's pixels, upright and on white ground.
func grey(b []byte, mediaType string, orientation int) (*image.Gray, error) {
	img, err := pixels.Decode(b, mediaType)
	if err != nil {
		return nil, err
	}
	return pixels.UprightGray(pixels.Gray(img), orientation), nil
}
