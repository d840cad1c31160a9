// Package archive opens zip, tar, gzip, bzip2, xz, zstd and 7z files, and mailboxes, as sequences of members.
//
// Members come out in the archive's order with clean slash-separated names. Names that would leave the archive's
// folder, links and devices are reported as errors of that member. Sizes are never trusted: what is unpacked is counted
// against a Budget that nested archives share.
package archive

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"compress/bzip2"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bodgit/sevenzip"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/mbox"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/zipfile"
)

// The kinds of archives.
const (
	Zip   = "zip"
	Tar   = "tar"
	Gzip  = "gz"
	Bzip2 = "bz2"
	XZ    = "xz"
	Zstd  = "zst"
	Seven = "7z"
	Mbox  = "mbox" // a mailbox: an archive in form
)

// MediaTypes gives each kind's media type.
var MediaTypes = map[string]string{
	Zip: "application/zip", Tar: "application/x-tar", Gzip: "application/gzip", Bzip2: "application/x-bzip2",
	XZ: "application/x-xz", Zstd: "application/zstd", Seven: "application/x-7z-compressed",
	Mbox: "application/mbox",
}

// The errors of members and archives.
var (
	ErrUnsafePath  = errors.New("unsafe path")
	ErrEncrypted   = errors.New("encrypted")
	ErrUnsupported = errors.New("unsupported compression method")

	errNoDirectory = errors.New("zip: the directory is missing or damaged: members were looked for, and some may be missing")
)

// Kind returns an archive's kind by its first bytes, or "". It needs 512 bytes to know a tar.
func Kind(head []byte) string {
	for _, m := range [...]struct{ magic, kind string }{
		{"PK\x03\x04", Zip}, {"PK\x05\x06", Zip}, {"\x1f\x8b\x08", Gzip}, {"BZh", Bzip2}, {"\xfd7zXZ\x00", XZ},
		{"\x28\xb5\x2f\xfd", Zstd}, {"7z\xbc\xaf\x27\x1c", Seven},
	} {
		if bytes.HasPrefix(head, []byte(m.magic)) {
			if m.kind == Bzip2 && (len(head) < 10 || head[3] < '1' || head[3] > '9' || string(head[4:10]) != "1AY&SY" && string(head[4:10]) != "\x17rE8P\x90") {
				continue
			}
			return m.kind
		}
	}
	switch {
	case isTar(head):
		return Tar
	case mbox.Is(head):
		return Mbox
	}
	return ""
}

// isTar checks the header's magic and checksum.
func isTar(head []byte) bool {
	if len(head) < 512 || head[0] == 0 {
		return false
	}
	var want int64
	digits := strings.Trim(string(head[148:156]), " \x00")
	for _, c := range digits {
		if c < '0' || c > '7' {
			return false
		}
		want = want*8 + int64(c-'0')
	}
	var sum int64
	for i, c := range head[:512] {
		if i >= 148 && i < 156 {
			c = ' '
		}
		sum += int64(c)
	}
	return digits != "" && sum == want
}

// Budget counts what one outermost archive unpacks, nested archives included. It is for one goroutine.
type Budget struct {
	limits limit.Limits
	items  int64
	bytes  int64
	packed int64
}

// NewBudget returns the budget of an archive of that many bytes.
func NewBudget(l limit.Limits, packed int64) *Budget {
	return &Budget{limits: l.WithDefaults(), packed: packed}
}

func (b *Budget) item() error {
	b.items++
	if b.items > b.limits.ArchiveItems {
		return fmt.Errorf("%w: more than %d members", limit.ErrArchive, b.limits.ArchiveItems)
	}
	return nil
}

// ratioFrom is the unpacked size from which on the ratio of unpacked to packed is checked, bytes.
const ratioFrom = 100 << 20

func (b *Budget) add(n int64) error {
	b.bytes += n
	if b.bytes > b.limits.ArchiveSize {
		return fmt.Errorf("%w: more than %d bytes unpacked", limit.ErrArchive, b.limits.ArchiveSize)
	}
	if b.bytes > ratioFrom && b.bytes/max(b.packed, 1) > b.limits.ArchiveRatio {
		return fmt.Errorf("%w: unpacks to more than %d times its size", limit.ErrArchive, b.limits.ArchiveRatio)
	}
	return nil
}

// Spent reports whether a bound of the budget was reached.
func (b *Budget) Spent() bool {
	return b.items > b.limits.ArchiveItems || b.add(0) != nil
}

// CheckDepth says no when archives are nested deeper than allowed; the outermost has depth 1.
func (b *Budget) CheckDepth(depth int) error {
	if depth > b.limits.ArchiveDepth {
		return fmt.Errorf("%w: archives nested deeper than %d", limit.ErrArchive, b.limits.ArchiveDepth)
	}
	return nil
}

// Member is a file in an archive.
type Member struct {
	Name string // clean, slash-separated, never leaving the archive; for the error ErrUnsafePath as it was, made harmless
	Err  error  // why it can't be read
	r    io.Reader
	b    *Budget // nil when what is read was counted before
}

