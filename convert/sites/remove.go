package sites

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// Removal holds the objects and resources that are removed from a file.
type Removal struct {
	Gone       []*units.Unit
	Successors map[string]string // address of a removed resource of the module → address of its successor
	Source     units.Source      // of a Terraform file
}

// Apply returns the text of the file without the objects, proved by reading it again.
func (r *Removal) Apply(f *model.File) ([]byte, error) {
	if filetype.IsTerraform(f.Path) {
		return r.fromTerraform(f)
	}
	return r.fromManifests(f)
}

// fromTerraform removes resources, and makes references to them references to their successors.
func (r *Removal) fromTerraform(f *model.File) ([]byte, error) {
	if r.Source.Failed != nil {
		return nil, edit.RefuseWith("delete it by hand", "the file does not parse")
	}
	var ops []edit.Op
	for _, u := range r.Gone {
		path := u.Block.Path
		switch {
		case u.Local() != "" && u.Only:
			path = u.Place[:localSteps]
		case u.Ignored && r.isWholeText(u):
			continue // it goes with the first document
		case u.Address() == "" && !r.isWholeText(u):
			return nil, edit.RefuseWith("delete it by hand", "%s does not apply the object alone", u.BlockName())
		}
		if r.Source.Document.Syntax != model.HCL {
			return nil, edit.RefuseWith("delete it by hand", "it is in a JSON file")
		}
		ops = append(ops, edit.Op{Do: edit.Delete, Path: path, DropComments: true})
	}
	ops = append(r.dependencies(r.Source.Document.Root), ops...)
	edits, err := planning.Plan(planning.Target{Doc: r.Source.Document}, ops)
	if err != nil {
		return nil, err
	}
	text, err := edit.Apply(f.Data, edits)
	if err != nil {
		return nil, err
	}
	text = r.redirected(text)
	if _, broken := hcl.Parse(model.NewFile(f.Path, text)); broken != nil {
		return nil, edit.RefuseWith("delete it by hand", "the rest of the file would not parse (%s)", broken.Message)
	}
	return text, nil
}

// isWholeText reports whether all documents in the text of an object that is Apart are removed.
func (r *Removal) isWholeText(u *units.Unit) bool {
	gone := map[int]bool{}
	for _, other := range r.Gone {
		if other.Body == u.Body && len(other.Res.Path) == 0 {
			gone[other.Number] = true
		}
	}
	return u.Apart && len(gone) == u.Count
}

// localSteps is the length of the path of a local value: locals, the number of the block, the name.
const localSteps = 3

// dependencies returns Ops that delete the items of depends_on which would name a successor twice, or the block itself.
func (r *Removal) dependencies(root *model.Value) (ops []edit.Op) {
	for _, kind := range []string{"resource", "data"} {
		for _, byType := range entriesOf(root.Get(kind)) {
			for _, byName := range entriesOf(byType.Value) {
				address := byType.Key.Text + "." + byName.Key.Text
				if r.Successors[address] != "" {
					continue
				}
				path := []any{kind, byType.Key.Text, byName.Key.Text, "depends_on"}
				ops = append(ops, r.doubled(byName.Value.Get("depends_on"), path, address)...)
			}
		}
	}
	for _, byName := range entriesOf(root.Get("module")) {
		path := []any{"module", byName.Key.Text, "depends_on"}
		ops = append(ops, r.doubled(byName.Value.Get("depends_on"), path, "module."+byName.Key.Text)...)
	}
	return ops
}

func entriesOf(v *model.Value) []*model.Entry {
	if v == nil {
		return nil
	}
	return v.Entries
}

// doubled returns Ops that delete such items of one list, the last one first.
func (r *Removal) doubled(list *model.Value, path []any, address string) (ops []edit.Op) {
	if list == nil || list.Kind != model.List {
		return nil
	}
	names := map[string]bool{address: true}
	for _, item := range list.Items {
		names[item.Text] = true
	}
	for i, item := range slices.Backward(list.Items) {
		if successor := r.Successors[item.Text]; successor != "" && names[successor] {
			ops = append(ops, edit.Op{Do: edit.Delete, Path: model.Join(path, i)})
		}
	}
	return ops
}

// redirected returns the text of a Terraform file with references to the successors.
func (r *Removal) redirected(text []byte) []byte {
	var edits []edit.Edit
	for _, match := range reference().FindAllSubmatchIndex(text, -1) {
		if successor := r.Successors[string(text[match[2]:match[3]])]; successor != "" {
			edits = append(edits, edit.Edit{Start: match[2], End: match[3], New: successor})
		}
	}
	redirected, err := edit.Apply(text, edits)
	if err != nil {
		return text
	}
	return redirected
}

