package lsp_test

import "testing"

// TestTyping: an item that somebody has begun with a dash, or with the first letters of a key, has one diagnostic: what it must be.
func TestTyping(t *testing.T) {
	for _, item := range []string{"- ", "- ke"} {
		for _, list := range []string{"requirements: []\n      taints", "requirements"} {
			c := startClient(t, put(t, nil), nil, "--select", "KL541,KL543", "--karpenter-version", "1.8.1")
			c.openText("pool.yaml", "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: default\nspec:\n  template:\n    spec:\n"+
				"      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}\n      "+list+":\n        "+item+"\n")
			if found := c.await("pool.yaml"); len(found) != 1 {
				t.Errorf("%q in %q: %d diagnostics: %v", item, list, len(found), found)
			}
			c.stop()
		}
	}
}
