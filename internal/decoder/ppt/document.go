package ppt

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
)

// The lists of a document (2.4.14): instances of SlideListWithText.
const (
	listSlides  = 0
	listMasters = 1
	listNotes   = 2
)

// oleObject is an embedded object (2.10.27).
type oleObject struct {
	persist uint32
	name    string
}

// footers are what a HeadersFooters container shows (2.4.15).
type footers struct {
	footer, date string
}

// readDocument reads the document object (2.4.1).
func (d *deck) readDocument() error {
	doc, ok := d.object(d.root)
	if !ok || doc.Type != typeDocument {
		if doc, ok = d.anyDocument(); !ok {
			return fmt.Errorf("%w: no document object", decoder.ErrMalformed)
		}
	}
	d.numbers, d.masters, d.notes = map[uint32]int{}, map[uint32]uint32{}, map[uint32]uint32{}
	d.masterStyle, d.autoNumbers = map[uint32]*styles{}, map[outlineText][]autoNumber{}
	d.links, d.oles = map[uint32]string{}, map[uint32]oleObject{}
	d.firstNumber = 1
	var objects []officeart.Record
	for r := range doc.Children() {
		switch r.Type {
		case typeDocumentAtom:
			if len(r.Data) >= 34 {
				d.width, d.height = slideSpace.sx*float64(int32(u32(r.Data, 0))), slideSpace.sy*float64(int32(u32(r.Data, 4)))
				d.firstNumber = int(u16(r.Data, 32))
			}
		case typeEnvironment:
			d.readEnvironment(r)
		case typeDrawingGroup:
			if dgg, ok := r.Child(officeart.DggContainer); ok {
				if store, ok := dgg.Child(officeart.BStoreContainer); ok {
					d.images = officeart.ReadEntries(store)
				}
			}
		case typeExObjList:
			objects = append(objects, r)
		case typeHeadersFooters:
			if r.Instance == 3 {
				d.allFooters = readFooters(r)
			}
		case typeList:
			d.readOutlineNumbers(r)
		case typeSlideListWithText:
			d.readList(r)
		}
	}
	for _, r := range objects { // they refer to slides
		d.readObjects(r)
	}
	if len(d.slides) == 0 {
		d.in.Warnf("no slides")
	}
	return nil
}

// anyDocument looks for a document object among the stream's outer records: the last one counts.
func (d *deck) anyDocument() (doc officeart.Record, ok bool) {
	for r := range officeart.Records(d.stream) {
		if r.Type == typeDocument {
			doc, ok = r, true
		}
	}
	return doc, ok
}

func (d *deck) readEnvironment(env officeart.Record) {
	for r := range env.Children() {
		switch r.Type {
		case typeFontCollection:
			for f := range r.Children() {
				if f.Type == typeFontEntityAtom {
					face, _, _ := strings.Cut(officeart.UTF16(f.Data[:min(64, len(f.Data))]), "\x00")
					d.fonts = append(d.fonts, face)
				}
			}
		case typeTxMasterStyleAtom:
			d.defaults.read(r)
		}
	}
}

// readList reads a SlideListWithText (2.4.14.3).
func (d *deck) readList(list officeart.Record) {
	var texts []officeart.Record // of the current slide
	finish := func() {
		if n := len(d.slides); list.Instance == listSlides && n > 0 && len(texts) > 0 {
			d.slides[n-1].texts = readTexts(texts)
		}
		texts = nil
	}
	for r := range list.Children() {
		if r.Type != typeSlidePersistAtom {
			texts = append(texts, r)
			continue
		}
		finish()
		persist, id := u32(r.Data, 0), u32(r.Data, 12)
		switch list.Instance {
		case listMasters:
			d.masters[id] = persist
		case listNotes:
			d.notes[id] = persist
		case listSlides:
			d.slides = append(d.slides, slide{persist: persist, id: id, number: len(d.slides) + 1})
			d.numbers[id] = len(d.slides)
		}
	}
	finish()
}

// readObjects reads the hyperlinks and embedded objects of an ExObjList (2.10.1).
func (d *deck) readObjects(list officeart.Record) {
	for r := range list.Children() {
		switch r.Type {
		case typeExHyperlink:
			atom, ok := r.Child(typeExHyperlinkAtom)
			if !ok {
				continue
			}
			var target, location string
			for c := range r.Children() {
				switch {
				case c.Type == typeCString && c.Instance == 1:
					target = cstring(c)
				case c.Type == typeCString && c.Instance == 3:
					location = cstring(c)
				}
			}
			if url := d.url(target, location); url != "" {
				d.links[u32(atom.Data, 0)] = url
			}
		case typeExOleEmbed:
			atom, ok := r.Child(typeExOleObjAtom)
			if !ok || len(atom.Data) < 20 {
				continue
			}
			o := oleObject{persist: u32(atom.Data, 16)}
			program := ""
			for c := range r.Children() {
				switch {
				case c.Type == typeCString && c.Instance == 1: // as menus call it
					o.name = cstring(c)
				case c.Type == typeCString && c.Instance == 2:
					program = cstring(c)
				}
			}
			if strings.HasPrefix(program, "Equation") { // no file: its picture shows it
				continue
			}
			if o.name == "" {
				o.name = program
			}
			d.oles[u32(atom.Data, 8)] = o
		}
	}
}

// url returns a hyperlink's URL. A location alone names a slide of this deck: "256,1,Title".
func (d *deck) url(target, location string) string {
	if first, _, ok := strings.Cut(location, ","); ok {
		if id, err := strconv.ParseUint(first, 10, 32); err == nil {
			if n := d.numbers[uint32(id)]; n > 0 && target == "" {
				return fmt.Sprintf("#slide=%d", n)
			}
			return target
		}
	}
	if location != "" && target != "" && !strings.Contains(target, "#") {
		return target + "#" + location
	}
	return target
}

// readFooters reads a HeadersFooters container.
func readFooters(r officeart.Record) footers {
	const hasUserDate, hasFooter, hasDate = 4, 32, 1
	var f footers
	atom, _ := r.Child(typeHeadersFootersAtom)
	flags := u16(atom.Data, 2)
	for c := range r.Children() {
		if c.Type != typeCString {
			continue
		}
		switch {
		case c.Instance == 0 && flags&hasUserDate != 0 && flags&hasDate != 0:
			f.date = cstring(c)
		case c.Instance == 2 && flags&hasFooter != 0:
			f.footer = cstring(c)
		}
	}
	return f
}

// tagData returns the records of a program's tag ("___PPT9") in a container's ProgTags (2.11.13).
func tagData(container officeart.Record, program string) (officeart.Record, bool) {
	for tags := range container.Children() {
		if tags.Type != typeProgTags {
			continue
		}
		for tag := range tags.Children() {
			if tag.Type != typeProgBinaryTag {
				continue
			}
			name, _ := tag.Child(typeCString)
			if data, ok := tag.Child(typeBinaryTagData); ok && officeart.UTF16(name.Data) == program {
				data.Version = 0xF // it holds records, though its header does not say so
				return data, true
			}
		}
	}
	return officeart.Record{}, false
}
