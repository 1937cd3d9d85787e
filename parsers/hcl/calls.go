package hcl

import (
	"path"
	"slices"

	"github.com/karplint/karplint/model"
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
func (ev *evaluator) callTree(root *module) *place {
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
				ev.limit(call.File, call.Header, "the root calls more than %d local modules; the others are not looked into", maxCalls)
				return top
			}
			if child := ev.child(p, call); child != nil {
				p.children[call.Labels[0]] = child
				queue = append(queue, child)
			}
		}
	}
	return top
}

func (ev *evaluator) child(p *place, call *Block) *place {
	dir := path.Join(p.module.dir, source(call))
	at := call.Body.Attribute("source")
	depth := 0
	for above := p; above != nil; above = above.parent {
		if depth++; above.module.dir == dir || depth > maxNest {
			ev.complain(call.File, expressionSpan(call.File, at.Expr), "module %q calls itself: %s is the directory of a module around it; change its source", call.Labels[0], dir)
			return nil
		}
	}
	m := ev.readModule(dir)
	if err := ev.closed[dir]; err != nil {
		ev.limit(call.File, expressionSpan(call.File, at.Expr), "%s, the directory of module %q, cannot be read: %s; what the module makes and gives is taken for unknown", dir, call.Labels[0], reason(err))
	}
	if m == nil || len(m.sources) == 0 {
		return nil
	}
	m.uses++
	return &place{module: m, parent: p, call: call, node: p.node + "module." + call.Labels[0] + ".", children: map[string]*place{}}
}

// complain adds an error of the root's, once for a place.
func (ev *evaluator) complain(f *model.File, at model.Span, format string, args ...any) {
	ev.addError(errorAt(f, at, format, args...))
}

// limit is complain for what Terraform might well do, and karplint does not.
func (ev *evaluator) limit(f *model.File, at model.Span, format string, args ...any) {
	err := errorAt(f, at, format, args...)
	err.Limit = true
	ev.addError(err)
}

func (ev *evaluator) addError(err *ParseError) {
	f, at := err.File, err.Span
	err.Parses = true
	same := func(e *ParseError) bool { return e.File == f && e.Span == at }
	if len(ev.root.Errors) < maxErrors && !slices.ContainsFunc(ev.root.Errors, same) {
		ev.root.Errors = append(ev.root.Errors, err)
	}
}
