package hcl

import (
	"strings"

	"github.com/karplint/karplint/model"
)

const maxResources = 20_000 // of a root

// collector evaluates the blocks of a root, module by module.
type collector struct {
	tree      *tree
	ev        *evaluator
	sources   map[*model.File]*Source
	resources []*Resource
	full      bool // it has all resources that are read of a root, which was said
}

// module adds the resources of one instance of a module and of those it calls. twin is the same instance with the root's variables
// unknown; gates are the conditions of the calls that lead to it, is what they say together.
func (c *collector) module(in, twin *instance, gates []string, is presence) {
	for _, b := range in.module.blocks {
		c.block(in, twin, b, gates, is)
	}
	for _, call := range in.module.calls {
		p := in.children[call.Labels[0]]
		if p == nil || p.call != call {
			c.block(in, twin, call, gates, is)
			continue
		}
		gate, gone := twin.gate(call)
		for _, el := range in.expand(call).elements {
			child := in.child(call.Labels[0], el)
			twinChild := twin.child(call.Labels[0], twin.counterpart(call, el))
			if child != nil && twinChild != nil {
				c.module(child, twinChild, append(gates[:len(gates):len(gates)], gate...), is.and(gone, in.isOff(call)))
			}
		}
	}
}

// otherReaders evaluates the blocks of the root that make no resource, if functions read files: who changes such a file has to know
// that an output reads it too.
func (c *collector) otherReaders(in *instance) {
	if !c.ev.readsFiles() {
		return
	}
	for _, source := range in.module.sources {
		for _, b := range source.Body.Blocks {
			if b.Type == "output" || b.Type == "provider" {
				in.evaluate(b)
			}
		}
	}
}

// presence says of a module whether it never exists, and whether it does not with the values that its variables have.
type presence struct{ never, off bool }

func (is presence) and(never, off bool) presence { return presence{is.never || never, is.off || off} }

func (c *collector) block(in, twin *instance, b *Block, gates []string, is presence) {
	gate, gone := twin.gate(b)
	gate = append(gates[:len(gates):len(gates)], gate...)
	kind, name := b.Labels[0], b.name()
	switch b.Type {
	case "data":
		kind = "data." + kind
	case "module":
		kind = "module"
	}
	waits, refersTo := dependsOn(in.place, b), bodyReferences(in.place, b.Body)
	for _, el := range in.expand(b).elements {
		if len(c.resources) >= maxResources {
			if !c.full {
				c.full = true
				c.tree.limit(b.File, b.Header, "the root has more than %d resources; the others are not read", maxResources)
			}
			return
		}
		c.resources = append(c.resources, &Resource{
			Block: b, Source: c.sources[b.File], Kind: kind, Value: in.resource(b, el),
			Address: in.address + name + el.suffix, Node: in.node + name,
			Gate: strings.Join(gate, " && "), Never: is.never || gone, Off: is.off || in.isOff(b), DependsOn: waits, RefersTo: refersTo,
		})
	}
}
