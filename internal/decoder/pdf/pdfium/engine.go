// Package pdfium reads and renders PDF pages with PDFium, compiled to WebAssembly and run on wazero: the
// engine for what the native one cannot read, and the only one that can draw a page.
//
// Nothing is started before the first Open. Compiling the module takes seconds of CPU once; the result is
// kept in the user's cache folder, after which a start takes some tens of milliseconds (see cache.go). The
// module sees no file system and no network.
package pdfium

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	_ "unsafe" // for go:linkname

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// module is PDFium. The library keeps it to itself, but takes another in its place.
//
//go:linkname module github.com/klippa-app/go-pdfium/internal/pdfium_wasm.Module
var module []byte

// engine is PDFium ready to work. Its instances are never more than there are processors.
type engine struct {
	pool  gopdfium.Pool
	tried chan gopdfium.Pdfium // holds the instance that start has tried it with, until somebody needs one
}

// shared starts PDFium on first use.
var shared = sync.OnceValues(func() (*engine, error) {
	if dir, err := os.UserCacheDir(); err == nil {
		// A folder that can't be written to shows only now.
		if e, err := cached(filepath.Join(dir, "udecode", "pdfium"), module, start); err == nil {
			return e, nil
		}
	}
	return start(module, config())
})

// instance returns an instance of PDFium, once there is a free one. The caller closes it.
func instance(ctx context.Context) (gopdfium.Pdfium, error) {
	e, err := shared()
	if err != nil {
		return nil, err
	}
	select {
	case inst := <-e.tried:
		return inst, nil
	default:
		return e.pool.GetInstanceWithContext(ctx)
	}
}

// start loads a module and makes an instance of it, which runs code in the module.
func start(wasm []byte, rt wazero.RuntimeConfig) (*engine, error) {
	pool, err := webassembly.InitWithWASM(webassembly.Config{
		WASM:          wasm,
		MaxTotal:      runtime.NumCPU(),
		FSConfig:      wazero.NewFSConfig(), // the default would mount the root folder
		RuntimeConfig: rt,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("starting PDFium: %w", err)
	}
	inst, err := pool.GetInstanceWithContext(context.Background())
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("starting PDFium: %w", err)
	}
	e := &engine{pool: pool, tried: make(chan gopdfium.Pdfium, 1)}
	e.tried <- inst
	return e, nil
}

// config is how PDFium's module has to be run.
func config() wazero.RuntimeConfig {
	return wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling)
}
