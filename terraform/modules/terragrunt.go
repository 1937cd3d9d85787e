package modules

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// unit is what the terragrunt.hcl of the root says of its module's variables.
type unit struct {
	inputs []*hcl.Attribute // for the module in the directory itself
	file   *model.File
	sets   map[string]bool // variables that an included file sets
	open   bool            // any variable may have a value that is not known
}

// MayBeSet reports whether something that is not known may give a value to a variable of a unit's module.
func (t *Tree) MayBeSet(name string) bool { return t.unit.open || t.unit.sets[name] }

// addUnit adds what a terragrunt.hcl says as the call of a module: Terragrunt runs the module in terraform.source with the inputs as the values
// of its variables. Without a source that is the module in the directory itself. A unit whose source is not local, or not known, calls nothing.
// Source: gruntwork-io/terragrunt v0.67.16, docs/_docs/04_reference/config-blocks-and-attributes.md
func (t *Tree) addUnit(m *module, source *hcl.Source) {
	if !filetype.IsTerragrunt(path.Base(source.File.Path)) || m.Dir != t.Dir {
		return
	}
	inputs, isWhole := inputsOf(source)
	block, from, text := sourceOfUnit(source)
	t.unit = unit{file: source.File, sets: map[string]bool{}, open: !isWhole || hasArguments(source)}
	for _, b := range source.Body.Blocks {
		if b.Type == "include" {
			included := t.include(m.Dir, source.File, b)
			t.takeIncluded(included)
			if included != nil && block == nil {
				block, from, text = sourceOfUnit(included)
			}
		}
	}
	if text == "" || path.Clean(text) == "." {
		t.unit.inputs = inputs
		return
	}
	if !isLocal(text) {
		return
	}
	call := &hcl.Block{
		File: source.File, Type: "module", Labels: []string{""}, Path: block.Path, Header: block.Header, Span: block.Span,
		Body: hcl.NewBody(append(inputs, literalAttribute(from, text)), nil),
	}
	m.Calls = append(m.Calls, call)
	m.note(call)
}

// takeIncluded notes which variables an included file sets: any, if it is not found.
func (t *Tree) takeIncluded(included *hcl.Source) {
	if included == nil {
		t.unit.open = true
		return
	}
	inputs, isWhole := inputsOf(included)
	for _, a := range inputs {
		t.unit.sets[a.Name] = true
	}
	t.unit.open = t.unit.open || !isWhole || hasArguments(included)
}

// giveInputs gives the inputs of a unit to the module in its directory. Terragrunt passes them by the environment, so tfvars files win. Those
// beside a module elsewhere are copied to it, and not read here.
func (t *Tree) giveInputs() {
	if t.unit.file == nil {
		return
	}
	t.unit.open = t.unit.open || t.unit.inputs == nil && len(t.Given) > 0
	for _, a := range t.unit.inputs {
		if _, isGiven := t.Given[a.Name]; !isGiven {
			t.Given[a.Name] = assignment{a, t.unit.file}
		}
	}
}

// hasArguments reports whether a unit gives Terraform arguments of its own, such as -var-file.
func hasArguments(source *hcl.Source) bool {
	return slices.ContainsFunc(source.Body.Blocks, func(b *hcl.Block) bool {
		return b.Type == "terraform" && slices.ContainsFunc(b.Body.Blocks, func(in *hcl.Block) bool { return in.Type == "extra_arguments" })
	})
}

// inParents matches how a unit names a file in a directory above it: find_in_parent_folders("root.hcl").
var inParents = pattern.New(`^"?(?:\$\{)?find_in_parent_folders\((?:"([^"$]*)")?\)\}?"?$`)

// maxParents bounds the directories above a unit in which an included file is looked for.
const maxParents = 20

