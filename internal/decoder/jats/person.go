package jats

import "strings"

// nameOrder is where the given names of a person stand.
type nameOrder uint8

const (
	givenFirst   nameOrder = iota // Ida Holm
	surnameFirst                  // Holm I, in references that are put together
	asPrinted                     // in the order of the source
)

// personName returns the name in a <name> or <string-name>.
func personName(n *node, order nameOrder) string {
	if n.mixed() || !n.elements() {
		return n.words()
	}
	if order == asPrinted {
		return join(" ", elementTexts(n))
	}
	surname, given := n.child("surname").words(), n.child("given-names").words()
	prefix, suffix := n.child("prefix").words(), n.child("suffix").words()
	parts := []string{prefix, given, surname, suffix}
	if order == surnameFirst {
		parts = []string{surname, given, suffix}
	}
	if n.get("name-style") == "eastern" {
		parts = []string{prefix, surname, given, suffix}
	}
	s := join(" ", parts)
	if s == "" {
		return n.words()
	}
	return s
}

// contributorName returns the name of a person or group.
func contributorName(contrib *node) string {
	who := contrib
	if a := contrib.child("name-alternatives", "collab-alternatives"); a != nil {
		who = a
	}
	if n := who.child("name", "string-name"); n != nil {
		return personName(n, givenFirst)
	}
	if n := who.child("collab"); n != nil {
		return collabName(n)
	}
	switch {
	case contrib.child("anonymous") != nil:
		return "Anonymous"
	case contrib.child("on-behalf-of") != nil:
		return contrib.child("on-behalf-of").words()
	}
	return ""
}

// collabName returns the name of a group without its members.
func collabName(n *node) string {
	var sb strings.Builder
	for _, k := range n.kids {
		switch k.name {
		case "contrib-group", "xref", "aff", "address", "label", "email", "fn":
		default:
			k.appendText(&sb)
		}
	}
	return strings.Join(strings.Fields(sb.String()), " ")
}
