package terraform

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/eval"
	"github.com/karplint/karplint/terraform/modules"
)

// collector evaluates the blocks of a root, module by module.
type collector struct {
	tree      *modules.Tree
	ev        *eval.Evaluator
	sources   map[*model.File]*hcl.Source
	resources []*Resource
	providers map[string]*model.Value
	absent    []absent
}

// absent is a block that the current values of the root's variables leave out.
type absent struct {
	*Resource
	element    eval.Element
	conditions []string
	in         route
}

// route leads from an instance of the root to an instance of a module in it; nil if there is none.
type route func(root *eval.Instance) *eval.Instance

// evaluateAbsent evaluates the absent blocks as they are where they exist: there, the variables that leave them out have other values.
func (c *collector) evaluateAbsent() {
	var conditions []string
	for _, a := range c.absent {
		conditions = append(conditions, a.conditions...)
	}
	if len(conditions) == 0 {
		return
	}
	root := c.ev.Root(c.tree.Root, eval.Conditions(conditions))
	for _, a := range c.absent {
		if in := a.in(root); in != nil {
			a.Value = in.Resource(a.Block, a.element)
		}
	}
}

// module adds the resources of one instance of a module and of those it calls. twin is the same instance evaluated with unknown
// root variables. gates are the conditions of the calls that lead to the instance, and state is their result.
func (c *collector) module(in, twin *eval.Instance, way route, gates []string, state presence) {
	for _, b := range in.Module.Blocks {
		c.block(in, twin, way, b, gates, state)
	}
	for _, b := range in.Module.Providers {
		c.providers[in.Node+providerNode(b)] = in.Evaluate(b)
	}
	for _, call := range in.Module.Calls {
		p := in.Children[call.Labels[0]]
		if p == nil || p.Call != call {
			c.block(in, twin, way, call, gates, state)
			continue
		}
		gate, impossible := twin.Gate(call)
		for _, el := range in.Expand(call).Elements {
			child := in.Child(call.Labels[0], el)
			twinChild := twin.Child(call.Labels[0], twin.Counterpart(call, el))
			if child != nil && twinChild != nil {
				c.module(child, twinChild, way.into(call, el), append(gates[:len(gates):len(gates)], gate...), state.and(impossible, in.IsOff(call)))
			}
		}
	}
}

func (way route) into(call *hcl.Block, el eval.Element) route {
	return func(root *eval.Instance) *eval.Instance {
		in := way(root)
		if in == nil {
			return nil
		}
		return in.Child(call.Labels[0], in.Counterpart(call, el))
	}
}

// otherReaders evaluates the outputs of the root, if functions read files: whoever changes such a file must know
// all its readers.
func (c *collector) otherReaders(in *eval.Instance) {
	if !c.ev.ReadsFiles() {
		return
	}
	for _, source := range in.Module.Sources {
		for _, b := range source.Body.Blocks {
			if b.Type == "output" {
				in.Evaluate(b)
			}
		}
	}
}

// presence records whether a module can never exist, and whether it does not exist with the current values of its
// variables.
type presence struct{ impossible, off bool }

func (state presence) and(impossible, off bool) presence {
	return presence{state.impossible || impossible, state.off || off}
}

func (c *collector) block(in, twin *eval.Instance, way route, b *hcl.Block, gates []string, state presence) {
	gate, impossible := twin.Gate(b)
	gate = append(gates[:len(gates):len(gates)], gate...)
	kind, name := b.Labels[0], b.Reference()
	switch b.Type {
	case "data":
		kind = "data." + kind
	case "module":
		kind = "module"
	}
	waits, refersTo := dependsOn(in.Place, b), bodyReferences(in.Place, b.Body)
	for _, el := range in.Expand(b).Elements {
		r := &Resource{
			Block: b, Source: c.sources[b.File], Kind: kind, Value: in.Resource(b, el),
			Address: in.Address + name + el.Suffix, Node: in.Node + name,
			Gate: strings.Join(gate, " && "), Never: state.impossible || impossible, Off: state.off || in.IsOff(b),
			DependsOn: waits, RefersTo: refersTo, place: in.Place,
		}
		c.resources = append(c.resources, r)
		if r.Off && !r.Never {
			c.absent = append(c.absent, absent{r, el, gate, way})
		}
	}
}

// References returns the nodes to which an attribute refers.
func (r *Resource) References(attribute string) []string {
	if a := r.Body.Attribute(attribute); a != nil && r.place != nil {
		return referencesOf(r.place, a)
	}
	return nil
}
