package hcl

import (
	"strconv"

	hcl2 "github.com/hashicorp/hcl/v2"

	"github.com/zclconf/go-cty/cty"
)

// TraversalSteps returns the names in a traversal. The keys of module instances are left out, so that
// module.a["x"].out is module, a, out.
func TraversalSteps(t hcl2.Traversal) []string {
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
			steps = append(steps, IndexText(step.Key))
		default:
			return steps
		}
	}
	return steps
}

// IndexText returns an index as text: a or 0.
func IndexText(key cty.Value) string {
	if key.IsNull() || !key.IsKnown() {
		return ""
	}
	switch key.Type() {
	case cty.String:
		return key.AsString()
	case cty.Number:
		return NumberText(key)
	case cty.Bool:
		return strconv.FormatBool(key.True())
	}
	return ""
}

// AttributeStep returns the name of a step, if it is an attribute.
func AttributeStep(t hcl2.Traversal, i int) (string, bool) {
	if i >= len(t) {
		return "", false
	}
	step, ok := t[i].(hcl2.TraverseAttr)
	return step.Name, ok
}

// BlockReference returns the resource or data source to which a traversal refers, in the form of Block.Reference, and the remaining steps.
// The name is "" if it refers to neither.
func BlockReference(t hcl2.Traversal) (name string, steps hcl2.Traversal) {
	first, ok := AttributeStep(t, 1)
	second, hasSecond := AttributeStep(t, 2)
	switch root := t.RootName(); {
	case root == "data" && hasSecond:
		return "data." + first + "." + second, t[3:]
	case root == "resource" && hasSecond:
		return first + "." + second, t[3:]
	case root != "data" && root != "resource" && ok:
		return root + "." + first, t[2:]
	}
	return "", nil
}
