package layout

import "testing"

// Where white space parts all paragraphs, short lines without it are one stanza; elsewhere a line that ends a sentence early
// ends a paragraph.
func TestStanzaAmongSpacedParagraphs(t *testing.T) {
	const (
		first = "The harbour master keeps a book of all boats that come in, and writes down their names, where they come from and what they carry. It is kept in the office."
		last  = "Nobody knows who wrote the lines on the wall of the old shed, or when, but the paint is of the kind that was used on boats before the fire."
	)
	for _, lead := range []float32{24, 12} {
		p := newPage()
		y := wrap(p, plain, 10, 72, 480, 80, 12, first) - 12 + lead
		y = setLines(p, plain, 10, 72, y, 12, "He stood upon the quay.", "The lamp was out.", "The boat was gone.") - 12 + lead
		y = wrap(p, plain, 10, 72, 480, y, 12, last) - 12 + lead
		wrap(p, plain, 10, 72, 480, y, 12, first)
		want := "NarrativeText " + first + "\nNarrativeText He stood upon the quay.\nThe lamp was out.\nThe boat was gone.\nNarrativeText " + last + "\nNarrativeText " + first
		if lead == 12 {
			want = "NarrativeText " + first + "\nNarrativeText He stood upon the quay.\nNarrativeText The lamp was out.\nNarrativeText The boat was gone.\nNarrativeText " + last + "\nNarrativeText " + first
		}
		check(t, dump(Blocks(p, Options{})), want)
	}
}
