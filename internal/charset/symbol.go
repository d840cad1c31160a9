package charset

import "strings"

// SymbolFont returns the characters of a font with glyphs of its own in place of letters (Symbol, Wingdings; the common ones of Wingdings 2 and Webdings):
// index by byte, or by the low byte of U+F000 to U+F0FF; a place that is 0 has no known meaning. The result is nil for
// other fonts.
func SymbolFont(name string) *[256]rune {
	name = strings.ToLower(strings.TrimSpace(name))
	switch {
	case name == "symbol" || strings.HasPrefix(name, "symbol ") || name == "standard symbols l" || name == "symbolmt" || name == "symbol mt":
		return symbolFont
	case name == "wingdings":
		return wingdings
	case name == "wingdings 2":
		return wingdings2
	case name == "webdings":
		return webdings
	}
	return nil
}

var symbolFont = runs(map[byte]string{
	0x20: " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
	0xa0: "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪",
	0xf1: "〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
})

var wingdings = runs(map[byte]string{
	0x20: " 🖉✂✁👓🕭🕮🕯🕿✆🖂🖃📪📫📬📭📁📂📄🗏🗐🗄⌛🖮🖰🖲🖳🖴🖫🖬✇✍🖎✌👌👍👎☜☞☝☟🖐☺😐☹💣☠🏳🏱✈☼💧❄🕆✞🕈✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓🙰🙵●🔾■□🞐❑❒⬧⧫◆❖⬥⌧⮹⌘🏵🏶🙶🙷",
	0x80: "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿🙢🙠🙡🙣🙞🙜🙝🙟·•⬝⭘🞆🞈🞊🞋🔿▪☐🟀✦★✶✴✹✵⯐⌖⟡⌑⯑✪✰🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛",
	0xd5: "⌫⌦⮘➢⮙⮛⮈➲⮉⮋←→↑↓↖↗↙↘⬅➔⬆⬇⬉⬈⬋⬊⇦⇨⇧⇩⬄⇳⬀⬁⬃⬂▫▪✗✓☒☑",
})

// wingdings2 and webdings have the signs that documents use: ticks, boxes, bullets and arrows.
var (
	wingdings2 = runs(map[byte]string{0x4f: "✗✓☒☑☒☒", 0x96: "•●", 0xa2: "■□"})
	webdings   = runs(map[byte]string{0x33: "◀▶▲▼", 0x61: "✔", 0x63: "□", 0x67: "■", 0x6e: "●", 0x72: "✖"})
)

func runs(m map[byte]string) *[256]rune {
	var t [256]rune
	for start, s := range m {
		i := int(start)
		for _, r := range s {
			t[i] = r
			i++
		}
	}
	return &t
}
