package doc

import (
	"bytes"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/officecrypt"
)

// decrypt undoes the encryption of the three streams (2.2.6.2 and 2.2.6.3) with the user's passwords. The header stands
// at the table stream's start, unencrypted like the start of the FIB.
func (d *document) decrypt() error {
	const headerSizeAt, plainFIB, blockSize = 14, 68, 512
	headerSize := u32(d.main, headerSizeAt)
	header := slice(d.table, 0, uint64(headerSize))
	for _, password := range d.in.Options.Passwords {
		key, ok := officecrypt.Unlock(header, password)
		if !ok {
			continue
		}
		if err := d.in.Budget.Charge(int64(len(d.main) + len(d.table) + len(d.data))); err != nil {
			return err
		}
		for _, s := range []struct {
			b     *[]byte
			plain int // bytes at its start
		}{{&d.main, plainFIB}, {&d.table, len(header)}, {&d.data, 0}} {
			*s.b = bytes.Clone(*s.b)
			at := min(s.plain, len(*s.b))
			officecrypt.NewStream(key, blockSize).Apply((*s.b)[at:], at)
		}
		return nil
	}
	return decoder.ErrEncrypted
}
