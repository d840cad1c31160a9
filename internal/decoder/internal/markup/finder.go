package markup

import "strings"

// Finder looks for the marks that close what a text opens. It remembers where there were none, so that a text full of
// marks that are never closed takes linear time. One Finder serves one text, read from its start to its end.
type Finder struct{ none map[string]int }

// Index returns the index of the first mark at or behind from, -1 when there is none.
func (f *Finder) Index(s string, from int, mark string) int {
	if f.Missing(mark, from) {
		return -1
	}
	k := strings.Index(s[min(from, len(s)):], mark)
	if k < 0 {
		f.Miss(mark, from)
		return -1
	}
	return from + k
}

// Missing reports whether a search from there or before found nothing.
func (f *Finder) Missing(mark string, from int) bool {
	at, ok := f.none[mark]
	return ok && from >= at
}

// Miss notes that a search from there found nothing.
func (f *Finder) Miss(mark string, from int) {
	if f.none == nil {
		f.none = map[string]int{}
	}
	if at, ok := f.none[mark]; !ok || from < at {
		f.none[mark] = from
	}
}
