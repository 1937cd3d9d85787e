package rootmodule

import (
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// TestReferenceOf: an expression is a reference if it means the same everywhere in the module.
func TestReferenceOf(t *testing.T) {
	f := model.NewFile("infra/main.tf", nil)
	for text, want := range map[string]string{
		"module.nodes.instance_profile":     "${module.nodes.instance_profile}",
		"${module.nodes[0].profile}":        "${module.nodes[0].profile}",
		"var.profile":                       "${var.profile}",
		"aws_iam_instance_profile.nodes.id": "${aws_iam_instance_profile.nodes.id}",
		"data.aws_iam_role.nodes.name":      "${data.aws_iam_role.nodes.name}",
		"${var.prefix}-nodes":               "${var.prefix}-nodes",
		`try(module.nodes.profile, "")`:     `${try(module.nodes.profile, "")}`,
		"var.a ? module.b[0].c : null":      "${var.a ? module.b[0].c : null}",
		"[for x in var.y : x][0]":           "${[for x in var.y : x][0]}",
		`"${var.prefix}-nodes"`:             "${var.prefix}-nodes",
		`"${var.prefix["a"]}-nodes"`:        `${"${var.prefix["a"]}-nodes"}`,
		`try("${var.a}-nodes", "")`:         `${try("${var.a}-nodes", "")}`,
		"nodes":                             "",
		"each.value":                        "",
		"set.value.profile":                 "",
		"path.module":                       "",
		"module.nodes[each.key].profile":    "",
		"var.a[count.index]":                "",
		"var.a ?\n var.b : var.c":           "",
	} {
		got := referenceOf(text, f)
		if got.Text != want || want != "" && got.Module != "infra" {
			t.Errorf("%s: %+v", text, got)
		}
	}
	if got := referenceOf("var.x", model.NewFile("values.yaml", nil)); got != (survey.Reference{}) {
		t.Errorf("outside of Terraform: %+v", got)
	}
}
