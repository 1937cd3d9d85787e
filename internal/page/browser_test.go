package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"

	"github.com/karplint/karplint/internal/diagram"
	"github.com/karplint/karplint/internal/page"
	"github.com/karplint/karplint/internal/testing/golden"
)

const tool = "../../tools/page"

// TestBrowser opens pages in Chromium: tools/page/check.mjs says what is checked.
func TestBrowser(t *testing.T) {
	golden.NotInCheck(t)
	check := newBrowser(t)
	dir := t.TempDir()
	t.Run("text", func(t *testing.T) { testText(t, check, dir) })
	t.Run("repository", func(t *testing.T) { check(t, "repository", exampleReport(t, dir, "fleet", "html")) })
	t.Run("fleet", func(t *testing.T) {
		arguments := []string{"-o", filepath.Join(dir, "all.html"), "--from"}
		for _, repository := range []string{"fleet/legacy", "fleet/production", "fleet/staging", "terraform"} {
			arguments = append(arguments, exampleReport(t, dir, repository, "json"))
		}
		report(t, arguments...)
		check(t, "fleet", filepath.Join(dir, "all.html"))
	})
	t.Run("hostile", func(t *testing.T) { check(t, "hostile", written(t, dir, []page.Report{hostileReport()})) })
	t.Run("5,000 findings", func(t *testing.T) { t.Log("\n" + check(t, "figures", written(t, dir, generated(1, 5000)))) })
	t.Run("1,000 repositories", func(t *testing.T) { t.Log("\n" + check(t, "figures", written(t, dir, generated(1000, 50)))) })
}

// newBrowser returns a function that runs a check of check.mjs on a page, and returns what it prints.
func newBrowser(t *testing.T) func(t *testing.T, name, file string) string {
	t.Helper()
	chromium, errBrowser := exec.LookPath("chromium")
	if errBrowser != nil {
		chromium, errBrowser = exec.LookPath("google-chrome")
	}
	node, errNode := exec.LookPath("node")
	if errBrowser != nil || errNode != nil {
		golden.Skip(t, "the page is not tested without chromium and nodejs, packages of Debian")
	}
	script, err := filepath.Abs(filepath.Join(tool, "check.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(tool, "node_modules", "axe-core")); err != nil {
		golden.Skip(t, "the page is not tested without playwright-core and axe-core; run npm ci in tools/page")
	}
	return func(t *testing.T, name, file string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		command := exec.Command(node, script, chromium, name, file)
		command.Stdout, command.Stderr = &stdout, &stderr
		if err := command.Run(); err != nil {
			t.Fatalf("%v: %s", err, stderr.String())
		}
		return stdout.String()
	}
}

// testText compares what a person reads on the page of an example, with everything opened.
func testText(t *testing.T, check func(t *testing.T, name, file string) string, dir string) {
	t.Helper()
	want, err := filepath.Abs(filepath.Join("testdata", "staging.txt"))
	if err != nil {
		t.Fatal(err)
	}
	got := check(t, "text", exampleReport(t, dir, "fleet/staging", "html"))
	if golden.Update() {
		if err := os.WriteFile(want, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := udiff.Unified("want", "got", string(read(t, want)), got); diff != "" {
		t.Errorf("run with -update if this is right:\n%s", diff)
	}
}

// exampleReport writes the report of a directory of examples, and returns the file.
func exampleReport(t *testing.T, dir, example, ending string) string {
	t.Helper()
	file := filepath.Join(dir, strings.ReplaceAll(example, "/", "-")+"."+ending)
	t.Chdir(examples(t))
	report(t, "-o", file, example)
	return file
}

func written(t *testing.T, dir string, reports []page.Report) string {
	t.Helper()
	var html bytes.Buffer
	if err := page.WriteHTML(&html, reports); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, fmt.Sprintf("%d.html", html.Len()))
	if err := os.WriteFile(file, html.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Logf("%.1f MB", float64(html.Len())/1e6)
	return file
}

// generated makes reports with so many findings each, of some length, with their lines and every second with a fix.
func generated(repositories, findings int) (reports []page.Report) {
	for n := range repositories {
		var found []any
		sources := page.Sources{}
		for i := range findings {
			file := fmt.Sprintf("clusters/%d/pools/%d.yaml", i%20, i%200)
			line := 3 + i/200*4
			place := map[string]any{"file": file, "start": map[string]int{"line": line, "column": 5}, "end": map[string]int{"line": line, "column": 20}}
			one := map[string]any{
				"rule": fmt.Sprintf("KL%d", 101+i%60), "name": "some-rule", "severity": []string{"warning", "error", "info"}[i%3],
				"resource": fmt.Sprintf("NodePool/team-%d", i),
				"message":  fmt.Sprintf("NodePool \"team-%d\" has no limit for the nodes that it may create in repository %d", i, n),
				"why":      "a workload that grows without bounds takes nodes without bounds, and the bill with them",
				"help":     "set spec.limits",
			}
			if i%2 == 0 {
				one["fix"] = map[string]any{"title": "set spec.limits", "safety": "safe", "edits": []any{map[string]any{
					"file": file, "start": place["start"], "end": place["start"], "new": "limits:\n      cpu: 1000\n    "}}}
			}
			for key, value := range place {
				one[key] = value
			}
			found = append(found, one)
			if sources[file] == nil {
				sources[file] = map[string]string{}
			}
			for l := line - 2; l <= line+2; l++ {
				sources[file][fmt.Sprint(l)] = fmt.Sprintf("    some-field-%d: a value of a usual length # line %d", i, l)
			}
		}
		lint, _ := json.Marshal(map[string]any{"version": 1, "findings": found, "files": 200})
		status, _ := json.Marshal(map[string]any{"objects": map[string]int{"v1alpha": n % 7, "v1beta1": n % 11, "v1": n % 13}})
		plan := fmt.Sprintf(`{"to": "1.8.1", "roads": [{"from": "0.%d.0", "to": "1.8.1", "stops": [{"release": "0.37.8", "steps": []}]}]}`, 28+n%10)
		reports = append(reports, page.Report{
			Version: 1, Name: fmt.Sprintf("team-%04d/infrastructure", n), Karplint: "1.2.3",
			Lint: lint, Status: status, Plan: json.RawMessage(plan), Graph: generatedGraph(), Sources: sources,
		})
	}
	return reports
}

// generatedGraph is a graph of 60 nodes: a controller, and pools with a class each.
func generatedGraph() json.RawMessage {
	group := &diagram.Group{Root: "clusters", Nodes: []*diagram.Node{{ID: "controller", Kind: diagram.Controller, Label: "karpenter 0.37.0"}}}
	for i := range 59 {
		kind := []diagram.Kind{diagram.Class, diagram.Pool}[i%2]
		node := &diagram.Node{ID: fmt.Sprint(kind, i/2), Kind: kind, Label: fmt.Sprintf("%s team-%d", kind, i/2), Detail: fmt.Sprintf("pools/%d.yaml", i/2)}
		edge := &diagram.Edge{From: node.ID, To: fmt.Sprint(diagram.Class, i/2), Kind: diagram.Needs}
		if kind == diagram.Class {
			edge.To = "controller"
		}
		group.Nodes, group.Edges = append(group.Nodes, node), append(group.Edges, edge)
	}
	data, _ := json.Marshal(diagram.Graph{Groups: []*diagram.Group{group}})
	return data
}
