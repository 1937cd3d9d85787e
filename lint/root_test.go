package lint_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// TestSites: a report points to the text of the value at the path, in any file.
func TestSites(t *testing.T) {
	tests := []struct{ id, path, want string }{
		{karpenterID, `[]`, `main.tf: resource "helm_release" "karpenter"`},
		{karpenterID, `["chart"]`, `main.tf: chart   = "karpenter"`},
		{karpenterID, `["version"]`, `variables.tf: default = "0.37.0"`},
		{crdsID, `["version"]`, `main.tf: version = "0.36.2"`},
		{karpenterID, `["name"]`, `main.tf: name    = lower("Karpenter")`},
		{karpenterID, `["skip_crds"]`, `main.tf: resource "helm_release" "karpenter"`},
		{karpenterID, `["values"]`, `main.tf: controller:`},
		{karpenterID, `["values", "controller", "resources"]`, `main.tf: resources`},
		{karpenterID, `["values", "tolerations", 0, "key"]`, `main.tf: key: a`},
		{karpenterID, `["values", "tolerations", 0, "effect"]`, `main.tf: resource "helm_release" "karpenter"`},
		{karpenterID, `["nothing", 1]`, `main.tf: resource "helm_release" "karpenter"`},
		{poolID, `[]`, "pool.yaml: kind: NodePool"},
		{poolID, `["kind"]`, "pool.yaml: kind: NodePool"},
		{poolID, `["class", "name"]`, "pool.yaml: name: gpu"},
		{poolID, `["class", "group"]`, "pool.yaml: kind: NodePool"},
		{poolID, `["metadata", "labels"]`, "pool.yaml: kind: NodePool"},
	}
	for _, test := range tests {
		t.Run(test.id+test.path, func(t *testing.T) {
			w := helloWorld(t)
			l := linter(t, projectRules(t, says(test.id, test.path)), "", "TEAM")
			findings := w.lint(t, l).Findings
			if len(findings) != 1 {
				t.Fatalf("%d findings", len(findings))
			}
			f := findings[0]
			text := string(w.files.Texts[f.File][f.Span.Start:f.Span.End])
			if got := f.File + ": " + text; got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if f.Start.Line == 0 || f.Fingerprint == "" || f.Resource == "" {
				t.Errorf("incomplete: %+v", f)
			}
		})
	}
}

