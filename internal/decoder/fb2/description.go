package fb2

import (
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/date"
)

// description reads the title information, and of the rest what tells of the book.
func (r *reader) description() error {
	return r.s.Children(func() error {
		switch r.s.Name() {
		case "title-info":
			return r.s.Children(r.titleInfo)
		case "publish-info":
			return r.s.Children(func() error {
				switch name := r.s.Name(); name {
				case "publisher", "year", "isbn", "city":
					text, err := r.words()
					r.meta.Set(name, text)
					return err
				}
				return nil
			})
		}
		return nil
	})
}

func (r *reader) titleInfo() error {
	m := &r.meta
	switch name := r.s.Name(); name {
	case "author", "translator":
		person, err := r.person()
		if name == "translator" {
			m.Set("translator", person)
		} else if m.Author == "" {
			m.Author = person
		} else if person != "" {
			m.Author += ", " + person
		}
		return err
	case "book-title":
		var err error
		m.Title, err = r.words()
		return err
	case "genre":
		text, err := r.words()
		if text != "" {
			m.Tags = append(m.Tags, text)
		}
		return err
	case "keywords":
		text, err := r.words()
		for k := range strings.SplitSeq(text, ",") {
			if k = strings.TrimSpace(k); k != "" {
				m.Tags = append(m.Tags, k)
			}
		}
		return err
	case "lang":
		text, err := r.words()
		m.Set("language", text)
		return err
	case "annotation":
		text, err := r.words()
		m.Set("description", text)
		return err
	case "date":
		value := r.s.Attr("value")
		text, err := r.words()
		if m.CreatedAt = date.Parse(value); m.CreatedAt == "" {
			m.CreatedAt = date.Parse(text)
		}
		return err
	case "sequence":
		m.Set("series", r.s.Attr("name"))
		m.Set("series_number", r.s.Attr("number"))
	case "coverpage":
		return r.s.Children(func() error {
			if r.s.Name() == "image" && r.cover == "" {
				r.cover = strings.TrimPrefix(r.s.Attr("l:href"), "#")
			}
			return nil
		})
	}
	return nil
}

// person reads an author: first, middle and last name, or the nickname.
func (r *reader) person() (string, error) {
	var names []string
	nick := ""
	err := r.s.Children(func() error {
		switch r.s.Name() {
		case "first-name", "middle-name", "last-name":
			text, err := r.words()
			if text != "" {
				names = append(names, text)
			}
			return err
		case "nickname":
			var err error
			nick, err = r.words()
			return err
		}
		return nil
	})
	if len(names) == 0 {
		return nick, err
	}
	return strings.Join(names, " "), err
}

// words returns the text of the current element with white space folded.
func (r *reader) words() (string, error) {
	text, err := r.s.InnerText()
	return strings.Join(strings.Fields(text), " "), err
}

func sortedKeys[V any](m map[string]V) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}
