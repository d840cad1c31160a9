package pptx

import (
	"fmt"

	"github.com/udecode/udecode/internal/opc"
)

// emu is English Metric Units in a point.
const emu = 12700

// presentation reads the presentation part (19.2.1.26): the slides in order, their size, sections and the
// list style of text outside of placeholders.
func (d *deck) presentation(part string) error {
	s, err := d.pkg.ScanRoot(part)
	if err != nil {
		return err
	}
	defer s.Close()
	rels := d.pkg.Rels(part)
	first := s.Int("firstSlideNum", 1)
	byID := map[string]int{} // index in slides by p:sldId id
	err = s.Children(func() error {
		switch s.Name() {
		case "p:sldIdLst":
			return s.Children(func() error {
				r, ok := rels.ByID(s.Attr("r:id"))
				if !ok || r.External || s.Name() != "p:sldId" || !d.pkg.Has(r.Target) || d.numbers[r.Target] > 0 {
					return nil
				}
				n := len(d.slides)
				byID[s.Attr("id")] = n
				d.slides = append(d.slides, slide{part: r.Target, number: n + 1, shown: first + n})
				d.numbers[r.Target] = n + 1
				return nil
			})
		case "p:sldSz":
			d.width, d.height = float64(s.Int("cx", 0))/emu, float64(s.Int("cy", 0))/emu
		case "p:defaultTextStyle":
			return d.defaults.Read(s.Scanner)
		case "p:extLst":
			return d.sections(s, byID)
		}
		return nil
	})
	d.commentAuthors(rels)
	return err
}

// looseSlides lists the slides of a package that has lost its presentation part, in the order of their names.
func (d *deck) looseSlides() {
	const most = 10_000
	for n := range most {
		if part := fmt.Sprintf("ppt/slides/slide%d.xml", n+1); d.pkg.Has(part) {
			number := len(d.slides) + 1
			d.slides = append(d.slides, slide{part: part, number: number, shown: number})
			d.numbers[part] = number
		}
	}
}

// sections notes the section that each slide belongs to (MS-PPTX 2.2.10).
func (d *deck) sections(s *opc.Scanner, byID map[string]int) error {
	var section string
	var walk func() error
	walk = func() error {
		switch s.Name() {
		case "p14:section":
			section = s.Attr("name")
		case "p14:sldId":
			if i, ok := byID[s.Attr("id")]; ok {
				d.slides[i].section = section
			}
		}
		return s.Children(walk)
	}
	return s.Children(walk)
}
