package terraform

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/terraform/modules"
)

// TestBounds holds what is left out because of a bound to be said, with its place, and the rest to be evaluated.
func TestBounds(t *testing.T) {
	const rest = "locals { version = \"1.0.8\" }\nresource \"rest\" \"rest\" { v = local.version }\n"
	for name, test := range map[string]struct {
		text string
		more map[string]string // files
		want string            // line and message
	}{
		"range of a billion": {
			text: `resource "r" "r" { v = range(1e9) }`,
			want: `1: range returns at most 1024 numbers, also in Terraform; make the range smaller`,
		},
		"range of a billion in a variable": {
			text: "variable \"n\" { default = 1e9 }\nresource \"r\" \"r\" { v = toset(range(var.n)) }",
			want: `2: range returns at most 1024 numbers, also in Terraform; make the range smaller`,
		},
		"a set of 100,000 numbers": {
			text: `resource "r" "r" { for_each = toset(range(100000)) }`,
			want: `1: range returns at most 1024 numbers, also in Terraform; make the range smaller`,
		},
		"range of what is unknown":    {text: "variable \"n\" {}\nresource \"r\" \"r\" { v = range(var.n) }"},
		"range of 1024":               {text: `resource "r" "r" { v = range(0, 1024) }`},
		"range of 1025, in a try":     {text: `resource "r" "r" { v = try(range(1025), []) }`},
		"range of 1025, in no branch": {text: `resource "r" "r" { v = true ? [] : range(1025) }`},
		"a function of much": {
			text: `locals { l = range(400) }
resource "r" "r" {
  v = setproduct(local.l, local.l)
  w = format("%99999d", 1)
}`,
			want: `3: setproduct reads or returns more than karplint evaluates (100000 values)
4: format reads or returns more than karplint evaluates (widths of 4 digits)`,
		},
		"a long text": {
			text: `locals {
  t = join("", [for a in range(1000) : "0123456789"])
}
resource "r" "r" {
  v = "%{ for a in range(1000) }${local.t}%{ endfor }"
}`,
			want: `5: a text has more than 4 MiB`,
		},
		"a large file": {
			text: `resource "r" "r" { v = file("big.txt") }`,
			more: map[string]string{"big.txt": strings.Repeat("x", 5<<20)},
			want: `1: big.txt is larger than the 4 MiB that karplint evaluates of a file`,
		},
		"wrong arguments": {
			text: `
resource "r" "r" {
  a = upper()
  b = tonumber("x")
  c = { d = [jsondecode("{"), element([], 0)] }
}`,
			want: `3: upper does not accept these arguments, so Terraform stops here; correct the arguments
4: tonumber does not accept these arguments, so Terraform stops here; correct the arguments
5: jsondecode does not accept these arguments, so Terraform stops here; correct the arguments
5: element does not accept these arguments, so Terraform stops here; correct the arguments`,
		},
		"arguments that may be wrong": {
			text: `
variable "v" { default = "x" }
locals { off = tonumber(var.v) }
resource "r" "a" {
  count = 0
  a     = tonumber("x")
}
resource "r" "b" {
  for_each = toset(["x"])
  a        = tonumber("x")
}
resource "r" "c" {
  a = try(tonumber("x"), can(tonumber("x")), 1)
  b = true ? 1 : tonumber("x")
  c = var.v == "x" && tonumber("x") == 1
  d = [for x in [1] : tonumber("x")]
  e = "%{ if var.v == "y" }${tonumber("x")}%{ endif }"
  f = unheard_of("x")
  g = file("there/after/a/build.txt")
  h = tonumber(var.v)
  i = local.off
  dynamic "j" {
    for_each = [1]
    content { a = tonumber("x") }
  }
}
module "m" {
  source = "./m"
  count  = 0
}`,
			more: map[string]string{"m/main.tf": "locals { x = tonumber(\"x\") }\nresource \"r\" \"r\" { a = local.x }"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := memory{fstest.MapFS{"main.tf": {Data: []byte(test.text)}, "rest.tf": {Data: []byte(rest)}}}
			for path, text := range test.more {
				files.MapFS[path] = &fstest.MapFile{Data: []byte(text)}
			}
			root := Load(files, ".", modules.Options{})
			var told []string
			for _, err := range root.Errors {
				told = append(told, fmt.Sprintf("%d: %s", err.File.Position(err.Span.Start).Line, err.Error()))
				if !err.Limit {
					t.Errorf("%s is an error", err.Message)
				}
			}
			if d := cmp.Diff(test.want, strings.Join(told, "\n")); d != "" {
				t.Error(d)
			}
			for _, r := range root.Resources {
				if r.Kind == "rest" && !r.Value.Open && leaf(r.Value.Get("v")) != `"1.0.8"` {
					t.Errorf("the rest is %s", leaf(r.Value.Get("v")))
				}
			}
		})
	}
}