// TestFixesAcrossFiles: each op of a fix changes the file of its resource; "" means that there is no fix.
func TestFixesAcrossFiles(t *testing.T) {
	tests := []struct{ name, id, ops, safety, file, before, after string }{
		{"literal in a variable", karpenterID, `[{"do": "set", "path": ["version"], "value": "1.0.0"}]`,
			"safe", "variables.tf", `"0.37.0"`, `"1.0.0"`},
		{"literal that others read", crdsID, `[{"do": "set", "path": ["version"], "value": "1.0.0"}]`,
			"unsafe", "main.tf", `"0.36.2"`, `"1.0.0"`},
		{"computed", karpenterID, `[{"do": "set", "path": ["name"], "value": "x"}]`, "", "", "", ""},
		{"new attribute", karpenterID, `[{"do": "set", "path": ["skip_crds"], "value": true}]`,
			"safe", "main.tf", "", "skip_crds = true\n"},
		{"not writable", karpenterID, `[{"do": "set", "path": ["force_update"], "value": true}]`, "", "", "", ""},
		{"expression", karpenterID, `[{"do": "insert", "path": ["depends_on"], "value": {"$unknown": "helm_release.crds"}}]`,
			"safe", "main.tf", "", "depends_on = [helm_release.crds]\n"},
		{"call", karpenterID, `[{"do": "set", "path": ["skip_crds"], "value": {"$call": "jsonencode", "args": [{"a": 1}]}}]`,
			"safe", "main.tf", "", "jsonencode({"},
		{"heredoc", karpenterID, `[{"do": "set", "path": ["values", "tolerations", 0, "key"], "value": "b"}]`,
			"safe", "main.tf", "- key: a", "- key: b"},
		{"new key in a heredoc", karpenterID, `[{"do": "set", "path": ["values", "controller", "replicas"], "value": 2}]`,
			"safe", "main.tf", "", "        replicas: 2\n"},
		{"key in a heredoc", karpenterID, `[{"do": "rename", "path": ["values", "controller"], "key": "other"}]`,
			"safe", "main.tf", "      controller:", "      other:"},
		{"entry whose value stands elsewhere", karpenterID, `[{"do": "delete", "path": ["version"]}]`,
			"safe", "main.tf", "  chart   = \"karpenter\"\n  version = var.karpenter_version\n  name    = l", "  chart = \"karpenter\"\n  name  = l"},
		{"manifest", poolID, `[{"do": "set", "path": ["class", "name"], "value": "default"}]`,
			"safe", "pool.yaml", "name: gpu", "name: default"},
		{"another resource", karpenterID, `[{"do": "set", "resource": "pool.yaml#1", "path": ["class", "name"], "value": "default"}]`,
			"safe", "pool.yaml", "name: gpu", "name: default"},
		{"nowhere", poolID, `[{"do": "set", "path": ["class", "x", "y", "z"], "value": "default"}, {"do": "delete", "path": ["nothing"]}]`, "", "", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			w := helloWorld(t)
			l := linter(t, projectRules(t, fixWith(test.id, test.ops)), "", "TEAM")
			findings := w.lint(t, l).Findings
			if len(findings) != 1 {
				t.Fatalf("%d findings", len(findings))
			}
			fix := findings[0].Fix
			if fix == nil {
				if test.safety != "" {
					t.Fatal("no fix")
				}
				return
			}
			if string(fix.Safety) != test.safety {
				t.Errorf("the fix is %q, want %q", fix.Safety, test.safety)
			}
			changed, made := lint.ApplyFixes(findings, true, w.files.ReadFile)
			if made != 1 || len(changed) != 1 {
				t.Fatalf("%d fixes in %d files", made, len(changed))
			}
			before, after := string(w.files.Texts[test.file]), string(changed[test.file])
			if test.before != "" {
				if want := strings.Replace(before, test.before, test.after, 1); after != want {
					t.Errorf("(-want +got)\n%s", cmp.Diff(want, after))
				}
			} else if !strings.Contains(after, test.after) {
				t.Errorf("%q is not in\n%s", test.after, after)
			}
		})
	}
}

// TestFixOfSharedBlock: the fix of a block that several resources share is safe only if all of them have the finding.
func TestFixOfSharedBlock(t *testing.T) {
	for condition, want := range map[string]rule.Safety{"true": rule.Safe, `r.id == "twin"`: rule.Unsafe} {
		w := helloWorld(t)
		twin := *w.project.Resources[1]
		twin.ID, twin.Address, twin.Block = "twin", "module.b.helm_release.karpenter", "module.b.helm_release.karpenter"
		w.project.Resources = append(w.project.Resources, &twin)
		rule := `report contains {
	"resource": r.id, "path": [], "message": "m",
	"fix": {"title": "t", "safety": "safe", "ops": [{"do": "set", "path": ["skip_crds"], "value": true}]},
} if {
	some r in input.project.resources
	r.value.chart == "karpenter"
	` + condition + `
}`
		findings := w.lint(t, linter(t, projectRules(t, rule), "", "TEAM")).Findings
		if len(findings) != 1 || findings[0].Fix == nil || findings[0].Fix.Safety != want {
			t.Errorf("%s: %+v", condition, findings)
		}
	}
}

// TestFixOfSeveralFiles: one fix may change several files.
func TestFixOfSeveralFiles(t *testing.T) {
	w := helloWorld(t)
	ops := `[{"do": "set", "path": ["version"], "value": "1.0.0"},
		{"do": "set", "path": ["skip_crds"], "value": true},
		{"do": "set", "resource": "pool.yaml#1", "path": ["class", "name"], "value": "default"}]`
	findings := w.lint(t, linter(t, projectRules(t, fixWith(karpenterID, ops)), "", "TEAM")).Findings
	changed, made := lint.ApplyFixes(findings, false, w.files.ReadFile)
	if made != 1 || len(changed) != 3 {
		t.Errorf("%d fixes in %d files", made, len(changed))
	}
}

// TestRelated: another resource of the project may help to understand a finding.
func TestRelated(t *testing.T) {
	w := helloWorld(t)
	rule := `report contains {
	"resource": "helm_release.crds", "path": ["version"], "message": "m",
	"related": [
		{"resource": "module.a.helm_release.karpenter", "path": ["version"], "message": "one"},
		{"path": [], "message": "two"},
	],
}`
	related := w.lint(t, linter(t, projectRules(t, rule), "", "TEAM")).Findings[0].Related
	var got []string
	for _, r := range related {
		got = append(got, fmt.Sprintf("%s:%d %s", r.File, r.Start.Line, r.Message))
	}
	if d := cmp.Diff([]string{"variables.tf:2 one", "main.tf:5 two"}, got); d != "" {
		t.Error(d)
	}
}

