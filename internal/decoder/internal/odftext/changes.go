package odftext

// changes are the tracked changes of a text. What was deleted mostly stands apart from the text, in the list of
// changes; where it has tables in it, it stays in its place between two marks (part 3, 5.5).
type changes struct {
	deletions map[string]bool // changes that delete, by their names
	open      int             // deletions in which the reader is
}

// readTrackedChanges reads the text:tracked-changes, for the names of the deletions.
func (r *Reader) readTrackedChanges() error {
	s := r.s
	return s.Children(func() error {
		if s.Name() != "text:changed-region" {
			return nil
		}
		id, old := s.Attr("xml:id"), s.Attr("text:id")
		return s.Children(func() error {
			if s.Name() != "text:deletion" {
				return nil
			}
			if r.shared.changes.deletions == nil {
				r.shared.changes.deletions = map[string]bool{}
			}
			r.shared.changes.deletions[id] = true
			r.shared.changes.deletions[old] = true
			return nil
		})
	})
}

// changeMark takes note of a text:change-start or text:change-end.
func (r *Reader) changeMark() {
	c := &r.shared.changes
	id := r.s.AttrBytes("text:change-id")
	if len(id) == 0 || !c.deletions[string(id)] {
		return
	}
	if r.s.Name() == "text:change-start" {
		c.open++
	} else if c.open > 0 {
		c.open--
	}
}

// deleted reports whether the reader is in a deletion.
func (r *Reader) deleted() bool { return r.shared.changes.open > 0 }
