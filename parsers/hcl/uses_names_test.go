package hcl

import (
	"slices"
	"testing"
)

// TestNamesIn holds the names in templates to what a module can declare.
func TestNamesIn(t *testing.T) {
	for template, want := range map[string][]string{
		"plain":                                  nil,
		"${module.karpenter.node_iam_role_name}": {"module.karpenter"},
		`${module.karpenter["a"].name}-${var.cluster}`:         {"module.karpenter", "var.cluster"},
		"${data.aws_iam_role.nodes.name}":                      {"data.aws_iam_role.nodes"},
		"${aws_iam_role.nodes[0].name}${path.module}":          {"aws_iam_role.nodes"},
		`${lookup(local.roles, terraform.workspace, "nodes")}`: {"local.roles"},
	} {
		if got, err := NamesIn(template); err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: got %q, %v; want %q", template, got, err, want)
		}
	}
	for _, template := range []string{"${each.value.role}", "${count.index}", "${KARPENTER_NODE_ROLE}", "${module.", "${}"} {
		if got, err := NamesIn(template); err == nil {
			t.Errorf("%s: got %q, want an error", template, got)
		}
	}
}
