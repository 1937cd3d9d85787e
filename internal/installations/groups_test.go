package installations

import (
	"testing"

	"github.com/karplint/karplint/lint"
)

// TestNeighbourhood: the installations of one Terraform module belong together, in any syntax of its files.
func TestNeighbourhood(t *testing.T) {
	for _, name := range []string{"main.tf", "main.tf.json", "main.tofu", "main.tofu.json"} {
		a := neighbourhood(lint.Owner{Address: "module.a.helm_release.karpenter", File: "live/" + name})
		b := neighbourhood(lint.Owner{Address: "module.b.helm_release.karpenter", File: "live/" + name})
		if a == b {
			t.Errorf("%s: two modules are one neighbourhood, %s", name, a)
		}
	}
}
