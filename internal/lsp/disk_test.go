package lsp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

const oldClass = `apiVersion: karpenter.k8s.aws/v1beta1
kind: EC2NodeClass
metadata:
  name: default
spec:
  amiFamily: AL2
  role: nodes
  subnetSelectorTerms: [{tags: {discovery: a}}]
  securityGroupSelectorTerms: [{tags: {discovery: a}}]
`

const oldPool = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata:
  name: default
spec:
  template:
    spec:
      kubelet: {maxPods: 20}
      nodeClassRef: {name: default}
      requirements: []
`

// TestChangedOnDisk: a program has changed a file that is not open, and no one told the server. A conversion does not write into the text that it has
// not read: it is made when it is asked for again.
func TestChangedOnDisk(t *testing.T) {
	dir := put(t, map[string]string{"class.yaml": oldClass, "pool.yaml": oldPool})
	c := startClient(t, dir, nil)
	c.open("pool.yaml")
	if err := os.WriteFile(filepath.Join(c.dir, "class.yaml"), []byte("# one\n# two\n# three\n"+oldClass), 0o600); err != nil {
		t.Fatal(err)
	}
	convert := func() {
		for _, action := range c.actions("pool.yaml", whole, "refactor") {
			c.request("workspace/executeCommand", map[string]any{"command": action.Command.Command, "arguments": action.Command.Arguments})
		}
		c.settle()
	}
	convert()
	if len(c.edits) > 0 || len(c.shown) != 1 || !strings.Contains(c.shown[0], "have changed") {
		t.Fatalf("edits %v, messages %q", c.edits, c.shown)
	}
	convert()
	if len(c.edits) != 1 {
		t.Fatalf("the second conversion has no edit: %q", c.shown)
	}
	c.apply(&c.edits[0])
	text, err := os.ReadFile(filepath.Join(c.dir, "class.yaml"))
	if err != nil || !strings.HasPrefix(string(text), "# one\n# two\n# three\napiVersion: karpenter.k8s.aws/v1\n") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestSameMistake: a mistake in the settings is shown once, and keeps no one waiting.
func TestSameMistake(t *testing.T) {
	c := startClient(t, put(t, map[string]string{".karplint.yaml": "ignore: [KL9999]\n", "pool.yaml": oldPool}), nil)
	c.openText("pool.yaml", oldPool)
	for range 3 {
		c.changeOnly("pool.yaml", protocol.TextEdit{NewText: "# \n"})
		if actions := c.actions("pool.yaml", whole); len(actions) > 0 {
			t.Errorf("actions %v", actions)
		}
	}
	if len(c.shown) != 1 {
		t.Errorf("%d messages: %q", len(c.shown), c.shown)
	}
}
