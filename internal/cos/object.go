package cos

import (
	"slices"
	"sort"
	"strings"
)

// Object is a PDF object: nil (null), bool, int64, float64, String, Name, Array, Dict, *Stream or Ref
// (ISO 32000-2, 7.3).
type Object any

// String is a string object's bytes, decrypted.
type String string

// Name is a name object without its solidus and with its #-escapes resolved.
type Name string

// Array is an array object.
type Array []Object

// Dict is a dictionary object. Of entries with one key the last counts. NewDict makes one of more than a few entries.
type Dict []Entry

// Entry is an entry of a dictionary.
type Entry struct {
	Key   Name
	Value Object // not nil
}

// fewEntries is how many entries are looked through one by one; more are sorted by key.
const fewEntries = 16

// NewDict returns a dictionary of the entries, whose order it changes.
func NewDict(entries []Entry) Dict {
	if len(entries) > fewEntries {
		slices.SortStableFunc(entries, func(a, b Entry) int { return strings.Compare(string(a.Key), string(b.Key)) })
	}
	return entries
}

// Get returns the value of a key, nil when there is none.
func (d Dict) Get(key Name) Object {
	end := len(d)
	if end > fewEntries {
		end = sort.Search(end, func(i int) bool { return d[i].Key > key })
		d = d[max(0, end-1):end]
		end = len(d)
	}
	for i := end - 1; i >= 0; i-- {
		if d[i].Key == key {
			return d[i].Value
		}
	}
	return nil
}

// With returns the dictionary with one more entry.
func (d Dict) With(key Name, value Object) Dict {
	return NewDict(append(slices.Clone(d), Entry{key, value}))
}

// Ref is a reference to an indirect object.
type Ref struct {
	Num uint32
	Gen uint16
}

// Stream is a stream object. Its data stay in the file until they are asked for.
type Stream struct {
	Dict Dict
	Ref  Ref // the object that it is; zero for none

	doc    *Document
	offset int64  // of the data in the file
	data   []byte // the data themselves, for streams that are not in a file
}

// NewStream returns a stream over data in memory, such as an inline image.
func (d *Document) NewStream(dict Dict, data []byte) *Stream {
	return &Stream{Dict: dict, doc: d, data: data, offset: -1}
}

// Resolve follows references until it meets something else; a reference to nothing is nil.
func (d *Document) Resolve(o Object) Object {
	for range maxRefChain {
		r, ok := o.(Ref)
		if !ok {
			return o
		}
		o = d.load(r)
	}
	return nil
}

// maxRefChain bounds references to references.
const maxRefChain = 16

// Dict returns o as a dictionary, a stream's own included; nil when it is none.
func (d *Document) Dict(o Object) Dict {
	switch v := d.Resolve(o).(type) {
	case Dict:
		return v
	case *Stream:
		return v.Dict
	}
	return nil
}

// Array returns o as an array; nil when it is none.
func (d *Document) Array(o Object) Array {
	a, _ := d.Resolve(o).(Array)
	return a
}

// Stream returns o as a stream; nil when it is none.
func (d *Document) Stream(o Object) *Stream {
	s, _ := d.Resolve(o).(*Stream)
	return s
}

// Name returns o as a name; "" when it is none.
func (d *Document) Name(o Object) Name {
	n, _ := d.Resolve(o).(Name)
	return n
}

// String returns o as a string's bytes; "" when it is none.
func (d *Document) String(o Object) String {
	s, _ := d.Resolve(o).(String)
	return s
}

// Number returns o as a number.
func (d *Document) Number(o Object) (float64, bool) {
	switch v := d.Resolve(o).(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// Int returns o as an integer, cutting off a real number's fraction; def when it is no number.
func (d *Document) Int(o Object, def int) int {
	switch v := d.Resolve(o).(type) {
	case int64:
		return int(v)
	case float64:
		if v > -1e15 && v < 1e15 {
			return int(v)
		}
	}
	return def
}

// Bool returns o as a boolean; def when it is none.
func (d *Document) Bool(o Object, def bool) bool {
	if b, ok := d.Resolve(o).(bool); ok {
		return b
	}
	return def
}

// Numbers returns o as an array of numbers; entries that are none count as 0.
func (d *Document) Numbers(o Object) []float64 {
	a := d.Array(o)
	if a == nil {
		return nil
	}
	n := make([]float64, len(a))
	for i, e := range a {
		n[i], _ = d.Number(e)
	}
	return n
}
