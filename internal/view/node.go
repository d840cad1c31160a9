package view

import (
	"fmt"
	"strconv"

	"github.com/udecode/udecode/internal/udm"
)

// node is a page, slide, sheet or section as it is shown.
type node struct {
	Name, Label string
	Number      int // from 1
	Facts       []fact
	Picture     string
	Flaw        string // why there is no picture
	Aspect      string // width to height; "" without a page to show
	Boxes       []box
}

// box is a block's place on its page.
type box struct {
	Key, Kind string
	Number    int // of the block, from 1
	Place     string
}

func newNode(n *udm.StructuralNode, index int, pictures Pictures) *node {
	v := &node{Name: string(n.Role), Label: n.Label, Number: index + 1, Facts: others(n.Metadata.Custom)}
	if v.Label == strconv.Itoa(v.Number) {
		v.Label = ""
	}
	width, height := n.Width, n.Height
	if pictures != nil {
		switch img, err := pictures.Picture(index); {
		case err != nil:
			v.Flaw = err.Error()
		case img != nil:
			v.Picture = dataURL(encode(img))
			if size := img.Bounds().Size(); width <= 0 || height <= 0 {
				width, height = float64(size.X), float64(size.Y)
			}
		}
	}
	if width <= 0 || height <= 0 {
		width, height = extent(n.Blocks)
	}
	if width <= 0 || height <= 0 {
		return v
	}
	corners := make(map[corner]int)
	for i, b := range n.Blocks {
		if r := b.Position.BBox; r != nil {
			at := corner{int(r.X / width * cornerCols), int(r.Y / height * cornerRows)}
			v.Boxes = append(v.Boxes, box{Key: key(index, i), Kind: kind(b), Number: i + 1, Place: place(r, width, height, corners[at])})
			corners[at]++
		}
	}
	if v.Picture != "" || len(v.Boxes) > 0 {
		v.Aspect = fmt.Sprintf("%.4f", width/height)
	}
	return v
}

// corner is where the number of a box stands, in steps of about its size. Several boxes begin at one place when a shape on a
// slide has several paragraphs, or when a paragraph goes on in the next column.
type corner struct{ col, row int }

const cornerCols, cornerRows = 50, 70

// key names a block within the page of HTML.
func key(node, block int) string { return fmt.Sprintf("%d-%d", node+1, block+1) }

// extent is how far the boxes reach, and a little margin.
func extent(blocks []*udm.ContentBlock) (width, height float64) {
	for _, b := range blocks {
		if r := b.Position.BBox; r != nil {
			width, height = max(width, r.X+r.Width), max(height, r.Y+r.Height)
		}
	}
	const margin = 1.03
	return width * margin, height * margin
}

// place is where a box stands, in percent of the page, and how many numbers stand above its own. Small boxes lie above
// large ones.
func place(r *udm.BBox, width, height float64, nth int) string {
	const layers = 1000
	share := r.Width * r.Height / (width * height)
	css := fmt.Sprintf("left:%.2f%%;top:%.2f%%;width:%.2f%%;height:%.2f%%;z-index:%d",
		100*r.X/width, 100*r.Y/height, 100*r.Width/width, 100*r.Height/height, layers-int(layers*min(share, 1)))
	if nth > 0 {
		css += fmt.Sprintf(";--nth:%d", nth)
	}
	return css
}
