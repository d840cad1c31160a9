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
