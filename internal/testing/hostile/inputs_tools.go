package hostile

import (
	"fmt"
	"strings"
)

// tools are inputs in the forms of the tools around Karpenter, and at the places where karplint compares many things with each other.
var tools = slicesOf(toolsTerraform, toolsKustomize, toolsDelivery, toolsObjects, toolsTexts, toolsCharts)

// part is a file of an input of several.
type part struct {
	file    string
	content func(p *printer)
}

// several is an input of several files.
func several(name string, parts ...part) Input {
	return Input{Name: name, Write: func(t Tree) error {
		for _, f := range parts {
			if err := t.file(f.file, f.content); err != nil {
				return err
			}
		}
		return nil
	}}
}

// fixed is a part with one text.
func fixed(file, content string) part {
	return part{file, func(p *printer) { p.print("%s", content) }}
}

var toolsTerraform = []Input{
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
	terraform("terraform-merges-chain-3000", func(p *printer) {
		p.print("locals {\n  m0 = {}\n")
		for i := range p.count(3000) {
			p.print("  m%d = merge(local.m%d, { k%d = %d })\n", i+1, i, i, i)
		}
		p.print("}\nresource \"kubectl_manifest\" \"a\" {\n  yaml_body = yamlencode({ apiVersion = \"karpenter.sh/v1\", kind = \"NodePool\", spec = local.m%d })\n}\n", p.count(3000))
	}),
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
	one("terraform-json-of-20000-resources", "main.tf.json", func(p *printer) {
		p.print(`{"resource": {"kubectl_manifest": {`)
		p.repeat(20000, `"a%d": {"yaml_body": "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: p%d}\n", "depends_on": ["helm_release.karpenter"]},`)
		p.print(`"z": {"yaml_body": "a"}}, "helm_release": {"karpenter": {"name": "karpenter", "chart": "karpenter", "version": "1.0.8"}}}}`)
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
	terraform("terraform-suppressions-50000", func(p *printer) {
		p.repeat(50000, "# karplint:ignore KL%03d -- reason\nlocals { a%d = 1 }\n")
	}),
	terraform("terraform-releases-with-objects-in-values-3000", func(p *printer) {
		p.print("resource \"helm_release\" \"extra\" {\n  name   = \"extra\"\n  chart  = \"./chart\"\n  values = [<<-EOT\n    extraObjects:\n")
		p.repeat(3000, "    - {apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: p%d}, spec: {providerRef: {name: default}}}\n")
		p.print("  EOT\n  ]\n}\n")
	}),
}

var toolsKustomize = []Input{
	chain("kustomize-components-chain-2000", 2000, func(i int) string {
		return fmt.Sprintf("kind: Component\ncomponents: [../o%d]\nlabels: [{pairs: {l%d: a}}]\npatches: [{target: {kind: Provisioner, labelSelector: l%d=a}, patch: '[{op: add, path: /spec/weight, value: %d}]'}]\n", i-1, i, i-1, i)
	}),
	chain("kustomize-components-doubling-60", 60, func(i int) string {
		return fmt.Sprintf("components: [../c%d]\nresources: [../o%d, ../o%d]\n", i, i-1, max(0, i-2))
	}),
	several("kustomize-configurations-5000",
		fixed("kustomization.yaml", "resources: [base.yaml]\nnamePrefix: a-\nconfigurations: [config.yaml]\n"),
		part{"base.yaml", func(p *printer) { p.repeat(500, "---\n"+provisioner) }},
		part{"config.yaml", func(p *printer) {
			p.print("namePrefix:\n")
			p.repeat(5000, "- {kind: Provisioner, path: spec/labels/l%d}\n")
			p.print("nameReference:\n")
			p.repeat(5000, "- {kind: Provisioner, fieldSpecs: [{kind: Pod, path: spec/nodeSelector/l%d}]}\n")
		}}),
	several("kustomize-replacements-times-objects",
		part{"base.yaml", func(p *printer) {
			p.repeat(500, "---\n"+strings.ReplaceAll(provisioner, "name: default\nspec", "name: p%d\nspec"))
		}},
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\nreplacements:\n")
			p.repeat(500, "- {source: {kind: Provisioner, name: p0, fieldPath: metadata.name}, targets: [{select: {kind: Provisioner}, reject: [{name: p%d}], fieldPaths: ['spec.labels.l%d'], options: {create: true}}]}\n")
		}}),
	several("kustomize-patches-of-the-admission-check",
		part{"base.yaml", func(p *printer) { p.repeat(300, "---\n"+strings.Replace(pool, "name: default", "name: p%d", 1)) }},
		part{"kustomization.yaml", func(p *printer) {
			p.print("resources: [base.yaml]\npatches:\n")
			p.repeat(300, "- {target: {kind: NodePool}, patch: '[{op: add, path: /spec/unknown%d, value: 1}]'}\n")
		}}),
}