// TestProjectInput compares the input of the rules of projects.
func TestProjectInput(t *testing.T) {
	w := helloWorld(t)
	rule := `report contains {"resource": "helm_release.crds", "path": [], "message": json.marshal(input)}`
	target, err := versions.ParseTarget("0.37.0", "found")
	if err != nil {
		t.Fatal(err)
	}
	w.project.Target = target
	l, err := lint.New(projectRules(t, rule), lint.Options{Select: []string{"TEAM"}, DestroyOrder: "controller-first", Facts: os.DirFS("../facts")})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Project struct {
			Root      string
			Terraform bool
			Resources []map[string]any
			Edges     map[string][]string
		}
		Target map[string]any
		Config map[string]any
	}
	if err := json.Unmarshal([]byte(w.lint(t, l).Findings[0].Message), &got); err != nil {
		t.Fatal(err)
	}
	if !got.Project.Terraform || got.Project.Root != "." || got.Project.Edges["helm_release.karpenter"][0] != "var.karpenter_version" {
		t.Errorf("the project is %+v", got.Project)
	}
	want := map[string]any{
		"id": karpenterID, "address": karpenterID, "kind": "ChartInstallation", "file": "main.tf",
		"block": karpenterID, "module": "module.a", "reference": "helm_release.karpenter",
		"writable": []any{"depends_on", "name", "skip_crds", "version"},
		"value": map[string]any{
			"chart": "karpenter", "version": "0.37.0", "name": map[string]any{"$unknown": `lower("Karpenter")`},
			"values": map[string]any{"controller": map[string]any{"resources": map[string]any{}}, "tolerations": []any{map[string]any{"key": "a"}}},
		},
	}
	if text, ok := got.Project.Resources[1]["value"].(map[string]any)["name"].(map[string]any); ok {
		text["$unknown"] = `lower("Karpenter")`
	}
	if d := cmp.Diff(want, got.Project.Resources[1]); d != "" {
		t.Errorf("the resource (-want +got):\n%s", d)
	}
	if d := cmp.Diff(map[string]any{"known": true, "min": "0.37.0", "max": "0.37.0"}, got.Target); d != "" {
		t.Error(d)
	}
	if got.Config["destroy_order"] != "controller-first" {
		t.Errorf("the configuration is %v", got.Config)
	}
}

// TestGivenTarget: a target that the user gives overrides the version in the files.
func TestGivenTarget(t *testing.T) {
	found, err := versions.ParseTarget("0.37.0", "found")
	if err != nil {
		t.Fatal(err)
	}
	rules := load(t)
	for given, want := range map[string]string{"": ">= 0.37.0, <= 0.37.0", "1.0.8": ">= 1.0.8, <= 1.0.8"} {
		l := linter(t, rules, given, "KL501")
		if got := l.TargetOf(found).String(); got != want {
			t.Errorf("given %q: %s, want %s", given, got, want)
		}
		text := "kind: Pod\nmetadata:\n  annotations:\n    karpenter.sh/do-not-evict: 'true'\n"
		result, err := l.File(model.NewFile("a.yaml", []byte(text)), nil, true, found)
		if err != nil || len(result.Findings) != 1 {
			t.Fatalf("%d findings, %v", len(result.Findings), err)
		}
		severity := map[string]rule.Severity{"": rule.Warning, "1.0.8": rule.Error}[given]
		if got := result.Findings[0].Severity; got != severity {
			t.Errorf("given %q: %s, want %s", given, got, severity)
		}
	}
}

