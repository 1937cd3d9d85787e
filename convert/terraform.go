package convert

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// terraformUnits yields what may be converted in a Terraform file: the documents in its heredocs, the objects that are written as
// values, and what is left of the blocks that name something old.
func terraformUnits(source terraformSource, yield func(*unit)) {
	if failed := source.failed; failed != nil {
		message := failed.Message
		if failed.Foreign != "" {
			message += ", which seems to be a " + strings.TrimSuffix(failed.Foreign, " template") + " template"
		}
		yield(&unit{err: &yaml.ParseError{Span: failed.Span, Message: message}, no: 1})
		return
	}
	t := &terraformFile{source: source.Source}
	t.findBlocks()
	slices.SortStableFunc(t.blocks, func(a, b *model.Resource) int { return a.Value.Span.Start - b.Value.Span.Start })
	for _, block := range t.blocks {
		values := len(t.values)
		t.block, t.found = block, nil
		block.Value = t.walk(block.Value, block.Path)
		all := slices.Concat(t.found, t.values[values:])
		inArgument := map[string]int{}
		for _, u := range all {
			inArgument[model.PathText(u.argument())]++
		}
		for _, u := range all {
			u.only = u.err == nil && inArgument[model.PathText(u.argument())] == 1 && !holdsOther(block.Value, u.argument()[min(len(block.Path), len(u.argument())):])
			u.alone = u.only && len(all) == 1 && appliesAlone(u)
		}
		for _, u := range t.found {
			yield(u)
		}
		if mayConvert(block.Value) {
			t.later(block, block.Path)
		}
	}
	for _, u := range t.values { // of one document, so their edits are planned together
		yield(u)
	}
}

// terraformFile is a Terraform file whose manifests are looked for.
type terraformFile struct {
	source *hcl.Source
	blocks []*model.Resource
	block  *model.Resource // that is walked
	found  []*unit         // in its heredocs
	values []*unit         // parts of the file's own tree
	no     int             // of the documents so far
}

// findBlocks notes the blocks of the file, and the attributes that stand beside blocks.
func (t *terraformFile) findBlocks() {
	add := func(path []any) {
		v := t.source.Document.Root.Get(path...)
		known := func(b *model.Resource) bool { return b.Value == v } // in JSON several blocks may be one
		if v != nil && !slices.ContainsFunc(t.blocks, known) {
			t.blocks = append(t.blocks, &model.Resource{Document: t.source.Document, Path: path, Value: v, Name: address(path)})
		}
	}
	for _, b := range t.source.Body.Blocks {
		add(b.Path)
	}
	for _, a := range t.source.Body.Attributes {
		add([]any{a.Name})
	}
}

// address names a block for people: kubectl_manifest.pool, data.aws_iam_policy_document.controller, module.eks, locals.
func address(path []any) string {
	var words []string
	for i, step := range path {
		if word, ok := step.(string); ok && (i > 0 || word != "resource") {
			words = append(words, word)
		}
	}
	return strings.Join(words, ".")
}

// walk notes the units in the value at a path of the file, and returns the value without them.
func (t *terraformFile) walk(v *model.Value, path []any) *model.Value {
	none := &model.Value{Kind: model.Null, Span: v.Span, Dash: -1}
	switch body, isHeredoc := hcl.HeredocBody(t.source.File.Data, v.Span); {
	case isHeredoc && v.Style == model.Literal:
		if t.heredoc(body, path) {
			return none
		}
		return v
	case v.Kind == model.Map && v.Style == model.Flow && v.Entry("apiVersion") != nil && v.Entry("kind") != nil:
		if t.source.Document.Syntax == model.HCL {
			v = asTemplates(v)
		}
		res := *yaml.Resources(&model.Document{Root: v})[0]
		res.Document, res.Path = t.source.Document, path
		t.later(&res, path)
		return none
	}
	rest := *v
	rest.Items, rest.Entries = nil, nil
	for i, item := range v.Items {
		rest.Items = append(rest.Items, t.walk(item, model.Join(path, i)))
	}
	for _, e := range v.Entries {
		if v.Entry(e.Key.Text) == e {
			e = &model.Entry{Key: e.Key, Value: t.walk(e.Value, model.Join(path, e.Key.Text))}
		}
		rest.Entries = append(rest.Entries, e)
	}
	return &rest
}

