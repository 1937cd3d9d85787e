package eval

import (
	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"

	hcl2 "github.com/hashicorp/hcl/v2"
)

// variable returns the value of a variable, nil if there is none of the name.
func (in *Instance) variable(name string) *model.Value {
	b := in.Module.Variables[name]
	if b == nil {
		return nil
	}
	cycle := func() { in.ev.cycle(b.File, b.Header, "var."+name) }
	return in.memoized("var."+name, in.Module.Reads["var."+name], cycle, func() *model.Value {
		v := in.given(b, name)
		if v == nil || v.Kind == model.Null && isFalse(b.Body.Attribute("nullable")) {
			v = in.defaultOf(b, name)
		}
		return in.unhidden(b, name, in.converted(b, name, v))
	})
}

// given returns the value from the caller or a tfvars file, nil if they have none.
func (in *Instance) given(b *hcl.Block, name string) *model.Value {
	if in.Parent != nil {
		a := in.Call.Body.Attribute(name)
		if a == nil && in.Call.Labels[0] == "" && in.ev.tree.MayBeSet(name) { // a unit of Terragrunt
			return in.unknownBlock(b, "var."+name)
		}
		if a == nil {
			return nil
		}
		return in.caller.inFile(in.fileOf(a.Expr, in.Call.File)).eval(a.Expr)
	}
	if in.hidden.all {
		return in.unknownBlock(b, "var."+name)
	}
	if a, ok := in.ev.tree.Given[name]; ok {
		return in.scopeOf(a.File).eval(a.Expr)
	}
	if in.ev.tree.Hidden || in.ev.tree.MayBeSet(name) {
		return in.unknownBlock(b, "var."+name)
	}
	return nil
}

// defaultOf returns the default of a variable, Unknown if it has none.
func (in *Instance) defaultOf(b *hcl.Block, name string) *model.Value {
	a := b.Body.Attribute("default")
	if a == nil {
		return in.unknownBlock(b, "var."+name)
	}
	v := in.scopeOf(in.fileOf(a.Expr, b.File)).eval(a.Expr)
	if in.Parent == nil && v.Kind == model.Map && len(v.Entries) == 0 && v.Origin != nil && isAny(b.Body.Attribute("type")) {
		marked, origin := *v, *v.Origin
		origin.Default = true
		marked.Origin = &origin
		return &marked
	}
	return v
}

// isAny reports whether the type of a variable is any, or not given.
func isAny(a *hcl.Attribute) bool { return a == nil || hcl2.ExprAsKeyword(a.Expr) == "any" }

func isFalse(a *hcl.Attribute) bool {
	if a == nil {
		return false
	}
	literal, ok := a.Expr.(*hclsyntax.LiteralValueExpr)
	return ok && literal.Val.Type() == cty.Bool && literal.Val.False()
}

// converted converts the value of a variable to the variable's type.
func (in *Instance) converted(b *hcl.Block, name string, v *model.Value) *model.Value {
	a := b.Body.Attribute("type")
	if a == nil {
		return v
	}
	ty, defaults, diags := typeexpr.TypeConstraintWithDefaults(a.Expr)
	if diags.HasErrors() {
		return v
	}
	c := &located.Converter{Maker: &in.scopeOf(in.fileOf(a.Expr, b.File)).Maker, At: a.Expr, Path: func() string { return in.Address + "var." + name }}
	if converted := c.Value(v, ty, defaults); converted != nil {
		return converted
	}
	return in.unknownBlock(b, "var."+name)
}
