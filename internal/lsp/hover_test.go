package lsp_test

import (
	"strings"
	"testing"
)

// TestHoverAlpha: the alpha API, which is older than the CRDs that are known, is not said to begin with the oldest of them; v1beta1 does.
func TestHoverAlpha(t *testing.T) {
	for apiVersion, want := range map[string]string{ // in any order
		"karpenter.sh/v1alpha5\nkind: Provisioner": "until Karpenter 0.32.10; the CRDs before 0.32.0 are not known here",
		"karpenter.sh/v1beta1\nkind: NodePool":     "since Karpenter 0.32.0, the first that serves karpenter.sh/v1beta1, until 1.0.14",
	} {
		c := startClient(t, put(t, nil), nil)
		c.openText("pool.yaml", "apiVersion: "+apiVersion+"\nspec:\n  weight: 1\n")
		c.await("pool.yaml")
		m := c.request("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("pool.yaml")}, "position": at(3, 3)})
		if text := string(m.Result); !strings.Contains(text, want) {
			t.Errorf("%s: the hover lacks %q: %s", apiVersion, want, text)
		}
		c.stop()
	}
}

// TestConvertIsOffered: only for objects that v1 replaced. NodeOverlay is alpha, and there is nothing newer.
func TestConvertIsOffered(t *testing.T) {
	for text, want := range map[string]int{ // in any order
		"apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\n":          1,
		"apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\n": 1,
		"apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\n":     1,
		"apiVersion: karpenter.sh/v1alpha1\nkind: NodeOverlay\n":          0,
	} {
		c := startClient(t, put(t, nil), nil)
		c.openText("file.yaml", text)
		c.await("file.yaml")
		if got := len(c.actions("file.yaml", whole, "refactor")); got != want {
			t.Errorf("%q: %d actions, want %d", text, got, want)
		}
		c.stop()
	}
}
