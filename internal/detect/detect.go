// Package detect picks the format or archive kind of a file: by its content first, by its name where content does
// not tell.
//
// The sniffer's opinion comes first; on top of it come the names in zip and OLE2 containers, the root element of
// XML, and whether the head reads as text. Each format then says how sure it is of the file, and the surest wins.
package detect

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/gabriel-vasile/mimetype"

	"github.com/udecode/udecode/internal/archive"
	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/xmlscan"
	"github.com/udecode/udecode/internal/zipfile"
)

// headSize is how much of a file's beginning is looked at, bytes; of PDF files, pictures and the like no more than sniffSize.
const (
	headSize  = 64 << 10
	sniffSize = 4 << 10
)

// Override makes files whose path matches a glob be read as a format.
type Override struct {
	Glob   string
	Format string
}

// Detector knows the formats, in order.
type Detector struct {
	Formats   []decoder.Format
	Overrides []Override
	Match     func(glob, path string) bool // how globs match; needed with Overrides
	MediaType string                       // when set, every file is taken to be of this type
}

// Result is what a file was found to be. With neither Format nor Archive it is unsupported.
type Result struct {
	Format    *decoder.Format
	Archive   string // archive kind
	MediaType string
	Warnings  []string
	Err       error // the file is known, and known to be unreadable
}

// ByName returns the format of a name or media type.
func (d *Detector) ByName(name string) (*decoder.Format, bool) {
	name = strings.ToLower(name)
	for i := range d.Formats {
		if d.Formats[i].Name == name || slices.Contains(d.Formats[i].MediaTypes, name) || slices.Contains(d.Formats[i].Extensions, "."+name) {
			return &d.Formats[i], true
		}
	}
	return nil, false
}

// Detect looks at a file. filePath is its logical path.
func (d *Detector) Detect(filePath string, c source.Content) (Result, error) {
	for _, o := range d.Overrides {
		if d.Match(o.Glob, filePath) {
			if f, ok := d.ByName(o.Format); ok {
				return Result{Format: f, MediaType: f.MediaTypes[0]}, nil
			}
		}
	}
	if d.MediaType != "" {
		if f, ok := d.ByName(d.MediaType); ok {
			return Result{Format: f, MediaType: d.MediaType}, nil
		}
	}
	// A result has nothing of the probe's bytes: the next file's are read into the same memory.
	head := heads.Get().(*[headSize]byte)
	defer heads.Put(head)
	p, err := newProbe(path.Base(filePath), c, head[:])
	if err != nil {
		return Result{}, err
	}
	return d.pick(p), nil
}

func (d *Detector) pick(p *decoder.Probe) Result {
	if p.Has("EncryptedPackage") && p.Has("EncryptionInfo") { // only the name says what is in it
		if f := d.byExtension(p.Ext); f != nil && isOffice(f) {
			return Result{Format: f, MediaType: f.MediaTypes[0]}
		}
		return Result{MediaType: p.MediaType, Err: decoder.ErrEncrypted}
	}
	var best *decoder.Format
	level := decoder.No
	for i := range d.Formats {
		f := &d.Formats[i]
		got := decoder.No
		if f.Match != nil {
			got = f.Match(p)
		} else if slices.Contains(f.Extensions, p.Ext) {
			got = decoder.ByName
		}
		if got > level {
			best, level = f, got
		}
		if level == decoder.Certain {
			break
		}
	}
	kind := archive.Kind(p.Head)
	if kind == "" && p.Ext == ".zip" && p.Members != nil {
		kind = archive.Zip
	}
	mailbox := kind == archive.Mbox && p.Ext != ".eml" // a single message may begin with a mailbox's line too
	if kind != "" && level < decoder.ByContent || mailbox {
		if kind == archive.Zip && (p.Members == nil || p.Damaged) {
			// Its directory can't be read, and what tells its kind may be lost. The name says whether it was to be a document.
			if f := d.byExtension(p.Ext); f != nil {
				return Result{Format: f, MediaType: f.MediaTypes[0]}
			}
		}
		return Result{Archive: kind, MediaType: archive.MediaTypes[kind]}
	}
	// What only looks like text, or like nothing, is what its name says: an empty or cut-off DOCX is a bad DOCX.
	// But text is no Office file: some programs give a .doc or .xls name to what they write as text.
	if named := d.byExtension(p.Ext); named != nil && level <= decoder.ByName && (best == nil || best.Name != named.Name) && !(isOffice(named) && p.Text && len(p.Head) > 0) {
		best = named
	}
	if best == nil {
		return Result{MediaType: p.MediaType}
	}
	res := Result{Format: best, MediaType: mediaType(best, p)}
	named := d.byExtension(p.Ext)
	if named != nil && named.Name != best.Name && !isVocabulary(named, p) || archiveExtension(p.Ext) {
		res.Warnings = append(res.Warnings, fmt.Sprintf("content is %s, though the name ends in %s", best.Title, p.Ext))
	}
	return res
}

// isVocabulary reports whether a file is XML whose name says no more than that.
func isVocabulary(named *decoder.Format, p *decoder.Probe) bool {
	return named.MediaTypes[0] == "application/xml" && p.Root.Local != ""
}