var toolsDelivery = []Input{
	several("helmfile-templates-3000", part{"helmfile.yaml.gotmpl", func(p *printer) {
		p.print("releases:\n")
		p.repeat(3000, "{{- range .Values.regions%d }}\n- name: karpenter-{{ . }}\n  chart: oci://public.ecr.aws/karpenter/karpenter\n  version: {{ .version%d | quote }}\n  values: [{{ readFile \"v.yaml\" }}]\n{{- end }}\n")
	}}),
	{Name: "helmfile-bases-chain-1000", Write: func(t Tree) error {
		for i := range t.count(1000) {
			if err := t.text(fmt.Sprintf("f%d/helmfile.yaml", i), fmt.Sprintf("bases: [../f%d/helmfile.yaml]\nhelmfiles: [../f%d/helmfile.yaml, ../f0/helmfile.yaml]\nreleases: [{name: karpenter, chart: karpenter/karpenter, version: 1.0.8}]\n", i+1, i+1)); err != nil {
				return err
			}
		}
		return nil
	}},
	one("application-sets-of-lists-20000", "set.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: karpenter}\nspec:\n  generators:\n  - list:\n      elements:\n")
		p.repeat(20000, "      - {cluster: c%d, version: '1.0.%d', values: {a: b}}\n")
		p.print("  template: {metadata: {name: '{{cluster}}'}, spec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: '{{version}}'}}}\n")
	}),
	one("application-sets-nested-generators", "set.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: karpenter}\nspec:\n  generators:\n  - ")
		p.nest(450, "{matrix: {generators: [{list: {elements: [{v: '1.0.1'}, {v: '1.0.2'}]}}, ", "{list: {elements: [{w: '1'}]}}", "]}}")
		p.print("\n  template: {metadata: {name: '{{v}}'}, spec: {source: {chart: karpenter, repoURL: public.ecr.aws/karpenter, targetRevision: '{{v}}'}}}\n")
	}),
	one("application-with-patches-3000", "app.yaml", func(p *printer) {
		p.print("apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    path: pools\n    kustomize:\n      patches:\n")
		p.repeat(3000, "      - {target: {kind: NodePool, name: p%d}, patch: '[{op: add, path: /spec/weight, value: 500}]'}\n")
		p.print("---\n")
		p.repeat(300, strings.Replace(pool, "name: default", "name: p%d", 1)+"---\n")
	}),
	one("flux-release-with-values-and-renderers", "release.yaml", func(p *printer) {
		p.print("apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec:\n  chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: karpenter}}}\n  values:\n")
		p.repeat(20000, "    key%d: {controller: {env: [{name: A, value: b}]}}\n")
		p.print("  postRenderers:\n  - kustomize:\n      patches:\n")
		p.repeat(2000, "      - {target: {kind: Deployment, name: 'k.*%d'}, patch: '[{op: add, path: /spec/replicas, value: 1}]'}\n")
	}),
	one("flux-substitutes-20000", "flux.yaml", func(p *printer) {
		p.print("apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec:\n  path: ./pools\n  postBuild:\n    substitute:\n")
		p.repeat(20000, "      v%d: karpenter.sh/provisioner-name\n")
	}),
	one("eksctl-node-groups-5000", "cluster.yaml", func(p *printer) {
		p.print("apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: {name: a, region: b, version: '1.30'}\nkarpenter: {version: '1.0.8'}\nmanagedNodeGroups:\n")
		p.repeat(5000, "- {name: g%d, labels: {karpenter.sh/provisioner-name: a}, taints: [{key: karpenter.sh/controller, value: 'true', effect: NoSchedule}]}\n")
	}),
	one("cluster-policies-5000", "policies.yaml", func(p *printer) {
		p.repeat(5000, "---\napiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: {name: p%d}\nspec: {rules: [{name: a, match: {any: [{resources: {kinds: [Provisioner]}}]}, mutate: {patchStrategicMerge: {metadata: {annotations: {karpenter.sh/do-not-evict: 'true'}}}}}]}\n")
	}),
	one("cloudformation-20000-policies", "stack.yaml", func(p *printer) {
		p.print("Resources:\n")
		p.repeat(20000, "  P%d: {Type: AWS::IAM::ManagedPolicy, Properties: {PolicyDocument: !Sub '{\"Statement\": [{\"Effect\": \"Allow\", \"Action\": \"ec2:RunInstances\", \"Resource\": \"*\", \"Condition\": {\"StringLike\": {\"aws:RequestTag/karpenter.sh/provisioner-name\": \"*\"}}}]}'}}\n")
	}),
	one("crd-of-10-MB", "crd.yaml", func(p *printer) {
		p.print("apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: nodepools.karpenter.sh}\nspec:\n  group: karpenter.sh\n  names: {kind: NodePool}\n  versions:\n  - name: v1\n    schema:\n      openAPIV3Schema:\n        properties:\n")
		p.repeat(100000, "          p%d: {type: string, description: karpenter.sh/provisioner-name and more}\n")
	}),
}

