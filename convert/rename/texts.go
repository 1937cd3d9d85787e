package rename

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/edit/scalar"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// maxNesting is how deep texts within texts are read: JSON in an annotation of a pod in a ConfigMap.
const maxNesting = 4

// convertText converts the old names in a text where the text is known to use them as names: where it reads as YAML, JSON or TOML,
// in the flags of a kubelet, in a JSON pointer. Other old names are reported.
func (o *Object) convertText(path []any, v *model.Value) {
	if data := []byte(v.Text); !apis.ContainsAny(data, apis.Needles) && !apis.UsesCommands(data) && !apis.ContainsAny(data, o.Older.Needles) {
		return
	}
	o.reportCRDs(path, v.Text)
	text, ok := scalar.Decoded(o.Res.Document, v)
	if !ok || o.nesting() >= maxNesting {
		o.reportText(path, v.Text, o.firstLine(v))
		return
	}
	parts, parsed := o.convertTOML(path, v, text)
	if !parsed {
		parts, parsed = o.convertDocuments(path, v, text)
	}
	if !parsed {
		prose := withoutComments(text)
		parts, prose = o.convertLists(path, text, prose)
		o.reportText(path, prose, o.firstLine(v))
	}
	if facts.IsKarpenter(o.Res.Group()) {
		o.noteRenamed(path, text, parts, o.firstLine(v))
	}
	o.replaceParts(path, v, parts)
}

// noteRenamed reports renamed names in a text such as userData, where nobody would expect changes. first is the line on which the
// text starts, or 0.
func (o *Object) noteRenamed(path []any, text string, parts []edit.Edit, first int) {
	if o.BothServed() {
		return // added names are reported elsewhere
	}
	for _, n := range slices.Concat(o.Names.Labels, o.Names.Annotations) {
		isWritten := n.New != "" && slices.ContainsFunc(parts, func(e edit.Edit) bool { return strings.Contains(e.New, n.New) })
		if !isWritten || !strings.Contains(text, n.Old) {
			continue
		}
		count := len(o.Notes)
		o.See(pages.Names).Info(path, "%s becomes %s in the text", n.Old, n.New)
		o.moveToLine(count, first, lineIn(text, func(line string) bool { return strings.Contains(line, n.Old) }))
	}
}

// firstLine returns the line of the file that a text starts on, 0 where its lines are not those of the file.
func (o *Object) firstLine(v *model.Value) int {
	switch {
	case v.Kind == model.Unknown && o.Res.Document.Syntax == model.HCL: // the text is that of the expression
		return o.LineOf(v.Span.Start)
	case v.Style != model.Literal:
		return 0
	}
	return o.LineOf(v.Span.Start) + 1
}

// replaceParts changes parts of the text v.
func (o *Object) replaceParts(path []any, v *model.Value, parts []edit.Edit) {
	if len(parts) == 0 {
		return
	}
	if err := draft.CheckText(o.Res.Document, v, parts); err != nil {
		o.See(pages.Names).Decide(path, "the text uses old names of Karpenter, but %s; change it by hand", edit.Reason(err))
		return
	}
	o.Do(edit.Op{Do: edit.Text, Path: path, Parts: parts})
}

// convertDocuments converts a text that holds documents of YAML or JSON. known is false for one that holds none.
func (o *Object) convertDocuments(path []any, v *model.Value, text string) (parts []edit.Edit, parsed bool) {
	var docs []*model.Document
	broken := false
	yaml.Documents(model.NewFile(yamlName(o.Res.Document.File.Path), []byte(text)), func(doc *model.Document, err *yaml.ParseError) bool {
		broken = err != nil || doc.Root != nil && !record.IsCollection(doc.Root)
		if !broken && doc.Root != nil {
			docs = append(docs, doc)
		}
		return !broken
	})
	if broken || len(docs) == 0 {
		return nil, false
	}
	for _, doc := range docs {
		edits, err := o.convertDocument(path, v, doc)
		if err != nil {
			o.See(pages.Names).Decide(path, "the text uses old names of Karpenter, but karplint cannot edit it safely: %v", err)
		}
		parts = append(parts, edits...)
	}
	return parts, true
}

// yamlName returns the name of a file that is read as YAML in place of the file.
func yamlName(file string) string {
	if strings.HasSuffix(file, ".json") {
		return file + ".yaml"
	}
	return file
}

// convertDocument converts a document in the text v.
func (o *Object) convertDocument(path []any, v *model.Value, doc *model.Document) ([]edit.Edit, error) {
	var ops []edit.Op
	for _, u := range units.OfDocument(doc) {
		inner := &Object{Object: o.InText(u.Res), Goal: o.Goal, Policies: o.Policies, Named: o.Named, outer: o}
		inner.renameInText(record.NameOf(u.Res))
		ops = append(ops, inner.Plan()...)
		o.AdoptNotes(path, v, inner.Object)
		o.permitted = o.permitted || inner.permitted
	}
	return planning.Plan(planning.Target{Doc: doc}, ops)
}

var (
	nodeLabelFlag = pattern.New(`--node-labels(?:=|[ \t]+)["']?([^\s"'\\]+)`)
	jsonPointer   = pattern.New(`^(/[^/\s]*)+$`)
)

