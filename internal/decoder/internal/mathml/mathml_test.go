package mathml

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/udecode/udecode/internal/xmlscan"
)

var formulas = []struct{ name, in, want string }{
	{"fraction", `<mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac>`, `\frac{a}{b + 1}`},
	{"scripts", `<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>`, `x_{i}^{2}`},
	{"base of two", `<msup><mrow><mi>a</mi><mi>b</mi></mrow><mn>2</mn></msup>`, `{ab}^{2}`},
	{"sum", `<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub>`, `\sum_{i = 1}^{n}x_{i}`},
	{"root", `<mroot><mi>x</mi><mn>3</mn></mroot><msqrt><mn>2</mn><mi>π</mi></msqrt>`, `\sqrt[3]{x}\sqrt{2\pi}`},
	{"words apart", `<mi>α</mi><mi>x</mi><mo>∈</mo><mi>ℝ</mi>`, `\alpha x \in \mathbb{R}`},
	{"function", `<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>`, `\sin x`},
	{"matrix", `<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo>`,
		`\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}`},
	{"cases", `<mo>{</mo><mtable><mtr><mtd><mi>x</mi></mtd><mtd><mtext>if x</mtext></mtd></mtr></mtable>`, `\begin{cases} x & \text{if x} \end{cases}`},
	{"accent", `<mover><mi>x</mi><mo>^</mo></mover><mover><mi>v</mi><mo>→</mo></mover>`, `\hat{x}\vec{v}`},
	{"fenced", `<mfenced><mi>a</mi><mi>b</mi></mfenced>`, `\left(a, b\right)`},
	{"limit", `<munder><mo>lim</mo><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>`, `\lim_{x \rightarrow 0}`},
	{"prescripts", `<mmultiscripts><mi>U</mi><mprescripts/><mn>92</mn><mn>238</mn></mmultiscripts>`, `{}_{92}^{238}U`},
	{"annotation", `<semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">{\displaystyle x^2}</annotation></semantics>`, `x^2`},
	{"escaped", `<mn>5</mn><mo>%</mo><mo>{</mo><mi>A</mi><mo>}</mo>`, `5\%\{A\}`},
	{"equations", `<mtable columnalign="right left"><mtr><mtd><mi>a</mi></mtd><mtd><mo>=</mo><mi>b</mi></mtd></mtr></mtable>`, `\begin{aligned} a & =b \end{aligned}`},
	{"blank at the end", `<munder><mrow><mi>a</mi><mspace width=".2em"/></mrow><mo>⏟</mo></munder>`, `\underbrace{a\ }`},
	{"prime", `<msup><mi>f</mi><mo>′</mo></msup>`, `f'`},
}

func TestLaTeX(t *testing.T) {
	for _, tt := range formulas {
		root, err := html.Parse(strings.NewReader("<math>" + tt.in + "</math>"))
		if err != nil {
			t.Fatal(err)
		}
		var math *html.Node
		for n := range root.Descendants() {
			if n.Data == "math" {
				math = n
				break
			}
		}
		if got := LaTeX(FromHTML(math)); got != tt.want {
			t.Errorf("%s: LaTeX of HTML = %s, want %s", tt.name, got, tt.want)
		}
		s, err := xmlscan.New(strings.NewReader("<m:math xmlns:m='http://www.w3.org/1998/Math/MathML'>"+prefixed(tt.in)+"</m:math>"), xmlscan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Next(); err != nil {
			t.Fatal(err)
		}
		n, err := Read(s)
		s.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got := LaTeX(n); got != tt.want {
			t.Errorf("%s: LaTeX of XML = %s, want %s", tt.name, got, tt.want)
		}
	}
}

func prefixed(s string) string {
	return strings.NewReplacer("</", "</m:", "<", "<m:").Replace(s)
}
