package terraform

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/modules"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// graph collects the dependencies of a root. The values of count and for_each do not matter.
type graph struct {
	edges map[string][]string
	pairs map[[2]string]bool
}

func newGraph() *graph { return &graph{edges: map[string][]string{}, pairs: map[[2]string]bool{}} }

func (g *graph) add(waiting string, targets ...string) {
	if _, ok := g.edges[waiting]; !ok {
		g.edges[waiting] = nil
	}
	for _, node := range targets {
		if node == "" {
			continue
		}
		if pair := [2]string{waiting, node}; !g.pairs[pair] {
			g.pairs[pair] = true
			g.edges[waiting] = append(g.edges[waiting], node)
		}
	}
}

// module adds the dependencies in a module. Everything in it waits for outer, the references in depends_on, count and for_each
// of the calls that lead to it.
func (g *graph) module(p *modules.Place, outer []string) {
	m := p.Module
	node := func(name string, refs ...string) {
		g.add(p.Node+name, refs...)
		g.add(p.Node+name, outer...)
		if p.Parent != nil {
			g.add(strings.TrimSuffix(p.Node, "."), p.Node+name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.Variables)) {
		node("var."+name, append(inputs(p, name), validations(p, name)...)...)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Locals)) {
		node("local."+name, referencesOf(p, m.Locals[name])...)
	}
	for _, name := range slices.Sorted(maps.Keys(m.Outputs)) {
		node("output."+name, append(bodyReferences(p, m.Outputs[name].Body), dependsOn(p, m.Outputs[name])...)...)
	}
	for _, b := range m.Providers {
		node(providerNode(b), bodyReferences(p, b.Body)...)
	}
	for _, b := range m.Blocks {
		node(b.Reference(), append(blockReferences(p, b), providerOf(p, b)...)...)
	}
	for _, call := range m.Calls {
		name := call.Labels[0]
		if child := p.Children[name]; child != nil && child.Call == call {
			waits := callReferences(p, call)
			node("module."+name, waits...)
			g.module(child, append(slices.Clone(outer), waits...))
			continue
		}
		waits := slices.Concat(bodyReferences(p, call.Body), dependsOn(p, call))
		for _, passed := range passedProviders(call) { // default configurations are passed as well, but it is not known which of them the module uses
			waits = append(waits, provider(p, passed.outer)...)
		}
		node("module."+name, waits...)
	}
	g.opaqueOutputs(p)
}

// opaqueOutputs makes the outputs of modules that cannot be read depend on the whole module.
func (g *graph) opaqueOutputs(p *modules.Place) {
	for _, name := range slices.Sorted(maps.Keys(p.Module.Reads)) {
		steps := strings.Split(name, ".")
		if steps[0] != "module" || len(steps) < 3 {
			continue
		}
		if call := steps[1]; p.Children[call] == nil && p.Module.HasCall(call) {
			g.add(p.Node+"module."+call+".output."+steps[2], p.Node+"module."+call)
		}
	}
}

// inputs returns the references of the caller's expression for a variable.
func inputs(p *modules.Place, name string) []string {
	if p.Parent == nil {
		return nil
	}
	a := p.Call.Body.Attribute(name)
	if a == nil {
		return nil
	}
	return referencesOf(p.Parent, a)
}

// validations returns the references in the validation conditions of a variable, except to the
// variable itself.
func validations(p *modules.Place, name string) []string {
	return slices.DeleteFunc(bodyReferences(p, p.Module.Variables[name].Body), func(node string) bool { return node == p.Node+"var."+name })
}

// callReferences returns the nodes that all of a called module waits for.
func callReferences(p *modules.Place, call *hcl.Block) []string {
	var refs []string
	for _, name := range []string{"count", "for_each"} {
		if a := call.Body.Attribute(name); a != nil {
			refs = append(refs, referencesOf(p, a)...)
		}
	}
	return append(refs, dependsOn(p, call)...)
}

// blockReferences returns the dependencies of a resource or data source. Terraform ignores a depends_on of the block on itself, lets
// provisioners and connections name their own block, and rejects a block whose arguments refer to the block.
func blockReferences(p *modules.Place, b *hcl.Block) []string {
	lenient := dependsOn(p, b)
	var strict []*hcl.Block
	for _, nested := range b.Body.Blocks {
		if nested.Type == "provisioner" || nested.Type == "connection" {
			lenient = append(lenient, bodyReferences(p, nested.Body)...)
			continue
		}
		strict = append(strict, nested)
	}
	others := slices.DeleteFunc(lenient, func(node string) bool { return node == p.Node+b.Reference() })
	return append(bodyReferences(p, hcl.NewBody(b.Body.Attributes, strict)), others...)
}

// dependsOn returns the node that each item of a block's depends_on leads to, "" for one that leads nowhere.
func dependsOn(p *modules.Place, b *hcl.Block) []string {
	a := b.Body.Attribute("depends_on")
	if a == nil {
		return nil
	}
	list, _ := hcl2.ExprList(a.Expr)
	nodes := make([]string, len(list))
	for i, e := range list {
		if t, ok := traversal(e); ok {
			if name := target(p, t); name != "" {
				nodes[i] = p.Node + name
			}
		}
	}
	return nodes
}

