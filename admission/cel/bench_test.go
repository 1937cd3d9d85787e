package cel_test

import (
	"slices"
	"testing"

	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/internal/testing/celrules"
)

func BenchmarkParse(b *testing.B) {
	all := celrules.All()
	b.ReportAllocs()
	for b.Loop() {
		for _, row := range all {
			if err := cel.New(row.Rule.Source).Err(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkFailures evaluates the rules about requirements of a pool, and those about their keys.
func BenchmarkFailures(b *testing.B) {
	in := selfOf(b, `
- {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
- {key: kubernetes.io/arch, operator: In, values: [amd64]}
- {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
- {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["2"]}
- {key: team, operator: Exists}
`)
	const path = "spec.template.spec.requirements"
	lists, keys := rulesAt(path), rulesAt(path+"[0].key")
	b.ReportAllocs()
	for b.Loop() {
		for _, rule := range lists {
			rule.Failures(in)
		}
		for _, item := range in.Self.Items {
			for _, rule := range keys {
				rule.Failures(cel.Input{Self: item.Get("key"), Reader: in.Reader})
			}
		}
	}
}

// rulesAt returns the rules about values at a path.
func rulesAt(path string) (rules []*cel.Rule) {
	for _, row := range celrules.All() {
		if slices.Contains(row.Paths, path) {
			rules = append(rules, row.Rule)
		}
	}
	return rules
}
