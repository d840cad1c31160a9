package cos

import "strings"

// usualNames are names that most files have many of: as objects that are made once, and as keys.
var usualNames = func() map[string]Object {
	m := make(map[string]Object)
	for n := range strings.FieldsSeq(`A AP AS Alt ActualText Action Annot Annots Artifact Ascent Attached BBox BM BaseEncoding BaseFont BitsPerComponent Border
		BorderStyle C CIDFontType0 CIDFontType2 CIDSystemInfo CIDToGIDMap CS CapHeight Catalog CharProcs ClassMap Color ColorSpace Colors Columns Contents
		Count CropBox D DCTDecode DR DW DecodeParms Descent DescendantFonts Dest DeviceCMYK DeviceGray DeviceRGB Differences Document Encoding Encrypt
		Extends ExtGState F FT Ff Figure Filter First FirstChar Fit FitH Flags FlateDecode Font FontBBox FontDescriptor FontFile FontFile2 FontFile3 FontName
		Form Group GoTo H H1 H2 H3 Height I ICCBased ID IDTree Identity Image Index Info Interpolate Intent ItalicAngle K Kids L LBody LI Lang Last
		LastChar Layout Lbl Length Length1 Length2 Length3 Limits Link MCID MCR MarkInfo Marked Matrix MediaBox MissingWidth Multiple N Name Names Nums
		Next O OBJR OC Obj ObjStm Off Ordering Outlines P PDF Page PageLabels Pages Parent ParentTree Pattern Pg Placement Predictor Prev ProcSet
		Producer Properties R Rect Reference Registry Resources Role RoleMap Root Rotate S SMask Separation Shading Size Sect Span Standard StemV
		StructElem StructParent StructParents StructTreeRoot Subtype Suppl Supplement T TBody TD TH THead TR TU Table Text Title ToUnicode
		Transparency TrueType Type Type0 Type1 Type1C URI V W WinAnsiEncoding Width Widths XHeight XObject XRef XYZ`) {
		m[n] = Name(n)
	}
	return m
}()

// name makes an object of a name token's bytes.
func name(b []byte) Object {
	if o, ok := usualNames[string(b)]; ok {
		return o
	}
	return Name(b)
}

// key makes a dictionary's key of a name token's bytes.
func key(b []byte) Name {
	if n, ok := usualNames[string(b)].(Name); ok {
		return n
	}
	return Name(b)
}
