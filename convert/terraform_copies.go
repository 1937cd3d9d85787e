package convert

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// created is a file that is added beside the one of an object.
type created struct {
	of   units.ID
	path string
	text []byte
}

// newFiles returns the files that are added beside the one of the object, as its plan says.
func (p *pending) newFiles(plan *twinPlan, additions []addition) (all []created, err error) {
	for _, a := range additions {
		file := plan.file
		if a.isClass() {
			file = plan.class
		}
		if file == "" || a.copy > 0 {
			return nil, edit.RefuseWith("write both by hand", "a resource of Terraform applies the file, and what is added beside the object needs a file and a resource of its own")
		}
		if a.isClass() {
			text, err := a.text()
			if err != nil {
				return nil, err
			}
			all = append(all, created{p.ID, file, []byte(text)})
			continue
		}
		edits, err := a.edits()
		if err != nil {
			return nil, err
		}
		text, err := edit.Apply(p.Res.Document.File.Data, edits)
		if err != nil {
			return nil, err
		}
		all = append(all, created{p.ID, file, text})
	}
	return all, nil
}

// twinInLocals returns the edits that add the local value of the twin behind that of the object.
func (p *pending) twinInLocals(plan *twinPlan, additions []addition) ([]edit.Edit, error) {
	if len(additions) > 1 || additions[0].isClass() {
		return nil, edit.RefuseWith("write it by hand", "%s is applied by resources, and what is added beside the object needs one of its own", p.unit.Local())
	}
	own, err := additions[0].edits()
	if err != nil {
		return nil, err
	}
	for _, c := range p.seen.copies {
		if c.own && c.to == plan.name && slices.Contains(c.of, p.ID) {
			text, err := p.seen.textOf(p.Res.Document.File, c, own, p.skip)
			return []edit.Edit{text}, err
		}
	}
	return nil, errNoCopy
}

// addCopies adds to a Terraform file the copies of what takes manifests from elsewhere.
func (c *conversion) addCopies() {
	var all []*takerCopy
	for _, t := range c.seen.copies {
		_, stays := c.skip[t.ID]
		stays = stays || slices.ContainsFunc(t.of, func(of units.ID) bool { _, held := c.skip[of]; return held })
		if t.path == c.file.Path && !t.own && !stays {
			all = append(all, t)
		}
	}
	slices.SortFunc(all, func(a, b *takerCopy) int { return cmp.Or(a.span.Start-b.span.Start, cmp.Compare(b.what, a.what)) })
	for _, t := range all {
		added, err := c.seen.textOf(c.file, t, nil, c.skip)
		out := outcome{ID: t.ID, where: fmt.Sprintf("%s:%d", t.path, t.line), name: t.name, line: t.line, edits: 1, notes: span{len(c.Notes), len(c.Notes)}}
		status := Converted
		if err != nil {
			status, out.held, out.edits = Undecided, true, 0
			c.Notes = append(c.Notes, record.Note{File: t.path, Line: t.line, Object: t.name, Level: record.Decision, Message: err.Error()})
			out.notes.to++
		} else {
			c.edits = append(c.edits, added)
		}
		if t.what == forClass && !c.Keep && err == nil {
			c.dependOn(t)
		}
		c.Objects = append(c.Objects, Object{File: t.path, From: t.name, To: t.name, Status: status})
		c.outcomes = append(c.outcomes, out)
	}
}

// dependOn makes what was copied for a class depend on the copy.
func (c *conversion) dependOn(t *takerCopy) {
	source := c.parsed.Source(c.file)
	if source.Failed != nil || t.block.Path[0] != "resource" {
		return
	}
	if edits, err := edit.Plan(edit.Target{Doc: source.Document}, dependency(t.block.Path, t.to)); err == nil {
		c.edits = append(c.edits, edits...)
	}
}

