package lint_test

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// unexported leaves out the fields of a Result that only Merge reads.
var unexported = cmpopts.IgnoreUnexported(fixes.Fix{}, lint.Finding{}, lint.Result{})

// corpus is every manifest among the examples of every rule, by name.
func corpus(t testing.TB, rules *rule.Rules) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, rule := range rules.All() {
		examples, err := rule.Examples()
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range examples.Cases {
			for _, f := range c.Files {
				if isManifest(f.Name) {
					files[path.Join(rule.Name, c.Name, f.Name)] = f.Text
				}
			}
		}
	}
	if len(files) < 20 {
		t.Fatalf("only %d files", len(files))
	}
	return files
}

func isManifest(name string) bool {
	return filetype.IsManifest(name)
}

func isTerraform(name string) bool {
	return slices.Contains([]string{".tf", ".tofu", ".tfvars"}, path.Ext(strings.TrimSuffix(name, ".json")))
}

// TestScan: the byte scan, of files and of documents, changes no finding. (A file that does not parse is reported only if the scan selects it, or if
// it is named.)
func TestScan(t *testing.T) {
	golden.NotInCheck(t)
	rules := load(t)
	files := corpus(t, rules)
	for _, version := range []string{"unknown", "0.31.4", "0.32.10", "0.37.0", "1.0.8"} {
		scanning, plain := linter(t, rules, version), linter(t, rules, version)
		lint.WithoutScan(plain)
		passed := 0
		for i, name := range slices.Sorted(maps.Keys(files)) {
			if !golden.IsSampled(i, lint.CasesEach) {
				continue
			}
			f := model.NewFile(path.Base(name), []byte(files[name]))
			with, err := scanning.File(f, nil, false, versions.Target{})
			if err != nil {
				t.Fatal(err)
			}
			without, err := plain.File(f, nil, false, versions.Target{})
			if err != nil {
				t.Fatal(err)
			}
			if !scanning.Selects(f.Data) {
				passed++
				without.Findings = withoutRule(without.Findings, "KL000")
			}
			if d := cmp.Diff(without, with, cmpopts.EquateEmpty(), unexported); d != "" {
				t.Errorf("%s at %s (-without +with the scan):\n%s", name, version, d)
			}
		}
		if passed == 0 {
			t.Errorf("the scan selects every file at %s", version)
		}
	}
}

func withoutRule(findings []lint.Finding, id string) []lint.Finding {
	var rest []lint.Finding
	for _, f := range findings {
		if f.Rule != id {
			rest = append(rest, f)
		}
	}
	return rest
}

// TestConcurrent: a Linter gives the same findings to several goroutines at once.
func TestConcurrent(t *testing.T) {
	golden.NotInCheck(t)
	rules := load(t)
	files := corpus(t, rules)
	want := map[string]lint.Result{}
	alone := linter(t, rules, "1.0.8")
	for name, text := range files {
		result, err := alone.File(model.NewFile(name, []byte(text)), nil, true, versions.Target{})
		if err != nil {
			t.Fatal(err)
		}
		want[name] = result
	}
	shared := linter(t, rules, "1.0.8")
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for name, text := range files {
				got, err := shared.File(model.NewFile(name, []byte(text)), nil, true, versions.Target{})
				if err != nil {
					t.Error(err)
				}
				if d := cmp.Diff(want[name], got, unexported); d != "" {
					t.Errorf("%s (-alone +shared):\n%s", name, d)
				}
			}
		})
	}
	wait.Wait()
}

func TestKindsAndAPIs(t *testing.T) {
	head := `# METADATA
# title: t
# description: d
# custom: {id: TEAM001, severity: info, scope: resource, fix: none, kinds: %s, apis: %s}
package karplint.rules.team_rule

report contains {"resource": input.resource.address, "path": [], "message": "m"}
`
	tests := []struct {
		kinds, apis, text string
		want              int
	}{
		{"[Pod]", "[]", "kind: Pod", 1},
		{"[Pod]", "[]", "kind: Job", 0},
		{"[Pod]", "[]", "kind: {{ .Pod }}", 0},
		{"['*']", "[]", "kind: {{ .Pod }}", 1},
		{"['*']", "[]", "a: values of a chart", 1},
		{"['*']", "[]", "# nothing", 0},
		{"['*']", "[]", "a: [", 0},
		{"[Pod, Job]", "[v1]", "kind: Job\napiVersion: batch/v1", 1},
		{"[Pod, Job]", "[batch/v1]", "kind: Job\napiVersion: batch/v1", 1},
		{"[Pod, Job]", "[v1beta1]", "kind: Job\napiVersion: batch/v1", 0},
		{"[Pod, Job]", "[v1]", "kind: Job", 0},
		{"[Pod]", "[]", "kind: List\nitems: [{kind: Pod}, {kind: Pod}, {kind: Job}]", 2},
		{"[Pod]", "[]", "kind: Pod\n---\nkind: Pod", 2},
		{"[Pod]", "[]", "kind: Suppression\n---\nkind: File", 0},
	}
	for _, test := range tests {
		loaded, err := rule.Load(folder(fmt.Sprintf(head, test.kinds, test.apis)))
		if err != nil {
			t.Fatal(err)
		}
		result, err := linter(t, loaded, "").File(model.NewFile("a.yaml", []byte(test.text)), nil, false, versions.Target{})
		if err != nil {
			t.Fatal(err)
		}
		if len(result.Findings) != test.want {
			t.Errorf("kinds %s, apis %s, %q: %d findings, want %d", test.kinds, test.apis, test.text, len(result.Findings), test.want)
		}
	}
}

