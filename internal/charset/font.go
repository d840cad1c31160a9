package charset

// OfFont returns the Windows code page of a font's character set, by the number that Windows gives it (RTF's \fcharset,
// the chs of Word): 0 for the document's own, -1 for symbols.
func OfFont(fcharset int) int {
	switch fcharset {
	case 0:
		return 1252
	case 2:
		return -1
	case 77:
		return 10000
	case 78, 128:
		return 932
	case 79, 129, 130:
		return 949
	case 80, 134:
		return 936
	case 81, 136:
		return 950
	case 85, 161:
		return 1253
	case 86, 162:
		return 1254
	case 163:
		return 1258
	case 83, 177, 181:
		return 1255
	case 84, 178, 179, 180:
		return 1256
	case 88, 186:
		return 1257
	case 89, 204:
		return 1251
	case 87, 222:
		return 874
	case 238:
		return 1250
	case 254:
		return 437
	case 255:
		return 850
	}
	return 0
}

// OfLanguage returns the code page of Windows in a language, by its identifier (MS-LCID); 0 for none known.
func OfLanguage(lcid int) int {
	const simplifiedChinese, traditionalChina, singapore = 0x0804, 0x0404, 0x1004
	switch lcid {
	case simplifiedChinese, singapore:
		return 936
	case traditionalChina, 0x0c04, 0x1404:
		return 950
	}
	switch lcid & 0x3ff { // primary language
	case 0x01, 0x20, 0x29: // Arabic, Urdu, Persian
		return 1256
	case 0x02, 0x19, 0x22, 0x23, 0x2f: // Bulgarian, Russian, Ukrainian, Belarusian, Macedonian
		return 1251
	case 0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24: // Czech, Hungarian, Polish, Romanian, Croatian, Slovak, Albanian, Slovenian
		return 1250
	case 0x08:
		return 1253
	case 0x0d:
		return 1255
	case 0x1f:
		return 1254
	case 0x25, 0x26, 0x27: // Estonian, Latvian, Lithuanian
		return 1257
	case 0x2a:
		return 1258
	case 0x11:
		return 932
	case 0x12:
		return 949
	case 0x1e:
		return 874
	case 0x03, 0x06, 0x07, 0x09, 0x0a, 0x0b, 0x0c, 0x0f, 0x10, 0x13, 0x14, 0x16, 0x1d:
		return 1252
	}
	return 0
}
