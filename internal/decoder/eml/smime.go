package eml

import (
	"bytes"
	"strings"

	"github.com/udecode/udecode/internal/mimepart"
)

// isSMIME reports whether a part is a message wrapped by S/MIME (RFC 8551, 3.2): encrypted, or signed without a readable copy.
func isSMIME(p *mimepart.Part) bool {
	switch p.MediaType {
	case "application/pkcs7-mime", "application/x-pkcs7-mime":
		kind := strings.ToLower(p.Params["smime-type"])
		return kind != "certs-only"
	}
	return false
}

// oidSignedData is the content type signed-data (RFC 5652, 5.1), encoded.
var oidSignedData = []byte{0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02}

// signedContent returns the message in a signed-data structure; nil when b is something else.
func signedContent(b []byte) []byte {
	info, _, ok := element(b, 0x30, 0)
	if !ok {
		return nil
	}
	oid, rest, ok := element(info, 0x06, 0)
	if !ok || !bytes.Equal(oid, oidSignedData) {
		return nil
	}
	wrapped, _, ok := element(rest, 0xa0, 0)
	if !ok {
		return nil
	}
	data, _, ok := element(wrapped, 0x30, 0)
	if !ok {
		return nil
	}
	for _, tag := range []byte{0x02, 0x31} { // version, digest algorithms
		if _, data, ok = element(data, tag, 0); !ok {
			return nil
		}
	}
	encap, _, ok := element(data, 0x30, 0)
	if !ok {
		return nil
	}
	if _, encap, ok = element(encap, 0x06, 0); !ok {
		return nil
	}
	content, _, ok := element(encap, 0xa0, 0)
	if !ok {
		return nil
	}
	return octets(content, 0)
}

// octets returns an octet string, put together when it is in pieces.
func octets(b []byte, depth int) []byte {
	if whole, _, ok := element(b, 0x04, 0); ok {
		return whole
	}
	pieces, _, ok := element(b, 0x24, 0)
	if !ok || depth > 4 {
		return nil
	}
	var out []byte
	for len(pieces) > 0 {
		_, _, rest, ok := next(pieces, 0)
		if !ok {
			break
		}
		out = append(out, octets(pieces, depth+1)...)
		pieces = rest
	}
	return out
}

// element returns the content of the element that b starts with, if it has that identifier octet, and what comes behind it.
func element(b []byte, tag byte, depth int) (content, rest []byte, ok bool) {
	got, content, rest, ok := next(b, depth)
	return content, rest, ok && got == tag
}

// next reads one element of the Basic Encoding Rules (X.690, 8.1); of indefinite length, too.
func next(b []byte, depth int) (tag byte, content, rest []byte, ok bool) {
	if len(b) < 2 || depth > 32 || b[0]&0x1f == 0x1f {
		return 0, nil, nil, false
	}
	tag, length := b[0], int(b[1])
	b = b[2:]
	switch {
	case length < 0x80:
	case length == 0x80:
		at := b
		for !bytes.HasPrefix(at, []byte{0, 0}) {
			_, _, after, ok := next(at, depth+1)
			if !ok {
				return 0, nil, nil, false
			}
			at = after
		}
		return tag, b[:len(b)-len(at)], at[2:], true
	default:
		n := length & 0x7f
		if n > 4 || n > len(b) {
			return 0, nil, nil, false
		}
		length = 0
		for _, c := range b[:n] {
			length = length<<8 | int(c)
		}
		b = b[n:]
	}
	if length > len(b) {
		return 0, nil, nil, false
	}
	return tag, b[:length], b[length:], true
}
