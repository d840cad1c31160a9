package ppt

import (
	"encoding/binary"
	"flag"
	"os"
	"testing"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/officecrypt"
)

var makeFixtures = flag.Bool("make", false, "write the presentations in testdata anew")

// TestMakeFixtures writes testdata/features.ppt: a deck with one of everything that the decoder reads.
func TestMakeFixtures(t *testing.T) {
	if !*makeFixtures {
		t.Skip("without -make")
	}
	if err := os.WriteFile("testdata/encrypted.ppt", features("open"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("testdata/features.ppt", features(""), 0o644); err != nil {
		t.Fatal(err)
	}
}

func rec(version, instance int, typ uint16, parts ...[]byte) []byte {
	var data []byte
	for _, p := range parts {
		data = append(data, p...)
	}
	return append(numbers16(version|instance<<4, int(typ)), append(numbers32(uint32(len(data))), data...)...)
}

func box(typ uint16, parts ...[]byte) []byte { return rec(0xF, 0, typ, parts...) }

func numbers16(v ...int) []byte {
	var b []byte
	for _, n := range v {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	return b
}

func numbers32(v ...uint32) []byte {
	var b []byte
	for _, n := range v {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return b
}

func wide(s string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// header begins a text of a type.
func header(typ uint32, s string) []byte {
	return append(rec(0, 0, typeTextHeaderAtom, numbers32(typ)), rec(0, 0, typeTextCharsAtom, wide(s))...)
}

func fsp(kind int) []byte    { return rec(2, kind, officeart.FSP, numbers32(1, 0)) }
func placed(b ...int) []byte { return rec(0, 0, officeart.ClientAnchor, numbers16(b...)) }
func placeholderAtom(id byte) []byte {
	return rec(0, 0, typePlaceholderAtom, numbers32(0), []byte{id, 0, 0, 0})
}

func drawing(shapes ...[]byte) []byte {
	own := box(officeart.SpContainer, rec(1, 0, officeart.FSPGR, numbers32(0, 0, 0, 0)), fsp(0))
	return box(typeDrawing, box(officeart.DgContainer, box(officeart.SpgrContainer, append([][]byte{own}, shapes...)...)))
}

// features makes a presentation, encrypted when a password is given.
func features(password string) []byte {
	const docID, masterID, slide1ID, slide2ID, notesID, sessionID = 1, 2, 3, 4, 5, 6
	png := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x02\x00\x00\x00\x03\x08\x02")
	picture := rec(0, 0x6E0, 0xF01E, make([]byte, 17), png)
	fbse := make([]byte, 36)
	binary.LittleEndian.PutUint32(fbse[20:], uint32(len(picture)))

	bulleted := numbers32(1) // a level with bullets
	bulleted = append(append(bulleted, numbers16(1)...), numbers32(0)...)
	body := numbers16(1)
	master := box(typeMainMaster, rec(0, 1, typeTxMasterStyleAtom, append(body, bulleted...)))

	text := "Unlock the door\rEmpty the bin\rSee the plan"
	style := append(numbers32(16), numbers16(0)...)
	style = append(style, numbers32(0)...)
	style = append(append(append(style, numbers32(14)...), numbers16(1)...), numbers32(0)...)
	style = append(append(append(style, numbers32(13)...), numbers16(0)...), append(numbers32(1), numbers16(0)...)...) // no bullet
	style = append(append(append(style, numbers32(6)...), numbers32(1)...), numbers16(1)...)                           // bold
	style = append(append(style, numbers32(37)...), numbers32(0)...)
	link := append(box(typeInteractiveInfo, rec(0, 0, typeInteractiveInfoAtom, numbers32(0, 7, 0, 0))), rec(0, 0, typeTextInteractiveInfo, numbers32(38, 42))...)

	slides := rec(0xF, listSlides, typeSlideListWithText,
		rec(0, 0, typeSlidePersistAtom, numbers32(slide1ID, 0, 2, 256, 0)),
		header(textTitle, "Shed\vduty"), header(textBody, text), rec(0, 0, typeStyleTextPropAtom, style), link,
		rec(0, 0, typeSlidePersistAtom, numbers32(slide2ID, 0, 0, 257, 0)))
	document := box(typeDocument,
		rec(1, 0, typeDocumentAtom, make([]byte, 32), numbers16(1), make([]byte, 6)),
		box(typeExObjList, box(typeExHyperlink, rec(0, 0, typeExHyperlinkAtom, numbers32(7)), rec(0, 1, typeCString, wide("https://example.org/plan")))),
		box(typeDrawingGroup, box(officeart.DggContainer, box(officeart.BStoreContainer, rec(2, 6, officeart.FBSE, fbse)))),
		rec(0xF, listMasters, typeSlideListWithText, rec(0, 0, typeSlidePersistAtom, numbers32(masterID, 0, 0, 0x80000000, 0))),
		rec(0xF, listNotes, typeSlideListWithText, rec(0, 0, typeSlidePersistAtom, numbers32(notesID, 0, 0, 256, 0))),
		rec(0xF, 3, typeHeadersFooters, rec(0, 0, typeHeadersFootersAtom, numbers16(0, 32)), rec(0, 2, typeCString, wide("Garden club"))),
		slides)
	ref := func(i uint32) []byte {
		return rec(0xF, 0, officeart.ClientTextbox, rec(0, 0, typeOutlineTextRefAtom, numbers32(i)))
	}
	slide1 := box(typeSlide,
		rec(2, 0, typeSlideAtom, make([]byte, 12), numbers32(0x80000000, 256)),
		drawing(
			box(officeart.SpContainer, fsp(1), placed(800, 100, 4000, 2000), box(officeart.ClientData, placeholderAtom(0x0E)), ref(1)),
			box(officeart.SpContainer, fsp(1), placed(100, 100, 4000, 600), box(officeart.ClientData, placeholderAtom(phTitle)), ref(0)),
			box(officeart.SpContainer, fsp(75), rec(3, 2, officeart.FOPT, numbers16(0x4000|officeart.PropPicture), numbers32(1), numbers16(0x8000|officeart.PropDescription), numbers32(10), wide("spade")), placed(2200, 100, 600, 2600))))

	cell := func(l, t, r, b uint32, s string) []byte {
		return box(officeart.SpContainer, fsp(1), rec(0, 0, officeart.ChildAnchor, numbers32(l, t, r, b)), rec(0xF, 0, officeart.ClientTextbox, header(textOther, s)))
	}
	table := box(officeart.SpgrContainer,
		box(officeart.SpContainer, rec(1, 0, officeart.FSPGR, numbers32(0, 0, 2000, 1000)), fsp(0), placed(800, 100, 2100, 1800),
			rec(3, 1, officeart.TertiaryFOPT, numbers16(officeart.PropTable), numbers32(1))),
		cell(0, 0, 2000, 500, "Tools"), cell(0, 500, 1000, 1000, "Spade"), cell(1000, 500, 2000, 1000, "Rake"),
		box(officeart.SpContainer, fsp(kindLine), rec(0, 0, officeart.ChildAnchor, numbers32(0, 0, 2000, 0))))
	slide2 := box(typeSlide,
		rec(2, 0, typeSlideAtom, make([]byte, 12), numbers32(0x80000000, 0)),
		rec(0, 0, typeSlideShowInfo, make([]byte, 10), numbers16(4), make([]byte, 4)),
		drawing(table))
	notes := box(typeNotes, drawing(box(officeart.SpContainer, fsp(1), placed(800, 100, 4000, 2000), box(officeart.ClientData, placeholderAtom(0x0C)),
		rec(0xF, 0, officeart.ClientTextbox, header(textNotes, "Bring gloves")))))

	objects := [][]byte{document, master, slide1, slide2, notes}
	last := numbers32(257, 0x03000000, 0, 0, docID, 5, 0)
	if password != "" {
		header, key := officecrypt.Lock(password)
		for i, o := range objects {
			objects[i] = key.Apply(uint32(i+1), o)
		}
		for at := 0; at < len(picture); {
			n := map[int]int{0: 8, 8: 16, 24: 1, 25: len(picture) - 25}[at]
			copy(picture[at:], key.Apply(0, picture[at:at+n]))
			at += n
		}
		objects = append(objects, rec(0, 0, typeCryptSession, header))
		last = append(last, numbers32(sessionID)...)
	}
	var stream []byte
	directory := numbers32(uint32(len(objects))<<20 | 1)
	for _, object := range objects {
		directory = append(directory, numbers32(uint32(len(stream)))...)
		stream = append(stream, object...)
	}
	directoryAt := uint32(len(stream))
	stream = append(stream, rec(0, 0, typePersistDirectory, directory)...)
	editAt := uint32(len(stream))
	binary.LittleEndian.PutUint32(last[12:], directoryAt)
	stream = append(stream, rec(0, 0, typeUserEditAtom, last)...)
	user := rec(0, 0, 0x0FF6, numbers32(0x14, 0xE391C05F, editAt, 0, 0))
	return cfb.Write([]*cfb.Node{
		{Name: "PowerPoint Document", Data: stream},
		{Name: "Current User", Data: user},
		{Name: "Pictures", Data: picture},
	})
}
