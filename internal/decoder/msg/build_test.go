package msg

import (
	"encoding/binary"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf16"

	"github.com/udecode/udecode/internal/cfb"
)

var writeFixtures = flag.Bool("fixtures", false, "write the messages of fixtures into testdata")

// item is a message, recipient or attachment to be built.
type item struct {
	text   map[uint16]string // Unicode strings
	bytes8 map[uint16]string // byte strings
	binary map[uint16][]byte
	fixed  map[uint32]uint64 // by tag
	parts  map[string]item   // recipients and attachments, by storage name
	inner  *item             // message in an attachment
}

func (it item) nodes(header int) []*cfb.Node {
	var out []*cfb.Node
	props := make([]byte, header)
	le := binary.LittleEndian
	stream := func(id uint16, kind int, b []byte) {
		out = append(out, &cfb.Node{Name: fmt.Sprintf("__substg1.0_%04X%04X", id, kind), Data: b})
		props = le.AppendUint32(props, uint32(id)<<16|uint32(kind))
		props = le.AppendUint32(props, 6)
		props = le.AppendUint64(props, uint64(len(b)))
	}
	for id := range 0x10000 { // in order, so that the file is the same each time
		id := uint16(id)
		if s, ok := it.text[id]; ok {
			var b []byte
			for _, u := range utf16.Encode([]rune(s)) {
				b = le.AppendUint16(b, u)
			}
			stream(id, typeString, b)
		}
		if s, ok := it.bytes8[id]; ok {
			stream(id, typeString8, []byte(s))
		}
		if b, ok := it.binary[id]; ok {
			stream(id, typeBinary, b)
		}
		for _, kind := range [...]uint32{typeInt32, typeTime} {
			if v, ok := it.fixed[uint32(id)<<16|kind]; ok {
				props = le.AppendUint32(props, uint32(id)<<16|kind)
				props = le.AppendUint32(props, 6)
				props = le.AppendUint64(props, v)
			}
		}
	}
	for _, kind := range [...]string{"__recip_version1.0_#%08X", "__attach_version1.0_#%08X"} {
		for i := range len(it.parts) {
			name := fmt.Sprintf(kind, i)
			if p, ok := it.parts[name]; ok {
				out = append(out, &cfb.Node{Name: name, Storage: true, Children: p.nodes(partHeader)})
			}
		}
	}
	if it.inner != nil {
		out = append(out, &cfb.Node{Name: "__substg1.0_3701000D", Storage: true, Children: it.inner.nodes(innerHeader)})
	}
	return append(out, &cfb.Node{Name: propertyStream, Data: props})
}

const (
	tagSubmit = idSubmitTime<<16 | typeTime
	time2023  = 133170048000000000 // 2023-01-01 00:00
)

// plainRTF wraps RTF as a body that is not compressed (MS-OXRTFCP 2.1.3.1.5).
func plainRTF(s string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(s)+12))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
	b = append(b, "MELA\x00\x00\x00\x00"...)
	return append(b, s...)
}

// packedRTF compresses RTF without references: each byte stands for itself.
func packedRTF(s string) []byte {
	var body []byte
	for i := 0; i < len(s); i += 8 {
		body = append(body, 0)
		body = append(body, s[i:min(i+8, len(s))]...)
	}
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(body)+12))
	b = binary.LittleEndian.AppendUint32(b, uint32(len(s)))
	b = append(b, "LZFu"...)
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(body))
	return append(b, body...)
}

const pixel = "GIF89a\x08\x00\x08\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"