// TestSelects: a rule without needles selects files by its kinds; a rule about files selects none.
func TestSelects(t *testing.T) {
	rules := load(t)
	if linter(t, rules, "", "KL000").Selects([]byte("kind: File")) {
		t.Error("KL000 alone selects a file")
	}
	l := linter(t, rules, "", "KL302")
	if !l.Selects([]byte("kind: Provisioner")) || l.Selects([]byte("kind: Pod")) {
		t.Error("KL302 does not select by what it looks for")
	}
	result, err := l.File(model.NewFile("a.yaml", []byte("a: [")), nil, false, versions.Target{})
	if err != nil || len(result.Findings) > 0 || result.Files != 1 {
		t.Errorf("a file that the scan passes over: %+v, %v", result, err)
	}
}

// TestWantedDocuments: documents that only share names of fields with Karpenter's objects, such as definitions of other programs, are not parsed.
func TestWantedDocuments(t *testing.T) {
	rules := load(t)
	all := linter(t, rules, "")
	const definition = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: "
	tests := map[string]bool{
		"kind: Widget\nspec:\n  disruption: none\n  kubelet: {}\n  terminationGracePeriod: 30s\n  expireAfter: 1h\n": false,
		"kind: NodePool\nspec:\n  disruption: {}\n":                                                         true,
		"kind: Deployment\nspec:\n  tolerations:\n  - operator: Exists\n":                                   true,
		definition + "widgets.example.com\n# tolerations with the operator Exists, PersistentVolumeClaim\n": false,
		definition + "nodepools.karpenter.sh\n":                                                             true,
		definition + "widgets.example.com\n  annotations:\n    team.sh/do-not-evict: 'true'\n":              true, // KL501 looks at every kind
		"kind: ConfigMap\ndata:\n  crd: |\n    kind: CustomResourceDefinition\n    operator: Exists\n":      true,
	}
	for text, want := range tests {
		if got := all.WantsDocument([]byte(text)); got != want {
			t.Errorf("wanted: %v, want %v:\n%s", got, want, text)
		}
	}
}

// TestEscapedSlashes: the scan finds needles with slashes that a writer of JSON escaped.
func TestEscapedSlashes(t *testing.T) {
	f := model.NewFile("a.json", []byte(`{"kind": "Pod", "metadata": {"annotations": {"karpenter.sh\/do-not-evict": "true"}}}`))
	l := linter(t, load(t), "1.0.8", "KL501")
	fixed := fixFile(t, l, f, false, false)
	if fixed.Fixes != 1 || !strings.Contains(string(fixed.Data), "karpenter.sh/do-not-disrupt") {
		t.Errorf("%d fixes:\n%s", fixed.Fixes, fixed.Data)
	}
}

// TestAnchoredOnce: a problem behind an anchor is reported once, not again for each alias.
func TestAnchoredOnce(t *testing.T) {
	text := "a: &a\n  karpenter.sh/do-not-evict: \"true\"\nb: *a\nc:\n  <<: *a\n"
	result, err := linter(t, load(t), "1.0.8").File(model.NewFile("a.yaml", []byte(text)), nil, true, versions.Target{})
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Findings) != 1 {
		t.Errorf("%d findings, want 1: %s", len(result.Findings), ids(result.Findings))
	}
}

// TestSeverity: a report's own severity counts, and an unknown target caps it at a warning.
func TestSeverity(t *testing.T) {
	rules := load(t)
	text := "kind: Pod\nmetadata:\n  annotations:\n    karpenter.sh/do-not-evict: 'true'\n"
	for version, want := range map[string]string{
		"unknown": "warning", "0.31.4": "", "0.37.0": "warning", "1.0.0": "error", "99.0.0": "error", "1.0": "error", ">= 0.31": "", ">= 0.33": "warning",
	} {
		result, err := linter(t, rules, version, "KL501").File(model.NewFile("a.yaml", []byte(text)), nil, false, versions.Target{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(result.Findings) > 0 {
			got = result.Findings[0].Severity.String()
		}
		if got != want {
			t.Errorf("target %s: %q, want %q", version, got, want)
		}
	}
}

// TestOddInput: no input ends the program, and the readable parts are linted.
func TestOddInput(t *testing.T) {
	l := linter(t, load(t), "1.0.8")
	for name, text := range map[string]string{
		"empty":      "",
		"newline":    "\n",
		"markers":    "---\n---\n...\n",
		"bom":        "\uFEFF",
		"nul":        "a\x00karpenter.sh/do-not-evict",
		"invalid":    "a: \xff karpenter.sh/do-not-evict",
		"deep":       strings.Repeat("[", 20000) + "karpenter.sh/do-not-evict",
		"deep block": deepBlock(800),
		"bomb": "a: &a [karpenter.sh/do-not-evict]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d " +
			"[*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f]\n",
		"cycle":       "a: &a\n  karpenter.sh/do-not-evict: *a\n",
		"odd keys":    "? [a, b]\n: karpenter.sh/do-not-evict\n? {karpenter.sh/do-not-evict: x}\n: y\n",
		"null object": "kind: DaemonSet\nspec:\nmetadata:\n  annotations: karpenter.sh/do-not-evict\n",
		"lists":       "kind: List\nitems:\n- \n- karpenter.sh/do-not-evict\n- []\n",
		"suppression": "# karplint:ignore\n#karplint:ignore-file\n# karplint:ignore --\n# karplint:ignore KL501 KL501 --",
	} {
		t.Run(name, func(t *testing.T) {
			f := model.NewFile("a.yaml", []byte(text))
			if _, err := l.File(f, nil, true, versions.Target{}); err != nil {
				t.Error(err)
			}
			fixFile(t, l, f, true, true)
		})
	}
}

func deepBlock(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String() + strings.Repeat(" ", levels) + "karpenter.sh/do-not-evict: \"true\"\n"
}
