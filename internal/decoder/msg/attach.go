package msg

import (
	"context"
	"fmt"
	"strings"

	"github.com/udecode/udecode/internal/cfb"
	"github.com/udecode/udecode/internal/decoder/internal/oleobject"
	"github.com/udecode/udecode/internal/udm"
)

// attachment is a file that the message carries.
type attachment struct {
	name      string
	mediaType string
	contentID string
	location  string
	blob      udm.Blob // nil for a mere reference
	placed    bool     // the body shows it
}

// Ways of attaching (MS-OXCMSG 2.2.2.9).
const (
	byValue         = 1
	embeddedMessage = 5
	oleObject       = 6
)

func (m *message) readAttachments(ctx context.Context) error {
	for _, dir := range m.file.Storages() {
		if !strings.HasPrefix(dir, "__attach_version1.0_") || strings.Contains(dir, "/") {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		p := readProperties(m.file, dir+"/", partHeader)
		p.codePage = m.props.codePage
		a := &attachment{
			name:      first(p.text(idAttachLongName), p.text(idAttachFilename), p.text(idDisplayName)),
			mediaType: p.text(idAttachMediaType),
			contentID: strings.Trim(p.text(idAttachContentID), "<>"),
			location:  p.text(idAttachLocation),
		}
		m.attachments = append(m.attachments, a)
		inner := fmt.Sprintf("%s/__substg1.0_%04X%04X", dir, idAttachData, typeObject)
		switch sub := m.file.Storage(inner); {
		case sub == nil:
			if b := p.binary(idAttachData); len(b) > 0 {
				a.blob = udm.Bytes(b)
			}
		case sub.Has(propertyStream):
			a.blob = udm.Bytes(m.rewrap(sub))
			a.mediaType = mediaType
			a.name = messageName(first(p.text(idDisplayName), a.name))
		case p.int(idAttachMethod) == oleObject || len(sub.Names()) > 0:
			a.name, a.blob = oleobject.Unwrap(first(a.name, "object"), udm.Bytes(cfb.Write(sub.Nodes())), m.in.Budget)
		}
	}
	return nil
}

// messageName makes a file name of a message's subject.
func messageName(subject string) string {
	subject = strings.Map(func(r rune) rune {
		if strings.ContainsRune("/\\:*?\"<>|\n\t", r) {
			return ' '
		}
		return r
	}, subject)
	subject = strings.Join(strings.Fields(subject), " ")
	if subject == "" {
		subject = "message"
	}
	if strings.HasSuffix(strings.ToLower(subject), ".msg") {
		return subject
	}
	return subject + ".msg"
}

// rewrap makes a message file of an embedded message: its property stream lacks 8 bytes of the header, and
// the names of named properties are only in the outer message (MS-OXMSG 2.4.1.1).
func (m *message) rewrap(sub *cfb.File) []byte {
	nodes := sub.Nodes()
	for _, n := range nodes {
		if n.Name == propertyStream && len(n.Data) >= innerHeader {
			b := make([]byte, 0, len(n.Data)+topHeader-innerHeader)
			b = append(b, n.Data[:innerHeader]...)
			b = append(b, make([]byte, topHeader-innerHeader)...)
			n.Data = append(b, n.Data[innerHeader:]...)
		}
	}
	const nameStorage = "__nameid_version1.0"
	if s := m.file.Storage(nameStorage); s != nil && !sub.Has(nameStorage) {
		nodes = append(nodes, &cfb.Node{Name: nameStorage, Storage: true, Children: s.Nodes()})
	}
	return cfb.Write(nodes)
}

// attach hands the attachments back to the walk, but for the pictures that the body shows, and returns
// their names.
func (m *message) attach() []string {
	var names []string
	for i, a := range m.attachments {
		switch {
		case a.placed:
		case a.blob == nil:
			m.in.Warnf("attachment %q is not in the file", a.name)
		default:
			name := m.attachmentName(i, a)
			names = append(names, name)
			m.in.Attach(name, a.blob)
		}
	}
	return names
}

// attachmentName returns a name whose extension tells what the file is, where the message says it. A signed
// message travels as one attachment that is an Internet message.
func (m *message) attachmentName(i int, a *attachment) string {
	if strings.HasPrefix(strings.ToLower(a.mediaType), "multipart/signed") {
		return "signed.eml"
	}
	if a.name != "" {
		return a.name
	}
	return fmt.Sprintf("attachment%d", i+1)
}
