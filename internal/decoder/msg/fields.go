package msg

import (
	"strings"

	"github.com/udecode/udecode/internal/decoder/internal/classify"
	"github.com/udecode/udecode/internal/udm"
)

// field is a property that items other than mail show.
type field struct {
	label string
	id    uint16 // of a tagged property; 0 for a named one
	named name
}

var itemFields = map[string][]field{
	"IPM.Appointment": {
		{label: "Start", named: name{set: setAppointment, number: 0x820d}},
		{label: "End", named: name{set: setAppointment, number: 0x820e}},
		{label: "Location", named: name{set: setAppointment, number: 0x8208}},
		{label: "Recurrence", named: name{set: setAppointment, number: 0x8232}},
		{label: "Attendees", named: name{set: setAppointment, number: 0x8238}},
	},
	"IPM.Contact": {
		{label: "Name", id: idDisplayName},
		{label: "Job title", id: 0x3a17},
		{label: "Department", id: 0x3a18},
		{label: "Company", id: 0x3a16},
		{label: "E-mail", named: name{set: setAddress, number: 0x8083}},
		{label: "E-mail 2", named: name{set: setAddress, number: 0x8093}},
		{label: "E-mail 3", named: name{set: setAddress, number: 0x80a3}},
		{label: "Business phone", id: 0x3a08},
		{label: "Home phone", id: 0x3a09},
		{label: "Mobile phone", id: 0x3a1c},
		{label: "Business fax", id: 0x3a24},
		{label: "Business address", named: name{set: setAddress, number: 0x801b}},
		{label: "Home address", named: name{set: setAddress, number: 0x801a}},
		{label: "Web page", named: name{set: setAddress, number: 0x802b}},
		{label: "Instant messaging", named: name{set: setAddress, number: 0x8062}},
	},
	"IPM.Task": {
		{label: "Start", named: name{set: setTask, number: 0x8104}},
		{label: "Due", named: name{set: setTask, number: 0x8105}},
		{label: "Owner", named: name{set: setTask, number: 0x811f}},
		{label: "Completed", named: name{set: setTask, number: 0x810f}},
	},
}

// fields returns the fields of an appointment, contact or task as text, one block each.
func (m *message) fields() []*udm.ContentBlock {
	class := m.props.text(idMessageClass)
	if strings.HasPrefix(class, "IPM.Schedule.Meeting") {
		class = "IPM.Appointment"
	}
	var out []*udm.ContentBlock
	for _, f := range itemFields[class] {
		id := f.id
		if id == 0 {
			id = m.names[f.named]
		}
		if v := strings.TrimSpace(m.props.any(id)); v != "" {
			text := f.label + ": " + v
			out = append(out, udm.NewText(classify.Body(text), text))
		}
	}
	return out
}
