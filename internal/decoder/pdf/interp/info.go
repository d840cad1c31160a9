package interp

import (
	"github.com/udecode/udecode/internal/cos"
	"github.com/udecode/udecode/internal/decoder/pdf/page"
)

// readInfo reads what is known of the document as a whole.
func (d *document) readInfo() *page.Info {
	doc := d.cos
	in := &page.Info{Encrypted: doc.Encrypted()}
	info := doc.Dict(doc.Trailer()["Info"])
	in.Metadata.Title = clean(textString(doc.String(info["Title"])))
	in.Metadata.Author = clean(textString(doc.String(info["Author"])))
	in.Language = clean(textString(doc.String(d.root["Lang"])))
	in.Tagged = doc.Bool(doc.Dict(d.root["MarkInfo"])["Marked"], false)
	if doc.Repaired() {
		in.Warnings = append(in.Warnings, "the cross-reference table is damaged; the file was searched for its objects")
	}
	_ = cos.Dict{}
	return in
}
