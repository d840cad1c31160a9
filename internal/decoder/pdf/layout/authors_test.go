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
	check(t, dump(Blocks(p, Options{})), `
UncategorizedText Ada Quay Harbour Office, Ryde quay@harbour.example
UncategorizedText Benjamin Lamp Institute of Ropes and Lamps lamp@ropes.example
UncategorizedText Cleopatra Oar-Smith Boat Yard at the Quay oar@yard.example
UncategorizedText Dan Anchor Office for Anchors anchor@sea.example`)
}
