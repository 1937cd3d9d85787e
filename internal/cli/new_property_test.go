package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/cli"
)

// variants are files of a repository, each with texts that it may have. Some are about each other: roots that share a module, a pool and its class, a base
// and its overlays, a chart and its values, installations and what is for their release, scripts that apply CRDs, suppressions.
var variants = map[string][]string{
	".karplint.yaml": {"karpenter-version: 1.0.8\n", "karpenter-version: 0.37.0\n"},
	"envs/a/main.tf": {
		root("a", "0.37.0", ""), root("a", "1.0.8", ""), root("a", "1.0.8", "skip_crds = true"), root("a", "0.31.3", "skip_crds = true"),
		strings.Replace(root("a", "1.0.8", ""), "resource", "# karplint:ignore KL301 -- one cluster\nresource", 1), "resource {\n",
	},
	"envs/b/main.tf": {root("b", "0.37.0", ""), root("b", "1.5.0", "skip_crds = true")},
	"modules/nodes/main.tf": {
		module(pool("karpenter.sh/v1beta1", "default", "x")), module(pool("karpenter.sh/v1", "default", "x")), module(pool("karpenter.sh/v1alpha5", "default", "x")),
		strings.Replace(module(pool("karpenter.sh/v1beta1", "default", "x")), "resource", "# karplint:ignore KL301 -- later\nresource", 1),
	},
	"pools/pool.yaml": {
		pool("karpenter.sh/v1", "pool", "class"), pool("karpenter.sh/v1beta1", "pool", "class"), pool("karpenter.sh/v1", "pool", "other"),
		"# karplint:ignore-file KL509 -- on purpose\n" + pool("karpenter.sh/v1", "pool", "class"), "kind: [\n",
	},
	"pools/class.yaml":              {class("karpenter.k8s.aws/v1", "class"), class("karpenter.k8s.aws/v1beta1", "class"), class("karpenter.k8s.aws/v1", "third")},
	"pools/second.yaml":             {pool("karpenter.sh/v1", "second", "class"), pool("karpenter.sh/v1", "pool", "class")},
	"flux/release.yaml":             {release("0.37.0"), release("1.0.8"), release("1.5.0")},
	"flux/pool.yaml":                {pool("karpenter.sh/v1", "flux", "class"), pool("karpenter.sh/v1beta1", "flux", "class")},
	"base/kustomization.yaml":       {"resources: [pool.yaml]\n", "resources: [pool.yaml, class.yaml]\n"},
	"base/pool.yaml":                {pool("karpenter.sh/v1", "base", "class"), pool("karpenter.sh/v1beta1", "base", "class")},
	"base/class.yaml":               {class("karpenter.k8s.aws/v1", "class")},
	"overlays/p/kustomization.yaml": {"resources: [../../base]\npatches:\n  - path: patch.yaml\n", "resources: [../../base]\n"},
	"overlays/p/patch.yaml":         {patch("consolidateAfter: 5x"), patch("consolidateAfter: 30s"), patch("budgets: []")},
	"charts/x/Chart.yaml":           {"apiVersion: v2\nname: x\nversion: 1.0.0\n"},
	"charts/x/values.yaml":          {"ttl: 30s\n", "ttl: never\nname: {a: b}\n"},
	"charts/x/templates/pool.yaml":  {strings.Replace(pool("karpenter.sh/v1", "x", "class"), "5m", "{{ .Values.ttl }}", 1)},
	"agents/agent.yaml":             {agent("agent", ""), agent("agent", "# karplint:ignore KL501 -- kept\n"), agent("second", "")},
	"agents/more.yaml":              {agent("agent", "") + "---\n" + agent("more", ""), agent("more", "")},
	"install.sh":                    {"kubectl apply -f https://example.com/karpenter/crds.yaml\n", "echo karpenter\n"},
	"README.md":                     {"text\n"},
}

func root(name, version, more string) string {
	return fmt.Sprintf(`resource "helm_release" "karpenter" {
  name       = "karpenter-%s"
  chart      = "karpenter"
  repository = "oci://public.ecr.aws/karpenter"
  version    = "%s"
  %s
}

module "nodes" {
  source = "../../modules/nodes"
  name   = "%[1]s"
}
`, name, version, more)
}

func module(text string) string {
	return "variable \"name\" {}\n\nresource \"kubectl_manifest\" \"pool\" {\n  yaml_body = <<-YAML\n" + indented(text) + "  YAML\n}\n"
}

func indented(text string) string {
	return "    " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ") + "\n"
}