// textOf returns the edit that adds a copy of a taker behind it, with edits of what it holds, and with references to what gets a twin as
// references to the twin.
func (s *survey) textOf(f *model.File, c *takerCopy, own []edit.Edit, skip map[units.ID]outcome) (edit.Edit, error) {
	lines := model.Span{Start: leadOf(f, c.span.Start), End: f.LineEnd(c.span.End)}
	before, behind := f.Data[f.LineStart(c.span.Start):c.span.Start], bytes.TrimSpace(f.Data[c.span.End:lines.End])
	if len(bytes.TrimSpace(bytes.TrimPrefix(before, byteOrderMark))) > 0 || len(behind) > 0 && behind[0] != '#' {
		return edit.Edit{}, edit.RefuseWith("write it by hand", "what is added beside %s cannot be written, for other things stand on its lines", c.name)
	}
	isLocal := strings.HasPrefix(c.name, "local.")
	if !isLocal && c.what == forClass {
		lines.Start = c.span.Start
	}
	edits := append(slices.Clone(own), c.named(c.to))
	for at, text := range c.uses {
		edits = append(edits, edit.Edit{Start: at.Start, End: at.End, New: text})
	}
	if isLocal {
		equals := c.label.End + bytes.IndexByte(f.Data[c.label.End:], '=')
		edits = append(edits, edit.Edit{Start: c.label.End, End: equals, New: " "})
	}
	text, err := s.referring(f, lines, c.dir, edits, skip)
	if err != nil {
		return edit.Edit{}, err
	}
	if class := s.copies[copyKey(c.taker, forClass)]; c.what == forTwin && class != nil && c.block.Path[0] == "resource" {
		if text, err = dependOn(text, class.to); err != nil {
			return edit.Edit{}, err
		}
	}
	if err := parses(f.Path, text, isLocal); err != nil {
		return edit.Edit{}, err
	}
	added := addedAt(f.Data, c.place, "\n"+strings.TrimRight(text, "\r\n")+"\n")
	added.New = withNewlines(f, added.New)
	return added, nil
}

// named returns the edit that gives the block, or the local value, another address.
func (t *taker) named(address string) edit.Edit {
	return edit.Edit{Start: t.label.Start, End: t.label.End, New: address[strings.LastIndexByte(address, '.')+1:]}
}

// withNewlines returns a text with the line breaks of a file.
func withNewlines(f *model.File, text string) string {
	if bytes.Contains(f.Data, []byte("\r\n")) {
		return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	}
	return text
}

// parses returns an error where a text is no part of Terraform's language.
func parses(name, text string, isLocal bool) error {
	if isLocal {
		text = "locals {\n" + text + "\n}\n"
	}
	if _, broken := hcl.Parse(model.NewFile(name, []byte(text))); broken != nil {
		return edit.RefuseWith("write it by hand", "what is added beside it would not parse (%s)", broken.Message)
	}
	return nil
}

// referring returns lines of a file after edits, with references to what gets a twin as references to the twin.
func (s *survey) referring(f *model.File, lines model.Span, dir string, edits []edit.Edit, skip map[units.ID]outcome) (string, error) {
	for _, m := range reference().FindAllSubmatchIndex(f.Data[lines.Start:lines.End], -1) {
		e := edit.Edit{Start: lines.Start + m[2], End: lines.Start + m[3]}
		twin, has := s.twins[valueName{dir, string(f.Data[e.Start:e.End])}]
		_, stays := skip[twin.of]
		if has && !stays && !slices.ContainsFunc(edits, func(o edit.Edit) bool { return e.Start < o.End && o.Start < e.End }) {
			e.New = twin.address
			edits = append(edits, e)
		}
	}
	slices.SortFunc(edits, func(a, b edit.Edit) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	for i := range edits {
		edits[i].Start -= lines.Start
		edits[i].End -= lines.Start
	}
	text, err := edit.Apply(f.Data[lines.Start:lines.End], edits)
	return string(text), err
}

// dropCopies drops the copies for objects that get nothing beside them after all, and returns the numbers of the files that they were in.
func (s *survey) dropCopies(results []*result) map[int]bool {
	none := map[units.ID]bool{}
	for _, r := range results {
		for _, o := range r.outcomes {
			none[o.ID] = o.edits == 0 && s.plans[o.ID] != nil
		}
	}
	again := map[int]bool{}
	for key, c := range s.copies {
		c.of = slices.DeleteFunc(c.of, func(of units.ID) bool { return none[of] })
		if len(c.of) == 0 {
			again[c.File] = true
			delete(s.copies, key)
			delete(s.twins, valueName{c.dir, c.name})
		}
	}
	return again
}
