package cmap

import (
	"bytes"
	"reflect"
	"testing"
)

const toUnicode = `/CIDInit /ProcSet findresource begin begincmap
/CMapName /Test def
1 begincodespacerange <0000> <FFFF> endcodespacerange
3 beginbfchar
<0003> <0020>
<0004> <00660066>
<0005> <D83DDE00>
endbfchar
2 beginbfrange
<0010> <0012> <0041>
<0020> <0021> [<0061> <00620063>]
endbfrange endcmap`

func TestText(t *testing.T) {
	m := Parse([]byte(toUnicode), nil)
	for code, want := range map[uint32]string{3: " ", 4: "ff", 5: "😀", 0x10: "A", 0x12: "C", 0x13: "", 0x20: "a", 0x21: "bc", 0: ""} {
		if got := m.Text(code, 2); got != want {
			t.Errorf("Text(%#x) = %q, want %q", code, got, want)
		}
	}
	if m.TextSize() != 2 || !m.TwoByte() || m.Name != "Test" {
		t.Errorf("TextSize %d, TwoByte %v, Name %q", m.TextSize(), m.TwoByte(), m.Name)
	}
}

func TestNext(t *testing.T) {
	m := Parse([]byte(`2 begincodespacerange <00> <80> <8140> <9FFC> endcodespacerange
		1 begincidrange <8140> <817E> 633 endcidrange 1 begincidchar <41> 7 endcidchar /WMode 1 def`), nil)
	var codes []uint32
	for b := []byte("A\x81\x40\xFFB\x82"); len(b) > 0; {
		code, n := m.Next(b)
		codes = append(codes, code)
		b = b[n:]
	}
	if want := []uint32{0x41, 0x8140, 0xFF, 0x42, 0x82}; !reflect.DeepEqual(codes, want) {
		t.Errorf("codes = %#x, want %#x", codes, want)
	}
	if cid, ok := m.CID(0x8142, 2); cid != 635 || !ok {
		t.Errorf("CID = %d, %v", cid, ok)
	}
	if _, ok := m.CID(0x42, 1); ok {
		t.Error("a code without a CID has one")
	}
	if !m.Vertical {
		t.Error("not vertical")
	}
}

func TestPredefined(t *testing.T) {
	tests := []struct {
		name string
		code string
		cid  uint32
		uni  string // text of the CID by the collection's map
	}{
		{"UniGB-UCS2-H", "\x4e\xca", 1965, "今"},
		{"UniJIS-UTF16-H", "\x65\xe5", 3284, "日"},
		{"90ms-RKSJ-H", "\x93\xfa", 3284, "日"},
		{"90ms-RKSJ-V", "\x93\xfa", 3284, "日"},
		{"KSCms-UHC-H", "\xb0\xa1", 1086, "가"},
		{"ETen-B5-H", "\xa4\xa4", 638, "中"},
		{"GBK-EUC-H", "\xd6\xd0", 4559, "中"},
	}
	ordering := map[string]string{"UniGB-UCS2-H": "GB1", "GBK-EUC-H": "GB1", "KSCms-UHC-H": "Korea1", "ETen-B5-H": "CNS1"}
	for _, tt := range tests {
		m := Predefined(tt.name)
		if m == nil {
			t.Errorf("%s: none", tt.name)
			continue
		}
		code, n := m.Next([]byte(tt.code))
		cid, _ := m.CID(code, n)
		o := ordering[tt.name]
		if o == "" {
			o = "Japan1"
		}
		if got := Predefined("Adobe-"+o+"-UCS2").Text(cid, 2); got != tt.uni {
			t.Errorf("%s: code %x is CID %d, text %q, want %q", tt.name, tt.code, cid, got, tt.uni)
		}
		if want := tt.name[len(tt.name)-1] == 'V'; m.Vertical != want {
			t.Errorf("%s: Vertical = %v", tt.name, m.Vertical)
		}
	}
	if Predefined("Nonsense-H") != nil {
		t.Error("a map of no such name")
	}
}

func TestPredefinedAll(t *testing.T) {
	for name := range packed() {
		if Predefined(name) == nil {
			t.Errorf("%s cannot be read", name)
		}
	}
}

func TestUnicodeCode(t *testing.T) {
	tests := []struct {
		name string
		code uint32
		size int
		want string
	}{
		{"UniJIS-UCS2-H", 0x65E5, 2, "日"},
		{"UniJIS-UTF16-H", 0xD83DDE00, 4, "😀"},
		{"UniJIS-UTF32-H", 0x1F600, 4, "😀"},
		{"UniJIS-UTF8-H", 0xE697A5, 3, "日"},
		{"UniJIS-UTF16-H", 0xD800, 2, ""},
	}
	for _, tt := range tests {
		if got := (&CMap{Name: tt.name}).UnicodeCode(tt.code, tt.size); got != tt.want {
			t.Errorf("%s: UnicodeCode(%#x) = %q, want %q", tt.name, tt.code, got, tt.want)
		}
	}
	if (&CMap{Name: "90ms-RKSJ-H"}).IsUnicode() {
		t.Error("Shift JIS is not Unicode")
	}
}

func TestBinary(t *testing.T) {
	m := Parse([]byte(toUnicode+" 1 begincidrange <8140> <817E> 633 endcidrange"), nil)
	b := m.AppendBinary(nil)
	got, err := decodeBinary(b, func(string) *CMap { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.AppendBinary(nil), b) || got.Text(4, 2) != "ff" {
		t.Error("the binary form read back is another map")
	}
	for n := range len(b) {
		if _, err := decodeBinary(b[:n], func(string) *CMap { return nil }); err == nil {
			t.Errorf("cut off at %d bytes: no error", n)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(toUnicode), []byte("\x00\x10\x00"))
	f.Add([]byte("/90ms-RKSJ-H usecmap 1 begincidrange <00> <FF> 5 endcidrange"), []byte("\x93\xfaA"))
	f.Fuzz(func(t *testing.T, b, s []byte) {
		m := Parse(b, Predefined)
		for len(s) > 0 {
			code, n := m.Next(s)
			if n < 1 || n > len(s) {
				t.Fatalf("a code of %d bytes of %d", n, len(s))
			}
			m.CID(code, n)
			m.Text(code, n)
			s = s[n:]
		}
	})
}
