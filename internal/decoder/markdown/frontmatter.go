package markdown

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/decoder/internal/date"
	"github.com/udecode/udecode/internal/udm"
)

// maxFrontMatter is how much front matter is looked at, bytes.
const maxFrontMatter = 256 << 10

// frontMatter reads what stands before the text into the metadata and returns the text. What only looks like
// front matter (a rule at the start) is text.
func frontMatter(s string, m *udm.Metadata, in *decoder.Input) string {
	if strings.HasPrefix(s, "% ") {
		return titleBlock(s, m)
	}
	fence, _, _ := strings.Cut(s, "\n")
	var unmarshal func([]byte, any) error
	ends := []string{"---", "..."}
	switch strings.TrimRight(fence, " \t") {
	case "---":
		unmarshal = unmarshalYAML
	case "+++":
		unmarshal, ends = toml.Unmarshal, []string{"+++"}
	default:
		return s
	}
	block, rest, ok := cutBlock(s[min(len(fence)+1, len(s)):], ends)
	if !ok {
		return s
	}
	var values map[string]any
	if err := unmarshal([]byte(block), &values); err != nil {
		if !strings.Contains(block, ":") && !strings.Contains(block, "=") || strings.Contains(block, "\n\n") && ends[0] == "---" {
			return s
		}
		in.Warnf("front matter is damaged: %s", firstLine(err.Error()))
		values = lines(block)
	}
	if len(values) == 0 && strings.TrimSpace(block) != "" {
		return s
	}
	set(m, values)
	return rest
}

// unmarshalYAML reads YAML, but keeps dates as they are written: the parser would give them a zone.
func unmarshalYAML(b []byte, v any) error {
	if err := yaml.Unmarshal(b, v); err != nil {
		return err
	}
	values := *v.(*map[string]any)
	var nodes map[string]yaml.Node
	if err := yaml.Unmarshal(b, &nodes); err != nil {
		return err
	}
	for key, n := range nodes {
		if n.ShortTag() == "!!timestamp" {
			values[key] = n.Value
		}
	}
	return nil
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// cutBlock cuts s at the first line that is one of the ends.
func cutBlock(s string, ends []string) (block, rest string, ok bool) {
	for at := 0; at < len(s) && at < maxFrontMatter; {
		line, _, more := strings.Cut(s[at:], "\n")
		next := at + len(line)
		if more {
			next++
		}
		if slices.Contains(ends, strings.TrimRight(line, " \t")) {
			return s[:at], s[next:], true
		}
		at = next
	}
	return "", s, false
}

// lines reads front matter that does not parse: each line of the form "key: value" or "key = value".
func lines(block string) map[string]any {
	out := make(map[string]any)
	for line := range strings.Lines(block) {
		i := strings.IndexAny(line, ":=")
		if i < 1 || line[0] == ' ' || line[0] == '#' || line[0] == '-' {
			continue
		}
		key, value := strings.TrimSpace(line[:i]), strings.Trim(strings.TrimSpace(line[i+1:]), `"'`)
		if value != "" {
			out[key] = value
		}
	}
	return out
}

// titleBlock reads pandoc's title block: up to three fields of "%" (title, authors, date), which may go on in lines that
// begin with a blank.
func titleBlock(s string, m *udm.Metadata) string {
	for _, put := range []func(string){
		func(v string) { m.Title = v },
		func(v string) {
			m.Author = strings.ReplaceAll(strings.ReplaceAll(v, "; ", ";"), ";", ", ")
		},
		func(v string) {
			if m.CreatedAt = date.Parse(v); m.CreatedAt == "" {
				m.Set("date", v)
			}
		},
	} {
		line, rest, _ := strings.Cut(s, "\n")
		if !strings.HasPrefix(line, "%") {
			break
		}
		for strings.HasPrefix(rest, " ") { // goes on
			var more string
			more, rest, _ = strings.Cut(rest, "\n")
			line += " " + strings.TrimSpace(more)
		}
		put(strings.TrimSpace(line[1:]))
		s = rest
	}
	return s
}

func set(m *udm.Metadata, values map[string]any) {
	for key, v := range values {
		switch strings.ToLower(key) {
		case "title":
			m.Title = text(v)
		case "author", "authors", "creator":
			if s := names(v); s != "" {
				m.Author = s
				continue
			}
		case "date", "created", "created_at", "publishdate":
			if s := date.Parse(text(v)); s != "" {
				if m.CreatedAt == "" || strings.EqualFold(key, "date") {
					m.CreatedAt = s
				}
				continue
			}
			m.Set(key, plain(v))
		case "lastmod", "updated", "modified", "modified_at", "last_modified":
			if s := date.Parse(text(v)); s != "" {
				m.ModifiedAt = s
				continue
			}
			m.Set(key, plain(v))
		case "tags", "keywords":
			m.Tags = append(m.Tags, tags(v)...)
		case "lang", "language":
			m.Set("language", text(v))
		default:
			if v != nil {
				m.Set(key, plain(v))
			}
		}
	}
	slices.Sort(m.Tags)
	m.Tags = slices.Compact(m.Tags)
}

// text returns a scalar as text.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return strings.TrimSpace(v)
	case time.Time:
		return v.Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}

// names joins authors: a text, a list of them, or of records with a name.
func names(v any) string {
	switch v := v.(type) {
	case []any:
		var out []string
		for _, x := range v {
			if s := names(x); s != "" {
				out = append(out, s)
			}
		}
		return strings.Join(out, ", ")
	case map[string]any:
		return text(v["name"])
	}
	return text(v)
}

func tags(v any) []string {
	var out []string
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			if s := text(x); s != "" {
				out = append(out, s)
			}
		}
	case string:
		for s := range strings.SplitSeq(v, ",") {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// plain returns a value as JSON can hold it.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, x := range v {
			out[i] = plain(x)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, x := range v {
			out[k] = plain(x)
		}
		return out
	case map[any]any:
		out := make(map[string]any, len(v))
		for k, x := range v {
			out[fmt.Sprint(k)] = plain(x)
		}
		return out
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Sprint(v)
		}
		return v
	case nil, bool, string, int, int64:
		return v
	}
	return text(v)
}
