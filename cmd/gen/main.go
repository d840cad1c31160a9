// Gen writes the shell completions and the man pages. Run it with go generate ./cmd.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/udecode/udecode/cmd"
)

func main() {
	if err := generate("../completions", "../man"); err != nil { // go generate runs it in cmd
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

// generate writes shell completions and man pages into the two folders. What it writes depends on the commands and
// flags alone.
func generate(completions, man string) error {
	root := cmd.NewCommand("dev")
	fixDefaults(root)
	for name, write := range map[string]func(string) error{
		"udecode.bash": func(f string) error { return root.GenBashCompletionFileV2(f, true) },
		"_udecode":     root.GenZshCompletionFile,
		"udecode.fish": func(f string) error { return root.GenFishCompletionFile(f, true) },
		"udecode.ps1":  root.GenPowerShellCompletionFileWithDesc,
	} {
		if err := write(filepath.Join(completions, name)); err != nil {
			return err
		}
	}
	root.DisableAutoGenTag = true
	date := time.Date(2026, time.November, 30, 0, 0, 0, 0, time.UTC)
	return doc.GenManTree(root, &doc.GenManHeader{Title: "UDECODE", Section: "1", Source: "udecode", Manual: "udecode manual", Date: &date}, man)
}

// fixDefaults takes out the defaults that depend on the machine.
func fixDefaults(c *cobra.Command) {
	if f := c.Flags().Lookup("jobs"); f != nil {
		f.DefValue = "number of processors"
	}
	for _, sub := range c.Commands() {
		fixDefaults(sub)
	}
}
