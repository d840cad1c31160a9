package image

import (
	"context"
	"errors"
	"image"
	"sync"
	"sync/atomic"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/pdf/layout"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
	"github.com/udecode/udecode/internal/ocr"
	"github.com/udecode/udecode/internal/pixels"
	"github.com/udecode/udecode/internal/udm"
)

// shot is one picture and what was read off it.
type shot struct {
	raw       []byte
	mediaType string
	facts     facts
	block     *udm.ContentBlock
	result    *ocr.Result
	dpi       float64 // at which the result was laid out
}

// Pictures smaller than this, in pixels, hold no text.
const leastWidth, leastHeight = 24, 12

func (s *shot) legible() bool {
	d := s.block.Data
	return pixels.Decodes(s.mediaType) && d.Width >= leastWidth && d.Height >= leastHeight
}

// size returns the size of the upright picture in pixels.
func (s *shot) size() (width, height float64) {
	size := pixels.NewTurn(s.block.Data.Width, s.block.Data.Height, s.facts.orientation).Bounds().Size()
	return float64(size.X), float64(size.Y)
}

// readText returns a node for each picture with the blocks of the text in it.
func readText(ctx context.Context, in *decoder.Input, shots []shot) ([]*udm.StructuralNode, error) {
	pages := make([]*layout.Page, len(shots))
	for i := range pages {
		pages[i] = layout.Analyze(&page.Page{Index: i}, layout.Options{})
	}
	var todo []int
	if in.Options.Strategy != "fast" {
		for i := range shots {
			if shots[i].legible() {
				todo = append(todo, i)
			}
		}
	}
	if len(todo) > 0 {
		if err := readShots(ctx, in, shots, todo, pages); err != nil {
			return nil, err
		}
	}
	nodes := layout.Build(pages, &page.Info{}, layout.Options{})
	for i, n := range nodes {
		if r := shots[i].result; r != nil {
			toPixels(n, shots[i].dpi)
			if r.Rotated != 0 {
				n.Metadata.Set("ocr_rotation", r.Rotated)
			}
		}
	}
	return nodes, nil
}

// readShots recognizes the text of the pictures whose indices are in todo, and analyses their pages.
func readShots(ctx context.Context, in *decoder.Input, shots []shot, todo []int, pages []*layout.Page) error {
	processes := max(1, in.Options.Workers)
	reader, err := ocr.NewReader(ocr.Options{Languages: in.Options.Languages, Processes: processes})
	if err != nil {
		in.Warnf("text in the picture is not read: %v (packages call it tesseract or tesseract-ocr; --strategy fast does without)", err)
		return nil
	}
	defer reader.Close()
	for _, l := range ocr.Missing(in.Options.Languages) {
		in.Warnf("tesseract has no data for %s", l)
	}
	decoding := make(chan struct{}, processes) // before pictures are grey they take much memory
	failed := make([]error, len(todo))
	err = inParallel(processes*ocr.Ahead, len(todo), func(k int) error {
		i := todo[k]
		s := &shots[i]
		decoding <- struct{}{}
		img, err := grey(s.raw, s.mediaType, s.facts.orientation)
		<-decoding
		s.raw = nil
		if err == nil {
			err = s.recognize(ctx, reader, img)
		}
		if s.result != nil {
			pages[i] = layout.Analyze(s.result.Page(i, s.dpi), layout.Options{})
		}
		failed[k] = err
		return ctx.Err()
	})
	for k, err := range failed {
		if err != nil {
			in.Warnf("page %d: text in the picture is not read: %v", todo[k]+1, err)
		}
	}
	return err
}

// inParallel calls f for 0 to n-1, so many at a time; after an error it starts no more.
func inParallel(workers, n int, f func(int) error) error {
	var next atomic.Int64
	errs := make([]error, n)
	var wg sync.WaitGroup
	var stop atomic.Bool
	work := func() {
		for !stop.Load() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			if errs[i] = f(i); errs[i] != nil {
				stop.Store(true)
			}
		}
	}
	for range min(max(1, workers), n) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
	return errors.Join(errs...)
}

// Confidences, in percent, below which words are taken for patterns of a photograph.
const (
	leastOfWord = 25
	leastOfAll  = 50
)

// recognize reads the text. What is no text leaves no result.
func (s *shot) recognize(ctx context.Context, reader *ocr.Reader, img *image.Gray) error {
	dpi := 0
	if plausible(s.facts.dpi) {
		dpi = int(s.facts.dpi + .5)
	}
	r, err := reader.Recognize(ctx, img, dpi)
	if err != nil {
		return err
	}
	r.Drop(leastOfWord)
	if len(r.Words) == 0 || r.Confidence < leastOfAll {
		return nil
	}
	r.DropNoise()
	s.result = r
	s.dpi = resolution(s.facts.dpi, float64(r.TextSize()))
	return nil
}

// plausible tells resolutions of scans from those that cameras and drawing programs put down without meaning.
func plausible(dpi float64) bool { return dpi >= 96 && dpi <= 2400 }

// resolution returns the dots to the inch at which most text has a size that one can read: as stated or, when that can't be, such
// that it is set in ten points.
func resolution(stated, textSize float64) float64 {
	if stated > 0 {
		if points := textSize * 72 / stated; points >= 5 && points <= 30 {
			return stated
		}
	}
	return max(1, textSize*72/10)
}

// toPixels turns the boxes of a node's blocks from points to pixels.
func toPixels(n *udm.StructuralNode, dpi float64) {
	k := dpi / 72
	for _, b := range n.Blocks {
		if p := b.Position.BBox; p != nil {
			b.Position.BBox = &udm.BBox{X: whole(p.X * k), Y: whole(p.Y * k), Width: whole(p.Width * k), Height: whole(p.Height * k), Unit: "px"}
		}
	}
}

func whole(x float64) float64 { return float64(int(x + .5)) }
