//go:build !unix

package isolate

import "io"

// pollable returns r: on this system a pipe's reads always wait for themselves.
func pollable(r io.Reader) io.Reader { return r }
