package interp

import "github.com/udecode/udecode/internal/cos"

// layers are the optional content groups of the default configuration (8.11.4.3).
type layers struct {
	doc *cos.Document
	off map[cos.Ref]bool
}

func readLayers(doc *cos.Document, root cos.Dict) layers {
	l := layers{doc: doc, off: map[cos.Ref]bool{}}
	props := doc.Dict(root.Get("OCProperties"))
	config := doc.Dict(props.Get("D"))
	if config == nil {
		return l
	}
	mark := func(o cos.Object, off bool) {
		for _, g := range doc.Array(o) {
			if r, ok := g.(cos.Ref); ok {
				l.off[r] = off
			}
		}
	}
	if doc.Name(config.Get("BaseState")) == "OFF" {
		mark(props.Get("OCGs"), true)
	}
	mark(config.Get("OFF"), true)
	if doc.Name(config.Get("BaseState")) == "OFF" {
		mark(config.Get("ON"), false)
	}
	l.applyUsage(config)
	return l
}

// applyUsage sets the groups that follow what they are for to their state for viewing (8.11.4.4).
func (l layers) applyUsage(config cos.Dict) {
	for _, o := range l.doc.Array(config.Get("AS")) {
		as := l.doc.Dict(o)
		if l.doc.Name(as.Get("Event")) != "View" {
			continue
		}
		for _, g := range l.doc.Array(as.Get("OCGs")) {
			r, ok := g.(cos.Ref)
			if !ok {
				continue
			}
			usage := l.doc.Dict(l.doc.Dict(l.doc.Dict(r).Get("Usage")).Get("View"))
			switch l.doc.Name(usage.Get("ViewState")) {
			case "ON":
				l.off[r] = false
			case "OFF":
				l.off[r] = true
			}
		}
	}
}

// hidden reports whether a group or membership dictionary is not shown.
func (l layers) hidden(o cos.Object) bool {
	if r, ok := o.(cos.Ref); ok && l.off[r] {
		return true
	}
	if len(l.off) == 0 {
		return false
	}
	d := l.doc.Dict(o)
	if l.doc.Name(d.Get("Type")) != "OCMD" {
		return false
	}
	if ve := l.doc.Array(d.Get("VE")); ve != nil {
		return !l.visible(ve, 0)
	}
	return !l.policy(d)
}

// policy evaluates a membership dictionary's P and OCGs (8.11.2.2).
func (l layers) policy(d cos.Dict) bool {
	groups, ok := l.doc.Resolve(d.Get("OCGs")).(cos.Array)
	if !ok {
		groups = cos.Array{d.Get("OCGs")}
	}
	on, off := 0, 0
	for _, g := range groups {
		if r, ok := g.(cos.Ref); ok {
			if l.off[r] {
				off++
			} else {
				on++
			}
		}
	}
	if on+off == 0 {
		return true
	}
	switch l.doc.Name(d.Get("P")) {
	case "AllOn":
		return off == 0
	case "AnyOff":
		return off > 0
	case "AllOff":
		return on == 0
	}
	return on > 0
}

// visible evaluates a visibility expression.
func (l layers) visible(e cos.Array, depth int) bool {
	if len(e) == 0 || depth > 32 {
		return true
	}
	op := l.doc.Name(e[0])
	for _, o := range e[1:] {
		var v bool
		if sub := l.doc.Array(o); sub != nil {
			v = l.visible(sub, depth+1)
		} else {
			r, _ := o.(cos.Ref)
			v = !l.off[r]
		}
		switch {
		case op == "Not":
			return !v
		case op == "And" && !v:
			return false
		case op == "Or" && v:
			return true
		}
	}
	return op != "Or"
}
