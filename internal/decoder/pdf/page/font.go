package page

import "strings"

// BaseName returns a font's name without its subset prefix ("ABCDEF+").
func BaseName(name string) string {
	if len(name) > 7 && name[6] == '+' {
		for i := range 6 {
			if name[i] < 'A' || name[i] > 'Z' {
				return name
			}
		}
		return name[7:]
	}
	return name
}

// StyleByName returns what a font's name says of its style: weight 400 or more, slant, fixed width.
func StyleByName(name string) (weight int, italic, mono bool) {
	n := strings.ToLower(name)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(n, p) {
				return true
			}
		}
		return false
	}
	weight = 400
	switch {
	case has("semibold", "demibold", "-demi", "semi-bold"):
		weight = 600
	case has("black", "heavy", "extrabold", "ultrabold"):
		weight = 800
	case has("bold", "cmbx", "-bd", "sfbx"), strings.HasSuffix(n, ",b"), strings.HasSuffix(n, "-b"):
		weight = 700
	case has("medium", "-medi"):
		weight = 500
	}
	italic = has("italic", "oblique", "-ital", "cmti", "cmsl", "-it", "kursiv")
	mono = has("courier", "mono", "consol", "typewriter", "cmtt", "sftt", "menlo", "lucidaconsole", "fixed", "inconsolata", "sourcecode", "lmtt", "lmmono", "andale", "terminal")
	return weight, italic, mono
}
