package cmd

import (
	"github.com/spf13/cobra"

	"github.com/udecode/udecode/internal/output/udmjson"
)

func (p *program) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of the model",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := p.out.Write(udmjson.Schema)
			return err
		},
	}
}
