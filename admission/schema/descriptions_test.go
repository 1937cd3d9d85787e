package schema_test

import (
	"testing"

	"github.com/karplint/karplint/admission/schema"
)

// TestDescription: the text of a field is that of its kind and path, and each field of a pool has one.
func TestDescription(t *testing.T) {
	for _, test := range []struct{ apiVersion, kind, field, text, release string }{
		{"karpenter.sh/v1beta1", "NodePool", "weight", "Weight is the priority given to the nodepool during scheduling. A higher numerical weight " +
			"indicates that this nodepool will be ordered ahead of other nodepools with lower weights. A nodepool with no weight will be treated as " +
			"if it is a nodepool with a weight of 0.", "1.0.8"},
		{"karpenter.sh/v1", "NodePool", "weigh", "", "1.15.2"},
		{"v1", "Pod", "weight", "", ""},
	} {
		text, release := schema.Description(test.apiVersion, test.kind, []string{"spec", test.field})
		if text != test.text || release != test.release {
			t.Errorf("%s of %s: %q of %s", test.field, test.kind, text, release)
		}
	}
	newest := schema.Lookup("karpenter.sh/v1", "NodePool").Schemas
	for _, name := range newest[len(newest)-1].Property("spec").Properties() {
		if text, _ := schema.Description("karpenter.sh/v1", "NodePool", []string{"spec", name}); text == "" {
			t.Errorf("spec.%s is not described", name)
		}
	}
}
