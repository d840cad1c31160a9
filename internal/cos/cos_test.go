package cos

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/cos/costest"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
)

func open(t *testing.T, b []byte, passwords ...string) *Document {
	t.Helper()
	d, err := Open(source.Bytes(b), passwords, budget())
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	return d
}

// content returns the decoded content of the first page.
func content(t *testing.T, d *Document) string {
	t.Helper()
	pages := d.Dict(d.Dict(d.Trailer().Get("Root")).Get("Pages"))
	kids := d.Array(pages.Get("Kids"))
	if len(kids) == 0 {
		t.Fatal("no pages")
	}
	s := d.Stream(d.Dict(kids[0]).Get("Contents"))
	if s == nil {
		t.Fatal("no content")
	}
	b, err := s.Decode()
	if err != nil {
		t.Fatalf("content: %v", err)
	}
	return string(b)
}

const text = "BT (some text) Tj ET"

func TestOpen(t *testing.T) {
	plain := costest.Page("", text).Table()
	replaced := func(old, new string) []byte { return bytes.Replace(plain, []byte(old), []byte(new), 1) }
	tests := map[string][]byte{
		"table":              plain,
		"streams":            costest.Page("", text).Packed(),
		"bytes before":       append(bytes.Repeat([]byte("x"), 200), plain...),
		"bytes behind":       append(bytes.Clone(plain), bytes.Repeat([]byte("\x00"), 1500)...),
		"no table":           replaced("\nxref\n", "\nxxxx\n"),
		"no startxref":       replaced("startxref", "startxxxx"),
		"cut before table":   plain[:bytes.Index(plain, []byte("xref\n"))],
		"wrong offsets":      replaced("%PDF-1.7\n", "%PDF-1.7\n% more bytes than the offsets know of\n"),
		"short length":       replaced(fmt.Sprintf("/Length %d", len(text)), "/Length 5"),
		"long length":        replaced(fmt.Sprintf("/Length %d", len(text)), "/Length 90000"),
		"no length":          replaced(fmt.Sprintf("/Length %d", len(text)), "/Nothing 5"),
		"carriage returns":   bytes.ReplaceAll(plain, []byte("\n"), []byte("\r")),
		"both line ends":     bytes.ReplaceAll(plain, []byte("\n"), []byte("\r\n")),
		"catalogue unnamed":  bytes.Replace(replaced("\nxref\n", "\nxxxx\n"), []byte("/Root 1 0 R"), []byte("/Rxxt 1 0 R"), 1),
		"packed, no xref":    bytes.Replace(costest.Page("", text).Packed(), []byte("startxref"), []byte("startxxxx"), 1),
		"no space after obj": bytes.ReplaceAll(plain, []byte("obj\n<<"), []byte("obj<<")),
	}
	for name, b := range tests {
		t.Run(name, func(t *testing.T) {
			if got := content(t, open(t, b)); got != text {
				t.Errorf("content = %q, want %q", got, text)
			}
		})
	}
}

func TestUpdate(t *testing.T) {
	b := costest.Page("", "old").Table()
	prev := bytes.LastIndex(b, []byte("xref\n0"))
	at := len(b)
	b = append(b, "4 0 obj\n"+costest.Stream("", text)+"\nendobj\n"...)
	start := len(b)
	b = fmt.Appendf(b, "xref\n4 1\n%010d 00000 n \ntrailer\n<< /Size 5 /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n", at, prev, start)
	if got := content(t, open(t, b)); got != text {
		t.Errorf("content = %q, want that of the update", got)
	}
}

// A hybrid file hides objects from old readers: they are in a stream that the trailer names.
func TestHybrid(t *testing.T) {
	f := costest.Page("", text)
	b := f.Table()
	var rows []byte
	at := bytes.Index(b, []byte("4 0 obj"))
	rows = append(rows, 1, byte(at>>8), byte(at), 0)
	stream := len(b)
	b = fmt.Appendf(b, "9 0 obj\n%s\nendobj\n", costest.Stream("/Type /XRef /W [1 2 1] /Index [4 1] /Size 5", string(rows)))
	b = bytes.Replace(b, fmt.Appendf(nil, "%010d 00000 n", at), []byte("0000000000 00000 f"), 1)
	start := bytes.Index(b, []byte("xref\n0"))
	// The entry for object 4 is free in the table, so the table must not name it at all.
	b = bytes.Replace(b, []byte("xref\n0 5"), []byte("xref\n0 4"), 1)
	b = bytes.Replace(b, []byte("0000000000 00000 f \ntrailer"), []byte("trailer"), 1)
	b = bytes.Replace(b, []byte("/Root 1 0 R"), fmt.Appendf(nil, "/Root 1 0 R /XRefStm %d", stream), 1)
	shifted := bytes.Index(b, []byte("9 0 obj"))
	b = bytes.Replace(b, fmt.Appendf(nil, "/XRefStm %d", stream), fmt.Appendf(nil, "/XRefStm %d", shifted), 1)
	b = fmt.Appendf(b, "startxref\n%d\n%%%%EOF\n", start)
	d := open(t, b)
	if d.Repaired() {
		t.Error("the file was repaired")
	}
	if got := content(t, d); got != text {
		t.Errorf("content = %q", got)
	}
}