// traversal reads an expression that has to be a reference, which may be in quotes, as Terraform 0.11 required.
func traversal(e hcl2.Expression) (hcl2.Traversal, bool) {
	if quoted, ok := e.(*hclsyntax.TemplateExpr); ok {
		t, diags := hclsyntax.ParseTraversalAbs([]byte(hcl.LiteralString(quoted)), "", hcl2.InitialPos)
		return t, !diags.HasErrors()
	}
	t, diags := hcl2.AbsTraversalForExpr(e)
	return t, !diags.HasErrors()
}

// bodyReferences returns the references in a body, except those in depends_on. A reference counts only if the module declares its
// target; names that dynamic blocks introduce do not shadow resource types in practice.
func bodyReferences(p *modules.Place, body *hcl.Body) []string {
	var refs []string
	for _, a := range body.Attributes {
		if a.Name == "provider" || a.Name == "providers" || a.Name == "depends_on" {
			continue // providerOf and dependsOn read these arguments
		}
		refs = append(refs, referencesOf(p, a)...)
	}
	for _, b := range body.Blocks {
		refs = append(refs, bodyReferences(p, b.Body)...)
	}
	return refs
}

// referencesOf returns the nodes that the expression of an attribute refers to.
func referencesOf(p *modules.Place, a *hcl.Attribute) []string {
	var refs []string
	for _, t := range a.Variables() {
		if node := target(p, t); node != "" {
			refs = append(refs, p.Node+node)
		}
	}
	return refs
}

// target returns the node that a reference leads to, "" if it names nothing that the module declares.
func target(p *modules.Place, t hcl2.Traversal) string {
	first, _ := hcl.AttributeStep(t, 1)
	name, _ := hcl.BlockReference(t)
	var declared bool
	switch t.RootName() {
	case "var":
		declared = p.Module.Variables[first] != nil
	case "local":
		declared = p.Module.Locals[first] != nil
	case "module":
		return moduleTarget(p, t, first)
	default:
		declared = p.Module.Named[name] != nil
	}
	if !declared {
		return ""
	}
	return name
}

// moduleTarget returns the output that a reference to a module names, else the module itself.
func moduleTarget(p *modules.Place, t hcl2.Traversal, name string) string {
	if !p.Module.HasCall(name) {
		return ""
	}
	i := 2
	if len(t) > 2 {
		if _, index := t[2].(hcl2.TraverseIndex); index {
			i = 3
		}
	}
	output, ok := hcl.AttributeStep(t, i)
	if !ok {
		return "module." + name
	}
	if child := p.Children[name]; child != nil && child.Module.Outputs[output] == nil {
		return "module." + name
	}
	return "module." + name + ".output." + output
}

func providerNode(b *hcl.Block) string {
	if a := modules.Alias(b); a != "" {
		return "provider." + b.Labels[0] + "." + a
	}
	return "provider." + b.Labels[0]
}

// providerOf returns the configuration of the provider that a resource or data source uses, where there is one.
func providerOf(p *modules.Place, b *hcl.Block) []string {
	name, _, _ := strings.Cut(b.Labels[0], "_")
	if a := b.Body.Attribute("provider"); a != nil {
		if t, ok := traversal(a.Expr); ok {
			name = traversalName(t)
		}
	}
	return provider(p, name)
}

// traversalName returns aws.east for the reference to a provider's configuration.
func traversalName(t hcl2.Traversal) string {
	if name, ok := hcl.AttributeStep(t, 1); ok {
		return t.RootName() + "." + name
	}
	return t.RootName()
}

// provider returns the node of a provider's configuration as the module sees it: its own, one that its call passes, or
// the default one of the modules around it.
func provider(p *modules.Place, name string) []string {
	for _, b := range p.Module.Providers {
		if providerNode(b) == "provider."+name {
			return []string{p.Node + "provider." + name}
		}
	}
	if p.Parent == nil {
		return nil
	}
	for _, passed := range passedProviders(p.Call) {
		if passed.inner == name {
			return provider(p.Parent, passed.outer)
		}
	}
	if strings.Contains(name, ".") {
		return nil
	}
	return provider(p.Parent, name)
}

// passedProvider is a provider configuration that a call passes: its name in the called module, and in the calling one.
type passedProvider struct{ inner, outer string }

// passedProviders reads a call's providers argument.
func passedProviders(call *hcl.Block) (providers []passedProvider) {
	a := call.Body.Attribute("providers")
	if a == nil {
		return nil
	}
	pairs, _ := hcl2.ExprMap(a.Expr)
	for _, pair := range pairs {
		key, named := traversal(pair.Key)
		value, isReference := traversal(pair.Value)
		if named && isReference {
			providers = append(providers, passedProvider{traversalName(key), traversalName(value)})
		}
	}
	return providers
}