// Read reads the member once; it counts against the archive's budget.
func (m *Member) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	if n > 0 && m.b != nil {
		if e := m.b.add(int64(n)); e != nil {
			return 0, e
		}
	}
	return n, err
}

// Walk calls visit for each regular member, in the archive's order. name is the archive's own base name: a
// compressed single file is named by it. An error of visit ends the walk and is returned, and so are errors
// that make the rest of the archive unreadable.
func Walk(ctx context.Context, kind, name string, c source.Content, b *Budget, visit func(*Member) error) error {
	w := &walker{ctx: ctx, b: b, visit: visit}
	switch kind {
	case Zip:
		return w.zip(c)
	case Seven:
		return w.seven(c)
	case Tar:
		return w.tar(source.Reader(c))
	case Mbox:
		return w.mbox(c)
	}
	r, err := decompress(kind, bufio.NewReaderSize(source.Reader(c), 64<<10))
	if err != nil {
		return err
	}
	br := bufio.NewReaderSize(r, 4096)
	head, err := br.Peek(512)
	if err != nil && err != io.EOF && len(head) == 0 {
		return fmt.Errorf("%s: %w", kind, err)
	}
	if isTar(head) {
		w.counted = true
		return w.tar(&counted{br, b})
	}
	return w.member(&Member{Name: singleName(kind, name), r: br})
}

// counted charges what is unpacked of a compressed tar; its members are then free.
type counted struct {
	r io.Reader
	b *Budget
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if e := c.b.add(int64(n)); e != nil {
		return 0, e
	}
	return n, err
}

func decompress(kind string, r io.Reader) (io.Reader, error) {
	switch kind {
	case Gzip:
		return gzip.NewReader(r)
	case Bzip2:
		return bzip2.NewReader(r), nil
	case XZ:
		return xz.ReaderConfig{DictCap: 64 << 20}.NewReader(r)
	case Zstd:
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return nil, err
		}
		return d.IOReadCloser(), nil
	}
	return nil, fmt.Errorf("%w: %s", ErrUnsupported, kind)
}

// singleName is the name of the file in a compressed single file: "notes.txt" for "notes.txt.gz".
func singleName(kind, name string) string {
	name = path.Base(name)
	ext := path.Ext(name)
	stem := strings.TrimSuffix(name, ext)
	switch strings.ToLower(ext) {
	case ".tgz", ".tbz", ".tbz2", ".txz", ".tzst":
		return stem + ".tar"
	case "." + kind, ".gzip", ".z", ".bz", ".zstd", ".lzma":
		if stem != "" {
			return stem
		}
	}
	return name + ".content"
}

type walker struct {
	ctx     context.Context
	b       *Budget
	visit   func(*Member) error
	counted bool // what members give was counted when the archive around them was unpacked
}

// member visits one member.
func (w *walker) member(m *Member) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	if err := w.b.item(); err != nil {
		return err
	}
	clean, ok := cleanName(m.Name)
	m.Name = clean
	if !ok && m.Err == nil {
		m.Err = ErrUnsafePath
	}
	if !w.counted {
		m.b = w.b
	}
	return w.visit(m)
}

