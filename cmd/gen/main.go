// Gen writes the shell completions and the man pages. Run it with go generate ./cmd.
package main

import (
	"fmt"
	"os"

	"github.com/udecode/udecode/cmd"
)

func main() {
	if err := cmd.Generate("../completions", "../man"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
