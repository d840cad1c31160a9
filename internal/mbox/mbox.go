// Package mbox finds the messages of a mailbox file (RFC 4155 and its relatives: mboxo, mboxrd, mboxcl).
package mbox

import (
	"bufio"
	"bytes"
	"io"
	"iter"
)

// Message is where a message lies in the file, bytes, without the "From …" line above it.
type Message struct{ Start, End int64 }

// maxLine is how much of a line is looked at, bytes.
const maxLine = 1024

// Is reports whether a file that begins with head is a mailbox: a "From …" line with header fields behind it.
func Is(head []byte) bool {
	line, rest, ok := bytes.Cut(head, []byte("\n"))
	if !ok || !IsFromLine(line) {
		return false
	}
	field, _, ok := bytes.Cut(rest, []byte("\n"))
	colon := bytes.IndexByte(field, ':')
	return (ok || len(field) > 0) && colon > 0 && bytes.IndexByte(field[:colon], ' ') < 0
}

// IsFromLine reports whether a line is the one above a message: "From ", an address, and a date with a time in it and a year
// at its end or before a zone.
func IsFromLine(line []byte) bool {
	if !bytes.HasPrefix(line, []byte("From ")) || len(line) > maxLine {
		return false
	}
	clock, year := false, false
	for _, f := range bytes.Fields(line[5:]) {
		switch {
		case len(f) == 4 && allDigits(f):
			year = true
		case len(f) >= 4 && len(f) <= 8 && bytes.Count(f, []byte{':'}) >= 1 && allDigits(bytes.ReplaceAll(f, []byte{':'}, nil)):
			clock = true
		}
	}
	return clock && year
}

func allDigits(b []byte) bool { return len(b) > 0 && len(bytes.Trim(b, "0123456789")) == 0 }

// Messages returns the messages of a mailbox in order, as they are found. A "From …" line counts only at the start or behind an
// empty line. When reading fails the sequence ends with the error.
func Messages(r io.ReaderAt, size int64) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		br := bufio.NewReaderSize(io.NewSectionReader(r, 0, size), 64<<10)
		var at int64
		start := int64(-1)
		end := int64(0) // of the last line that was not empty
		blank, lineStart := true, true
		for {
			piece, err := br.ReadSlice('\n')
			if lineStart && blank && bytes.HasPrefix(piece, []byte("From ")) && IsFromLine(bytes.TrimRight(piece, "\r\n")) {
				if start >= 0 && !yield(Message{start, max(end, start)}, nil) {
					return
				}
				start = at + int64(len(piece))
				end = start
			}
			at += int64(len(piece))
			empty := lineStart && len(bytes.TrimRight(piece, "\r\n")) == 0
			if lineStart {
				blank = empty
			}
			if !empty {
				end = at
			}
			lineStart = err == nil
			if err == io.EOF {
				break
			}
			if err != nil && err != bufio.ErrBufferFull {
				yield(Message{}, err)
				return
			}
		}
		if start >= 0 {
			yield(Message{start, max(end, start)}, nil)
		}
	}
}
