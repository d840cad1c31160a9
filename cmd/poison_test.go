package cmd

import (
	"context"
	"os"

	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/registry"
	"github.com/udecode/udecode/internal/source"
	"github.com/udecode/udecode/internal/udm"
)

// Test binaries know one format more when the environment asks for it: its files make the worker come to grief in the way that
// they name.
func init() {
	if os.Getenv("UDECODE_TEST_POISON") != "" {
		formats = func() []decoder.Format { return append(registry.Formats(), poison) }
	}
}

var poison = decoder.Format{
	Name: "poison", Title: "poison", MediaTypes: []string{"text/x-poison"}, Extensions: []string{".poison"}, Unit: udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		if p.Ext == ".poison" {
			return decoder.Certain
		}
		return decoder.No
	},
	Decode: func(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
		raw, err := source.ReadAll(in.Content)
		if err != nil {
			return nil, err
		}
		switch string(raw) {
		case "panic":
			panic("poisoned")
		case "panic elsewhere":
			go panic("poisoned")
			select {}
		case "loop":
			for i := 0; ; i++ {
			}
		case "allocate":
			var hold [][]byte
			for {
				b := make([]byte, 64<<20)
				for i := 0; i < len(b); i += 4096 {
					b[i] = 1
				}
				hold = append(hold, b)
			}
		case "exit":
			os.Exit(7)
		case "garbage":
			os.NewFile(1, "stdout").WriteString("garbage in the middle of the protocol")
		case "recursion":
			recurse(0)
		case "write":
			if err := os.WriteFile(os.Getenv("UDECODE_TEST_POISON"), []byte("escaped"), 0o666); err != nil {
				return nil, err
			}
		}
		doc := decoder.NewDocument(in, "poison")
		doc.Nodes = []*udm.StructuralNode{{Role: udm.Section}}
		return doc, nil
	},
}

func recurse(n int) int { return recurse(n+1) + 1 }
