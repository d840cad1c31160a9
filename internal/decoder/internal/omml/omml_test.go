package omml

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/xmlscan"
)

func latex(src string) (string, error) {
	s, err := xmlscan.New(strings.NewReader(`<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">`+src+`</m:oMath>`),
		xmlscan.Options{Prefixes: opc.Prefixes})
	if err != nil {
		return "", err
	}
	defer s.Close()
	if _, err := s.Next(); err != nil {
		return "", err
	}
	return LaTeX(s)
}

func r(text string) string  { return "<m:r><m:t>" + text + "</m:t></m:r>" }
func e(inner string) string { return "<m:e>" + inner + "</m:e>" }

func TestLaTeX(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"run", r("a=2.5b"), `a = 2.5b`},
		{"greek", r("πr"), `\pi r`},
		{"fraction", "<m:f><m:num>" + r("a") + "</m:num><m:den>" + r("b") + "</m:den></m:f>", `\frac{a}{b}`},
		{"linear fraction", `<m:f><m:fPr><m:type m:val="lin"/></m:fPr><m:num>` + r("a") + "</m:num><m:den>" + r("b") + "</m:den></m:f>", `a/b`},
		{"scripts", "<m:sSubSup>" + e(r("x")) + "<m:sub>" + r("i") + "</m:sub><m:sup>" + r("2") + "</m:sup></m:sSubSup>", `x_{i}^{2}`},
		{"power of a sum", "<m:sSup>" + e("<m:d>"+e(r("x+a"))+"</m:d>") + "<m:sup>" + r("n") + "</m:sup></m:sSup>", `\left(x + a\right)^{n}`},
		{"pre-scripts", "<m:sPre><m:sub>" + r("1") + "</m:sub><m:sup>" + r("2") + "</m:sup>" + e(r("A")) + "</m:sPre>", `{}_{1}^{2}A`},
		{"root", `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>` + e(r("2")) + "</m:rad><m:rad><m:deg>" + r("3") + "</m:deg>" + e(r("x")) + "</m:rad>", `\sqrt{2}\sqrt[3]{x}`},
		{"sum", `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>` + r("k=0") + "</m:sub><m:sup>" + r("n") + "</m:sup>" + e(r("k")) + "</m:nary>", `\sum_{k = 0}^{n}k`},
		{"integral", `<m:nary><m:naryPr><m:supHide m:val="on"/></m:naryPr><m:sub>` + r("D") + "</m:sub><m:sup/>" + e(r("x")) + "</m:nary>", `\int_{D}x`},
		{"function", `<m:func><m:fName><m:r><m:rPr><m:sty m:val="p"/></m:rPr><m:t>sin</m:t></m:r></m:fName>` + e(r("x")) + "</m:func>", `\sin x`},
		{"limit", "<m:func><m:fName><m:limLow>" + e(r("lim")) + "<m:lim>" + r("x→0") + "</m:lim></m:limLow></m:fName>" + e(r("y")) + "</m:func>", `\lim_{x \rightarrow 0}y`},
		{"accents", `<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>` + e(r("v")) + "</m:acc><m:acc>" + e(r("w")) + `</m:acc><m:bar><m:barPr><m:pos m:val="top"/></m:barPr>` + e(r("z")) + "</m:bar>", `\vec{v}\hat{w}\overline{z}`},
		{"cases", `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>` + e("<m:eqArr>"+e(r("x&amp;=1"))+e(r("y&amp;=2"))+"</m:eqArr>") + "</m:d>", `\begin{cases} x & =1 \\ y & =2 \end{cases}`},
		{"equations", "<m:eqArr>" + e(r("a&amp;b")) + e(r("c")) + "</m:eqArr>", `\begin{aligned} a & b \\ c \end{aligned}`},
		{"matrix", `<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>` + e("<m:m><m:mr>"+e(r("1"))+e(r("0"))+"</m:mr></m:m>") + "</m:d>", `\begin{bmatrix} 1 & 0 \end{bmatrix}`},
		{"binomial", "<m:d>" + e(`<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>`+r("n")+"</m:num><m:den>"+r("k")+"</m:den></m:f>") + "</m:d>", `\binom{n}{k}`},
		{"named function", "<m:func><m:fName>" + r("argmax") + "</m:fName>" + e(r("x")) + "</m:func>", `\operatorname{argmax}x`},
		{"brace with text", "<m:limLow>" + e("<m:groupChr>"+e(r("x+y"))+"</m:groupChr>") + "<m:lim>" + r("two words") + "</m:lim></m:limLow>", `\underbrace{x + y}_{two\ words}`},
		{"numbered equation", "<m:eqArr>" + e(r("a=b#(1)")) + "</m:eqArr>", `a = b\quad(1)`},
		{"one equation", "<m:eqArr>" + e(r("a=b")) + "</m:eqArr>", `a = b`},
		{"text", `<m:r><m:rPr><m:nor/></m:rPr><m:t>if x</m:t></m:r>`, `\text{if x}`},
		{"bold", `<m:r><m:rPr><m:sty m:val="b"/></m:rPr><m:t>v</m:t></m:r>`, `\mathbf{v}`},
		{"deleted", `<w:del>` + r("x") + `</w:del><w:ins>` + r("y") + `</w:ins>`, `y`},
		{"box", "<m:borderBox>" + e(r("x")) + "</m:borderBox>", `\boxed{x}`},
		{"empty", "", ""},
	} {
		if got, err := latex(tt.in); err != nil || got != tt.want {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, err, tt.want)
		}
	}
}

func TestDeepNesting(t *testing.T) {
	const n = 300
	if _, err := latex(strings.Repeat("<m:sSup><m:e>", n) + r("x") + strings.Repeat("</m:e></m:sSup>", n)); err != nil {
		t.Error(err)
	}
}

func FuzzLaTeX(f *testing.F) {
	f.Add("<m:f><m:num>" + r("a") + "</m:num></m:f>")
	f.Add("<m:d><m:dPr><m:begChr/></m:dPr>" + e(r("x")) + "</m:d>")
	f.Fuzz(func(t *testing.T, src string) { latex(src) })
}
