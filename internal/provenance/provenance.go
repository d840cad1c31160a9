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

// The terms of every statement are made once.
var (
	sourceGraph = ntriples.IRI(SourceGraph)

	rdfType   = ntriples.IRI(RDF + "type")
	rdfsLabel = ntriples.IRI(RDFS + "label")
	isPartOf  = ntriples.IRI(DCTERMS + "isPartOf")

	dcTitle   = ntriples.IRI(DC + "title")
	dcSource  = ntriples.IRI(DC + "source")
	dcDate    = ntriples.IRI(DC + "date")
	dcCreator = ntriples.IRI(DC + "creator")

	provEntity        = ntriples.IRI(PROV + "Entity")
	provActivity      = ntriples.IRI(PROV + "Activity")
	provAgent         = ntriples.IRI(PROV + "Agent")
	wasDerivedFrom    = ntriples.IRI(PROV + "wasDerivedFrom")
	wasGeneratedBy    = ntriples.IRI(PROV + "wasGeneratedBy")
	wasAssociatedWith = ntriples.IRI(PROV + "wasAssociatedWith")
	used              = ntriples.IRI(PROV + "used")
	startedAtTime     = ntriples.IRI(PROV + "startedAtTime")

	tgDocument         = ntriples.IRI(TG + "Document")
	tgComponentVersion = ntriples.IRI(TG + "componentVersion")
	tgPageCount        = ntriples.IRI(TG + "pageCount")
	tgPageNumber       = ntriples.IRI(TG + "pageNumber")
	tgChunkIndex       = ntriples.IRI(TG + "chunkIndex")
	tgCharOffset       = ntriples.IRI(TG + "charOffset")
	tgCharLength       = ntriples.IRI(TG + "charLength")
	tgChunkSize        = ntriples.IRI(TG + "chunkSize")
	tgChunkOverlap     = ntriples.IRI(TG + "chunkOverlap")
	tgMimeType         = ntriples.IRI(TG + "mimeType")
	tgElementTypes     = ntriples.IRI(TG + "elementTypes")
	tgTableCount       = ntriples.IRI(TG + "tableCount")
	tgImageCount       = ntriples.IRI(TG + "imageCount")
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
	self := ntriples.IRI(d.IRI)
	say := func(p, o ntriples.Term) { emit(ntriples.Quad{S: self, P: p, O: o}) }
	lit := func(p ntriples.Term, o string) {
		if o != "" {
			say(p, ntriples.Literal(o))
		}
	}
	say(rdfType, provEntity)
	say(rdfType, tgDocument)
	lit(dcTitle, d.Title)
	lit(rdfsLabel, d.Title)
	if d.Source != "" {
		say(dcSource, ntriples.IRI(d.Source))
	}
	lit(dcDate, d.Date)
	lit(dcCreator, d.Creator)
	if d.PageCount != nil {
		lit(tgPageCount, strconv.Itoa(*d.PageCount))
	}
	lit(tgMimeType, d.MediaType)
	if d.PartOf != "" {
		say(isPartOf, ntriples.IRI(d.PartOf))
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

// Derivations states, in the source graph, entities that one agent derived in one run.
type Derivations struct {
	emit  Emit
	terms ntriples.Terms // that one entity alone has

	agent, name, version, at, activityLabel ntriples.Term

	agentStated                           bool
	kind, parent, mediaType, elementTypes memo
}

// NewDerivations returns the derivations of an agent in a run that began at a time.
func NewDerivations(agent Agent, at time.Time, emit Emit) *Derivations {
	return &Derivations{
		emit: emit, agent: ntriples.IRI(AgentIRI(agent.Name)), name: ntriples.Literal(agent.Name), version: ntriples.Literal(agent.Version),
		at: ntriples.Literal(Time(at)), activityLabel: ntriples.Literal(agent.Name + " extraction"),
	}
}

// memo remembers a term for as long as its value stays the same.
type memo struct {
	value string
	term  ntriples.Term
}

func (m *memo) of(value string, term func(string) ntriples.Term) ntriples.Term {
	if value != m.value || m.term == "" {
		m.value, m.term = value, term(value)
	}
	return m.term
}

// Write states an entity and its activity, and the agent before the first entity's optional statements.
func (d *Derivations) Write(e *Entity) {
	self, activity := d.terms.IRI(e.IRI), d.terms.IRI(e.Activity)
	parent := d.parent.of(e.Parent, ntriples.IRI)
	say := func(s, p, o ntriples.Term) { d.emit(ntriples.Quad{S: s, P: p, O: o, Graph: sourceGraph}) }
	say(self, rdfType, provEntity)
	if e.Kind != "" {
		say(self, rdfType, d.kind.of(string(e.Kind), class))
	}
	say(self, wasDerivedFrom, parent)
	say(self, wasGeneratedBy, activity)
	say(activity, rdfType, provActivity)
	say(activity, rdfsLabel, d.activityLabel)
	say(activity, used, parent)
	say(activity, wasAssociatedWith, d.agent)
	say(activity, startedAtTime, d.at)
	say(activity, tgComponentVersion, d.version)
	if !d.agentStated {
		d.agentStated = true
		say(d.agent, rdfType, provAgent)
		say(d.agent, rdfsLabel, d.name)
	}
	if e.Label != "" {
		say(self, rdfsLabel, d.terms.Literal(e.Label))
	}
	num := func(s, p ntriples.Term, n *int) {
		if n != nil {
			say(s, p, d.terms.Number(*n))
		}
	}
	num(self, tgPageNumber, e.PageNumber)
	num(self, tgChunkIndex, e.ChunkIndex)
	num(self, tgCharOffset, e.CharOffset)
	num(self, tgCharLength, e.CharLength)
	num(activity, tgChunkSize, e.ChunkSize)
	num(activity, tgChunkOverlap, e.ChunkOverlap)
	if e.MediaType != "" {
		say(self, tgMimeType, d.mediaType.of(e.MediaType, ntriples.Literal))
	}
	if e.ElementTypes != "" {
		say(self, tgElementTypes, d.elementTypes.of(e.ElementTypes, ntriples.Literal))
	}
	num(self, tgTableCount, e.TableCount)
	num(self, tgImageCount, e.ImageCount)
	if e.PartOf != "" {
		say(self, isPartOf, ntriples.IRI(e.PartOf))
	}
}

// class returns the IRI of a kind's class.
func class(kind string) ntriples.Term { return ntriples.IRI(TG + kind) }

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

// unreserved tells the characters that stand for themselves.
var unreserved = func() (set [256]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~") {
		set[c] = true
	}
	return set
}()

func escape(s string) string {
	i := 0
	for i < len(s) && unreserved[s[i]] {
		i++
	}
	if i == len(s) {
		return s
	}
	const hex = "0123456789ABCDEF"
	b := []byte(s[:i])
	for ; i < len(s); i++ {
		if c := s[i]; unreserved[c] {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
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
