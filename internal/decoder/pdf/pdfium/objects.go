package pdfium

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"math"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/udm"
)

const (
	maxObjects  = 200_000
	maxSegments = 20_000 // of one path; longer ones are drawings
	maxDepth    = 16     // of forms in forms
)

func (r *reader) readObjects() {
	n, err := r.d.inst.FPDFPage_CountObjects(&requests.FPDFPage_CountObjects{Page: r.ref})
	if err != nil {
		return
	}
	left := maxObjects
	for i := range n.Count {
		obj, err := r.d.inst.FPDFPage_GetObject(&requests.FPDFPage_GetObject{Page: r.ref, Index: i})
		if err != nil {
			continue
		}
		if left--; left < 0 {
			return
		}
		r.readObject(obj.PageObject, r.view, 0, &left)
	}
}

func (r *reader) matrixOf(obj references.FPDF_PAGEOBJECT) (matrix, bool) {
	m, err := r.d.inst.FPDFPageObj_GetMatrix(&requests.FPDFPageObj_GetMatrix{PageObject: obj})
	if err != nil {
		return matrix{}, false
	}
	return matrix{float64(m.Matrix.A), float64(m.Matrix.B), float64(m.Matrix.C), float64(m.Matrix.D), float64(m.Matrix.E), float64(m.Matrix.F)}, true
}

func (r *reader) readObject(obj references.FPDF_PAGEOBJECT, ctm matrix, depth int, left *int) {
	inst := r.d.inst
	kind, err := inst.FPDFPageObj_GetType(&requests.FPDFPageObj_GetType{PageObject: obj})
	if err != nil {
		return
	}
	switch kind.Type {
	case enums.FPDF_PAGEOBJ_PATH:
		if m, ok := r.matrixOf(obj); ok {
			r.readPath(obj, ctm.mul(m))
		}
	case enums.FPDF_PAGEOBJ_IMAGE:
		if m, ok := r.matrixOf(obj); ok {
			r.readImage(obj, ctm.mul(m))
		}
	case enums.FPDF_PAGEOBJ_FORM:
		m, ok := r.matrixOf(obj)
		if !ok || depth >= maxDepth {
			return
		}
		n, err := inst.FPDFFormObj_CountObjects(&requests.FPDFFormObj_CountObjects{PageObject: obj})
		if err != nil {
			return
		}
		for i := range n.Count {
			child, err := inst.FPDFFormObj_GetObject(&requests.FPDFFormObj_GetObject{PageObject: obj, Index: uint64(i)})
			if err != nil {
				continue
			}
			if *left--; *left < 0 {
				return
			}
			r.readObject(child.PageObject, ctm.mul(m), depth+1, left)
		}
	}
}

// readPath turns a path into rules and fills. Curves only move the pen.
func (r *reader) readPath(obj references.FPDF_PAGEOBJECT, m matrix) {
	inst := r.d.inst
	mode, err := inst.FPDFPath_GetDrawMode(&requests.FPDFPath_GetDrawMode{PageObject: obj})
	if err != nil {
		return
	}
	n, err := inst.FPDFPath_CountSegments(&requests.FPDFPath_CountSegments{PageObject: obj})
	if err != nil || n.Count > maxSegments {
		return
	}
	b := page.PathBuilder{Page: r.out, Fill: mode.FillMode != enums.FPDF_FILLMODE_NONE, Stroke: mode.Stroke}
	if b.Stroke {
		b.Width = 1
		if w, err := inst.FPDFPageObj_GetStrokeWidth(&requests.FPDFPageObj_GetStrokeWidth{PageObject: obj}); err == nil {
			b.Width = w.StrokeWidth * float32(math.Sqrt(math.Abs(m.a*m.d-m.b*m.c)))
		}
		if c, err := inst.FPDFPageObj_GetStrokeColor(&requests.FPDFPageObj_GetStrokeColor{PageObject: obj}); err == nil {
			b.StrokeColor = rgb(c.StrokeColor.R, c.StrokeColor.G, c.StrokeColor.B)
		}
	}
	if b.Fill {
		if c, err := inst.FPDFPageObj_GetFillColor(&requests.FPDFPageObj_GetFillColor{PageObject: obj}); err == nil {
			b.FillColor = rgb(c.FillColor.R, c.FillColor.G, c.FillColor.B)
		}
	}
	for i := range n.Count {
		seg, err := inst.FPDFPath_GetPathSegment(&requests.FPDFPath_GetPathSegment{PageObject: obj, Index: i})
		if err != nil {
			return
		}
		at, err := inst.FPDFPathSegment_GetPoint(&requests.FPDFPathSegment_GetPoint{PathSegment: seg.PathSegment})
		if err != nil {
			return
		}
		kind, err := inst.FPDFPathSegment_GetType(&requests.FPDFPathSegment_GetType{PathSegment: seg.PathSegment})
		if err != nil {
			return
		}
		x, y := m.apply(float64(at.X), float64(at.Y))
		switch kind.Type {
		case enums.FPDF_SEGMENT_MOVETO:
			b.MoveTo(x, y)
		case enums.FPDF_SEGMENT_LINETO:
			b.LineTo(x, y)
		default:
			b.CurveTo(x, y)
		}
		if c, err := inst.FPDFPathSegment_GetClose(&requests.FPDFPathSegment_GetClose{PathSegment: seg.PathSegment}); err == nil && c.IsClose {
			b.Close()
		}
	}
	b.Flush()
}

