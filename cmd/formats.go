package cmd

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/udecode/udecode/internal/archive"
)

func (p *program) formatsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "formats",
		Short: "List the formats that are read",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tFORMAT\tUNIT\tEXTENSIONS\tMEDIA TYPE")
			for _, f := range formats() {
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", f.Name, f.Title, f.Unit, strings.Join(f.Extensions, " "), f.MediaTypes[0])
			}
			kinds := make([]string, 0, len(archive.MediaTypes))
			for k := range archive.MediaTypes {
				kinds = append(kinds, k)
			}
			slices.Sort(kinds)
			for _, k := range kinds {
				fmt.Fprintf(w, "%s\tarchive\t-\t.%s\t%s\n", k, k, archive.MediaTypes[k])
			}
			return w.Flush()
		},
	}
}
