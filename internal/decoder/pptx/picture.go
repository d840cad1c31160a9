package pptx

import (
	"path"
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/picture"
	"github.com/udecode/udecode/internal/opc"
	"github.com/udecode/udecode/internal/udm"
)

// blip is a reference to a picture (20.1.8.13).
type blip struct {
	embed, link string
	tiled       bool
	crop        [4]float64 // left, top, right, bottom, in shares of the picture's size
}

// read reads the p:blipFill or a:blipFill that the scanner stands at.
func (b *blip) read(s *opc.Scanner) error {
	return s.Children(func() error {
		switch s.Name() {
		case "a:blip":
			b.embed, b.link = s.Attr("r:embed"), s.Attr("r:link")
		case "a:srcRect":
			for i, side := range [...]string{"l", "t", "r", "b"} {
				b.crop[i] = float64(s.Int(side, 0)) / 100000
			}
		case "a:tile":
			b.tiled = true
		}
		return nil
	})
}

// picture reads a p:pic: a picture, or the poster of a video or sound.
func (t *tree) picture(s *opc.Scanner, sh *shape) error {
	var b blip
	err := s.Children(func() (err error) {
		switch s.Name() {
		case "p:nvPicPr":
			sh.properties, err = t.properties(s)
		case "p:blipFill":
			err = b.read(s)
		case "p:spPr":
			err = s.Children(func() (err error) {
				if s.Name() == "a:xfrm" {
					sh.frame, err = readFrame(s)
				}
				return err
			})
		}
		return err
	})
	m := t.mediaBlock(&sh.media)
	if m != nil {
		sh.blocks = append(sh.blocks, m)
	}
	if m == nil || sh.media.kind == "video" {
		if b := t.image(&b, sh); b != nil {
			sh.blocks = append(sh.blocks, b)
		}
	}
	return err
}

// image returns the block of a picture, nil when there is none.
func (t *tree) image(b *blip, sh *shape) *udm.ContentBlock {
	var img *udm.ContentBlock
	if r, ok := t.rels.ByID(b.embed); ok && !r.External {
		img = t.embedded(r.Target)
	}
	if r, ok := t.rels.ByID(b.link); ok && img == nil && r.Target != "" {
		img = udm.NewImage(mediaType(r.Target), nil)
		img.A().Src = r.Target
	}
	if img == nil {
		return nil
	}
	if sh.alt != "" {
		img.A().AltText = sh.alt
	}
	if sh.link != "" {
		img.A().Set("link", sh.link)
	}
	if b.crop != [4]float64{} {
		img.A().Set("crop", map[string]any{"left": b.crop[0], "top": b.crop[1], "right": b.crop[2], "bottom": b.crop[3]})
	}
	return img
}

// embedded returns an image block of a part. A part that several slides show is looked at once.
func (d *deck) embedded(part string) *udm.ContentBlock {
	data, ok := d.pictures[part]
	if !ok {
		if blob, typ := d.blob(part); blob != nil {
			data = picture.Block(blob, typ).Data
		}
		d.pictures[part] = data
	}
	if data == nil {
		return nil
	}
	img := udm.NewImage(data.MediaType, data.Blob)
	*img.Data = *data
	return img
}

// media is a reference to a video or sound (19.3.3, MS-PPTX 2.5.4).
type media struct {
	kind        string // "audio" or "video"; "" for none
	embed, link string
}

// read reads a child of p:nvPr.
func (m *media) read(s *opc.Scanner) error {
	switch s.Name() {
	case "a:videoFile", "a:quickTimeFile":
		m.kind, m.link = "video", s.Attr("r:link")
	case "a:audioFile":
		m.kind, m.link = "audio", s.Attr("r:link")
	case "a:wavAudioFile":
		m.kind, m.embed = "audio", s.Attr("r:embed")
	case "p14:media":
		m.embed = s.Attr("r:embed")
		if l := s.Attr("r:link"); l != "" {
			m.link = l
		}
	case "p:extLst", "p:ext":
		return s.Children(func() error { return m.read(s) })
	}
	return nil
}

func (t *tree) mediaBlock(m *media) *udm.ContentBlock {
	if m.kind == "" {
		return nil
	}
	b := &udm.ContentBlock{Type: udm.Media, Data: &udm.Data{}}
	r, ok := t.rels.ByID(m.embed)
	if !ok {
		if r, ok = t.rels.ByID(m.link); !ok {
			return nil
		}
	}
	if r.External {
		b.Text = r.Target
	} else if blob, typ := t.blob(r.Target); blob != nil {
		b.Data.Blob, b.Data.MediaType = blob, typ
	} else {
		return nil
	}
	if b.Data.MediaType == "" || strings.HasSuffix(b.Data.MediaType, "/unknown") {
		b.Data.MediaType = mediaType(r.Target)
	}
	b.A().Format = strings.TrimPrefix(strings.ToLower(path.Ext(r.Target)), ".")
	return b
}

// mediaType guesses from a name.
func mediaType(target string) string {
	switch ext := strings.ToLower(path.Ext(target)); ext {
	case ".png", ".gif", ".bmp", ".webp", ".jpeg":
		return "image/" + ext[1:]
	case ".jpg":
		return "image/jpeg"
	case ".tif", ".tiff":
		return "image/tiff"
	case ".svg":
		return "image/svg+xml"
	case ".mp4", ".m4v":
		return "video/mp4"
	case ".mov":
		return "video/quicktime"
	case ".avi":
		return "video/x-msvideo"
	case ".wmv":
		return "video/x-ms-wmv"
	case ".mp3":
		return "audio/mpeg"
	case ".wav":
		return "audio/wav"
	case ".m4a":
		return "audio/mp4"
	}
	return "application/octet-stream"
}
