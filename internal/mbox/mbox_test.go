package mbox

import (
	"errors"
	"strings"
	"testing"
)

func TestMessages(t *testing.T) {
	const from = "From a@example.org Mon Mar  4 10:00:00 2024\n"
	for _, tt := range []struct {
		name, in string
		want     []string
	}{
		{"two", from + "Subject: 1\n\none\n\n" + from + "Subject: 2\n\ntwo\n", []string{"Subject: 1\n\none\n", "Subject: 2\n\ntwo\n"}},
		{"carriage returns", "From - Mon Mar 04 10:00:00 2024\r\nSubject: 1\r\n\r\none\r\n\r\nFrom - Mon Mar 04 10:00:00 2024\r\nSubject: 2\r\n", []string{"Subject: 1\r\n\r\none\r\n", "Subject: 2\r\n"}},
		{"From in a text", from + "Subject: 1\n\none\nFrom here on.\n\nFrom there too.\n", []string{"Subject: 1\n\none\nFrom here on.\n\nFrom there too.\n"}},
		{"long line", from + "Subject: 1\n\n" + strings.Repeat("x", 200_000) + "\n\n" + from + "S: 2\n", []string{"Subject: 1\n\n" + strings.Repeat("x", 200_000) + "\n", "S: 2\n"}},
		{"empty", "", nil},
	} {
		var got []string
		for m, err := range Messages(strings.NewReader(tt.in), int64(len(tt.in))) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, tt.in[m.Start:m.End])
		}
		if strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("%s: %.300q", tt.name, got)
		}
	}
}

func TestIs(t *testing.T) {
	for in, want := range map[string]bool{
		"From a@b Mon Mar  4 10:00:00 2024\nSubject: x\n": true,
		"From a@b Mon Mar  4 10:00:00 2024\nwords\n":      false,
		"From the start\nwe knew: all":                    false,
		"Subject: x\n":                                    false,
	} {
		if got := Is([]byte(in)); got != want {
			t.Errorf("Is(%q) = %v", in, got)
		}
	}
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errors.New("broken") }

func TestReadError(t *testing.T) {
	for _, err := range Messages(failing{}, 10) {
		if err == nil {
			t.Error("no error")
		}
	}
}

func FuzzMessages(f *testing.F) {
	f.Add("From a@b Mon Mar  4 10:00:00 2024\nSubject: x\n\nFrom a@b Mon Mar  4 10:00:00 2024\n")
	f.Fuzz(func(t *testing.T, in string) {
		last := int64(0)
		for m, err := range Messages(strings.NewReader(in), int64(len(in))) {
			if err != nil || m.Start < last || m.End < m.Start || m.End > int64(len(in)) {
				t.Fatalf("%+v behind %d: %v", m, last, err)
			}
			last = m.End
		}
	})
}
