package pdfium

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
)

// Machine code that was compiled once is kept in a folder by wazero, under a name that it makes from the module. All the same it reads,
// hashes and validates the whole module at every start, function bodies included, which takes longer than the rest of the start. But a module
// that was compiled was validated then. So what is loaded at a start is the module's skeleton, with the code of the whole one kept under the
// skeleton's name.

// cached loads a module with its machine code from a folder, which is made and filled if need be. load is given the module in a form that
// goes with the configuration and must run code of it: where the folder has nothing yet, all that a skeleton's functions do is trap.
func cached[T any](dir string, wasm []byte, load func(wasm []byte, rt wazero.RuntimeConfig) (T, error)) (T, error) {
	var none T
	bones, err := skeleton(wasm)
	if err != nil {
		return none, err
	}
	for filled := false; ; filled = true {
		rt, err := keeping(dir)
		if err != nil {
			return none, err
		}
		v, err := load(bones, rt)
		if err == nil || filled {
			return v, err
		}
		if err := fill(dir, wasm, bones); err != nil {
			return none, err
		}
	}
}

// keeping returns a configuration that keeps machine code in a folder.
func keeping(dir string) (wazero.RuntimeConfig, error) {
	cache, err := wazero.NewCompilationCacheWithDir(dir)
	if err != nil {
		return nil, fmt.Errorf("keeping compiled code: %w", err)
	}
	return config().WithCompilationCache(cache), nil
}

// fill puts a module's machine code into a folder, under the name that its skeleton's has. Both are compiled aside, so other processes find
// a whole file or none.
func fill(dir string, wasm, bones []byte) (err error) {
	aside, err := os.MkdirTemp(dir, "new-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(aside)) }()
	code, err := compile(filepath.Join(aside, "code"), wasm)
	if err != nil {
		return err
	}
	traps, err := compile(filepath.Join(aside, "traps"), bones)
	if err != nil {
		return err
	}
	name, err := filepath.Rel(filepath.Join(aside, "traps"), traps)
	if err != nil {
		return err
	}
	return os.Rename(code, filepath.Join(dir, name))
}

// compile compiles a module into a new folder and returns the path of the one file that is made there.
func compile(dir string, wasm []byte) (string, error) {
	rt, err := keeping(dir)
	if err != nil {
		return "", err
	}
	ctx := experimental.WithCompilationWorkers(context.Background(), runtime.GOMAXPROCS(0))
	r := wazero.NewRuntimeWithConfig(ctx, rt)
	defer r.Close(ctx)
	if _, err := r.CompileModule(ctx, wasm); err != nil {
		return "", fmt.Errorf("compiling PDFium: %w", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(files) != 1 {
		return "", fmt.Errorf("compiling PDFium made %d files", len(files))
	}
	return files[0], nil
}

// skeleton returns a WebAssembly module with each function's body replaced by a trap. A section of its own tells the skeletons of modules
// apart that differ only in what was replaced. See sections 5.4 and 5.5 of the WebAssembly core specification, version 2.0.
func skeleton(wasm []byte) ([]byte, error) {
	const (
		header                     = 8 // bytes of magic number and version
		customSection, codeSection = 0, 10
		unreachable, end           = 0x00, 0x0b
	)
	bad := errors.New("not a WebAssembly module")
	if len(wasm) < header {
		return nil, bad
	}
	out := append(make([]byte, 0, len(wasm)/2), wasm[:header]...)
	for rest := wasm[header:]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, bad
		}
		section, body := rest[:1+n+int(size)], rest[1+n:1+n+int(size)]
		rest = rest[len(section):]
		if section[0] != codeSection {
			out = append(out, section...)
			continue
		}
		functions, _ := binary.Uvarint(body)
		if functions > size {
			return nil, bad
		}
		code := binary.AppendUvarint(nil, functions)
		for range functions {
			code = append(code, 3, 0, unreachable, end) // bytes, kinds of local variables, body
		}
		out = append(binary.AppendUvarint(append(out, codeSection), uint64(len(code))), code...)
		sum := binary.LittleEndian.AppendUint32([]byte("\x04code"), crc32.Checksum(body, crc32.MakeTable(crc32.Castagnoli)))
		out = append(out, customSection, byte(len(sum)))
		out = append(out, sum...)
	}
	return out, nil
}
