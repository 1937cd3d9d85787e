package units

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/parsers/yaml"
)

// terraformUnits yields the units of a Terraform file: the documents in its heredocs, the objects that are written as values, and the rest
// of each block that mayConvert selects.
func terraformUnits(source Source, mayConvert func(*model.Value) bool, yield func(*Unit)) {
	if failed := source.Failed; failed != nil {
		message := failed.Message
		if failed.Foreign != "" {
			message += ", which seems to be a " + strings.TrimSuffix(failed.Foreign, " template") + " template"
		}
		yield(&Unit{Err: &yaml.ParseError{Span: failed.Span, Message: message, Help: failed.Help, Limit: failed.Limit}, Number: 1})
		return
	}
	t := &terraformFile{source: source.Source}
	t.findBlocks()
	slices.SortStableFunc(t.blocks, func(a, b *model.Resource) int { return a.Value.Span.Start - b.Value.Span.Start })
	for _, block := range t.blocks {
		values := len(t.values)
		t.block, t.texts = block, nil
		block.Value = t.walk(block.Value, block.Path)
		units := slices.Concat(t.texts, t.values[values:])
		inArgument := map[string]int{}
		for _, u := range units {
			inArgument[model.PathText(u.argument())]++
		}
		for _, u := range units {
			argument := u.argument()
			shared := inArgument[model.PathText(argument)] > 1 || namesAPI(block.Value.Get(argument[min(len(block.Path), len(argument)):]...))
			u.Only = u.Err == nil && !shared
			u.Alone = u.Only && len(units) == 1 && appliesAlone(u)
		}
		for _, u := range t.texts {
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

// terraformFile is a Terraform file that is searched for manifests.
type terraformFile struct {
	source *hcl.Source
	blocks []*model.Resource
	block  *model.Resource // that is walked
	texts  []*Unit         // in its heredocs
	values []*Unit         // parts of the file's own tree
	count  int             // of the documents so far
}

// findBlocks collects the blocks of the file, and the attributes beside them.
func (t *terraformFile) findBlocks() {
	listed := map[*model.Value]bool{} // in JSON several blocks may be one
	add := func(path []any) {
		v := t.source.Document.Root.Get(path...)
		if v != nil && !listed[v] {
			listed[v] = true
			t.blocks = append(t.blocks, &model.Resource{Document: t.source.Document, Path: path, Value: v, Name: AddressOf(path)})
		}
	}
	for _, b := range t.source.Body.Blocks {
		add(b.Path)
	}
	for _, a := range t.source.Body.Attributes {
		add([]any{a.Name})
	}
}

// AddressOf names a block for people: kubectl_manifest.pool, data.aws_iam_policy_document.controller, module.eks, locals.
func AddressOf(path []any) string {
	var words []string
	for i, step := range path {
		if word, ok := step.(string); ok && (i > 0 || word != "resource") {
			words = append(words, word)
		}
	}
	return strings.Join(words, ".")
}

// walk collects the units in the value at a path of the file, and returns the value without them.
func (t *terraformFile) walk(v *model.Value, path []any) *model.Value {
	null := &model.Value{Kind: model.Null, Span: v.Span, Dash: -1}
	switch body, isHeredoc := hcl.HeredocBody(t.source.File.Data, v.Span); {
	case isHeredoc && v.Style == model.Literal:
		if t.heredoc(body, path) {
			return null
		}
		return v
	case isManifest(v):
		if t.source.Document.Syntax == model.HCL {
			v = asTemplates(v)
		}
		res := *yaml.Resources(&model.Document{Root: v})[0]
		res.Document, res.Path = t.source.Document, path
		t.later(&res, path)
		return null
	}
	remainder := *v
	remainder.Items, remainder.Entries = nil, nil
	for i, item := range v.Items {
		remainder.Items = append(remainder.Items, t.walk(item, model.Join(path, i)))
	}
	last := map[string]*model.Entry{} // of entries with equal keys the last one counts
	for _, e := range v.Entries {
		last[e.Key.Text] = e
	}
	for _, e := range v.Entries {
		if last[e.Key.Text] == e {
			e = &model.Entry{Key: e.Key, Value: t.walk(e.Value, model.Join(path, e.Key.Text))}
		}
		remainder.Entries = append(remainder.Entries, e)
	}
	remainder.IndexKeys()
	return &remainder
}

// isManifest reports whether a value is an object of Kubernetes.
func isManifest(v *model.Value) bool {
	isObject := v.IsMap() && v.Style == model.Flow
	return isObject && v.Entry("apiVersion") != nil && v.Entry("kind") != nil
}

// appliesAlone reports whether the resource of a unit applies it: directly as an argument, or through functions.
func appliesAlone(u *Unit) bool {
	applies, _ := AppliedBy(u.Block)
	if !applies || u.Block.Path[0] != "resource" || len(u.Place) < 4 {
		return false
	}
	for _, step := range u.Place[4:] {
		if _, isArgument := step.(int); !isArgument {
			return false
		}
	}
	return u.Place[3] == "yaml_body" || u.Place[3] == "manifest"
}

// Address returns the address of the resource of Terraform that applies nothing but the object, or "".
func (u *Unit) Address() string {
	if !u.Alone {
		return ""
	}
	return u.Block.Name
}

// argument returns the path of the argument or local value that contains the object.
func (u *Unit) argument() []any { return u.Place[:min(len(u.Place), len(u.Block.Path)+1)] }

// namesAPI reports whether a value that is not a manifest contains the name of an API of Karpenter.
func namesAPI(v *model.Value) bool {
	return v.Any(func(part *model.Value) bool {
		return len(part.Items)+len(part.Entries) == 0 && apiName().MatchString(part.Text)
	})
}

// apiName matches the name of an API of Karpenter. karpenter.sh/v1alpha1 is that of NodeOverlays.
var apiName = pattern.New(`\bkarpenter\.(sh/v1alpha[2-5]|k8s\.aws/v1alpha[0-9]|(sh|k8s\.aws)/v[0-9]+(beta[0-9]+)?)\b`)

// BlockName returns the name of the block of Terraform that contains the object, or "".
func (u *Unit) BlockName() string {
	if u.Block == nil {
		return ""
	}
	return u.Block.Name
}

// Local returns the name of the local value that contains the object, or "".
func (u *Unit) Local() string {
	if u.Block == nil || u.Block.Path[0] != "locals" || len(u.Place) < 3 {
		return ""
	}
	name, _ := u.Place[2].(string)
	return "local." + name
}

// asTemplates converts a map in Terraform's language to the form of a YAML template of Terraform: an expression becomes ${ … }, and
// a quoted string with expressions becomes its text.
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
	t.values = append(t.values, &Unit{Doc: t.source.Document, Res: res, Block: t.block, Place: path})
}

// heredoc collects the objects in a heredoc. It returns false if the text is no manifest.
func (t *terraformFile) heredoc(body model.Span, path []any) bool {
	var units []*Unit
	yaml.Embedded(t.source.File, body, func(doc *model.Document, err *yaml.ParseError) bool {
		number := t.count + 1 + len(units)
		if err != nil && !bytes.Contains(t.source.File.Data[body.Start:body.End], []byte("apiVersion")) {
			units = nil // no manifest
			return false
		}
		if err != nil {
			units = append(units, &Unit{Err: err, Number: number, Block: t.block, Body: body})
			return true
		}
		if doc.Root == nil {
			return true
		}
		if !doc.Root.IsMap() && doc.Root.Kind != model.List {
			units = nil
			return false
		}
		for _, u := range OfDocument(doc) {
			u.Number, u.Around, u.Block, u.Place, u.Body = number, t.source.Document, t.block, path, body
			units = append(units, u)
		}
		return true
	})
	for _, u := range units {
		u.Count = len(units)
		u.Apart = len(units) > 1 && t.appliesFirst(path, body)
		u.Ignored = u.Apart && u.Number > units[0].Number
	}
	t.texts = append(t.texts, units...)
	t.count += len(units)
	return len(units) > 0
}

// appliesFirst reports whether the resource applies only the first document of a text: kubectl_manifest parses its yaml_body as one document,
// and ignores what is behind it. Directives may decide which one is the first.
func (t *terraformFile) appliesFirst(place []any, body model.Span) bool {
	isBody := len(place) == 4 && place[0] == "resource" && place[1] == "kubectl_manifest" && place[3] == "yaml_body"
	return isBody && !bytes.Contains(t.source.File.Data[body.Start:body.End], []byte("%{"))
}

// AppliedBy reports whether the manifests in a block are applied, by the block itself or by another one that reads them, and returns its
// name for messages, which may be unknown.
func AppliedBy(block *model.Resource) (applies bool, name string) {
	switch kind, _ := block.Path[0].(string); {
	case kind == "resource" && len(block.Path) < 3:
	case kind == "resource":
		kind, _ := block.Path[1].(string)
		return kind == "kubectl_manifest" || kind == "kubernetes_manifest" || kind == "kustomization_resource", block.Name
	case slices.Contains([]string{"locals", "variable", "module", "data", "output"}, kind):
		return true, "the resource that applies it"
	}
	return false, ""
}