func pool(api, name, class string) string {
	if api == "karpenter.sh/v1alpha5" {
		return "apiVersion: " + api + "\nkind: Provisioner\nmetadata:\n  name: " + name + "\nspec:\n  providerRef:\n    name: " + class + "\n"
	}
	return "apiVersion: " + api + "\nkind: NodePool\nmetadata:\n  name: " + name + `
spec:
  disruption:
    consolidateAfter: 5m
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: ` + class + "\n      requirements: []\n"
}

func class(api, name string) string {
	return "apiVersion: " + api + "\nkind: EC2NodeClass\nmetadata:\n  name: " + name + "\nspec:\n  role: nodes\n"
}

func patch(field string) string {
	return "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: base\nspec:\n  disruption:\n    " + field + "\n"
}

func release(version string) string {
	return `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: karpenter
spec:
  chart:
    spec:
      chart: karpenter
      version: ` + version + "\n"
}

func agent(name, comment string) string {
	return "apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: " + name + `
spec:
  template:
    metadata:
      annotations:
` + strings.TrimRight("        "+comment, " ") + `        karpenter.sh/do-not-evict: "true"
    spec:
      tolerations:
        - key: karpenter.sh/disruption
          operator: Exists
`
}

// TestNewOfHistories: in histories with added, changed, renamed and deleted files, --staged and --new-from report the difference of two whole runs on clean
// checkouts. In a merge, what --staged reports is new on each side.
func TestNewOfHistories(t *testing.T) {
	histories := 5
	if os.Getenv("KARPLINT_TEST_LONG") != "" {
		histories = 200
	}
	for seed := range histories {
		h := newHistory(t, rand.New(rand.NewPCG(uint64(seed), 17))) //nolint:gosec // the same histories in every run
		for range 6 {
			h.step()
		}
		h.merge()
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// history is a repository under change.
type history struct {
	*testing.T
	*rand.Rand
	dir   string
	files map[string]string
}

func newHistory(t *testing.T, random *rand.Rand) *history {
	h := &history{T: t, Rand: random, dir: newRepository(t), files: map[string]string{}}
	for name, texts := range variants {
		h.files[name] = texts[0]
	}
	for range h.IntN(8) { // begin with some files changed or missing
		h.change()
	}
	h.write()
	h.git("add", "-A")
	h.git("commit", "-q", "-m", "first")
	return h
}

// change makes one change to the files.
func (h *history) change() {
	names := slices.Sorted(maps.Keys(h.files))
	all := slices.Sorted(maps.Keys(variants))
	name := names[h.IntN(len(names))]
	switch h.IntN(8) {
	case 0:
		delete(h.files, name)
	case 1: // renamed, perhaps into another project
		to := []string{"moved/" + filepath.Base(name), "pools/x-" + filepath.Base(name)}[h.IntN(2)]
		if filepath.Ext(name) == ".yaml" && name != ".karplint.yaml" && filepath.Base(name) != "kustomization.yaml" {
			h.files[to] = h.files[name]
			delete(h.files, name)
		}
	case 2:
		h.files[name] += "# a comment\n"
	case 3: // swap two files of the same kind
		other := names[h.IntN(len(names))]
		if filepath.Ext(name) == filepath.Ext(other) && name != ".karplint.yaml" && other != ".karplint.yaml" {
			h.files[name], h.files[other] = h.files[other], h.files[name]
		}
	default:
		name = all[h.IntN(len(all))]
		h.files[name] = variants[name][h.IntN(len(variants[name]))]
	}
}

// write makes the working tree that of the files.
func (h *history) write() {
	entries, err := os.ReadDir(h.dir)
	if err != nil {
		h.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != ".git" {
			if err := os.RemoveAll(filepath.Join(h.dir, e.Name())); err != nil {
				h.Fatal(err)
			}
		}
	}
	writeFiles(h.T, h.dir, h.files)
}

// step changes files, compares what is new with the difference of two runs, and commits.
func (h *history) step() {
	before := whole(h.T, h.files)
	h.changeSome()
	want := newAmong(whole(h.T, h.files), h.renamed(before, "HEAD"))
	h.want(want, "--staged")
	h.want(want, "--new-from", "HEAD")
	h.git("commit", "-q", "--allow-empty", "-m", "next")
}

// changeSome makes some changes, and stages them.
func (h *history) changeSome() {
	for range 1 + h.IntN(3) {
		h.change()
	}
	h.write()
	h.git("add", "-A")
}

// merge merges a side, and makes other changes in the merge.
func (h *history) merge() {
	main := maps.Clone(h.files)
	h.git("checkout", "-q", "-b", "side")
	h.changeSome()
	h.git("commit", "-q", "--allow-empty", "-m", "side")
	side := h.files
	h.git("checkout", "-q", "main")
	h.files = maps.Clone(main)
	h.changeSome()
	h.git("commit", "-q", "--allow-empty", "-m", "main")
	main = maps.Clone(h.files)
	h.git("merge", "-q", "--no-commit", "--no-ff", "-s", "ours", "--allow-unrelated-histories", "side")
	for name := range side {
		if h.IntN(2) == 0 {
			h.files[name] = side[name]
		}
	}
	h.changeSome()
	now := whole(h.T, h.files)
	ours := newAmong(now, h.renamed(whole(h.T, main), "HEAD"))
	theirs := sorted(newAmong(now, h.renamed(whole(h.T, side), "MERGE_HEAD")))
	h.want(slices.DeleteFunc(ours, func(f found) bool { return !slices.Contains(theirs, sorted([]found{f})[0]) }), "--staged")
}

// renamed returns findings of a commit under the names that the files have in the index.
func (h *history) renamed(findings []found, commit string) []found {
	to := map[string]string{}
	parts := strings.Split(h.git("diff", "--cached", "--raw", "-z", "-M", commit), "\x00")
	for len(parts) > 2 {
		if strings.Contains(parts[0], " R") {
			to[parts[1]] = parts[2]
			parts = parts[1:]
		}
		parts = parts[2:]
	}
	for i, f := range findings {
		if name, ok := to[f.File]; ok {
			findings[i].File = name
		}
	}
	return findings
}

func (h *history) want(want []found, flags ...string) {
	h.Helper()
	if got := findingsIn(h.T, h.dir, flags...); !slices.Equal(sorted(got), sorted(want)) {
		h.Errorf("lint %s reports\n%s\nwant\n%s\nafter\n%s", strings.Join(flags, " "), strings.Join(sorted(got), "\n"), strings.Join(sorted(want), "\n"),
			h.git("diff", "--cached", "-M", "HEAD"))
	}
}

// found is a finding of a report.
type found struct {
	Rule     string          `json:"rule"`
	Severity string          `json:"severity"`
	File     string          `json:"file"`
	Resource string          `json:"resource"`
	Path     json.RawMessage `json:"path"`
}

func (f found) key() string {
	return strings.Join([]string{f.Rule, f.File, f.Resource, string(f.Path)}, " ")
}

// whole returns the findings of a whole run on a clean checkout.
func whole(t *testing.T, files map[string]string) []found {
	t.Helper()
	dir := t.TempDir()
	writeFiles(t, dir, files)
	writeFiles(t, dir, map[string]string{".git/HEAD": "ref: refs/heads/main\n"})
	return findingsIn(t, dir)
}

// newAmong returns the findings that an earlier run did not have, or with a lower severity.
func newAmong(now, before []found) (added []found) {
	levels := []string{"info", "warning", "error"}
	known := map[string][]int{}
	for _, f := range before {
		known[f.key()] = append(known[f.key()], slices.Index(levels, f.Severity))
	}
	for _, f := range now {
		same := known[f.key()]
		if len(same) == 0 || same[0] < slices.Index(levels, f.Severity) {
			added = append(added, f)
		}
		known[f.key()] = same[min(1, len(same)):]
	}
	return added
}

func sorted(findings []found) (lines []string) {
	for _, f := range findings {
		lines = append(lines, f.key()+" "+f.Severity)
	}
	slices.Sort(lines)
	return lines
}

func findingsIn(t *testing.T, dir string, flags ...string) []found {
	t.Helper()
	t.Chdir(dir)
	var out, errs bytes.Buffer
	cli.Main(slices.Concat([]string{"karplint", "lint", "--format", "json"}, flags), strings.NewReader(""), &out, &errs)
	var report struct {
		Findings []found `json:"findings"`
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatalf("lint %s: %v\n%s%s", strings.Join(flags, " "), err, out.String(), errs.String())
	}
	return report.Findings
}

func writeFiles(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// newRepository returns an empty repository whose git has the same settings everywhere.
func newRepository(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "test", "GIT_AUTHOR_EMAIL": "test@example.com",
		"GIT_COMMITTER_NAME": "test", "GIT_COMMITTER_EMAIL": "test@example.com",
	} {
		t.Setenv(name, value)
	}
	gitIn(t, dir, "init", "-q", "-b", "main")
	return dir
}

func (h *history) git(args ...string) string {
	h.Helper()
	return gitIn(h.T, h.dir, args...)
}

func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}
