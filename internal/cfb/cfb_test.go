package cfb

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

func open(t *testing.T, b []byte) *File {
	t.Helper()
	f, err := Open(source.Bytes(b), limit.NewBudget(limit.Limits{}))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestWriteAndRead(t *testing.T) {
	large := bytes.Repeat([]byte("0123456789abcdef"), 1<<20) // more FAT sectors than the header holds
	nodes := []*Node{
		{Name: "small", Data: []byte("in the mini stream")},
		{Name: "empty"},
		{Name: "large", Data: large},
		{Name: "storage", Storage: true, Children: []*Node{
			{Name: "\x05inner", Data: []byte("a")},
			{Name: "deeper", Storage: true, Children: []*Node{{Name: "leaf", Data: []byte("b")}}},
		}},
	}
	f := open(t, Write(nodes))
	for name, want := range map[string]string{
		"small": "in the mini stream", "SMALL": "in the mini stream", "empty": "", "large": string(large),
		"storage/inner": "a", "storage/deeper/leaf": "b",
	} {
		got, err := f.Stream(name)
		if err != nil || string(got) != want {
			t.Errorf("Stream(%q) = %d bytes, %v; want %d bytes", name, len(got), err, len(want))
		}
	}
	if _, err := f.Stream("none"); !errors.Is(err, ErrNotFound) {
		t.Errorf("Stream of no such name: %v", err)
	}
	if got := RootNames(source.Bytes(Write(nodes))); len(got) != 4 || !slices.Contains(got, "storage") || !slices.Contains(got, "large") {
		t.Errorf("RootNames = %q", got)
	}
	sub := f.Storage("storage")
	if got, err := sub.Stream("deeper/leaf"); err != nil || string(got) != "b" {
		t.Errorf("storage's stream = %q, %v", got, err)
	}
	again := open(t, Write(sub.Nodes()))
	if got, err := again.Stream("deeper/leaf"); err != nil || string(got) != "b" {
		t.Errorf("rewritten storage's stream = %q, %v", got, err)
	}
}

func TestSummary(t *testing.T) {
	le := binary.LittleEndian
	str := func(s string) []byte {
		b := le.AppendUint32(nil, 30)
		b = le.AppendUint32(b, uint32(len(s)+1))
		b = append(b, s+"\x00"...)
		for len(b)%4 != 0 {
			b = append(b, 0)
		}
		return b
	}
	values := []struct {
		id uint32
		v  []byte
	}{
		{1, []byte{2, 0, 0, 0, 0xe3, 4, 0, 0}}, // code page 1251
		{2, str("\xcf\xf0\xe8\xe2\xe5\xf2")},
		{4, str("A. Author")},
		{5, str("one, two; three")},
		{12, append([]byte{64, 0, 0, 0}, le.AppendUint64(nil, 133170048000000000)...)},
	}
	body := le.AppendUint32(nil, 0)
	body = le.AppendUint32(body, uint32(len(values)))
	off := 8 + 8*len(values)
	var tail []byte
	for _, v := range values {
		body = le.AppendUint32(body, v.id)
		body = le.AppendUint32(body, uint32(off+len(tail)))
		tail = append(tail, v.v...)
	}
	body = append(body, tail...)
	set := append([]byte{0xfe, 0xff, 0, 0}, make([]byte, 20)...)
	set = le.AppendUint32(set, 1)
	set = append(set, make([]byte, 16)...)
	set = le.AppendUint32(set, 48)
	set = append(set, body...)

	m := Summary(open(t, Write([]*Node{{Name: "\x05SummaryInformation", Data: set}})))
	if m.Title != "Привет" || m.Author != "A. Author" || len(m.Tags) != 3 || m.CreatedAt != "2023-01-01T00:00:00Z" {
		t.Errorf("Summary = %+v", m)
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(Write([]*Node{{Name: "\x05SummaryInformation", Data: []byte{0xfe, 0xff}}, {Name: "s", Storage: true, Children: []*Node{{Name: "x", Data: make([]byte, 5000)}}}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := Open(source.Bytes(b), limit.NewBudget(limit.Limits{Decoded: 64 << 20}))
		if err != nil {
			return
		}
		Summary(c)
		RootNames(source.Bytes(b))
		c.Nodes()
	})
}
