package hcl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/model"
)

// reads holds, for each "var.x", "local.x" and "module.m.output", the paths that the module's expressions read from
// it: local.versions.karpenter reads ["karpenter"] from "local.versions".
type reads map[string][][]string

// findReads looks at every expression of the module but those in variable blocks.
func (m *module) findReads() reads {
	found := reads{}
	for _, s := range m.sources {
		for _, b := range s.Body.Blocks {
			if b.Type != "variable" {
				eachExpression(b.Body, func(e hclsyntax.Expression) { found.add(e) })
			}
		}
	}
	return found
}

// eachExpression calls f for the expression of every attribute in a body and its nested blocks.
func eachExpression(body *Body, f func(hclsyntax.Expression)) {
	for _, a := range body.Attributes {
		f(a.Expr)
	}
	for _, b := range body.Blocks {
		eachExpression(b.Body, f)
	}
}

func (r reads) add(e hclsyntax.Expression) {
	for _, t := range hclsyntax.Variables(e) {
		steps := traversalSteps(t)
		n := 2
		if steps[0] == "module" {
			n = 3
		}
		if len(steps) < 2 || steps[0] != "var" && steps[0] != "local" && steps[0] != "module" {
			continue
		}
		n = min(n, len(steps))
		name := strings.Join(steps[:n], ".")
		r[name] = append(r[name], steps[n:])
	}
}

// traversalSteps returns the names in a traversal. The keys of module instances are left out, so that
// module.a["x"].out is module, a, out.
func traversalSteps(t hcl2.Traversal) []string {
	var steps []string
	for i, step := range t {
		switch step := step.(type) {
		case hcl2.TraverseRoot:
			steps = append(steps, step.Name)
		case hcl2.TraverseAttr:
			steps = append(steps, step.Name)
		case hcl2.TraverseIndex:
			if i == 2 && steps[0] == "module" {
				continue
			}
			steps = append(steps, indexText(step.Key))
		default:
			return steps
		}
	}
	return steps
}

// indexText returns an index as text: a or 0.
func indexText(key cty.Value) string {
	if key.IsNull() || !key.IsKnown() {
		return ""
	}
	switch key.Type() {
	case cty.String:
		return key.AsString()
	case cty.Number:
		return numberText(key)
	case cty.Bool:
		return strconv.FormatBool(key.True())
	}
	return ""
}

// share notes in v, which all of reads read, what more than one of them reads, and which keys they name.
func (ev *evaluator) share(v *model.Value, reads [][]string) {
	if len(reads) > 1 {
		v.Origin = ev.shared(v.Origin)
	} else if len(reads) == 0 || len(reads[0]) == 0 {
		return
	}
	for _, e := range v.Entries {
		if slices.ContainsFunc(reads, func(path []string) bool { return len(path) > 0 && path[0] == e.Key.Text }) {
			e.Key.Origin = withName(e.Key.Origin)
		}
	}
	for step, child := range v.Children() {
		ev.share(child, below(reads, fmt.Sprint(step)))
	}
}

// below returns the reads of what stands under a key or index: those of the whole, and those whose path goes there.
func below(reads [][]string, key string) [][]string {
	var found [][]string
	for _, path := range reads {
		switch {
		case len(path) == 0:
			found = append(found, path)
		case path[0] == key:
			found = append(found, path[1:])
		}
	}
	return found
}

// withName returns the origin with Named set.
func withName(o *model.Origin) *model.Origin {
	if o == nil || o.Named {
		return o
	}
	with := *o
	with.Named = true
	return &with
}

// shared returns the origin with Shared set.
func (ev *evaluator) shared(o *model.Origin) *model.Origin {
	if o == nil || o.Shared {
		return o
	}
	if o.Documents == nil && !o.Set && !o.Named {
		return ev.origin(o.File, o.Computed, true)
	}
	with := *o
	with.Shared = true
	return &with
}
