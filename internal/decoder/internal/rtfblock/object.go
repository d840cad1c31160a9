package rtfblock

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/oleobject"
	"github.com/udecode/udecode/internal/udm"
)

// objectData reads {\*\objdata …} and hands the file in it back to the walk. What the object shows stands in
// \result.
func (r *reader) objectData() {
	outer, p := r.pict, &pict{charge: r.in.Budget.Charge}
	r.pict = p
	r.g.dest = toPicture
	r.g.onEnd = func(*group) {
		r.pict = outer
		if p.err != nil {
			r.err = p.err
			return
		}
		class, data := embedded(p.data)
		if len(data) == 0 {
			return
		}
		r.objects++
		name := fmt.Sprintf("object%d", r.objects)
		if strings.EqualFold(class, "Package") {
			own, file, ok := oleobject.Native(append(binary.LittleEndian.AppendUint32(nil, uint32(len(data))), data...))
			if ok {
				if own != "" {
					name = own
				}
				r.in.Attach(name, udm.Bytes(file))
			}
			return
		}
		name, file := oleobject.Unwrap(name, udm.Bytes(data), r.in.Budget)
		if file != nil && strings.Contains(name, ".") {
			r.in.Attach(name, file)
		}
	}
}

// embedded reads an OLE 1.0 embedded object (MS-OLEDS 2.2.5): its class and native data; none for a link.
func embedded(b []byte) (class string, data []byte) {
	le := binary.LittleEndian
	const isEmbedded = 2
	if len(b) < 8 || le.Uint32(b[4:]) != isEmbedded {
		return "", nil
	}
	b = b[8:]
	next := func() []byte {
		if len(b) < 4 {
			b = nil
			return nil
		}
		n := uint64(le.Uint32(b))
		b = b[4:]
		out := b[:min(n, uint64(len(b)))]
		b = b[len(out):]
		return out
	}
	class = strings.TrimRight(string(next()), "\x00")
	next() // topic
	next() // item
	return class, next()
}
