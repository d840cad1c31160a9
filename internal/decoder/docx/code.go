package docx

import (
	"github.com/udecode/udecode/internal/decoder/internal/codelines"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// hold keeps a paragraph that is code by its style or typewritten until it shows whether it and its neighbours
// are code. A nil block is an empty line.
func (st *story) hold(p *paragraph, sure bool, b *udm.ContentBlock) error {
	var err error
	if st.code.Turns(sure) {
		err = st.flushCode()
	}
	st.code.Add(p.text.String(), sure, b)
	return err
}

// flushCode ends the code block that is being collected.
func (st *story) flushCode() error {
	for _, b := range st.code.Flush() {
		if err := st.append(item{block: b}); err != nil {
			return err
		}
	}
	return nil
}

// typeface returns richtext.Code for a typewriter face, unless the whole document is set in one.
func (st *styles) typeface(font string) richtext.Style {
	if font == "" {
		return 0
	}
	face, ok := st.faces[font]
	if !ok {
		if codelines.Typewriter(font) && !codelines.Typewriter(st.font) {
			face = richtext.Code
		}
		st.faces[font] = face
	}
	return face
}