var fixtures = map[string]item{
	"recipients.msg": {
		text:  map[uint16]string{idSubject: "Who gets it", idSenderName: "A. Sender", idSenderAddress: "a@example.org", idMessageID: "<1@example.org>", idBody: "Short and plain.\r\n\r\n> What was said in the letter\r\n> that came before that one.\r\n"},
		fixed: map[uint32]uint64{tagSubmit: time2023},
		parts: map[string]item{
			"__recip_version1.0_#00000000": {text: map[uint16]string{idDisplayName: "To One", idAddress: "to@example.org"}, fixed: map[uint32]uint64{idRecipientType<<16 | typeInt32: 1}},
			"__recip_version1.0_#00000001": {text: map[uint16]string{idDisplayName: "Copy", idAddress: "/O=X/CN=COPY", idSMTPAddress: "cc@example.org"}, fixed: map[uint32]uint64{idRecipientType<<16 | typeInt32: 2}},
			"__recip_version1.0_#00000002": {text: map[uint16]string{idDisplayName: "bcc@example.org", idAddress: "bcc@example.org"}, fixed: map[uint32]uint64{idRecipientType<<16 | typeInt32: 3}},
		},
	},
	"code-page.msg": {
		bytes8: map[uint16]string{idSubject: "\xcf\xf0\xe8\xe2\xe5\xf2", idBody: "\xc2\xf1\xb8 \xe2 \xef\xee\xf0\xff\xe4\xea\xe5."},
		fixed:  map[uint32]uint64{idMessageCodePage<<16 | typeInt32: 1251},
	},
	"inline-image.msg": {
		text:   map[uint16]string{idSubject: "Picture"},
		binary: map[uint16][]byte{idHTML: []byte("<p>Before \xe9</p><p><img src=\"cid:p1\" alt=\"a pixel\"></p><p>After</p>")},
		fixed:  map[uint32]uint64{idInternetCPID<<16 | typeInt32: 1252},
		parts: map[string]item{
			"__attach_version1.0_#00000000": {text: map[uint16]string{idAttachLongName: "pixel.gif", idAttachContentID: "p1"}, binary: map[uint16][]byte{idAttachData: []byte(pixel)}},
			"__attach_version1.0_#00000001": {text: map[uint16]string{idAttachLongName: "note.txt"}, binary: map[uint16][]byte{idAttachData: []byte("attached text")}},
		},
	},
	"html-in-rtf.msg": {
		text: map[uint16]string{idSubject: "Wrapped HTML"},
		binary: map[uint16][]byte{idRTF: packedRTF(`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fnil\fcharset204 Arial;}}{\colortbl\red0\green0\blue0;}` +
			`{\*\htmltag19 <html>}{\*\htmltag50 <body>}{\*\htmltag64 <p>}\htmlrtf {\f0 \htmlrtf0 Text with {\*\htmltag84 <b>}\htmlrtf {\b \htmlrtf0 bold\htmlrtf }\htmlrtf0 {\*\htmltag92 </b>} caf\'e9 {\*\htmltag84 &lt;}\htmlrtf <\htmlrtf0 tag{\*\htmltag84 &gt;}\htmlrtf >\htmlrtf0 {\f1 \'cf\'f0}\htmlrtf \par}\htmlrtf0 {\*\htmltag72 </p>}{\*\htmltag58 </body>}{\*\htmltag27 </html>}}`)},
	},
	"rtf-body.msg": {
		text:   map[uint16]string{idSubject: "RTF body"},
		binary: map[uint16][]byte{idRTF: plainRTF(`{\rtf1\ansi\deff0{\fonttbl{\f0 Arial;}}\pard Only {\b rich} text here, and no other body.\par}`)},
	},
	"embedded-message.msg": {
		text: map[uint16]string{idSubject: "Outer", idBody: "See the message attached."},
		parts: map[string]item{
			"__attach_version1.0_#00000000": {
				text:  map[uint16]string{idDisplayName: "Inner: a reply"},
				fixed: map[uint32]uint64{idAttachMethod<<16 | typeInt32: embeddedMessage},
				inner: &item{text: map[uint16]string{idSubject: "Inner", idBody: "Inner text."}, fixed: map[uint32]uint64{tagSubmit: time2023}},
			},
		},
	},
	"encrypted.msg": {
		text:  map[uint16]string{idMessageClass: "IPM.Note.SMIME", idSubject: "Secret"},
		parts: map[string]item{"__attach_version1.0_#00000000": {text: map[uint16]string{idAttachLongName: "smime.p7m"}, binary: map[uint16][]byte{idAttachData: []byte("0\x80")}}},
	},
	"contact.msg": {
		text: map[uint16]string{idMessageClass: "IPM.Contact", idSubject: "Q. Fox", idDisplayName: "Quick Fox", 0x3a16: "Fence & Co", 0x3a1c: "+49 30 123456"},
	},
}

func TestMain(m *testing.M) {
	flag.Parse()
	if *writeFixtures {
		for name, it := range fixtures {
			if err := os.WriteFile(filepath.Join("testdata", name), writeMessage(it), 0o644); err != nil {
				panic(err)
			}
		}
	}
	os.Exit(m.Run())
}

func writeMessage(it item) []byte { return cfb.Write(it.nodes(topHeader)) }
