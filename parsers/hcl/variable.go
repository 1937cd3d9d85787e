package hcl

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/ext/typeexpr"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
)

// assignments holds the values that tfvars files give the variables of the root.
type assignments map[string]assignment

type assignment struct {
	*Attribute
	file *model.File
}

// readVariables reads the tfvars files in Terraform's order, the later ones winning: terraform.tfvars, terraform.tfvars.json,
// *.auto.tfvars and *.auto.tfvars.json by name, then those of the command line. Beside a file that cannot be read, what no later one
// gives is unknown.
func (ev *evaluator) readVariables(dir string) assignments {
	names, _ := ev.list(dir)
	var paths []string
	for _, name := range []string{"terraform.tfvars", "terraform.tfvars.json"} {
		if slices.Contains(names, name) {
			paths = append(paths, path.Join(dir, name))
		}
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".auto.tfvars") || strings.HasSuffix(name, ".auto.tfvars.json") {
			paths = append(paths, path.Join(dir, name))
		}
	}
	given := assignments{}
	for _, name := range append(paths, ev.options.VarFiles...) {
		source := ev.read(name, nil)
		if source == nil { // what it gives is not known, nor what it leaves to others
			if _, err := ev.files.ReadFile(name); err != nil { // else it does not parse
				ev.limit(ev.newFile(name, nil), model.Span{}, "%s; what it would set is unknown", reason(err))
			}
			clear(given)
			ev.hidden = true
			continue
		}
		ev.root.Sources = append(ev.root.Sources, source)
		for _, a := range source.Body.Attributes {
			given[a.Name] = assignment{a, source.File}
		}
	}
	return given
}

// variable returns the value of a variable, nil if there is none of the name.
func (in *instance) variable(name string) *model.Value {
	b := in.module.variables[name]
	if b == nil {
		return nil
	}
	cycle := func() { in.ev.cycle(b.File, b.Header, "var."+name) }
	return in.once("var."+name, in.module.reads["var."+name], cycle, func() *model.Value {
		v := in.given(b, name)
		if v != nil && in.ev.exceeds(v, "var."+name) {
			return in.unknownBlock(b, "var."+name)
		}
		if v == nil || v.Kind == model.Null && isFalse(b.Body.Attribute("nullable")) {
			v = in.defaultOf(b, name)
		}
		return in.converted(b, name, v)
	})
}

// given returns what the caller or a tfvars file says, nil if they say nothing.
func (in *instance) given(b *Block, name string) *model.Value {
	if in.parent != nil {
		a := in.call.Body.Attribute(name)
		if a == nil {
			return nil
		}
		return in.caller.in(in.fileOf(a.Expr, in.call.File)).eval(a.Expr)
	}
	if in.symbolic {
		return in.unknownBlock(b, "var."+name)
	}
	if a, ok := in.ev.given[name]; ok {
		return in.scopeOf(a.file).eval(a.Expr)
	}
	if in.ev.hidden {
		return in.unknownBlock(b, "var."+name)
	}
	return nil
}

func (in *instance) defaultOf(b *Block, name string) *model.Value {
	if a := b.Body.Attribute("default"); a != nil {
		return in.scopeOf(in.fileOf(a.Expr, b.File)).eval(a.Expr)
	}
	return in.unknownBlock(b, "var."+name)
}

func isFalse(a *Attribute) bool {
	if a == nil {
		return false
	}
	literal, ok := a.Expr.(*hclsyntax.LiteralValueExpr)
	return ok && literal.Val.Type() == cty.Bool && literal.Val.False()
}

// converted returns the value of a variable as its type has it.
func (in *instance) converted(b *Block, name string, v *model.Value) *model.Value {
	a := b.Body.Attribute("type")
	if a == nil {
		return v
	}
	ty, defaults, diags := typeexpr.TypeConstraintWithDefaults(a.Expr)
	if diags.HasErrors() {
		return v
	}
	c := &converter{s: in.scopeOf(in.fileOf(a.Expr, b.File)), at: a.Expr, path: in.qualified("var." + name)}
	if converted := c.value(v, ty, defaults); converted != nil {
		return converted
	}
	return in.unknownBlock(b, "var."+name)
}

// reason returns what is wrong with a file, without its path.
func reason(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return err.Error()
}
