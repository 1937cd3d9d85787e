package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// input is a tree of files made to exhaust karplint in one way.
type input struct {
	name  string
	plans bool // with plan, in addition to lint and convert
	files func(file func(name, text string))
}

func (in input) commands() []string {
	if in.plans {
		return []string{"lint", "convert", "plan"}
	}
	return []string{"lint", "convert"}
}

// write writes the files to a directory, which becomes a repository.
func (in input) write(dir string) (err error) {
	file := func(name, text string) {
		path := filepath.Join(dir, name)
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o750)
		}
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
	}
	file(".git/HEAD", "ref: refs/heads/main\n")
	in.files(file)
	return err
}

// one returns the files of an input of one file.
func one(name string, text func() string) func(func(name, text string)) {
	return func(file func(name, text string)) { file(name, text()) }
}

// template returns a chart with a pool whose requirements only rendering shows, behind the text.
func template(text func() string) func(func(name, text string)) {
	return func(file func(name, text string)) {
		file("chart/Chart.yaml", "name: c\nversion: 1.0.0\n")
		file("chart/values.yaml", "a: b\nlist: [1, 2]\n")
		file("chart/templates/pool.yaml", text()+"\n---\n"+pool+"  requirements: {{- printf \"- {key: %s}\" .Values.a | nindent 4 }}\n")
	}
}

// terraform returns a root that installs Karpenter, and has the text as well.
func terraform(text func() string) func(func(name, text string)) {
	return one("main.tf", func() string { return release + text() })
}

// n returns a format many times, each with its number.
func n(count int, format string) string {
	var b strings.Builder
	for i := range count {
		b.WriteString(strings.ReplaceAll(format, "#", fmt.Sprint(i)))
	}
	return b.String()
}

const (
	pool = "apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: p#}\nspec:\n  providerRef: {name: default}\n"
	item = "- {apiVersion: karpenter.sh/v1, kind: NodePool, metadata: {name: p#}, spec: {template: {spec: {requirements: [{key: a, operator: In, " +
		"values: [b]}]}}}}\n"
	flux    = "---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: k#, namespace: flux-system}\n"
	release = "resource \"helm_release\" \"karpenter\" {\n  chart      = \"karpenter\"\n  repository = \"oci://public.ecr.aws/karpenter\"\n  version  " +
		"  = \"0.37.0\"\n}\n"
	objects = "resource \"kubernetes_manifest\" \"m#\" {\n  manifest = { apiVersion = \"karpenter.sh/v1beta1\", kind = \"NodePool\", metadata = { " +
		"name = \"p#\" } }\n}\n"
)

// doubled returns the lines of a chain of locals, each of which takes the one before it twice.
func doubled(count int, format string) string {
	var b strings.Builder
	for i := 1; i <= count; i++ {
		fmt.Fprintf(&b, "  x%d = "+format+"\n", i, i-1, i-1)
	}
	return b.String()
}

