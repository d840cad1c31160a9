// Package images writes pictures as they were found. A picture that is drawn many times is stored once.
package images

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"mime"
	"path"
	"strings"

	"github.com/udecode/udecode/internal/output"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/writebuf"
)

// Writer writes image files and names them in the blocks' attributes ("file"), so it runs before the model is
// written. A picture that can't be read is dropped with a warning, whether files are written or not.
type Writer struct {
	Files bool // write files; else pictures are only read to see that they can be
}

// Write writes images/0001.png and so on.
func (w Writer) Write(ctx context.Context, dir output.Dir, res *output.Result) error {
	files := map[[sha256.Size]byte]string{}
	room := int64(held)
	for _, n := range res.Doc.Nodes {
		for _, b := range n.Blocks {
			if b.Data == nil || b.Data.Blob == nil {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			sum, err := w.hash(b.Data, &room)
			if err != nil {
				res.Warnf("%s in %s can't be read: %v", b.Type, n.Metadata.SourcePath, err)
				b.Data.Blob = nil
				continue
			}
			if !w.Files || b.Type != udm.ImageContent {
				continue
			}
			name := files[sum]
			if name == "" {
				name = fmt.Sprintf("images/%04d%s", len(files)+1, Extension(b.Data.MediaType))
				if err := copyTo(dir, name, b.Data.Blob); err != nil {
					return err
				}
				files[sum] = name
			}
			b.A().Set("file", name)
		}
	}
	return nil
}

// held is how many bytes of a document's pictures are kept between the writers, so that those that are
// unpacked or encoded while they are read, as most are, are read once.
const held = 8 << 20

// hash reads a picture, and keeps what it has read while there is room.
func (Writer) hash(d *udm.Data, room *int64) (sum [sha256.Size]byte, err error) {
	if m, ok := d.Blob.(udm.Bytes); ok {
		return sha256.Sum256(m), nil
	}
	r, err := d.Blob.Open()
	if err != nil {
		return sum, err
	}
	defer r.Close()
	var keep bytes.Buffer
	if _, err := io.CopyN(&keep, r, *room+1); err == io.EOF {
		*room -= int64(keep.Len())
		d.Blob = udm.Bytes(bytes.Clone(keep.Bytes()))
		return sha256.Sum256(keep.Bytes()), nil
	} else if err != nil {
		return sum, err
	}
	h := sha256.New()
	h.Write(keep.Bytes())
	if _, err := io.Copy(h, r); err != nil {
		return sum, err
	}
	h.Sum(sum[:0])
	return sum, nil
}

func copyTo(dir output.Dir, name string, blob udm.Blob) error {
	r, err := blob.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	f, err := dir.Create(name)
	if err != nil {
		return err
	}
	w := writebuf.New(f)
	_, err = io.Copy(w, r)
	if e := w.Close(); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

var extensions = map[string]string{
	"image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/bmp": ".bmp", "image/tiff": ".tif",
	"image/webp": ".webp", "image/svg+xml": ".svg", "image/heic": ".heic", "image/heif": ".heif", "image/avif": ".avif",
	"image/jp2": ".jp2", "image/jpx": ".jpx", "image/x-emf": ".emf", "image/emf": ".emf", "image/x-wmf": ".wmf", "image/wmf": ".wmf",
	"image/x-icon": ".ico", "image/vnd.microsoft.icon": ".ico", "image/x-jbig2": ".jb2", "image/x-pict": ".pict",
}

// Extension returns the file name extension of a picture's media type, with its dot.
func Extension(mediaType string) string {
	t, _, err := mime.ParseMediaType(mediaType)
	if err != nil {
		t = strings.ToLower(mediaType)
	}
	if e, ok := extensions[t]; ok {
		return e
	}
	if sub := path.Base(t); strings.HasPrefix(t, "image/") && isWord(sub) {
		return "." + sub
	}
	return ".bin"
}

func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return s != "" && len(s) <= 8
}
