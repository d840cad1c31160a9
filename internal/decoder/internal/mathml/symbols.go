package mathml

import "strings"

// Symbol returns the LaTeX for a character that needs one in maths, or "".
func Symbol(r rune) string {
	if r >= 0x1d400 && r <= 0x1d7ff {
		return alphanumeric(r)
	}
	return symbols[r]
}

// alphanumeric returns letters of the block Mathematical Alphanumeric Symbols (U+1D400 to U+1D7FF) as a letter in a style.
func alphanumeric(r rune) string {
	type alphabet struct {
		first   rune
		command string
	}
	for _, a := range [...]alphabet{
		{0x1d400, "mathbf"}, {0x1d434, ""}, {0x1d468, "boldsymbol"}, {0x1d49c, "mathcal"}, {0x1d4d0, "mathcal"}, {0x1d504, "mathfrak"},
		{0x1d538, "mathbb"}, {0x1d56c, "mathfrak"}, {0x1d5a0, "mathsf"}, {0x1d5d4, "mathsf"}, {0x1d608, "mathsf"}, {0x1d63c, "mathsf"}, {0x1d670, "mathtt"},
	} {
		if k := r - a.first; k >= 0 && k < 52 {
			c := 'A' + k
			if k >= 26 {
				c = 'a' + k - 26
			}
			if a.command == "" {
				return string(c)
			}
			return `\` + a.command + "{" + string(c) + "}"
		}
	}
	for _, g := range [...]struct {
		first rune
		bold  bool
	}{{0x1d6a8, true}, {0x1d6e2, false}, {0x1d71c, true}, {0x1d756, true}, {0x1d790, true}} {
		k := r - g.first
		if k < 0 || k >= 58 {
			continue
		}
		var base rune
		switch {
		case k < 25:
			base = 'Α' + k
		case k == 25:
			base = '∇'
		case k < 51:
			base = 'α' + k - 26
		default:
			base = [...]rune{'∂', 'ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ'}[k-51]
		}
		s := symbols[base]
		if s == "" {
			s = string(base)
		}
		if g.bold {
			return `\boldsymbol{` + s + "}"
		}
		return s
	}
	for i, cmd := range [...]string{"mathbf", "mathbb", "mathsf", "mathsf", "mathtt"} {
		if k := r - (0x1d7ce + rune(i)*10); k >= 0 && k < 10 {
			return `\` + cmd + "{" + string('0'+k) + "}"
		}
	}
	return ""
}

var symbols = map[rune]string{
	'\\': `\backslash`, '{': `\{`, '}': `\}`, '$': `\$`, '%': `\%`, '#': `\#`, '&': `\&`, '_': `\_`, '^': `\hat{}`, '~': `\sim`, '\u00a0': `\ `,
	'ℎ': "h", 'ℬ': `\mathcal{B}`, 'ℰ': `\mathcal{E}`, 'ℱ': `\mathcal{F}`, 'ℋ': `\mathcal{H}`, 'ℐ': `\mathcal{I}`, 'ℒ': `\mathcal{L}`, 'ℳ': `\mathcal{M}`, 'ℛ': `\mathcal{R}`,
	'ℭ': `\mathfrak{C}`, 'ℌ': `\mathfrak{H}`, 'ℑ': `\Im`, 'ℜ': `\Re`, 'ℨ': `\mathfrak{Z}`, 'ℂ': `\mathbb{C}`, 'ℍ': `\mathbb{H}`, 'ℕ': `\mathbb{N}`, 'ℙ': `\mathbb{P}`,
	'ℚ': `\mathbb{Q}`, 'ℝ': `\mathbb{R}`, 'ℤ': `\mathbb{Z}`, 'Α': "A", 'Β': "B", 'Ε': "E", 'Ζ': "Z", 'Η': "H", 'Ι': "I", 'Κ': "K", 'Μ': "M", 'Ν': "N", 'Ο': "O",
	'ⅅ': "D", 'ⅆ': "d", 'ⅇ': "e", 'ⅈ': "i", 'ⅉ': "j", 'Ρ': "P", 'Τ': "T", 'Χ': "X", 'ο': "o", '′': `\prime`, '″': `''`, '‴': `'''`, '−': "-", '–': "-", '‖': `\|`, '∥': `\parallel`, '…': `\ldots`, '⋯': `\cdots`, '“': "“", '‘': "‘",
}

// init adds the symbols whose command is one word.
func init() {
	for pair := range strings.FieldsSeq(`
		αalpha βbeta γgamma δdelta εvarepsilon ϵepsilon ζzeta ηeta θtheta ϑvartheta ιiota κkappa ϰvarkappa λlambda μmu µmu νnu ξxi πpi ϖvarpi ρrho ϱvarrho
		σsigma ςvarsigma τtau υupsilon φvarphi ϕphi χchi ψpsi ωomega ΓGamma ΔDelta ΘTheta ΛLambda ΞXi ΠPi ΣSigma ΥUpsilon ΦPhi ΨPsi ΩOmega ∆Delta
		±pm ∓mp ×times ÷div ⋅cdot ·cdot ∘circ ∗ast ⋆star •bullet ⊕oplus ⊖ominus ⊗otimes ⊘oslash ⊙odot †dagger ‡ddagger ∧wedge ∨vee ∩cap ∪cup ∖setminus
		⊓sqcap ⊔sqcup ≤leq ≥geq ⩽leqslant ⩾geqslant ≪ll ≫gg ≠neq ≡equiv ≈approx ∼sim ≃simeq ≅cong ∝propto ≐doteq ≺prec ≻succ ⊂subset ⊃supset ⊆subseteq
		⊇supseteq ⊊subsetneq ∈in ∉notin ∋ni ⊢vdash ⊣dashv ⊨models ⊥perp ∣mid ∤nmid ⋈bowtie ∀forall ∃exists ∄nexists ¬neg ∅emptyset ∞infty ∂partial ∇nabla
		√surd ∠angle △triangle □square ◊diamond ℏhbar ℓell ℘wp ℵaleph ıimath ȷjmath ∑sum ∏prod ∐coprod ∫int ∬iint ∭iiint ∮oint ∯oiint ∰oiiint ⋃bigcup ⋂bigcap ⋁bigvee ⋀bigwedge
		⨁bigoplus ⨂bigotimes ←leftarrow →rightarrow ↑uparrow ↓downarrow ↔leftrightarrow ⇐Leftarrow ⇒Rightarrow ⇑Uparrow ⇓Downarrow ⇔Leftrightarrow ↦mapsto
		⟵longleftarrow ⟶longrightarrow ⟸Longleftarrow ⟹Longrightarrow ⟺iff ↪hookrightarrow ↩hookleftarrow ⇌rightleftharpoons ↗nearrow ↘searrow ↙swarrow ↖nwarrow
		⟨langle ⟩rangle 〈langle 〉rangle ⌈lceil ⌉rceil ⌊lfloor ⌋rfloor ⋮vdots ⋱ddots ∴therefore ∵because °degree §S ¶P ©copyright ⊤top ≜triangleq ≔coloneqq ℧mho`) {
		r := []rune(pair)
		if len(r) > 1 {
			symbols[r[0]] = `\` + string(r[1:])
		}
	}
}
