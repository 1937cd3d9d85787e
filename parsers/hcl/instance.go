package hcl

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// instance is one instance of a module, with the values of its variables, locals and outputs as far as they were asked for.
type instance struct {
	*place
	ev      *evaluator
	caller  *scope // of the call's block: each and count are those of the instance; nil for the root
	address string // what addresses inside start with: `module.karpenter["a"].`

	// symbolic says that all variables of the root are unknown, whatever their defaults. What is known then holds however
	// the root is used.
	symbolic bool

	// unsure says that a call on the way here has count or for_each: Terraform may evaluate nothing in the module.
	unsure bool

	values map[string]*memo // by "var.x", "local.x", "output.x", "helm_release.x[0].version"
	below  map[string]*instance
	counts map[*Block]*expansion
}

// memo is a value that is evaluated once.
type memo struct {
	value *model.Value
	busy  bool
}

// instanceOf returns the instance of a root module.
func (ev *evaluator) instanceOf(root *place, symbolic bool) *instance {
	return ev.newInstance(root, nil, "", symbolic)
}

func (ev *evaluator) newInstance(p *place, caller *scope, address string, symbolic bool) *instance {
	return &instance{place: p, ev: ev, caller: caller, address: address, symbolic: symbolic,
		values: map[string]*memo{}, below: map[string]*instance{}, counts: map[*Block]*expansion{}}
}

// scopeOf returns the scope of expressions in a file of the module.
func (in *instance) scopeOf(f *model.File) *scope { return &scope{instance: in, maker: in.makerIn(f)} }

func (in *instance) makerIn(f *model.File) maker {
	return maker{evaluation: in.ev.evaluation, file: f, shared: in.module.uses > 1, prefix: in.address}
}

// fileOf returns the file that an expression is written in: an override file may hold an attribute of a block elsewhere.
func (in *instance) fileOf(e hclsyntax.Expression, otherwise *model.File) *model.File {
	if source := in.ev.tree.byPath[e.Range().Filename]; source != nil {
		return source.File
	}
	return otherwise
}

// once returns the value by name, evaluating it if it was not; readBy are the paths that are read from it. A value that needs itself
// is Unknown, as is one that is too large.
func (in *instance) once(name string, readBy [][]string, cycle func(), evaluate func() *model.Value) *model.Value {
	m := in.values[name]
	if m == nil {
		m = &memo{busy: true}
		in.values[name] = m
		failures := in.ev.failures
		in.ev.apart(name, !in.unsure, func() { m.value = evaluate() })
		in.ev.failures = failures // Terraform reports them there, and goes on with an unknown value
		if in.ev.exceeds(m.value, name) {
			m.value = in.placeless(m.value, in.address+name)
		}
		in.ev.share(m.value, readBy)
		m.busy = false
	}
	if m.busy {
		cycle()
		v := newValue(model.Unknown, model.None, model.Span{})
		v.Text, v.Origin = in.address+name, in.ev.originIn(in.module.sources[0].File, true, false)
		return v
	}
	return m.value
}

// placeless returns an Unknown that stands where v does.
func (in *instance) placeless(v *model.Value, text string) *model.Value {
	u := newValue(model.Unknown, model.None, v.Span)
	u.Text, u.Origin = text, v.Origin
	return u
}

// cycle complains of what stands at a place.
func (ev *evaluator) cycle(f *model.File, at model.Span, name string) {
	ev.tree.complain(f, at, "%s needs its own value; break the cycle of references", name)
}

// local returns the value of a local, nil if there is none of the name.
func (in *instance) local(name string) *model.Value {
	a := in.module.locals[name]
	if a == nil {
		return nil
	}
	s := in.scopeOf(in.fileOf(a.Expr, nil))
	if s.file == nil {
		return nil
	}
	cycle := func() { in.ev.cycle(s.file, a.Key, "local."+name) }
	return in.once("local."+name, in.module.reads["local."+name], cycle, func() *model.Value { return s.eval(a.Expr) })
}

// output returns the value of an output, nil if there is none of the name.
func (in *instance) output(name string) *model.Value {
	b := in.module.outputs[name]
	if b == nil {
		return nil
	}
	cycle := func() { in.ev.cycle(b.File, b.Header, fmt.Sprintf("output %q", name)) }
	var readBy [][]string
	if in.parent != nil {
		readBy = in.parent.module.reads["module."+in.call.Labels[0]+"."+name]
	}
	return in.once("output."+name, readBy, cycle, func() *model.Value {
		a := b.Body.Attribute("value")
		if a == nil {
			return in.unknownBlock(b, "output."+name)
		}
		return in.scopeOf(in.fileOf(a.Expr, b.File)).eval(a.Expr)
	})
}

// unknownBlock returns an Unknown that stands at the header of a block.
func (in *instance) unknownBlock(b *Block, text string) *model.Value {
	v := newValue(model.Unknown, model.None, b.Header)
	v.Text = in.address + text
	v.Origin = in.ev.originIn(b.File, true, false)
	return v
}

// child returns an instance of a local module that the module calls, nil if the call's module is not local.
func (in *instance) child(call string, e element) *instance {
	p := in.children[call]
	if p == nil {
		return nil
	}
	address := in.address + "module." + call + e.suffix + "."
	if have := in.below[address]; have != nil {
		return have
	}
	if in.ev.instances++; in.ev.instances > maxModules {
		in.ev.tree.limit(p.call.File, p.call.Header, "the root has more than %d instances of modules; the others are not looked into", maxModules)
		return nil
	}
	caller := in.scopeOf(p.call.File).with(e.names)
	child := in.ev.newInstance(p, caller, address, in.symbolic)
	child.unsure = in.unsure || in.expand(p.call).kind != single
	in.below[address] = child
	return child
}
