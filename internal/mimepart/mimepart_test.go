package mimepart

import (
	"strings"
	"testing"
)

func TestDecodeText(t *testing.T) {
	for in, want := range map[string]string{
		"=?utf-8?q?Gr=C3=BC=C3=9Fe?=":                  "Grüße",
		"=?UTF-8?B?4pi44pi/?= and more":                "☸☿ and more",
		"a =?iso-8859-1?Q?=E4?= =?iso-8859-1?Q?=F6?=b": "a äöb",
		"=?utf-8?q?=E2=82?= =?utf-8?q?=AC?=":           "€", // one character in two words
		"=?windows-1251?B?z/Do4uXy?=":                  "Привет",
		"=?utf-8*en?Q?language?=":                      "language",
		"=?x?":                                         "=?x?",
		"=?utf-8?Q?a b?=":                              "a b",
		"caf\xe9 et d\xe9j\xe0 vu":                     "café et déjà vu",
		"plain":                                        "plain",
	} {
		if got := DecodeText(in); got != want {
			t.Errorf("DecodeText(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestParams(t *testing.T) {
	for in, want := range map[string]string{
		`text/plain; name="a b.txt"`:                                          "a b.txt",
		`text/plain; name=a b.txt`:                                            "a b.txt",
		`text/plain; name="a\"b"; x=y`:                                        `a"b`,
		`text/plain; name*=utf-8''Pl%C3%A4ne.pdf`:                             "Pläne.pdf",
		`text/plain; name*0="one "; name*1=two`:                               "one two",
		`text/plain; name*0*=iso-8859-1'de'%E4; name*1=b`:                     "äb",
		`text/plain; charset=utf-8; name="=?utf-8?q?=C3=A4?="`:                "ä",
		`text/plain; name="never closed; x=y`:                                 "never closed",
		`text/plain;; ;name=x`:                                                "x",
		`text/plain; name*1=b; name*0=a; name*2*=%63`:                         "abc",
		`text/plain (a comment); name=x`:                                      "x",
		`TEXT/PLAIN ; Name = x`:                                               "x",
		"application/octet-stream;\tname=tab.bin":                             "tab.bin",
		`text/plain; boundary="----=_Part;1"; name="semi;colon.txt"; q="a=b"`: "semi;colon.txt",
	} {
		_, params := parseParams(in)
		if got := params["name"]; got != want {
			t.Errorf("name of %q = %q, want %q", in, got, want)
		}
	}
}

func TestAddresses(t *testing.T) {
	m := Parse([]byte("To: \"Weir, A.\" <a@x>, b@x (Bee), Crew: c@x, D <d@x>;, =?utf-8?q?=C3=A9?= <e@x>\nTo: <f@x>\n\n"))
	if got, want := strings.Join(m.Header.Addresses("to"), " | "), "Weir, A. <a@x> | Bee <b@x> | c@x | D <d@x> | é <e@x> | f@x"; got != want {
		t.Errorf("Addresses = %s, want %s", got, want)
	}
}

func TestTransferEncodings(t *testing.T) {
	for _, tt := range []struct{ encoding, body, want string }{
		{"base64", "SGFs\r\nbG8=\r\n", "Hallo"},
		{"base64", "SGFs*bG8=SGFsbG8=", "HalloHallo"},
		{"base64", "SGFsbG8", "Hallo"},
		{"Quoted-Printable", "a=3Db=\r\nc =\nd=zz=", "a=bc d=zz"},
		{"x-uuencode", "begin 644 x\n%2&%L;&\\\n`\nend\n", "Hallo"},
		{"8bit", "as it is", "as it is"},
		{"nonsense", "as it is", "as it is"},
	} {
		m := Parse([]byte("Content-Transfer-Encoding: " + tt.encoding + "\n\n" + tt.body))
		if got := string(m.Decode()); got != tt.want {
			t.Errorf("%s %q = %q, want %q", tt.encoding, tt.body, got, tt.want)
		}
	}
}

func TestFlowed(t *testing.T) {
	m := Parse([]byte("Content-Type: text/plain; format=flowed; delsp=yes\n\none \ntwo\n> three \n> four\n-- \nsign\n >stuffed\n"))
	if got, want := m.Text(), "onetwo\n> threefour\n-- \nsign\n>stuffed\n"; got != want {
		t.Errorf("Text = %q, want %q", got, want)
	}
}

func TestParts(t *testing.T) {
	m := Parse([]byte("Content-Type: multipart/mixed; boundary=b\n\npreamble\n--b\n\none\n\n--bb\n--b  \nContent-Type: multipart/digest; boundary=bb\n\n--bb\n\nSubject: x\n\ny\n--bb--\n--b--\nepilogue"))
	var got []string
	m.Walk(func(p *Part) { got = append(got, p.MediaType+"="+string(p.Body[:min(8, len(p.Body))])) })
	if s, want := strings.Join(got[1:], "|"), "text/plain=one\n\n--b|multipart/digest=--bb\n\nSu|message/rfc822=Subject:"; s != want {
		t.Errorf("parts %q, want %q", s, want)
	}
	if len(m.Faults) > 0 {
		t.Errorf("faults %q", m.Faults)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("From: a\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n")
	f.Fuzz(func(t *testing.T, raw string) {
		m := Parse([]byte(raw))
		m.Header.Addresses("From")
		m.Walk(func(p *Part) { CutUU(p.Text()) })
	})
}
