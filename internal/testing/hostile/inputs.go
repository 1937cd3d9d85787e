package hostile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Input is a tree of files made to exhaust karplint.
type Input struct {
	Name     string
	Write    func(t Tree) error
	Commands []string // none: lint and convert
	Args     []string
	Exit     int // an exit code that is right besides 0 and 1
}

// CommandsToRun returns the commands that the input is for.
func (in Input) CommandsToRun() []string {
	if in.Commands == nil {
		return []string{"lint", "convert"}
	}
	return in.Commands
}

// one is an input of one file.
func one(name, file string, content func(p *printer)) Input {
	return Input{Name: name, Write: func(t Tree) error { return t.file(file, content) }}
}

// template is an input of one template in a chart.
func template(name string, content func(p *printer)) Input {
	return Input{Name: name, Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		if err := t.text("chart/values.yaml", "a: 1\nlist: [1, 2]\n"); err != nil {
			return err
		}
		return t.file("chart/templates/pool.yaml", content)
	}}
}

// terraform is an input of one Terraform file that also installs Karpenter.
func terraform(name string, content func(p *printer)) Input {
	return one(name, "main.tf", func(p *printer) {
		p.print("%s", release)
		content(p)
	})
}

// many is an input of n files with equal content, but for the number.
func many(name string, n int, file, content string) Input {
	return Input{Name: name, Write: func(t Tree) error {
		for i := range t.count(n) {
			err := t.file(fmt.Sprintf(file, i), func(p *printer) { p.print("%s", strings.ReplaceAll(content, "NUMBER", fmt.Sprint(i))) })
			if err != nil {
				return err
			}
		}
		return nil
	}}
}

// Inputs are all of them, by topic.
var Inputs = slicesOf(templates, documents, sizes, names, kustomizations, charts, evaluation, settings, directories, more, tools)

func slicesOf(lists ...[]Input) []Input {
	var all []Input
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}

