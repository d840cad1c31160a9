package detect_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/udecode/udecode/internal/detect"
	"github.com/udecode/udecode/internal/registry"
	"github.com/udecode/udecode/internal/source"
)

func zipOf(t testing.TB, names ...string) string {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	for _, n := range names {
		name, text, _ := strings.Cut(n, "=")
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, text)
	}
	w.Close()
	return buf.String()
}

func utf16le(s string) string {
	var sb strings.Builder
	for _, r := range s {
		sb.WriteByte(byte(r))
		sb.WriteByte(byte(r >> 8))
	}
	return sb.String()
}

func TestDetect(t *testing.T) {
	d := &detect.Detector{Formats: registry.Formats()}
	docx, err := os.ReadFile("../decoder/docx/testdata/headings.docx")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ name, content, want string }{
		{"a.txt", "Just some words.", "txt"},
		{"README", "Just some words.", "txt"},
		{"empty.txt", "", "txt"},
		{"empty.docx", "", "docx"},
		{"utf16.txt", utf16le("Straße und Brücke, im März geprüft."), "txt"},
		{"a.csv", "x,y\n1,2\n", "csv"},
		{"a.csv", "x;y\n1;2\n", "csv"},
		{"a.tsv", "x\ty\n", "tsv"},
		{"a.md", "# Head\n\nText.\n", "markdown"},
		{"a.html", "<p>Text</p>", "html"},
		{"page", "<!DOCTYPE html><html><body>x</body></html>", "html"},
		{"page.txt", "<html><head><title>x</title></head><body><p>y</p></body></html>", "html"},
		{"a.xml", "<?xml version='1.0'?><list><item>1</item></list>", "xml"},
		{"a.json", `{"a": 1}`, "json"},
		{"a.ipynb", `{"nbformat": 4, "nbformat_minor": 2, "metadata": {}, "cells": []}`, "ipynb"},
		{"a.ndjson", "{\"a\": 1}\n{\"a\": 2}\n", "ndjson"},
		{"a.eml", "From: a@example.org\nTo: b@example.org\nSubject: x\n\nHi\n", "eml"},
		{"a.rtf", `{\rtf1\ansi Hello}`, "rtf"},
		{"letter.doc", `{\rtf1\ansi Hello}`, "rtf"},
		{"renamed.bin", string(docx), "docx"},
		{"cut.docx", string(docx[:len(docx)/2]), "docx"},
		{"a.pdf", "%PDF-1.4\n", "pdf"},
		{"odt.zip", zipOf(t, "mimetype=application/vnd.oasis.opendocument.text", "content.xml=<x/>", "META-INF/manifest.xml=<x/>"), "odt"},
		{"a.zip", zipOf(t, "x.txt=1"), "archive zip"},
		{"a.zip", "leading bytes" + zipOf(t), "archive zip"},
		{"in.mbox", "From a@b.c Mon Jan  1 00:00:00 2024\nSubject: x\n\nHi\n", "archive mbox"},
		{"noise.bin", "\x00\x01\x02\xff\xfe\x00\x00\x07", "unsupported"},
	} {
		res, err := d.Detect(tt.name, source.Bytes([]byte(tt.content)))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		got := "unsupported"
		if res.Archive != "" {
			got = "archive " + res.Archive
		} else if res.Format != nil {
			got = res.Format.Name
		}
		if got != tt.want {
			t.Errorf("%s %.40q is detected as %s, want %s", tt.name, tt.content, got, tt.want)
		}
	}
}

func TestContentBeatsTheNameWithAWarning(t *testing.T) {
	d := &detect.Detector{Formats: registry.Formats()}
	for _, tt := range []struct {
		name, content string
		warn          bool
	}{
		{"page.txt", "<!DOCTYPE html><html><body><h1>x</h1></body></html>", true},
		{"page.html", "<!DOCTYPE html><html><body><h1>x</h1></body></html>", false},
		{"words.gz", "only words", true},
		{"notes.txt", "only words", false},
	} {
		res, err := d.Detect(tt.name, source.Bytes([]byte(tt.content)))
		if err != nil || (len(res.Warnings) > 0) != tt.warn {
			t.Errorf("%s: warnings %q, error %v", tt.name, res.Warnings, err)
		}
	}
}

func TestOverrides(t *testing.T) {
	d := &detect.Detector{
		Formats: registry.Formats(), Overrides: []detect.Override{{Glob: "*.dat", Format: "csv"}},
		Match: func(glob, p string) bool { ok, _ := filepath.Match(glob, p); return ok },
	}
	res, err := d.Detect("x.dat", source.Bytes([]byte("a,b\n")))
	if err != nil || res.Format == nil || res.Format.Name != "csv" {
		t.Errorf("got %+v, %v", res, err)
	}
	d = &detect.Detector{Formats: registry.Formats(), MediaType: "text/markdown"}
	res, err = d.Detect("anything", source.Bytes([]byte("# x\n")))
	if err != nil || res.Format == nil || res.Format.Name != "markdown" || res.MediaType != "text/markdown" {
		t.Errorf("got %+v, %v", res, err)
	}
}

type failing struct{ source.Content }

func (failing) ReadAt([]byte, int64) (int, error) { return 0, errors.New("disk is gone") }
func (failing) Size() int64                       { return 100 }

func TestReadErrors(t *testing.T) {
	d := &detect.Detector{Formats: registry.Formats()}
	if _, err := d.Detect("x.txt", failing{}); err == nil {
		t.Error("no error")
	}
}

func FuzzDetect(f *testing.F) {
	d := &detect.Detector{Formats: registry.Formats()}
	f.Add("a.zip", []byte(zipOf(f, "x=1")))
	f.Add("a.doc", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"))
	f.Add("a.xml", []byte("<?xml version='1.0'?><a/>"))
	f.Fuzz(func(t *testing.T, name string, content []byte) {
		if res, err := d.Detect(name, source.Bytes(content)); err == nil && res.Format != nil && res.Format.Decode == nil {
			t.Fatal("a format that decodes nothing")
		}
	})
}
