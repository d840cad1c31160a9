// Package msg decodes Outlook's message files (MS-OXMSG): compound files of MAPI properties.
//
// A property of variable length is a stream, named by its identifier and type ("__substg1.0_0037001F"); those of fixed length
// stand together in one. Recipients and attachments are storages with properties of their own; an
// attached message is a storage inside its attachment, and becomes a message file of its own here.
// The body may be there as HTML, as compressed RTF (which often only wraps HTML) and as plain text.
// Appointments, contacts and tasks have no more of a body than their fields, which become text.
package msg

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/charset"
	"github.com/udecode/udecode/internal/decoder"
	"github.com/udecode/udecode/internal/limit"
	"github.com/udecode/udecode/internal/udm"
)

const mediaType = "application/vnd.ms-outlook"

// Format is an Outlook message.
var Format = decoder.Format{
	Name:       "msg",
	Title:      "Outlook message",
	MediaTypes: []string{mediaType},
	Extensions: []string{".msg", ".oft"},
	Unit:       udm.Section,
	Match: func(p *decoder.Probe) decoder.Confidence {
		if p.Has(propertyStream) {
			return decoder.Certain
		}
		return decoder.No
	},
	Decode: decode,
}

// Property identifiers (MS-OXPROPS).
const (
	idMessageClass    = 0x001a
	idImportance      = 0x0017
	idSubject         = 0x0037
	idSubmitTime      = 0x0039
	idSenderOnBehalf  = 0x0042
	idReplyTo         = 0x0050
	idOnBehalfAddress = 0x0065
	idHeaders         = 0x007d
	idRecipientType   = 0x0c15
	idSenderName      = 0x0c1a
	idSenderAddress   = 0x0c1f
	idDisplayBCC      = 0x0e02
	idDisplayCC       = 0x0e03
	idDisplayTo       = 0x0e04
	idDeliveryTime    = 0x0e06
	idBody            = 0x1000
	idRTF             = 0x1009
	idHTML            = 0x1013
	idMessageID       = 0x1035
	idReferences      = 0x1039
	idInReplyTo       = 0x1042
	idDisplayName     = 0x3001
	idAddress         = 0x3003
	idCreationTime    = 0x3007
	idModifiedTime    = 0x3008
	idAttachData      = 0x3701
	idAttachFilename  = 0x3704
	idAttachMethod    = 0x3705
	idAttachLongName  = 0x3707
	idAttachMediaType = 0x370e
	idAttachContentID = 0x3712
	idAttachLocation  = 0x3713
	idSMTPAddress     = 0x39fe
	idInternetCPID    = 0x3fde
	idMessageLocale   = 0x3ff1
	idMessageCodePage = 0x3ffd
	idSenderSMTP      = 0x5d01
	idOnBehalfSMTP    = 0x5d02
)

// message is an open file.
type message struct {
	in    *decoder.Input
	file  *cfb.File
	props *properties
	names names

	attachments []*attachment
}

func decode(ctx context.Context, in *decoder.Input) (*udm.Document, error) {
	f, err := cfb.Open(in.Content, in.Budget)
	if err != nil {
		if errors.Is(err, limit.ErrExceeded) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: %w", decoder.ErrMalformed, err)
	}
	if !f.Has(propertyStream) {
		return nil, fmt.Errorf("%w: no message in the file", decoder.ErrMalformed)
	}
	m := &message{in: in, file: f, names: readNames(f)}
	m.props = readProperties(f, "", topHeader)
	m.props.codePage = m.codePage()
	if err := m.readAttachments(ctx); err != nil {
		return nil, err
	}
	doc := decoder.NewDocument(in, "msg")
	m.metadata(&doc.Metadata)
	blocks, err := m.body(ctx)
	if err != nil {
		return nil, err
	}
	if m.encrypted() {
		doc.Metadata.Set("encrypted", true)
		in.Warnf("encrypted part")
		if len(blocks) == 0 {
			return nil, fmt.Errorf("%w: encrypted mail", decoder.ErrEncrypted)
		}
	}
	fields := m.fields()
	node := &udm.StructuralNode{Role: udm.Section, Label: "body", Blocks: append(fields, blocks...)}
	doc.Nodes = []*udm.StructuralNode{node}
	if names := m.attach(); len(names) > 0 {
		doc.Metadata.Set("attachments", names)
	}
	return doc, in.Budget.ChargeBlocks(int64(len(fields)))
}

// codePage returns the code page of strings that are not Unicode: the one that the message names, else that of its
// language, else that of its body.
func (m *message) codePage() int {
	if n := m.props.int(idMessageCodePage); isBytePage(n) {
		return n
	}
	if n := charset.OfLanguage(m.props.int(idMessageLocale)); n > 0 {
		return n
	}
	if n := m.props.int(idInternetCPID); isBytePage(n) {
		return n
	}
	return 1252
}

// isBytePage reports whether n is a code page that byte strings can be in.
func isBytePage(n int) bool {
	const utf16le, utf16be, ascii = 1200, 1201, 20127
	if n == utf16le || n == utf16be || n == ascii {
		return false
	}
	_, ok := charset.CodePage(n)
	return ok
}

