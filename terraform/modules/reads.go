package modules

import (
	"strings"

	"github.com/karplint/karplint/parsers/hcl"
)

// reads holds, for each "var.x", "local.x" and "module.m.output", the paths that the module's expressions read from
// it: local.versions.karpenter reads ["karpenter"] from "local.versions".
type reads map[string][][]string

// findReads collects the reads of every expression of the module, except those in variable blocks.
func (m *module) findReads() reads {
	paths := reads{}
	for _, s := range m.Sources {
		for _, b := range s.Body.Blocks {
			if b.Type != "variable" {
				eachAttribute(b.Body, paths.add)
			}
		}
	}
	return paths
}

// eachAttribute calls f for every attribute in a body and its nested blocks.
func eachAttribute(body *hcl.Body, f func(*hcl.Attribute)) {
	for _, a := range body.Attributes {
		f(a)
	}
	for _, b := range body.Blocks {
		eachAttribute(b.Body, f)
	}
}

func (r reads) add(a *hcl.Attribute) {
	for _, t := range a.Variables() {
		steps := hcl.TraversalSteps(t)
		n, isValue := map[string]int{"var": 2, "local": 2, "module": 3}[steps[0]]
		if !isValue || len(steps) < 2 {
			continue
		}
		n = min(n, len(steps))
		name := strings.Join(steps[:n], ".")
		r[name] = append(r[name], steps[n:])
	}
}