var toolsObjects = []Input{
	one("taints-5000-by-5000", "pool.yaml", func(p *printer) {
		p.print("%s      taints:\n", pool)
		p.repeat(5000, "      - {key: t%d, effect: NoSchedule}\n")
		p.print("      startupTaints:\n")
		p.repeat(5000, "      - {key: t%d, effect: NoSchedule}\n")
	}),
	one("requirements-on-one-key-20000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements:\n", pool)
		p.repeat(20000, "      - {key: karpenter.k8s.aws/instance-family, operator: In, values: [c%d], minValues: %d}\n")
	}),
	one("families-20000-by-categories-20000", "pool.yaml", func(p *printer) {
		p.print("%s      requirements:\n      - {key: karpenter.k8s.aws/instance-family, operator: In, values: [", pool)
		p.repeat(20000, "m%d, ")
		p.print("]}\n      - {key: node.kubernetes.io/instance-type, operator: In, values: [")
		p.repeat(20000, "c%d.large, ")
		p.print("]}\n      - {key: karpenter.k8s.aws/instance-category, operator: NotIn, values: [")
		p.repeat(20000, "a%d, ")
		p.print("]}\n")
	}),
	one("fields-unknown-20000", "pool.yaml", func(p *printer) {
		p.print("%s", pool)
		p.repeat(20000, "  limitz%d: 1\n")
	}),
	one("fields-unknown-in-20000-items", "class.yaml", func(p *printer) {
		p.print("%s  blockDeviceMappings:\n", class)
		p.repeat(20000, "  - {deviceName: /dev/xvd%d, ebss: {volumeSizes: 1}, volumeTyp: gp3}\n")
	}),
	one("names-of-5000-letters", "pools.yaml", func(p *printer) {
		long := strings.Repeat("ab", 2500)
		for i := range p.count(300) {
			p.print("---\n%s---\n%s", strings.Replace(class, "{name: default}", fmt.Sprintf("{name: %s%d}", long, i), 1),
				strings.Replace(strings.Replace(pool, "EC2NodeClass, name: default", fmt.Sprintf("EC2NodeClass, name: %sx%d", long, i), 1), "  name: default\n", fmt.Sprintf("  name: p%d\n", i), 1))
		}
	}),
	one("classes-3000-by-near-names", "pools.yaml", func(p *printer) {
		for i := range p.count(3000) {
			p.print("---\n%s---\n%s", strings.Replace(class, "{name: default}", fmt.Sprintf("{name: class-of-the-team-%d}", i), 1),
				strings.Replace(strings.Replace(pool, "EC2NodeClass, name: default", fmt.Sprintf("EC2NodeClass, name: class-of-a-team-%d", i), 1), "  name: default\n", fmt.Sprintf("  name: p%d\n", i), 1))
		}
	}),
	one("cron-of-1-MB", "pool.yaml", func(p *printer) {
		p.print("%s  disruption: {consolidateAfter: 1m, budgets: [{nodes: '1', duration: 1h, schedule: '", pool)
		p.repeat(100000, "1-59/1,%d,")
		p.print("0 * * * *'}]}\n")
	}),
	one("duration-of-1-MB", "pool.yaml", func(p *printer) {
		p.print("%s      expireAfter: '", pool)
		p.repeat(300000, "1h1m1s")
		p.print("'\n      terminationGracePeriod: ")
		p.repeat(300000, "9h")
		p.print("\n")
	}),
	one("quantities-of-1-MB", "pool.yaml", func(p *printer) {
		p.print("%s  limits: {cpu: '", pool)
		p.repeat(1_000_000, "9")
		p.print("', memory: '1e")
		p.repeat(1_000_000, "9")
		p.print("', nodes: '0.")
		p.repeat(1_000_000, "0")
		p.print("1'}\n")
	}),
	one("user-data-of-10000-parts", "class.yaml", func(p *printer) {
		p.print("%s  userData: |\n    MIME-Version: 1.0\n    Content-Type: multipart/mixed; boundary=\"b\"\n\n", class)
		p.repeat(10000, "    --b\n    Content-Type: text/x-shellscript\n\n    kubectl label node karpenter.sh/provisioner-name=p%d\n")
	}),
	one("placeholders-100000", "class.yaml", func(p *printer) {
		p.print("%s  tags:\n", class)
		p.repeat(100000, "    t%d: <YOUR_${A}_CLUSTER_NAME>\n")
	}),
	one("pods-with-10000-containers", "web.yaml", func(p *printer) {
		p.print("%s      containers:\n", deployment)
		p.repeat(10000, "      - {name: c%d, env: [{name: A, value: karpenter.sh/provisioner-name}, {name: B, value: karpenter.sh/capacity-type}]}\n")
	}),
}

