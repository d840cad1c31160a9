package ppt

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/officeart"
	"github.com/udecode/udecode/internal/decoder/internal/officecrypt"
)

// typeCryptSession is the object that holds the encryption header (2.3.7).
const typeCryptSession = 0x2F14

// decrypt undoes the encryption of the objects (2.3.7) with the user's passwords: each is encrypted as a whole, its
// record's head too, with the key of its persistent id. The header's own object, edits and directories are not.
func (d *deck) decrypt(session uint32) error {
	header, ok := d.object(session)
	if !ok || header.Type != typeCryptSession {
		return decoder.ErrEncrypted
	}
	for _, password := range d.in.Options.Passwords {
		key, ok := officecrypt.Unlock(header.Data, password)
		if !ok {
			continue
		}
		if err := d.in.Budget.Charge(int64(len(d.stream) + len(d.pictures))); err != nil {
			return err
		}
		d.decryptObjects(key, session)
		d.pictures = decryptPictures(key, bytes.Clone(d.pictures))
		return nil
	}
	return decoder.ErrEncrypted
}

func (d *deck) decryptObjects(key officecrypt.Key, session uint32) {
	type object struct {
		id uint32
		at int
	}
	var objects []object
	for id, at := range d.objects {
		if id != session {
			objects = append(objects, object{id, int(at)})
		}
	}
	slices.SortFunc(objects, func(a, b object) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.id, b.id)) })
	d.stream = bytes.Clone(d.stream)
	end := 0 // of the last object: those of a sound file do not overlap
	for _, o := range objects {
		if o.at < end || o.at > len(d.stream)-officeart.HeaderSize {
			continue
		}
		b := d.stream[o.at:]
		size := recordSize(key.Apply(o.id, b[:officeart.HeaderSize]), len(b))
		copy(b, key.Apply(o.id, b[:size]))
		end = o.at + size
	}
}

// decryptPictures undoes the encryption of the stream Pictures, in which each field of a picture's record is encrypted on
// its own, always with the first block's key.
func decryptPictures(key officecrypt.Key, b []byte) []byte {
	all := b
	for len(b) >= officeart.HeaderSize {
		copy(b, key.Apply(0, b[:officeart.HeaderSize]))
		size := recordSize(b, len(b))
		rest := b[officeart.HeaderSize:size]
		for _, n := range officeart.BlipFields(b) {
			n = min(n, len(rest))
			copy(rest, key.Apply(0, rest[:n]))
			rest = rest[n:]
		}
		copy(rest, key.Apply(0, rest))
		b = b[size:]
	}
	return all
}

// recordSize returns the size of a record with its head, at most the bytes that there are.
func recordSize(head []byte, most int) int {
	return int(min(uint64(officeart.HeaderSize)+uint64(binary.LittleEndian.Uint32(head[4:])), uint64(most)))
}
