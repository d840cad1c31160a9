package plaintext

import (
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/udm"
)

func texts(blocks []*udm.ContentBlock) string {
	var out []string
	for _, b := range blocks {
		t := b.Text
		if b.Metadata != nil {
			t = ">" + t
		}
		out = append(out, t)
	}
	return strings.Join(out, "|")
}

func TestBlocks(t *testing.T) {
	for _, tt := range []struct{ name, in, want string }{
		{"blank lines part paragraphs", "One line of some length\nand another one of it.\n\nSecond paragraph.\n", "One line of some length and another one of it.|Second paragraph."},
		{"no blank lines", "first\r\nsecond\r\nthird", "first|second|third"},
		{"items end paragraphs", "We need these things here:\n- a ladder\n- two ropes\n\nThat is all of it now.\n", "We need these things here:|a ladder|two ropes|That is all of it now."},
	} {
		if got := texts(Blocks(tt.in)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestMail(t *testing.T) {
	in := "I agree with all of that.\n\n> Shall we meet in the\n> afternoon of Monday?\n>> Or is it too early for you?\n\nYes, let us meet then.\n\n-----Original Message-----\nFrom: someone\n\nThe old text of it.\n"
	want := "I agree with all of that.|>Shall we meet in the afternoon of Monday?|>Or is it too early for you?|Yes, let us meet then.|>-----Original Message-----|>From: someone|>The old text of it."
	if got := texts(Mail(in)); got != want {
		t.Errorf("Mail = %q, want %q", got, want)
	}
}
