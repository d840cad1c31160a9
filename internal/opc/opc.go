// Package opc reads Open Packaging packages (ECMA-376 part 2): the zip files that DOCX, XLSX and PPTX
// documents are, with their parts, content types and relationships.
//
// Part names are compared without regard to case, percent-encoding and a leading slash. Relationship
// types lose the part of their URI that tells transitional, strict and Microsoft ones apart.
package opc

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
	"github.com/udecode/udecode/internal/zipfile"
)

// ErrEncrypted is returned for a compound file in a package's place: Office wraps a package that is
// protected with a password in one.
var ErrEncrypted = errors.New("encrypted package")

// Package is an open package. It reads from the content it was opened with and needs no closing.
type Package struct {
	budget *limit.Budget
	parts  map[string]*zip.File // by key
	order  []string             // names as stored

	defaults, overrides map[string]string // content types by extension and by key
	rels                map[string]*Rels  // by key of the source part
}

// Open reads the package's directory and content types.
func Open(c source.Content, budget *limit.Budget) (*Package, error) {
	return openZip(c, budget, Options{})
}

func openZip(c source.Content, budget *limit.Budget, opt Options) (*Package, error) {
	zr, err := zipfile.OpenDocument(c, c.Size(), opt.Repair, opt.Warn)
	if err != nil {
		var head [8]byte
		if n, _ := c.ReadAt(head[:], 0); bytes.Equal(head[:n], []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
			return nil, ErrEncrypted
		}
		return nil, fmt.Errorf("package: %w", err)
	}
	p := &Package{budget: budget, parts: make(map[string]*zip.File, len(zr.File)), rels: map[string]*Rels{}}
	for _, f := range zr.File {
		if strings.HasSuffix(f.Name, "/") || !zipfile.Plausible(f) {
			continue
		}
		k := key(f.Name)
		if _, ok := p.parts[k]; !ok {
			p.parts[k] = f
			p.order = append(p.order, strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/"))
		}
	}
	if err := p.readContentTypes(); err != nil && errors.Is(err, limit.ErrExceeded) {
		return nil, err
	}
	return p, nil
}

// key is the form in which part names are compared.
func key(name string) string {
	if strings.IndexByte(name, '%') >= 0 {
		if u, err := url.PathUnescape(name); err == nil {
			name = u
		}
	}
	name = strings.ReplaceAll(name, `\`, "/")
	return strings.ToLower(strings.TrimPrefix(name, "/"))
}

// Has reports whether there is a part of that name.
func (p *Package) Has(name string) bool { return p.parts[key(name)] != nil }

// Size returns the size that the directory states for a part, bytes; 0 when there is none.
func (p *Package) Size(name string) int64 {
	if f := p.parts[key(name)]; f != nil {
		return int64(f.UncompressedSize64)
	}
	return 0
}

// Open opens a part. What is read is charged to the budget. A missing part is fs.ErrNotExist.
func (p *Package) Open(name string) (io.ReadCloser, error) {
	f, err := p.file(name)
	if err != nil {
		return nil, err
	}
	rc, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("part %s: %w", name, err)
	}
	return &partReader{p.budget.Reader(rc), rc}, nil
}

type partReader struct {
	io.Reader
	io.Closer
}

// file finds a part and says no to one that is too large to read.
func (p *Package) file(name string) (*zip.File, error) {
	f := p.parts[key(name)]
	if f == nil {
		return nil, fmt.Errorf("part %s: %w", name, fs.ErrNotExist)
	}
	if f.Flags&1 != 0 {
		return nil, fmt.Errorf("part %s: %w", name, ErrEncrypted)
	}
	const suspect = 100 << 20 // bytes from which on the ratio counts
	l, size := p.budget.Limits(), f.UncompressedSize64
	if size > uint64(l.Decoded) || size > suspect && size > f.CompressedSize64*uint64(l.ArchiveRatio) {
		return nil, fmt.Errorf("part %s of %d bytes: %w", name, size, limit.ErrExceeded)
	}
	return f, nil
}

// ReadAll returns the bytes of a part, which are charged to the budget.
func (p *Package) ReadAll(name string) ([]byte, error) {
	r, err := p.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	var buf bytes.Buffer
	buf.Grow(int(min(p.Size(name), 1<<20)) + bytes.MinRead)
	_, err = buf.ReadFrom(r)
	return buf.Bytes(), err
}

// Scanner reads the XML of a part. Close it.
type Scanner struct {
	*xmlscan.Scanner
	part io.Closer
}

// Close closes the scanner and its part.
func (s *Scanner) Close() {
	s.Scanner.Close()
	s.part.Close()
}

// Scan opens a part as XML, with the prefixes of Prefixes.
func (p *Package) Scan(name string) (*Scanner, error) {
	r, err := p.Open(name)
	if err != nil {
		return nil, err
	}
	s, err := xmlscan.New(r, xmlscan.Options{Prefixes: Prefixes, MaxDepth: p.budget.Limits().Depth})
	if err != nil {
		r.Close()
		return nil, fmt.Errorf("part %s: %w", name, err)
	}
	return &Scanner{s, r}, nil
}

// ScanRoot is Scan that reads up to the root element's Start token.
func (p *Package) ScanRoot(name string) (*Scanner, error) {
	s, err := p.Scan(name)
	if err != nil {
		return nil, err
	}
	for {
		k, err := s.Next()
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
		if k == xmlscan.Start {
			return s, nil
		}
	}
}

// Blob returns a part's bytes as a blob that reads from the zip each time it is opened, or nil when there
// is no such part or it is beyond the limits. Its size is charged to the budget.
func (p *Package) Blob(name string) udm.Blob {
	f, err := p.file(name)
	if err != nil || p.budget.Charge(int64(f.UncompressedSize64)) != nil {
		return nil
	}
	return (*blob)(f)
}

type blob zip.File

func (b *blob) Open() (io.ReadCloser, error) { return (*zip.File)(b).Open() }
func (b *blob) Size() int64                  { return int64(b.UncompressedSize64) }

// ContentType returns a part's content type without parameters, or "".
func (p *Package) ContentType(name string) string {
	k := key(name)
	if t, ok := p.overrides[k]; ok {
		return t
	}
	return p.defaults[strings.TrimPrefix(path.Ext(k), ".")]
}

func (p *Package) readContentTypes() error {
	p.defaults, p.overrides = map[string]string{}, map[string]string{}
	s, err := p.ScanRoot("[Content_Types].xml")
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Children(func() error {
		t, _, _ := strings.Cut(s.Attr("ContentType"), ";")
		t = strings.TrimSpace(t)
		switch s.Name() {
		case "ct:Default":
			p.defaults[strings.ToLower(strings.TrimPrefix(s.Attr("Extension"), "."))] = t
		case "ct:Override":
			p.overrides[key(s.Attr("PartName"))] = t
		}
		return nil
	})
}

// Main returns the name of the package's main part: what its officeDocument relationship points at, else
// the part that its content type shows to be one; "" when there is none.
func (p *Package) Main() string {
	for r := range p.Rels("").All("officeDocument") {
		if !r.External && p.Has(r.Target) {
			return r.Target
		}
	}
	for _, name := range p.order {
		if strings.HasSuffix(p.ContentType(name), ".main+xml") {
			return name
		}
	}
	return ""
}