func rgb(r, g, b uint) uint32 { return uint32(r&255)<<16 | uint32(g&255)<<8 | uint32(b&255) }

// readImage takes a JPEG's bytes as they are and turns other pictures into PNG.
func (r *reader) readImage(obj references.FPDF_PAGEOBJECT, m matrix) {
	inst := r.d.inst
	img := page.Image{Box: m.rect(0, 0, 1, 1), MCID: -1}
	corners := m.rect(0, 1, 1, 0) // a turned picture's box needs all four corners
	img.Box = img.Box.Union(corners)
	img.Whole = img.Box
	size, err := inst.FPDFImageObj_GetImagePixelSize(&requests.FPDFImageObj_GetImagePixelSize{ImageObject: obj})
	if err != nil {
		return
	}
	img.Width, img.Height = int(size.Width), int(size.Height)
	if data := r.jpeg(obj); data != nil {
		img.MediaType, img.Blob = "image/jpeg", udm.Bytes(data)
	} else if data := r.png(obj); data != nil {
		img.MediaType, img.Blob = "image/png", udm.Bytes(data)
	}
	if b, ok := img.Blob.(udm.Bytes); ok {
		img.Key = fmt.Sprintf("%d-%d-%x", img.Width, img.Height, checksum(b))
	}
	r.out.Images = append(r.out.Images, img)
}

// checksum is FNV-1a.
func checksum(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

func (r *reader) jpeg(obj references.FPDF_PAGEOBJECT) []byte {
	n, err := r.d.inst.FPDFImageObj_GetImageFilterCount(&requests.FPDFImageObj_GetImageFilterCount{ImageObject: obj})
	if err != nil || n.Count != 1 {
		return nil
	}
	f, err := r.d.inst.FPDFImageObj_GetImageFilter(&requests.FPDFImageObj_GetImageFilter{ImageObject: obj, Index: 0})
	if err != nil || f.ImageFilter != "DCTDecode" {
		return nil
	}
	data, err := r.d.inst.FPDFImageObj_GetImageDataRaw(&requests.FPDFImageObj_GetImageDataRaw{ImageObject: obj})
	if err != nil {
		return nil
	}
	return data.Data
}

func (r *reader) png(obj references.FPDF_PAGEOBJECT) []byte {
	inst := r.d.inst
	res, err := inst.FPDFImageObj_GetBitmap(&requests.FPDFImageObj_GetBitmap{ImageObject: obj})
	if err != nil {
		return nil
	}
	defer inst.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: res.Bitmap})
	w, err := inst.FPDFBitmap_GetWidth(&requests.FPDFBitmap_GetWidth{Bitmap: res.Bitmap})
	if err != nil {
		return nil
	}
	h, err := inst.FPDFBitmap_GetHeight(&requests.FPDFBitmap_GetHeight{Bitmap: res.Bitmap})
	if err != nil {
		return nil
	}
	stride, err := inst.FPDFBitmap_GetStride(&requests.FPDFBitmap_GetStride{Bitmap: res.Bitmap})
	if err != nil {
		return nil
	}
	format, err := inst.FPDFBitmap_GetFormat(&requests.FPDFBitmap_GetFormat{Bitmap: res.Bitmap})
	if err != nil {
		return nil
	}
	buf, err := inst.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: res.Bitmap})
	if err != nil || len(buf.Buffer) < h.Height*stride.Stride {
		return nil
	}
	img := toImage(buf.Buffer, w.Width, h.Height, stride.Stride, format.Format)
	if img == nil {
		return nil
	}
	var out bytes.Buffer
	if png.Encode(&out, img) != nil {
		return nil
	}
	return out.Bytes()
}

func toImage(buf []byte, w, h, stride int, format enums.FPDF_BITMAP_FORMAT) image.Image {
	bytesPerPixel := map[enums.FPDF_BITMAP_FORMAT]int{enums.FPDF_BITMAP_FORMAT_GRAY: 1, enums.FPDF_BITMAP_FORMAT_BGR: 3,
		enums.FPDF_BITMAP_FORMAT_BGRX: 4, enums.FPDF_BITMAP_FORMAT_BGRA: 4}[format]
	if bytesPerPixel == 0 || w <= 0 || h <= 0 || stride < w*bytesPerPixel {
		return nil
	}
	if bytesPerPixel == 1 {
		img := image.NewGray(image.Rect(0, 0, w, h))
		for y := range h {
			copy(img.Pix[y*img.Stride:y*img.Stride+w], buf[y*stride:])
		}
		return img
	}
	img := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		src, dst := buf[y*stride:], img.Pix[y*img.Stride:]
		for x := range w {
			s, d := src[x*bytesPerPixel:], dst[x*4:]
			d[0], d[1], d[2], d[3] = s[2], s[1], s[0], 255
			if format == enums.FPDF_BITMAP_FORMAT_BGRA {
				d[3] = s[3]
			}
		}
	}
	return img
}