// inputs are one for each kind.
var inputs = []input{
	{"yaml-nested", false, one("a.yaml", func() string { return "kind: Provisioner # karpenter.sh\na: " + n(1_000_000, "[") })},
	{"yaml-aliases", false, one("a.yaml", func() string { return pool + "a0: &a0 [x]\n" + doubledAliases(60) })},
	{"yaml-merges", false, one("a.yaml", func() string { return pool + "m: &m {a: b}\n" + n(100_000, "k#: {<<: *m}\n") })},
	{"yaml-same-keys", false, one("a.yaml", func() string { return pool + n(200_000, "a: b\n") })},
	{"yaml-documents", false, one("a.yaml", func() string { return n(20_000, "---\n"+pool) })},
	{"yaml-long-text", false, one("a.yaml", func() string { return pool + "  a: \"" + n(10_000_000, "x") + "\"\n" })},
	{"yaml-lines", false, one("a.yaml", func() string { return pool + n(1_000_000, "# comment\n") })},
	{"yaml-deep-paths", false, one("a.yaml", func() string { return pool + "a: " + n(900, "[") + n(10_000, "b, ") + n(900, "]") })},
	{"yaml-list", true, one("a.yaml", func() string { return "apiVersion: v1\nkind: List\nitems:\n" + n(6_000, item) })},
	{"json", false, one("a.json", func() string {
		return `{"kind": "Provisioner", "apiVersion": "karpenter.sh/v1alpha5", "a": ` + n(1_000_000, `{"a":`)
	})},
	{"names", false, one("a.yaml", func() string { return strings.ReplaceAll(pool, "p#", n(1_000_000, "x")) })},
	{"suppressions", false, one("a.yaml", func() string { return n(30_000, "---\n# karplint:ignore KL302 -- reason\n"+pool) })},
	{"branches", false, template(func() string { return pool + n(2_000, "  {{- if .Values.v# }}\n  k#: v\n  {{- end }}\n") })},
	{"branches-of-a-list", false, one("chart/templates/a.yaml", func() string {
		return "kind: List\nitems:\n" + n(4_000, "{{- if .Values.v# }}\n- "+strings.ReplaceAll(strings.TrimSpace(pool), "\n", "\n  ")+"\n{{- end }}\n")
	})},
	{"actions", false, template(func() string { return pool + "  a: " + n(60_000, "{{ .a }}") })},
	{"open-actions", false, one("chart/templates/a.yaml", func() string { return pool + n(500_000, "{{ ") })},
	{"chart-loops", false, template(func() string { return "{{ range until 100000 }}{{ range until 100000 }}{{ end }}{{ end }}" })},
	{"chart-grows", false, template(func() string {
		return "{{ $d := dict }}{{ range $i := until 8000000 }}{{ $_ := set $d (printf \"%d%s\" $i (repeat 1000 \"a\")) $i }}{{ end }}"
	})},
	{"chart-in-itself", false, template(func() string {
		return "{{ $_ := set .Values \"self\" . }}{{ toYaml .Values }}{{ define \"a\" }}{{ include \"a\" . }}{{ end }}{{ include \"a\" . }}"
	})},
	{"chart-values", true, func(file func(name, text string)) {
		template(func() string { return n(50, "{{ toYaml .Values }}\n") })(file)
		file("chart/values.yaml", "a: b\n"+n(200_000, "k#: [a, b]\n"))
	}},
	{"terraform-nested", false, terraform(func() string { return "locals {\n  a = " + n(500_000, "[") + "\n}\n" })},
	{"terraform-loops", true, terraform(func() string {
		return "locals { a = [for a in range(1000) : [for b in range(1000) : [for c in range(1000) : \"${a}${b}${c}\"]]] }\n" +
			strings.ReplaceAll(objects, "\"p#\"", "jsonencode(local.a)")
	})},
	{"terraform-doubles", false, terraform(func() string {
		return "locals {\n  x0 = [1]\n" + doubled(60, "[local.x%d, local.x%d]") + "}\n" + strings.ReplaceAll(objects, "\"p#\"", "jsonencode(local.x60)")
	})},
	{"terraform-count", false, terraform(func() string { return strings.ReplaceAll(objects, "  manifest", "  count = 1000000000\n  manifest") })},
	{"terraform-heredoc", false, terraform(func() string { return "locals {\n  a = <<E\n" + n(300_000, "x ${a}\n") + "E\n}\n" })},
	{"terraform-modules", true, func(file func(name, text string)) {
		for i := range 30 {
			file(fmt.Sprintf("m%d/main.tf", i), fmt.Sprintf(release+"module \"a\" { source = \"../m%d\" }\nmodule \"b\" { source = \"../m%d\" }\n", i+1, i+1))
		}
	}},
	{"terraform-blocks", true, terraform(func() string { return n(4_000, objects) })},
	{"terraform-functions", false, terraform(func() string {
		return "locals {\n  a = [format(\"%999999999d\", 1), indent(1000000000, \"a\"), range(1e9), replace(join(\"\", [for i in range(1000) : " +
			"\"0123456789\"]), \"0\", join(\"\", [for i in range(1000) : \"01234567890\"]))]\n}\n" +
			strings.ReplaceAll(objects, "\"p#\"", "jsonencode(local.a)")
	})},
	{"tfvars", false, func(file func(name, text string)) {
		file("main.tf", release+"variable \"v\" {}\n"+strings.ReplaceAll(objects, "\"p#\"", "jsonencode(var.v)"))
		file("terraform.tfvars", "v = [\n"+n(200_000, "  { a = # },\n")+"]\n")
	}},
	{"kustomize-builds", true, func(file func(name, text string)) {
		file("k0/kustomization.yaml", "resources: [pool.yaml]\n")
		file("k0/pool.yaml", pool)
		for i := 1; i < 40; i++ {
			file(fmt.Sprintf("k%d/kustomization.yaml", i), fmt.Sprintf("resources: [../k%d, ../a%d]\nnamePrefix: a-\n", i-1, i))
			file(fmt.Sprintf("a%d/kustomization.yaml", i), fmt.Sprintf("resources: [../k%d]\nnameSuffix: -b\n", i-1))
		}
	}},
	{"kustomize-patches", false, func(file func(name, text string)) {
		file("pools.yaml", n(300, "---\n"+pool))
		file("kustomization.yaml", "resources: [pools.yaml]\npatches:\n"+n(300, "- {target: {kind: Provisioner}, patch: '{apiVersion: "+
			"karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}, spec: {labels: {l#: a}}}'}\n"))
	}},
	{"kustomize-operations", false, func(file func(name, text string)) {
		file("pools.yaml", n(100, "---\n"+pool+"  labels: {a: b}\n"))
		file("kustomization.yaml", "resources: [pools.yaml]\npatches:\n- target: {kind: Provisioner}\n  patch: |\n"+n(2_000,
			"    - {op: add, path: /spec/labels/l#, value: a}\n"))
	}},
	{"files", true, func(file func(name, text string)) {
		for i := range 3_000 {
			file(fmt.Sprintf("d%d/pool.yaml", i), strings.ReplaceAll(pool, "#", fmt.Sprint(i)))
		}
	}},
	{"directories", false, func(file func(name, text string)) {
		file(strings.Repeat("d/", 800)+"pool.yaml", pool)
		file(strings.Repeat("d/", 400)+"flux.yaml", n(200, flux+"spec: {path: ./karpenter}\n"))
	}},
	{"gitignore", false, func(file func(name, text string)) {
		file(".gitignore", n(30_000, "*a*a*a*a*a*a*a*a*a*a*b#\n"))
		for i := range 500 {
			file(fmt.Sprintf("d/%s%d.yaml", strings.Repeat("a", 100), i), pool)
		}
	}},
	{"configurations", false, func(file func(name, text string)) {
		for i := range 1_000 {
			file(fmt.Sprintf("d%d/.karplint.yaml", i), "timeout: 0\nmax-memory: 0\nselect: [KL302]\n")
			file(fmt.Sprintf("d%d/pool.yaml", i), pool)
		}
	}},
	{"flux", true, func(file func(name, text string)) {
		file("release.yaml", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec: {chart: {spec: {chart: "+
			"karpenter, version: \"${v}\"}}}\n")
		file("flux.yaml", n(2_000, flux+"spec: {path: ./, dependsOn: [{name: k1}, {name: k#}], postBuild: {substitute: {v: \"0.37.#\"}}}\n"))
	}},
	{"policies", false, terraform(func() string {
		return "data \"aws_iam_policy_document\" \"a\" {\n" +
			n(5_000, "  statement {\n    actions = [\"ec2:Run*\", \"ec2:Create*#\"]\n    condition {\n      test     = \"StringEquals\"\n      variable = "+
				"\"aws:RequestTag/karpenter.sh/provisioner-name\"\n      values   = [\"a\"]\n    }\n  }\n") + "}\n"
	})},
	{"versions", true, one("a.yaml", func() string {
		return "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec: {chart: {spec: {chart: karpenter, version: " +
			"\"" + n(50_000, ">=0.# || ") + "1.0.0\"}}}\n---\n" + pool
	})},
}

func doubledAliases(count int) string {
	var b strings.Builder
	for i := 1; i <= count; i++ {
		fmt.Fprintf(&b, "a%d: &a%d [*a%d, *a%d]\n", i, i, i-1, i-1)
	}
	return b.String()
}
