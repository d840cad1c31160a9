package json

import "encoding/json"

// commented reports whether a text is a JSON value with comments, or with commas behind the last items of lists, as
// programs' settings have them.
func commented(s string) bool {
	b := []byte(s)
	return withoutComments(b) && json.Valid(b)
}

// withoutComments puts blanks in place of comments and of commas before a closing bracket, and reports whether there
// were any.
func withoutComments(b []byte) (found bool) {
	comma := -1 // place of a comma that nothing but blanks follows so far
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case c == '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			comma = -1
		case c == '/' && i+1 < len(b) && b[i+1] == '/':
			for ; i < len(b) && b[i] != '\n'; i++ {
				b[i] = ' '
			}
			found = true
		case c == '/' && i+1 < len(b) && b[i+1] == '*':
			b[i], b[i+1] = ' ', ' '
			for i += 2; i < len(b) && !(b[i] == '*' && i+1 < len(b) && b[i+1] == '/'); i++ {
				b[i] = ' '
			}
			for end := min(i+2, len(b)); i < end; i++ {
				b[i] = ' '
			}
			i--
			found = true
		case c == ',':
			comma = i
		case (c == ']' || c == '}') && comma >= 0:
			b[comma], comma = ' ', -1
			found = true
		case c != ' ' && c != '\t' && c != '\r' && c != '\n':
			comma = -1
		}
	}
	return found
}