func TestMalformed(t *testing.T) {
	for _, s := range []string{"", "%PDF-1.4", "not a PDF at all", "%PDF-1.4\n1 0 obj\nendobj", "xref\n0 1\ntrailer<</Root 1 0 R>>startxref 0"} {
		if _, err := Open(source.Bytes([]byte(s)), nil, budget()); !errors.Is(err, ErrMalformed) {
			t.Errorf("Open(%q) = %v, want ErrMalformed", s, err)
		}
	}
}

func TestCycles(t *testing.T) {
	f := costest.Page("", text)
	f.Set(5, "6 0 R")
	f.Set(6, "5 0 R")
	f.Set(7, "<< /Length 7 0 R >>\nstream\nabc\nendstream")
	f.Set(8, strings.Repeat("[", 100_000))
	d := open(t, f.Table())
	if o := d.Resolve(Ref{Num: 5}); o != nil {
		t.Errorf("a reference to itself = %v, want nil", o)
	}
	if b, _ := d.Stream(Ref{Num: 7}).Decode(); string(b) != "abc" {
		t.Errorf("stream with itself as length = %q", b)
	}
	d.Resolve(Ref{Num: 8})
}

func TestLexer(t *testing.T) {
	tests := []struct {
		in   string
		want Object
	}{
		{"(a\\(b\\)\\101\\7\\\nc(d)\r\ne)", String("a(b)A\x07c(d)\ne")},
		{"<48 65 6c6C 6>", String("Hell`")},
		{"/A#20B#zz/C", Name("A B#zz")},
		{"-.5", -.5},
		{"+17", int64(17)},
		{"--5", int64(-5)},
		{"4.", 4.},
		{"1.2.3", 1.2},
		{"12-34", int64(12)},
		{"123456789012345678901", 123456789012345678901.},
		{"0.000000000000000000001", 1e-21},
		{"true", true},
		{"null", nil},
		{"[1 2 [3] (x) /N null]", Array{int64(1), int64(2), Array{int64(3)}, String("x"), Name("N"), nil}},
		{"<</A 1/B[/C]/D<</E(f)>>>>", Dict{{"A", int64(1)}, {"B", Array{Name("C")}}, {"D", Dict{{"E", String("f")}}}}},
		{"% comment\n 7", int64(7)},
		{"<</A 1 /B", Dict{{"A", int64(1)}}},
	}
	for _, tt := range tests {
		if got := NewLexer([]byte(tt.in)).ParseObject(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("ParseObject(%q) = %#v, want %#v", tt.in, got, tt.want)
		}
	}
}

func TestLexerTokensStay(t *testing.T) {
	l := NewLexer([]byte("(a\\)) (b\\)) <6364> /x#79"))
	var all []Token
	for {
		k := l.Next()
		if k.Kind == EOF {
			break
		}
		all = append(all, k)
	}
	want := []string{"a)", "b)", "cd", "xy"}
	for i, w := range want {
		if string(all[i].Bytes) != w {
			t.Errorf("token %d = %q, want %q", i, all[i].Bytes, w)
		}
	}
}

