package workloads

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

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
		{"3", "", "shop", "maxUnavailable: 0", "[Deployment shop/web:2 PodDisruptionBudget web (web.yaml:12) allows no eviction of its pods: " +
			"maxUnavailable is 0]"},
		{"3", "", "shop", "maxUnavailable: 0%", "[Deployment shop/web:2 PodDisruptionBudget web (web.yaml:12) allows no eviction of its pods: " +
			"maxUnavailable is 0%]"},
		{"3", "", "shop", "minAvailable: 100%", "[Deployment shop/web:2 PodDisruptionBudget web (web.yaml:12) allows no eviction of its pods: " +
			"minAvailable is 100%]"},
		{"3", "", "shop", "minAvailable: 3", "[Deployment shop/web:2 PodDisruptionBudget web (web.yaml:12) allows no eviction of its pods: minAvailable " +
			"is 3 of 3]"},
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

// TestFindElsewhere: workloads in Terraform and in templates of charts, and pools that keep their nodes.
func TestFindElsewhere(t *testing.T) {
	for _, c := range []struct{ name, files, want string }{
		{"resources", `
-- main.tf --
resource "kubernetes_deployment_v1" "web" {
  metadata {
    name      = "web"
    namespace = "shop"
  }
  spec {
    replicas = 2
    template {
      metadata {
        labels      = { app = "web" }
        annotations = { "karpenter.sh/do-not-disrupt" = "true" }
      }
    }
  }
}

resource "kubernetes_stateful_set" "search" {
  metadata {
    name = var.name
  }
  spec {
    replicas = var.replicas
    template {
      metadata {
        labels = { app = "search" }
      }
      spec {
        node_selector = { "karpenter.sh/nodepool" = "search" }
      }
    }
    volume_claim_template {
      metadata { name = "data" }
    }
  }
}

resource "kubernetes_deployment" "api" {
  metadata { name = "api" }
  spec {
    replicas = 2
    template {
      metadata {
        labels = { app = "api" }
      }
    }
  }
}

resource "kubernetes_pod_disruption_budget_v1" "api" {
  metadata { name = "api" }
  spec {
    min_available = 2
    selector {
      match_labels = { app = "api" }
    }
  }
}
`, "Deployment shop/web main.tf:1 karpenter.sh/do-not-disrupt keeps its node from being drained\nStatefulSet ? main.tf:17 volumes, for search\n" +
			"Deployment api main.tf:37 PodDisruptionBudget api (main.tf:49) allows no eviction of its pods: minAvailable is 2 of 2"},
		{"manifests in Terraform", `
-- main.tf --
resource "kubectl_manifest" "job" {
  yaml_body = <<-YAML
    apiVersion: batch/v1
    kind: Job
    metadata:
      name: export
    spec:
      template:
        metadata:
          annotations:
            karpenter.sh/do-not-evict: "true"
  YAML
}

resource "kubernetes_manifest" "web" {
  manifest = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata   = { name = "web" }
    spec       = { replicas = 1 }
  }
}
`, "Job export main.tf:3 karpenter.sh/do-not-evict keeps its node from being drained\nDeployment web main.tf:16 single"},
		{"a chart", `
-- chart/values.yaml --
web:
  replicas: 1
-- chart/templates/web.yaml --
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "web" . }}
spec:
  replicas: {{ .Values.web.replicas }}
`, "Deployment ? chart/templates/web.yaml:1 single"},
		{"pools", `
-- pools.yaml --
kind: NodePool
metadata: {name: held}
spec:
  disruption:
    budgets: [{nodes: "0"}]
---
kind: NodePool
metadata: {name: nights}
spec:
  disruption:
    budgets: [{nodes: "0", schedule: "0 0 * * *", duration: 8h}]
---
kind: NodePool
metadata: {name: empty}
spec:
  disruption:
    budgets: [{nodes: "0", reasons: [Empty]}]
`, "NodePool held pools.yaml:1 its disruption budget of 0 allows no node to be removed\n" +
			"NodePool nights pools.yaml:7 its disruption budgets allow nodes to be replaced only every day 08:00 to 24:00 UTC"},
	} {
		archive := txtar.Parse([]byte(c.files))
		files, inputs := fileset.Overlay{Texts: map[string][]byte{}}, []fileset.Input{}
		for _, f := range archive.Files {
			files.Texts[f.Name] = f.Data
			inputs = append(inputs, fileset.Input{Path: f.Name, Terraform: strings.HasSuffix(f.Name, ".tf")})
		}
		var got []string
		for _, w := range Find(t.Context(), inputs, files) {
			line := fmt.Sprintf("%s %s:%d %s", w, w.File, w.Line, w.Blocks)
			if w.Single {
				line += "single"
			}
			if w.HasVolumes {
				line += "volumes"
			}
			if w.Pool != "" {
				line += ", for " + w.Pool
			}
			got = append(got, line)
		}
		if text := strings.Join(got, "\n"); text != c.want {
			t.Errorf("%s:\n%s\nwant:\n%s", c.name, text, c.want)
		}
	}
}
