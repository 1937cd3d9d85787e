package eval

import (
	"maps"
	"slices"
	"strconv"

	"github.com/karplint/karplint/parsers/hcl"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
)

// reference returns the value of a name, followed by attributes and indexes.
func (s *scope) reference(e *hclsyntax.ScopeTraversalExpr) *model.Value {
	t := e.Traversal
	v, steps := s.resolve(e, t)
	v = s.traverse(e, v, steps)
	if v.Kind == model.Unknown {
		unknown := s.Unknown(e, v.Text)
		if v.Origin != nil && v.Origin.Documents != nil {
			unknown.Origin = v.Origin
			unknown.Span = v.Span
		}
		return unknown
	}
	return v
}

// resolve returns the value to which the first steps of a traversal refer, and the remaining steps.
func (s *scope) resolve(e hclsyntax.Expression, t hcl2.Traversal) (*model.Value, hcl2.Traversal) {
	root := t.RootName()
	if v, hidden := s.lookup(root); v != nil {
		return v, t[1:]
	} else if hidden {
		return s.Fail(e, s.Source(e)), nil
	}
	name, named := hcl.AttributeStep(t, 1)
	if !named {
		return s.Fail(e, s.Source(e)), nil
	}
	switch root {
	case "var":
		return s.orFail(e, s.variable(name)), t[2:]
	case "local":
		return s.orFail(e, s.local(name)), t[2:]
	case "path":
		return s.path(e, name), t[2:]
	case "module":
		return s.moduleReference(e, name, t[2:])
	case "terraform", "each", "count":
		return s.Unknown(e, s.Source(e)), nil
	case "self":
		return s.selfReference(e, name), t[2:]
	}
	block, steps := hcl.BlockReference(t)
	if block == "" {
		return s.Fail(e, s.Source(e)), nil
	}
	return s.blockReference(e, block, steps)
}

func (s *scope) orFail(e hclsyntax.Expression, v *model.Value) *model.Value {
	if v == nil {
		return s.Fail(e, s.Source(e))
	}
	return v
}

// path returns path.module and path.root, as Terraform gives them when it runs in the root's directory.
func (s *scope) path(e hclsyntax.Expression, name string) *model.Value {
	switch name {
	case "root":
		return s.Text(e, ".")
	case "module":
		return s.Text(e, s.ev.tree.FromRoot(s.Module.Dir))
	}
	return s.Unknown(e, "path."+name)
}

func (s *scope) selfReference(e hclsyntax.Expression, name string) *model.Value {
	for frame := s; frame != nil; frame = frame.outer {
		if frame.self != nil {
			return frame.self(name)
		}
	}
	return s.Unknown(e, s.Source(e))
}

// moduleReference returns the value of module.name, and the remaining steps.
func (s *scope) moduleReference(e hclsyntax.Expression, name string, steps hcl2.Traversal) (*model.Value, hcl2.Traversal) {
	p := s.Children[name]
	if p == nil {
		return s.Unknown(e, s.Qualified("module."+name)), steps
	}
	x := s.Expand(p.Call)
	if x.kind == single {
		return s.outputOf(e, name, x.Elements[0], steps)
	}
	if !x.complete {
		return s.Unknown(e, s.Qualified("module."+name)), steps
	}
	if len(steps) > 0 {
		if index, ok := steps[0].(hcl2.TraverseIndex); ok {
			el, ok := x.find(hcl.IndexText(index.Key))
			if !ok {
				return s.Fail(e, s.Source(e)), nil
			}
			return s.outputOf(e, name, el, steps[1:])
		}
	}
	return s.collect(e, x, func(el Element) *model.Value {
		v, _ := s.outputOf(e, name, el, nil)
		return v
	}), steps
}

// outputOf returns the output of one instance that the first of steps names, or all its outputs if
// there are no steps.
func (s *scope) outputOf(e hclsyntax.Expression, call string, el Element, steps hcl2.Traversal) (*model.Value, hcl2.Traversal) {
	child := s.Child(call, el)
	if child == nil {
		return s.Unknown(e, s.Qualified("module."+call+el.Suffix)), steps
	}
	if name, ok := hcl.AttributeStep(steps, 0); ok {
		return s.orFail(e, child.Output(name)), steps[1:]
	}
	outputs := s.Computed(e, model.Map)
	for _, name := range slices.Sorted(maps.Keys(child.Module.Outputs)) {
		outputs.Entries = append(outputs.Entries, s.Entry(e, name, child.Output(name)))
	}
	return outputs, steps
}

