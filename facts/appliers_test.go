package facts

import "testing"

// TestAppliers: the table has every name that the code gives rules, and a fact for it.
func TestAppliers(t *testing.T) {
	type row struct {
		Fact string `json:"fact"`
	}
	table := lazyTable[struct {
		Appliers map[string]row `json:"appliers"`
		Unknown  row            `json:"unknown_applier"`
	}]("appliers")()
	for _, name := range []string{KubectlManifest, KubectlManifestServerSide, KubernetesManifest, Helm, ArgoCD, ArgoCDServerSide, Flux} {
		if table.Appliers[name].Fact == "" {
			t.Errorf("the table of appliers has no fact about %s", name)
		}
	}
	if table.Unknown.Fact == "" {
		t.Error("there is no fact for an unknown applier")
	}
}
