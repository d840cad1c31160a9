package convert

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"github.com/udecode/udecode/internal/archive"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/outdir"
	"github.com/udecode/udecode/internal/source"
)

// errPanic marks a decoder that panicked.
var errPanic = errors.New("decoder failed")

// Code returns the manifest's code of the error that kept a file from being decoded.
func Code(err error) string {
	var pathErr *fs.PathError
	var sysErr *os.SyscallError
	switch {
	case errors.Is(err, errPanic):
		return "internal"
	case errors.Is(err, archive.ErrUnsafePath):
		return "unsafe_path"
	case errors.Is(err, decoder.ErrEncrypted), errors.Is(err, archive.ErrEncrypted):
		return "encrypted"
	case errors.Is(err, decoder.ErrUnsupported), errors.Is(err, archive.ErrUnsupported):
		return "unsupported"
	case errors.Is(err, limit.ErrArchive):
		return "archive_limit"
	case errors.Is(err, limit.ErrExceeded), errors.Is(err, source.ErrTooLarge):
		return "too_large"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.As(err, &pathErr), errors.As(err, &sysErr):
		return "io"
	}
	return "corrupt"
}

// causes are what codes stand for.
var causes = []error{errDeaf, decoder.ErrMalformed, decoder.ErrEncrypted, decoder.ErrUnsupported, limit.ErrExceeded, limit.ErrArchive, archive.ErrUnsafePath, context.DeadlineExceeded}

// isOutput reports whether an error is about writing the output.
func isOutput(err error) bool {
	var out *outdir.Error
	return errors.As(err, &out)
}

// hints say what a user can do about an error of a code.
var hints = map[string]string{
	"encrypted":     "give the password with --password-file",
	"timeout":       "raise --timeout",
	"too_large":     "raise --max-file-size, --max-decoded or --memory",
	"archive_limit": "unpack it yourself, or raise the --archive-… limits",
}

// Hint returns what a user can do about an error of that code, or "".
func Hint(code string) string { return hints[code] }
