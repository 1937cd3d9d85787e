package cel

import "testing"

func BenchmarkParse(b *testing.B) {
	all := rows(b)
	b.ReportAllocs()
	for b.Loop() {
		for _, row := range all {
			if err := New(row.Rule).Err(); err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkTruth evaluates the rules about requirements on ten of them.
func BenchmarkTruth(b *testing.B) {
	in := selfOf(b, `
- {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
- {key: kubernetes.io/arch, operator: In, values: [amd64]}
- {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
- {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["2"]}
- {key: team, operator: Exists}
`)
	var rules []*Rule
	for _, row := range rows(b) {
		if row.Paths[0] == "spec.requirements" {
			rules = append(rules, New(row.Rule))
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, rule := range rules {
			rule.Truth(in)
		}
	}
}

// BenchmarkKey evaluates the rules about keys of requirements.
func BenchmarkKey(b *testing.B) {
	in := selfOf(b, "karpenter.k8s.aws/instance-generation")
	var rules []*Rule
	for _, row := range rows(b) {
		if row.Paths[0] == "spec.requirements[0].key" {
			rules = append(rules, New(row.Rule))
		}
	}
	b.ReportAllocs()
	b.ReportMetric(float64(len(rules)), "rules")
	for b.Loop() {
		for _, rule := range rules {
			rule.Truth(in)
		}
	}
}
