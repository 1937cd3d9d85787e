package lint_test

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
)

// TestFixesOfIndirectValues plants a version that is too low, or a removed label, behind random indirections in files of random styles. The fix
// changes the literal and no other byte, the rule finds nothing afterwards, and the fix is safe only if nothing else reads the literal.
func TestFixesOfIndirectValues(t *testing.T) {
	rules := load(t)
	version, label := linter(t, rules, "1.0.8", "KL105"), linter(t, rules, "1.0.8", "KL503")
	made := map[string]int{}
	for seed := range int64(150) {
		p := &planter{Rand: rand.New(rand.NewSource(seed)), files: map[string]string{}}
		l, old, new := version, "1.0.6", "1.0.8"
		if seed%3 == 2 {
			l, old, new = label, "karpenter.sh/provisioner-name", "karpenter.sh/nodepool"
			p.plantLabel()
		} else {
			p.plantVersion()
		}
		p.restyle()
		made[p.ways]++
		if !checkPlanted(t, l, p, old, new) {
			break // one is enough to look at
		}
	}
	if len(made) < 40 {
		t.Errorf("only %d different ways", len(made))
	}
}

// checkPlanted fixes the files, in which the literal old has to become new.
func checkPlanted(t *testing.T, l *lint.Linter, p *planter, old, new string) bool {
	t.Helper()
	c, want := &rule.Example{Name: "bad/directory"}, map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		text := p.files[name]
		c.Files = append(c.Files, rule.ExampleFile{Name: name, Text: text})
		if strings.Contains(text, old) {
			want[name] = strings.Replace(text, old, new, 1)
		}
	}
	tree := exampleTree(c, c.Files)
	safe, fixed := fixTree(t, l, tree, false), fixTree(t, l, tree, true)
	ok := len(fixed.Findings) == 0 && len(fixed.Notes) == 0 && (len(safe.Texts) == 0) == p.shared
	for _, texts := range []map[string][]byte{safe.Texts, fixed.Texts} {
		for name, text := range texts {
			ok = ok && string(text) == want[name]
		}
	}
	ok = ok && len(fixed.Texts) == len(want)
	if !ok {
		t.Errorf("%s, shared %v: safe fixes change %d files, all %d, findings %v, notes %q\n%q\nbecomes\n%q",
			p.ways, p.shared, len(safe.Texts), len(fixed.Texts), fixed.Findings, fixed.Notes, p.files, fixed.Texts)
	}
	return ok
}

// planter writes files with one mistake.
type planter struct {
	*rand.Rand
	files  map[string]string
	ways   string // what leads to the literal
	names  int
	shared bool // something else reads it
}

// pick returns one of the texts and notes it.
func (p *planter) pick(ways ...string) string {
	way := ways[p.Intn(len(ways))]
	p.ways += " " + way
	return way
}

func (p *planter) name() string {
	p.names++
	return fmt.Sprintf("n%d", p.names)
}

func (p *planter) add(file, format string, args ...any) {
	if p.files[file] != "" {
		p.files[file] += "\n"
	}
	p.files[file] += fmt.Sprintf(format, args...)
}

// plantVersion writes a root module whose CRD chart has the version 1.0.6.
func (p *planter) plantVersion() {
	e := p.literal()
	for range p.Intn(3) {
		e = p.wrapped(e)
	}
	each, dir, version := "", "", e
	switch p.pick("direct", "for_each", "module") {
	case "for_each":
		each, version = fmt.Sprintf("  for_each   = { one = { version = %s } }\n", e), "each.value.version"
	case "module":
		dir, version = "charts/", "var.crds"
		p.add("main.tf", "module \"charts\" {\n  source = \"./charts\"\n  crds   = %s\n}\n", e)
		p.add("charts/main.tf", "variable \"crds\" {}\n")
	}
	p.add(dir+"main.tf", `resource "helm_release" "crds" {
%s  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter-crd"
  name       = "karpenter-crd"
  version    = %s # of the CRDs
}

resource "helm_release" "karpenter" {
  repository = "oci://public.ecr.aws/karpenter"
  chart      = "karpenter"
  name       = "karpenter"
  version    = "1.0.8"
  skip_crds  = true
  depends_on = [helm_release.crds]
}
`, each, version)
	if p.Intn(3) == 0 && (strings.HasPrefix(e, "var.") || strings.HasPrefix(e, "local.") || strings.HasPrefix(e, "yamldecode(file(")) {
		p.shared = true
		p.pick("and an output")
		p.add("outputs.tf", "output \"crds\" {\n  value = %s\n}\n", e)
	}
}

// literal writes the version somewhere and returns the expression that reads it.
func (p *planter) literal() string {
	n := p.name()
	switch p.pick("literal", "default", "tfvars", "yaml", "heredoc", "object") {
	case "default":
		p.add("variables.tf", "variable %q {\n  type    = string\n  default = \"1.0.6\" # too low\n}\n", n)
		return "var." + n
	case "tfvars":
		p.add("variables.tf", "variable %q {}\n", n)
		p.add("terraform.tfvars", "%s = \"1.0.6\"\n", n)
		return "var." + n
	case "yaml":
		p.files[n+".yaml"] = "charts:\n  - {name: app, version: 1}\n  - name: crds # too low\n    version: " + p.quoted("1.0.6") + "\n"
		return fmt.Sprintf(`yamldecode(file("${path.module}/%s.yaml")).charts[1].version`, n)
	case "heredoc":
		p.add("locals.tf", "locals {\n  %s = yamldecode(<<-EOT\n    crds: %s # too low\n    app: 1\n  EOT\n  )\n}\n", n, p.quoted("1.0.6"))
		return fmt.Sprintf("local.%s.crds", n)
	case "object":
		p.add("variables.tf", "variable %q {\n  default = {\n    app  = \"1\"\n    crds = [\"1.0.6\"]\n  }\n}\n", n)
		return fmt.Sprintf("var.%s.crds[0]", n)
	}
	return `"1.0.6"`
}

