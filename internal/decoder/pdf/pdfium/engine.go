// Package pdfium reads and renders PDF pages with PDFium, compiled to WebAssembly and run on wazero: the
// engine for what the native one cannot read, and the only one that can draw a page.
//
// Nothing is started before the first Open. Compiling the module takes seconds of CPU once; the result is
// kept in the user's cache folder, after which a start takes some tens of milliseconds. The module sees no
// file system and no network.
package pdfium

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// pool starts the engine on first use. Its instances are never more than there are processors.
var pool = sync.OnceValues(func() (gopdfium.Pool, error) {
	dir, err := os.UserCacheDir()
	if err == nil {
		// A folder that can't be written to, or a damaged file in it, shows only now.
		if p, err := start(cached(filepath.Join(dir, "udecode", "wazero"))); err == nil {
			return p, nil
		}
	}
	return start(plain())
})

func start(rt wazero.RuntimeConfig) (gopdfium.Pool, error) {
	p, err := webassembly.Init(webassembly.Config{
		MaxTotal:      runtime.NumCPU(),
		FSConfig:      wazero.NewFSConfig(), // the default would mount the root folder
		RuntimeConfig: rt,
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("starting PDFium: %w", err)
	}
	return p, nil
}

func plain() wazero.RuntimeConfig {
	return wazero.NewRuntimeConfig().WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling)
}

// cached returns a configuration that keeps compiled modules in a folder, if that can be made.
func cached(dir string) wazero.RuntimeConfig {
	if cache, err := wazero.NewCompilationCacheWithDir(dir); err == nil {
		return plain().WithCompilationCache(cache)
	}
	return plain()
}

func instance(ctx context.Context) (gopdfium.Pdfium, error) {
	p, err := pool()
	if err != nil {
		return nil, err
	}
	return p.GetInstanceWithContext(ctx)
}
