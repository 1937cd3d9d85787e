package hostile

import (
	"fmt"
	"strings"
)

// blocks are root modules with many blocks, modules and files.
var blocks = []Input{
	terraform("terraform-variables-20000", func(p *printer) { p.repeat(20000, "variable \"v%d\" {\n  default = %d\n}\n") }),
	terraform("terraform-resources-4000", func(p *printer) {
		p.repeat(4000, "resource \"kubectl_manifest\" \"m%d\" {\n  yaml_body = <<-EOT\n    apiVersion: karpenter.sh/v1beta1\n    kind: NodePool\n    metadata: {name: p%d}\n    spec: {template: {spec: {nodeClassRef: {name: a}}}}\n  EOT\n}\n")
	}),
	terraform("terraform-provisioners-2000", func(p *printer) {
		p.repeat(2000, "resource \"kubectl_manifest\" \"m%d\" {\n  yaml_body = <<-EOT\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: p%d}\n    spec: {providerRef: {name: a}}\n  EOT\n}\n")
	}),
	terraform("terraform-lines-of-3-MB", func(p *printer) {
		p.print("locals {\n  a = \"")
		p.repeat(3_000_000, "a")
		p.print("\"\n}\nresource \"kubectl_manifest\" \"m\" {\n  yaml_body = <<-EOT\n%s    # ", provisioner)
		p.repeat(1_000_000, "a")
		p.print("\n  EOT\n}\n")
	}),
	terraform("terraform-depends-chain-5000", func(p *printer) {
		p.print("resource \"null_resource\" \"r0\" {}\n")
		for i := range p.count(5000) {
			p.print("resource \"null_resource\" \"r%d\" {\n  depends_on = [null_resource.r%d]\n}\n", i+1, i)
		}
	}),
	terraform("terraform-depends-dense-400", func(p *printer) {
		for i := range p.count(400) {
			p.print("resource \"null_resource\" \"r%d\" {\n  depends_on = [", i)
			for k := range i {
				p.print("null_resource.r%d, ", k)
			}
			p.print("]\n}\n")
		}
	}),
	terraform("terraform-depends-circles", func(p *printer) {
		for i := range p.count(200) {
			p.print("resource \"null_resource\" \"r%d\" {\n  depends_on = [", i)
			for k := range p.count(200) {
				p.print("null_resource.r%d, ", k)
			}
			p.print("]\n}\n")
		}
	}),
	terraform("terraform-heredoc-of-8-MB", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = <<-EOT\n    apiVersion: karpenter.sh/v1beta1\n    kind: NodePool\n")
		p.repeat(500000, "    # a line %d\n")
		p.print("  EOT\n}\n")
	}),
	terraform("terraform-dynamic-nested-2000", func(p *printer) {
		p.print("resource \"aws_x\" \"a\" {\n")
		p.nest(2000, "dynamic \"a\" {\n for_each = [1, 2]\n content {\n", "", "}\n}\n")
		p.print("}\n")
	}),
	terraform("terraform-blocks-nested-20000", func(p *printer) { p.nest(20000, "a {\n", "", "}\n") }),
	modulesOf("modules-2000", 2000, func(i int) string { return fmt.Sprintf("module \"m%d\" {\n  source = \"../m0\"\n}\n", i) }),
	modulesOf("modules-doubling-40", 40, func(i int) string {
		return fmt.Sprintf("module \"a\" {\n  source = \"../m%d\"\n}\nmodule \"b\" {\n  source = \"../m%d\"\n}\n", i-1, i-1)
	}),
	modulesOf("modules-chain-500", 500, func(i int) string { return fmt.Sprintf("module \"a\" {\n  source = \"../m%d\"\n}\n", i-1) }),
	several("module-of-itself",
		fixed("m/main.tf", release+"module \"a\" {\n  source = \"../m\"\n}\n")),
	terraform("terraform-for-each-of-modules", func(p *printer) {
		p.repeat(300, "module \"m%d\" {\n  source   = \"./m\"\n  for_each = { for i in range(1024) : i => i }\n  x        = each.value\n}\n")
	}),
	terraform("terraform-values-of-templates-2000", func(p *printer) {
		p.repeat(2000, "resource \"kubectl_manifest\" \"m%d\" {\n  yaml_body = <<-E\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: ${var.a}-%d}\n    %%%%{ if var.b ~}\n    spec: {weight: ${var.c}}\n    %%%%{ endif ~}\n  E\n}\n")
	}),
	terraform("terraform-set-blocks-10000", func(p *printer) {
		p.print("resource \"helm_release\" \"k\" {\n  name = \"karpenter\"\n  chart = \"karpenter\"\n")
		p.repeat(10000, "  set {\n    name  = \"a[%d].b\\\\.c.d{e}[99999]\"\n    value = \"{a,b,%d}\"\n  }\n")
		p.print("}\n")
	}),
	{Name: "terraform-files-that-call-each-other", Write: func(t Tree) error {
		for i := range t.count(200) {
			text := fmt.Sprintf("${templatefile(\"${path.module}/f%d.tpl\", {a = a})}${templatefile(\"${path.module}/f%d.tpl\", {a = \"${a}${a}\"})}\n", (i+1)%200, (i+2)%200)
			if err := t.text(fmt.Sprintf("f%d.tpl", i), text); err != nil {
				return err
			}
		}
		return t.text("main.tf", release+"locals { x = templatefile(\"${path.module}/f0.tpl\", {a = \"aa\"}) }\n")
	}},
	several("terraform-tfvars-of-a-map-of-100000",
		part{"main.tf", func(p *printer) {
			p.print("%svariable \"pools\" { type = map(object({ weight = number, labels = map(string) })) }\n", release)
			p.print("resource \"kubectl_manifest\" \"a\" {\n  for_each  = { for k, v in var.pools : k => merge(v.labels, { w = v.weight }) }\n")
			p.print("  yaml_body = yamlencode({ apiVersion = \"karpenter.sh/v1\", kind = \"NodePool\", metadata = { name = each.key, labels = each.value } })\n}\n")
		}},
		part{"terraform.tfvars", func(p *printer) {
			p.print("pools = {\n")
			p.repeat(100000, "  p%d = { weight = %d, labels = { a = \"b\" } }\n")
			p.print("}\n")
		}}),
	{Name: "terraform-tfvars-in-2000-files", Write: func(t Tree) error {
		for i := range t.count(2000) {
			if err := t.text(fmt.Sprintf("v%d.auto.tfvars", i), fmt.Sprintf("v = \"1.0.%d\"\na%d = 1\n", i, i)); err != nil {
				return err
			}
		}
		return t.text("main.tf", strings.Replace(release, `"1.0.8"`, "var.v", 1)+"variable \"v\" {}\n")
	}},
	{Name: "terraform-modules-that-call-all-later-ones", Write: func(t Tree) error {
		const modules = 60
		for i := range modules {
			err := t.file(fmt.Sprintf("m%d/main.tf", i), func(p *printer) {
				p.print("variable \"v\" { default = \"1.0.%d\" }\n", i)
				for k := i + 1; k < modules; k++ {
					p.print("module \"m%d\" {\n  source = \"../m%d\"\n  v      = var.v\n}\n", k, k)
				}
				p.print("output \"v\" { value = var.v }\n%s", release)
			})
			if err != nil {
				return err
			}
		}
		return nil
	}},
	terraform("terraform-yamldecode-of-a-file-of-itself", func(p *printer) {
		p.print("locals {\n  a = yamldecode(file(\"main.tf\"))\n  b = yamldecode(templatefile(\"main.tf\", { x = local.a }))\n}\n")
		p.repeat(200, "locals {\n  c%d = yamldecode(yamlencode([for i in range(1000) : file(\"main.tf\")]))\n}\n")
	}),
	several("terraform-yamldecode-of-5-MB-50-times",
		part{"main.tf", func(p *printer) {
			p.print("%s", release)
			p.repeat(50, "locals {\n  y%d = yamldecode(file(\"${path.module}/v.yaml\"))\n  z%d = [for k, v in local.y%d : v.a]\n}\nresource \"kubectl_manifest\" \"p%d\" {\n  yaml_body = yamlencode(local.y%d)\n}\n")
		}},
		part{"v.yaml", func(p *printer) { p.repeat(150000, "k%d: {a: [b, %d]}\n") }}),
	several("terraform-jsondecode-of-5-MB-50-times",
		part{"main.tf", func(p *printer) {
			p.print("%s", release)
			p.repeat(50, "locals {\n  y%d = jsondecode(file(\"${path.module}/v.json\"))\n}\nresource \"kubectl_manifest\" \"p%d\" {\n  yaml_body = jsonencode(local.y%d)\n}\n")
		}},
		part{"v.json", func(p *printer) { p.print("["); p.repeat(150000, "{\"a\": [\"b\", %d]},\n"); p.print("1]") }}),
	terraform("terraform-heredocs-50000", func(p *printer) {
		p.repeat(50000, "locals {\n  h%d = <<-E%d\n    ${local.h0}\n  E%d\n}\n")
	}),
	terraform("terraform-heredocs-in-heredocs-300", func(p *printer) {
		p.print("locals {\n  a = ")
		p.nest(300, "<<E\n${", "1", "}\nE\n")
		p.print("}\n")
	}),
	terraform("terraform-dynamic-of-dynamic-values", func(p *printer) {
		p.print("resource \"helm_release\" \"k\" {\n  name = \"karpenter\"\n  chart = \"karpenter\"\n")
		p.repeat(300, "  dynamic \"set\" {\n    for_each = { for i in range(1000) : \"a.b${i}\" => i }\n    content {\n      name  = set.key\n      value = set.value\n    }\n  }\n")
		p.print("}\n")
	}),
	terraform("terraform-functions-nested-900", func(p *printer) {
		p.print("locals {\n  a = ")
		p.nest(900, "merge({ a = 1 }, { for k, v in ", "{}", " : k => v }, { b = [for i in range(20) : i] })")
		p.print("\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = yamlencode(local.a)\n}\n")
	}),
	terraform("terraform-lookups-20000-in-a-map-of-20000", func(p *printer) {
		p.print("locals {\n  m = {\n")
		p.repeat(20000, "    k%d = \"v%d\"\n")
		p.print("  }\n  l = [\n")
		p.repeat(20000, "    lookup(local.m, \"k%d\", \"\"),\n")
		p.print("  ]\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = yamlencode({ apiVersion = \"karpenter.sh/v1\", kind = \"NodePool\", spec = local.l })\n}\n")
	}),
	terraform("terraform-moved-and-imports-20000", func(p *printer) {
		p.repeat(20000, "moved {\n  from = kubectl_manifest.a%d\n  to   = kubectl_manifest.b%d\n}\nimport {\n  to = kubectl_manifest.b%d\n  id = \"x\"\n}\n")
	}),
	{Name: "terraform-modules-of-15-levels-by-3", Write: func(t Tree) error {
		for i := range 15 {
			if err := t.file(fmt.Sprintf("m%d/main.tf", i), func(p *printer) {
				for k := range 3 {
					p.print("module \"c%d\" {\n  source = \"../m%d\"\n  v = \"${var.v}%d\"\n}\n", k, i+1, k)
				}
				p.print("variable \"v\" { default = \"a\" }\n")
			}); err != nil {
				return err
			}
		}
		return t.text("m15/main.tf", release+"variable \"v\" {}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = \"apiVersion: karpenter.sh/v1alpha5\\nkind: Provisioner\\nmetadata: {name: ${var.v}}\"\n}\n")
	}},
}

// modulesOf is an input of n modules, with Karpenter in the first.
func modulesOf(name string, n int, content func(i int) string) Input {
	return Input{Name: "terraform-" + name, Write: func(t Tree) error {
		if err := t.text("m0/main.tf", release); err != nil {
			return err
		}
		for i := 1; i <= n; i++ {
			if err := t.text(fmt.Sprintf("m%d/main.tf", i), content(i)); err != nil {
				return err
			}
		}
		return nil
	}}
}
