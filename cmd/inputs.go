package cmd

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/udecode/udecode/internal/detect"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/walk"
)

// inputs are the arguments and the lines of --files-from.
func (p *program) inputs(f *flags, args []string) ([]string, error) {
	if f.files == "" {
		return args, nil
	}
	r := p.in
	if f.files != "-" {
		file, err := os.Open(f.files)
		if err != nil {
			return nil, fmt.Errorf("--files-from: %w", err)
		}
		defer file.Close()
		r = file
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		if line := strings.TrimRight(sc.Text(), "\r"); line != "" {
			args = append(args, line)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("--files-from: %w", err)
	}
	return args, nil
}

// walker is what finds the files and tells their formats.
func (p *program) walker(f *flags, limits limit.Limits) (*walk.Walker, error) {
	d, err := f.detector()
	if err != nil {
		return nil, err
	}
	skip := f.output
	if skip == "-" {
		skip = ""
	}
	return &walk.Walker{Detector: d, Options: walk.Options{Globs: f.globs, Hidden: f.hidden, Limits: limits, Stdin: p.in, Skip: skip}}, nil
}

// detector tells formats, with --mime and --as before what the files look like.
func (f *flags) detector() (*detect.Detector, error) {
	d := &detect.Detector{Formats: formats(), MediaType: f.mime, Match: walk.Glob}
	if f.mime != "" {
		if _, ok := d.ByName(f.mime); !ok {
			return nil, fmt.Errorf("--mime: no format reads %q (udecode formats lists them)", f.mime)
		}
	}
	for _, as := range f.as {
		i := strings.LastIndexByte(as, '=')
		if i < 1 {
			return nil, fmt.Errorf("--as: %q is not GLOB=FORMAT", as)
		}
		o := detect.Override{Glob: as[:i], Format: as[i+1:]}
		if _, ok := d.ByName(o.Format); !ok {
			return nil, fmt.Errorf("--as: no format %q (udecode formats lists them)", o.Format)
		}
		if err := walk.ValidateGlob(o.Glob); err != nil {
			return nil, fmt.Errorf("--as: %w", err)
		}
		d.Overrides = append(d.Overrides, o)
	}
	return d, nil
}
