package cos

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/udecode/udecode/internal/limit"
)

// maxDecoded bounds one decoded stream, bytes.
const maxDecoded = limit.StreamSize

// Filter is a stream's filter that is not a plain coding of bytes but an image format.
type Filter struct {
	Name  Name // "DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode"; "" for none
	Parms Dict
}

// Decode returns the stream's data with all filters taken off, and charges them to the document's budget. Damaged data
// give what could be read and an error.
func (s *Stream) Decode() ([]byte, error) {
	b, f, err := s.DecodeImage()
	if err == nil && f.Name != "" {
		err = fmt.Errorf("stream %d: filter %s is an image's", s.Ref.Num, f.Name)
	}
	if e := s.doc.budget.Charge(int64(len(b))); e != nil {
		return nil, e
	}
	return b, err
}

// DecodeImage is Decode up to the first image filter, which it returns. The data are not charged: it is for what is
// not kept.
func (s *Stream) DecodeImage() ([]byte, Filter, error) {
	raw := s.Raw()
	return s.decode(raw, s.Filters())
}

// AppendDecoded is DecodeImage that appends the data to dst.
func (s *Stream) AppendDecoded(dst []byte) ([]byte, Filter, error) {
	raw, filters := s.Raw(), s.Filters()
	if len(filters) == 1 && filters[0].Name == "FlateDecode" && parm(filters[0].Parms, "Predictor", 1) < 2 {
		out, err := inflate(dst, raw)
		return out, Filter{}, s.wrap(filters[0], err)
	}
	b, f, err := s.decode(raw, filters)
	return append(dst, b...), f, err
}

// wrap says of which stream and filter an error is.
func (s *Stream) wrap(f Filter, err error) error {
	if err == nil || errors.Is(err, limit.ErrExceeded) {
		return err
	}
	return fmt.Errorf("stream %d: %s: %w", s.Ref.Num, f.Name, err)
}

// decodeLocked is Decode for those who hold the document's lock.
func (s *Stream) decodeLocked() ([]byte, error) {
	r := resolver{s.doc.loadLocked}
	b, _, err := s.decode(s.raw(r), s.filters(r))
	return b, err
}

// resolver resolves references with or without the document's lock.
type resolver struct{ load func(Ref) Object }

func (r resolver) resolve(o Object) Object {
	for range maxRefChain {
		ref, ok := o.(Ref)
		if !ok {
			return o
		}
		o = r.load(ref)
	}
	return nil
}

// Raw returns the stream's data, decrypted but with all filters on. They must not be changed.
func (s *Stream) Raw() []byte { return s.raw(resolver{s.doc.load}) }

// RawSize returns the size in bytes of the stream's data in the file.
func (s *Stream) RawSize() int64 {
	if s.offset < 0 {
		return int64(len(s.data))
	}
	return s.extent(resolver{s.doc.load})
}

// Encrypted reports whether the data in the file are encrypted.
func (s *Stream) Encrypted() bool { return s.offset >= 0 && s.doc.crypt != nil }

func (s *Stream) raw(r resolver) []byte {
	if s.offset < 0 {
		return s.data
	}
	b := s.doc.at(s.offset, s.extent(r))
	if c := s.doc.crypt; c != nil && s.Dict.Get("Type") != Name("XRef") {
		b = c.decryptStream(s, b, r)
	}
	return b
}

// extent returns how many bytes of the file the data are: Length when "endstream" follows, else up to it.
func (s *Stream) extent(r resolver) int64 {
	d := s.doc
	length, ok := r.resolve(s.Dict.Get("Length")).(int64)
	if ok && length >= 0 && length <= d.size-s.offset {
		tail := d.at(s.offset+length, 32)
		for len(tail) > 0 && IsSpace(tail[0]) {
			tail = tail[1:]
		}
		if bytes.HasPrefix(tail, []byte("endstream")) || bytes.HasPrefix(tail, []byte("endobj")) {
			return length
		}
	}
	end := d.find("endstream", s.offset)
	if end < 0 {
		end = d.find("endobj", s.offset)
	}
	if end < 0 {
		if ok && length >= 0 {
			return min(length, d.size-s.offset)
		}
		return d.size - s.offset
	}
	// The end of line before "endstream" isn't the data's.
	if b := d.at(max(s.offset, end-2), end-max(s.offset, end-2)); len(b) > 0 {
		if n := len(b); b[n-1] == '\n' {
			end--
			if n > 1 && b[n-2] == '\r' {
				end--
			}
		} else if b[n-1] == '\r' {
			end--
		}
	}
	return end - s.offset
}

