package date

import "testing"

func TestParse(t *testing.T) {
	for in, want := range map[string]string{
		"2024-05-01T10:20:30+02:00":       "2024-05-01T08:20:30Z",
		"2024-05-01T10:20:30Z":            "2024-05-01T10:20:30Z",
		"2024-05-01T10:20":                "2024-05-01T10:20:00",
		"2024-05-01":                      "2024-05-01T00:00:00",
		"May 1, 2024":                     "2024-05-01T00:00:00",
		"January 2, 2024":                 "2024-01-02T00:00:00",
		"Fri, 23 Dec 2022 12:08:48 -0600": "2022-12-23T18:08:48Z",
		"1897":                            "1897-01-01T00:00:00",
		"soon":                            "",
		"":                                "",
	} {
		if got := Parse(in); got != want {
			t.Errorf("Parse(%q) = %q, want %q", in, got, want)
		}
	}
}
