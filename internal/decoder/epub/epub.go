// Package epub decodes EPUB 2 and 3 publications.
//
// A publication is a zip: META-INF/container.xml names the package document, whose spine lists the content documents in
// reading order (EPUB 3.3, sections 4.2 and 5). Each spine item is a section node, labelled from the table of contents (the
// navigation document, or the NCX of EPUB 2).
package epub

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/htmlblock"
	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/zipfile"
)

// Format is the EPUB format.
var Format = decoder.Format{
	Name:       "epub",
	Title:      "EPUB book",
	MediaTypes: []string{"application/epub+zip", "application/epub"},
	Extensions: []string{".epub"},
	Unit:       udm.Section,
	Memory:     30,
	Match:      match,
	Decode:     decode,
}

func match(p *decoder.Probe) decoder.Confidence {
	if len(p.Members) == 0 {
		return decoder.No
	}
	if p.MediaType == "application/epub+zip" || p.Has("META-INF/container.xml") && strings.TrimSpace(string(p.Member("mimetype"))) == "application/epub+zip" {
		return decoder.Certain
	}
	if p.Has("META-INF/container.xml") && strings.Contains(string(p.Member("META-INF/container.xml")), "oebps-package") {
		return decoder.Certain
	}
	return decoder.No
}

// book is a publication that is being read.
type book struct {
	ctx   context.Context
	in    *decoder.Input
	files map[string]*zip.File // by name
	fold  map[string]*zip.File // by name in lower case
	pkg   *pkg
	shown map[string]bool // pictures that stand in the text, by path
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	r, err := zipfile.OpenDocument(in.Content, in.Content.Size(), in.Options.Repair, in.Warnf)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	b := &book{ctx: ctx, in: in, files: make(map[string]*zip.File, len(r.File)), fold: make(map[string]*zip.File, len(r.File)), shown: make(map[string]bool)}
	for _, f := range r.File {
		name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "./")
		b.files[name] = f
		b.fold[strings.ToLower(name)] = f
	}
	opf, err := b.packagePath()
	if err != nil {
		return nil, err
	}
	if b.pkg, err = b.readPackage(opf); err != nil {
		return nil, err
	}
	locked, err := b.locked()
	if err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, "epub")
	doc.Metadata = b.pkg.metadata
	labels := b.labels()
	readable := 0
	for _, ref := range b.pkg.spine {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if locked[ref.item.path] {
			continue
		}
		readable++
		node, err := b.section(ref, labels)
		if err != nil {
			return nil, err
		}
		doc.Nodes = append(doc.Nodes, node)
	}
	if readable == 0 && len(locked) > 0 {
		return nil, fmt.Errorf("%w: the book's rights management", decoder.ErrEncrypted)
	}
	if readable < len(b.pkg.spine) {
		in.Warnf("%d of %d sections are encrypted", len(b.pkg.spine)-readable, len(b.pkg.spine))
	}
	return doc, b.cover(doc)
}

// find returns the file at a path; names that differ in case or are percent-encoded are found too.
func (b *book) find(name string) *zip.File {
	if f := b.files[name]; f != nil {
		return f
	}
	if plain, err := url.PathUnescape(name); err == nil {
		if f := b.files[plain]; f != nil {
			return f
		}
		name = plain
	}
	return b.fold[strings.ToLower(name)]
}

// read returns a file's bytes and charges them.
func (b *book) read(f *zip.File) ([]byte, error) {
	rc, err := f.Open()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", decoder.ErrMalformed, f.Name, err)
	}
	defer rc.Close()
	raw, err := io.ReadAll(b.in.Budget.Reader(rc))
	if err != nil && !errors.Is(err, limit.ErrExceeded) {
		if len(raw) > 0 {
			b.in.Warnf("%s is damaged: %v", f.Name, err)
			return raw, nil
		}
		return nil, fmt.Errorf("%w: %s: %w", decoder.ErrMalformed, f.Name, err)
	}
	return raw, err
}