func (m *message) metadata(out *udm.Metadata) {
	p := m.props
	out.Title = strings.TrimSpace(p.text(idSubject))
	out.Author = m.sender()
	headers := p.text(idHeaders)
	out.CreatedAt = first(p.time(idSubmitTime), p.time(idDeliveryTime), p.time(idCreationTime))
	out.ModifiedAt = p.time(idModifiedTime)
	out.Tags = p.list(m.names[name{set: setPublicStrings, text: "Keywords"}])
	out.Set("email_message_id", strings.Trim(first(p.text(idMessageID), header(headers, "Message-ID")), " <>"))
	out.Set("in_reply_to", strings.Trim(first(p.text(idInReplyTo), header(headers, "In-Reply-To")), " <>"))
	class := p.text(idMessageClass)
	if class != "IPM.Note" {
		out.Set("message_class", class)
	}
	if strings.HasPrefix(class, signedClass) {
		out.Set("signed", true)
	}
	switch p.int(idImportance) {
	case 2:
		out.Set("importance", "high")
	case 0:
		if _, ok := p.fixed[idImportance<<16|typeInt32]; ok {
			out.Set("importance", "low")
		}
	}
	to, cc, bcc := m.recipients()
	replyTo := splitNames(p.text(idReplyTo))
	for key, list := range map[string][]string{"sent_to": to, "cc_recipient": cc, "bcc_recipient": bcc, "reply_to": replyTo} {
		if len(list) > 0 {
			out.Set(key, list)
		}
	}
}

func first(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// sender returns who sent the message, as "Name <address>"; who sent it for somebody else is second to
// that one.
func (m *message) sender() string {
	p := m.props
	onBehalf := mailbox(p.text(idSenderOnBehalf), p.text(idOnBehalfSMTP), p.text(idOnBehalfAddress))
	sender := mailbox(p.text(idSenderName), p.text(idSenderSMTP), p.text(idSenderAddress))
	if strings.Contains(onBehalf, "@") || sender == "" {
		return onBehalf
	}
	return sender
}

// recipients returns the mailboxes by kind; without recipient storages, the names that the message shows.
func (m *message) recipients() (to, cc, bcc []string) {
	for _, dir := range m.file.Storages() {
		if !strings.HasPrefix(dir, "__recip_version1.0_") || strings.Contains(dir, "/") {
			continue
		}
		p := readProperties(m.file, dir+"/", partHeader)
		p.codePage = m.props.codePage
		box := mailbox(p.text(idDisplayName), p.text(idSMTPAddress), p.text(idAddress))
		if box == "" {
			continue
		}
		switch p.int(idRecipientType) & 0xf {
		case 2:
			cc = append(cc, box)
		case 3:
			bcc = append(bcc, box)
		default:
			to = append(to, box)
		}
	}
	shown := func(have []string, id uint16) []string {
		if len(have) > 0 {
			return have
		}
		return splitNames(m.props.text(id))
	}
	return shown(to, idDisplayTo), shown(cc, idDisplayCC), shown(bcc, idDisplayBCC)
}

// splitNames splits names as Outlook shows them, separated by semicolons.
func splitNames(s string) []string {
	var out []string
	for s := range strings.SplitSeq(s, ";") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// Message classes of S/MIME (MS-OXOSMIME 2.1): signed ones carry their text as MIME, the others one opaque
// attachment.
const (
	smimeClass  = "IPM.Note.SMIME"
	signedClass = smimeClass + ".MultipartSigned"
)

// encrypted reports whether the message is an envelope of S/MIME or of PGP.
func (m *message) encrypted() bool {
	class := m.props.text(idMessageClass)
	if strings.HasPrefix(class, smimeClass) && !strings.HasPrefix(class, signedClass) {
		return true
	}
	for _, a := range m.attachments {
		if strings.EqualFold(a.mediaType, "application/pgp-encrypted") {
			return true
		}
	}
	return false
}

// mailbox returns "Name <address>". Addresses of the Exchange directory ("/o=…") mean nothing outside of it.
func mailbox(display string, addresses ...string) string {
	display = strings.Trim(strings.TrimSpace(display), "'\"")
	address := ""
	for _, a := range addresses {
		if a = strings.TrimSpace(a); strings.Contains(a, "@") && !strings.HasPrefix(a, "/") {
			address = a
			break
		}
	}
	switch {
	case address == "", strings.HasSuffix(display, "<"+address+">"):
		return display
	case display == "" || strings.EqualFold(display, address):
		return address
	}
	return display + " <" + address + ">"
}

// header returns the first header field of that name of an Internet message, "" when there is none.
func header(s, name string) string {
	value, found := "", false
	for line := range strings.Lines(s) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "":
			return value
		case line[0] == ' ' || line[0] == '\t':
			if found && value == "" { // a long value begins on its own line
				value = strings.TrimSpace(line)
			}
			continue
		case found:
			return value
		}
		key, v, ok := strings.Cut(line, ":")
		if ok && strings.EqualFold(strings.TrimSpace(key), name) {
			value, found = strings.TrimSpace(v), true
		}
	}
	return value
}