// isOffice reports whether a format's files are compound files or zips.
func isOffice(f *decoder.Format) bool {
	return f.MediaTypes[0] == "application/msword" || strings.HasPrefix(f.MediaTypes[0], "application/vnd.")
}

// archiveExtension reports whether an extension is that of an archive.
func archiveExtension(ext string) bool {
	_, ok := archive.MediaTypes[strings.TrimPrefix(ext, ".")]
	return ok
}

func (d *Detector) byExtension(ext string) *decoder.Format {
	if ext == "" {
		return nil
	}
	for i := range d.Formats {
		if slices.Contains(d.Formats[i].Extensions, ext) {
			return &d.Formats[i]
		}
	}
	return nil
}

func mediaType(f *decoder.Format, p *decoder.Probe) string {
	if slices.Contains(f.MediaTypes, p.MediaType) {
		return p.MediaType
	}
	return f.MediaTypes[0]
}

var heads = sync.Pool{New: func() any { return new([headSize]byte) }}

// newProbe gathers what formats look at. Its head is read into head.
func newProbe(name string, c source.Content, head []byte) (*decoder.Probe, error) {
	start, err := readHead(c, head[:sniffSize], 0)
	if err != nil {
		return nil, err
	}
	p := &decoder.Probe{Name: name, Ext: strings.ToLower(path.Ext(name)), Head: start, Content: c}
	p.MediaType, _, _ = strings.Cut(mimetype.Detect(start[:min(len(start), 3072)]).String(), ";")
	if !binary(p.MediaType) {
		rest, err := readHead(c, head[len(start):], int64(len(start)))
		if err != nil {
			return nil, err
		}
		p.Head = head[:len(start)+len(rest)]
	}
	head = p.Head
	p.Member = func(string) []byte { return nil }
	switch {
	case bytes.HasPrefix(head, []byte("PK\x03\x04")), bytes.HasPrefix(head, []byte("PK\x05\x06")), p.Ext == ".zip":
		probeZip(p)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		probeOLE(p)
	case !binary(p.MediaType):
		probeText(p)
	}
	return p, nil
}

// readHead reads what there is of content at an offset, as much as fits into b.
func readHead(c source.Content, b []byte, offset int64) ([]byte, error) {
	n, err := c.ReadAt(b[:min(int64(len(b)), max(0, c.Size()-offset))], offset)
	if err == io.EOF {
		err = nil
	}
	return b[:n], err
}

func probeZip(p *decoder.Probe) {
	r, err := zipfile.Open(p.Content, p.Content.Size())
	if err != nil {
		return
	}
	p.Members, p.Damaged = make([]string, len(r.File)), r.Repaired
	for i, f := range r.File {
		p.Members[i] = f.Name
	}
	p.Member = func(name string) []byte {
		for _, f := range r.File {
			if f.Name != name {
				continue
			}
			rc, err := f.Open()
			if err != nil {
				return nil
			}
			defer rc.Close()
			b, _ := io.ReadAll(io.LimitReader(rc, headSize))
			return b
		}
		return nil
	}
}

func probeOLE(p *decoder.Probe) { p.Members = cfb.RootNames(p.Content) }

// binary reports whether a media type that the sniffer is sure of is never text: looking for an encoding
// costs more than decoding many a small file.
func binary(mediaType string) bool {
	kind, rest, _ := strings.Cut(mediaType, "/")
	switch kind {
	case "image":
		return rest != "svg+xml" && !strings.HasPrefix(rest, "x-xpixmap")
	case "audio", "video", "font":
		return true
	}
	return mediaType == "application/pdf"
}

// probeText decides whether the head is text, and reads an XML root element from it.
func probeText(p *decoder.Probe) {
	p.Text = isText(p.Head)
	if !p.Text {
		return
	}
	if !looksXML(p.Head) {
		return
	}
	s, err := xmlscan.New(bytes.NewReader(p.Head), xmlscan.Options{})
	if err != nil {
		return
	}
	defer s.Close()
	for {
		k, err := s.Next()
		if err != nil || k == xmlscan.EOF {
			return
		}
		if k == xmlscan.Start {
			e := s.Element()
			p.Root = decoder.XMLName{Space: e.Space, Local: e.Local}
			return
		}
	}
}

func looksXML(head []byte) bool {
	g := charset.Detect(head)
	if strings.HasPrefix(g.Name, "utf-16") || strings.HasPrefix(g.Name, "utf-32") {
		return bytes.IndexByte(head, '<') >= 0
	}
	b := bytes.TrimLeft(head[g.BOM:], " \t\r\n")
	return len(b) > 2 && b[0] == '<' && (b[1] == '?' || b[1] == '!' || b[1] >= 'A')
}

// isText reports whether bytes read as text in some encoding: hardly any control characters.
func isText(b []byte) bool {
	if len(b) == 0 {
		return true
	}
	if g, ok := charset.Unicode(b); ok && (strings.HasPrefix(g.Name, "utf-16") || strings.HasPrefix(g.Name, "utf-32")) {
		return true
	}
	control := 0
	for _, c := range b {
		if c == 0 {
			control += 10
		} else if c < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1b && c != '\b' && c != 0x1a {
			control++
		}
	}
	return control*200 <= len(b)
}
