// Package subtitle decodes SubRip (SRT) and WebVTT subtitles: a block for each cue, its times in seconds in the block's metadata as
// start and end.
//
// Both formats are blocks of lines between blank ones, in which a line with "-->" has the times and those below it the text (WebVTT,
// section 4). Damaged files lack the blank lines and numbers, so a line of times begins a cue wherever it stands.
package subtitle

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/decoder/internal/richtext"
	"github.com/udecode/udecode/internal/udm"
)

// Format is both kinds of subtitles.
var Format = decoder.Format{
	Name:       "subtitle",
	Title:      "subtitles (SRT, WebVTT)",
	MediaTypes: []string{"application/x-subrip", "text/vtt"},
	Extensions: []string{".srt", ".vtt"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		head := bytes.TrimPrefix(p.Head[:min(len(p.Head), 256)], []byte("\xef\xbb\xbf"))
		switch {
		case p.Text && bytes.HasPrefix(head, []byte("WEBVTT")) && (len(head) == 6 || head[6] <= ' '):
			return decoder.Certain
		case p.Text && firstCue(head):
			return decoder.ByContent
		}
		return decoder.No
	},
	Decode: decode,
}

// firstCue reports whether text begins with a number and a line of times.
func firstCue(head []byte) bool {
	number, rest, ok := bytes.Cut(bytes.TrimLeft(head, " \t\r\n"), []byte("\n"))
	if _, err := strconv.Atoi(string(bytes.TrimSpace(number))); !ok || err != nil {
		return false
	}
	times, _, _ := bytes.Cut(rest, []byte("\n"))
	_, _, ok = timing(string(bytes.TrimSpace(times)))
	return ok
}

// reader reads the lines of a file.
type reader struct {
	in   *decoder.Input
	node *udm.StructuralNode
	rest string
	para richtext.Builder
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	s, _ := charset.Decode(raw, in.Options.Encoding)
	r := &reader{in: in, node: &udm.StructuralNode{Role: udm.Section}, rest: s}
	doc := decoder.NewDocument(in, "subtitle")
	doc.Nodes = []*udm.StructuralNode{r.node}
	head := r.peek()
	if title, ok := strings.CutPrefix(strings.TrimPrefix(head, "\ufeff"), "WEBVTT"); ok {
		r.next()
		doc.Metadata.Title = strings.TrimSpace(strings.TrimLeft(title, " -"))
		r.header(&doc.Metadata)
	}
	for n := 0; r.rest != ""; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := r.block(); err != nil {
			return nil, err
		}
	}
	if len(r.node.Blocks) == 0 && strings.TrimSpace(s) != "" && !strings.HasPrefix(head, "WEBVTT") {
		return nil, fmt.Errorf("%w: no times in it", decoder.ErrMalformed)
	}
	return doc, nil
}

func (r *reader) peek() string {
	line, _ := cutLine(r.rest)
	return line
}

func (r *reader) next() string {
	var line string
	line, r.rest = cutLine(r.rest)
	return line
}

func cutLine(s string) (line, rest string) {
	i := strings.IndexAny(s, "\r\n")
	if i < 0 {
		return s, ""
	}
	line, rest = s[:i], s[i+1:]
	if s[i] == '\r' {
		rest = strings.TrimPrefix(rest, "\n")
	}
	return line, rest
}

// header reads the "name: value" lines behind WEBVTT that some programs write.
func (r *reader) header(m *udm.Metadata) {
	for r.rest != "" {
		if _, _, ok := timing(r.peek()); ok {
			return
		}
		line := strings.TrimSpace(r.next())
		if line == "" {
			return
		}
		if name, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(name, "language") {
			m.Set("language", strings.TrimSpace(value))
		}
	}
}

// block reads up to the end of a cue, or of a comment or style sheet of WebVTT.
func (r *reader) block() error {
	line := strings.TrimSpace(r.next())
	if line == "" {
		return nil
	}
	for _, word := range []string{"NOTE", "STYLE", "REGION"} {
		if rest, ok := strings.CutPrefix(line, word); ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t') {
			for r.rest != "" && strings.TrimSpace(r.next()) != "" {
			}
			return nil
		}
	}
	start, end, ok := timing(line)
	if !ok {
		return nil // a cue's number or name
	}
	b := r.text()
	if b == nil {
		return nil
	}
	b.Metadata.Set("start", start)
	b.Metadata.Set("end", end)
	r.node.Add(b)
	return r.in.Budget.ChargeBlocks(1)
}

