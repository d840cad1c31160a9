package font

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed widths.txt
var widthList string

// metrics are the widths of the standard fonts by glyph name, in 1/1000 em.
var metrics = sync.OnceValue(func() map[string][6]float32 {
	m := make(map[string][6]float32, 710)
	for line := range strings.Lines(widthList) {
		f := strings.Fields(line)
		if len(f) < 2 || f[0] == "#" {
			continue
		}
		var w [6]float32
		for i := range w {
			v, _ := strconv.Atoi(f[min(i+1, len(f)-1)])
			w[i] = float32(v)
		}
		m[f[0]] = w
	}
	return m
})

// standardWidth returns the width of a glyph in the standard font that is nearest to one of that name and
// those looks (9.6.2.2), in 1/1000 em.
func standardWidth(base, glyph string, mono, serif, bold, italic bool) float32 {
	switch {
	case mono:
		return 600
	case base == "Symbol" || base == "ZapfDingbats":
		return metrics()[base+":"+glyph][0]
	}
	column := 0
	if serif {
		column = 2
		if italic {
			column = 4
		}
	}
	if bold {
		column++
	}
	return metrics()[glyph][column]
}
