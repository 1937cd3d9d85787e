package convert

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
)

// TestManyPools: a list of 5,000 pools is converted at once.
func TestManyPools(t *testing.T) {
	item := "- apiVersion: karpenter.sh/v1alpha5\n  kind: Provisioner\n  metadata: {name: p%d}\n  spec: {providerRef: {name: default}}\n"
	c, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := c.Files([]*model.File{model.NewFile("list.yaml", []byte("apiVersion: v1\nkind: List\nitems:\n"+repeated(5000, item)))})[0]
	if n := strings.Count(string(f.After), "kind: NodePool"); n != 5000 {
		t.Errorf("%d pools are converted", n)
	}
}

// TestManyStatements: what is allocated for the statements of a policy grows no faster than their number.
func TestManyStatements(t *testing.T) {
	allocated := func(n int) int64 {
		text := "data \"aws_iam_policy_document\" \"a\" {\n" +
			repeated(n, "  statement {\n    sid     = \"s%d\"\n    actions = [\"ec2:RunInstances\"]\n    condition {\n      test     = \"StringEquals\"\n   "+
				"   variable = \"aws:RequestTag/karpenter.sh/provisioner-name\"\n      values   = [\"a\"]\n    }\n  }\n") + "}\n"
		c, err := New(Options{KarpenterVersion: "0.37.0"})
		if err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		files := c.Files([]*model.File{model.NewFile("main.tf", []byte(text))})
		runtime.ReadMemStats(&after)
		if len(files) != 1 || !strings.Contains(string(files[0].After), "karpenter.sh/nodepool") {
			t.Errorf("%d statements are not converted", n)
		}
		return int64(after.Mallocs - before.Mallocs) //nolint:gosec // no run allocates that much
	}
	allocated(10)
	if few, many := allocated(250), allocated(1000); many > 5*few {
		t.Errorf("%d pieces for 250 statements, and %d for 1000", few, many)
	}
}

// repeated returns n copies of a format, each with its number.
func repeated(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