// find returns the offset of a keyword at or after an offset, or -1.
func (d *Document) find(keyword string, offset int64) int64 {
	const chunk = 1 << 20
	for at := offset; at < d.size; at += chunk {
		if i := bytes.Index(d.at(at, chunk+int64(len(keyword))), []byte(keyword)); i >= 0 {
			return at + int64(i)
		}
	}
	return -1
}

// Filters returns the stream's filters, outermost first, under their long names.
func (s *Stream) Filters() []Filter { return s.filters(resolver{s.doc.load}) }

func (s *Stream) filters(r resolver) []Filter {
	f := r.resolve(first(s.Dict, "Filter", "F"))
	parms := r.resolve(first(s.Dict, "DecodeParms", "DP"))
	if n, ok := f.(Name); ok {
		if a, ok := parms.(Array); ok && len(a) > 0 {
			parms = r.resolve(a[0])
		}
		p, _ := parms.(Dict)
		return []Filter{{longName(n), p}}
	}
	names, _ := f.(Array)
	list, _ := parms.(Array)
	one, _ := parms.(Dict)
	if len(names) > maxFilters {
		names = names[:maxFilters]
	}
	out := make([]Filter, 0, len(names))
	for i, e := range names {
		n, _ := r.resolve(e).(Name)
		fl := Filter{Name: longName(n)}
		if i < len(list) {
			fl.Parms, _ = r.resolve(list[i]).(Dict)
		} else if len(names) == 1 {
			fl.Parms = one
		}
		out = append(out, fl)
	}
	return out
}

// maxFilters bounds a stream's filters.
const maxFilters = 16

func first(d Dict, keys ...Name) Object {
	for _, k := range keys {
		if v := d.Get(k); v != nil {
			return v
		}
	}
	return nil
}

// longName expands the abbreviations of inline images (8.9.7), which some files have elsewhere.
func longName(n Name) Name {
	switch n {
	case "AHx":
		return "ASCIIHexDecode"
	case "A85":
		return "ASCII85Decode"
	case "LZW":
		return "LZWDecode"
	case "Fl":
		return "FlateDecode"
	case "RL":
		return "RunLengthDecode"
	case "CCF":
		return "CCITTFaxDecode"
	case "DCT":
		return "DCTDecode"
	}
	return n
}

var errFilter = errors.New("unknown filter")

func (s *Stream) decode(b []byte, filters []Filter) (out []byte, image Filter, err error) {
	for _, f := range filters {
		var e error
		switch f.Name {
		case "FlateDecode":
			b, e = inflate(nil, b)
			b = unpredict(b, f.Parms)
		case "LZWDecode":
			early := true
			if v, ok := f.Parms.Get("EarlyChange").(int64); ok {
				early = v != 0
			}
			b, e = unlzw(b, early)
			b = unpredict(b, f.Parms)
		case "ASCII85Decode":
			b, e = unascii85(b)
		case "ASCIIHexDecode":
			b = unhex(b)
		case "RunLengthDecode":
			b, e = unrunlength(b)
		case "Crypt", "": // decrypted, or not, when it was read
		case "DCTDecode", "JPXDecode", "JBIG2Decode", "CCITTFaxDecode":
			return b, f, err
		default:
			return nil, f, fmt.Errorf("stream %d: %w %s", s.Ref.Num, errFilter, f.Name)
		}
		if e != nil {
			if errors.Is(e, limit.ErrExceeded) {
				return nil, Filter{}, e
			}
			err = s.wrap(f, e)
		}
	}
	return b, Filter{}, err
}
