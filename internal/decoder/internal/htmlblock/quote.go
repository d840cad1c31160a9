package htmlblock

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// quote recognises where a mail's quoted history starts, by the markup of common mail programs: an element that
// holds it, or a divider that all the rest stands behind.
func (w *walker) quote(n *html.Node, c *context) {
	switch n.DataAtom {
	case atom.Blockquote:
		c.quoted = true
	case atom.Div, atom.Span, atom.Hr, atom.P:
		class, id := attr(n, "class"), attr(n, "id")
		switch {
		case hasToken(class, "gmail_quote"), hasToken(class, "yahoo_quoted"), hasToken(class, "protonmail_quote"), hasToken(class, "moz-cite-prefix"), hasToken(class, "gmail_attr"),
			hasToken(class, "moz-forward-container"), hasToken(class, "zmail_extra"):
			c.quoted = true
		case id == "divRplyFwdMsg", id == "appendonsend", id == "mail-editor-reference-message-container", id == "stopSpelling", id == "reply-intro":
			w.flush(*c)
			w.quoted = true
		case n.DataAtom == atom.Div && outlookDivider(n):
			w.flush(*c)
			w.quoted = true
		}
	}
}

// outlookDivider reports whether the element is the ruled block with From, Sent, To and Subject that a word
// processing mail program puts above the mail that is answered.
func outlookDivider(n *html.Node) bool {
	style := attr(n, "style")
	if !strings.Contains(style, "border-top") || !strings.HasPrefix(property(style, "border-top"), "solid #") {
		return false
	}
	text := textOf(n)
	colon := strings.IndexByte(text, ':')
	return colon > 0 && colon < 20 && strings.Count(text, ":") >= 3 && strings.Contains(text, "@")
}
