package cmd

import (
	"fmt"
	"slices"
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
			fmt.Fprintln(w, "NAME\tFORMAT\tUNIT\tMEDIA TYPE\tEXTENSIONS")
			for _, f := range formats() {
				lines := wrap(f.Extensions, 48)
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", f.Name, f.Title, f.Unit, f.MediaTypes[0], lines[0])
				for _, more := range lines[1:] {
					fmt.Fprintf(w, "\t\t\t\t%s\n", more)
				}
			}
			kinds := make([]string, 0, len(archive.MediaTypes))
			for k := range archive.MediaTypes {
				kinds = append(kinds, k)
			}
			slices.Sort(kinds)
			for _, k := range kinds {
				fmt.Fprintf(w, "%s\tarchive\t-\t%s\t.%s\n", k, archive.MediaTypes[k], k)
			}
			return w.Flush()
		},
	}
}

// wrap fills lines of a width with words; there is one line at least.
func wrap(words []string, width int) []string {
	lines := []string{""}
	for _, w := range words {
		switch last := &lines[len(lines)-1]; {
		case *last == "":
			*last = w
		case len(*last)+1+len(w) <= width:
			*last += " " + w
		default:
			lines = append(lines, w)
		}
	}
	return lines
}
