package generate

// deployment returns an object of another kind, which contains old names.
func (g *source) deployment(name string) Object {
	template := Map{{"metadata", Map{{"annotations", Map{{"karpenter.sh/do-not-evict", "true"}}}}}}
	spec := Map{{"containers", []any{Map{{"name", "app"}, {"image", "app:1"}, {"args", []any{"--a=b", "c"}}}}}}
	switch g.intn(3) {
	case 0:
		template = nil
	case 1:
		spec.add("nodeSelector", Map{{"karpenter.sh/provisioner-name", "default"}, {"kubernetes.io/arch", "amd64"}})
	case 2:
		expression := Map{{"key", "karpenter.sh/provisioner-name"}, {"operator", pick(g, "In", "DoesNotExist", "Exists")}}
		if expression[1].Value == "In" {
			expression.add("values", []any{"default"})
		}
		spec.add("affinity", Map{{"nodeAffinity", Map{{"requiredDuringSchedulingIgnoredDuringExecution", Map{{"nodeSelectorTerms", []any{
			Map{{"matchExpressions", []any{expression}}},
		}}}}}}})
	}
	template.add("spec", spec)
	tree := Map{{"apiVersion", "apps/v1"}, {"kind", "Deployment"}, {"metadata", Map{{"name", name}}}, {"spec", Map{{"template", template}}}}
	return Object{APIVersion: "apps/v1", Kind: "Deployment", Name: name, Tree: tree}
}
