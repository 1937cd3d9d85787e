package lsp_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/internal/cli"
)

// TestFixAll: all safe fixes of a file are what lint --fix writes, also where fixes change the same map, as those of disruption do here.
func TestFixAll(t *testing.T) {
	const name = "pool.tf"
	files := map[string]string{".karplint.yaml": "karpenter-version: 1.8.1\n", name: `resource "kubectl_manifest" "pool" {
  yaml_body = yamlencode({
    apiVersion = "karpenter.sh/v1"
    kind       = "NodePool"
    metadata   = { name = "default" }
    spec = {
      template = {
        spec = {
          nodeClassRef = {
            group = "karpenter.k8s.aws"
            kind  = "EC2NodeClass"
            name  = "default"
          }
          requirements = []
        }
      }

      disruption = {
        # fewer nodes
        consolidationPolicy = "WhenUnderutilized"

        # a month
        expireAfter = "720h"
      }
    }
  })
}
`}
	dir := put(t, files)
	c := startClient(t, dir, nil)
	c.open(name)
	c.await(name)
	for _, action := range c.actions(name, whole, "source.fixAll.karplint") {
		c.apply(action.Edit)
	}
	inEditor := c.texts[name]
	c.stop()

	t.Chdir(dir)
	cli.Main([]string{"karplint", "lint", "--fix"}, strings.NewReader(""), io.Discard, io.Discard)
	onDisk, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	if string(onDisk) == files[name] || string(onDisk) != inEditor {
		t.Errorf("what lint --fix writes differs from the editor:\n%s", diff.Unified(name, []byte(inEditor), onDisk))
	}
}
