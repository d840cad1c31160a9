package view

import (
	"bytes"
	"context"
	"fmt"
	"image/png"

	"github.com/udecode/udecode/internal/decoder/pdf/pdfium"
	"github.com/udecode/udecode/internal/source"
)

// viewDPI is fine enough to read small print on a page that fills half a screen.
const viewDPI = 110

// PDFPages returns a function that draws the pages of a PDF, for Write, and one that frees what it holds.
func PDFPages(ctx context.Context, content source.Content, passwords []string) (picture func(index int) (*Picture, error), close func() error, err error) {
	d, err := pdfium.Open(ctx, content, passwords)
	if err != nil {
		return nil, nil, err
	}
	picture = func(index int) (*Picture, error) {
		if index >= d.NumPages() {
			return nil, nil
		}
		img, err := d.RenderColor(index, viewDPI)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		enc := png.Encoder{CompressionLevel: png.BestSpeed}
		if err := enc.Encode(&b, img); err != nil {
			return nil, fmt.Errorf("page %d: %w", index+1, err)
		}
		size := img.Bounds().Size()
		return &Picture{MediaType: "image/png", Data: b.Bytes(), Width: float64(size.X) * 72 / viewDPI, Height: float64(size.Y) * 72 / viewDPI}, nil
	}
	return picture, d.Close, nil
}