var templates = []Input{
	template("ifs-10", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(10, ifElse) }),
	template("ifs-16", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(16, ifElse) }),
	template("ifs-400", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(400, ifElse) }),
	template("ifs-in-objects-400", func(p *printer) {
		p.repeat(400, strings.ReplaceAll(provisioner, "default", "p%d")+"  {{- if .Values.a%d }}\n  weight: 1\n  {{- else }}\n  weight: 2\n  {{- end }}\n---\n")
	}),
	template("else-ifs-2000", func(p *printer) {
		p.print("%s  {{- if .Values.x }}\n  weight: 1\n", provisioner)
		p.repeat(2000, "  {{- else if eq .Values.a %d }}\n  weight: %d\n")
		p.print("  {{- end }}\n")
	}),
	template("branches-2000", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(2000, "    {{- if eq .Values.a %d }}\n    l%d: x\n    {{- end }}\n")
	}),
	template("assignments-8000", func(p *printer) {
		p.repeat(8000, "{{- $x := set (default dict .Values.labels) \"k%d\" \"v\" }}\n")
		p.print("%s", provisioner)
	}),
	template("assignments-chain-2000", func(p *printer) {
		p.print("{{- $x0 := .Values.a }}\n")
		for i := range p.count(2000) {
			p.print("{{- $x%d := $x%d }}\n", i+1, i)
		}
		p.print("%s  weight: {{ $x2000 }}\n", provisioner)
	}),
	template("actions-on-a-line-60000", func(p *printer) { p.print("%s  # ", provisioner); p.repeat(60000, "{{ .Values.a }}"); p.print("\n") }),
	template("actions-in-a-value-60000", func(p *printer) {
		p.print("%s  userData: \"", provisioner)
		p.repeat(60000, "{{ .Values.a }}")
		p.print("\"\n")
	}),
	template("action-lines-60000", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(60000, "    a%d: {{ .Values.a }}\n") }),
	template("withs-nested-800", func(p *printer) {
		p.print("%s", provisioner)
		p.nest(800, "  {{- with .Values.a }}\n", "  weight: 1\n", "  {{- end }}\n")
	}),
	template("ranges-nested-800", func(p *printer) {
		p.nest(800, "{{- range .Values.list }}\n", provisioner, "{{- end }}\n")
	}),
	template("ifs-nested-10000", func(p *printer) {
		p.print("%s", provisioner)
		p.nest(10000, "  {{- if .Values.a }}\n", "  weight: 1\n", "  {{- end }}\n")
	}),
	template("actions-unclosed-100000", func(p *printer) { p.print("%s", provisioner); p.repeat(100000, "  # {{ .Values.a\n") }),
	template("comments-unclosed-100000", func(p *printer) { p.print("%s", provisioner); p.repeat(100000, "  # {{/* a\n") }),
	template("ifs-unclosed-20000", func(p *printer) { p.print("%s", provisioner); p.repeat(20000, "  {{- if .Values.a }}\n") }),
	template("ends-alone-100000", func(p *printer) { p.print("%s", provisioner); p.repeat(100000, "  {{- end }}\n") }),
	template("long-action", func(p *printer) {
		p.print("%s  weight: {{ add ", provisioner)
		p.repeat(200000, "(%d) ")
		p.print("}}\n")
	}),
	template("pipes-100000", func(p *printer) {
		p.print("%s  weight: {{ .Values.a ", provisioner)
		p.repeat(100000, "| int ")
		p.print("}}\n")
	}),
	template("parentheses-100000", func(p *printer) {
		p.print("%s  weight: {{ ", provisioner)
		p.nest(100000, "(", "1", ")")
		p.print(" }}\n")
	}),
	template("condition-of-5000-terms", func(p *printer) {
		p.print("%s  {{- if or ", provisioner)
		p.repeat(5000, "(eq .Values.a %d) ")
		p.print("}}\n  weight: 1\n  {{- else }}\n  weight: 2\n  {{- end }}\n")
	}),
	template("defines-5000", func(p *printer) {
		p.repeat(5000, "{{- define \"d%d\" }}{{ include \"d\" . }}{{- end }}\n")
		p.print("%s", provisioner)
	}),
	template("includes-in-a-circle", func(p *printer) {
		p.print("{{- define \"a\" }}{{ include \"b\" . }}{{- end }}{{- define \"b\" }}{{ include \"a\" . }}{{- end }}\n%s  weight: {{ include \"a\" . }}\n", provisioner)
	}),
	template("includes-doubling-40", func(p *printer) {
		p.repeat(40, "{{- define \"d%d\" }}{{ include (printf \"d\") . }}{{ include \"d%d\" . }}{{- end }}\n")
		p.print("%s  weight: {{ include \"d0\" . }}\n", provisioner)
	}),
	many("template-files-3000", 3000, "chart/templates/p%d.yaml", provisioner+"  {{- if .Values.aNUMBER }}\n  weight: 1\n  {{- end }}\n"),
}

const ifElse = "    {{- if .Values.a%d }}\n    k%d: a\n    {{- else }}\n    k%d: b\n    {{- end }}\n"

