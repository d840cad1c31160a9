// Udecode turns files, folders and archives into data: the Unified Document Model as JSON, section texts, images, and RDF
// provenance.
package main

import (
	"os"

	"github.com/udecode/udecode/cmd"
)

// Set by the release build.
var version = "dev"

func main() { os.Exit(cmd.Main(version, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
