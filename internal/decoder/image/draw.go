package image

import (
	"context"
	"image"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/pixels"
)

// mostShown bounds the longer side of a picture that is shown, pixels.
const mostShown = 1600

// drawing is a file whose pictures are shown.
type drawing struct {
	pages     [][]byte
	mediaType string
}

func openPictures(_ context.Context, in *decoder.Input) (decoder.Pictures, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	d := &drawing{pages: [][]byte{raw}}
	if d.mediaType, _, _ = picture.Sniff(raw); d.mediaType == "image/tiff" {
		if d.pages, err = tiffPages(in, raw); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Picture returns a picture upright and of a size for the screen; nil when its kind is not decoded.
func (d *drawing) Picture(index int) (image.Image, error) {
	if index >= len(d.pages) || !pixels.Decodes(d.mediaType) {
		return nil, nil
	}
	img, err := pixels.Decode(d.pages[index], d.mediaType)
	if err != nil {
		return nil, err
	}
	var f facts
	f.read(d.pages[index], d.mediaType)
	return pixels.Upright(pixels.Fit(img, mostShown), f.orientation), nil
}

// Close has nothing to free.
func (d *drawing) Close() error { return nil }