func TestFilters(t *testing.T) {
	rows := "\x02\x01\x02\x03\x02\x01\x01\x01" // two rows of three bytes, each minus the one above
	tests := []struct{ name, dict, data, want string }{
		{"hex", "/Filter /ASCIIHexDecode", "48 65 6C 6C 6F>", "Hello"},
		{"ascii85", "/Filter /ASCII85Decode", "<~87cURD]i,\"Ebo80~>", "Hello World!"},
		{"ascii85 zeros", "/Filter /A85", "z!!~>", "\x00\x00\x00\x00\x00"},
		{"run length", "/Filter /RunLengthDecode", "\x02abc\xFEx\x80", "abcxxx"},
		{"lzw", "/Filter /LZWDecode", "\x80\x0B\x60\x50\x22\x0C\x0C\x85\x01", "-----A---B"},
		{"flate", "/Filter /FlateDecode", costest.Flate("Hello"), "Hello"},
		{"chain", "/Filter [/ASCIIHexDecode /FlateDecode]", fmt.Sprintf("%x>", costest.Flate("Hello")), "Hello"},
		{"png rows", "/Filter /FlateDecode /DecodeParms << /Predictor 12 /Columns 3 >>", costest.Flate(rows), "\x01\x02\x03\x02\x03\x04"},
		{"tiff rows", "/Filter /FlateDecode /DecodeParms [<< /Predictor 2 /Columns 3 >>]", costest.Flate("\x01\x01\x01\x05\x01\x01"), "\x01\x02\x03\x05\x06\x07"},
		{"no crypt", "/Filter [/Crypt /ASCIIHexDecode]", "41>", "A"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := costest.Page("", "")
			n := f.AddStream(tt.dict, tt.data)
			got, err := open(t, f.Table()).Stream(Ref{Num: uint32(n)}).Decode()
			if err != nil || string(got) != tt.want {
				t.Errorf("Decode = %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

func TestImageFilter(t *testing.T) {
	f := costest.Page("", "")
	n := f.AddStream("/Filter [/ASCIIHexDecode /DCTDecode]", "FFD8>")
	b, filter, err := open(t, f.Table()).Stream(Ref{Num: uint32(n)}).DecodeImage()
	if err != nil || filter.Name != "DCTDecode" || string(b) != "\xFF\xD8" {
		t.Errorf("DecodeImage = %q, %v, %v", b, filter, err)
	}
}

// A file larger than what is held in memory is read in windows.
func TestWindows(t *testing.T) {
	f := costest.Page("", text)
	f.AddStream("", strings.Repeat("a", heldSize))
	f.Add("<< /Big (" + strings.Repeat("b", 3*window) + ") >>")
	for name, b := range map[string][]byte{"table": f.Table(), "search": bytes.Replace(f.Table(), []byte("startxref"), []byte("startxxxx"), 1)} {
		d := open(t, b)
		if d.held != nil {
			t.Fatal("the file is held")
		}
		if got := content(t, d); got != text {
			t.Errorf("%s: content = %q", name, got)
		}
		if s := d.String(d.Dict(Ref{Num: 6}).Get("Big")); len(s) != 3*window {
			t.Errorf("%s: string of %d bytes, want %d", name, len(s), 3*window)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(costest.Page("", text).Table())
	f.Add(costest.Page("", text).Packed())
	f.Fuzz(func(t *testing.T, b []byte) {
		d, err := Open(source.Bytes(b), []string{"pw"}, budget())
		if err != nil {
			return
		}
		for i, n := range d.ObjectNumbers() {
			if i == 200 {
				break
			}
			if s := d.Stream(Ref{Num: n}); s != nil {
				s.DecodeImage()
			}
		}
	})
}

func TestBudget(t *testing.T) {
	f := costest.Page("", "")
	n := f.AddStream("/Filter /FlateDecode", costest.Flate(strings.Repeat("a", 5000)))
	d, err := Open(source.Bytes(f.Table()), nil, limit.NewBudget(limit.Limits{Decoded: 1000}))
	if err != nil {
		t.Fatal(err)
	}
	s := d.Stream(Ref{Num: uint32(n)})
	if b, _, err := s.DecodeImage(); err != nil || len(b) != 5000 {
		t.Errorf("DecodeImage = %d bytes, %v", len(b), err)
	}
	if _, err := s.Decode(); !errors.Is(err, limit.ErrExceeded) {
		t.Errorf("Decode = %v, want ErrExceeded", err)
	}
}

// Few or many entries: the last of a key counts, and what is null is no entry.
func TestDictEntries(t *testing.T) {
	for _, n := range []int{3, fewEntries, fewEntries + 1, 200} {
		var b strings.Builder
		b.WriteString("<<")
		for i := range n {
			fmt.Fprintf(&b, "/K%d %d/N%d null", i%(n-1), i, i)
		}
		b.WriteString(">>")
		d, _ := NewLexer([]byte(b.String())).ParseObject().(Dict)
		for i := range n - 1 {
			want := int64(i)
			if i == 0 {
				want = int64(n - 1)
			}
			if got := d.Get(Name(fmt.Sprint("K", i))); got != want {
				t.Errorf("%d entries: Get(K%d) = %v, want %d", n, i, got, want)
			}
		}
		if got := d.Get("N0"); got != nil {
			t.Errorf("%d entries: Get(N0) = %v, want nothing", n, got)
		}
		if got := d.With("K1", Name("new")).Get("K1"); got != Name("new") {
			t.Errorf("%d entries: With(K1, new).Get(K1) = %v", n, got)
		}
	}
}
