// Package odf reads what all OpenDocument files have in common: the package (a zip of parts, or one flat XML
// file), its manifest, metadata and styles.
//
// Sections are those of OpenDocument 1.3 (OASIS, 2021): part 2 for packages, part 3 for the schema.
package odf

import (
	"bytes"
	"slices"

	"github.com/udecode/udecode/internal/decoder"
)

// Namespace is the office namespace; a flat file's root element is "document" in it.
const Namespace = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"

// Prefixes are the canonical prefixes of the namespaces that OpenDocument uses (part 3, 1.4). Extensions of
// LibreOffice that carry content are among them.
var Prefixes = map[string]string{
	Namespace: "office",
	"urn:oasis:names:tc:opendocument:xmlns:style:1.0":                      "style",
	"urn:oasis:names:tc:opendocument:xmlns:text:1.0":                       "text",
	"urn:oasis:names:tc:opendocument:xmlns:table:1.0":                      "table",
	"urn:oasis:names:tc:opendocument:xmlns:drawing:1.0":                    "draw",
	"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0":          "fo",
	"urn:oasis:names:tc:opendocument:xmlns:meta:1.0":                       "meta",
	"urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0":                  "number",
	"urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0":             "svg",
	"urn:oasis:names:tc:opendocument:xmlns:chart:1.0":                      "chart",
	"urn:oasis:names:tc:opendocument:xmlns:form:1.0":                       "form",
	"urn:oasis:names:tc:opendocument:xmlns:script:1.0":                     "script",
	"urn:oasis:names:tc:opendocument:xmlns:presentation:1.0":               "presentation",
	"urn:oasis:names:tc:opendocument:xmlns:animation:1.0":                  "anim",
	"urn:oasis:names:tc:opendocument:xmlns:dr3d:1.0":                       "dr3d",
	"urn:oasis:names:tc:opendocument:xmlns:config:1.0":                     "config",
	"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0":                   "manifest",
	"urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0": "loext",
	"urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0": "calcext",
	"http://purl.org/dc/elements/1.1/":                                     "dc",
	"http://www.w3.org/1999/xlink":                                         "xlink",
	"http://www.w3.org/1998/Math/MathML":                                   "math",
}

// mediaTypePrefix begins the media types of all OpenDocument files.
const mediaTypePrefix = "application/vnd.oasis.opendocument."

// Match returns a format's Match function: kinds are the media types' last parts, "text", "spreadsheet".
func Match(kinds ...string) func(*decoder.Probe) decoder.Confidence {
	return func(p *decoder.Probe) decoder.Confidence {
		kind, ok := bytes.CutPrefix(declaredType(p), []byte(mediaTypePrefix))
		if ok && slices.Contains(kinds, string(kind)) {
			return decoder.Certain
		}
		return decoder.No
	}
}

// declaredType returns the media type that a file says it has: in the zip member "mimetype" (part 2, 3.3), in
// the manifest's entry for the package, or on the root element of a flat file (part 3, 19.379).
func declaredType(p *decoder.Probe) []byte {
	switch {
	case p.Root.Space == Namespace && p.Root.Local == "document":
		return between(p.Head, "mimetype=")
	case len(p.Members) == 0 || p.Member == nil:
		return nil
	case p.Has("mimetype"):
		return bytes.TrimSpace(p.Member("mimetype"))
	}
	manifest := p.Member("META-INF/manifest.xml")
	for len(manifest) > 0 {
		at := bytes.Index(manifest, []byte("file-entry"))
		if at < 0 {
			return nil
		}
		manifest = manifest[at+len("file-entry"):]
		tag := manifest[:max(bytes.IndexByte(manifest, '>'), 0)]
		if string(between(tag, "full-path=")) == "/" {
			return between(tag, "media-type=")
		}
	}
	return nil
}

// between returns the quoted value that follows the first occurrence of key.
func between(b []byte, key string) []byte {
	at := bytes.Index(b, []byte(key))
	if at < 0 || at+len(key) >= len(b) {
		return nil
	}
	b = b[at+len(key):]
	quote := b[0]
	end := bytes.IndexByte(b[1:], quote)
	if end < 0 || quote != '"' && quote != '\'' {
		return nil
	}
	return b[1 : 1+end]
}
