package xls

import (
	"bytes"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/officecrypt"
)

// defaultPassword encrypts workbooks that are only protected against changes ([MS-XLS] 2.4.191).
const defaultPassword = "VelvetSweatshop"

// blockSize is how many bytes of the stream one key encrypts.
const blockSize = 1024

// transform undoes the encryption of data of a record of that size, at a place of the stream.
type transform func(data []byte, at, size int)

// decrypt opens an encrypted workbook ([MS-XLS] 2.2.10) from a place of its stream on.
func (b *workbook) decrypt(filePass []byte, from int) error {
	for _, password := range append([]string{defaultPassword}, b.in.Options.Passwords...) {
		undo, ok := unlock(filePass, password)
		if !ok {
			continue
		}
		if err := b.in.Budget.Charge(int64(len(b.stream))); err != nil {
			return err
		}
		b.stream = decryptRecords(bytes.Clone(b.stream), from, undo)
		return nil
	}
	return decoder.ErrEncrypted
}

// unlock tests a password and returns what undoes the encryption.
func unlock(filePass []byte, password string) (transform, bool) {
	if u16(filePass, 0) == 0 {
		p := []byte(password)
		if len(p) == 0 || len(p) > len(xorInitial) || len(filePass) < 4 || int(xorKey(p)) != u16(filePass, 2) {
			return nil, false
		}
		array := xorArray(p, xorKey(p))
		return func(data []byte, at, size int) { xorData(&array, data, at, size) }, true
	}
	key, ok := officecrypt.Unlock(filePass[min(2, len(filePass)):], password)
	if !ok {
		return nil, false
	}
	stream := officecrypt.NewStream(key, blockSize)
	return func(data []byte, at, _ int) { stream.Apply(data, at) }, true
}

// decryptRecords undoes the encryption of the records behind FILEPASS: of their data, but for some records' and the place of a
// sheet in BOUNDSHEET.
func decryptRecords(stream []byte, from int, undo transform) []byte {
	r := &reader{b: stream, pos: from}
	for {
		typ, data, ok := r.one()
		if !ok {
			return stream
		}
		at := r.pos - len(data)
		switch typ {
		case recBOF, recFilePass, 0x00e1, 0x0194, 0x0195, 0x0196, 0x0138: // INTERFACEHDR, USREXCL, FILELOCK, RRDINFO, RRDHEAD
		case recBoundSheet:
			if len(data) > 4 {
				undo(data[4:], at+4, len(data))
			}
		default:
			undo(data, at, len(data))
		}
	}
}
