package mdblock

import "bytes"

const (
	// maxNesting is how deep block quotes and lists may be opened on one line.
	maxNesting = 100
	// maxDefinitions is how many link reference definitions may follow each other without an empty line.
	maxDefinitions = 500
	// maxLinkScan bounds what is read in search of links' ends on one line, bytes.
	maxLinkScan = 20 << 20
)

// bound rewrites lines that would be parsed in the square of their length or number: it cuts nesting out of the markers at
// the start of a line, parts long runs of link definitions by an empty line, and escapes what opens links that never end.
// Honest text is returned as it is.
func bound(src []byte) []byte {
	b := bounder{src: src}
	definitions := 0
	for start := 0; start < len(src); {
		end := bytes.IndexByte(src[start:], '\n')
		if end < 0 {
			end = len(src)
		} else {
			end += start + 1
		}
		line := src[start:end]
		b.nesting(start, line)
		if line[0] == '[' && bytes.Contains(line, []byte("]:")) {
			if definitions++; definitions%maxDefinitions == 0 {
				b.replace(start, start, "\n")
			}
		} else {
			definitions = 0
		}
		if len(line) > 4096 {
			b.links(start, line)
		}
		start = end
	}
	return b.bytes()
}

// bounder collects what is to be replaced, in order.
type bounder struct {
	src, out []byte
	copied   int // bytes of src that out has
}

func (b *bounder) replace(from, to int, with string) {
	b.out = append(append(b.out, b.src[b.copied:from]...), with...)
	b.copied = to
}

func (b *bounder) bytes() []byte {
	if b.copied == 0 && b.out == nil {
		return b.src
	}
	return append(b.out, b.src[b.copied:]...)
}

func (b *bounder) nesting(at int, line []byte) {
	i, markers := 0, 0
	for i < len(line) && isMarker(line[i]) && markers < maxNesting {
		if line[i] != ' ' && line[i] != '\t' {
			markers++
		}
		i++
	}
	if markers < maxNesting || ruler(line) {
		return
	}
	stop := i
	for stop < len(line) && isMarker(line[stop]) {
		stop++
	}
	b.replace(at+i, at+stop, " ")
}

// isMarker reports whether c can be part of the markers of block quotes and bullet lists.
func isMarker(c byte) bool {
	return c == ' ' || c == '\t' || c == '>' || c == '-' || c == '*' || c == '+'
}

// ruler reports whether a line is made of one sign: a thematic break or the line under a heading.
func ruler(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] != '>' && len(bytes.Trim(line, string(line[:1])+" \t")) == 0
}

func (b *bounder) links(at int, line []byte) {
	open := bytes.Count(line, []byte("](")) - bytes.Count(line, []byte(")"))
	if open <= 0 || open*len(line) < maxLinkScan {
		return
	}
	for i := 0; ; {
		k := bytes.Index(line[i:], []byte("]("))
		if k < 0 {
			return
		}
		i += k + 1
		b.replace(at+i, at+i, `\`)
	}
}
