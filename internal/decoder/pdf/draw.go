package pdf

import (
	"context"
	"image"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/pdf/pdfium"
)

// drawDPI is fine enough to read small print on a page that fills half of a screen.
const drawDPI = 110

// drawing is a document whose pages are drawn.
type drawing struct{ *pdfium.Document }

func openPictures(ctx context.Context, in *decoder.Input) (decoder.Pictures, error) {
	d, err := pdfium.Open(ctx, in.Content, in.Options.Passwords)
	if err != nil {
		return nil, err
	}
	return drawing{d}, nil
}

// Picture draws a page in colour.
func (d drawing) Picture(index int) (image.Image, error) {
	if index >= d.NumPages() {
		return nil, nil
	}
	return d.RenderColor(index, drawDPI)
}
