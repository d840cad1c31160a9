package interp

import "github.com/udecode/udecode/internal/cos"

// form is the interactive form (12.7).
type form struct {
	dict cos.Dict
}

func readForm(doc *cos.Document, root cos.Dict) form {
	return form{dict: doc.Dict(root["AcroForm"])}
}