// appliesAlone says whether a resource applies what stands in it: as one of its arguments, or as what functions make of it.
func appliesAlone(u *unit) bool {
	applies, _ := appliedBy(u.block)
	if !applies || u.block.Path[0] != "resource" || len(u.place) < 4 {
		return false
	}
	for _, step := range u.place[4:] {
		if _, isArgument := step.(int); !isArgument {
			return false
		}
	}
	return u.place[3] == "yaml_body" || u.place[3] == "manifest"
}

// address returns that of the resource of Terraform that applies the object alone, "" if none does.
func (u *unit) address() string {
	if !u.alone {
		return ""
	}
	return u.block.Name
}

// argument returns the path of the argument of its block, or of the local value, that the object stands in.
func (u *unit) argument() []any { return u.place[:min(len(u.place), len(u.block.Path)+1)] }

// holdsOther says whether what is left at a path of a block names an API of Karpenter, though it is not a manifest.
func holdsOther(block *model.Value, path []any) bool {
	v := block.Get(path...)
	return v.Any(func(part *model.Value) bool {
		return len(part.Items)+len(part.Entries) == 0 && (apis.IsAlphaText(part.Text) || laterName().MatchString(part.Text))
	})
}

// laterName matches the name of an API after the alpha one.
var laterName = pattern.New(`\bkarpenter\.(sh|k8s\.aws)/v[0-9]+(beta[0-9]+)?\b`)

// blockName returns the name of the block of Terraform that the object stands in, or "".
func (u *unit) blockName() string {
	if u.block == nil {
		return ""
	}
	return u.block.Name
}

// local returns the name of the local value that the object stands in, "" if it stands in none.
func (u *unit) local() string {
	if u.block == nil || u.block.Path[0] != "locals" || len(u.place) < 3 {
		return ""
	}
	name, _ := u.place[2].(string)
	return "local." + name
}

// asTemplates returns a map that is written in Terraform's language as YAML would have it in a template of Terraform: an expression
// is ${ … }, and a quoted string with expressions in it is its text.
func asTemplates(v *model.Value) *model.Value {
	return v.Rewrite(func(inner *model.Value) (*model.Value, bool) {
		if inner.Kind != model.Unknown {
			return inner, true
		}
		c := *inner
		c.Items, c.Entries = nil, nil
		if c.Text = "${" + inner.Text + "}"; len(inner.Text) > 1 && inner.Text[0] == '"' {
			c.Text, c.Style = inner.Text[1:len(inner.Text)-1], model.DoubleQuoted
		}
		return &c, false
	})
}

func (t *terraformFile) later(res *model.Resource, path []any) {
	t.values = append(t.values, &unit{doc: t.source.Document, res: res, block: t.block, place: path})
}

// mayConvert says whether a text in a value names something old.
func mayConvert(v *model.Value) bool {
	return v.Any(func(inner *model.Value) bool {
		text := []byte(inner.Text)
		return len(inner.Items) == 0 && (selects(text) || apis.ContainsAny(text, apis.OldTaint)) ||
			slices.ContainsFunc(inner.Entries, func(e *model.Entry) bool { return selects([]byte(e.Key.Text)) })
	})
}

// heredoc yields the objects in the lines of a heredoc. It returns false for lines that are another text.
func (t *terraformFile) heredoc(body model.Span, path []any) bool {
	var found []*unit
	yaml.Embedded(t.source.File, body, func(doc *model.Document, err *yaml.ParseError) bool {
		no := t.no + 1 + len(found)
		if err != nil && !bytes.Contains(t.source.File.Data[body.Start:body.End], []byte("apiVersion")) {
			found = nil // it is no manifest
			return false
		}
		if err != nil {
			found = append(found, &unit{err: err, no: no, block: t.block, body: body})
			return true
		}
		if doc.Root == nil {
			return true
		}
		if !isCollection(doc.Root) {
			found = nil
			return false
		}
		for _, u := range unitsOf(doc) {
			u.no, u.around, u.block, u.place, u.body = no, t.source.Document, t.block, path, body
			found = append(found, u)
		}
		return true
	})
	for _, u := range found {
		u.several = len(found) > 1
	}
	t.found = append(t.found, found...)
	t.no += len(found)
	return len(found) > 0
}