// text reads a cue's lines. They are one paragraph, but what another person says, after a dash, begins a line.
func (r *reader) text() *udm.ContentBlock {
	r.para.Reset()
	speakers := ""
	var st style
	for r.rest != "" {
		line := strings.TrimSpace(r.peek())
		if line == "" || r.atCue(line) {
			break
		}
		r.next()
		if r.para.Len() > 0 {
			if strings.HasPrefix(line, "-") || strings.HasPrefix(line, "–") {
				r.para.Break()
			} else {
				r.para.Write(" ", 0)
			}
		}
		if v := r.line(line, &st); v != "" {
			if speakers != "" {
				speakers += ", "
			}
			speakers += v
		}
	}
	b := udm.NewText(udm.NarrativeText, "")
	if !r.para.Fill(b) {
		return nil
	}
	if c := classify.Body(b.Text); c == udm.Address || c == udm.EmailAddress {
		b.Category = c
	}
	b.Metadata = new(udm.Metadata)
	if speakers != "" {
		b.Metadata.Set("speaker", speakers)
	}
	return b
}

// atCue reports whether a line begins the next cue though no blank line stands before it.
func (r *reader) atCue(line string) bool {
	if _, _, ok := timing(line); ok {
		return true
	}
	if _, err := strconv.Atoi(line); err != nil {
		return false
	}
	_, rest := cutLine(r.rest)
	below, _ := cutLine(rest)
	_, _, ok := timing(below)
	return ok
}

// style counts the open tags.
type style struct{ bold, italic, underline int }

func (s style) runs() richtext.Style {
	var out richtext.Style
	if s.bold > 0 {
		out |= richtext.Bold
	}
	if s.italic > 0 {
		out |= richtext.Italic
	}
	if s.underline > 0 {
		out |= richtext.Underline
	}
	return out
}

// line writes a line's text and returns who speaks it. Tags are those of WebVTT (4.2.2) and of SubRip's HTML; others and
// SubRip's "{\an8}" are dropped.
func (r *reader) line(s string, st *style) (speaker string) {
	for s != "" {
		i := strings.IndexAny(s, "<{")
		if i < 0 {
			i = len(s)
		}
		r.para.Write(html.UnescapeString(s[:i]), st.runs())
		if s = s[i:]; s == "" {
			break
		}
		closing := byte('>')
		if s[0] == '{' {
			closing = '}'
		}
		end := strings.IndexByte(s, closing)
		if end < 0 || s[0] == '{' && !strings.HasPrefix(s, `{\`) || s[0] == '<' && !tagStart(s[1]) {
			r.para.Write(s[:1], st.runs())
			s = s[1:]
			continue
		}
		tag := s[1:end]
		s = s[end+1:]
		if closing == '}' {
			continue
		}
		name, rest, _ := strings.Cut(tag, " ")
		name, _, _ = strings.Cut(name, ".")
		step := 1
		if strings.HasPrefix(name, "/") {
			name, step = name[1:], -1
		}
		switch strings.ToLower(name) {
		case "b":
			st.bold += step
		case "i":
			st.italic += step
		case "u":
			st.underline += step
		case "v":
			if step > 0 {
				speaker = html.UnescapeString(strings.TrimSpace(rest))
			}
		case "br":
			r.para.Write(" ", 0)
		}
	}
	return speaker
}

// tagStart reports whether a tag or a WebVTT time stamp can begin so.
func tagStart(c byte) bool {
	return c == '/' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// timing reads "00:01:02,500 --> 00:01:04,000", in seconds; what stands behind it are settings.
func timing(line string) (start, end float64, ok bool) {
	from, rest, found := strings.Cut(line, "-->")
	if !found {
		return 0, 0, false
	}
	fields := strings.Fields(rest)
	if len(fields) == 0 {
		return 0, 0, false
	}
	start, ok1 := seconds(strings.TrimSpace(from))
	end, ok2 := seconds(fields[0])
	return start, end, ok1 && ok2
}

// seconds reads hours, minutes and seconds, of which the hours may be missing; the mark before milliseconds is a comma in SRT.
func seconds(s string) (float64, bool) {
	parts := strings.Split(strings.Replace(s, ",", ".", 1), ":")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, false
	}
	milli := 0
	for i, p := range parts {
		whole, fraction, _ := strings.Cut(p, ".")
		n, err := strconv.ParseUint(whole, 10, 16)
		if err != nil || fraction != "" && i != len(parts)-1 {
			return 0, false
		}
		milli = milli*60 + int(n)*1000
		if fraction != "" {
			f, err := strconv.ParseFloat("0."+fraction, 64)
			if err != nil {
				return 0, false
			}
			milli += int(f*1000 + .5)
		}
	}
	return float64(milli) / 1000, true
}
