package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/udecode/udecode/internal/output/wire"
	"github.com/udecode/udecode/internal/provenance"
)

// volatile are the predicates whose statements say when and by which version something was made.
var volatile = []string{provenance.PROV + "startedAtTime", provenance.TG + "componentVersion"}

// facts returns what a file of statements or records holds, a fact a line, without what differs in time or in the
// program's version only. What can't be read is one fact by itself.
func facts(name string, content []byte) [][]byte {
	switch name {
	case "provenance.nt", "provenance.nq", "provenance.trig":
		return statements(content)
	case "triples.ndjson":
		return messages(content)
	case "core.msgpack":
		return core(content)
	}
	return bytes.Split(bytes.TrimSuffix(content, []byte("\n")), []byte("\n"))
}

func statements(content []byte) [][]byte {
	var out [][]byte
	for line := range bytes.SplitSeq(content, []byte("\n")) {
		_, rest, _ := bytes.Cut(line, []byte(" "))
		predicate, _, _ := bytes.Cut(rest, []byte(" "))
		if len(line) > 0 && !isVolatile(string(bytes.Trim(predicate, "<>"))) {
			out = append(out, line)
		}
	}
	return out
}

func isVolatile(predicate string) bool { return predicate == volatile[0] || predicate == volatile[1] }

func appendTriples(out [][]byte, of any, ts []wire.Triple) [][]byte {
	for _, t := range ts {
		if !isVolatile(t.P.I) {
			out = append(out, fmt.Appendf(nil, "%v %s %s %s%q %s", of, t.S.I, t.P.I, t.O.I, t.O.V, t.G))
		}
	}
	return out
}

// messages returns the statements of a file of messages. How they are dealt out among the messages is no fact.
func messages(content []byte) [][]byte {
	var out [][]byte
	for line := range bytes.SplitSeq(content, []byte("\n")) {
		var m struct {
			Metadata struct{ ID, Root, Collection string }
			Triples  []wire.Triple
		}
		switch {
		case len(line) == 0:
		case json.Unmarshal(line, &m) != nil:
			out = append(out, line)
		default:
			out = appendTriples(out, m.Metadata, m.Triples)
		}
	}
	return out
}

// core returns the records of a core file, and its statements one by one.
func core(content []byte) [][]byte {
	var out [][]byte
	r := bytes.NewReader(content)
	d := msgpack.NewDecoder(r)
	for r.Len() > 0 {
		at := len(content) - r.Len()
		rec, err := coreRecord(d)
		if err != nil {
			return append(out, content[at:])
		}
		out = append(out, rec...)
	}
	return out
}

func coreRecord(d *msgpack.Decoder) ([][]byte, error) {
	if n, err := d.DecodeArrayLen(); err != nil {
		return nil, err
	} else if n != 2 {
		return nil, fmt.Errorf("a record of %d values", n)
	}
	tag, err := d.DecodeString()
	if err != nil {
		return nil, err
	}
	if tag != "t" {
		raw, err := d.DecodeRaw()
		if len(raw) > 1000 { // a file's content
			raw = fmt.Appendf(raw[:100:100], "… sha256 %x", sha256.Sum256(raw))
		}
		return [][]byte{append([]byte(tag+" "), raw...)}, err
	}
	var t struct {
		Metadata map[string]string `msgpack:"m"`
		Triples  []wire.Triple     `msgpack:"t"`
	}
	if err := d.Decode(&t); err != nil {
		return nil, err
	}
	return appendTriples(nil, t.Metadata, t.Triples), nil
}

// mask replaces the hexadecimal digits of each UUID: the IDs of a document follow from its bytes, and so all of them change with
// any change of these.
func mask(line []byte) []byte {
	var out []byte
	for i := 0; i+36 <= len(line); i++ {
		if !isUUID(line[i : i+36]) {
			continue
		}
		if out == nil {
			out = bytes.Clone(line)
		}
		for k := i; k < i+36; k++ {
			if out[k] != '-' {
				out[k] = '.'
			}
		}
		i += 35
	}
	if out == nil {
		return line
	}
	return out
}

func isUUID(b []byte) bool {
	if b[8] != '-' || b[13] != '-' || b[18] != '-' || b[23] != '-' {
		return false
	}
	for i, c := range b {
		if i != 8 && i != 13 && i != 18 && i != 23 && (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func equalLines(a, b [][]byte) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}

func masked(lines [][]byte) [][]byte {
	out := make([][]byte, len(lines))
	for i, l := range lines {
		out[i] = mask(l)
	}
	return out
}

// less returns the lines of a that b does not have, counting how often each is there.
func less(a, b [][]byte) []string {
	have := map[string]int{}
	for _, l := range b {
		have[string(l)]++
	}
	var out []string
	for _, l := range a {
		if have[string(l)] > 0 {
			have[string(l)]--
			continue
		}
		out = append(out, string(l))
	}
	return out
}
