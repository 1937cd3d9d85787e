package hostile

import (
	"fmt"
	"strings"
)

// expressions compute for long, or grow while Terraform evaluates them.
var expressions = []Input{
	terraform("terraform-parentheses-100000", func(p *printer) { p.print("locals {\n  a = "); p.nest(100000, "(", "1", ")"); p.print("\n}\n") }),
	terraform("terraform-operators-100000", func(p *printer) { p.print("locals {\n  a = 1"); p.repeat(100000, " + %d"); p.print("\n}\n") }),
	terraform("terraform-conditions-nested-5000", func(p *printer) { p.print("locals {\n  a = "); p.repeat(5000, "var.x == %d ? 1 : "); p.print("2\n}\n") }),
	terraform("terraform-lists-nested-50000", func(p *printer) { p.print("locals {\n  a = "); p.nest(50000, "[", "1", "]"); p.print("\n}\n") }),
	terraform("terraform-templates-nested-2000", func(p *printer) { p.print("locals {\n  a = "); p.nest(2000, "\"${", "1", "}\""); p.print("\n}\n") }),
	terraform("terraform-locals-doubling", func(p *printer) {
		p.print("locals {\n  a0 = \"xxxxxxxxxx\"\n")
		for i := range p.count(60) {
			p.print("  a%d = \"${local.a%d}${local.a%d}\"\n", i+1, i, i)
		}
		p.print("}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = local.a60\n}\n")
	}),
	terraform("terraform-locals-chain-20000", func(p *printer) {
		p.print("locals {\n  a0 = 1\n")
		for i := range p.count(20000) {
			p.print("  a%d = local.a%d\n", i+1, i)
		}
		p.print("}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = local.a20000\n}\n")
	}),
	terraform("terraform-count-of-a-billion", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  count = 1000000000\n  yaml_body = \"karpenter.sh\"\n}\n")
	}),
	terraform("terraform-range-of-a-billion", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  for_each = toset([for i in range(1000000000) : \"${i}\"])\n  yaml_body = each.key\n}\n")
	}),
	terraform("terraform-for-nested-8", func(p *printer) {
		p.print("locals {\n  l = range(1000)\n  a = ")
		for range 8 {
			p.print("[for i in local.l : ")
		}
		p.print("i%s\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = jsonencode(local.a)\n}\n", strings.Repeat("]", 8))
	}),
	terraform("terraform-sets-of-20000-objects", func(p *printer) {
		p.print("locals {\n  l = [")
		p.repeat(20000, "{ a = \"s%d\" }, ")
		p.print("]\n  a = jsonencode(tolist(local.l))\n  b = jsonencode(toset(local.l))\n  c = chunklist(local.l, 10)\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = \"${local.a}${local.b}\"\n  x = local.c\n}\n")
	}),
	terraform("terraform-setproduct", func(p *printer) {
		p.print("locals {\n  l = range(1000)\n  k = local.l\n  a = setproduct(local.l, local.k, local.l, local.k)\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = jsonencode(local.a)\n}\n")
	}),
	terraform("terraform-format-width", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = format(\"%%1000000000d\", 1)\n}\n")
	}),
	terraform("terraform-join-replace", func(p *printer) {
		p.print("locals {\n  a = join(\"\", [for i in range(1024) : \"aaaaaaaaaaaaaaaa\"])\n  b = replace(local.a, \"a\", local.a)\n  c = replace(local.b, \"a\", local.a)\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = local.c\n}\n")
	}),
	terraform("terraform-regexes", func(p *printer) {
		p.print("locals {\n  a = regexall(\"(x+x+)+y\", join(\"\", [for i in range(1024) : \"xxxxxxxxxxxxxxxx\"]))\n  b = regex(\"((a{100}){100}){100}\", \"a\")\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = jsonencode(local.a)\n}\n")
	}),
	terraform("terraform-jsonencode-doubling", func(p *printer) {
		p.print("locals {\n  a0 = jsonencode(\"\\\\\")\n")
		for i := range p.count(40) {
			p.print("  a%d = jsonencode(local.a%d)\n", i+1, i)
		}
		p.print("}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = local.a40\n}\n")
	}),
	terraform("terraform-numbers", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = \"${1e999999999 + 0x1p999999999}\"\n  count = 1e99\n}\n")
	}),
	several("templatefile-of-itself",
		fixed("main.tf", release+"resource \"kubectl_manifest\" \"a\" {\n  yaml_body = templatefile(\"a.tpl\", {})\n}\n"),
		fixed("a.tpl", "karpenter.sh ${templatefile(\"a.tpl\", {})}\n")),
	{Name: "fileset-of-5000", Write: func(t Tree) error {
		for i := range t.count(5000) {
			if err := t.text(fmt.Sprintf("pools/p%d.yaml", i), strings.Replace(pool, "name: default", fmt.Sprintf("name: p%d", i), 1)); err != nil {
				return err
			}
		}
		return t.text("main.tf", release+"resource \"kubectl_manifest\" \"a\" {\n  for_each = fileset(path.module, \"pools/*.yaml\")\n  yaml_body = file(each.key)\n}\n")
	}},
	terraform("terraform-cidrsubnets", func(p *printer) {
		p.print("locals {\n  a = cidrsubnets(\"::/0\", [for i in range(1024) : 64]...)\n  b = [for i in range(1024) : cidrsubnets(\"10.0.0.0/8\", [for k in range(1024) : 16]...)]\n  c = cidrhost(\"::/0\", 99999999999999999999999999999999999)\n}\n")
	}),
	terraform("terraform-formatlist", func(p *printer) {
		p.print("locals {\n  l = range(1024)\n  k = local.l\n  a = formatlist(\"%%0999999d\", local.l)\n  b = [for x in local.l : formatlist(\"%%s%%s%%s\", local.l, local.k, local.l)]\n  c = format(\"%%*d\", 999999999, 1)\n}\n")
	}),
	terraform("terraform-regexall", func(p *printer) {
		p.print("locals {\n  a = join(\"\", [for i in range(1024) : \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"])\n  b = regexall(\"(a*)*b|.\", local.a)\n  c = regexall(\"(?:a?){1000}a{1000}\", local.a)\n  d = [for i in range(1024) : regexall(\".\", local.a)]\n  e = regexall(\"((((a{100}){100}){100}){100})\", local.a)\n}\n")
	}),
	terraform("terraform-hashes-of-files", func(p *printer) {
		p.print("locals {\n  a = [for i in range(1024) : [for k in range(1024) : bcrypt(\"a\", 31)]]\n  b = [for i in range(1024) : filesha256(\"main.tf\")]\n  c = [for i in range(1024) : base64encode(file(\"/dev/zero\"))]\n  d = file(\"/proc/self/environ\")\n  e = templatefile(\"../../../../../etc/passwd\", {})\n}\n")
	}),
	terraform("terraform-sorts-and-sets", func(p *printer) {
		p.print("locals {\n  l = flatten([for i in range(1024) : [for k in range(100) : \"${i}-${k}\"]])\n  a = sort(local.l)\n  b = setsubtract(local.l, reverse(local.l))\n  c = [for x in local.l : contains(local.l, x)]\n  d = { for x in local.l : substr(x, 0, 1) => x... }\n  e = zipmap(local.l, local.l)\n  f = merge([for x in local.l : { (x) = local.e }]...)\n  g = transpose({ for x in local.l : x => [x] })\n}\n")
	}),
	terraform("terraform-decoded-yaml-of-aliases", func(p *printer) {
		p.print("locals {\n  a = yamldecode(<<-E\n    a0: &a0 [x, x]\n")
		for i := range p.count(40) {
			p.print("    a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i, i)
		}
		p.print("  E\n  )\n  b = jsonencode(local.a)\n  c = yamlencode(local.a)\n}\n")
	}),
	terraform("terraform-try-and-can-nested", func(p *printer) {
		p.print("locals {\n  a = ")
		p.nest(900, "try(can(", "local.b", "), 1)")
		p.print("\n  b = try([for i in range(1024) : try(local.c[i], local.a)]...)\n  c = [for i in range(1024) : i]\n}\n")
	}),
	terraform("terraform-splats-nested", func(p *printer) {
		p.print("locals {\n  a = [for i in range(1024) : { b = [for k in range(1024) : { c = k }] }]\n  d = local.a[*].b[*].c\n  e = flatten(local.a[*].b)\n  f = [for x in local.a : [for y in x.b : \"${y.c}-${jsonencode(local.a)}\"]]\n}\n")
	}),
	terraform("terraform-jsonencode-nested-1000", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = ")
		p.nest(1000, "jsonencode({ apiVersion = \"karpenter.sh/v1\", kind = \"NodePool\", a = ", "1", " })")
		p.print("\n}\n")
	}),
	terraform("terraform-yamldecode-of-yamlencode-1000", func(p *printer) {
		p.print("resource \"kubernetes_manifest\" \"a\" {\n  manifest = ")
		p.nest(1000, "yamldecode(yamlencode(", "{ apiVersion = \"karpenter.sh/v1\", kind = \"NodePool\", spec = {} }", "))")
		p.print("\n}\n")
	}),
	terraform("terraform-merges-chain-3000", func(p *printer) {
		p.print("locals {\n  m0 = {}\n")
		for i := range p.count(3000) {
			p.print("  m%d = merge(local.m%d, { k%d = %d })\n", i+1, i, i, i)
		}
		p.print("}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = yamlencode({ apiVersion = \"karpenter.sh/v1\", kind = \"NodePool\", spec = local.m%d })\n}\n", p.count(3000))
	}),
	several("terraform-templatefile-with-10000-variables",
		part{"main.tf", func(p *printer) {
			p.print("%sresource \"kubectl_manifest\" \"a\" {\n  yaml_body = templatefile(\"pool.yaml.tpl\", {\n", release)
			p.repeat(10000, "    v%d = \"x%d\"\n")
			p.print("  })\n}\n")
		}},
		part{"pool.yaml.tpl", func(p *printer) {
			p.print("%s", pool)
			p.repeat(10000, "      l%d: ${v%d}\n")
		}}),
}