// cleanName makes a member's name relative, slash-separated and free of "." and "..". It reports false for names
// that pointed outside.
func cleanName(name string) (string, bool) {
	name = strings.ToValidUTF8(strings.ReplaceAll(name, `\`, "/"), "\uFFFD")
	safe := !strings.HasPrefix(name, "/") && !strings.ContainsRune(name, 0)
	if len(name) >= 2 && name[1] == ':' && (name[0]|0x20 >= 'a' && name[0]|0x20 <= 'z') {
		safe = false
		name = name[2:]
	}
	var parts []string
	depth := 0
	for p := range strings.SplitSeq(strings.ReplaceAll(name, "\x00", ""), "/") {
		switch p {
		case "", ".":
		case "..":
			if depth--; depth < 0 {
				safe = false
			}
			if len(parts) > 0 {
				parts = parts[:len(parts)-1]
			}
		default:
			depth++
			parts = append(parts, p)
		}
	}
	if len(parts) == 0 {
		return "unnamed", safe
	}
	return strings.Join(parts, "/"), safe
}

func (w *walker) tar(r io.Reader) error {
	tr := tar.NewReader(r)
	for {
		h, err := tr.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("tar: %w", err)
		}
		m := &Member{Name: h.Name, r: tr}
		switch h.Typeflag {
		case tar.TypeReg, tar.TypeGNUSparse, '\x00', tar.TypeCont:
			if strings.HasSuffix(h.Name, "/") {
				continue
			}
			if !utf8.ValidString(h.Name) {
				m.Name, _ = charset.Decode([]byte(h.Name), "")
			}
		case tar.TypeSymlink, tar.TypeLink:
			m.Err = fmt.Errorf("%w: link to %q", ErrUnsafePath, h.Linkname)
		default:
			continue
		}
		if err := w.member(m); err != nil {
			return err
		}
	}
}

// mbox gives each message as a member, numbered from 1.
func (w *walker) mbox(c source.Content) error {
	n := 0
	for m, err := range mbox.Messages(c, c.Size()) {
		if err != nil {
			return fmt.Errorf("mbox: %w", err)
		}
		n++
		if err := w.member(&Member{Name: fmt.Sprintf("%04d.eml", n), r: io.NewSectionReader(c, m.Start, m.End-m.Start)}); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) seven(c source.Content) error {
	r, err := sevenzip.NewReader(c, c.Size())
	if err != nil {
		var re *sevenzip.ReadError
		if errors.As(err, &re) && re.Encrypted {
			return fmt.Errorf("7z: %w", ErrEncrypted)
		}
		return fmt.Errorf("7z: %w", err)
	}
	for _, f := range r.File {
		mode := f.Mode()
		if mode.IsDir() {
			continue
		}
		m := &Member{Name: f.Name}
		if !mode.IsRegular() {
			m.Err = fmt.Errorf("%w: not a regular file", ErrUnsafePath)
		} else if rc, err := f.Open(); err != nil {
			m.Err = sevenError(err)
		} else {
			m.r = &sevenReader{rc}
			err := w.member(m)
			rc.Close()
			if err != nil {
				return err
			}
			continue
		}
		if err := w.member(m); err != nil {
			return err
		}
	}
	return nil
}

type sevenReader struct{ r io.Reader }

func (s *sevenReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	return n, sevenError(err)
}

func sevenError(err error) error {
	var re *sevenzip.ReadError
	if errors.As(err, &re) && re.Encrypted {
		return ErrEncrypted
	}
	return err
}

func (w *walker) zip(c source.Content) error {
	r, err := zipfile.Open(c, c.Size())
	if err != nil {
		return err
	}
	if err := overlap(r.Reader); err != nil {
		return err
	}
	names := zipNames(r.Reader)
	for i, f := range r.File {
		if strings.HasSuffix(names[i], "/") || strings.HasSuffix(names[i], `\`) {
			continue
		}
		m := &Member{Name: names[i]}
		var rc io.ReadCloser
		switch {
		case f.Flags&1 != 0:
			m.Err = ErrEncrypted
		case !f.Mode().IsRegular():
			if f.Mode().IsDir() {
				continue
			}
			m.Err = fmt.Errorf("%w: link or device", ErrUnsafePath)
		default:
			rc, err = f.Open()
			if errors.Is(err, zip.ErrAlgorithm) {
				m.Err = fmt.Errorf("%w %d", ErrUnsupported, f.Method)
			} else if err != nil {
				m.Err = err
			}
			m.r = rc
		}
		err := w.member(m)
		if rc != nil {
			rc.Close()
		}
		if err != nil {
			return err
		}
	}
	if r.Repaired {
		return errNoDirectory
	}
	return nil
}

// overlap refuses archives whose members share their data: the mark of a bomb.
func overlap(r *zip.Reader) error {
	type span struct{ from, to int64 }
	spans := make([]span, 0, len(r.File))
	for _, f := range r.File {
		if f.CompressedSize64 == 0 || f.CompressedSize64 > 1<<62 {
			continue
		}
		off, err := f.DataOffset()
		if err != nil {
			continue
		}
		spans = append(spans, span{off, off + int64(f.CompressedSize64)})
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			return fmt.Errorf("%w: members overlap", limit.ErrArchive)
		}
	}
	return nil
}

// zipNames decodes the members' names: by the UTF-8 flag, Info-ZIP's Unicode extra field, as valid UTF-8, by a guess
// over all names of the archive together, and last as code page 437.
func zipNames(r *zip.Reader) []string {
	names := make([]string, len(r.File))
	var raw []byte
	for i, f := range r.File {
		names[i] = f.Name
		if u, ok := unicodeName(f); ok {
			names[i] = u
		} else if !utf8.ValidString(f.Name) {
			raw = append(append(raw, f.Name...), '\n')
		}
	}
	if len(raw) == 0 {
		return names
	}
	name := charset.Pick(raw, "cp437", "shift_jis", "gb18030", "big5", "euc-kr", "ibm866", "windows-1251")
	for i, f := range r.File {
		if _, ok := unicodeName(f); !ok && !utf8.ValidString(f.Name) {
			names[i], _ = charset.Decode([]byte(f.Name), name)
		}
	}
	return names
}

// unicodeName reads Info-ZIP's Unicode Path extra field (0x7075): version, CRC of the plain name, UTF-8 name.
func unicodeName(f *zip.File) (string, bool) {
	e := f.Extra
	for len(e) >= 4 {
		id, n := int(e[0])|int(e[1])<<8, int(e[2])|int(e[3])<<8
		e = e[4:]
		if n > len(e) {
			break
		}
		if id == 0x7075 && n > 5 && utf8.Valid(e[5:n]) {
			return string(e[5:n]), true
		}
		e = e[n:]
	}
	return "", false
}