// convertLists converts the lists of labels (name=value,name=value) in a text, and the names in a JSON pointer. It returns prose,
// the text without comments, with the converted parts blanked out.
func (o *Object) convertLists(path []any, text, prose string) ([]edit.Edit, string) {
	if jsonPointer().MatchString(text) {
		return o.convertPointer(text), ""
	}
	spans := [][]int{}
	for _, m := range nodeLabelFlag().FindAllStringSubmatchIndex(prose, -1) {
		spans = append(spans, m[2:4])
	}
	if o.isLabelList(path, text) {
		spans = [][]int{{0, len(text)}}
	}
	var parts []edit.Edit
	blanked := []byte(prose)
	for _, s := range spans {
		edits, complete := o.convertLabelList(path, text[s[0]:s[1]])
		for _, e := range edits {
			parts = append(parts, edit.Edit{Start: e.Start + s[0], End: e.End + s[0], New: e.New})
		}
		if complete {
			blankOutIn(blanked, model.Span{Start: s[0], End: s[1]})
		}
	}
	return parts, string(blanked)
}

func (o *Object) isLabelList(path []any, text string) bool {
	for _, key := range o.Names.LabelLists {
		if lastKey(path) == key {
			return !strings.ContainsAny(text, " \n")
		}
	}
	return false
}

// convertLabelList converts a list of labels for nodes. complete is false if a template hides the value of a label.
func (o *Object) convertLabelList(path []any, list string) (parts []edit.Edit, complete bool) {
	items := strings.Split(list, ",")
	has := map[string]bool{}
	for _, item := range items {
		name, _, _ := strings.Cut(item, "=")
		has[name] = true
	}
	start := 0
	for _, item := range items {
		name, value, _ := strings.Cut(item, "=")
		n := o.Names.Label(name)
		switch {
		case n == nil || n.New == "" || has[n.New]:
		case !o.BothServed():
			parts = append(parts, edit.Edit{Start: start, End: start + len(name), New: n.New})
		case strings.Contains(item, "{{"):
			return nil, false
		default:
			parts = append(parts, edit.Edit{Start: start + len(item), End: start + len(item), New: "," + n.New + "=" + value})
			o.See(pages.Names).Info(path, "%s is added next to %s, because Karpenter %s serves both APIs", n.New, n.Old, o.Release)
		}
		start += len(item) + 1
	}
	return parts, true
}

// convertPointer renames the labels and annotations that a JSON pointer leads to.
func (o *Object) convertPointer(text string) []edit.Edit {
	var parts []edit.Edit
	start := 0
	for _, step := range strings.Split(text, "/") {
		key := strings.ReplaceAll(step, "~1", "/")
		for _, n := range []func(string) string{o.Names.NewLabel, o.Names.NewAnnotation} {
			if name := n(key); name != "" {
				parts = append(parts, edit.Edit{Start: start, End: start + len(step), New: strings.ReplaceAll(name, "/", "~1")})
			}
		}
		start += len(step) + 1
	}
	return parts
}

// withoutComments blanks out the comment lines of a text, as in scripts.
func withoutComments(text string) string {
	if !strings.Contains(text, "#") {
		return text
	}
	lines := strings.SplitAfter(text, "\n")
	for i, l := range lines {
		if strings.HasPrefix(strings.TrimLeft(l, " \t"), "#") {
			lines[i] = blankOut(l)
		}
	}
	return strings.Join(lines, "")
}

// blankOut returns blanks in lines of the same length.
func blankOut(text string) string {
	blank := []byte(text)
	for i, b := range blank {
		if b != '\n' {
			blank[i] = ' '
		}
	}
	return string(blank)
}

// renameInText converts an object in a text.
func (o *Object) renameInText(name string) {
	_, old := o.Change(o.Res)
	switch {
	case old && filetype.IsKustomization(o.Res.Document.File.Path): // a patch, which is converted with its base
	case old:
		o.See(pages.Pool).Decide(nil, "the text contains an object of an old API of Karpenter (%s), which karplint does not convert inside texts; "+
			"convert it by hand", name)
	case o.Res.Kind == "CustomResourceDefinition", facts.IsKarpenter(o.Res.Group()):
	default:
		o.RenameAll()
		o.ReportKinds()
	}
}

// RenameTexts converts the old names in the texts of an object of Karpenter, such as userData.
func (o *Object) RenameTexts(path []any, v *model.Value) {
	switch {
	case v.Alias() != "":
	case v.Kind == model.Map:
		for _, e := range v.Entries {
			if len(path) > 0 || e.Key.Text == "spec" {
				o.RenameTexts(model.Join(path, e.Key.Text), e.Value)
			}
		}
	case v.Kind == model.List:
		for i, item := range v.Items {
			o.RenameTexts(model.Join(path, i), item)
		}
	case o.Names.Label(v.Text) != nil: // reported by its row
	case hasIndex(path): // items may have moved when the texts are replaced
		o.reportText(path, v.Text, 0)
	default:
		ops := len(o.Ops)
		o.convertText(path, v)
		for i := range o.Ops[ops:] {
			o.Ops[ops+i].IfThere = true // a field that is dropped is gone by then
		}
	}
}

func hasIndex(path []any) bool {
	for _, step := range path {
		if _, isIndex := step.(int); isIndex {
			return true
		}
	}
	return false
}
