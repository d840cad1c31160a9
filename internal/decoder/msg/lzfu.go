package msg

import (
	"encoding/binary"
	"fmt"

	"github.com/udecode/udecode/internal/limit"
)

// dictionary is what the window of compressed RTF holds at the start (MS-OXRTFCP 2.1.2.1).
const dictionary = "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArial" +
	"Times New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx"

// decompress unpacks a compressed RTF body (MS-OXRTFCP 2.2.3.1). Of damaged data it returns what could be unpacked.
func decompress(b []byte, budget *limit.Budget) ([]byte, error) {
	const headerSize, packed, plain = 16, 0x75465a4c, 0x414c454d
	if len(b) < headerSize {
		return nil, fmt.Errorf("compressed RTF of %d bytes", len(b))
	}
	size := int64(binary.LittleEndian.Uint32(b[4:]))
	kind := binary.LittleEndian.Uint32(b[8:])
	b = b[headerSize:]
	switch kind {
	case plain:
		return b[:min(size, int64(len(b)))], nil
	case packed:
	default:
		return nil, fmt.Errorf("compressed RTF of unknown kind %#x", kind)
	}
	const window, longest = 4096, 17 // bytes; a token of two bytes stands for up to 17
	size = min(size, int64(len(b))*longest)
	if err := budget.Charge(size); err != nil {
		return nil, err
	}
	var dict [window]byte
	at := copy(dict[:], dictionary)
	out := make([]byte, 0, size)
	put := func(c byte) {
		out = append(out, c)
		dict[at] = c
		at = (at + 1) % window
	}
	for len(b) > 0 && int64(len(out)) < size {
		control := b[0]
		b = b[1:]
		for bit := 0; bit < 8 && int64(len(out)) < size; bit++ {
			if control>>bit&1 == 0 {
				if len(b) < 1 {
					return out, nil
				}
				put(b[0])
				b = b[1:]
				continue
			}
			if len(b) < 2 {
				return out, nil
			}
			ref := binary.BigEndian.Uint16(b)
			b = b[2:]
			from, n := int(ref>>4), int(ref&0xf)+2
			if from == at {
				return out, nil
			}
			for i := range n {
				put(dict[(from+i)%window])
			}
		}
	}
	return out, nil
}