// TestTerraformSuppressions lints a root with one finding about each chart, and checks which rules are left.
func TestTerraformSuppressions(t *testing.T) {
	crds := `resource "helm_release" "crds" {`
	tests := []struct {
		name, old, new string
		want           string
		suppressed     int
	}{
		{"none", "", "", "TEAM000 TEAM000", 0},
		{"above", crds, "# karplint:ignore TEAM000 -- why\n" + crds, "TEAM000", 1},
		{"above with //", crds, "// karplint:ignore TEAM000 -- why\n" + crds, "TEAM000", 1},
		{"above between /* and */", crds, "/* karplint:ignore TEAM000 -- why */\n" + crds, "TEAM000", 1},
		{"of several lines", crds, "/* karplint:ignore TEAM000 -- why\n   and more */\n" + crds, "TEAM000", 1},
		{"on the line", crds, crds + " # karplint:ignore TEAM000 -- why", "TEAM000", 1},
		{"in front on the line", crds, "/* karplint:ignore TEAM000 -- why */ " + crds, "TEAM000", 1},
		{"comments between", crds, "# karplint:ignore TEAM000 -- why\n/* a\n b */\n// c\n" + crds, "TEAM000", 1},
		{"blank line", crds, "# karplint:ignore TEAM000 -- why\n\n" + crds, "KL002 TEAM000 TEAM000", 0},
		{"file", "locals {", "// karplint:ignore-file TEAM000 -- why\n\nlocals {", "", 2},
		{"file below comments", "locals {", "/* a\n\n */\n# b\n\n# karplint:ignore-file TEAM000 -- why\nlocals {", "", 2},
		{"file too late", crds, "# karplint:ignore-file TEAM000 -- why\n" + crds, "KL001 TEAM000 TEAM000", 0},
		{"without a reason", crds, "# karplint:ignore TEAM000\n" + crds, "KL001 TEAM000 TEAM000", 0},
		{"misspelt", crds, "// karplint: ignore TEAM000 -- why\n" + crds, "KL001 TEAM000 TEAM000", 0},
		{"in a heredoc", "# the controller", "# karplint:ignore TEAM000 -- why", "TEAM000 TEAM000 KL002", 0},
		{"in a string", `"karpenter-crd"`, `"karpenter-crd # karplint:ignore TEAM000 -- why"`, "TEAM000 TEAM000", 0},
	}
	l := linter(t, projectRules(t, `report contains {"resource": r.id, "path": [], "message": "m"} if {
	some r in input.project.resources
	r.kind == "ChartInstallation"
}`), "", "TEAM", "KL001", "KL002")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if !strings.Contains(mainFile, test.old) {
				t.Fatal("nothing to replace")
			}
			text := strings.Replace(mainFile, test.old, test.new, 1)
			w := newWorld(t, map[string]string{"main.tf": text, "variables.tf": variablesFile, "pool.yaml": poolFile})
			result := w.lint(t, l)
			if got := ids(result.Findings); got != test.want || result.Suppressed != test.suppressed {
				t.Errorf("%q and %d suppressed, want %q and %d", got, result.Suppressed, test.want, test.suppressed)
			}
			for _, f := range result.Findings {
				if f.Rule != "KL002" {
					continue
				}
				changed, made := lint.ApplyFixes([]lint.Finding{f}, false, w.files.ReadFile)
				if made == 0 && f.Fix != nil || made == 1 && strings.Contains(string(changed[f.File]), "karplint") {
					t.Errorf("the comment is still there:\n%s", changed[f.File])
				}
			}
		})
	}
}

// TestManifestSuppressions: a suppression that only a rule of the project needs is not reported as unused by the file.
func TestManifestSuppressions(t *testing.T) {
	class := "      nodeClassRef:\n        name: gpu\n"
	tests := []struct {
		name, old, new string
		want           string
		suppressed     int
	}{
		{"none", "", "", "TEAM000", 0},
		{"on the line", "name: gpu", "name: gpu # karplint:ignore TEAM000 -- why", "", 1},
		{"at the top", "kind: ConfigMap", "# karplint:ignore-file TEAM000 -- why\nkind: ConfigMap", "", 1},
		{"annotation", "  name: default\n", "  name: default\n  annotations:\n    karplint.dev/ignore: TEAM000 why\n", "", 1},
		{"on another line", class, "      # karplint:ignore TEAM000 -- why\n\n" + class, "KL002 TEAM000", 0},
		{"of another rule too", "name: gpu", "name: gpu # karplint:ignore TEAM000 KL501 -- why", "KL002", 1},
		{"of another rule", "name: gpu", "name: gpu # karplint:ignore KL501 -- why", "TEAM000 KL002", 0},
	}
	l := linter(t, projectRules(t, says(poolID, `["class", "name"]`)), "", "TEAM", "KL501", "KL001", "KL002")
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(poolFile, test.old, test.new, 1)
			w := newWorld(t, map[string]string{"main.tf": mainFile, "variables.tf": variablesFile, "pool.yaml": text})
			file, err := l.File(model.NewFile("pool.yaml", []byte(text)), nil, true, versions.Target{})
			if err != nil {
				t.Fatal(err)
			}
			of := &project.Project{Root: ".", Resources: w.project.Resources[2:]}
			whole, err := l.Manifests(of, w.files)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range lint.Merge(file, whole).Findings {
				if misplaced := test.name == "on another line"; f.Rule == "KL002" && (f.Fix == nil) != misplaced {
					t.Errorf("the fix is %+v", f.Fix)
				}
			}
			for _, both := range []lint.Result{lint.Merge(file, whole), lint.Merge(whole, file), lint.Merge(file, w.lint(t, l))} {
				if got := ids(both.Findings); got != test.want || both.Suppressed != test.suppressed {
					t.Errorf("%q and %d suppressed, want %q and %d", got, both.Suppressed, test.want, test.suppressed)
				}
			}
		})
	}
}

