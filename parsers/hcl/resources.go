package hcl

import (
	"strings"

	"github.com/karplint/karplint/model"
)

const maxModules = 2000 // instances of modules in one root

// collector evaluates the blocks of a root, module by module.
type collector struct {
	ev      *evaluator
	sources map[*model.File]*Source
	full    bool // it has all resources that are read of a root, which was said
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
		gate, gone := gateOf(twin, call)
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
	if len(c.ev.texts) == 0 {
		return
	}
	for _, source := range in.module.sources {
		for _, b := range source.Body.Blocks {
			if b.Type == "output" || b.Type == "provider" {
				in.scopeOf(b.File).body(b.Body, b.Span, b.Header, true)
			}
		}
	}
}

// presence says of a module whether it never exists, and whether it does not with the values that its variables have.
type presence struct{ never, off bool }

func (is presence) and(never, off bool) presence { return presence{is.never || never, is.off || off} }

// isOff says whether the block surely has no instance.
func (in *instance) isOff(b *Block) bool {
	x := in.expand(b)
	return x.kind != single && x.known && x.elements[0].unknown
}

// counterpart returns the element of the twin's expansion that el is.
func (in *instance) counterpart(b *Block, el element) element {
	x := in.expand(b)
	if found, ok := x.at(el.key); ok && x.kind != single {
		return found
	}
	return x.elements[0]
}

// gateOf returns the condition on which a block exists, none where it always does, and whether it never does. in is an instance with
// the root's variables unknown.
func gateOf(in *instance, b *Block) (gate []string, never bool) {
	x := in.expand(b)
	switch {
	case x.kind == single:
		return nil, false
	case x.known:
		return nil, x.elements[0].unknown
	case (x.by.Kind == model.Map || x.by.Kind == model.List) && len(x.by.Items)+len(x.by.Entries) > 0:
		return nil, false
	}
	return []string{text(x.by)}, false
}

func (c *collector) block(in, twin *instance, b *Block, gates []string, is presence) {
	gate, gone := gateOf(twin, b)
	gate = append(gates[:len(gates):len(gates)], gate...)
	kind, name := b.Labels[0], b.name()
	switch b.Type {
	case "data":
		kind = "data." + kind
	case "module":
		kind = "module"
	}
	dependsOn, refersTo := in.dependsOn(b), in.bodyReferences(b.Body)
	for _, el := range in.expand(b).elements {
		if len(c.ev.root.Resources) >= maxResources {
			if !c.full {
				c.full = true
				c.ev.limit(b.File, b.Header, "the root has more than %d resources; the others are not read", maxResources)
			}
			return
		}
		s := in.scopeOf(b.File).with(el.names)
		r := &Resource{
			Block: b, Source: c.sources[b.File], Kind: kind,
			Address: in.address + name + el.suffix, Node: in.node + name,
			Gate: strings.Join(gate, " && "), Never: is.never || gone, Off: is.off || in.isOff(b), DependsOn: dependsOn, RefersTo: refersTo,
		}
		s.self = func(attribute string) *model.Value {
			if v := in.argument(b, el, attribute); v != nil {
				return v
			}
			return in.unknownBlock(b, name+el.suffix+"."+attribute)
		}
		c.ev.certainly(!in.unsure && in.expand(b).kind == single, func() { r.Value = s.body(b.Body, b.Span, b.Header, true) })
		c.ev.root.Resources = append(c.ev.root.Resources, r)
	}
}
