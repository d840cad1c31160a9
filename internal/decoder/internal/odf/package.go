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
	"sync"

	"github.com/klauspost/compress/flate"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Package is an OpenDocument file: a zip of parts, or one flat XML file that has all of them inside.
type Package struct {
	in    *decoder.Input
	parts map[string]*zip.File // nil for a flat file
	dir   string               // of a document inside of the package, "Object 1/"; "" for the main one
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
	z, err := zip.NewReader(in.Content, in.Content.Size())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	z.RegisterDecompressor(zip.Deflate, inflate)
	p := &Package{in: in, parts: make(map[string]*zip.File, len(z.File))}
	for _, f := range z.File {
		name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "/")
		if p.parts[name] == nil {
			p.parts[name] = f
		}
	}
	if err := p.checkEncryption(); err != nil {
		return nil, err
	}
	if p.parts["content.xml"] == nil {
		return nil, fmt.Errorf("%w: no part content.xml", decoder.ErrMalformed)
	}
	return p, nil
}

// Flat reports whether the file is one XML document.
func (p *Package) Flat() bool { return p.parts == nil }

// Has reports whether the package has a part of that name.
func (p *Package) Has(name string) bool { return p.parts[p.dir+name] != nil }

// checkEncryption looks for encrypted parts in the manifest (part 2, 4.4).
func (p *Package) checkEncryption() error {
	if p.parts["encrypted-package"] != nil { // OpenDocument 1.4: the whole package inside of one part
		return decoder.ErrEncrypted
	}
	if f := p.parts["content.xml"]; f != nil && f.Flags&1 != 0 {
		return decoder.ErrEncrypted
	}
	r, err := p.OpenPart("META-INF/manifest.xml")
	if err != nil {
		return nil // documents without a manifest are read all the same
	}
	defer r.Close()
	manifest, err := io.ReadAll(r)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	if !bytes.Contains(manifest, []byte("encryption-data")) {
		return nil
	}
	s, err := xmlscan.New(bytes.NewReader(manifest), xmlscan.Options{Prefixes: Prefixes})
	if err != nil {
		return nil
	}
	defer s.Close()
	entry := ""
	for {
		switch kind, err := s.Next(); {
		case err != nil || kind == xmlscan.EOF:
			return nil
		case kind == xmlscan.Start && s.Name() == "manifest:file-entry":
			entry = s.Attr("manifest:full-path")
		case kind == xmlscan.Start && s.Name() == "manifest:encryption-data" && entry == "content.xml":
			return decoder.ErrEncrypted
		}
	}
}

// OpenPart opens a part by its name; what is read is charged to the budget.
func (p *Package) OpenPart(name string) (io.ReadCloser, error) {
	f := p.parts[p.dir+name]
	if f == nil {
		return nil, fmt.Errorf("%w: no part %s%s", decoder.ErrMalformed, p.dir, name)
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
	return &Package{in: p.in, parts: p.parts, dir: dir}
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
	if f := p.parts[p.resolve(href)]; f != nil {
		return part{f}
	}
	return nil
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

// inflaters are flate readers to use again: each has 40 kB of tables.
var inflaters sync.Pool

type inflater struct{ io.ReadCloser }

func inflate(r io.Reader) io.ReadCloser {
	if f, ok := inflaters.Get().(*inflater); ok && f.ReadCloser.(flate.Resetter).Reset(r, nil) == nil {
		return f
	}
	return &inflater{flate.NewReader(r)}
}

func (f *inflater) Close() error {
	inflaters.Put(f)
	return nil
}