// wrapped returns an expression with the value of e.
func (p *planter) wrapped(e string) string {
	n := p.name()
	switch p.pick("local", "map", "merge", "list") {
	case "map":
		p.add("locals.tf", "locals {\n  %s = {\n    app = 1 # another\n    a-b = %s\n  }\n}\n", n, e)
		return fmt.Sprintf(`local.%s["a-b"]`, n)
	case "merge":
		p.add("locals.tf", "locals { %s = merge({ crds = \"0\" }, { crds = %s }, { app = 1 }) }\n", n, e)
		return fmt.Sprintf("local.%s.crds", n)
	case "list":
		p.add("locals.tf", "locals {\n  %s = [1, %s]\n}\n", n, e)
		return fmt.Sprintf("element(local.%s, 1)", n)
	}
	p.add("locals.tf", "locals {\n  %s = %s\n}\n", n, e)
	return "local." + n
}

func (p *planter) quoted(text string) string {
	return []string{text, `"` + text + `"`, "'" + text + "'"}[p.Intn(3)]
}

// plantLabel writes files in which an object selects nodes by the label of alpha.
func (p *planter) plantLabel() {
	key := p.quoted("karpenter.sh/provisioner-name")
	selector := []string{
		"nodeSelector:\n  " + key + ": spot # of all\n",
		"nodeSelector: {a: b, " + key + ": spot}\n",
		"nodeSelector:\n    # of all\n    " + key + ": 'spot'\n    a: b\n",
	}[p.Intn(3)]
	argo := "apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata:\n  name: web\nspec:\n  destination: {namespace: web}\n  source:\n    " +
		"chart: web\n    repoURL: https://charts.example.com\n    targetRevision: 1.2.3\n    helm:\n"
	switch p.pick("pod", "heredoc", "argo text", "argo object", "flux", "helmfile", "helmfile file", "umbrella", "anchor", "merge key", "values file",
		"list") {
	case "pod":
		p.files["a.yaml"] = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n" + indented(2, selector)
	case "heredoc":
		p.files["main.tf"] = "resource \"kubectl_manifest\" \"web\" {\n  yaml_body = <<-EOT\n    apiVersion: v1\n    kind: Pod\n    metadata: {name: " +
			"web}\n    spec:\n" + indented(6, selector) + "  EOT\n}\n"
	case "argo text":
		p.files["a.yaml"] = argo + "      values: |\n" + indented(8+p.Intn(4), selector)
	case "argo object":
		p.files["a.yaml"] = argo + "      valuesObject:\n" + indented(8, selector)
	case "flux":
		p.files["a.yaml"] = "apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: web}\nspec:\n  chart: {spec: {chart: web, " +
			"version: 1.2.3, sourceRef: {kind: HelmRepository, name: web}}}\n  values:\n" + indented(4, selector)
	case "helmfile":
		p.files["helmfile.yaml"] = "repositories:\n- name: web\n  url: https://charts.example.com\nreleases:\n- name: web\n  chart: web/web\n  version: " +
			"1.2.3\n  values:\n  -\n" + indented(4, selector)
	case "helmfile file":
		p.files["helmfile.yaml"] = "repositories:\n- name: web\n  url: https://charts.example.com\nreleases:\n- name: web\n  chart: web/web\n  version: " +
			"1.2.3\n  values: [values.yaml]\n"
		p.files["values.yaml"] = selector
	case "umbrella":
		p.files["Chart.yaml"] = "apiVersion: v2\nname: all\nversion: 0.1.0\ndependencies:\n- {name: web, version: 1.2.3, repository: " +
			"https://charts.example.com}\n"
		p.files["values.yaml"] = "web:\n" + indented(2, selector)
	case "anchor", "merge key":
		p.shared = true
		use := "*pool"
		if strings.HasSuffix(p.ways, "merge key") {
			use = "\n    <<: *pool"
		}
		p.files["a.yaml"] = "x-pool: &pool\n  " + key + ": spot # of all\napiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  nodeSelector: " +
			use + "\n"
	case "values file":
		p.files["main.tf"] = "resource \"helm_release\" \"web\" {\n  name    = \"web\"\n  chart   = \"web\"\n  version = \"1.2.3\"\n  values  = " +
			"[file(\"${path.module}/values.yaml\")]\n}\n"
		p.files["values.yaml"] = selector
	case "list":
		p.files["a.yaml"] = "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: web}\n  spec:\n" + indented(4, selector)
	}
}

func indented(n int, text string) string {
	blanks := strings.Repeat(" ", n)
	return blanks + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+blanks) + "\n"
}

// restyle gives the files random line ends, blank lines and comments, which mean nothing.
func (p *planter) restyle() {
	for name, text := range p.files {
		text = "# ü\n\n" + text
		switch p.ways += " "; p.Intn(5) {
		case 0:
			text = strings.ReplaceAll(text, "\n", "\r\n")
		case 1:
			text = strings.TrimSuffix(text, "\n")
		case 2:
			text = "\ufeff" + text
		case 3:
			text += "\n\n# the end\n"
		}
		p.files[name] = text
	}
}
