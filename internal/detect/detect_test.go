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
		{"a.xml", "<article><front><article-meta/></front></article>", "jats"},
		{"a.nxml", "<article xml:lang='en'><front><journal-meta/></front></article>", "jats"},
		{"article", "<?xml version='1.0'?><!-- x --><article><processing-meta/></article>", "jats"},
		{"a.txt", `<!DOCTYPE article PUBLIC "-//NLM//DTD Journal Archiving and Interchange DTD v2.3 20070202//EN" "archivearticle.dtd"><article><body/></article>`, "jats"},
		{"a.xml", "<pmc-articleset><article><front/></article></pmc-articleset>", "jats"},
		{"a.xml", "<book><book-meta/></book>", "jats"},
		{"cut.nxml", "", "jats"},
		{"a.nxml", "<?xml version='1.0'?><list><item>1</item></list>", "xml"},
		{"a.xml", "<article><title>DocBook</title><para>x</para></article>", "xml"},
		{"a.xml", `<!DOCTYPE article PUBLIC "-//OASIS//DTD DocBook XML V4.5//EN" "docbookx.dtd"><article><articleinfo/></article>`, "xml"},
		{"a.xml", "<article xmlns='http://docbook.org/ns/docbook' version='5.0'><info/><section/></article>", "xml"},
		{"a.xml", "<book><bookinfo/><chapter/></book>", "xml"},
		{"a.xml", "<catalogue><article><front>of a shirt</front></article></catalogue>", "xml"},
		{"a.xml", "<TEI xmlns='http://www.tei-c.org/ns/1.0'><teiHeader/><text><front/></text></TEI>", "xml"},
		{"a.xml", "<OAI-PMH xmlns='http://www.openarchives.org/OAI/2.0/'><ListRecords/></OAI-PMH>", "xml"},
		{"a.html", "<article><p>Text</p></article>", "html"},
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
		{"a.xml", "<article><front/></article>", false},
		{"a.json", "<article><front/></article>", true},
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
