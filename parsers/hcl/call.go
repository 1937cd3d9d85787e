package hcl

import (
	"path"
)

// Bounds on the modules of a root.
const (
	maxCalls = 1000 // calls of local modules, each counted as often as its own module is called
	maxNest  = 32   // modules within modules
)

// place is a module at one place in the tree of calls, whatever count or for_each its call has.
type place struct {
	module   *module
	parent   *place
	call     *Block // in the parent's module; nil for the root
	node     string // what the nodes inside start with: "module.karpenter."; "" for the root
	children map[string]*place
}

// callTree reads the local modules that a root calls, directly or not. A call of a registry module has no place.
func (t *tree) callTree(root *module) *place {
	top := &place{module: root, children: map[string]*place{}}
	root.uses = 1
	queue := []*place{top}
	for count := 0; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		for _, call := range p.module.calls {
			if !isLocal(source(call)) {
				continue
			}
			if count++; count > maxCalls {
				t.limit(call.File, call.Header, "the root calls more than %d local modules; the others are not looked into", maxCalls)
				return top
			}
			if child := t.child(p, call); child != nil {
				p.children[call.Labels[0]] = child
				queue = append(queue, child)
			}
		}
	}
	return top
}

func (t *tree) child(p *place, call *Block) *place {
	dir := path.Join(p.module.dir, source(call))
	at := call.Body.Attribute("source")
	depth := 0
	for above := p; above != nil; above = above.parent {
		if depth++; above.module.dir == dir || depth > maxNest {
			t.complain(call.File, expressionSpan(call.File, at.Expr), "module %q calls itself: %s is the directory of a module around it; change its source", call.Labels[0], dir)
			return nil
		}
	}
	m := t.readModule(dir)
	if err := t.closed[dir]; err != nil {
		t.limit(call.File, expressionSpan(call.File, at.Expr), "%s, the directory of module %q, cannot be read: %s; what the module makes and gives is taken for unknown", dir, call.Labels[0], reason(err))
	}
	if m == nil || len(m.sources) == 0 {
		return nil
	}
	m.uses++
	return &place{module: m, parent: p, call: call, node: p.node + "module." + call.Labels[0] + ".", children: map[string]*place{}}
}
