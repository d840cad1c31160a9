package layout

import "testing"

// Authors in two columns are read in rows, each with the lines below the name.
func TestAuthorsInColumns(t *testing.T) {
	p := newPage()
	centre := func(x, y float32, text string) {
		w := set(newPage(), plain, 10, 0, 0, text)
		set(p, plain, 10, x-w/2, y, text)
	}
	authors := [4][]string{
		{"Ada Quay", "Harbour Office, Ryde", "quay@harbour.example"},
		{"Benjamin Lamp", "Institute of Ropes and Lamps", "lamp@ropes.example"},
		{"Cleopatra Oar-Smith", "Boat Yard at the Quay", "oar@yard.example"},
		{"Dan Anchor", "Office for Anchors", "anchor@sea.example"},
	}
	for i, lines := range authors {
		for k, s := range lines {
			centre(180+250*float32(i%2), 120+60*float32(i/2)+12*float32(k), s)
		}
	}
	texts := [2]string{
		"A lamp burns at the end of the long quay, which is lit by the man who has the watch of the night and put out by the one who comes after him. The oil is kept in the shed, and nobody may take it.",
		"The harbour master keeps a book of all boats that come in, and writes down their names, where they come from and what they carry. Boats without a name get one from the office, which they bear.",
	}
	for i, s := range texts {
		wrap(p, plain, 10, 70+240*float32(i), 290+240*float32(i), 260, 12, s)
	}
	check(t, dump(Blocks(p, Options{})), `
UncategorizedText Ada Quay Harbour Office, Ryde quay@harbour.example
UncategorizedText Benjamin Lamp Institute of Ropes and Lamps lamp@ropes.example
UncategorizedText Cleopatra Oar-Smith Boat Yard at the Quay oar@yard.example
UncategorizedText Dan Anchor Office for Anchors anchor@sea.example
NarrativeText `+texts[0]+`
NarrativeText `+texts[1])
}
