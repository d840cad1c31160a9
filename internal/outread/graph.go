package outread

import (
	"bufio"
	"bytes"
	"container/heap"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/udecode/udecode/internal/ntriples"
	"github.com/udecode/udecode/internal/provenance"
)

// sortRun is how many bytes of statements are sorted at once.
const sortRun = 64 << 20

var sourceGraph = ntriples.IRI(provenance.SourceGraph)

// Graph writes the statements of all documents of an output folder as N-Quads: sorted, each once, with the labels of the
// vocabulary. Memory is bounded: sorted runs are kept in temporary files and merged.
func Graph(w io.Writer, out string) error {
	s := &sorter{limit: sortRun}
	defer s.close()
	var failed error
	provenance.WriteVocabulary(func(q ntriples.Quad) {
		if err := s.add(ntriples.Append(nil, q)); err != nil {
			failed = err
		}
	})
	if failed != nil {
		return failed
	}
	err := Documents(out, func(_ Record, dir string) error {
		for _, name := range []string{"provenance.nq", "provenance.nt", "provenance.trig"} {
			f, err := os.Open(filepath.Join(dir, name))
			if errors.Is(err, os.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			defer f.Close()
			if err := addStatements(s, f, filepath.Ext(name)); err != nil {
				return fmt.Errorf("%s: %w", f.Name(), err)
			}
			return nil
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.merge(w)
}

// addStatements adds a document's statements as N-Quads. N-Triples have lost their graph: what is said of the document itself, which
// is the first statement's subject, is in the default graph, all else in the source graph. TriG is read as udecode writes it: a
// statement a line, those of a graph in a block.
func addStatements(s *sorter, r io.Reader, ext string) error {
	var document, block ntriples.Term
	return eachLine(r, func(number int, line []byte) error {
		if ext == ".trig" {
			if graph, ok := bytes.CutSuffix(line, []byte(" {")); ok {
				block = ntriples.Term(graph)
				return nil
			}
			if string(line) == "}" {
				block = ""
				return nil
			}
		}
		q, err := ntriples.Parse(string(line))
		if err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		switch {
		case q == ntriples.Quad{}:
			return nil
		case ext == ".trig":
			q.Graph = block
		case ext == ".nt":
			if document == "" {
				document = q.S
			}
			if q.S != document {
				q.Graph = sourceGraph
			}
		}
		return s.add(ntriples.Append(nil, q))
	})
}

// sorter sorts lines that need not fit in memory.
type sorter struct {
	limit int
	lines [][]byte
	size  int
	runs  []*os.File
}

func (s *sorter) add(line []byte) error {
	s.lines = append(s.lines, line)
	if s.size += len(line) + 24; s.size < s.limit {
		return nil
	}
	return s.spill()
}

func (s *sorter) sorted() [][]byte {
	slices.SortFunc(s.lines, bytes.Compare)
	s.lines = slices.CompactFunc(s.lines, bytes.Equal)
	return s.lines
}

// spill writes the lines in memory to a run of their own.
func (s *sorter) spill() error {
	f, err := os.CreateTemp("", "udecode-graph-*")
	if err != nil {
		return err
	}
	s.runs = append(s.runs, f)
	bw := bufio.NewWriterSize(f, 256<<10)
	for _, l := range s.sorted() {
		bw.Write(l)
	}
	s.lines, s.size = s.lines[:0], 0
	if err := bw.Flush(); err != nil {
		return err
	}
	_, err = f.Seek(0, io.SeekStart)
	return err
}

func (s *sorter) close() {
	for _, f := range s.runs {
		f.Close()
		os.Remove(f.Name())
	}
}

// merge writes all lines in order, each once.
func (s *sorter) merge(w io.Writer) error {
	bw := bufio.NewWriterSize(w, 256<<10)
	if len(s.runs) == 0 {
		for _, l := range s.sorted() {
			bw.Write(l)
		}
		return bw.Flush()
	}
	if err := s.spill(); err != nil {
		return err
	}
	var h runHeap
	for _, f := range s.runs {
		r := &runReader{r: bufio.NewReaderSize(f, 256<<10)}
		if ok, err := r.next(); err != nil {
			return err
		} else if ok {
			h = append(h, r)
		}
	}
	heap.Init(&h)
	last := ""
	for len(h) > 0 {
		r := h[0]
		if r.line != last {
			last = r.line
			bw.WriteString(last)
		}
		ok, err := r.next()
		if err != nil {
			return err
		}
		if ok {
			heap.Fix(&h, 0)
		} else {
			heap.Pop(&h)
		}
	}
	return bw.Flush()
}

type runReader struct {
	r    *bufio.Reader
	line string
}

func (r *runReader) next() (bool, error) {
	line, err := r.r.ReadString('\n')
	if err == io.EOF {
		return false, nil
	}
	r.line = line
	return err == nil, err
}

type runHeap []*runReader

func (h runHeap) Len() int           { return len(h) }
func (h runHeap) Less(i, j int) bool { return strings.Compare(h[i].line, h[j].line) < 0 }
func (h runHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *runHeap) Push(x any)        { *h = append(*h, x.(*runReader)) }
func (h *runHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
