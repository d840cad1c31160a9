package opc

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/xmlscan"
)

// Prefixes maps the namespaces of Office documents to canonical prefixes, strict ones to the same as
// transitional ones.
var Prefixes = prefixes()

func prefixes() map[string]string {
	m := map[string]string{
		"http://schemas.openxmlformats.org/package/2006/content-types":            "ct",
		"http://schemas.openxmlformats.org/package/2006/relationships":            "pr",
		"http://schemas.openxmlformats.org/package/2006/metadata/core-properties": "cp",
		"http://purl.org/dc/elements/1.1/":                                        "dc",
		"http://purl.org/dc/terms/":                                               "dcterms",
		"http://www.w3.org/2001/XMLSchema-instance":                               "xsi",
		"http://schemas.openxmlformats.org/markup-compatibility/2006":             "mc",

		"urn:schemas-microsoft-com:vml":               "v",
		"urn:schemas-microsoft-com:office:office":     "o",
		"urn:schemas-microsoft-com:office:word":       "w10",
		"urn:schemas-microsoft-com:office:excel":      "xvml",
		"urn:schemas-microsoft-com:office:powerpoint": "pvml",

		"http://schemas.microsoft.com/office/2006/coverPageProps":                 "cover",
		"http://schemas.microsoft.com/office/drawing/2007/8/2/chart":              "c14",
		"http://schemas.microsoft.com/office/drawing/2012/chart":                  "c15",
		"http://schemas.microsoft.com/office/drawing/2014/chartex":                "cx",
		"http://schemas.microsoft.com/office/drawing/2008/diagram":                "dsp",
		"http://schemas.microsoft.com/office/drawing/2010/diagram":                "dgm14",
		"http://schemas.microsoft.com/office/drawing/2010/main":                   "a14",
		"http://schemas.microsoft.com/office/drawing/2014/main":                   "a16",
		"http://schemas.microsoft.com/office/drawing/2016/SVG/main":               "asvg",
		"http://schemas.microsoft.com/office/drawing/2017/decorative":             "adec",
		"http://schemas.microsoft.com/office/drawing/2010/slicer":                 "sle",
		"http://schemas.microsoft.com/office/powerpoint/2010/main":                "p14",
		"http://schemas.microsoft.com/office/powerpoint/2012/main":                "p15",
		"http://schemas.microsoft.com/office/powerpoint/2018/8/main":              "p188",
		"http://schemas.microsoft.com/office/spreadsheetml/2009/9/main":           "x14",
		"http://schemas.microsoft.com/office/spreadsheetml/2009/9/ac":             "x14ac",
		"http://schemas.microsoft.com/office/spreadsheetml/2010/11/main":          "x15",
		"http://schemas.microsoft.com/office/spreadsheetml/2017/richdata":         "xlrd",
		"http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments": "xltc",
		"http://schemas.microsoft.com/office/excel/2006/main":                     "xm",
		"http://schemas.microsoft.com/office/word/2006/wordml":                    "wne",
		"http://schemas.microsoft.com/office/word/2010/wordml":                    "w14",
		"http://schemas.microsoft.com/office/word/2012/wordml":                    "w15",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingShape":       "wps",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingGroup":       "wpg",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas":      "wpc",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingInk":         "wpi",
		"http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing":     "wp14",
	}
	for prefix, name := range map[string]string{
		"w":   "wordprocessingml/main",
		"x":   "spreadsheetml/main",
		"p":   "presentationml/main",
		"r":   "officeDocument/relationships",
		"ep":  "officeDocument/extended-properties",
		"cup": "officeDocument/custom-properties",
		"vt":  "officeDocument/docPropsVTypes",
		"m":   "officeDocument/math",
		"a":   "drawingml/main",
		"pic": "drawingml/picture",
		"c":   "drawingml/chart",
		"dgm": "drawingml/diagram",
		"cdr": "drawingml/chartDrawing",
		"lc":  "drawingml/lockedCanvas",
		"wp":  "drawingml/wordprocessingDrawing",
		"xdr": "drawingml/spreadsheetDrawing",
	} {
		area, rest, _ := strings.Cut(name, "/")
		m["http://schemas.openxmlformats.org/"+area+"/2006/"+rest] = prefix
		m["http://purl.oclc.org/ooxml/"+name] = prefix
	}
	for _, version := range []string{"2015/9/8", "2015/10/21", "2016/5/9", "2016/5/10", "2016/5/11", "2016/5/12", "2016/5/13", "2016/5/14"} {
		m["http://schemas.microsoft.com/office/drawing/"+version+"/chartex"] = "cx" // what an mc:Choice requires for one kind of chart
	}
	m["http://purl.oclc.org/ooxml/officeDocument/extendedProperties"] = "ep"
	m["http://purl.oclc.org/ooxml/officeDocument/customProperties"] = "cup"
	return m
}

// Alternate reads the mc:AlternateContent element that the scanner stands at: it calls body once, with the
// first mc:Choice as the current element whose required namespaces' canonical prefixes are all
// understood, else with the mc:Fallback if there is one (ECMA-376 part 3, 7.6).
func Alternate(s *xmlscan.Scanner, understood []string, body func() error) error {
	done := false
	return s.Children(func() error {
		switch {
		case done:
			return nil
		case s.Name() == "mc:Choice":
			requires := strings.Fields(s.Attr("Requires"))
			for _, prefix := range requires {
				if !slices.Contains(understood, Prefixes[s.Namespace(prefix)]) {
					return nil
				}
			}
			if len(requires) == 0 {
				return nil
			}
		case s.Name() != "mc:Fallback":
			return nil
		}
		done = true
		return body()
	})
}
