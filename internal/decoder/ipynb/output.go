package ipynb

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/udm"
)

// output is something that a cell put out. Version 3 has the data's media types as fields of their own.
type output struct {
	Type      string           `json:"output_type"`
	Name      string           `json:"name"`
	Text      lines            `json:"text"`
	Data      map[string]lines `json:"data"`
	ErrorName string           `json:"ename"`
	ErrorText string           `json:"evalue"`
}

// old maps the fields of version 3 to media types.
var old = map[string]string{"png": "image/png", "jpeg": "image/jpeg", "svg": "image/svg+xml", "html": "text/html", "latex": "text/latex", "text": "text/plain"}

// pictureTypes are the pictures that are looked for, best first.
var pictureTypes = []string{"image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/bmp"}

// UnmarshalJSON reads an output of either version.
func (o *output) UnmarshalJSON(b []byte) error {
	type plain output
	if err := json.Unmarshal(b, (*plain)(o)); err != nil {
		return err
	}
	if o.Data != nil || o.Type != "pyout" && o.Type != "display_data" {
		return nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(b, &fields); err != nil {
		return err
	}
	o.Data = make(map[string]lines)
	for key, mediaType := range old {
		if raw, ok := fields[key]; ok {
			var l lines
			if err := l.UnmarshalJSON(raw); err != nil {
				return err
			}
			o.Data[mediaType] = l
		}
	}
	return nil
}

func (t *translator) output(o *output) error {
	switch o.Type {
	case "stream":
		return t.text(overprinted(string(o.Text)), "output")
	case "error", "pyerr":
		return t.text(strings.TrimSuffix(o.ErrorName+": "+o.ErrorText, ": "), "output")
	case "display_data", "execute_result", "pyout", "update_display_data":
		return t.data(o.Data)
	}
	return nil
}

// data adds one of the forms in which a result is there: as a formula, a page, a picture, Markdown or text.
func (t *translator) data(data map[string]lines) error {
	if s := formula(string(data["text/latex"])); s != "" {
		return t.add(udm.NewFormula("latex", s))
	}
	if s := string(data["text/html"]); s != "" {
		before := len(t.node.Blocks)
		if err := t.html(s); err != nil || len(t.node.Blocks) > before {
			return err
		}
	}
	for _, mediaType := range pictureTypes {
		if s, ok := data[mediaType]; ok {
			if done, err := t.picture(mediaType, string(s)); done || err != nil {
				return err
			}
		}
	}
	if s := string(data["text/markdown"]); s != "" {
		return t.markdown(s, &cell{})
	}
	return t.text(string(data["text/plain"]), "output")
}

// formula returns a result in LaTeX without the signs that set it off; "" for what is a text or table in LaTeX.
func formula(s string) string {
	s = strings.TrimSpace(clean(s))
	if strings.Contains(s, `\begin{tabular}`) || strings.Contains(s, `\begin{table}`) || strings.Contains(s, `\section`) {
		return ""
	}
	for _, signs := range [...][2]string{{"$$", "$$"}, {"$", "$"}, {`\[`, `\]`}, {`\(`, `\)`}, {`\begin{equation}`, `\end{equation}`}, {`\begin{equation*}`, `\end{equation*}`}} {
		if inner, ok := strings.CutPrefix(s, signs[0]); ok {
			if inner, ok = strings.CutSuffix(inner, signs[1]); ok {
				return strings.TrimSpace(inner)
			}
		}
	}
	return ""
}

// overprinted keeps of each line what stands behind its last carriage return: progress bars overwrite themselves.
func overprinted(s string) string {
	if strings.IndexByte(s, '\r') < 0 {
		return s
	}
	rows := strings.Split(strings.ReplaceAll(s, "\r\n", "\n"), "\n")
	for i, l := range rows {
		l = strings.TrimRight(l, "\r")
		rows[i] = l[strings.LastIndexByte(l, '\r')+1:]
	}
	return strings.Join(slices.Compact(rows), "\n")
}
