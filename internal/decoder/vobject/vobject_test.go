package vobject

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/decodertest"
	"github.com/udecode/udecode/internal/udm"
)

// both reads each fixture as what it is.
func both() decoder.Format {
	f := ICalendar
	f.Decode = func(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
		if strings.HasSuffix(in.Path, ".vcf") {
			return VCard.Decode(ctx, in)
		}
		return ICalendar.Decode(ctx, in)
	}
	return f
}

func TestFormats(t *testing.T) { decodertest.Run(t, both()) }

func BenchmarkDecode(b *testing.B) { decodertest.Bench(b, both()) }

func FuzzVCard(f *testing.F) { decodertest.Fuzz(f, VCard) }

func FuzzICalendar(f *testing.F) { decodertest.Fuzz(f, ICalendar) }

func TestLines(t *testing.T) {
	s := scanner{"item1.TEL;TYPE=work;TYPE=\"cell;x\":+1\r\nNOTE;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:caf=\r\n=E9\r\nno colon\r\nX:a\r\n b\r\n\tc"}
	want := []line{
		{"TEL", []param{{"TYPE", "work"}, {"TYPE", "cell;x"}}, "+1"},
		{"NOTE", []param{{"ENCODING", "QUOTED-PRINTABLE"}, {"CHARSET", "ISO-8859-1"}}, "café"},
		{"X", nil, "abc"},
	}
	var got []line
	for l, ok := s.next(); ok; l, ok = s.next() {
		got = append(got, l)
	}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(line{}, param{})); d != "" {
		t.Error(d)
	}
}

func TestOneDate(t *testing.T) {
	for in, want := range map[string]string{
		"20240517": "2024-05-17", "20240517T083000Z": "2024-05-17 08:30 UTC", "20240517T083015": "2024-05-17 08:30:15",
		"--0517": "--05-17", "1980-05-17": "1980-05-17", "spring": "spring",
	} {
		if got := oneDate(in); got != want {
			t.Errorf("oneDate(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestSplit(t *testing.T) {
	if got, want := split(`;;12\, Mole Road;Hull;;HU1`, ';'), []string{"12, Mole Road", "Hull", "HU1"}; !cmp.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
