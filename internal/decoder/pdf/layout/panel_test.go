package layout

import (
	"strings"
	"testing"
)

// A table that is folded, with its head above each part, is as many tables side by side; a head below others is not.
func TestFoldedTable(t *testing.T) {
	at := []float32{76, 136, 216, 276}
	rows := [][]string{{"1", "Gull", "5", "Tern"}, {"2", "Skua", "6", "Petrel"}, {"3", "Auk", "7", "Heron"}, {"4", "Knot", "", ""}}
	for _, tt := range []struct {
		head []string
		want string
	}{
		{[]string{"Berth", "Boat", "Berth", "Boat"}, `Table ["Berth" "Boat"] ["1" "Gull"] ["2" "Skua"] ["3" "Auk"] ["4" "Knot"]
Table ["Berth" "Boat"] ["5" "Tern"] ["6" "Petrel"] ["7" "Heron"]`},
		{[]string{"Berth", "Boat", "Berth", "Home"}, `Table ["Berth" "Boat" "Berth" "Home"] ["1" "Gull" "5" "Tern"] ["2" "Skua" "6" "Petrel"] ["3" "Auk" "7" "Heron"] ["4" "Knot" "" ""]`},
	} {
		p := newPage()
		linesAt(p, 100, 120, 204)
		for c, s := range tt.head {
			put(p, heavyFont, 10, at[c], 114, s)
		}
		rowsAt(p, 136, 20, at, rows...)
		if got := strings.TrimSpace(strings.ReplaceAll(dump(Blocks(p, Options{})), " \n", "\n")); got != tt.want {
			t.Errorf("got\n%s", got)
		}
	}
}
