package interp

import (
	"math"
	"testing"

	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/cos/costest"
)

func TestFunctions(t *testing.T) {
	for _, tt := range []struct {
		name, dict, data string
		x, want          []float64
	}{
		{"exponential", "/FunctionType 2 /Domain [0 1] /C0 [0 1] /C1 [1 0] /N 2", "", []float64{.5}, []float64{.25, .75}},
		{"out of the domain", "/FunctionType 2 /Domain [0 1] /N 1", "", []float64{7}, []float64{1}},
		{"stitching", "/FunctionType 3 /Domain [0 1] /Bounds [.5] /Encode [0 1 1 0] /Functions [<< /FunctionType 2 /Domain [0 1] /N 1 >> << /FunctionType 2 /Domain [0 1] /N 1 >>]",
			"", []float64{.75}, []float64{.5}},
		{"sampled", "/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [3] /BitsPerSample 8", "\x00\xFF\x00", []float64{.25}, []float64{.5}},
		{"sampled in two", "/FunctionType 0 /Domain [0 1 0 1] /Range [0 1] /Size [2 2] /BitsPerSample 8", "\x00\xFF\x00\xFF", []float64{.5, .3}, []float64{.5}},
		{"sampled in four", "/FunctionType 0 /Domain [0 1 0 1 0 1 0 1] /Range [0 1] /Size [2 1 1 1] /BitsPerSample 8", "\x00\xFF", []float64{.9, 0, 0, 0}, []float64{1}},
		{"decoded", "/FunctionType 0 /Domain [0 1] /Range [-1 1] /Decode [1 -1] /Size [2] /BitsPerSample 4", "\x0F", []float64{0}, []float64{1}},
		{"sum", "/FunctionType 4 /Domain [0 9 0 9] /Range [0 99]", "{ add 2 mul }", []float64{3, 4}, []float64{14}},
		{"range", "/FunctionType 4 /Domain [0 9] /Range [0 1]", "{ 5 add }", []float64{3}, []float64{1}},
		{"condition", "/FunctionType 4 /Domain [0 9] /Range [0 99]", "{ dup 2 gt { 10 mul } { pop 1 } ifelse }", []float64{3}, []float64{30}},
		{"otherwise", "/FunctionType 4 /Domain [0 9] /Range [0 99]", "{ dup 2 gt { 10 mul } { pop 1 } ifelse }", []float64{1}, []float64{1}},
		{"roll", "/FunctionType 4 /Domain [0 9 0 9 0 9] /Range [0 9 0 9 0 9]", "{ 3 1 roll }", []float64{1, 2, 3}, []float64{3, 1, 2}},
		{"copy and index", "/FunctionType 4 /Domain [0 9 0 9] /Range [0 9 0 9 0 9 0 9 0 9]", "{ 2 copy 3 index }", []float64{1, 2}, []float64{1, 2, 1, 2, 1}},
		{"angles", "/FunctionType 4 /Domain [0 360] /Range [0 360 -1 1]", "{ dup sin exch 1 atan exch }", []float64{90}, []float64{math.Atan(90) * 180 / math.Pi, 1}},
		{"division by 0", "/FunctionType 4 /Domain [0 9] /Range [0 9]", "{ 0 idiv }", []float64{3}, []float64{0}},
		{"nothing on the stack", "/FunctionType 4 /Domain [0 9] /Range [0 9]", "{ pop pop add }", []float64{3}, []float64{0}},
	} {
		f := costest.Page(costest.Helvetica, "")
		f.Add(costest.Stream(tt.dict, tt.data))
		d := open(t, f.Table()).(*document)
		fn := readFunction(d.cos, cos.Dict{}, 0)
		if fn != nil {
			t.Fatal("the catalogue is a function")
		}
		if fn = readFunction(d.cos, cos.Ref{Num: 5}, 0); fn == nil {
			t.Errorf("%s: not read", tt.name)
			continue
		}
		got := fn.eval(nil, tt.x)
		same := len(got) == len(tt.want)
		for i := 0; same && i < len(got); i++ {
			same = math.Abs(got[i]-tt.want[i]) < 1e-9
		}
		if !same {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// What is no function gives none.
func TestNoFunction(t *testing.T) {
	for _, dict := range []string{"/FunctionType 4 /Domain [0 1]", "/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [99999 99999] /BitsPerSample 8",
		"/FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1] /Functions [5 0 R]", "/FunctionType 2"} {
		f := costest.Page(costest.Helvetica, "")
		f.Add(costest.Stream(dict, "{ 1 add"))
		if d := open(t, f.Table()).(*document); readFunction(d.cos, cos.Ref{Num: 5}, 0) != nil {
			t.Errorf("%s is a function", dict)
		}
	}
}
