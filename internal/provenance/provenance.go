// Package provenance states what was derived from what, in PROV-O and TrustGraph's vocabulary.
//
// A derived entity (page, section, image, chunk) has its frame of statements in the graph urn:graph:source; a
// document's own statements are in the default graph. Every literal is a plain string, numbers and times too:
// TrustGraph compares literals with their datatype.
package provenance

import (
	"strconv"
	"strings"
	"time"

	"github.com/udecode/udecode/internal/ntriples"
)

// The namespaces.
const (
	RDF     = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
	RDFS    = "http://www.w3.org/2000/01/rdf-schema#"
	PROV    = "http://www.w3.org/ns/prov#"
	DC      = "http://purl.org/dc/elements/1.1/"
	DCTERMS = "http://purl.org/dc/terms/"
	TG      = "https://trustgraph.ai/ns/"
)

// SourceGraph is the graph of derived entities.
const SourceGraph = "urn:graph:source"

const (
	rdfType   = RDF + "type"
	rdfsLabel = RDFS + "label"
)

// Emit takes one statement.
type Emit func(ntriples.Quad)

// Document is what is said of a document. Empty strings say nothing.
type Document struct {
	IRI, Title, Source, Date, Creator, MediaType string
	PageCount                                    *int
	PartOf                                       string // IRI of the archive it came in
}

// Write states a document in the default graph.
func (d *Document) Write(emit Emit) {
	iri := func(p, o string) { emit(ntriples.Quad{S: d.IRI, P: p, O: ntriples.IRI(o)}) }
	lit := func(p, o string) {
		if o != "" {
			emit(ntriples.Quad{S: d.IRI, P: p, O: ntriples.Literal(o)})
		}
	}
	iri(rdfType, PROV+"Entity")
	iri(rdfType, TG+"Document")
	lit(DC+"title", d.Title)
	lit(rdfsLabel, d.Title)
	if d.Source != "" {
		iri(DC+"source", d.Source)
	}
	lit(DC+"date", d.Date)
	lit(DC+"creator", d.Creator)
	if d.PageCount != nil {
		lit(TG+"pageCount", strconv.Itoa(*d.PageCount))
	}
	lit(TG+"mimeType", d.MediaType)
	if d.PartOf != "" {
		iri(DCTERMS+"isPartOf", d.PartOf)
	}
}

// Kind is a kind of derived entity.
type Kind string

// The kinds; the name is that of the class and, in lower case, of the URN.
const (
	Page    Kind = "Page"
	Section Kind = "Section"
	Image   Kind = "Image"
	Chunk   Kind = "Chunk"
)

// Agent is the program that did the work.
type Agent struct{ Name, Version string }

// Entity is a derived entity. Nil numbers and empty strings say nothing.
type Entity struct {
	IRI      string
	Kind     Kind // "" for none
	Parent   string
	Activity string // IRI
	PartOf   string // IRI of what it is nested in; "" for nothing
	Label    string

	PageNumber, ChunkIndex, CharOffset, CharLength *int
	ChunkSize, ChunkOverlap                        *int // of the activity
	TableCount, ImageCount                         *int
	MediaType, ElementTypes                        string
}

// Write states an entity, its activity and its agent in the source graph.
func (e *Entity) Write(agent Agent, at time.Time, emit Emit) {
	iri := func(s, p, o string) { emit(ntriples.Quad{S: s, P: p, O: ntriples.IRI(o), Graph: SourceGraph}) }
	lit := func(s, p, o string) { emit(ntriples.Quad{S: s, P: p, O: ntriples.Literal(o), Graph: SourceGraph}) }
	num := func(s, p string, n *int) {
		if n != nil {
			lit(s, p, strconv.Itoa(*n))
		}
	}
	agentIRI := AgentIRI(agent.Name)
	iri(e.IRI, rdfType, PROV+"Entity")
	if e.Kind != "" {
		iri(e.IRI, rdfType, TG+string(e.Kind))
	}
	iri(e.IRI, PROV+"wasDerivedFrom", e.Parent)
	iri(e.IRI, PROV+"wasGeneratedBy", e.Activity)
	iri(e.Activity, rdfType, PROV+"Activity")
	lit(e.Activity, rdfsLabel, agent.Name+" extraction")
	iri(e.Activity, PROV+"used", e.Parent)
	iri(e.Activity, PROV+"wasAssociatedWith", agentIRI)
	lit(e.Activity, PROV+"startedAtTime", Time(at))
	lit(e.Activity, TG+"componentVersion", agent.Version)
	iri(agentIRI, rdfType, PROV+"Agent")
	lit(agentIRI, rdfsLabel, agent.Name)
	if e.Label != "" {
		lit(e.IRI, rdfsLabel, e.Label)
	}
	num(e.IRI, TG+"pageNumber", e.PageNumber)
	num(e.IRI, TG+"chunkIndex", e.ChunkIndex)
	num(e.IRI, TG+"charOffset", e.CharOffset)
	num(e.IRI, TG+"charLength", e.CharLength)
	num(e.Activity, TG+"chunkSize", e.ChunkSize)
	num(e.Activity, TG+"chunkOverlap", e.ChunkOverlap)
	if e.MediaType != "" {
		lit(e.IRI, TG+"mimeType", e.MediaType)
	}
	if e.ElementTypes != "" {
		lit(e.IRI, TG+"elementTypes", e.ElementTypes)
	}
	num(e.IRI, TG+"tableCount", e.TableCount)
	num(e.IRI, TG+"imageCount", e.ImageCount)
	if e.PartOf != "" {
		iri(e.IRI, DCTERMS+"isPartOf", e.PartOf)
	}
}

// Time writes a time as TrustGraph does: UTC, six decimals, none when they are zero.
func Time(t time.Time) string {
	t = t.UTC().Truncate(time.Microsecond)
	if t.Nanosecond() == 0 {
		return t.Format("2006-01-02T15:04:05Z")
	}
	return t.Format("2006-01-02T15:04:05.000000Z")
}

// AgentIRI returns the IRI of a component: its name with every byte but ASCII letters, digits, "_", ".", "-" and
// "~" percent-encoded.
func AgentIRI(name string) string { return "https://trustgraph.ai/agent/" + escape(name) }

// ActivityIRI returns the IRI of an activity's ID, encoded likewise.
func ActivityIRI(id string) string { return "https://trustgraph.ai/activity/" + escape(id) }

func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '-' || c == '~'
}

func escape(s string) string {
	i := 0
	for i < len(s) && unreserved(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	var sb strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case unreserved(c):
			sb.WriteByte(c)
		default:
			const hex = "0123456789ABCDEF"
			sb.WriteByte('%')
			sb.WriteByte(hex[c>>4])
			sb.WriteByte(hex[c&15])
		}
	}
	return sb.String()
}

// DocumentIRI returns the IRI that TrustGraph's library gives a file of these bytes: every second hex digit of
// their SHA-256, hyphenated as a UUID.
func DocumentIRI(sum [32]byte) string {
	const hex = "0123456789abcdef"
	var sb strings.Builder
	sb.WriteString("https://trustgraph.ai/doc/")
	for i, b := range sum { // the even digits are the upper halves of the bytes
		if i == 8 || i == 12 || i == 16 || i == 20 {
			sb.WriteByte('-')
		}
		sb.WriteByte(hex[b>>4])
	}
	return sb.String()
}