// fromManifests removes documents, and items of lists.
func (r *Removal) fromManifests(f *model.File) ([]byte, error) {
	ops := map[*model.Document][]edit.Op{}
	changed := map[int]bool{} // the other documents that change, which their plans prove
	var edits []edit.Edit
	removed := map[int]bool{} // documents, by their starts
	for _, u := range slices.Backward(r.Gone) {
		if len(u.Res.Path) > 0 {
			ops[u.Doc] = append(ops[u.Doc], edit.Op{Do: edit.Delete, Path: u.Res.Path, DropComments: true})
		}
	}
	end := 0 // of the last removed document
	for _, u := range r.Gone {
		if len(u.Res.Path) > 0 {
			continue
		}
		removal, err := removedDocument(u.Doc, end)
		if err != nil {
			return nil, err
		}
		edits, end = append(edits, removal), removal.End
		removed[u.Doc.Span.Start] = true
	}
	for _, doc := range slices.SortedFunc(maps.Keys(ops), func(a, b *model.Document) int { return a.Span.Start - b.Span.Start }) {
		planned, err := planning.Plan(planning.Target{Doc: doc, MovesTemplates: true}, ops[doc])
		if err != nil {
			return nil, err
		}
		edits = append(edits, planned...)
		changed[doc.Span.Start] = true
	}
	slices.SortFunc(edits, func(a, b edit.Edit) int { return a.Start - b.Start })
	text, err := edit.Apply(f.Data, edits)
	if err != nil {
		return nil, err
	}
	return text, verifyRemoved(f, text, removed, func(doc *model.Document) bool { return changed[doc.Span.Start] })
}

// IsWhole reports whether the objects are the whole content of a file of manifests with that many documents.
func (r *Removal) IsWhole(documents int) bool {
	starts := map[int]bool{}
	for _, u := range r.Gone {
		if len(u.Res.Path) > 0 {
			return false
		}
		starts[u.Doc.Span.Start] = true
	}
	return len(starts) > 0 && len(starts) == documents
}

// RefuseTaken returns an error if a resource takes this file alone, or a local value in it, because both would have to be removed. A pattern that
// selects the file takes the others as well.
func (m *Modules) RefuseTaken(file, local string) error {
	for _, route := range m.takenBy(file, local) {
		if !slices.ContainsFunc(route, func(st step) bool { return st.use.set }) {
			t := route[0].consumer
			return edit.RefuseWith("delete both by hand", "%s (%s:%d) takes it", t.name, t.path, t.line)
		}
	}
	return nil
}

// removedDocument returns the edit that removes a document with the lines that a copy of it would repeat, and its marker: the one above,
// unless there is none or the document before it has taken that, which is removed up to the offset end. Then it is the one below.
func removedDocument(doc *model.Document, end int) (edit.Edit, error) {
	if out := outputAround(doc); out != "" {
		return edit.Edit{}, edit.RefuseWith("delete it by hand", "the template %s writes something above or below the object", out)
	}
	from, to := copied(doc, doc.Span.Start == 0)
	data := doc.File.Data
	if !isBalanced(doc, from, to) {
		return edit.Edit{}, edit.RefuseWith("delete it by hand", "a template block starts in the object and ends after it, or sets a variable")
	}
	for to < len(data) && len(bytes.TrimSpace(data[to:doc.File.LineEnd(to)])) == 0 {
		to = doc.File.LineEnd(to)
	}
	if marker := markerAbove(doc.File, from); marker >= end {
		from = marker
	} else if to < len(data) && isMarker(data[to:doc.File.LineEnd(to)]) {
		to = doc.File.LineEnd(to)
	}
	return edit.Edit{Start: from, End: to}, nil
}

// isBalanced reports whether the templates in a range of a document close the blocks that they open, and do not affect the text after the range.
func isBalanced(doc *model.Document, from, to int) bool {
	depth := 0
	for _, t := range doc.Templates {
		if t.Start < from || t.End > to {
			continue
		}
		text := doc.Text(t)
		if depth == 0 && strings.Contains(text, ":=") && gotmpl.Read(text).Depth() == 0 {
			return false
		}
		if depth += gotmpl.Read(text).Depth(); depth < 0 {
			return false
		}
	}
	return depth == 0
}

// markerAbove returns the start of the marker in the line above an offset, with only blank lines between them, or -1.
func markerAbove(f *model.File, offset int) int {
	for offset > 0 {
		start := f.LineStart(offset - 1)
		switch line := f.Data[start:offset]; {
		case isMarker(line):
			return start
		case len(bytes.TrimSpace(line)) > 0:
			return -1
		}
		offset = start
	}
	return -1
}

func isMarker(line []byte) bool { return string(bytes.TrimSpace(line)) == "---" }

// verifyRemoved returns an error unless the text reads as the file without the removed documents. The documents that change are proved by their
// plans.
func verifyRemoved(f *model.File, text []byte, removed map[int]bool, changes func(*model.Document) bool) error {
	want, err := documentsOf(f)
	if err != nil {
		return err
	}
	want = slices.DeleteFunc(want, func(doc *model.Document) bool { return removed[doc.Span.Start] })
	got, err := documentsOf(model.NewFile(f.Path, text))
	switch {
	case err != nil:
		return err
	case len(got) != len(want):
		return edit.RefuseWith("delete it by hand", "the file would have %d documents instead of %d", len(got), len(want))
	case len(got) == 0:
		return edit.RefuseWith("delete the file and the references to it", "nothing would be left in the file")
	}
	for i, doc := range want {
		if !changes(doc) && !model.Equal(doc.Root, got[i].Root) {
			return edit.RefuseWith("delete it by hand", "the rest of the file would read differently")
		}
	}
	return nil
}

// documentsOf returns the documents of a file that are not empty.
func documentsOf(f *model.File) ([]*model.Document, error) {
	documents, err := layout.ReadAll(func(yield func(*model.Document, *yaml.ParseError) bool) { yaml.Documents(f, yield) })
	return slices.DeleteFunc(documents, func(doc *model.Document) bool { return doc.Root == nil }), err
}
