package docx

import (
	"github.com/udecode/udecode/internal/decoder/internal/omml"
	"github.com/udecode/udecode/internal/udm"
)

// math reads an m:oMath into the text, or an m:oMathPara, whose equations stand on lines of their own (22.1.2.77,
// 22.1.2.78). Equations with no prose around them
// stand on their own too.
func (st *story) math(p *paragraph) error {
	s := st.s
	if s.Name() == "m:oMath" {
		latex, err := omml.LaTeX(s.Scanner)
		if latex != "" {
			prose := p.prose
			st.write(p, omml.Inline(latex), 0)
			p.prose = prose
			p.formulas = append(p.formulas, latex)
		}
		return err
	}
	return s.Children(func() error {
		if s.Name() != "m:oMath" {
			return nil
		}
		if st.cell != nil {
			return st.math(p)
		}
		latex, err := omml.LaTeX(s.Scanner)
		if latex != "" {
			b := udm.NewFormula("latex", latex)
			b.Position.Page = st.page
			p.after = append(p.after, item{block: b})
		}
		return err
	})
}
