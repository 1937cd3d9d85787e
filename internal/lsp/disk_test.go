package lsp_test

import (
	"fmt"
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

// TestSavedBeside: a file beside the folder, in the same repository, tells which release is installed. What is saved in it counts in the folder.
func TestSavedBeside(t *testing.T) {
	const installation = "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter}\nspec:\n" +
		"  source: {repoURL: public.ecr.aws/karpenter, chart: karpenter, targetRevision: %s}\n"
	const web = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n" +
		"  template:\n    spec:\n      nodeSelector: {karpenter.sh/provisioner-name: default}\n"
	old, now := fmt.Sprintf(installation, "0.31.0"), fmt.Sprintf(installation, "1.0.8")
	dir := put(t, map[string]string{".git/HEAD": "", "karpenter.yaml": old, "web/web.yaml": web})
	c := connect(t, dir)
	c.request("initialize", map[string]any{"rootUri": c.uri("web"), "capabilities": map[string]any{}})
	c.open("web/web.yaml")
	if found := c.await("web/web.yaml"); len(found) != 0 {
		t.Fatalf("%v", found)
	}
	c.open("karpenter.yaml")
	if err := os.WriteFile(filepath.Join(c.dir, "karpenter.yaml"), []byte(now), 0o600); err != nil {
		t.Fatal(err)
	}
	c.replace("karpenter.yaml", now)
	c.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": c.uri("karpenter.yaml")}})
	c.until("a finding", func() bool { return len(c.diagnostics[c.uri("web/web.yaml")].Diagnostics) == 1 })
}