// TestEmbeddedObjects: the rules of resources are evaluated on the objects and the charts in Terraform.
func TestEmbeddedObjects(t *testing.T) {
	text := mainFile + `
resource "kubectl_manifest" "web" {
  yaml_body = <<-EOT
    apiVersion: v1
    kind: Pod
    metadata:
      name: web
      annotations:
        karpenter.sh/do-not-evict: "true"
        karpenter.sh/do-not-consolidate: "true" # karplint:ignore KL502 -- why
  EOT
}
`
	text = strings.Replace(text, "resources: {}", "resources: {}\n        podAnnotations: {karpenter.sh/do-not-evict: 'true'}", 1)
	w := newWorld(t, map[string]string{"main.tf": text, "variables.tf": variablesFile, "pool.yaml": poolFile})
	doc := w.document(t, "main.tf", []any{"resource", "kubectl_manifest", "web", "yaml_body"})
	for range 2 { // of two resources that come from one object it is found once
		w.project.Resources = append(w.project.Resources, &survey.Resource{
			ID: "web", Address: "Pod/web", Kind: survey.Object, Block: "kubectl_manifest.web", File: doc.File,
			Object: &model.Resource{Document: doc, Value: doc.Root, Kind: "Pod", APIVersion: "v1", Name: "web"}, Value: doc.Root,
		})
	}
	w.project.Resources[len(w.project.Resources)-1].Object = w.project.Resources[len(w.project.Resources)-2].Object
	l := linter(t, load(t), "0.37.0", "KL501", "KL502", "KL002")
	result := w.lint(t, l)
	var got []string
	for _, f := range result.Findings {
		got = append(got, fmt.Sprintf("%s %s %s", f.Rule, f.Resource, string(w.files.Texts[f.File][f.Span.Start:f.Span.End])))
	}
	want := []string{
		"KL501 " + karpenterID + " karpenter.sh/do-not-evict: 'true'",
		`KL501 Pod/web karpenter.sh/do-not-evict: "true"`,
	}
	if d := cmp.Diff(want, got); d != "" || result.Suppressed != 1 {
		t.Errorf("%d suppressed, findings (-want +got):\n%s", result.Suppressed, d)
	}
	changed, made := lint.ApplyFixes(result.Findings, false, w.files.ReadFile)
	if after := string(changed["main.tf"]); made != 2 || strings.Count(after, "do-not-disrupt") != 2 || strings.Contains(after, "do-not-evict") {
		t.Errorf("%d fixes:\n%s", made, after)
	}
}

// TestRootErrors: a file that does not parse is reported with the language that it may be written in.
func TestRootErrors(t *testing.T) {
	w := helloWorld(t)
	broken := model.NewFile("modules/x.tf", []byte("# karplint:ignore-file KL501 -- why\n{% if a %}\n"))
	w.root.Errors = []*hcl.ParseError{
		{File: broken, Span: model.Span{Start: 36, End: 46}, Message: "no block", Foreign: "Jinja"},
		{File: w.root.Sources[0].File, Span: model.Span{Start: 11, End: 18}, Message: "local.version needs itself", Parses: true},
	}
	result := w.lint(t, linter(t, load(t), "", "KL000", "KL501", "KL002"))
	var got []string
	for _, f := range result.Findings {
		got = append(got, fmt.Sprintf("%s:%d %s %s %s", f.File, f.Start.Line, f.Rule, f.Severity, f.Text()))
	}
	want := []string{
		"main.tf:2 KL000 error local.version needs itself; Terraform rejects it, and nothing that depends on it is checked; correct it",
		"modules/x.tf:2 KL000 warning does not parse: no block; nothing in this file is checked; render the Jinja template first, or ignore the file",
	}
	if d := cmp.Diff(want, got); d != "" || result.Files != 3 {
		t.Errorf("%d files, findings (-want +got):\n%s", result.Files, d)
	}
}

