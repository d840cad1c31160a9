package pdfium

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/tetratelabs/wazero"
)

// answer is a module whose one function, f, returns n, which is less than 64.
func answer(n byte) []byte {
	return []byte("\x00asm\x01\x00\x00\x00" +
		"\x01\x05\x01\x60\x00\x01\x7f" + // types: nothing to a 32-bit integer
		"\x03\x02\x01\x00" + // functions: one of the first type
		"\x07\x05\x01\x01f\x00\x00" + // exports: the first function as f
		"\x0a\x06\x01\x04\x00\x41" + string(n) + "\x0b") // code: a constant
}

// ask calls the function of a module.
func ask(wasm []byte, rt wazero.RuntimeConfig) (uint64, error) {
	ctx := context.Background()
	r := wazero.NewRuntimeWithConfig(ctx, rt)
	defer r.Close(ctx)
	m, err := r.Instantiate(ctx, wasm)
	if err != nil {
		return 0, err
	}
	f, err := m.ExportedFunction("f").Call(ctx)
	if err != nil {
		return 0, err
	}
	return f[0], nil
}

// A skeleton runs the whole module's code: when the folder is new, when it has the code, when the code is damaged, and beside the code of a
// module that differs in nothing but its code.
func TestCached(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep", "folder")
	loads := 0
	load := func(wasm []byte, rt wazero.RuntimeConfig) (uint64, error) {
		loads++
		return ask(wasm, rt)
	}
	check := func(when string, n byte, wantLoads int) {
		t.Helper()
		loads = 0
		if got, err := cached(dir, answer(n), load); err != nil || got != uint64(n) || loads != wantLoads {
			t.Errorf("%s: answer %d, error %v, loaded %d times; want %d, loaded %d times", when, got, err, loads, n, wantLoads)
		}
	}
	check("new folder", 42, 2)
	check("filled folder", 42, 1)
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v; want one", files, err)
	}
	check("another module", 17, 2)
	check("both", 42, 1)
	code, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, damaged := range map[string][]byte{"no code": nil, "cut off": code[:len(code)/2], "zeros": make([]byte, len(code))} {
		if err := os.WriteFile(files[0], damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		check(name, 42, 2)
		check(name+", mended", 42, 1)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "new-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// What can't be cached is an error, upon which PDFium is started without.
func TestNotCached(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := cached(filepath.Join(file, "folder"), answer(1), ask); err == nil {
		t.Error("code is kept below a file")
	}
	if _, err := cached(t.TempDir(), []byte("no module"), ask); err == nil {
		t.Error("what is no module is loaded")
	}
}

func TestSkeleton(t *testing.T) {
	bones, err := skeleton(answer(1))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := ask(bones, config()); err == nil {
		t.Errorf("a function without its body returns %d", v)
	}
	if other, _ := skeleton(answer(2)); bytes.Equal(bones, other) {
		t.Error("two modules have one skeleton")
	}
	whole := answer(1)
	for n := range whole {
		skeleton(whole[:n]) // must not panic
	}
	for _, bad := range []string{"", "\x00asm\x01", string(whole[:12]), string(whole[:8]) + "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		string(whole[:8]) + "\x0a\x03\xff\xff\x7f"} {
		if _, err := skeleton([]byte(bad)); err == nil {
			t.Errorf("%q has a skeleton", bad)
		}
	}
}

// The module that is linked in is PDFium itself, and its skeleton is much smaller.
func TestModule(t *testing.T) {
	bones, err := skeleton(module)
	if err != nil || len(module) < 1<<20 || len(bones) > len(module)/2 {
		t.Errorf("module of %d bytes, skeleton of %d, %v", len(module), len(bones), err)
	}
}

// BenchmarkStart starts PDFium with its code in the user's cache folder.
func BenchmarkStart(b *testing.B) {
	dir, err := os.UserCacheDir()
	if err != nil {
		b.Skip(err)
	}
	dir = filepath.Join(dir, "udecode", "pdfium")
	run := func() error {
		e, err := cached(dir, module, start)
		if err != nil {
			return fmt.Errorf("with code in %s: %w", dir, err)
		}
		return e.pool.Close()
	}
	if err := run(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := run(); err != nil {
			b.Fatal(err)
		}
	}
}
