package xlsx

import (
	"strings"

	"github.com/udecode/udecode/internal/opc"
)

// readComments collects the sheet's comments (18.7) and threaded comments (MS-XLSX 2.6.205) for the document's
// metadata. Threads have a plain comment each, for programs that don't know them, which is left out.
func (w *worksheet) readComments(name string) error {
	threads := map[string]bool{} // cells
	for r := range w.rels.All("threadedComment") {
		if r.External {
			continue
		}
		if err := w.threadedComments(r.Target, name, threads); err != nil {
			return err
		}
	}
	for r := range w.rels.All("comments") {
		if r.External {
			continue
		}
		if err := w.plainComments(r.Target, name, threads); err != nil {
			return err
		}
	}
	return nil
}

func (w *worksheet) comment(sheet, cell, author, date, text string, reply bool) error {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	c := map[string]any{"sheet": sheet, "cell": cell, "text": text}
	if author != "" {
		c["author"] = author
	}
	if date != "" {
		c["date"] = date
	}
	if reply {
		c["reply"] = true
	}
	w.comments = append(w.comments, c)
	return w.in.Budget.Charge(int64(len(text)))
}

func (w *worksheet) plainComments(part, sheet string, threads map[string]bool) error {
	s, err := w.pkg.ScanRoot(part)
	if err != nil {
		return err
	}
	defer s.Close()
	var authors []string
	return s.Children(func() error {
		switch s.Name() {
		case "x:authors":
			return s.Children(func() error {
				a, err := s.InnerText()
				authors = append(authors, a)
				return err
			})
		case "x:commentList":
			return s.Children(func() error {
				cell, author := s.Attr("ref"), ""
				if id := s.Int("authorId", -1); id >= 0 && id < len(authors) {
					author = authors[id]
				}
				if s.Name() != "x:comment" || threads[cell] {
					return nil
				}
				var text strings.Builder
				if err := richString(s, &text); err != nil {
					return err
				}
				return w.comment(sheet, cell, author, "", text.String(), false)
			})
		}
		return nil
	})
}

// richString reads the texts of a CT_Rst somewhere in the current element, without phonetic hints.
func richString(s *opc.Scanner, text *strings.Builder) error {
	return s.Children(func() error {
		switch s.Name() {
		case "x:text", "x:r":
			return richString(s, text)
		case "x:t":
			t, err := s.InnerText()
			text.Write(appendText(nil, []byte(t)))
			return err
		}
		return nil
	})
}

func (w *worksheet) threadedComments(part, sheet string, threads map[string]bool) error {
	s, err := w.pkg.ScanRoot(part)
	if err != nil {
		return err
	}
	defer s.Close()
	w.readPersons()
	return s.Children(func() error {
		if s.Name() != "xltc:threadedComment" {
			return nil
		}
		cell, author, date, reply := s.Attr("ref"), w.persons[s.Attr("personId")], opc.Time(s.Attr("dT")), s.Attr("parentId") != ""
		threads[cell] = true
		return s.Children(func() error {
			if s.Name() != "xltc:text" {
				return nil
			}
			text, err := s.InnerText()
			if err != nil {
				return err
			}
			return w.comment(sheet, cell, author, date, text, reply)
		})
	})
}

// readPersons reads the names of those who wrote threaded comments.
func (b *workbook) readPersons() {
	if b.persons != nil {
		return
	}
	b.persons = map[string]string{}
	r, ok := b.rels.First("person")
	if !ok || r.External {
		return
	}
	s, err := b.pkg.ScanRoot(r.Target)
	if err != nil {
		return
	}
	defer s.Close()
	s.Children(func() error {
		if s.Name() == "xltc:person" {
			b.persons[s.Attr("id")] = s.Attr("displayName")
		}
		return nil
	})
}