// relative resolves a reference in the file at from; fragment and query are cut off.
func relative(from, ref string) string {
	ref, _, _ = strings.Cut(ref, "#")
	ref, _, _ = strings.Cut(ref, "?")
	if ref == "" {
		return from
	}
	if plain, err := url.PathUnescape(ref); err == nil {
		ref = plain
	}
	return strings.TrimPrefix(path.Join(path.Dir(from), ref), "/")
}

// section reads a spine item.
func (b *book) section(ref itemRef, labels map[string]string) (*udm.StructuralNode, error) {
	node := &udm.StructuralNode{Role: udm.Section, Label: labels[ref.item.path]}
	if !ref.linear {
		node.Metadata.Set("linear", false)
	}
	node.Metadata.Set("href", ref.item.path)
	f := b.find(ref.item.path)
	if f == nil {
		b.in.Warnf("%s is missing", ref.item.path)
		return node, nil
	}
	if strings.HasPrefix(ref.item.mediaType, "image/") && ref.item.mediaType != "image/svg+xml" {
		blob, _ := b.image(ref.item.path, path.Base(ref.item.path))
		if blob != nil {
			node.Add(picture.Block(blob, ref.item.mediaType))
		}
		return node, nil
	}
	raw, err := b.read(f)
	if err != nil {
		if errors.Is(err, decoder.ErrMalformed) {
			b.in.Warnf("%v", err)
			return node, nil
		}
		return nil, err
	}
	text, _ := htmlblock.Text(raw, "")
	root, err := htmlblock.ParseXHTML(text)
	if err != nil {
		b.in.Warnf("%s: %v", ref.item.path, err)
		return node, nil
	}
	page, err := htmlblock.Translate(root, htmlblock.Options{
		Image:    func(src string) (udm.Blob, string) { return b.image(ref.item.path, src) },
		NoImages: b.in.Options.NoImages,
		Budget:   b.in.Budget,
	})
	if err != nil {
		return nil, err
	}
	node.Blocks = page.Blocks()
	if node.Label == "" {
		node.Label = firstHeading(node.Blocks)
	}
	return node, nil
}

func firstHeading(blocks []*udm.ContentBlock) string {
	for _, b := range blocks {
		if b.IsHeading() {
			return strings.ReplaceAll(b.Text, "\n", " ")
		}
	}
	return ""
}

// image finds the picture that a URL in the file at from names.
func (b *book) image(from, src string) (udm.Blob, string) {
	if strings.Contains(src, "://") {
		return nil, ""
	}
	name := relative(from, src)
	f := b.find(name)
	if f == nil || f.UncompressedSize64 > uint64(b.in.Budget.Limits().Decoded) {
		return nil, ""
	}
	b.shown[f.Name] = true
	return zipBlob{f}, b.pkg.types[name]
}

// zipBlob is a file in the zip, read when it is needed.
type zipBlob struct{ f *zip.File }

func (z zipBlob) Size() int64 { return int64(z.f.UncompressedSize64) }

func (z zipBlob) Open() (io.ReadCloser, error) { return z.f.Open() }

// cover notes which picture is the book's cover; one that stands on no page becomes the first block.
func (b *book) cover(doc *udm.Document) error {
	item := b.pkg.cover
	if item == nil {
		return nil
	}
	doc.Metadata.Set("cover", item.path)
	f := b.find(item.path)
	if f == nil || b.shown[f.Name] || len(doc.Nodes) == 0 || !strings.HasPrefix(item.mediaType, "image/") {
		return nil
	}
	blob, _ := b.image(item.path, path.Base(item.path))
	if blob == nil {
		return nil
	}
	block := picture.Block(blob, item.mediaType)
	if b.in.Options.NoImages {
		block.Data.Blob = nil
	}
	block.A().AltText = "Cover"
	doc.Nodes[0].Blocks = append([]*udm.ContentBlock{block}, doc.Nodes[0].Blocks...)
	return b.in.Budget.ChargeBlocks(1)
}
