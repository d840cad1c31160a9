package layout

import "github.com/udecode/udecode/internal/udm"

type table struct{ *udm.Table }
