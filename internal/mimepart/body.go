package mimepart

import (
	"bytes"
	"encoding/base64"
	"strings"

	"github.com/udecode/udecode/internal/charset"
)

// Decode returns the part's content with the transfer encoding undone. Errors in it are passed over.
func (t *Part) Decode() []byte {
	encoding := strings.ToLower(strings.Trim(strings.TrimSpace(t.Header.Get("Content-Transfer-Encoding")), `"`))
	encoding, _, _ = strings.Cut(encoding, ";")
	switch encoding {
	case "base64":
		return fastBase64(t.Body)
	case "quoted-printable":
		return DecodeQuoted(t.Body)
	case "x-uuencode", "x-uue", "uuencode", "uue":
		if b := decodeUU(t.Body); b != nil {
			return b
		}
	}
	return t.Body
}

// fastBase64 decodes with the library when the text is clean, which most is.
func fastBase64(b []byte) []byte {
	out := make([]byte, base64.StdEncoding.DecodedLen(len(b)))
	if n, err := base64.StdEncoding.Decode(out, bytes.TrimSpace(b)); err == nil {
		return out[:n]
	}
	return decodeBase64(b)
}

// Text returns the part's content as text with "\n" line ends. The declared charset is held against the bytes.
func (t *Part) Text() string {
	b := t.Decode()
	looking := func(b []byte) []byte { return b }
	if t.MediaType == "text/html" {
		looking = charset.WithoutTags
	}
	declared := strings.TrimPrefix(strings.ToLower(t.Params["charset"]), "charset=")
	s, _ := charset.DecodeDeclared(b, declared, looking)
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(s)
	}
	if t.MediaType == "text/plain" && strings.EqualFold(t.Params["format"], "flowed") {
		s = unflow(s, strings.EqualFold(t.Params["delsp"], "yes"))
	}
	return s
}

// unflow joins the lines of flowed text (RFC 3676): one that ends in a blank goes on in the next one of the same
// quote depth.
func unflow(s string, delsp bool) string {
	out := make([]byte, 0, len(s))
	open := -1 // quote depth of the line that goes on
	first := true
	for line := range strings.SplitSeq(s, "\n") {
		depth := 0
		for depth < len(line) && line[depth] == '>' {
			depth++
		}
		text := strings.TrimPrefix(line[depth:], " ") // stuffed
		if open != depth || text == "-- " {
			if !first {
				out = append(out, '\n')
			}
			out = append(out, line[:depth]...)
			if depth > 0 && text != "" {
				out = append(out, ' ')
			}
		}
		first = false
		open = -1
		if strings.HasSuffix(text, " ") && text != "-- " {
			open = depth
			if delsp {
				text = text[:len(text)-1]
			}
		}
		out = append(out, text...)
	}
	return string(out)
}

// decodeUU decodes the first uuencoded file in b; nil when there is none.
func decodeUU(b []byte) []byte {
	i := bytes.Index(b, []byte("begin "))
	if i < 0 {
		return nil
	}
	_, rest := cutLine(b[i:])
	out := []byte{}
	for len(rest) > 0 {
		var line []byte
		line, rest = cutLine(rest)
		if len(line) == 0 || string(line) == "end" {
			break
		}
		n := int(line[0]-' ') & 63
		line = line[1:]
		for ; n > 0 && len(line) > 0; n -= 3 {
			var q [4]byte
			for k := range q {
				if k < len(line) {
					q[k] = (line[k] - ' ') & 63
				}
			}
			line = line[min(4, len(line)):]
			three := [3]byte{q[0]<<2 | q[1]>>4, q[1]<<4 | q[2]>>2, q[2]<<6 | q[3]}
			out = append(out, three[:min(n, 3)]...)
		}
	}
	return out
}

// Enclosure is a file that stands uuencoded in a text.
type Enclosure struct {
	Name string
	Data []byte
}

// CutUU takes uuencoded files out of a text.
func CutUU(s string) (string, []Enclosure) {
	var files []Enclosure
	for from := 0; ; {
		i := strings.Index(s[from:], "begin ")
		if i < 0 || len(files) >= 50 {
			return s, files
		}
		i += from
		from = i + len("begin ")
		line, _, _ := strings.Cut(s[i:], "\n")
		f := strings.Fields(line)
		end := strings.Index(s[i:], "\nend")
		if i > 0 && s[i-1] != '\n' || len(f) < 3 || len(f[1]) != 3 || strings.Trim(f[1], "01234567") != "" || end < 0 {
			continue
		}
		end += i + len("\nend")
		files = append(files, Enclosure{strings.Join(f[2:], " "), decodeUU([]byte(s[i:end]))})
		s = s[:i] + strings.TrimPrefix(s[end:], "\n")
		from = i
	}
}