// collect returns the values of a block's instances: a list for count, a map for for_each.
func (s *scope) collect(e hclsyntax.Expression, x *Expansion, value func(Element) *model.Value) *model.Value {
	values := s.Computed(e, model.List)
	if x.kind == byKey {
		values.Kind = model.Map
	}
	for _, el := range x.Elements {
		if el.unknown {
			continue
		}
		if x.kind == byKey {
			values.Entries = append(values.Entries, s.Entry(e, el.key, value(el)))
		} else {
			values.Items = append(values.Items, value(el))
		}
	}
	return values
}

// blockReference returns the value of a resource or data source, or of an argument that is written in its block, and the remaining
// steps.
func (s *scope) blockReference(e hclsyntax.Expression, name string, steps hcl2.Traversal) (*model.Value, hcl2.Traversal) {
	b := s.Module.Named[name]
	if b == nil {
		return s.Unknown(e, s.Qualified(name)), steps
	}
	x := s.Expand(b)
	el := x.Elements[0]
	if x.kind != single {
		if !x.complete {
			return s.Unknown(e, s.Qualified(name)), steps
		}
		if len(steps) == 0 {
			return s.collect(e, x, func(el Element) *model.Value { return s.declared(e, b, el) }), nil
		}
		index, ok := steps[0].(hcl2.TraverseIndex)
		if !ok {
			return s.Unknown(e, s.Qualified(name)), steps
		}
		var exists bool
		if el, exists = x.find(hcl.IndexText(index.Key)); !exists {
			return s.Fail(e, s.Source(e)), nil
		}
		steps = steps[1:]
	}
	attribute, ok := hcl.AttributeStep(steps, 0)
	if !ok {
		return s.Unknown(e, s.Qualified(name+el.Suffix)), steps
	}
	if v := s.argument(b, el, attribute); v != nil {
		return v, steps[1:]
	}
	return s.Unknown(e, s.Qualified(name+el.Suffix)), steps
}

// declared returns the arguments of one instance of a resource as an open map, because the provider adds
// attributes.
func (s *scope) declared(e hclsyntax.Expression, b *hcl.Block, el Element) *model.Value {
	arguments := s.Computed(e, model.Map)
	arguments.Open, arguments.Text = true, s.Qualified(b.Reference()+el.Suffix)
	for _, a := range b.Body.Attributes {
		if metaArguments[a.Name] {
			continue
		}
		if v := s.argument(b, el, a.Name); v != nil {
			arguments.Entries = append(arguments.Entries, s.Entry(e, a.Name, v))
		}
	}
	return arguments
}

// argument returns the value of a resource's attribute or nested blocks as written. It returns nil if they are not
// written, because the provider then computes them.
func (in *Instance) argument(b *hcl.Block, el Element, name string) *model.Value {
	s := in.scopeOf(b.File).withNames(el.names)
	if v := s.special(b, name); v != nil {
		return v
	}
	id := b.Reference() + el.Suffix + "." + name
	if a := b.Body.Attribute(name); a != nil {
		v := in.memoized(id, nil, func() {}, func() *model.Value { return s.inFile(in.fileOf(a.Expr, b.File)).guarded(a.Expr) })
		if v.Kind == model.Null {
			return nil
		}
		return v
	}
	blocks := hcl.BlocksFor(b.Body, name)
	if len(blocks) == 0 {
		return nil
	}
	return in.memoized(id, nil, func() {}, func() *model.Value {
		v := *s.nested(blocks)
		items := v.Items
		v.Items = nil
		for i, item := range items {
			open := *item
			open.Open = true // the provider adds attributes
			open.Text = s.Qualified(id + "[" + strconv.Itoa(i) + "]")
			v.Items = append(v.Items, &open)
		}
		return &v
	})
}

// traverse follows the steps from v.
func (s *scope) traverse(e hclsyntax.Expression, v *model.Value, steps hcl2.Traversal) *model.Value {
	for _, step := range steps {
		switch step := step.(type) {
		case hcl2.TraverseAttr:
			v = s.attribute(e, v, step.Name)
		case hcl2.TraverseIndex:
			key := s.Computed(e, model.String)
			key.Text = hcl.IndexText(step.Key)
			if step.Key.Type() == cty.Number {
				key.Kind = model.Number
			}
			v = s.index(e, v, key)
		default:
			return s.Fail(e, s.Source(e))
		}
	}
	return v
}
