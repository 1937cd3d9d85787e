// Package graph holds the order of Terraform blocks to what OpenTofu says.
package graph

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/terraform"
)

type disk struct{ dir string }

func (d disk) ReadFile(name string) ([]byte, error) { return os.ReadFile(filepath.Join(d.dir, name)) }
func (d disk) ReadDir(name string) ([]fs.DirEntry, error) {
	return os.ReadDir(filepath.Join(d.dir, name))
}

// TestWritten compares both on projects that were written for one way each of depending on something.
func TestWritten(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal("no projects", err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range archive.Files {
			files[f.Name] = string(f.Data)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { compare(t, t.TempDir(), files) })
	}
}

// TestRandom compares both on random projects.
func TestRandom(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		files := drawProject(t)
		one, err := os.MkdirTemp(dir, "")
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(one)
		compare(t, one, files)
	})
}

// compare fails unless karplint and OpenTofu agree for each pair of resources on whether one depends on the other, or both
// find a cycle.
func compare(t rapid.TB, dir string, files map[string]string) {
	for name, text := range files {
		if err := os.MkdirAll(filepath.Join(dir, path.Dir(name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	root := terraform.Load(disk{dir}, ".", terraform.Options{})
	install(t, dir, root)
	want, cycle := tofuEdges(t, dir)
	if got := circular(root); got != cycle {
		t.Fatalf("cycle: karplint %v, OpenTofu %v\n%s", got, cycle, written(files))
	}
	if cycle {
		return
	}
	nodes := blocks(root)
	if len(nodes) == 0 {
		t.Fatalf("no resource in\n%s", written(files))
	}
	for _, from := range nodes {
		ours, theirs := reachable(root.Edges, from), reachable(want, from)
		for _, to := range nodes {
			if ours[to] != theirs[to] {
				t.Errorf("%s depends on %s: karplint %v, OpenTofu %v", from, to, ours[to], theirs[to])
			}
		}
	}
	if t.Failed() {
		t.Fatalf("%s", written(files))
	}
}

func written(files map[string]string) string {
	var a txtar.Archive
	for name, text := range files {
		a.Files = append(a.Files, txtar.File{Name: name, Data: []byte(text)})
	}
	slices.SortFunc(a.Files, func(a, b txtar.File) int { return strings.Compare(a.Name, b.Name) })
	return string(txtar.Format(&a))
}

// circular says whether nodes depend on each other; one that names itself is another mistake.
func circular(root *terraform.Root) bool {
	for from := range root.Edges {
		for next := range reachable(root.Edges, from) {
			if next != from && reachable(root.Edges, next)[from] {
				return true
			}
		}
	}
	return false
}

// blocks returns the nodes of all resources and data sources.
func blocks(root *terraform.Root) []string {
	var nodes []string
	for _, r := range root.Resources {
		nodes = append(nodes, r.Node)
	}
	slices.Sort(nodes)
	return slices.Compact(nodes)
}

func reachable(edges map[string][]string, from string) map[string]bool {
	seen := map[string]bool{}
	queue := []string{from}
	for len(queue) > 0 {
		node := queue[0]
		queue = queue[1:]
		for _, next := range edges[node] {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
	}
	return seen
}

// install writes what "tofu init" would about local modules.
func install(t rapid.TB, dir string, root *terraform.Root) {
	type record struct{ Key, Source, Dir string }
	list := struct{ Modules []record }{[]record{{Dir: "."}}}
	var calls func(dir, key string)
	calls = func(dir, key string) {
		for _, s := range root.Sources {
			if path.Dir(s.File.Path) != dir {
				continue
			}
			for _, b := range s.Body.Blocks {
				if b.Type != "module" {
					continue
				}
				m := sourceOf.FindSubmatch(s.File.Data[b.Span.Start:b.Span.End])
				if m == nil {
					continue // an override file
				}
				source := string(m[1])
				child := record{strings.TrimPrefix(key+"."+b.Labels[0], "."), source, path.Join(dir, source)}
				list.Modules = append(list.Modules, child)
				calls(child.Dir, child.Key)
			}
		}
	}
	calls(".", "")
	data, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, ".terraform/modules"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".terraform/modules/modules.json"), data, 0o644); err != nil {
		t.Fatal(err)
	}
}

var (
	sourceOf = regexp.MustCompile(`source\s*=\s*"([^"]*)"`)
	edge     = regexp.MustCompile(`^"((?:[^"\\]|\\.)*)" -> "((?:[^"\\]|\\.)*)"$`)
)

// tofuEdges returns the dependencies as "tofu graph" prints them, and whether it found a cycle instead.
func tofuEdges(t rapid.TB, dir string) (edges map[string][]string, cycle bool) {
	cmd := exec.Command(binary(t), "graph", "-no-color")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TF_CLI_CONFIG_FILE="+os.DevNull, "CHECKPOINT_DISABLE=1")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if strings.Contains(stderr.String(), "Error: Cycle: ") {
			return nil, true
		}
		t.Fatalf("tofu graph: %v\n%s", err, stderr.String())
	}
	edges = map[string][]string{}
	for line := range strings.SplitSeq(string(out), "\n") {
		if m := edge.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			edges[node(m[1])] = append(edges[node(m[1])], node(m[2]))
		}
	}
	return edges, false
}

// node names a resource as karplint does; other nodes keep their names.
func node(name string) string {
	name = strings.TrimPrefix(name, "[root] ")
	if strings.Contains(name, "terraform_data.") || strings.Contains(name, "data.terraform_remote_state.") {
		name = strings.TrimSuffix(name, " (expand)")
	}
	return name
}

// binary returns the path of OpenTofu's program, which the first test builds.
func binary(t rapid.TB) string {
	path, err := buildTofu()
	if err != nil {
		t.Fatal("OpenTofu cannot be built: ", err)
	}
	return path
}

var buildTofu = sync.OnceValues(func() (string, error) {
	cmd := exec.Command("go", "tool", "-n", "tofu")
	cmd.Dir = "../tofu"
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
})
