package opc

import (
	"iter"
	"net/url"
	"path"
	"strings"
)

// Rel is one relationship.
type Rel struct {
	ID string
	// Type is what follows "/relationships/" in the type's URI, the same for transitional and strict ones:
	// "officeDocument", "image", "hyperlink", "metadata/core-properties".
	Type string
	// Target is a part's name without leading slash or, when External, a URI as written.
	Target   string
	External bool
	// Fragment is what stood behind "#" in an internal target.
	Fragment string
}

// Rels are the relationships of one part, in file order.
type Rels struct {
	list []Rel
	byID map[string]int
}

// ByID returns a relationship by its id.
func (r *Rels) ByID(id string) (Rel, bool) {
	i, ok := r.byID[id]
	if !ok {
		return Rel{}, false
	}
	return r.list[i], true
}

// All yields the relationships of a type; "" means every type.
func (r *Rels) All(typ string) iter.Seq[Rel] {
	return func(yield func(Rel) bool) {
		for _, rel := range r.list {
			if (typ == "" || rel.Type == typ) && !yield(rel) {
				return
			}
		}
	}
}

// First returns the first relationship of a type.
func (r *Rels) First(typ string) (Rel, bool) {
	for rel := range r.All(typ) {
		return rel, true
	}
	return Rel{}, false
}

// Rels returns the relationships of a part, "" for the package's own. A part without any, or whose
// relationships cannot be read, has none. They are read once.
func (p *Package) Rels(part string) *Rels {
	k := key(part)
	if r, ok := p.rels[k]; ok {
		return r
	}
	r := &Rels{byID: map[string]int{}}
	p.rels[k] = r
	dir, base := path.Split(strings.TrimPrefix(part, "/"))
	s, err := p.ScanRoot(dir + "_rels/" + base + ".rels")
	if err != nil {
		return r
	}
	defer s.Close()
	s.Children(func() error {
		if s.Name() != "pr:Relationship" {
			return nil
		}
		rel := Rel{ID: s.Attr("Id"), Type: shortType(s.Attr("Type")), Target: s.Attr("Target")}
		rel.External = s.Attr("TargetMode") == "External" || hasScheme(rel.Target)
		if !rel.External {
			rel.Target, rel.Fragment, _ = strings.Cut(rel.Target, "#")
			rel.Target = resolve(dir, rel.Target)
		}
		if _, ok := r.byID[rel.ID]; !ok {
			r.byID[rel.ID] = len(r.list)
		}
		r.list = append(r.list, rel)
		return nil
	})
	return r
}

func shortType(uri string) string {
	const mark = "/relationships/"
	i := strings.LastIndex(uri, mark)
	if i < 0 {
		return uri
	}
	switch t := uri[i+len(mark):]; t {
	case "extendedProperties": // strict (ECMA-376 part 1, 15.2.12.2)
		return "extended-properties"
	case "customProperties":
		return "custom-properties"
	default:
		return t
	}
}

func hasScheme(target string) bool {
	return strings.Contains(target, "://") || strings.HasPrefix(strings.ToLower(target), "mailto:")
}

// resolve makes a target absolute; a target that climbs out of the package stops at its root.
func resolve(dir, target string) string {
	if target == "" {
		return ""
	}
	if strings.IndexByte(target, '%') >= 0 {
		if u, err := url.PathUnescape(target); err == nil {
			target = u
		}
	}
	target = strings.ReplaceAll(target, `\`, "/")
	if !strings.HasPrefix(target, "/") {
		target = "/" + dir + target
	}
	return path.Clean(target)[1:]
}
