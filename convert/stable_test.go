package convert_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
)

// TestSameEachTime: what a conversion does and reports does not depend on the order in which Go walks a map.
func TestSameEachTime(t *testing.T) {
	for name, text := range map[string]string{
		"several overlays patch a class that needs copies": overlaysOfClass,
		"two templates decide about consolidation":         templatesOfConsolidation,
		"lists of values that depend on each other":        listsOfValues,
	} {
		t.Run(name, func(t *testing.T) {
			archive := txtar.Parse([]byte(text))
			c, err := convert.New(options(t, archive.Comment))
			if err != nil {
				t.Fatal(err)
			}
			first := ""
			for range 50 {
				got := string(txtar.Format(&txtar.Archive{Files: report(c.Files(inputs(archive)))}))
				if first == "" {
					first = got
				}
				if got != first {
					t.Fatalf("once\n%s\nand once\n%s", first, got)
				}
			}
		})
	}
}

const overlaysOfClass = `
option to v1

-- base/kustomization.yaml --
resources: [class.yaml, pools.yaml]
-- base/class.yaml --
apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata: {name: default}
spec: {amiFamily: AL2, role: r, subnetSelectorTerms: [{id: subnet-0123456789abcdef0}], securityGroupSelectorTerms: [{id: sg-0123456789abcdef0}]}
-- base/pools.yaml --
apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: {name: a}
spec: {template: {spec: {kubelet: {maxPods: 10}, nodeClassRef: {name: default}}}}
---
apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: {name: b}
spec: {template: {spec: {kubelet: {maxPods: 20}, nodeClassRef: {name: default}}}}
-- x/kustomization.yaml --
resources: [../base]
patches: [{patch: "{apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass, metadata: {name: default}, spec: {tags: {a: x}}}"}]
-- y/kustomization.yaml --
resources: [../base]
patches: [{patch: "{apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass, metadata: {name: default}, spec: {tags: {a: y}}}"}]
-- z/kustomization.yaml --
resources: [../base]
patches: [{patch: "{apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass, metadata: {name: default}, spec: {tags: {a: z}}}"}]
`

const templatesOfConsolidation = `
-- pool.yaml --
apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: default
spec:
  consolidation:
    enabled: ${ENABLED}
    ${MORE}: 1
  providerRef: {name: default}
`

const listsOfValues = `
-- chart/values.yaml --
pools:
  x: {requirements: [{key: a, operator: Exists}]}
  y: {requirements: [{key: a, operator: Exists}]}
-- chart/templates/each.yaml --
{{- range $name, $pool := .Values.pools }}
---
apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: each-{{ $name }}
spec:
  requirements:
    {{- toYaml $pool.requirements | nindent 4 }}
  providerRef: {name: default}
{{- end }}
-- chart/templates/one.yaml --
apiVersion: karpenter.sh/v1alpha5
kind: Provisioner
metadata:
  name: one
spec:
  requirements: {{ toYaml .Values.pools.x.requirements | nindent 4 }}
  providerRef: {name: default}
-- chart/templates/other.yaml --
apiVersion: v1
kind: ConfigMap
metadata: {name: karpenter}
data:
  list: {{ toJson .Values.pools.y.requirements | quote }}
`
