package docx

import (
	"strconv"
	"strings"
)

// field is a complex field that is open (17.16.18): its code up to the separator, its result from there on.
type field struct {
	code   []byte
	text   []byte // what stands as text among the code
	result bool
	url    string // of a HYPERLINK in its result
}

// fieldCode returns the field whose code is being read, nil when what is read is shown.
func (st *story) fieldCode() *field {
	for i := len(st.fields) - 1; i >= 0; i-- {
		if !st.fields[i].result {
			return &st.fields[i]
		}
	}
	return nil
}

// endFieldCodes drops the fields whose code has not ended with its paragraph: without a separator, all that follows would
// be taken for code. What stood as text in them is shown.
func (st *story) endFieldCodes(p *paragraph) {
	for i := range st.fields {
		if !st.fields[i].result {
			text := string(st.fields[i].text)
			st.fields = st.fields[:i]
			st.write(p, text, 0)
			return
		}
	}
}

// fieldChar reads a w:fldChar.
func (st *story) fieldChar(p *paragraph, r *runContext) error {
	s := st.s
	switch s.Attr("w:fldCharType") {
	case "begin":
		if err := st.in.Budget.CheckDepth(len(st.fields)); err != nil {
			return err
		}
		control, err := st.formControl()
		if r.style&hidden == 0 {
			st.write(p, control, r.style)
		}
		st.fields = append(st.fields, field{})
		return err
	case "separate":
		n := len(st.fields)
		if n == 0 || st.fields[n-1].result {
			return nil
		}
		f := &st.fields[n-1]
		f.result = true
		if st.fieldCode() == nil {
			f.url = st.fieldStart(p, string(f.code))
		}
	case "end":
		n := len(st.fields)
		if n == 0 {
			return nil
		}
		f := st.fields[n-1]
		st.fields = st.fields[:n-1]
		if f.url != "" {
			p.closeLink()
		}
		if !f.result && r.style&hidden == 0 {
			st.write(p, shownCode(string(f.code)), r.style)
		}
	}
	return nil
}

// fieldStart does what a field's code says about its result, and returns the URL when it is a link.
func (st *story) fieldStart(p *paragraph, code string) string {
	args := fieldArgs(code)
	if len(args) == 0 {
		return ""
	}
	switch strings.ToUpper(args[0]) {
	case "HYPERLINK":
		if url := hyperlinkURL(args[1:]); url != "" {
			p.openLink(url)
			return url
		}
	case "SEQ":
		if len(args) > 1 && p.seq == "" {
			p.seq = args[1]
		}
	}
	return ""
}

// hyperlinkURL returns the target of a HYPERLINK field (17.16.5.25).
func hyperlinkURL(args []string) string {
	url, anchor := "", ""
	for i := 0; i < len(args); i++ {
		switch a := args[i]; {
		case strings.EqualFold(a, `\l`) && i+1 < len(args):
			i++
			anchor = "#" + args[i]
		case strings.EqualFold(a, `\o`) || strings.EqualFold(a, `\t`):
			i++
		case strings.HasPrefix(a, `\`):
		case url == "":
			url = a
		}
	}
	return url + anchor
}

// shownCode returns what is seen of a field that has no result: an equation, the text of a button, a symbol.
func shownCode(code string) string {
	if name, rest, ok := strings.Cut(strings.TrimSpace(code), " "); ok && strings.EqualFold(name, "EQ") {
		return equation(rest)
	}
	args := fieldArgs(code)
	if len(args) < 2 {
		return ""
	}
	switch strings.ToUpper(args[0]) {
	case "MACROBUTTON", "GOTOBUTTON":
		return strings.Join(args[2:], " ")
	case "SYMBOL":
		return symbolField(args[1:])
	}
	return ""
}

// fieldArgs splits a field's code at blanks; quoted arguments lose their quotes and escapes. A backslash begins a switch
// outside of quotes.
func fieldArgs(code string) []string {
	var args []string
	for {
		code = strings.TrimLeft(code, " \t\n\u00a0")
		if code == "" {
			return args
		}
		if code[0] != '"' {
			end := strings.IndexAny(code, " \t\n\"")
			if end < 0 {
				end = len(code)
			}
			args = append(args, code[:end])
			code = code[end:]
			continue
		}
		var sb strings.Builder
		i := 1
		for ; i < len(code) && code[i] != '"'; i++ {
			if code[i] == '\\' && i+1 < len(code) && (code[i+1] == '"' || code[i+1] == '\\') {
				i++
			}
			sb.WriteByte(code[i])
		}
		args = append(args, sb.String())
		code = code[min(i+1, len(code)):]
	}
}

// simpleField reads a w:fldSimple (17.16.19).
func (st *story) simpleField(p *paragraph) error {
	url := st.fieldStart(p, st.s.Attr("w:instr"))
	err := st.s.Children(func() error { return st.inline(p) })
	if url != "" {
		p.closeLink()
	}
	return err
}

// formControl reads the data of a form field and returns what its control shows: a check box or the entry that is
// chosen from a list (17.16.7, 17.16.9).
func (st *story) formControl() (string, error) {
	s := st.s
	shown := ""
	err := s.Children(func() error {
		if s.Name() != "w:ffData" {
			return nil
		}
		return s.Children(func() error {
			switch s.Name() {
			case "w:checkBox":
				checked := false
				err := s.Children(func() error {
					if n := s.Name(); n == "w:checked" || n == "w:default" && !checked {
						checked = isOn(s.Scanner)
					}
					return nil
				})
				shown = "☐"
				if checked {
					shown = "☒"
				}
				return err
			case "w:ddList":
				at := 0
				var entries []string
				err := s.Children(func() error {
					switch s.Name() {
					case "w:result", "w:default":
						at = max(at, s.Int("w:val", 0))
					case "w:listEntry":
						entries = append(entries, s.Attr("w:val"))
					}
					return nil
				})
				if at < len(entries) {
					shown = entries[at]
				}
				return err
			}
			return nil
		})
	})
	return shown, err
}

// symbolField returns the character of a SYMBOL field, whose code is decimal or 0x… (17.16.5.63).
func symbolField(args []string) string {
	font := ""
	for i, a := range args {
		if strings.EqualFold(a, `\f`) && i+1 < len(args) {
			font = args[i+1]
		}
	}
	n, err := strconv.ParseUint(strings.ToLower(args[0]), 0, 16)
	if err != nil {
		return ""
	}
	return symbol(font, strconv.FormatUint(n, 16))
}