var documents = []Input{
	one("pools-4000", "pools.yaml", func(p *printer) {
		p.repeat(4000, "---\n"+strings.ReplaceAll(pool, "name: default\nspec", "name: p%d\nspec"))
	}),
	many("pools-in-3000-files", 3000, "pools/p%d.yaml", strings.Replace(pool, "name: default", "name: pNUMBER", 1)),
	one("provisioners-4000", "pools.yaml", func(p *printer) {
		p.repeat(4000, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec"))
	}),
	many("provisioners-in-3000-files", 3000, "pools/p%d.yaml", strings.Replace(provisioner, "name: default", "name: pNUMBER", 1)),
	one("provisioners-of-10-MB", "pools.yaml", func(p *printer) {
		p.repeat(70000, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec"))
	}),
	one("same-name-4000", "pools.yaml", func(p *printer) { p.repeat(4000, "---\n"+provisioner) }),
	one("kubelets-1000", "pools.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: default}\nspec: {amiFamily: AL2, role: a, subnetSelectorTerms: [{id: subnet-1}], securityGroupSelectorTerms: [{id: sg-1}]}\n")
		p.repeat(1000, "---\napiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: p%d}\nspec: {template: {spec: {nodeClassRef: {name: default}, kubelet: {maxPods: %d}}}}\n")
	}),
	one("list-on-a-line-200000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements: [{key: a, operator: In, values: [", pool)
		p.repeat(200000, "a%d, ")
		p.print("]}]\n")
	}),
	one("flow-requirements-50000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements: [", pool)
		p.repeat(50000, "{key: a%d, operator: Exists}, ")
		p.print("]\n")
	}),
	one("requirements-50000", "pool.yaml", func(p *printer) {
		p.print("%s  requirements:\n", provisioner)
		p.repeat(50000, "    - {key: a%d, operator: Exists}\n")
	}),
	one("labels-200000", "pool.yaml", func(p *printer) { p.print("%s  labels:\n", provisioner); p.repeat(200000, "    l%d: v\n") }),
	one("old-labels-100000", "web.yaml", func(p *printer) {
		p.print("%s      tolerations:\n", deployment)
		p.repeat(100000, "        - {key: karpenter.sh/provisioner-name, value: v%d}\n")
	}),
	one("taints-20000", "pool.yaml", func(p *printer) {
		p.print("%s  taints:\n", provisioner)
		p.repeat(20000, "    - {key: t%d, effect: NoSchedule}\n")
	}),
	one("tags-50000", "class.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: default}\nspec:\n  subnetSelector: {a: b}\n  securityGroupSelector: {a: b}\n  tags:\n")
		p.repeat(50000, "    t%d: v\n")
	}),
	one("selector-alternatives", "class.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: default}\nspec:\n  securityGroupSelector: {a: b}\n  subnetSelector:\n")
		p.repeat(40, "    t%d: a,b,c,d,e,f,g,h,i,j\n")
	}),
	one("list-of-4000-objects", "list.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: List\nitems:\n")
		p.repeat(4000, "- apiVersion: karpenter.sh/v1alpha5\n  kind: Provisioner\n  metadata: {name: p%d}\n  spec: {providerRef: {name: default}}\n")
	}),
	one("list-as-json", "list.json", func(p *printer) {
		p.print(`{"apiVersion": "v1", "kind": "List", "items": [`)
		p.repeat(20000, `{"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "metadata": {"name": "p%d"}, "spec": {}},`)
		p.print("{}]}")
	}),
	one("anchors-doubling", "pool.yaml", func(p *printer) {
		p.print("%sa0: &a0 [x, x]\n", pool)
		for i := range p.count(60) {
			p.print("a%d: &a%d [*a%d, *a%d]\n", i+1, i+1, i, i)
		}
	}),
	one("merge-keys-doubling", "pool.yaml", func(p *printer) {
		p.print("%sm0: &m0 {x: 1}\n", pool)
		for i := range p.count(60) {
			p.print("m%d: &m%d {<<: [*m%d, *m%d], y%d: 1}\n", i+1, i+1, i, i, i)
		}
	}),
	one("aliases-100000", "pool.yaml", func(p *printer) { p.print("%sx: &x {a: 1}\nl:\n", provisioner); p.repeat(100000, "- *x\n") }),
	one("alias-of-itself", "pool.yaml", func(p *printer) { p.print("%sx: &x\n  y: *x\n", provisioner) }),
	one("suppressions-30000", "web.yaml", func(p *printer) {
		p.print("%s", deployment)
		p.repeat(30000, "# karplint:ignore KL%03d -- reason\n")
	}),
	one("suppressions-of-a-file-30000", "web.yaml", func(p *printer) {
		p.repeat(30000, "# karplint:ignore-file KL%03d -- reason\n")
		p.print("%s", deployment)
	}),
	one("manifests-in-a-text", "map.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  a: |\n")
		p.repeat(20000, "    ---\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: p%d}\n")
	}),
	one("texts-40000", "map.yaml", func(p *printer) {
		p.print("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n")
		p.repeat(40000, "  k%d: kubectl get provisioner -l karpenter.sh/provisioner-name=x\n")
	}),
	one("user-data-of-8-MB", "class.yaml", func(p *printer) {
		p.print("apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: a}\nspec:\n  amiFamily: Bottlerocket\n  subnetSelector: {a: b}\n  securityGroupSelector: {a: b}\n  userData: |\n    [settings.kubernetes.node-labels]\n")
		p.repeat(150000, "    \"karpenter.sh/provisioner-name-%d\" = \"a\"\n")
	}),
	one("script-of-8-MB", "run.sh", func(p *printer) {
		p.repeat(100000, "kubectl get provisioners.karpenter.sh p%d -l karpenter.sh/provisioner-name=a\n")
	}),
	one("policy-statements-20000", "policy.json", func(p *printer) {
		p.print(`{"Version": "2012-10-17", "Statement": [`)
		p.repeat(20000, `{"Effect": "Allow", "Action": "ec2:TerminateInstances", "Resource": "*", "Condition": {"StringLike": {"ec2:ResourceTag/karpenter.sh/provisioner-name": "a%d"}}},`)
		p.print(`{}]}`)
	}),
	one("queries-20000", "rules.yaml", func(p *printer) {
		p.print("apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: karpenter}\nspec:\n  groups:\n  - name: a\n    rules:\n")
		p.repeat(20000, "    - {alert: a%d, expr: 'sum(karpenter_nodes_created{provisioner=\"a\"}) by (a)'}\n")
	}),
	one("query-nested-100000", "rules.yaml", func(p *printer) {
		p.print("apiVersion: monitoring.coreos.com/v1\nkind: PrometheusRule\nmetadata: {name: karpenter}\nspec: {groups: [{name: a, rules: [{alert: a, expr: '")
		p.nest(100000, "(", "karpenter_nodes_created", ")")
		p.print("'}]}]}\n")
	}),
	one("cluster-role-rules-20000", "role.yaml", func(p *printer) {
		p.print("apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a}\nrules:\n")
		p.repeat(20000, "- {apiGroups: [karpenter.sh], resources: [provisioners], verbs: [get], resourceNames: [p%d]}\n")
	}),
}

