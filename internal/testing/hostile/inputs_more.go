package hostile

import (
	"fmt"
	"strings"
)

// more are inputs as somebody would write them who knows karplint: each aims at one of its mechanisms.
var more = slicesOf(moreYAML, moreTemplates, moreTerraform, moreCharts, moreFiles)

const class = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  role: a
  amiSelectorTerms: [{alias: al2023@latest}]
  subnetSelectorTerms: [{id: subnet-1}]
  securityGroupSelectorTerms: [{id: sg-1}]
`

var moreYAML = []Input{
	one("tags-chained-500000", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(500000, "!t%d "); p.print("x\n") }),
	one("tag-of-1-MB", "pool.yaml", func(p *printer) { p.print("%sa: !<", provisioner); p.repeat(100000, "tag:a,b%d"); p.print("> x\n") }),
	one("tag-directives-100000", "pool.yaml", func(p *printer) { p.repeat(100000, "%%TAG !t%d! tag:a,2000:\n"); p.print("---\n%s", provisioner) }),
	one("binary-of-8-MB", "pool.yaml", func(p *printer) {
		p.print("%sa: !!binary \"", provisioner)
		p.repeat(1_000_000, "aGVsbG8h")
		p.print("\"\n")
	}),
	one("merge-keys-chain-20000", "pool.yaml", func(p *printer) {
		p.print("%sm0: &m0 {x: 1}\n", provisioner)
		for i := range p.count(20000) {
			p.print("m%d: &m%d {<<: *m%d, k%d: 1}\n", i+1, i+1, i, i)
		}
	}),
	one("merge-lists-3000-by-3000", "pool.yaml", func(p *printer) {
		p.print("%sm: &m {a: 1}\n", provisioner)
		p.print("l: &l [")
		p.repeat(3000, "*m, ")
		p.print("]\nn:\n")
		p.repeat(3000, "- {<<: *l, b: 1}\n")
	}),
	one("merge-keys-200000-in-a-map", "pool.yaml", func(p *printer) {
		p.print("%sm: &m {a: 1}\nn:\n", provisioner)
		p.repeat(200000, "  <<: *m\n")
	}),
	one("keys-complex-100000", "pool.yaml", func(p *printer) { p.print("%sa:\n", provisioner); p.repeat(100000, "  ? {a: %d, b: [c]}\n  : d\n") }),
	one("keys-complex-nested-20000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.nest(20000, "{", "a", ": b}"); p.print(": c\n") }),
	one("numbers-of-all-forms-200000", "pool.yaml", func(p *printer) {
		p.print("%sa:\n", provisioner)
		p.repeat(40000, "- 0x%d\n- 0b%d\n- 1_0__%d\n- %d:59:59\n- .%de+999999999\n")
	}),
	one("keys-of-numbers-200000", "pool.yaml", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(200000, "    0x%d: a\n") }),
	one("keys-that-are-equal-numbers", "pool.yaml", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		for i := range p.count(100000) {
			p.print("    1.%s%d: a\n", strings.Repeat("0", i%300), i)
		}
	}),
	one("folded-lines-1000000", "pool.yaml", func(p *printer) { p.print("%sa: >\n", provisioner); p.repeat(1_000_000, "  a\n\n") }),
	one("plain-lines-1000000", "pool.yaml", func(p *printer) { p.print("%sa: b\n", provisioner); p.repeat(1_000_000, "  a\n") }),
	one("flow-over-lines-500000", "pool.yaml", func(p *printer) { p.print("%sa: [\n", provisioner); p.repeat(500_000, "b, # c\n"); p.print("]\n") }),
	one("quantities-of-exponents-20000", "pool.yaml", func(p *printer) {
		p.print("%s  limits:\n    resources:\n", provisioner)
		p.repeat(20000, "      r%d: 1e999999999\n")
	}),
	one("durations-50000", "pools.yaml", func(p *printer) {
		for i := range p.count(5000) {
			p.print("---\n%s  ttlSecondsUntilExpired: 9%s\n  ttlSecondsAfterEmpty: -%d\n", strings.ReplaceAll(provisioner, "default\nspec", fmt.Sprintf("p%d\nspec", i)), strings.Repeat("9", i%300), i)
		}
	}),
	one("schedules-20000", "pool.yaml", func(p *printer) {
		p.print("%s  disruption:\n    budgets:\n", pool)
		p.repeat(20000, "    - {nodes: \"%d%%%%\", schedule: \"*/1 0-59/2,1,2,3 1-31 1-12 0-6\", duration: 1h}\n")
	}),
	one("suppressions-by-name-in-one-line", "web.yaml", func(p *printer) {
		p.print("# karplint:ignore-file ")
		p.repeat(500_000, "KL%d,")
		p.print(" -- why\n%s", deployment)
	}),
	one("suppressions-in-documents-30000", "web.yaml", func(p *printer) {
		p.repeat(30000, "# karplint:ignore KL501 -- why\nkind: Pod\nmetadata: {annotations: {karpenter.sh/do-not-evict: \"true\"}} # karplint:ignore KL501 -- why\n---\n")
	}),
	one("suppression-of-an-annotation-of-2-MB", "web.yaml", func(p *printer) {
		p.print("kind: Pod\nmetadata:\n  annotations:\n    karpenter.sh/do-not-evict: \"true\"\n    karplint.dev/ignore: \"")
		p.repeat(200_000, "KL%d ")
		p.print("why\"\n")
	}),
	one("comments-above-a-suppression-500000", "web.yaml", func(p *printer) {
		p.print("kind: Pod\nmetadata:\n  annotations:\n    # karplint:ignore KL501 -- why\n")
		p.repeat(500_000, "    # more\n")
		p.print("    karpenter.sh/do-not-evict: \"true\"\n")
	}),
	one("lists-of-lists-of-objects", "list.yaml", func(p *printer) {
		p.nest(900, "{apiVersion: v1, kind: List, items: [", "{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}}", "]}")
	}),
	one("manifests-in-manifests-400", "map.yaml", func(p *printer) {
		for i := range p.count(400) {
			p.print("%sapiVersion: v1\n%[1]skind: ConfigMap\n%[1]smetadata: {name: karpenter.sh}\n%[1]sdata:\n%[1]s  a: |\n", strings.Repeat("    ", i))
		}
	}),
	one("terms-of-a-class-50000", "class.yaml", func(p *printer) {
		p.print("%s", strings.Replace(class, "subnetSelectorTerms: [{id: subnet-1}]", "subnetSelectorTerms:", 1))
		p.repeat(50000, "  - {tags: {a%d: b}}\n")
	}),
	one("pools-by-classes-2000", "all.yaml", func(p *printer) {
		p.repeat(2000, "---\n"+strings.ReplaceAll(strings.ReplaceAll(pool, "name: default\nspec", "name: p%d\nspec"), "name: default}", "name: c%d}"))
		p.repeat(2000, "---\n"+strings.Replace(class, "name: default", "name: c%d", 1))
	}),
}

var moreTemplates = []Input{
	template("defines-within-defines-3000", func(p *printer) {
		p.nest(3000, "{{- define \"a\" }}", "x", "{{- end }}\n")
		p.print("%s", provisioner)
	}),
	template("printf-widths", func(p *printer) {
		p.print("%s  weight: {{ printf \"%%0999999999d\" 1 }}\n  labels: {a: {{ printf \"%%999999999s\" .Values.a | quote }}}\n", provisioner)
	}),
	template("repeat-and-until", func(p *printer) {
		p.print("%s  labels:\n    a: {{ repeat 999999999 \"a\" }}\n  {{- range until 999999999 }}\n    b{{ . }}: c\n  {{- end }}\n", provisioner)
	}),
	template("keys-and-certificates-1000", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(1000, "    k%d: {{ genPrivateKey \"rsa\" | sha256sum }}\n    c%d: {{ (genCA \"a\" 3650).Cert | b64enc }}\n")
	}),
	template("template-of-itself-in-tpl", func(p *printer) {
		p.print("%s  weight: {{ tpl .Values.self . }}\n  {{- with (tpl .Values.self $) }}\n  labels: {a: b}\n  {{- end }}\n", provisioner)
	}),
	template("variables-of-loops-2000", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(2000, "    {{- range $k%d, $v%d := .Values.list }}\n    a{{ $k%d }}: {{ $v%d }}\n    {{- end }}\n")
	}),
	template("conditions-not-not-50000", func(p *printer) {
		p.print("%s  {{- if ", provisioner)
		p.nest(3000, "not (", ".Values.a", ")")
		p.print(" }}\n  weight: 1\n  {{- end }}\n")
	}),
	template("conditions-and-or-nested-1000", func(p *printer) {
		p.print("%s  {{- if ", provisioner)
		for i := range p.count(1000) {
			p.print("%s .Values.a%d (", []string{"and", "or"}[i%2], i)
		}
		p.print(".Values.a%s }}\n  weight: 1\n  {{- else }}\n  weight: 2\n  {{- end }}\n", strings.Repeat(")", 1000))
	}),
	template("spec-in-a-branch-of-200", func(p *printer) {
		p.print("%s", provisioner)
		p.repeat(200, "  {{- if eq .Values.a %d }}\n  requirements:\n  - {key: a%d, operator: In, values: [{{ .Values.a }}]}\n  consolidation: {enabled: true}\n  {{- else }}\n  ttlSecondsAfterEmpty: %d\n  {{- end }}\n")
	}),
	template("comments-of-templates-50000", func(p *printer) {
		p.print("%s", provisioner)
		p.repeat(50000, "  {{- /* a\n --- {{ %d */}}\n")
	}),
	template("helpers-that-call-1000-others", func(p *printer) {
		for i := range p.count(1000) {
			p.print("{{- define \"h%d\" }}", i)
			for k := range p.count(100) {
				p.print("{{ include \"h%d\" . }}", (i+k+1)%1000)
			}
			p.print("{{ end }}\n")
		}
		p.print("%s  weight: {{ include \"h0\" . }}\n", provisioner)
	}),
}

var moreTerraform = []Input{
	terraform("terraform-cidrsubnets", func(p *printer) {
		p.print("locals {\n  a = cidrsubnets(\"::/0\", [for i in range(1024) : 64]...)\n  b = [for i in range(1024) : cidrsubnets(\"10.0.0.0/8\", [for k in range(1024) : 16]...)]\n  c = cidrhost(\"::/0\", 99999999999999999999999999999999999)\n}\n")
	}),
	terraform("terraform-formatlist", func(p *printer) {
		p.print("locals {\n  l = range(1024)\n  k = local.l\n  a = formatlist(\"%%0999999d\", local.l)\n  b = [for x in local.l : formatlist(\"%%s%%s%%s\", local.l, local.k, local.l)]\n  c = format(\"%%*d\", 999999999, 1)\n}\n")
	}),
	terraform("terraform-regexall", func(p *printer) {
		p.print("locals {\n  a = join(\"\", [for i in range(1024) : \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"])\n  b = regexall(\"(a*)*b|.\", local.a)\n  c = regexall(\"(?:a?){1000}a{1000}\", local.a)\n  d = [for i in range(1024) : regexall(\".\", local.a)]\n  e = regexall(\"((((a{100}){100}){100}){100})\", local.a)\n}\n")
	}),
	terraform("terraform-textencodebase64", func(p *printer) {
		p.print("locals {\n  x0 = \"aaaaaaaaaaaaaaaa\"\n")
		for i := range p.count(60) {
			p.print("  x%d = textencodebase64(\"${local.x%d}${local.x%d}\", \"UTF-16LE\")\n", i+1, i, i)
		}
		p.print("  y = textdecodebase64(local.x60, \"UTF-16LE\")\n}\n")
	}),
	terraform("terraform-gzip-of-gzip", func(p *printer) {
		p.print("locals {\n  x0 = join(\"\", [for i in range(1024) : \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"])\n")
		for i := range p.count(40) {
			p.print("  x%d = base64gzip(\"${local.x%d}${local.x%d}\")\n", i+1, i, i)
		}
		p.print("  y = base64gunzip(local.x40)\n}\n")
	}),
	terraform("terraform-hashes-of-files", func(p *printer) {
		p.print("locals {\n  a = [for i in range(1024) : [for k in range(1024) : bcrypt(\"a\", 31)]]\n  b = [for i in range(1024) : filesha512(\"main.tf\")]\n  c = [for i in range(1024) : base64encode(file(\"/dev/zero\"))]\n  d = file(\"/proc/self/environ\")\n  e = templatefile(\"../../../../../etc/passwd\", {})\n}\n")
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
}

var moreCharts = []Input{
	{Name: "values-of-a-chart-50000-lists", Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		if err := t.text("chart/templates/pool.yaml", "{{- range .Values.pools }}\n"+strings.ReplaceAll(provisioner, "default\nspec", "{{ .name }}\nspec")+"  {{- toYaml .spec | nindent 2 }}\n---\n{{- end }}\n"); err != nil {
			return err
		}
		return t.file("chart/values.yaml", func(p *printer) {
			p.print("pools:\n")
			p.repeat(50000, "- {name: p%d, spec: {ttlSecondsAfterEmpty: %d, requirements: [{key: a, operator: Exists}]}}\n")
		})
	}},
	{Name: "charts-within-charts-60", Write: func(t Tree) error {
		dir := ""
		for range t.count(60) {
			if err := t.text(dir+"Chart.yaml", chart+"dependencies: [{name: c, version: 1.0.0, repository: \"file://charts/c\"}, {name: c, alias: d, version: 1.0.0, repository: \"file://charts/c\"}]\n"); err != nil {
				return err
			}
			dir += "charts/c/"
		}
		return t.text(dir+"Chart.yaml", chart+"dependencies: [{name: karpenter, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}]\n")
	}},
	one("set-parameters-of-argo-20000", "app.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter}\nspec:\n  destination: {server: s}\n  source:\n    chart: karpenter\n    repoURL: public.ecr.aws/karpenter\n    targetRevision: 1.0.8\n    helm:\n      parameters:\n")
		p.repeat(20000, "      - {name: \"a[%d].b.c[1024].d\", value: \"%d\"}\n")
	}),
	one("versions-with-ranges", "release.yaml", func(p *printer) {
		p.print("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec: {chart: {spec: {chart: karpenter, sourceRef: {kind: HelmRepository, name: a}, version: \"")
		p.repeat(50000, ">= %d.0.0, < 99.x || ")
		p.print("1\"}}}\n")
	}),
	{Name: "kustomizations-that-fan-out", Write: func(t Tree) error {
		for i := range 14 {
			text := fmt.Sprintf("resources: [../l%d, ../l%d/../l%d]\nnamePrefix: a\npatches: [{target: {kind: Provisioner, name: \".*\"}, patch: '[{\"op\": \"add\", \"path\": \"/spec/weight\", \"value\": %d}]'}]\n", i+1, i, i+1, i)
			if err := t.text(fmt.Sprintf("l%d/kustomization.yaml", i), text); err != nil {
				return err
			}
		}
		if err := t.text("l14/kustomization.yaml", "resources: [pool.yaml]\n"); err != nil {
			return err
		}
		return t.file("l14/pool.yaml", func(p *printer) {
			p.repeat(300, "---\n"+strings.ReplaceAll(provisioner, "default\nspec", "p%d\nspec"))
		})
	}},
	{Name: "kustomize-patterns-of-names", Write: func(t Tree) error {
		if err := t.file("kustomization.yaml", func(p *printer) {
			p.print("resources: [pool.yaml]\npatches:\n")
			p.repeat(1000, "- {target: {name: \"(((a{1,100}){1,100}){1,10}|.*%d)*\", labelSelector: \"a in (b,c),d notin (e)\"}, path: p.yaml}\n")
		}); err != nil {
			return err
		}
		if err := t.text("p.yaml", "spec: {weight: 1}\n"); err != nil {
			return err
		}
		return t.file("pool.yaml", func(p *printer) {
			p.repeat(300, "---\n"+strings.ReplaceAll(provisioner, "default\nspec", "p%d\nspec"))
		})
	}},
}

var moreFiles = []Input{
	{Name: "settings-of-patterns", Exit: 2, Write: func(t Tree) error {
		if err := t.text("pool.yaml", pool); err != nil {
			return err
		}
		return t.file(".karplint.yaml", func(p *printer) {
			p.print("exclude:\n")
			for range p.count(3000) {
				p.print("- \"%s\"\n", strings.Repeat("{a,b,**/*}", 12))
			}
		})
	}},
	{Name: "settings-with-braces-nested", Exit: 2, Write: func(t Tree) error {
		if err := t.text(strings.Repeat("a", 200)+".yaml", pool); err != nil {
			return err
		}
		return t.file(".karplint.yaml", func(p *printer) {
			p.print("exclude: [\"")
			p.nest(2000, "{a*,*", "a", "}")
			p.print("\", \"")
			p.repeat(100, "{a*,*a,**}")
			p.print("b\"]\n")
		})
	}},
	{Name: "settings-with-aliases", Exit: 2, Write: func(t Tree) error {
		if err := t.text("pool.yaml", pool); err != nil {
			return err
		}
		return t.file(".karplint.yaml", func(p *printer) {
			p.print("rules: {KL401: {daemonsets: &a0 [x, x]}}\nselect: [")
			for i := range p.count(40) {
				p.print("&a%d [*a%d, *a%d], ", i+1, i, i)
			}
			p.print("]\n")
		})
	}},
	{Name: "names-with-braces-and-stars", Write: func(t Tree) error {
		for _, name := range []string{"{a,b}.yaml", "[a-.yaml", "**.yaml", "a\\b.yaml", "-.yaml", "--fix.yaml", " .yaml", "%s%n.yaml", "\u2028.yaml", "a;b.yaml", "$(id).yaml", "]]>.yaml", "::set-output name=a::b.yaml"} {
			if err := t.text(name, strings.ReplaceAll(deployment, "name: web", "name: \"]]> ::error::x \\x1b[31m\"")); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "output-for-github", Commands: []string{"lint"}, Args: []string{"--format", "github"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			for i := range p.count(3000) {
				p.print("---\nkind: Pod\nmetadata: {name: \"a%%0A::error::%d\\n::error::b\", annotations: {karpenter.sh/do-not-evict: \"\\u001b]0;x\\u0007\\u202e\"}}\n", i)
			}
		})
	}},
	{Name: "output-as-sarif", Commands: []string{"lint"}, Args: []string{"--format", "sarif"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.repeat(20000, "---\nkind: Pod\nmetadata: {name: \"a%d\", annotations: {karpenter.sh/do-not-evict: \"\\ud800\\udfff\\0\"}}\n")
		})
	}},
	{Name: "output-of-a-long-line", Commands: []string{"lint"}, Args: []string{"--format", "text"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.print("kind: Pod\nmetadata: {annotations: {karpenter.sh/do-not-evict: \"true\", a: \"")
			p.repeat(2_000_000, "\u0301\u200d")
			p.print("\"}}\n")
		})
	}},
	{Name: "fixes-20000", Commands: []string{"lint"}, Args: []string{"--unsafe-fixes", "--format", "concise"}, Write: func(t Tree) error {
		return t.file("web.yaml", func(p *printer) {
			p.repeat(20000, "---\nkind: Pod\nmetadata: {name: a%d, annotations: {karpenter.sh/do-not-evict: \"true\", karpenter.sh/do-not-consolidate: \"true\"}}\n")
		})
	}},
	{Name: "fixes-of-one-map-5000", Commands: []string{"lint"}, Args: []string{"--unsafe-fixes", "--format", "concise"}, Write: func(t Tree) error {
		return t.file("pool.yaml", func(p *printer) {
			p.print("%s      requirements:\n", pool)
			p.repeat(5000, "      - {key: karpenter.sh/provisioner-name, operator: In, values: [a%d]}\n")
		})
	}},
	many("names-alike-3000", 3000, "a/pool%d.yaml", strings.Replace(class, "name: default", "name: &n cNUMBER # karplint:ignore KL501 -- why", 1)),
}
