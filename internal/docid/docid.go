// Package docid gives documents, nodes, blocks and sections their IDs.
//
// Every ID is a UUID of version 5 (RFC 9562, 5.5), made of the document's bytes, its source path and the place of
// the thing named, so the same input has the same IDs on every machine.
package docid

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// namespace is the UUID of all udecode IDs: version 5 of the URL namespace and "https://udecode.dev/ns/udm".
var namespace = udm.ID{0x5e, 0x0f, 0x37, 0x6c, 0x1b, 0x1c, 0x5a, 0x33, 0x9f, 0x4d, 0x0a, 0x9b, 0x2a, 0x61, 0x77, 0xd4}

// New returns the version 5 UUID, in a namespace, of the name that the parts make run together.
func New(space udm.ID, name ...string) udm.ID {
	var buf [256]byte
	b := append(buf[:0], space[:]...)
	for _, part := range name {
		b = append(b, part...)
	}
	sum := sha1.Sum(b)
	var id udm.ID
	copy(id[:], sum[:])
	id[6] = id[6]&0x0f | 0x50
	id[8] = id[8]&0x3f | 0x80
	return id
}

// Document returns a document's ID from the hash of its bytes and its source path.
func Document(sum [sha256.Size]byte, sourcePath string) udm.ID {
	return New(namespace, "document\x00", hex.EncodeToString(sum[:]), "\x00", sourcePath)
}

// Archive returns an archive's ID likewise.
func Archive(sum [sha256.Size]byte, sourcePath string) udm.ID {
	return New(namespace, "archive\x00", hex.EncodeToString(sum[:]), "\x00", sourcePath)
}

// Assign fills in the IDs and source paths of a document's nodes and blocks; the document's own ID must be set.
func Assign(d *udm.Document) {
	d.Metadata.SourcePath = d.SourcePath
	var buf [64]byte
	for i, n := range d.Nodes {
		name := append(buf[:0], "node/"...)
		name = strconv.AppendInt(name, int64(i), 10)
		n.ID = New(d.ID, string(name))
		n.Metadata.SourcePath = d.SourcePath + "#" + Fragment(n, i)
		for k, b := range n.Blocks {
			b.ID = New(n.ID, strconv.Itoa(k))
			if b.Metadata != nil {
				b.Metadata.SourcePath = n.Metadata.SourcePath
			}
		}
	}
}

// Fragment returns the part of a node's source path behind the "#": "page=1", "sheet=Umsatz%202024".
// The index is 0-based.
func Fragment(n *udm.StructuralNode, index int) string {
	if n.Role == udm.Sheet && n.Label != "" {
		return "sheet=" + escape(n.Label)
	}
	return string(n.Role) + "=" + strconv.Itoa(index+1)
}

func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
