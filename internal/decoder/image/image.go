// Package image decodes pictures: PNG, JPEG, TIFF, BMP, GIF, WebP, and HEIF of which only the size is read.
//
// A picture is a page that holds an image block with the file's own bytes; each page of a TIFF file is one, as a TIFF file of its own.
// Text is read off the pixels by the tesseract program where it is installed, and becomes blocks by the layout analysis that PDF
// pages go through. Their boxes are in pixels of the picture as a reader sees it, turned as Exif says. Titles, authors and dates come
// from Exif, TIFF tags and PNG texts.
package image

import (
	"context"
	"fmt"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/udm"
)

const name = "image"

// Format is all kinds of pictures made of pixels.
var Format = decoder.Format{
	Name:       name,
	Title:      "picture (PNG, JPEG, TIFF, BMP, GIF, WebP, HEIF)",
	MediaTypes: []string{"image/png", "image/jpeg", "image/tiff", "image/bmp", "image/gif", "image/webp", "image/heic", "image/heif", "image/avif"},
	Extensions: []string{".png", ".jpg", ".jpeg", ".tif", ".tiff", ".bmp", ".gif", ".webp", ".heic", ".heif", ".avif"},
	Unit:       udm.Page,
	Match: func(p *decoder.Probe) decoder.Confidence {
		if mediaType, _, _ := picture.Sniff(p.Head); pixelType[mediaType] {
			return decoder.Certain
		}
		return decoder.No
	},
	Decode: decode,
	Draw:   openPictures,
}

// pixelType are the media types of the format.
var pixelType = map[string]bool{
	"image/png": true, "image/jpeg": true, "image/tiff": true, "image/bmp": true, "image/gif": true, "image/webp": true,
	"image/heic": true, "image/heif": true, "image/avif": true,
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	mediaType, _, _ := picture.Sniff(raw)
	if !pixelType[mediaType] {
		return nil, fmt.Errorf("%w: no picture of a known kind", decoder.ErrMalformed)
	}
	pages := [][]byte{raw}
	if mediaType == "image/tiff" {
		if pages, err = tiffPages(in, raw); err != nil {
			return nil, err
		}
	}
	doc := decoder.NewDocument(in, name)
	shots := make([]shot, len(pages))
	for i, b := range pages {
		s := &shots[i]
		s.raw, s.mediaType = b, mediaType
		s.facts.read(b, mediaType)
		s.block = picture.Block(udm.Bytes(b), mediaType)
		s.block.Position.Page = int32(i + 1)
		if s.block.Data.Width == 0 {
			in.Warnf("page %d: the picture's size can't be read", i+1)
		}
		if in.Options.NoImages {
			s.block.Data.Blob = nil
		}
	}
	doc.Metadata = shots[0].facts.meta
	doc.Nodes, err = readText(ctx, in, shots)
	if err != nil {
		return nil, err
	}
	for i, n := range doc.Nodes {
		n.Width, n.Height = shots[i].size()
		n.Blocks = append([]*udm.ContentBlock{shots[i].block}, n.Blocks...)
		if err := in.Budget.ChargeBlocks(int64(len(n.Blocks))); err != nil {
			return nil, err
		}
	}
	return doc, nil
}
