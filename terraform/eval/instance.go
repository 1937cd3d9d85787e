package eval

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"
	"github.com/karplint/karplint/terraform/modules"
)

// Instance is one instance of a module, with the values of its variables, locals and outputs as far as they were asked for.
type Instance struct {
	*modules.Place
	ev      *Evaluator
	caller  *scope // of the call's block: each and count are those of the instance; nil for the root
	Address string // the start of addresses inside: `module.karpenter["a"].`

	// symbolic means that all variables of the root are unknown, whatever their defaults. Values that are known then hold
	// however the root is used.
	symbolic bool

	// unsure means that a call on the way here has count or for_each: Terraform may evaluate nothing in the module.
	unsure bool

	values    map[string]*memo // by "var.x", "local.x", "output.x", "helm_release.x[0].version"
	instances map[string]*Instance
	counts    map[*hcl.Block]*Expansion
}

// memo is a value that is evaluated once.
type memo struct {
	value *model.Value
	busy  bool
}

// Root returns the instance of a root module.
func (ev *Evaluator) Root(root *modules.Place, symbolic bool) *Instance {
	return ev.newInstance(root, nil, "", symbolic)
}

func (ev *Evaluator) newInstance(p *modules.Place, caller *scope, address string, symbolic bool) *Instance {
	return &Instance{Place: p, ev: ev, caller: caller, Address: address, symbolic: symbolic,
		values: map[string]*memo{}, instances: map[string]*Instance{}, counts: map[*hcl.Block]*Expansion{}}
}

// scopeOf returns the scope of expressions in a file of the module.
func (in *Instance) scopeOf(f *model.File) *scope { return &scope{Instance: in, Maker: in.makerIn(f)} }

func (in *Instance) makerIn(f *model.File) located.Maker {
	return located.Maker{Evaluation: in.ev.Evaluation, File: f, Shared: in.Module.Uses > 1, Prefix: in.Address}
}

// fileOf returns the file that an expression is written in: an override file may hold an attribute of a block elsewhere.
func (in *Instance) fileOf(e hclsyntax.Expression, otherwise *model.File) *model.File {
	if source := in.ev.tree.ByPath[e.Range().Filename]; source != nil {
		return source.File
	}
	return otherwise
}

// memoized returns the value by name, evaluating it if it was not; readBy are the paths that are read from it. A value that needs itself
// is Unknown, as is one that is too large.
func (in *Instance) memoized(name string, readBy [][]string, cycle func(), evaluate func() *model.Value) *model.Value {
	m := in.values[name]
	if m == nil {
		m = &memo{busy: true}
		in.values[name] = m
		failures := in.ev.Failures
		in.ev.budgeted(name, !in.unsure, func() { m.value = evaluate() })
		in.ev.Failures = failures // Terraform reports them there, and goes on with an unknown value
		if in.ev.exceeds(m.value, name) {
			m.value = in.placeless(m.value, in.Address+name)
		}
		in.ev.share(m.value, readBy)
		m.busy = false
	}
	if m.busy {
		cycle()
		v := hcl.NewValue(model.Unknown, model.None, model.Span{})
		v.Text, v.Origin = in.Address+name, in.ev.OriginIn(in.Module.Sources[0].File, true, false)
		return v
	}
	return m.value
}

// placeless returns an Unknown that is where v does.
func (in *Instance) placeless(v *model.Value, text string) *model.Value {
	u := hcl.NewValue(model.Unknown, model.None, v.Span)
	u.Text, u.Origin = text, v.Origin
	return u
}

// cycle reports a value that needs itself.
func (ev *Evaluator) cycle(f *model.File, span model.Span, name string) {
	ev.tree.Complain(f, span, "%s needs its own value; break the cycle of references", name)
}

// local returns the value of a local, nil if there is none of the name.
func (in *Instance) local(name string) *model.Value {
	a := in.Module.Locals[name]
	if a == nil {
		return nil
	}
	s := in.scopeOf(in.fileOf(a.Expr, nil))
	if s.File == nil {
		return nil
	}
	cycle := func() { in.ev.cycle(s.File, a.Key, "local."+name) }
	return in.memoized("local."+name, in.Module.Reads["local."+name], cycle, func() *model.Value { return s.eval(a.Expr) })
}

// Output returns the value of an output, nil if there is none of the name.
func (in *Instance) Output(name string) *model.Value {
	b := in.Module.Outputs[name]
	if b == nil {
		return nil
	}
	cycle := func() { in.ev.cycle(b.File, b.Header, fmt.Sprintf("output %q", name)) }
	var readBy [][]string
	if in.Parent != nil {
		readBy = in.Parent.Module.Reads["module."+in.Call.Labels[0]+"."+name]
	}
	return in.memoized("output."+name, readBy, cycle, func() *model.Value {
		a := b.Body.Attribute("value")
		if a == nil {
			return in.unknownBlock(b, "output."+name)
		}
		return in.scopeOf(in.fileOf(a.Expr, b.File)).eval(a.Expr)
	})
}

// unknownBlock returns an Unknown that is at the header of a block.
func (in *Instance) unknownBlock(b *hcl.Block, text string) *model.Value {
	v := hcl.NewValue(model.Unknown, model.None, b.Header)
	v.Text = in.Address + text
	v.Origin = in.ev.OriginIn(b.File, true, false)
	return v
}

// Child returns an instance of a local module that the module calls, nil if the call's module is not local.
func (in *Instance) Child(call string, e Element) *Instance {
	p := in.Children[call]
	if p == nil {
		return nil
	}
	address := in.Address + "module." + call + e.Suffix + "."
	if instance := in.instances[address]; instance != nil {
		return instance
	}
	if in.ev.instances++; in.ev.instances > maxModules {
		in.ev.tree.Limit(p.Call.File, p.Call.Header, "the root has more than %d instances of modules; the others are not looked into", maxModules)
		return nil
	}
	caller := in.scopeOf(p.Call.File).withNames(e.names)
	child := in.ev.newInstance(p, caller, address, in.symbolic)
	child.unsure = in.unsure || in.Expand(p.Call).kind != single
	in.instances[address] = child
	return child
}
