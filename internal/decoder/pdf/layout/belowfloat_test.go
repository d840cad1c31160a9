package layout

import (
	"testing"

	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// Columns begin with their first lines right below a picture over both, whatever stands above the picture.
func TestColumnsBelowPicture(t *testing.T) {
	p := newPage()
	set(p, plain, 10, 72, 260, "Table 3. Boats that came in, by the place where they were kept, with the names of their masters.")
	p.Images = append(p.Images, page.Image{Box: page.Rect{X0: 72, Y0: 270, X1: 520, Y1: 390}, Width: 448, Height: 120, MCID: -1})
	set(p, heavyFont, 10, 72, 406, "4.1. Lamps")
	const left = "A lamp burns at the end of the long quay, which is lit by the man who has the watch of the night and put out by the one who comes after him. The oil is kept in the shed. Nobody may take it from there but the two of them."
	const right = "The harbour master keeps a book of all boats that come in, and writes down their names, where they come from and what they carry. It has been kept there ever since the fire in the old shed took the first one, of which nothing is left."
	wrap(p, plain, 10, 72, 285, 418, 12, left)
	wrap(p, plain, 10, 310, 523, 406, 12, right)
	check(t, dump(Blocks(p, Options{NoImages: true})), `
FigureCaption Table 3. Boats that came in, by the place where they were kept, with the names of their masters.
Image 
Title h1 4.1. Lamps
NarrativeText `+left+`
NarrativeText `+right)
}

// A name's initial and a reference's number at a line's start open no items.
func TestNamesAndNumbersAtLineStart(t *testing.T) {
	p := newPage()
	for i, s := range [][]string{
		{"[34]", "P. Arden, S. Brook, C. Chant, E. Yard, Z. Dale, L. Antman and", "A. Loft. Lamps and boats, and how to keep them. Port papers, 2017."},
		{"[35]", "T. Quay. Ropes, 2018."},
	} {
		y := 80 + 30*float32(i)
		set(p, plain, 10, 72, y, s[0])
		setLines(p, plain, 10, 94, y, 12, s[1:]...)
	}
	setLines(p, plain, 10, 72, 160, 12, "The lamp is as good as those that were looked at by Chant and Yard, or by others, in the older work of Arden et al.", "[20] and is lit each night.")
	check(t, dump(Blocks(p, Options{})), `
ListItem 0 "[34]" P. Arden, S. Brook, C. Chant, E. Yard, Z. Dale, L. Antman and A. Loft. Lamps and boats, and how to keep them. Port papers, 2017.
ListItem 0 "[35]" T. Quay. Ropes, 2018.
NarrativeText The lamp is as good as those that were looked at by Chant and Yard, or by others, in the older work of Arden et al. [20] and is lit each night.`)
}

// A picture beside a paragraph does not cut it, and stands in front of it.
func TestPictureBesideText(t *testing.T) {
	p := newPage()
	const text = "The harbour master keeps a book of all boats that come in, and writes down their names, where they come from and what they carry. It has been kept there ever since the fire in the old shed took the first one."
	set(p, plain, 10, 72, 280, "This is the man who keeps it.")
	p.Images = append(p.Images, page.Image{Box: page.Rect{X0: 72, Y0: 300, X1: 180, Y1: 372}, Width: 108, Height: 72, MCID: -1})
	wrap(p, plain, 10, 190, 400, 310, 12, text)
	check(t, dump(Blocks(p, Options{NoImages: true})), `
NarrativeText This is the man who keeps it.
Image 
NarrativeText `+text)
}