var sizes = []Input{
	one("scalar-of-10-MB", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(1_000_000, "aaaaaaaaaa"); p.print("\n") }),
	one("key-of-1-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(100_000, "aaaaaaaaaa"); p.print(": 1\n") }),
	one("quoted-of-8-MB", "pool.yaml", func(p *printer) { p.print("%sa: \"", provisioner); p.repeat(2_000_000, "\\n\\t"); p.print("\"\n") }),
	one("line-of-10-MB", "pool.yaml", func(p *printer) { p.print("%s# ", provisioner); p.repeat(5_000_000, "a ") }),
	one("blank-lines-10-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(10_000_000, "\n") }),
	one("comments-10-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(2_500_000, "  #\n") }),
	one("documents-500000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(500_000, "---\na: 1\n") }),
	one("separators-2000000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(2_000_000, "---\n") }),
	one("block-nested-3000", "pool.yaml", func(p *printer) {
		p.print("%s", provisioner)
		for i := range p.count(3000) {
			p.print("%s- a:\n", strings.Repeat(" ", i))
		}
	}),
	one("flow-nested-100000", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.nest(100000, "[", "1", "]"); p.print("\n") }),
	one("flow-unclosed-1000000", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(1_000_000, "[{") }),
	one("json-nested-1000000", "pool.json", func(p *printer) {
		p.print(`{"apiVersion": "karpenter.sh/v1alpha5", "kind": "Provisioner", "a": `)
		p.nest(1_000_000, "[", "1", "]")
		p.print("}\n")
	}),
	one("duplicate-keys-200000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(200_000, "  weight: 1\n") }),
	one("anchors-200000", "pool.yaml", func(p *printer) { p.print("%sl:\n", provisioner); p.repeat(200_000, "- &a%d 1\n") }),
	one("tabs-5-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(5_000_000, "\t") }),
	one("nul-bytes-5-MB", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(5_000_000, "\x00") }),
	one("carriage-returns-5-MB", "pool.yaml", func(p *printer) {
		p.print("%s", strings.ReplaceAll(provisioner, "\n", "\r"))
		p.repeat(5_000_000, "\r")
	}),
	one("broken-utf8-5-MB", "pool.yaml", func(p *printer) { p.print("%sa: ", provisioner); p.repeat(5_000_000, "\xff") }),
	one("combining-marks-5-MB", "pool.yaml", func(p *printer) { p.print("%s  weight: 1 # ", provisioner); p.repeat(2_500_000, "\u0301") }),
	one("question-keys-100000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(100_000, "? k%d\n: v\n") }),
	one("question-keys-nested-5000", "pool.yaml", func(p *printer) { p.print("%s", provisioner); p.repeat(5000, "? "); p.print("a\n") }),
	one("number-of-1-MB", "pool.yaml", func(p *printer) { p.print("%s  weight: ", provisioner); p.repeat(1_000_000, "9"); p.print("\n") }),
	one("exponent", "pool.yaml", func(p *printer) {
		p.print("%s  weight: 1e999999999\n  ttlSecondsUntilExpired: 1e999999999\n", provisioner)
	}),
	one("quantities", "pool.yaml", func(p *printer) {
		p.print("%s  limits: {resources: {cpu: 1e999999999, memory: 1e-999999999Gi}}\n", provisioner)
	}),
}

var names = []Input{
	one("name-of-a-workflow-command", "::error file=a::b.yaml", func(p *printer) { p.print("%s", provisioner) }),
	one("name-with-escapes", "a\x1b[31m\u202e\u009b\xff.yaml", func(p *printer) { p.print("%s", provisioner) }),
	one("name-with-a-line-break", "a\n::error::b.yaml", func(p *printer) { p.print("%s", provisioner) }),
	{Name: "fifo", Write: func(t Tree) error { return syscall.Mkfifo(filepath.Join(t.Dir, "pool.yaml"), 0o644) }},
	{Name: "fifo-as-settings", Write: func(t Tree) error { return syscall.Mkfifo(filepath.Join(t.Dir, ".karplint.yaml"), 0o644) }, Exit: 2},
	{Name: "fifo-as-gitignore", Write: func(t Tree) error { return syscall.Mkfifo(filepath.Join(t.Dir, ".gitignore"), 0o644) }, Exit: 2},
	link("settings-are-dev-zero", "/dev/zero", ".karplint.yaml", 2),
	link("gitignore-is-dev-zero", "/dev/zero", ".gitignore", 0),
	link("manifest-is-dev-zero", "/dev/zero", "pool.yaml", 0),
	link("manifest-is-passwd", "/etc/passwd", "pool.yaml", 0),
	link("settings-are-passwd", "/etc/passwd", ".karplint.yaml", 2),
	link("loop", "pool.yaml", "pool.yaml", 0),
	link("directory-is-root", "/", "all", 0),
	link("directory-is-itself", ".", "again", 0),
}

// link is an input of one symbolic link.
func link(name, target, file string, exit int) Input {
	return Input{Name: "link-" + name, Exit: exit, Write: func(t Tree) error { return os.Symlink(target, filepath.Join(t.Dir, file)) }}
}

const deleteLabel = "- {target: {kind: Provisioner}, patch: '[{op: add, path: /spec/labels/l%d, value: a}]'}\n"

var kustomizations = []Input{
	{Name: "kustomize-patches-4000", Write: func(t Tree) error {
		if err := t.text("base.yaml", provisioner); err != nil {
			return err
		}
		return t.file("kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(4000, deleteLabel)
		})
	}},
	{Name: "kustomize-merge-patches-4000", Write: func(t Tree) error {
		if err := t.text("base.yaml", provisioner); err != nil {
			return err
		}
		return t.file("kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(4000, "- patch: '{apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: default}, spec: {labels: {l%d: a}}}'\n")
		})
	}},
	{Name: "kustomize-operations-20000", Write: func(t Tree) error {
		if err := t.text("base.yaml", provisioner+"  labels: {}\n"); err != nil {
			return err
		}
		return t.file("kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n- target: {kind: Provisioner}\n  patch: |\n")
			p.repeat(20000, "    - {op: add, path: /spec/labels/l%d, value: a}\n")
		})
	}},
	{Name: "kustomize-patches-times-objects", Write: func(t Tree) error {
		if err := t.file("base.yaml", func(p *printer) {
			p.repeat(500, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec"))
		}); err != nil {
			return err
		}
		return t.file("kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(500, deleteLabel)
		})
	}},
	{Name: "kustomize-overlays-500", Write: func(t Tree) error {
		if err := t.text("base/base.yaml", provisioner); err != nil {
			return err
		}
		if err := t.text("base/kustomization.yaml", "resources: [base.yaml]\n"); err != nil {
			return err
		}
		for i := range t.count(500) {
			if err := t.text(fmt.Sprintf("o%d/kustomization.yaml", i), "resources: [../base]\npatches:\n- target: {kind: Provisioner}\n  patch: '[{op: add, path: /spec/weight, value: 5}]'\n"); err != nil {
				return err
			}
		}
		return nil
	}},
	chain("kustomize-chain-2000", 2000, func(i int) string { return fmt.Sprintf("resources: [../o%d]\nnamePrefix: a\n", i-1) }),
	chain("kustomize-diamonds-60", 60, func(i int) string {
		return fmt.Sprintf("resources: [../o%d, ../o%d]\n", i-1, max(0, i-2))
	}),
	{Name: "kustomize-circle", Write: func(t Tree) error {
		if err := t.text("a/kustomization.yaml", "resources: [../b]\npatches: [{target: {kind: Provisioner}, patch: '[]'}]\n"); err != nil {
			return err
		}
		return t.text("b/kustomization.yaml", "resources: [../a]\n")
	}},
	{Name: "kustomize-replacements-2000", Write: func(t Tree) error {
		if err := t.text("base.yaml", provisioner); err != nil {
			return err
		}
		return t.file("kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\nreplacements:\n")
			p.repeat(2000, "- {source: {kind: Provisioner, fieldPath: metadata.name}, targets: [{select: {kind: Provisioner}, fieldPaths: [spec.labels.l%d], options: {create: true}}]}\n")
		})
	}},
	{Name: "kustomize-selectors-of-expressions", Write: func(t Tree) error {
		if err := t.text("base.yaml", provisioner); err != nil {
			return err
		}
		return t.file("kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(1000, "- {target: {kind: 'Provisioner|(((a*)*)*)*b', name: '(x+x+)+y%d'}, patch: '[{op: add, path: /spec/weight, value: 5}]'}\n")
		})
	}},
}