// include returns the file that an include block names; nil if it is not found.
func (t *Tree) include(dir string, f *model.File, block *hcl.Block) *hcl.Source {
	a := block.Body.Attribute("path")
	if a == nil {
		return nil
	}
	text := textOf(f, a.Expr)
	if m := inParents().FindStringSubmatch(text); m != nil {
		return t.inParents(dir, cmp.Or(m[1], "terragrunt.hcl"))
	}
	name := localPath(text)
	if name == "" || strings.ContainsAny(name, "${") {
		return nil
	}
	return t.readIncluded(path.Join(dir, name))
}

func (t *Tree) inParents(dir, name string) *hcl.Source {
	for range maxParents {
		parent := path.Join(dir, "..")
		if parent == dir {
			break
		}
		dir = parent
		if names, err := t.list(dir); err != nil {
			return nil
		} else if slices.Contains(names, name) {
			return t.readIncluded(path.Join(dir, name))
		}
	}
	return nil
}

// readIncluded reads a file that is no part of the module; nil if it cannot be read.
func (t *Tree) readIncluded(name string) *hcl.Source {
	f, err := t.Open(name)
	if err != nil {
		return nil
	}
	source, failed := hcl.Parse(f)
	if failed != nil {
		return nil
	}
	return source
}

// sourceOfUnit returns the terraform block with the source of a unit, the source, and its text as that of a module call; "" if there is none, and
// the text as written if it is not known.
func sourceOfUnit(source *hcl.Source) (block *hcl.Block, from *hcl.Attribute, text string) {
	for _, b := range source.Body.Blocks {
		if a := b.Body.Attribute("source"); b.Type == "terraform" && len(b.Labels) == 0 && a != nil {
			return b, a, cmp.Or(localPath(textOf(source.File, a.Expr)), "?")
		}
	}
	return nil, nil, ""
}

var unitDirectory = regexp.QuoteMeta("${get_terragrunt_dir()}")

var unitPath = pattern.New(`^"(?:` + unitDirectory + `/?)?([^"$]*)"$`)

// localPath returns the path in a text relative to the directory of the unit: "${get_terragrunt_dir()}/../x" is "../x"; "" if it is not known.
func localPath(text string) string {
	m := unitPath().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	return cmp.Or(m[1], ".")
}

func textOf(f *model.File, e hclsyntax.Expression) string {
	span := hcl.ExpressionSpan(f, e)
	return string(f.Data[span.Start:span.End])
}

// literalAttribute returns an attribute with a text in the place of its expression.
func literalAttribute(a *hcl.Attribute, text string) *hcl.Attribute {
	literal := &hclsyntax.LiteralValueExpr{Val: cty.StringVal(text), SrcRange: a.Expr.Range()}
	template := &hclsyntax.TemplateExpr{Parts: []hclsyntax.Expression{literal}, SrcRange: a.Expr.Range()}
	return &hcl.Attribute{Name: a.Name, Key: a.Key, Span: a.Span, Expr: template}
}

// reserved are arguments of a module call, which no variable can be called.
var reserved = []string{"source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals"}

// inputsOf returns the inputs of a unit as attributes, and whether it sets no other. Of inputs that a function makes, none are known.
func inputsOf(source *hcl.Source) (attributes []*hcl.Attribute, isWhole bool) {
	inputs := source.Body.Attribute("inputs")
	if inputs == nil {
		return nil, true
	}
	object, ok := inputs.Expr.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil, false
	}
	known := map[string]bool{}
	isWhole = true
	for _, item := range object.Items {
		name := strings.Trim(textOf(source.File, item.KeyExpr), `"`)
		isWhole = isWhole && hcl.IsIdentifier(name)
		if !hcl.IsIdentifier(name) || known[name] || slices.Contains(reserved, name) {
			continue
		}
		known[name] = true
		key, value := hcl.SpanOf(item.KeyExpr.Range()), hcl.SpanOf(item.ValueExpr.Range())
		attributes = append(attributes, &hcl.Attribute{
			Name: name, Key: key, Span: model.Span{Start: key.Start, End: value.End}, Expr: item.ValueExpr,
		})
	}
	return attributes, isWhole
}
