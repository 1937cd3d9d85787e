package modules

import (
	"path"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/parsers/hcl"
)

// maxNest bounds modules within modules.
const maxNest = 32

// Place is one call of a module in the tree of calls. All instances that count or for_each make of
// it share one Place.
type Place struct {
	Module   *module
	Parent   *Place
	Call     *hcl.Block // in the parent's module; nil for the root
	Node     string     // the prefix of nodes inside the module: "module.karpenter."; "" for the root
	Children map[string]*Place
}

// callTree reads the local modules that a root calls, directly or indirectly. The call of a registry module has
// no Place.
func (t *Tree) callTree(root *module) *Place {
	top := &Place{Module: root, Children: map[string]*Place{}}
	root.Uses = 1
	queue := []*Place{top}
	for ; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		for _, call := range p.Module.Calls {
			if !isLocal(sourceOf(call)) {
				continue
			}
			limit.Point()
			if child := t.child(p, call); child != nil {
				p.Children[call.Labels[0]] = child
				queue = append(queue, child)
			}
		}
	}
	return top
}

func (t *Tree) child(p *Place, call *hcl.Block) *Place {
	dir := path.Join(p.Module.Dir, sourceOf(call))
	source := call.Body.Attribute("source")
	depth := 0
	for caller := p; caller != nil; caller = caller.Parent {
		if depth++; caller.Module.Dir == dir || depth > maxNest {
			t.Complain(call.File, hcl.ExpressionSpan(call.File, source.Expr),
				"module %q calls itself: %s is the directory of a module around it; change its source", call.Labels[0], dir)
			return nil
		}
	}
	m := t.readModule(dir)
	if err := t.closed[dir]; err != nil {
		t.Limit(call.File, hcl.ExpressionSpan(call.File, source.Expr),
			"%s, the directory of module %q, cannot be read: %s; make it readable, or check the module by hand", dir, call.Labels[0], Reason(err))
	}
	if m == nil || len(m.Sources) == 0 {
		return nil
	}
	m.Uses++
	return &Place{Module: m, Parent: p, Call: call, Node: p.Node + Step(call.Labels[0], ""), Children: map[string]*Place{}}
}

// Step returns the prefix of what is inside a module call: "module.karpenter[0]." for the suffix "[0]". The call of a unit of Terragrunt has no
// label, and its module is the root for Terraform.
func Step(label, suffix string) string {
	if label == "" {
		return ""
	}
	return "module." + label + suffix + "."
}