var toolsTexts = []Input{
	one("names-in-all-scripts-20000", "web.yaml", func(p *printer) {
		p.repeat(20000, "---\napiVersion: v1\nkind: Pod\nmetadata: {name: \"\u202e\u0640\u200d\u0301\U0001f9d1\u200d\U0001f680\ufeff\u00ad%d\", annotations: {karpenter.sh/do-not-evict: \"\uff54rue\"}}\n")
	}),
	one("ends-of-lines-mixed-100000", "pool.yaml", func(p *printer) {
		p.print("\ufeff%s  labels:\r\n", strings.ReplaceAll(provisioner, "\n", "\r\n"))
		p.repeat(50000, "    a%d: b\r\n    c%d: d\n")
	}),
	one("byte-order-marks-in-20000-documents", "pools.yaml", func(p *printer) { p.repeat(20000, "\ufeff---\r\n\ufeffkind: Provisioner\n") }),
	one("lines-in-other-ends-100000", "pool.yaml", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(100000, "    a%d: b\u2028\u0085\u2029\n")
	}),
	one("aliases-as-keys-100000", "pool.yaml", func(p *printer) { p.print("%sa: &a b\nm:\n", provisioner); p.repeat(100000, "  ? [*a, %d]\n  : *a\n") }),
	one("merges-of-10000-large-maps", "pool.yaml", func(p *printer) {
		p.print("%sm: &m {", provisioner)
		p.repeat(1000, "k%d: 1, ")
		p.print("}\nn: {<<: [")
		p.repeat(10000, "*m, ")
		p.print("]}\n")
	}),
	{Name: "gitignores-in-2000-directories", Write: func(t Tree) error {
		for i := range t.count(2000) {
			dir := fmt.Sprintf("d%d/", i)
			if err := t.file(dir+".gitignore", func(p *printer) {
				for k := range 50 {
					p.print("**/a%d/**/b/**/*.y*ml\n!**/a%d/**\n", k, k)
				}
			}); err != nil {
				return err
			}
			if err := t.text(dir+"a/b/c/pool.yaml", pool); err != nil {
				return err
			}
		}
		return nil
	}},
	{Name: "names-of-255-bytes-in-deep-directories", Write: func(t Tree) error {
		dir := strings.Repeat(strings.Repeat("d", 250)+"/", 12)
		for i := range t.count(500) {
			if err := t.text(fmt.Sprintf("%s%s%d.yaml", dir, strings.Repeat("f", 240), i), provisioner); err != nil {
				return err
			}
		}
		return nil
	}},
}

