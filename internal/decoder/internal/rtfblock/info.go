package rtfblock

import (
	"fmt"
	"strings"
)

type dateFields struct{ year, month, day, hour, minute, second int }

// String returns the time in RFC 3339 form without a zone, since RTF has none; "" when it is no date.
func (d dateFields) String() string {
	if d.year < 1601 || d.year > 9999 || d.month < 1 || d.month > 12 || d.day < 1 || d.day > 31 || d.hour > 23 || d.minute > 59 || d.second > 59 ||
		d.hour < 0 || d.minute < 0 || d.second < 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02dT%02d:%02d:%02d", d.year, d.month, d.day, d.hour, d.minute, d.second)
}

func infoDate(key string) func(*reader) {
	return func(r *reader) {
		r.g.dest, r.date = toNowhere, dateFields{}
		r.g.onEnd = func(*group) {
			s := r.date.String()
			switch key {
			case "created":
				r.meta.CreatedAt = s
			case "modified":
				r.meta.ModifiedAt = s
			default:
				r.meta.Set(key, s)
			}
		}
	}
}

func infoText(key string) func(*reader) {
	return func(r *reader) {
		if r.g.dest != toNowhere {
			r.skipRest()
			return
		}
		r.buffer(func(s string) {
			switch key {
			case "title":
				r.meta.Title = s
			case "author":
				r.meta.Author = s
			case "keywords":
				r.meta.Tags = keywordList(s)
			default:
				r.meta.Set(key, s)
			}
		})
	}
}

// keywordList splits keywords at semicolons, else at commas.
func keywordList(s string) []string {
	sep := ","
	if strings.Contains(s, ";") {
		sep = ";"
	}
	var out []string
	for k := range strings.SplitSeq(s, sep) {
		if k = strings.TrimSpace(k); k != "" {
			out = append(out, k)
		}
	}
	return out
}

func infoCount(key string) func(*reader) {
	return func(r *reader) {
		if r.num > 0 {
			r.meta.Set(key, r.num)
		}
	}
}

// userProperty reads {\staticval …}, the value of a user-defined property.
func (r *reader) userProperty() {
	r.buffer(func(s string) {
		if r.property == "" || s == "" {
			return
		}
		props, _ := r.meta.Custom["properties"].(map[string]any)
		if props == nil {
			props = map[string]any{}
			r.meta.Set("properties", props)
		}
		props[r.property] = s
		r.property = ""
	})
}
