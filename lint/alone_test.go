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

// TestSharesSame: what Flux and others take from ConfigMaps and Secrets counts, and nothing else.
func TestSharesSame(t *testing.T) {
	const pod, vars = "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n", "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: \"1\"\n"
	for _, test := range []struct {
		before, now string
		want        bool
	}{
		{pod, pod + "# comment\n", true},
		{pod, pod + "spec: {}\n", true},
		{pod + "---\n" + vars, pod + "spec: {}\n---\n" + vars + "\n# comment\n", true},
		{pod + "---\n" + vars, pod + "---\n" + vars + "  b: \"2\"\n", false},
		{vars, "kind: Secret\n" + vars, false},
		{pod, pod + "---\n" + vars, false},
	} {
		if got := SharesSame([]byte(test.before), []byte(test.now)); got != test.want {
			t.Errorf("%q and %q: %t", test.before, test.now, got)
		}
	}
}
