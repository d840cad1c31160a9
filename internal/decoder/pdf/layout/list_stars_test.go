package layout

import "testing"

// Notes with one, two and three asterisks are notes, each by itself, and no list.
func TestNotesWithAsterisks(t *testing.T) {
	p := newPage()
	setLines(p, plain, 10, 72, 80, 12, "The harbour master keeps a book of all boats that come in, and writes down their", "names and where they come from.")
	setLines(p, plain, 9, 72, 130, 11, "* May be seen in the morning", "** Not for sale", "*** See the book that lies in the office of the harbour, or the", "one at the quay")
	check(t, dump(Blocks(p, Options{})), `
NarrativeText The harbour master keeps a book of all boats that come in, and writes down their names and where they come from.
NarrativeText * May be seen in the morning
UncategorizedText ** Not for sale
NarrativeText *** See the book that lies in the office of the harbour, or the one at the quay`)
}
