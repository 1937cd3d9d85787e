package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

const describedCRD = `spec:
  group: karpenter.sh
  names: {kind: NodePool}
  versions:
    - name: v1
      served: true
      schema:
        openAPIV3Schema:
          properties:
            status: {description: left out}
            spec:
              description: "the spec,\n  on two lines"
              properties:
                limits: {additionalProperties: {description: a limit}}
                taints: {items: {properties: {key: {description: TEXT}}}}
`

// TestDescriptions: a newer release replaces the texts of a kind, an older one does not, and what was read is written again.
func TestDescriptions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "descriptions.txt")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ release, text, want string }{
		{"1.0.0", "first", "first"}, {"1.2.0", "second", "second"}, {"1.0.1", "third", "second"}, {"1.2.0", "fourth", "fourth"},
	} {
		files := fstest.MapFS{"pkg/apis/crds/pools.yaml": {Data: []byte(strings.Replace(describedCRD, "TEXT", step.text, 1))}}
		if err := addDescriptions(path, step.release, files); err != nil {
			t.Fatal(err)
		}
		data, _ := os.ReadFile(path)
		for _, line := range []string{"spec\tthe spec, on two lines\n", "spec.limits.*\ta limit\n", "spec.taints.[].key\t" + step.want + "\n"} {
			if !strings.Contains(string(data), line) {
				t.Errorf("after %s %q is missing in:\n%s", step.release, line, data)
			}
		}
		if strings.Contains(string(data), "left out") {
			t.Error("the status is described")
		}
	}
}
