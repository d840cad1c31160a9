package ocr

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/image/tiff"
)

// The tests' program is this one itself; what it does with a picture is the grey of the picture's first pixel. The variable has the name
// of its log, and after a comma what else it is told.
const programVariable = "OCR_TEST_PROGRAM"

const (
	readIt byte = iota
	crash
	crashUnlessAlone
	hang
	printNothing
)

func TestMain(m *testing.M) {
	told := os.Getenv(programVariable)
	log, how, _ := strings.Cut(told, ",")
	switch {
	case told == "":
		os.Exit(m.Run())
	case how == "parent":
		os.Setenv(programVariable, log+",pid")
		r := &Reader{program: found{path: os.Args[0]}, slots: make(chan struct{}, 1)}
		r.run(context.Background(), &image.Gray{Pix: []byte{hang}, Stride: 1, Rect: image.Rect(0, 0, 1, 1)}, 0, modePage, time.Minute)
		os.Exit(0)
	}
	os.Exit(pretend(log, how))
}

// pretend does as the program does: it reads the pictures whose names come in on standard input, as far as they are there. The word in
// each is the picture's width.
func pretend(log, how string) int {
	f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return 9
	}
	defer f.Close()
	if how == "pid" {
		fmt.Fprintln(f, os.Getpid())
	} else {
		f.WriteString("(")
		defer f.WriteString(")")
	}
	out := bufio.NewWriterSize(os.Stdout, 64)
	defer out.Flush()
	out.WriteString("level\tpage_num\tblock_num\n")
	names := bufio.NewScanner(os.Stdin)
	for i := 0; names.Scan(); i++ {
		img, err := open(names.Text())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		if how != "quiet" {
			fmt.Fprintf(os.Stderr, "Page %d : %s\n", i, names.Text())
		}
		switch act := img.Pix[0]; {
		case act == crash, act == crashUnlessAlone && i > 0:
			fmt.Fprintln(os.Stderr, "some assertion failed")
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		case act == hang:
			time.Sleep(time.Minute)
		case act == printNothing:
			return 1
		}
		time.Sleep(20 * time.Millisecond)
		fmt.Fprintf(out, "1\t%d\t0\t0\t0\t0\t0\t0\t0\t0\t-1\t\n5\t%d\t1\t1\t1\t1\t0\t0\t9\t9\t90\t%d\n", i+1, i+1, img.Rect.Dx())
	}
	return 0
}

func open(name string) (*image.Gray, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	img, err := tiff.Decode(f)
	if err != nil {
		return nil, err
	}
	return img.(*image.Gray), nil
}

// readAll has a picture read for each act, all at once, and returns the words and errors, and the log.
func readAll(ctx context.Context, t *testing.T, opt Options, how string, acts ...byte) (words []string, errs []error, log string) {
	t.Helper()
	log = t.TempDir() + "/log"
	t.Setenv(programVariable, log+","+how)
	t.Setenv("TMPDIR", t.TempDir())
	r := &Reader{opt: opt, program: found{path: os.Args[0]}, slots: make(chan struct{}, opt.Processes)}
	words, errs = make([]string, len(acts)), make([]error, len(acts))
	var wg sync.WaitGroup
	for i, act := range acts {
		wg.Go(func() {
			img := image.NewGray(image.Rect(0, 0, i+1, 1))
			img.Pix[0] = act
			out, _, err := r.run(ctx, img, 0, modePage, opt.Timeout)
			if errs[i] = err; err == nil {
				for _, w := range parseTSV(out) {
					words[i] += w.Text
				}
			}
		})
	}
	wg.Wait()
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(os.Getenv("TMPDIR")); len(left) > 0 {
		t.Errorf("%v is left", left)
	}
	b, _ := os.ReadFile(log)
	return words, errs, string(b)
}

// One picture's end costs that picture only.
func TestReader(t *testing.T) {
	for _, tt := range []struct {
		name string
		how  string
		acts []byte
		bad  int // index of the picture that can't be read; -1 for none
		want string
	}{
		{"well", "", make([]byte, 9), -1, ""},
		{"more than one batch", "", make([]byte, mostPictures+5), -1, ""},
		{"without news", "quiet", make([]byte, 9), -1, ""},
		{"a crash", "", []byte{0, 0, 0, 0, crash, 0, 0, 0}, 4, "killed"},
		{"a crash without news", "quiet", []byte{0, 0, 0, 0, crash, 0, 0, 0}, 4, "killed"},
		{"a crash at first", "", []byte{crash, 0, 0, 0}, 0, "some assertion failed"},
		{"a crash for what was before", "", []byte{0, 0, 0, crashUnlessAlone, crashUnlessAlone, 0, 0, 0}, -1, ""},
		{"no end", "", []byte{0, 0, hang, 0, 0, 0}, 2, context.DeadlineExceeded.Error()},
		{"no output", "", []byte{0, 0, printNothing, 0, 0, 0}, 2, "exit status 1"},
	} {
		for _, processes := range []int{1, 3} {
			t.Run(fmt.Sprintf("%s, %d", tt.name, processes), func(t *testing.T) {
				opt := Options{Processes: processes, Timeout: 30 * time.Second}
				if slices.Contains(tt.acts, hang) {
					opt.Timeout = 3 * time.Second
				}
				words, errs, log := readAll(t.Context(), t, opt, tt.how, tt.acts...)
				for i, w := range words {
					switch {
					case i == tt.bad:
						if errs[i] == nil || !strings.Contains(errs[i].Error(), tt.want) {
							t.Errorf("picture %d: %q, %v", i, w, errs[i])
						}
					case errs[i] != nil || w != fmt.Sprint(i+1):
						t.Errorf("picture %d: %q, %v", i, w, errs[i])
					}
				}
				if tt.bad < 0 && tt.how == "" && !slices.Contains(tt.acts, crashUnlessAlone) {
					running, most := 0, 0
					for _, c := range log {
						running += map[rune]int{'(': 1, ')': -1}[c]
						most = max(most, running)
					}
					if most > processes {
						t.Errorf("%d processes at a time", most)
					}
					if n := strings.Count(log, "("); n > len(words)/2 {
						t.Errorf("%d pictures took %d processes", len(words), n)
					}
				}
			})
		}
	}
}

func TestReaderCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(200*time.Millisecond, cancel)
	start := time.Now()
	_, errs, _ := readAll(ctx, t, Options{Processes: 1, Timeout: time.Minute}, "", hang, hang, 0, 0)
	for i, err := range errs {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("picture %d: %v", i, err)
		}
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("that took %v", took)
	}
}
