package terraform

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/terraform/eval"
	"github.com/karplint/karplint/terraform/modules"
)

// surroundings is what the expressions of TestExpressions can refer to.
const surroundings = `
variable "none" {}
variable "other" {}
variable "pools" { default = { b = { cpu = 4 }, a = { cpu = 8 } } }
variable "on" { default = true }
variable "typed" {
  type = object({
    name  = string
    size  = optional(number, 3)
    inner = optional(object({ a = optional(string, "x"), b = optional(list(string)) }), {})
  })
  default = { name = 7, extra = true }
}
variable "numbers" {
  type    = list(number)
  default = ["1", 2]
}
locals {
  list    = ["a", "b", "c"]
  map     = { one = 1, two = "2" }
  partly  = { known = "k", unknown = var.none }
  merged  = merge({ a = 1, b = 2 }, var.none, { c = 3 })
  longer  = concat(["x"], var.none)
  yaml    = <<-EOT
    a: 1
    b: [x, "${var.none}", ${local.map.two}]
    c:
      d: "2"
  EOT
}
resource "thing" "one" {
  name = "first"
  nested { key = "value" }
}
resource "thing" "many" {
  for_each = toset(["x", "y"])
  name     = "n-${each.key}"
}
data "source" "it" { input = "in" }
`

// expressions of Terraform's language and what they give: a value as HCL, or "?" and the canonical form of what is unknown.
// TestExpressions reads testdata/expressions.txt: lines of the form expression => value.
func TestExpressions(t *testing.T) {
	const path = "testdata/expressions.txt"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var lines, updated []string
	var program strings.Builder
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		expression, _, found := strings.Cut(line, " ==> ")
		if found {
			fmt.Fprintf(&program, "output \"o%d\" { value = %s }\n", len(lines), expression)
		}
		lines = append(lines, line)
	}
	values := outputsOf(t, surroundings+program.String())
	for i, line := range lines {
		expression, want, found := strings.Cut(line, " ==> ")
		if !found {
			updated = append(updated, line)
			continue
		}
		got := values[fmt.Sprintf("o%d", i)]
		if got != want && !golden.Update() {
			t.Errorf("%s\n gives %s\n want  %s", expression, got, want)
		}
		updated = append(updated, expression+" ==> "+got)
	}
	if golden.Update() {
		if err := os.WriteFile(path, []byte(strings.Join(updated, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// outputsOf evaluates the outputs of a root of one file.
func outputsOf(t *testing.T, program string) map[string]string {
	t.Helper()
	files := memory{fstest.MapFS{
		"main.tf":       {Data: []byte(program)},
		"data.yaml":     {Data: []byte("kind: A\nspec: {size: 1}\n")},
		"text.tftpl":    {Data: []byte("hello ${name}%{ for x in list }, ${x}%{ endfor }")},
		"sub/one.json":  {Data: []byte("{}")},
		"sub/two.json":  {Data: []byte("{}")},
		"sub/deep/x.tf": {Data: []byte("")},
	}}
	tree := modules.Read(files, ".", modules.Options{})
	root := eval.New(tree).Root(tree.Root, &eval.Hidden{})
	for _, err := range tree.Errors {
		t.Fatal(err.File.Path, err.File.Position(err.Span.Start), err.Message)
	}
	values := map[string]string{}
	for name := range root.Module.Outputs {
		values[name] = leaf(root.Output(name))
	}
	return values
}