// chain is an input of n kustomizations, each on those before it, with an object at the bottom.
func chain(name string, n int, content func(i int) string) Input {
	return Input{Name: name, Write: func(t Tree) error {
		if err := t.text("o0/base.yaml", provisioner); err != nil {
			return err
		}
		if err := t.text("o0/kustomization.yaml", "resources: [base.yaml]\n"); err != nil {
			return err
		}
		for i := 1; i <= n; i++ {
			if err := t.text(fmt.Sprintf("o%d/kustomization.yaml", i), content(i)); err != nil {
				return err
			}
		}
		return nil
	}}
}

var charts = []Input{
	{Name: "values-of-8-MB", Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		if err := t.text("chart/templates/pool.yaml", provisioner+"  requirements: {{- toYaml .Values.requirements | nindent 4 }}\n"); err != nil {
			return err
		}
		return t.file("chart/values.yaml", func(p *printer) {
			p.print("requirements:\n")
			p.repeat(150000, "  - {key: a%d, operator: In, values: [b]}\n")
		})
	}},
	{Name: "values-files-500", Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		for i := range t.count(500) {
			if err := t.file(fmt.Sprintf("chart/values-%d.yaml", i), func(p *printer) { p.repeat(100, "k%d: 1\n") }); err != nil {
				return err
			}
		}
		return t.file("chart/templates/pool.yaml", func(p *printer) {
			p.print("%s  labels:\n", provisioner)
			p.repeat(50, "    l%d: {{ .Values.k%d }}\n")
		})
	}},
	{Name: "umbrella-15-by-15", Write: func(t Tree) error {
		err := t.file("umbrella/Chart.yaml", func(p *printer) {
			p.print("%sdependencies:\n", chart)
			p.repeat(15, "- {name: karpenter, alias: k%d, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}\n")
		})
		for i := 0; i < 15 && err == nil; i++ {
			err = t.file(fmt.Sprintf("umbrella/values-%d.yaml", i), func(p *printer) {
				for k := range 15 {
					p.print("k%d:\n  tolerations:\n", k)
					p.repeat(800, "  - {key: a%d, operator: Exists}\n")
				}
			})
		}
		return err
	}},
	one("dependencies-5000", "chart/Chart.yaml", func(p *printer) {
		p.print("%sdependencies:\n", chart)
		p.repeat(5000, "- {name: karpenter, alias: k%d, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}\n")
	}),
	many("helm-releases-3000", 3000, "r%d.yaml", "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter-NUMBER, namespace: a}\nspec: {chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: a}}}}\n"),
	one("applications-4000", "apps.yaml", func(p *printer) {
		p.repeat(4000, "---\napiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: karpenter-%d}\nspec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: 1.0.8}, destination: {server: s%d}}\n")
	}),
	one("application-set-matrix", "set.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: karpenter}\nspec:\n  generators:\n  - matrix:\n      generators:\n")
		for k := range 2 {
			p.print("      - list:\n          elements:\n")
			for i := range p.count(3000) {
				p.print("          - {v%d: '1.0.%d'}\n", k, i)
			}
		}
		p.print("  template: {metadata: {name: '{{v0}}'}, spec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: '{{v0}}-{{v1}}'}}}\n")
	}),
	one("helmfile-environments-2000", "helmfile.yaml", func(p *printer) {
		p.print("environments:\n")
		p.repeat(2000, "  e%d: {values: [{version: 1.0.%d}]}\n")
		p.print("---\nreleases:\n")
		p.repeat(2000, "- {name: karpenter-%d, chart: oci://public.ecr.aws/karpenter/karpenter, version: '{{ .Values.version }}'}\n")
	}),
	one("unknown-values-20000", "helm.tf", func(p *printer) {
		p.print("%s", strings.Replace(release, "}\n", "  values = [<<-EOT\n", 1))
		p.repeat(20000, "    unknown%d: 1\n")
		p.print("  EOT\n  ]\n}\n")
	}),
}