// TestDefectsOfProjectRules: a rule fails if its report names a resource that the project does not have, and the findings of other rules stay.
func TestDefectsOfProjectRules(t *testing.T) {
	for _, body := range []string{
		says("helm_release.other", "[]"),
		fixWith(crdsID, `[{"do": "delete", "resource": "helm_release.other", "path": ["version"]}]`),
	} {
		w := helloWorld(t)
		result := w.lint(t, linter(t, projectRules(t, body, says(karpenterID, "[]")), "", "TEAM"))
		failed := slices.IndexFunc(result.Findings, func(f lint.Finding) bool { return f.Rule == "TEAM000" })
		want := `the rule failed, so it checked nothing here; the report names the resource "helm_release.other", which the project does not have; ` +
			`correct the rule, `
		if !strings.Contains(ids(result.Findings), "TEAM001") || failed < 0 {
			t.Fatalf("found %s", ids(result.Findings))
		}
		if f := result.Findings[failed]; !strings.HasPrefix(f.Text(), want) || f.File != "main.tf" || f.Resource == "" {
			t.Errorf("%+v, want %s", f, want)
		}
	}
}

// TestMergedOnce: a problem in a module of two roots is reported once, and a suppression that only one of them needs is not reported as unused.
func TestMergedOnce(t *testing.T) {
	text := strings.Replace(mainFile, `resource "helm_release" "crds" {`, "# karplint:ignore TEAM001 -- why\n"+`resource "helm_release" "crds" {`, 1)
	texts := map[string]string{"main.tf": text, "variables.tf": variablesFile, "pool.yaml": poolFile}
	l := linter(t, projectRules(t, says(karpenterID, "[]"), `report contains {"resource": "helm_release.crds", "path": [], "message": "m"} if {
	input.project.root == "b"
}`), "", "TEAM", "KL002")
	a, b := newWorld(t, texts), newWorld(t, texts)
	b.project.Root = "b"
	of, alone := []lint.Result{a.lint(t, l), b.lint(t, l)}, a.lint(t, l)
	if got := ids(alone.Findings); got != "KL002 TEAM000" {
		t.Errorf("one root alone: %s", got)
	}
	merged := lint.Merge(of...)
	if got := ids(merged.Findings); got != "TEAM000" || merged.Suppressed != 1 {
		t.Errorf("both roots: %s, %d suppressed", got, merged.Suppressed)
	}
	if merged.Findings[0].Fingerprint != alone.Findings[1].Fingerprint {
		t.Error("the fingerprint depends on who else uses the module")
	}
}

// TestSelectsTerraform: the scan selects Terraform by the needles of its rules, and by calls that read manifests from elsewhere.
func TestSelectsTerraform(t *testing.T) {
	l := linter(t, projectRules(t, says(crdsID, "[]")), "", "TEAM", "KL501")
	for text, want := range map[string]bool{
		`chart = "karpenter"`:                                  true,
		`"karpenter.sh/do-not-evict" = "true"`:                 true,
		`resource "aws_vpc" "this" {}`:                         false,
		`resource "kubectl_manifest" "x" { yaml_body = "" }`:   false,
		`data "local_file" "x" { filename = file("a") }`:       false,
		`resource "kubectl_manifest" "x" { a = file("b") }`:    true,
		`kubernetes_manifest x = yamldecode(templatefile("b")`: true,
	} {
		if l.SelectsTerraform([]byte(text)) != want {
			t.Errorf("%s: %v", text, !want)
		}
	}
	if only := linter(t, load(t), "", "KL501"); only.SelectsTerraform([]byte(`chart = "karpenter"`)) {
		t.Error("KL501 looks for charts")
	}
	if !l.Selects([]byte("name: karpenter")) {
		t.Error("a rule about charts does not look at manifests")
	}
}
