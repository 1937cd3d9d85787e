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
		"for_each over 100,000": {
			text: `
locals {
  thousand = range(1000)
  all      = [for a in local.thousand : [for b in range(100) : "${a}-${b}"]]
}
resource "r" "r" { for_each = toset(flatten(local.all)) }`,
			want: `4: local.all takes more than 250000 steps to evaluate; the rest of it counts as unknown`,
		},
		"for_each over 1300": {
			text: `resource "r" "r" { for_each = toset([for a in concat(range(1000), range(1000, 1300)) : tostring(a)]) }`,
			want: `1: for_each has 1300 elements; only the first 1024 are evaluated`,
		},
		"for_each of a module": {
			text: `module "m" {
  source   = "./m"
  for_each = toset([for a in concat(range(1000), range(1000, 1300)) : tostring(a)])
}`,
			more: map[string]string{"m/main.tf": `resource "r" "r" {}`},
			want: `3: for_each has 1300 elements; only the first 1024 are evaluated`,
		},
		"for_each of a dynamic block": {
			text: "resource \"r\" \"r\" {\n dynamic \"d\" {\n  for_each = concat(range(1000), range(1000, 1300))\n  content {}\n }\n}",
			want: `3: for_each has 1300 elements; only the first 1024 are evaluated`,
		},
		"count": {
			text: `resource "r" "r" { count = 1e9 }`,
			want: `1: count asks for 1000000000 instances; only the first 1024 are evaluated`,
		},
		"range of a billion": {
			text: `resource "r" "r" { v = range(1e9) }`,
			want: `1: range returns at most 1024 numbers, also in Terraform; this one counts as unknown`,
		},
		"range of a billion in a variable": {
			text: "variable \"n\" { default = 1e9 }\nresource \"r\" \"r\" { v = toset(range(var.n)) }",
			want: `2: range returns at most 1024 numbers, also in Terraform; this one counts as unknown`,
		},
		"a set of 100,000 numbers": {
			text: `resource "r" "r" { for_each = toset(range(100000)) }`,
			want: `1: range returns at most 1024 numbers, also in Terraform; this one counts as unknown`,
		},
		"range of what is unknown":    {text: "variable \"n\" {}\nresource \"r\" \"r\" { v = range(var.n) }"},
		"range of 1024":               {text: `resource "r" "r" { v = range(0, 1024) }`},
		"range of 1025, in a try":     {text: `resource "r" "r" { v = try(range(1025), []) }`},
		"range of 1025, in no branch": {text: `resource "r" "r" { v = true ? [] : range(1025) }`},
		"a large variable": {
			text: "variable \"v\" {}\nresource \"r\" \"r\" { v = var.v }",
			more: map[string]string{"terraform.tfvars": "v = [" + strings.Repeat("0,", 120_000) + "]"},
			want: `1: var.v has more than 99999 values; it counts as unknown`,
		},
		"a large argument": {
			text: `locals { l = range(400) }
resource "r" "r" {
  v = [for a in local.l : local.l]
}`,
			want: `3: v has more than 99999 values; it counts as unknown`,
		},
		"a function of much": {
			text: `locals { l = range(400) }
resource "r" "r" {
  v = setproduct(local.l, local.l)
  w = join(",", [for a in local.l : local.t])
}
locals { t = join("", [for a in range(1000) : "0123456789"]) }`,
			want: `3: setproduct reads or returns more than karplint evaluates (2000 values); its result counts as unknown
4: join reads or returns more than karplint evaluates (100000 values, 1 MiB of text); its result counts as unknown`,
		},
		"a long text is split": {
			text: "resource \"r\" \"r\" { v = split(\"---\", file(\"crds.yaml\")) }",
			more: map[string]string{"crds.yaml": "kind: NodePool # karpenter.sh/v1\n" + strings.Repeat("x\n", 70_000)},
			want: `1: split reads or returns more than karplint evaluates (128 KiB of text); its result counts as unknown`,
		},
		"a long text without Karpenter is split": {
			text: "resource \"r\" \"r\" { v = split(\"---\", file(\"crds.yaml\")) }",
			more: map[string]string{"crds.yaml": "kind: Gateway\n" + strings.Repeat("x\n", 70_000)},
		},
		"a long text": {
			text: `locals {
  t = join("", [for a in range(1000) : "0123456789"])
}
resource "r" "r" {
  v = "%{ for a in range(1000) }${local.t}%{ endfor }"
}`,
			want: `5: a text of more than 4 MiB counts as unknown`,
		},
		"a large file": {
			text: `resource "r" "r" { v = file("big.txt") }`,
			more: map[string]string{"big.txt": strings.Repeat("x", 5<<20)},
			want: `1: big.txt is larger than the 4 MiB that karplint evaluates of a file; its result counts as unknown`,
		},
		"many resources": {
			text: strings.Repeat("resource \"r\" \"r\" { count = 256 }\n", 100),
			want: `40: the root has more than 10000 resources; the others are not read`,
		},
		"many documents": {
			text: "resource \"r\" \"r\" {\n count = 100\n v = <<E\na: ${count.index}\n" + strings.Repeat("k: v\n", 10_000) + "E\n}\nresource \"s\" \"s\" {}",
			want: `3: texts that are evaluated again and again, as count does, have more than 1 MiB together; this one and those after it count as unknown`,
		},
		"many blocks": {
			text: "resource \"r\" \"r\" {\n count = 256\n" + strings.Repeat(" b {\n  c {}\n }\n", 2_000) + "}",
			want: `1761: evaluating this root takes more than 1000000 steps; from here on its values count as unknown`,
		},
		"many blocks of dynamic ones": {
			text: "resource \"r\" \"r\" {\n count = 256\n dynamic \"b\" {\n  for_each = range(256)\n  content {\n" + strings.Repeat("   c {}\n", 10) + "  }\n }\n}",
			want: `3: evaluating this root takes more than 1000000 steps; from here on its values count as unknown`,
		},
		"wrong arguments": {
			text: `
resource "r" "r" {
  a = upper()
  b = tonumber("x")
  c = { d = [jsondecode("{"), element([], 0)] }
}`,
			want: `3: upper does not accept these arguments, so Terraform stops here; its result counts as unknown
4: tonumber does not accept these arguments, so Terraform stops here; its result counts as unknown
5: jsondecode does not accept these arguments, so Terraform stops here; its result counts as unknown
5: element does not accept these arguments, so Terraform stops here; its result counts as unknown`,
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
				told = append(told, fmt.Sprintf("%d: %s", err.File.Position(err.Span.Start).Line, err.Message))
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

// TestWorkIsCounted: what a call or an operator does with a large collection or text counts as steps, so that a loop of few rounds ends.
func TestWorkIsCounted(t *testing.T) {
	for _, round := range []string{
		"toset(local.l)", "tomap(local.m)", "merge(local.m, {})", "keys(local.m)", "flatten([local.l])", "contains(local.s, \"x\")", "slice(local.l, 0, 1)",
		"jsonencode(local.l)", "sha256(local.t)", "length(local.t)", "local.l == local.m", "local.m == merge(local.m)", "local.t == local.t",
		"local.l[var.u]", "lookup(local.m, var.u, {})", "var.u ? local.l : local.s", "f(local.l)", "!local.l", "can(local.l)", "[for k, v in local.m : k]", "local.l[*].a",
	} {
		text := "variable \"u\" {}\nlocals {\n s = [for i in range(1000) : \"s${i}\"]\n l = [for i in range(1000) : { a = i }]\n m = { for i in range(1000) : \"k${i}\" => i }\n t = join(\"\", [for i in range(1000) : \"0123456789012345678901234567890123456789\"])\n" +
			"}\nresource \"r\" \"r\" { v = [for i in range(1000) : length([" + strings.Repeat(round+", ", 5) + "])] }\n"
		loaded := Load(memory{root(text)}, ".", modules.Options{})
		want := "v takes more than 250000 steps to evaluate; the rest of it counts as unknown"
		if len(loaded.Errors) != 1 || loaded.Errors[0].Message != want {
			t.Errorf("%s: %v", round, loaded.Errors)
		}
	}
}
