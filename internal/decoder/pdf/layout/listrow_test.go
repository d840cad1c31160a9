package layout

import "testing"

// Items side by side are items, on one level, and what stands below two lists comes behind both.
func TestItemsSideBySide(t *testing.T) {
	p := newPage()
	item := func(x, y float32, s string) {
		set(p, plain, 10, x, y, "•")
		set(p, plain, 10, x+10, y, s)
	}
	for i, s := range [][2]string{{"oars", "a lamp"}, {"ropes", "an anchor"}, {"a pump", "a bell"}} {
		item(72, 80+14*float32(i), s[0])
		item(300, 80+14*float32(i), s[1])
	}
	set(p, heavyFont, 12, 72, 140, "At Sea")
	wrap(p, plain, 10, 72, 480, 160, 12, "The lamp is lit before it gets dark, and somebody looks after it all night, who does not sleep before the sun is up.")
	item(72, 200, "bread")
	item(300, 200, "butter")
	check(t, dump(Blocks(p, Options{})), `
ListItem 0 "" oars
ListItem 0 "" ropes
ListItem 0 "" a pump
ListItem 0 "" a lamp
ListItem 0 "" an anchor
ListItem 0 "" a bell
Title h1 At Sea
NarrativeText The lamp is lit before it gets dark, and somebody looks after it all night, who does not sleep before the sun is up.
ListItem 0 "" bread
ListItem 0 "" butter`)
}
