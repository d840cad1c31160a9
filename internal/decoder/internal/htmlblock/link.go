package htmlblock

import (
	"net/url"
	"strings"
)

// base is what relative URLs are resolved against.
type base struct{ url *url.URL }

func parseBase(s string) *base {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil || !u.IsAbs() && u.Host == "" {
		return nil
	}
	return &base{u}
}

// resolve returns the URL of a link, "" for one that leads nowhere. Without a base it stays as it is written.
func (w *walker) resolve(href string) string {
	href = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r == '\r' {
			return -1
		}
		return r
	}, strings.Trim(href, " \t\r\n\f"))
	if len(href) >= len("javascript:") && strings.EqualFold(href[:len("javascript:")], "javascript:") {
		return ""
	}
	if w.base == nil || href == "" {
		return href
	}
	ref, err := url.Parse(href)
	if err != nil || ref.IsAbs() {
		return href
	}
	return w.base.url.ResolveReference(ref).String()
}