var toolsCharts = []Input{
	template("ranges-of-until-nested", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.nest(12, "{{- range $i, $e := until 1000 }}\n", "    a: b\n", "{{- end }}\n")
	}),
	template("tpl-of-tpl-of-tpl", func(p *printer) {
		p.print("{{- $x := \"{{ tpl .x . }}{{ tpl .x . }}\" }}\n%s  weight: {{ tpl $x (dict \"x\" $x \"Template\" .Template) }}\n", provisioner)
	}),
	template("regexes-and-hashes-2000", func(p *printer) {
		p.print("%s  labels:\n", provisioner)
		p.repeat(2000, "    a%d: {{ regexReplaceAll \"((a*)*)*b\" (repeat 100000 \"a\") \"c\" | sha256sum | quote }}\n    b%d: {{ bcrypt \"a\" }}{{ derivePassword 1 \"long\" \"a\" \"b\" \"c\" }}\n")
	}),
	several("values-that-a-chart-ranges-over-3000",
		fixed("chart/Chart.yaml", chart),
		fixed("chart/templates/pools.yaml", "{{- range $name, $p := .Values.pools }}\n---\napiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: {{ $name }}\nspec:\n  {{- toYaml $p | nindent 2 }}\n{{- end }}\n"),
		part{"chart/values.yaml", func(p *printer) {
			p.print("pools:\n")
			p.repeat(3000, "  p%d: {ttlSecondsAfterEmpty: 30, providerRef: {name: default}, requirements: [{key: a, operator: Exists}]}\n")
		}}),
	{Name: "values-files-of-a-large-chart-3000", Write: func(t Tree) error {
		if err := t.text("chart/Chart.yaml", chart); err != nil {
			return err
		}
		for i := range t.count(3000) {
			if err := t.text(fmt.Sprintf("chart/values-%d.yaml", i), fmt.Sprintf("ttl: %d\nlabels: {a: b}\n", i)); err != nil {
				return err
			}
		}
		return t.text("chart/templates/pool.yaml", provisioner+"  ttlSecondsAfterEmpty: {{ .Values.ttl }}\n  labels: {{- toYaml .Values.labels | nindent 4 }}\n")
	}},
	several("library-chart-of-20000-helpers",
		fixed("chart/Chart.yaml", chart),
		part{"chart/templates/_helpers.tpl", func(p *printer) {
			p.repeat(20000, "{{- define \"h%d\" }}{{ .Values.a }}{{ include \"h0\" . }}{{- end }}\n")
		}},
		fixed("chart/templates/pool.yaml", provisioner+"  labels: {a: {{ include \"h19999\" . }}}\n")),
}
