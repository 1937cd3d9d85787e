package sites

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// Created is a file that is added beside the file of an object.
type Created struct {
	Of   units.ID
	Path string
	Text []byte
}

// newFiles returns the files that the plan adds beside the object's file.
func (s *Site) newFiles(plan *twinPlan, additions []addition) (created []Created, err error) {
	for _, a := range additions {
		file := plan.file
		if a.isClass() {
			file = plan.class
		}
		if file == "" || a.copy > 0 {
			return nil, edit.RefuseWith("write both by hand", "a resource of Terraform applies the file, and the object that is added needs a file and a resource of its own")
		}
		if a.isClass() {
			text, err := a.text()
			if err != nil {
				return nil, err
			}
			created = append(created, Created{s.Unit.ID, file, []byte(text)})
			continue
		}
		edits, err := a.edits()
		if err != nil {
			return nil, err
		}
		text, err := edit.Apply(s.Res.Document.File.Data, edits)
		if err != nil {
			return nil, err
		}
		created = append(created, Created{s.Unit.ID, file, text})
	}
	return created, nil
}

// twinInLocals returns the edits that add a local value for the twin after the object's local value.
func (s *Site) twinInLocals(plan *twinPlan, additions []addition) ([]edit.Edit, error) {
	if len(additions) > 1 || additions[0].isClass() {
		return nil, edit.RefuseWith("write it by hand", "%s is applied by resources, and the object that is added needs one of its own", s.Unit.Local())
	}
	ownEdits, err := additions[0].edits()
	if err != nil {
		return nil, err
	}
	for _, c := range s.Modules.copies { // in any order: one copy has the name
		if c.isOwn && c.to == plan.name && slices.Contains(c.of, s.Unit.ID) {
			text, err := s.Modules.textOf(s.Res.Document.File, c, ownEdits, s.IsUnconverted)
			return []edit.Edit{text}, err
		}
	}
	return nil, errNoCopy
}

// Copy is a Terraform block or local value that is added again under another address.
type Copy struct {
	units.ID
	Name, File string
	Line       int
	Edits      []edit.Edit
	Err        error // why it cannot be added
}

// CopiesIn returns the copies of takers in a file. isUnconverted reports whether an object stays as it is.
func (m *Modules) CopiesIn(f *model.File, isUnconverted func(units.ID) bool) (copies []Copy) {
	var takerCopies []*takerCopy
	for _, t := range m.copies {
		if t.path != f.Path || t.isOwn {
			continue
		}
		if !isUnconverted(t.ID) && !slices.ContainsFunc(t.of, isUnconverted) {
			takerCopies = append(takerCopies, t)
		}
	}
	slices.SortFunc(takerCopies, func(a, b *takerCopy) int { return cmp.Or(a.span.Start-b.span.Start, cmp.Compare(b.purpose, a.purpose)) })
	for _, t := range takerCopies {
		c := Copy{ID: t.ID, Name: t.name, File: t.path, Line: t.line}
		var text edit.Edit
		if text, c.Err = m.textOf(f, t, nil, isUnconverted); c.Err == nil {
			c.Edits = []edit.Edit{text}
			if t.purpose == forClass && !m.goal.Keep {
				c.Edits = append(c.Edits, m.dependOn(f, t)...)
			}
		}
		copies = append(copies, c)
	}
	return copies
}

// dependOn returns the edits that make a taker depend on its copy for a class.
func (m *Modules) dependOn(f *model.File, t *takerCopy) []edit.Edit {
	source := m.parsed.Source(f)
	if source.Failed != nil || t.block.Path[0] != "resource" {
		return nil
	}
	edits, err := planning.Plan(planning.Target{Doc: source.Document}, dependency(t.block.Path, t.to))
	if err != nil {
		return nil
	}
	return edits
}

// textOf returns the edit that adds a copy of a taker after it. ownEdits are those of the objects in it. References to resources
// with a twin become references to the twin.
func (m *Modules) textOf(f *model.File, c *takerCopy, ownEdits []edit.Edit, isUnconverted func(units.ID) bool) (edit.Edit, error) {
	lines := model.Span{Start: leadOf(f, c.span.Start), End: f.LineEnd(c.span.End)}
	prefix, suffix := f.Data[f.LineStart(c.span.Start):c.span.Start], bytes.TrimSpace(f.Data[c.span.End:lines.End])
	if len(bytes.TrimSpace(bytes.TrimPrefix(prefix, byteOrderMark))) > 0 || len(suffix) > 0 && suffix[0] != '#' {
		return edit.Edit{}, edit.RefuseWith("write it by hand", "the object that is added beside %s cannot be written, because its lines contain other things", c.name)
	}
	isLocal := strings.HasPrefix(c.name, "local.")
	if !isLocal && c.purpose == forClass {
		lines.Start = c.span.Start
	}
	edits := append(slices.Clone(ownEdits), c.named(c.to))
	for span, text := range c.uses { // in any order: the edits are sorted before they are made
		edits = append(edits, edit.Edit{Start: span.Start, End: span.End, New: text})
	}
	if isLocal {
		equals := c.label.End + bytes.IndexByte(f.Data[c.label.End:], '=')
		edits = append(edits, edit.Edit{Start: c.label.End, End: equals, New: " "})
	}
	text, err := m.referring(f, lines, c.dir, edits, isUnconverted)
	if err != nil {
		return edit.Edit{}, err
	}
	if class := m.copies[copyKey(c.Taker, forClass)]; c.purpose == forTwin && class != nil && c.block.Path[0] == "resource" {
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

// named returns the edit that gives the block or local value another address.
func (t *Taker) named(address string) edit.Edit {
	return edit.Edit{Start: t.label.Start, End: t.label.End, New: address[strings.LastIndexByte(address, '.')+1:]}
}

// withNewlines returns a text with the line breaks that the file uses.
func withNewlines(f *model.File, text string) string {
	if bytes.Contains(f.Data, []byte("\r\n")) {
		return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\n", "\r\n")
	}
	return text
}

// parses returns an error if a text is not valid Terraform.
func parses(name, text string, isLocal bool) error {
	if isLocal {
		text = "locals {\n" + text + "\n}\n"
	}
	if _, broken := hcl.Parse(model.NewFile(name, []byte(text))); broken != nil {
		return edit.RefuseWith("write it by hand", "the object that is added beside it would not parse (%s)", broken.Message)
	}
	return nil
}

// referring returns lines of a file after edits. References to resources with a twin become references to the twin.
func (m *Modules) referring(f *model.File, lines model.Span, dir string, edits []edit.Edit, isUnconverted func(units.ID) bool) (string, error) {
	for _, match := range reference().FindAllSubmatchIndex(f.Data[lines.Start:lines.End], -1) {
		e := edit.Edit{Start: lines.Start + match[2], End: lines.Start + match[3]}
		twin, has := m.twins[valueName{dir, string(f.Data[e.Start:e.End])}]
		if has && !isUnconverted(twin.of) && !slices.ContainsFunc(edits, func(o edit.Edit) bool { return e.Start < o.End && o.Start < e.End }) {
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

// Drop removes the copies for objects that turned out to have no changes. It returns the numbers of the files with these copies.
func (m *Modules) Drop(unchanged func(units.ID) bool) map[int]bool {
	files := map[int]bool{}
	for key, c := range m.copies {
		c.of = slices.DeleteFunc(c.of, func(of units.ID) bool { return m.plans[of] != nil && unchanged(of) })
		if len(c.of) == 0 {
			files[c.File] = true
			delete(m.copies, key)
			delete(m.twins, valueName{c.dir, c.name})
		}
	}
	return files
}
