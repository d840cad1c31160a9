// Package registry is the ordered list of formats; the only package that imports them all.
package registry

import (
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/asciidoc"
	"github.com/udecode/udecode/internal/decoder/code"
	"github.com/udecode/udecode/internal/decoder/csv"
	"github.com/udecode/udecode/internal/decoder/doc"
	"github.com/udecode/udecode/internal/decoder/docx"
	"github.com/udecode/udecode/internal/decoder/eml"
	"github.com/udecode/udecode/internal/decoder/epub"
	"github.com/udecode/udecode/internal/decoder/fb2"
	"github.com/udecode/udecode/internal/decoder/html"
	"github.com/udecode/udecode/internal/decoder/image"
	"github.com/udecode/udecode/internal/decoder/ipynb"
	"github.com/udecode/udecode/internal/decoder/jats"
	"github.com/udecode/udecode/internal/decoder/json"
	"github.com/udecode/udecode/internal/decoder/latex"
	"github.com/udecode/udecode/internal/decoder/markdown"
	"github.com/udecode/udecode/internal/decoder/msg"
	"github.com/udecode/udecode/internal/decoder/odp"
	"github.com/udecode/udecode/internal/decoder/ods"
	"github.com/udecode/udecode/internal/decoder/odt"
	"github.com/udecode/udecode/internal/decoder/opml"
	"github.com/udecode/udecode/internal/decoder/org"
	"github.com/udecode/udecode/internal/decoder/pdf"
	"github.com/udecode/udecode/internal/decoder/ppt"
	"github.com/udecode/udecode/internal/decoder/pptx"
	"github.com/udecode/udecode/internal/decoder/rst"
	"github.com/udecode/udecode/internal/decoder/rtf"
	"github.com/udecode/udecode/internal/decoder/subtitle"
	"github.com/udecode/udecode/internal/decoder/svg"
	"github.com/udecode/udecode/internal/decoder/text"
	"github.com/udecode/udecode/internal/decoder/vobject"
	"github.com/udecode/udecode/internal/decoder/xls"
	"github.com/udecode/udecode/internal/decoder/xlsb"
	"github.com/udecode/udecode/internal/decoder/xlsx"
	"github.com/udecode/udecode/internal/decoder/xml"
)

// Formats lists every format. Where two are equally confident of a file, the earlier one gets it.
func Formats() []decoder.Format {
	return []decoder.Format{
		docx.Format,
		odt.Format,
		ods.Format,
		odp.Format,
		pptx.Format,
		ppt.Format,
		xlsx.Format,
		pdf.Format,
		image.Format,
		xlsb.Format,
		xls.Format,
		epub.Format,
		fb2.Format,
		jats.Format,
		svg.Format,
		opml.Format,
		html.Format,
		rtf.Format,
		csv.CSV,
		csv.TSV,
		ipynb.Format,
		eml.Format,
		json.JSON,
		json.NDJSON,
		xml.Format,
		rst.Format,
		org.Format,
		asciidoc.Format,
		latex.Format,
		subtitle.Format,
		vobject.VCard,
		vobject.ICalendar,
		code.Format,
		text.Format,
		doc.Format,
		markdown.Format,
		msg.Format,
	}
}