var evaluation = []Input{
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
	terraform("terraform-gzip-bomb", func(p *printer) {
		p.print("locals {\n  a = base64gunzip(\"%s\")\n}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = local.a\n}\n", strings.Repeat("H4sIAAAAAAAA", 10))
	}),
	terraform("terraform-pow", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = \"${pow(10, 1000000000)}\"\n}\n")
	}),
	terraform("terraform-numbers", func(p *printer) {
		p.print("resource \"kubectl_manifest\" \"a\" {\n  yaml_body = \"${1e999999999 + 0x1p999999999}\"\n  count = 1e99\n}\n")
	}),
	terraform("terraform-variables-20000", func(p *printer) { p.repeat(20000, "variable \"v%d\" {\n  default = %d\n}\n") }),
	terraform("terraform-resources-4000", func(p *printer) {
		p.repeat(4000, "resource \"kubectl_manifest\" \"m%d\" {\n  yaml_body = <<-EOT\n    apiVersion: karpenter.sh/v1beta1\n    kind: NodePool\n    metadata: {name: p%d}\n    spec: {template: {spec: {nodeClassRef: {name: a}}}}\n  EOT\n}\n")
	}),
	terraform("terraform-provisioners-2000", func(p *printer) {
		p.repeat(2000, "resource \"kubectl_manifest\" \"m%d\" {\n  yaml_body = <<-EOT\n    apiVersion: karpenter.sh/v1alpha5\n    kind: Provisioner\n    metadata: {name: p%d}\n    spec: {providerRef: {name: a}}\n  EOT\n}\n")
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
	{Name: "module-of-itself", Write: func(t Tree) error {
		return t.text("m/main.tf", release+"module \"a\" {\n  source = \"../m\"\n}\n")
	}},
	one("terraform-json-nested-100000", "main.tf.json", func(p *printer) {
		p.print(`{"resource": {"helm_release": {"karpenter": {"chart": "karpenter", "values": `)
		p.nest(100000, "[", "1", "]")
		p.print("}}}}\n")
	}),
	{Name: "templatefile-of-itself", Write: func(t Tree) error {
		if err := t.text("main.tf", release+"resource \"kubectl_manifest\" \"a\" {\n  yaml_body = templatefile(\"a.tpl\", {})\n}\n"); err != nil {
			return err
		}
		return t.text("a.tpl", "karpenter.sh ${templatefile(\"a.tpl\", {})}\n")
	}},
	{Name: "fileset-of-5000", Write: func(t Tree) error {
		for i := range t.count(5000) {
			if err := t.text(fmt.Sprintf("pools/p%d.yaml", i), strings.Replace(pool, "name: default", fmt.Sprintf("name: p%d", i), 1)); err != nil {
				return err
			}
		}
		return t.text("main.tf", release+"resource \"kubectl_manifest\" \"a\" {\n  for_each = fileset(path.module, \"pools/*.yaml\")\n  yaml_body = file(each.key)\n}\n")
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

var settings = []Input{
	{Name: "settings-of-5-MB", Exit: 2, Write: func(t Tree) error {
		return t.file(".karplint.yaml", func(p *printer) { p.print("rules:\n"); p.repeat(300000, "  KL%d: error\n") })
	}},
	{Name: "settings-nested", Exit: 2, Write: func(t Tree) error {
		return t.file(".karplint.yaml", func(p *printer) { p.print("rules: "); p.nest(100000, "[", "", "]"); p.print("\n") })
	}},
	{Name: "settings-in-2000-directories", Exit: 2, Write: func(t Tree) error {
		for i := range t.count(2000) {
			if err := t.text(fmt.Sprintf("d%d/.karplint.yaml", i), fmt.Sprintf("karpenter-version: 1.0.%d\n", i)); err != nil {
				return err
			}
			if err := t.text(fmt.Sprintf("d%d/pool.yaml", i), pool); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "gitignore-of-100000", Write: func(t Tree) error {
		if err := t.file(".gitignore", func(p *printer) { p.repeat(100000, "**/a%d/**/b*c?/**\n") }); err != nil {
			return err
		}
		for i := range t.count(200) {
			if err := t.text(fmt.Sprintf("a/b/c/d/e/p%d.yaml", i), pool); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "gitignore-of-stars", Write: func(t Tree) error {
		if err := t.text(".gitignore", strings.Repeat("*a", 50)+"b\n"+strings.Repeat("**/", 50)+"b\n"); err != nil {
			return err
		}
		return t.text(strings.Repeat("a/", 100)+strings.Repeat("a", 200)+".yaml", pool)
	}},
}

var directories = []Input{
	{Name: "directories-deep", Write: func(t Tree) error { return t.text(strings.Repeat("d/", 1500)+"pool.yaml", pool) }},
	many("files-empty-20000", 20000, "f%d.yaml", ""),
	many("files-broken-3000", 3000, "f%d.yaml", "karpenter.sh/v1: [\n"),
	many("charts-2000", 2000, "c%d/Chart.yaml", chart+"dependencies: [{name: karpenter, version: 1.0.8, repository: oci://public.ecr.aws/karpenter}]\n"),
	many("roots-2000", 2000, "r%d/main.tf", release),
}
