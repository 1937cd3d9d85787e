package workloads

import (
	"fmt"
	"testing"

	"github.com/karplint/karplint/lint/fileset"
)

func TestFind(t *testing.T) {
	const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: %s
  template:
    metadata:
      labels: {app: web}
      annotations: {%s}
`
	const pdb = `---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: %s}
spec:
  selector: {matchLabels: {app: web}}
  %s
`
	for _, c := range []struct {
		replicas, annotations, namespace, budget string
		want                                     string
	}{
		{"3", "", "shop", "minAvailable: 2", "[]"},
		{"1", "", "", "", "[Deployment shop/web:2 single]"},
		{"3", `karpenter.sh/do-not-evict: "true"`, "", "", "[Deployment shop/web:2 karpenter.sh/do-not-evict keeps its node from being drained]"},
		{"3", `karpenter.sh/do-not-disrupt: "true"`, "", "", "[Deployment shop/web:2 karpenter.sh/do-not-disrupt keeps its node from being drained]"},
		{"3", `karpenter.sh/do-not-disrupt: "false"`, "", "", "[]"},
		{"3", `karpenter.sh/do-not-consolidate: "true"`, "", "", "[]"},
		{"3", "", "shop", "maxUnavailable: 0", "[Deployment shop/web:2 PodDisruptionBudget web (web.yaml:12) lets no pod of it go: maxUnavailable is 0]"},
		{"3", "", "shop", "maxUnavailable: 0%", "[Deployment shop/web:2 PodDisruptionBudget web (web.yaml:12) lets no pod of it go: maxUnavailable is 0%]"},
		{"3", "", "shop", "minAvailable: 100%", "[Deployment shop/web:2 PodDisruptionBudget web (web.yaml:12) lets no pod of it go: minAvailable is 100%]"},
		{"3", "", "shop", "minAvailable: 3", "[Deployment shop/web:2 PodDisruptionBudget web (web.yaml:12) lets no pod of it go: minAvailable is 3 of 3]"},
		{"3", "", "other", "maxUnavailable: 0", "[]"},
		{"{{ .Values.replicas }}", "", "shop", "minAvailable: 3", "[]"},
	} {
		text := fmt.Sprintf(deployment, c.replicas, c.annotations)
		if c.budget != "" {
			text += fmt.Sprintf(pdb, c.namespace, c.budget)
		}
		files := fileset.Overlay{Texts: map[string][]byte{"web.yaml": []byte(text)}}
		var got []string
		for _, w := range Find(t.Context(), []fileset.Input{{Path: "web.yaml"}}, files) {
			line := fmt.Sprintf("%s:%d", w, w.Line)
			if w.Single {
				line += " single"
			}
			if w.Blocks != "" {
				line += " " + w.Blocks
			}
			got = append(got, line)
		}
		if text := fmt.Sprint(got); text != c.want {
			t.Errorf("%s\n%s, want %s", fmt.Sprint(c), text, c.want)
		}
	}
}
