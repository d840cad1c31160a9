// Package code decodes source code, scripts and configuration: a file is one code block with its language.
//
// What language it is goes by the name: the extension, a few whole names such as "Makefile", and for names without an extension the
// "#!" line.
package code

import (
	"bytes"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/udm"
	"github.com/udecode/udecode/internal/xmlscan"
)

// Format is source code of all languages.
var Format = decoder.Format{
	Name:       "code",
	Title:      "source code and configuration",
	MediaTypes: []string{"text/x-source", "text/javascript", "application/javascript", "text/x-python", "text/x-perl", "text/x-ruby", "text/x-lua", "text/x-php", "text/x-shellscript", "text/x-tcl"},
	Extensions: extensions(),
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		if p.Text && language(p.Name, p.Head) != "" {
			return decoder.ByName
		}
		return decoder.No
	},
	Decode: decode,
}

// languages are the names of languages, as in the info strings of Markdown's code, by extension.
var languages = map[string]string{
	".go": "go", ".py": "python", ".pyi": "python", ".pyw": "python", ".c": "c", ".h": "c", ".cc": "cpp", ".cpp": "cpp", ".cxx": "cpp", ".hh": "cpp",
	".hpp": "cpp", ".hxx": "cpp", ".cu": "cuda", ".java": "java", ".js": "javascript", ".mjs": "javascript", ".cjs": "javascript", ".jsx": "jsx",
	".ts": "typescript", ".mts": "typescript", ".cts": "typescript", ".tsx": "tsx", ".rs": "rust", ".rb": "ruby", ".rake": "ruby", ".gemspec": "ruby",
	".php": "php", ".cs": "csharp", ".csx": "csharp", ".vb": "vbnet", ".fs": "fsharp", ".fsx": "fsharp", ".swift": "swift", ".kt": "kotlin",
	".kts": "kotlin", ".scala": "scala", ".sc": "scala", ".groovy": "groovy", ".gradle": "groovy", ".clj": "clojure", ".cljs": "clojure",
	".sh": "bash", ".bash": "bash", ".zsh": "zsh", ".fish": "fish", ".ps1": "powershell", ".psm1": "powershell", ".bat": "batch", ".cmd": "batch",
	".sql": "sql", ".pl": "perl", ".pm": "perl", ".lua": "lua", ".tcl": "tcl", ".awk": "awk", ".sed": "sed", ".r": "r", ".jl": "julia",
	".dart": "dart", ".hs": "haskell", ".lhs": "haskell", ".ml": "ocaml", ".mli": "ocaml", ".erl": "erlang", ".hrl": "erlang", ".ex": "elixir",
	".exs": "elixir", ".elm": "elm", ".lisp": "lisp", ".el": "lisp", ".scm": "scheme", ".rkt": "racket", ".nim": "nim", ".zig": "zig", ".cr": "crystal",
	".f": "fortran", ".for": "fortran", ".f77": "fortran", ".f90": "fortran", ".f95": "fortran", ".pas": "pascal", ".adb": "ada", ".ads": "ada",
	".cob": "cobol", ".cbl": "cobol", ".asm": "asm", ".s": "asm", ".v": "verilog", ".sv": "systemverilog", ".vhd": "vhdl", ".vhdl": "vhdl", ".sol": "solidity",
	".css": "css", ".scss": "scss", ".sass": "sass", ".less": "less", ".vue": "vue", ".svelte": "svelte", ".proto": "protobuf", ".thrift": "thrift",
	".graphql": "graphql", ".gql": "graphql", ".tf": "hcl", ".hcl": "hcl", ".nix": "nix", ".cmake": "cmake", ".mk": "makefile", ".diff": "diff", ".patch": "diff",
	".yaml": "yaml", ".yml": "yaml", ".toml": "toml", ".ini": "ini", ".cfg": "ini", ".conf": "ini", ".properties": "properties", ".env": "dotenv",
	".editorconfig": "ini", ".gitconfig": "ini", ".bib": "bibtex", ".dot": "dot", ".gv": "dot", ".vim": "vim",
}

// names are the languages of files that are called so.
var names = map[string]string{
	"makefile": "makefile", "gnumakefile": "makefile", "dockerfile": "dockerfile", "containerfile": "dockerfile", "jenkinsfile": "groovy",
	"rakefile": "ruby", "gemfile": "ruby", "vagrantfile": "ruby", "cmakelists.txt": "cmake",
}

// interpreters are the languages by the program that a "#!" line names.
var interpreters = map[string]string{
	"sh": "bash", "bash": "bash", "dash": "bash", "ksh": "bash", "zsh": "zsh", "fish": "fish", "python": "python", "node": "javascript", "deno": "typescript",
	"ruby": "ruby", "perl": "perl", "php": "php", "lua": "lua", "awk": "awk", "gawk": "awk", "sed": "sed", "tclsh": "tcl", "Rscript": "r", "make": "makefile",
}

func extensions() []string {
	out := make([]string, 0, len(languages))
	for e := range languages {
		out = append(out, e)
	}
	slices.Sort(out)
	return out
}

// language returns the language of a file, "" when nothing tells.
func language(name string, head []byte) string {
	base := strings.ToLower(path.Base(name))
	if l := names[base]; l != "" {
		return l
	}
	ext := path.Ext(base)
	if l := languages[ext]; l != "" || ext != "" {
		return l
	}
	return interpreter(head)
}

// interpreter reads "#!/usr/bin/env -S python3 -u" and the like.
func interpreter(head []byte) string {
	line, _, _ := bytes.Cut(head[:min(len(head), 256)], []byte("\n"))
	rest, ok := bytes.CutPrefix(line, []byte("#!"))
	if !ok {
		return ""
	}
	for _, word := range strings.Fields(string(rest)) {
		program := path.Base(word)
		if program == "env" || strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue
		}
		if l := interpreters[program]; l != "" {
			return l
		}
		return interpreters[strings.TrimRight(program, "0123456789.")]
	}
	return ""
}

func decode(_ context.Context, in *decoder.Input) (*udm.Document, error) {
	raw, err := in.ReadAll()
	if err != nil {
		return nil, err
	}
	s, guess := charset.Decode(raw, in.Options.Encoding)
	if strings.IndexByte(s, 0) >= 0 {
		return nil, fmt.Errorf("%w: binary content under the name of source code", decoder.ErrUnsupported)
	}
	doc := decoder.NewDocument(in, "code")
	lang := language(in.Path, raw)
	if lang == "" {
		lang = "text"
	}
	doc.Metadata.Set("programming_language", lang)
	doc.Metadata.Set("encoding", guess.Name)
	node := &udm.StructuralNode{Role: udm.Section}
	doc.Nodes = []*udm.StructuralNode{node}
	text := strings.TrimRight(xmlscan.Clean([]byte(s)), " \t\n")
	if text == "" {
		return doc, nil
	}
	node.Add(udm.NewCode(lang, trimBlankLines(text)))
	return doc, in.Budget.ChargeBlocks(1)
}

// trimBlankLines removes the blank lines at the beginning; the first line's indentation stays.
func trimBlankLines(s string) string {
	for {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || strings.TrimSpace(line) != "" {
			return s
		}
		s = rest
	}
}
