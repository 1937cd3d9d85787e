package eval

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"
	"github.com/karplint/karplint/terraform/modules"
)

// Instance is one instance of a module. It caches the values of its variables, locals and outputs, which are evaluated on
// demand.
type Instance struct {
	*modules.Place
	ev      *Evaluator
	caller  *scope // the scope of the call, with each and count of the instance; nil for the root
	Address string // the prefix of addresses inside the module: `module.karpenter["a"].`

	hidden *Hidden // parts of the root's variables that count as unknown

	// unsure means that a call that leads to the module has count or for_each, so that Terraform may not evaluate
	// the module at all.
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
func (ev *Evaluator) Root(root *modules.Place, hidden *Hidden) *Instance {
	return ev.newInstance(root, nil, "", hidden)
}

func (ev *Evaluator) newInstance(p *modules.Place, caller *scope, address string, hidden *Hidden) *Instance {
	return &Instance{Place: p, ev: ev, caller: caller, Address: address, hidden: hidden,
		values: map[string]*memo{}, instances: map[string]*Instance{}, counts: map[*hcl.Block]*Expansion{}}
}

// scopeOf returns the scope of expressions in a file of the module.
func (in *Instance) scopeOf(f *model.File) *scope { return &scope{Instance: in, Maker: in.makerIn(f)} }

func (in *Instance) makerIn(f *model.File) located.Maker {
	return located.Maker{Evaluation: in.ev.Evaluation, File: f, Shared: in.Module.Uses > 1, Prefix: in.Address}
}

// fileOf returns the file that an expression is written in: an attribute of a block may come from an override file.
func (in *Instance) fileOf(e hclsyntax.Expression, otherwise *model.File) *model.File {
	if source := in.ev.tree.ByPath[e.Range().Filename]; source != nil {
		return source.File
	}
	return otherwise
}

// memoized returns the value with the name and evaluates it on first use. readBy are the paths that expressions read from it. A value
// that depends on itself is Unknown.
func (in *Instance) memoized(name string, readBy [][]string, cycle func(), evaluate func() *model.Value) *model.Value {
	m := in.values[name]
	if m == nil {
		m = &memo{busy: true}
		in.values[name] = m
		failures := in.ev.Failures
		in.ev.certainly(!in.unsure, func() { m.value = evaluate() })
		in.ev.Failures = failures // failures belong to the named value; for Terraform, an expression that uses it continues with an unknown value
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

// cycle reports a value that depends on itself.
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

// unknownBlock returns an Unknown at the header of a block.
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
	address := in.Address + modules.Step(call, e.Suffix)
	if instance := in.instances[address]; instance != nil {
		return instance
	}
	limit.Point()
	caller := in.scopeOf(p.Call.File).withNames(e.names)
	child := in.ev.newInstance(p, caller, address, in.hidden)
	child.unsure = in.unsure || in.Expand(p.Call).kind != single
	in.instances[address] = child
	return child
}
