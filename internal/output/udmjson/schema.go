package udmjson

import _ "embed"

// Schema is the JSON Schema (draft 2020-12) of documents and archives.
//
//go:embed schema.json
var Schema []byte
