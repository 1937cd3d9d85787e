package lint

import "testing"

// TestFoundAlone: a file can be linted alone only if all its documents are objects, and no rule looks for a word in it.
func TestFoundAlone(t *testing.T) {
	const deployment, config = "apiVersion: apps/v1\nkind: Deployment\n", "---\napiVersion: v1\nkind: ConfigMap\ndata: {a: b}\n"
	l := testLinter(t)
	for _, test := range []struct {
		name, text string
		want       bool
	}{
		{"app.yaml", deployment, true},
		{"app.yaml", "# comment\n---\n" + deployment + config, true},
		{"app.yaml", deployment + "---\nreplicas: 1\n", false},
		{"values.yaml", "replicas: 1\n", false},
		{"kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n", false},
		{"app.yaml", deployment + "# karpenter\n", false},
		{"app.yaml", deployment + "spec: {tolerations: [{operator: Exists}]}\n", false},
		{"build.yaml", "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {postBuild: {}}\n", false},
		{"build.yaml", "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nspec: {patches: []}\n", false},
		{"policy.json", `{"apiVersion": "v1", "kind": "Pod"}`, false},
		{"empty.yaml", "", false},
	} {
		if got := l.FoundAlone(test.name, []byte(test.text)); got != test.want {
			t.Errorf("%s: %v\n%s", test.name, got, test.text)
		}
	}
	l.needles.Everything = true
	if l.FoundAlone("app.yaml", []byte(deployment)) {
		t.Error("without the scan everything is looked for")
	}
}
