package ocr

import "strings"

// codes maps ISO 639-1 codes to the names of tesseract's data, which mostly are ISO 639-2/T codes.
var codes = map[string]string{
	"af": "afr", "am": "amh", "ar": "ara", "az": "aze", "be": "bel", "bg": "bul", "bn": "ben", "bs": "bos", "ca": "cat", "cs": "ces", "cy": "cym",
	"da": "dan", "de": "deu", "el": "ell", "en": "eng", "eo": "epo", "es": "spa", "et": "est", "eu": "eus", "fa": "fas", "fi": "fin", "fr": "fra",
	"ga": "gle", "gl": "glg", "gu": "guj", "he": "heb", "hi": "hin", "hr": "hrv", "hu": "hun", "hy": "hye", "id": "ind", "is": "isl", "it": "ita",
	"ja": "jpn", "ka": "kat", "kk": "kaz", "km": "khm", "kn": "kan", "ko": "kor", "la": "lat", "lo": "lao", "lt": "lit", "lv": "lav", "mk": "mkd",
	"ml": "mal", "mn": "mon", "mr": "mar", "ms": "msa", "my": "mya", "nb": "nor", "ne": "nep", "nl": "nld", "nn": "nor", "no": "nor", "or": "ori",
	"pa": "pan", "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sa": "san", "si": "sin", "sk": "slk", "sl": "slv", "sq": "sqi", "sr": "srp",
	"sv": "swe", "sw": "swa", "ta": "tam", "te": "tel", "th": "tha", "tl": "tgl", "tr": "tur", "uk": "ukr", "ur": "urd", "uz": "uzb", "vi": "vie",
	"yi": "yid", "zh": "chi_sim",
	// bibliographic codes of ISO 639-2
	"ger": "deu", "fre": "fra", "dut": "nld", "cze": "ces", "gre": "ell", "chi": "chi_sim", "zho": "chi_sim", "rum": "ron", "slo": "slk", "per": "fas", "alb": "sqi",
	"arm": "hye", "baq": "eus", "bur": "mya", "geo": "kat", "ice": "isl", "mac": "mkd", "may": "msa", "wel": "cym",
}

// code returns the name of tesseract's data for a language tag.
func code(tag string) string {
	t := strings.ToLower(strings.TrimSpace(tag))
	if strings.Contains(t, "_") { // tesseract's own name
		return t
	}
	base, rest, _ := strings.Cut(t, "-")
	if (base == "zh" || base == "chi" || base == "zho") && (strings.Contains(rest, "hant") || strings.HasPrefix(rest, "tw") || strings.HasPrefix(rest, "hk")) {
		return "chi_tra"
	}
	if c, ok := codes[base]; ok {
		return c
	}
	return base
}
