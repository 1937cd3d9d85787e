package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// release returns the files of a made-up release.
func release(values string) fstest.MapFS {
	text := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	return fstest.MapFS{
		"go.mod": text("module x\n"),
		"pkg/apis/crds/karpenter.sh_nodepools.yaml": text(`spec: {group: karpenter.sh, scope: Cluster, names: {kind: NodePool},
  versions: [{name: v1, served: true, schema: {openAPIV3Schema: {type: object, properties: {metadata: {type: object}}}}}]}`),
		"charts/karpenter/values.yaml":     text(values),
		"charts/karpenter-crd/values.yaml": text("a: 1\n"),
		"pkg/apis/v1/labels.go": text("package v1\nfunc init() {\n\tkarpv1.WellKnownLabels.Insert(\n\tLabelNew,\n)\n}\n" +
			"const (\n\tLabelNew = apis.Group + \"/new\"\n\tLabelNewer = apis.Group + \"/newer\"\n)\n"),
		"pkg/metrics/metrics.go": text(`package metrics
var b = prometheus.CounterOpts{Namespace: metrics.Namespace, Subsystem: "pods", Name: "kept_total"}`),
		"pkg/providers/version/version.go": text("package version\nconst (\n\tMinK8sVersion = \"1.30\"\n\tMaxK8sVersion = \"1.40\"\n)\n"),
	}
}

// copyTables copies the tables of the repository.
func copyTables(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	for _, dir := range []string{"facts", "admission/schema"} {
		if err := os.CopyFS(filepath.Join(root, dir), os.DirFS("../../"+dir)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func addTo(t *testing.T, root, version string, files fstest.MapFS) {
	t.Helper()
	schemas, err := readTable(filepath.Join(root, "admission/schema/table.txt"))
	if err == nil {
		err = add(root, schemas, version, files, func(string, string) (fs.FS, error) {
			return fstest.MapFS{
				"go.mod": files["go.mod"],
				"pkg/metrics/metrics.go": {Data: []byte(`package metrics
const PodSubsystem = "pods"
var a = prometheus.CounterOpts{Namespace: Namespace, Subsystem: PodSubsystem, Name: "gone_total"}
var b = prometheus.CounterOpts{Namespace: Namespace, Subsystem: PodSubsystem, Name: "kept_total"}
func f() { env.WithDefaultString("GONE", "") }`)},
			}, nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readFact(t *testing.T, root, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "facts", name+".yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestAdd: a new minor is in every table that the command writes, with its keys where they sort.
func TestAdd(t *testing.T) {
	root := copyTables(t)
	addTo(t, root, "9.9.0", release("settings:\n  batchNew: 1\n"))
	known := readFact(t, root, "releases")
	for _, row := range []string{"newest: 9.9.0", "schemas: 9.9.0 #", "chart_values: 9.9.0", "crd_chart_values: 9.9.0", "kubernetes_versions: 9.9.0"} {
		if !strings.Contains(known, row) {
			t.Errorf("releases.yaml does not say %s", row)
		}
	}
	for name, rows := range map[string]string{
		"karpenter_checks": "placement-group-partition, since: 1.11.0, group: karpenter.k8s.aws}\n" +
			"    - {key: karpenter.k8s.aws/new, since: 9.9.0, group: karpenter.k8s.aws}\n  aliases:",
		"metrics": "until: 1.1.0}\n  - {name: karpenter_pods_gone_total, until: 9.9.0}\n\nnever:",
	} {
		if !strings.Contains(readFact(t, root, name), rows) {
			t.Errorf("%s.yaml does not have %s", name, rows)
		}
	}
	lines := strings.Split(readFact(t, root, "chart_values"), "\n")
	at := slices.Index(lines, "  settings.batchNew: {since: 9.9.0}")
	if at < 0 || !strings.HasPrefix(lines[at-1], "  settings.batchMaxDuration:") {
		t.Errorf("the new key is on line %d of chart_values.yaml", at+1)
	}
}

// TestAddOlder: a patch of an older minor changes the table of schemas only.
func TestAddOlder(t *testing.T) {
	root := copyTables(t)
	addTo(t, root, "1.0.99", release("webhook: {enabled: true}\n"))
	before, _ := filepath.Glob("../../facts/*.yaml")
	for _, path := range before {
		text, _ := os.ReadFile(path)
		if name := strings.TrimSuffix(filepath.Base(path), ".yaml"); readFact(t, root, name) != string(text) {
			t.Errorf("facts/%s.yaml was changed", name)
		}
	}
	table, _ := os.ReadFile(filepath.Join(root, "admission/schema/table.txt"))
	if !bytes.Contains(table, []byte(" 1.0.14 1.0.99 1.1.0 ")) {
		t.Error("the table of schemas lacks the patch")
	}
}

// TestRunRefuses: a release that is not named, or a directory that is no checkout, changes nothing.
func TestRunRefuses(t *testing.T) {
	for _, c := range []struct{ version, from, want string }{
		{"", "DIR", `-release is ""`},
		{"newest", "", `-release is "newest"`},
		{"9.9.0", "DIR", "it has no pkg/apis/crds"},
	} {
		root := copyTables(t)
		if c.from != "" {
			c.from = t.TempDir()
		}
		if err := run(root, c.version, c.from, false); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.version, err)
		}
	}
}

// TestActionsOf: the keys of conditions are no actions.
func TestActionsOf(t *testing.T) {
	got := actionsOf([]byte(`	GetManagedResource(context.Context, *arczonalshift.GetManagedResourceInput) error
{"Action": ["ec2:RunInstances", "ec2:CreateFleet"], "Condition": {"StringEquals": {"ec2:CreateAction": "RunInstances"}}},
{"Action": "iam:PassRole", "Condition": {"StringEquals": {"iam:PassedToService": "ec2.amazonaws.com"}}}`))
	if n := len(regexp.MustCompile(`ec2:|iam:|arc-zonal-shift:Get`).FindAll(got, -1)); n != 4 || bytes.Contains(got, []byte("PassedTo")) {
		t.Errorf("%s", got)
	}
}
