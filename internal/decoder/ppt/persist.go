package ppt

import (
	"encoding/binary"
	"fmt"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
)

// The record types (2.13.24).
const (
	typeDocument             = 0x03E8
	typeDocumentAtom         = 0x03E9
	typeSlide                = 0x03EE
	typeSlideAtom            = 0x03EF
	typeNotes                = 0x03F0
	typeEnvironment          = 0x03F2
	typeSlidePersistAtom     = 0x03F3
	typeMainMaster           = 0x03F8
	typeSlideShowInfo        = 0x03F9
	typeExObjList            = 0x0409
	typeDrawingGroup         = 0x040B
	typeDrawing              = 0x040C
	typeRoundTripPlaceholder = 0x0420 // footers of PowerPoint 2007
	typeList                 = 0x07D0
	typeFontCollection       = 0x07D5
	typePlaceholderAtom      = 0x0BC3
	typeExObjRefAtom         = 0x0BC1
	typeOutlineTextRefAtom   = 0x0F9E
	typeTextHeaderAtom       = 0x0F9F
	typeTextCharsAtom        = 0x0FA0
	typeStyleTextPropAtom    = 0x0FA1
	typeTxMasterStyleAtom    = 0x0FA3
	typeTextBytesAtom        = 0x0FA8
	typeStyleTextProp9Atom   = 0x0FAC
	typeOutlineTextProps9    = 0x0FAE
	typeOutlineTextHeader9   = 0x0FAF
	typeFontEntityAtom       = 0x0FB7
	typeCString              = 0x0FBA
	typeExOleObjAtom         = 0x0FC3
	typeExOleEmbed           = 0x0FCC
	typeExHyperlinkAtom      = 0x0FD3
	typeExHyperlink          = 0x0FD7
	typeSlideNumberMeta      = 0x0FD8
	typeHeadersFooters       = 0x0FD9
	typeHeadersFootersAtom   = 0x0FDA
	typeTextInteractiveInfo  = 0x0FDF
	typeSlideListWithText    = 0x0FF0
	typeInteractiveInfo      = 0x0FF2
	typeInteractiveInfoAtom  = 0x0FF3
	typeUserEditAtom         = 0x0FF5
	typeDateTimeMeta         = 0x0FF7
	typeGenericDateMeta      = 0x0FF8
	typeHeaderMeta           = 0x0FF9
	typeFooterMeta           = 0x0FFA
	typeExOleObjStg          = 0x1011
	typeRTFDateTimeMeta      = 0x1015
	typeProgTags             = 0x1388
	typeProgBinaryTag        = 0x138A
	typeBinaryTagData        = 0x138B
	typePersistDirectory     = 0x1772
	typeComment10            = 0x2EE0
	typeComment10Atom        = 0x2EE1
)

// openEdits follows the chain of edits from the last one back and fills the directory of objects (2.3.2 to
// 2.3.5). A later edit's place for an object counts.
func (d *deck) openEdits(user []byte) error {
	d.objects = map[uint32]uint32{}
	at := -1
	if r, ok := officeart.Read(user); ok && len(r.Data) >= 12 {
		at = int(u32(r.Data, 8))
	}
	if !d.isEdit(at) {
		if at = d.lastEdit(); at < 0 {
			return fmt.Errorf("%w: no edit in the document stream", decoder.ErrMalformed)
		}
		d.in.Warnf("the stream Current User does not point at an edit")
	}
	seen, session := map[int]bool{}, uint32(0)
	for first := true; d.isEdit(at) && !seen[at]; first = false {
		seen[at] = true
		r, _ := officeart.Read(d.stream[at:])
		if len(r.Data) < 28 {
			break
		}
		if len(r.Data) >= 32 && u32(r.Data, 28) != 0 {
			session = u32(r.Data, 28)
		}
		if first {
			d.root = u32(r.Data, 16)
		}
		d.readDirectory(int(u32(r.Data, 12)))
		at = int(u32(r.Data, 8))
	}
	if session != 0 {
		return d.decrypt(session)
	}
	return nil
}

func (d *deck) isEdit(at int) bool {
	if at < 0 || at >= len(d.stream) {
		return false
	}
	r, ok := officeart.Read(d.stream[at:])
	return ok && r.Type == typeUserEditAtom
}

// lastEdit looks for the last edit among the stream's outer records, -1 when there is none.
func (d *deck) lastEdit() int {
	found, at := -1, 0
	for r := range officeart.Records(d.stream) {
		if r.Type == typeUserEditAtom {
			found = at
		}
		at += officeart.HeaderSize + len(r.Data)
	}
	return found
}

func (d *deck) readDirectory(at int) {
	if at < 0 || at >= len(d.stream) {
		return
	}
	r, ok := officeart.Read(d.stream[at:])
	if !ok || r.Type != typePersistDirectory {
		d.in.Warnf("damaged directory of objects")
		return
	}
	for b := r.Data; len(b) >= 4; {
		head := binary.LittleEndian.Uint32(b)
		id, n := head&0xFFFFF, int(head>>20)
		b = b[4:]
		for ; n > 0 && len(b) >= 4; n-- {
			if _, ok := d.objects[id]; !ok {
				d.objects[id] = binary.LittleEndian.Uint32(b)
			}
			id++
			b = b[4:]
		}
	}
}

// u16 and u32 read a number at an offset, 0 past the end.
func u16(b []byte, at int) uint16 {
	if at < 0 || at+2 > len(b) {
		return 0
	}
	return binary.LittleEndian.Uint16(b[at:])
}

func u32(b []byte, at int) uint32 {
	if at < 0 || at+4 > len(b) {
		return 0
	}
	return binary.LittleEndian.Uint32(b[at:])
}
