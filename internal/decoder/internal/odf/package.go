package odf

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/klauspost/compress/flate"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
	"github.com/udecode/udecode/internal/zipfile"
)

// Package is an OpenDocument file: a zip of parts, or one flat XML file that has all of them inside.
type Package struct {
	in    *decoder.Input
	parts map[string]*zip.File // nil for a flat file
	dir   string               // of a document inside of the package, "Object 1/"; "" for the main one

	encrypted map[string]*encryption // parts that are
	password  string                 // which fits them
}

// Open opens a package. It fails with decoder.ErrEncrypted when the content is encrypted.
func Open(in *decoder.Input) (*Package, error) {
	head := make([]byte, 4)
	if n, err := in.Content.ReadAt(head, 0); n < 4 && err != nil && err != io.EOF {
		return nil, err
	}
	if string(head[:2]) != "PK" {
		return &Package{in: in}, nil
	}
	p := &Package{in: in}
	if err := p.readDirectory(in.Content, in.Content.Size()); err != nil {
		return nil, err
	}
	if err := p.unlock(); err != nil {
		return nil, err
	}
	if p.parts["content.xml"] == nil {
		return nil, fmt.Errorf("%w: no part content.xml", decoder.ErrMalformed)
	}
	return p, nil
}

// readDirectory reads which parts a zip has.
func (p *Package) readDirectory(r io.ReaderAt, size int64) error {
	z, err := zipfile.OpenDocument(r, size, p.in.Options.Repair, p.in.Warnf)
	if err != nil {
		return malformed(err)
	}
	p.parts = make(map[string]*zip.File, len(z.File))
	for _, f := range z.File {
		name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")
		if p.parts[name] == nil && zipfile.Plausible(f) {
			p.parts[name] = f
		}
	}
	return nil
}

// malformed marks an error as one of the input, but for those of a limit.
func malformed(err error) error {
	if errors.Is(err, limit.ErrExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
}

// Flat reports whether the file is one XML document.
func (p *Package) Flat() bool { return p.parts == nil }

// Has reports whether the package has a part of that name.
func (p *Package) Has(name string) bool { return p.parts[p.dir+name] != nil }

// OpenPart opens a part by its name; what is read is charged to the budget.
func (p *Package) OpenPart(name string) (io.ReadCloser, error) {
	f := p.parts[p.dir+name]
	if f == nil {
		return nil, fmt.Errorf("%w: no part %s%s", decoder.ErrMalformed, p.dir, name)
	}
	if p.encrypted[p.dir+name] != nil {
		packed, err := p.decrypt(p.dir + name)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", f.Name, err)
		}
		return io.NopCloser(p.in.Budget.Reader(flate.NewReader(bytes.NewReader(packed)))), nil
	}
	r, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: part %s: %w", decoder.ErrMalformed, f.Name, err)
	}
	return struct {
		io.Reader
		io.Closer
	}{p.in.Budget.Reader(r), r}, nil
}

// Scan opens a part as XML; of a flat file, the whole of it, whatever the name. The caller calls done when it
// has read it.
func (p *Package) Scan(name string) (s *xmlscan.Scanner, done func(), err error) {
	opt := xmlscan.Options{Prefixes: Prefixes, MaxDepth: p.in.Budget.Limits().Depth}
	if p.Flat() {
		s, err = xmlscan.New(p.in.Budget.Reader(source.Reader(p.in.Content)), opt)
		if err != nil {
			return nil, nil, err
		}
		return s, s.Close, nil
	}
	r, err := p.OpenPart(name)
	if err != nil {
		return nil, nil, err
	}
	if s, err = xmlscan.New(r, opt); err != nil {
		r.Close()
		return nil, nil, fmt.Errorf("part %s: %w", name, err)
	}
	return s, func() { s.Close(); r.Close() }, nil
}

// Sub returns the document inside of the package that href names ("./Object 1"), or nil.
func (p *Package) Sub(href string) *Package {
	dir := p.resolve(href) + "/"
	if p.Flat() || p.parts[dir+"content.xml"] == nil {
		return nil
	}
	sub := *p
	sub.dir = dir
	return &sub
}

// resolve returns the name of the part that a relative reference means (part 2, 3.7), from the package's root.
func (p *Package) resolve(href string) string {
	return strings.TrimPrefix(path.Join("/", p.dir, href), "/")
}

// Blob returns the bytes of the part that href names ("Pictures/1.png"), or nil when there is none.
func (p *Package) Blob(href string) udm.Blob {
	if p.Flat() {
		return nil
	}
	name := p.resolve(href)
	if p.encrypted[name] != nil && p.parts[name] != nil {
		root := *p
		root.dir = ""
		return encryptedPart{&root, name}
	}
	if f := p.parts[name]; f != nil {
		return part{f}
	}
	return nil
}

// encryptedPart is decrypted each time that it is opened.
type encryptedPart struct {
	root *Package
	name string
}

func (e encryptedPart) Open() (io.ReadCloser, error) { return e.root.OpenPart(e.name) }

// Size returns the size that the manifest states, as far as it can be true.
func (e encryptedPart) Size() int64 {
	packed := e.root.parts[e.name].UncompressedSize64
	if size := e.root.encrypted[e.name].size; size > 0 && zipfile.Inflates(packed, uint64(size)) {
		return size
	}
	return int64(packed)
}

type part struct{ *zip.File }

func (f part) Size() int64 { return int64(f.UncompressedSize64) }

// Archive returns a document inside of the package as a package of its own.
func (p *Package) Archive(mediaType string) (udm.Blob, error) {
	var names []string
	for name, f := range p.parts {
		if strings.HasPrefix(name, p.dir) && !strings.HasSuffix(name, "/") && name != p.dir+"mimetype" {
			if err := p.in.Budget.Charge(int64(f.CompressedSize64)); err != nil {
				return nil, err
			}
			names = append(names, name)
		}
	}
	slices.Sort(names)
	var buf bytes.Buffer
	z := zip.NewWriter(&buf)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "mimetype", Method: zip.Store})
	if err != nil {
		return nil, err
	}
	if _, err := io.WriteString(w, mediaType); err != nil {
		return nil, err
	}
	for _, name := range names {
		if err := copyMember(z, p.parts[name], name[len(p.dir):]); err != nil {
			return nil, fmt.Errorf("part %s: %w", name, err)
		}
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return udm.Bytes(buf.Bytes()), nil
}

// copyMember copies a zip member as it is packed.
func copyMember(z *zip.Writer, f *zip.File, name string) error {
	header := f.FileHeader
	header.Name = name
	src, err := f.OpenRaw()
	if err != nil {
		return err
	}
	dst, err := z.CreateRaw(&header)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	return err
}
