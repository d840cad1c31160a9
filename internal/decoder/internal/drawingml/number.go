package drawingml

import (
	"math"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/numfmt"
)

// number shows a cached value by its number format; what is no number stays as it is.
func (c *chart) number(v, code string) string {
	f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return v
	}
	if c.format == nil || c.code != code {
		c.code, c.format = code, numfmt.Compile(code)
	}
	c.buf = c.format.AppendNumber(c.buf[:0], f, c.date1904)
	return string(c.buf)
}
