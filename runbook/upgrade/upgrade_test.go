package upgrade_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/internal/conversions"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
	"github.com/karplint/karplint/runbook/upgrade"
	"github.com/karplint/karplint/versions"
)

// TestRoads takes all stops to the release in the line that begins with --to, for each tree in testdata. want/stops has the changes of each stop, and
// its notes except infos.
//
// Each stop is held to the law: lint with its release finds no new error or warning, the same stop taken again changes nothing, and the next one
// starts where it ends.
func TestRoads(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, archive *txtar.Archive) []txtar.File {
		texts := map[string][]byte{}
		var files []txtar.File
		for _, f := range archive.Files {
			if f.Name != "want/stops" {
				texts[f.Name] = f.Data
				files = append(files, f)
			}
		}
		var out strings.Builder
		takeRoad(t, texts, targetIn(t, archive), &out)
		return append(files, txtar.File{Name: "want/stops", Data: []byte(out.String())})
	})
}

// takeRoad takes stops to a release until something is open, holds each to the law and describes it. It returns the texts after the last one.
func takeRoad(t *testing.T, texts map[string][]byte, to string, out *strings.Builder) map[string][]byte {
	t.Helper()
	for range maxStops {
		way, outcome, after := takeNext(t, texts, to, out)
		if outcome == nil {
			return texts
		}
		writeStop(out, outcome)
		if outcome.IsOpen() {
			return texts
		}
		holdToLaw(t, texts, after, way, outcome)
		texts = after
	}
	t.Fatal("the road has no end")
	return nil
}

const maxStops = 20

func targetIn(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	for line := range strings.Lines(string(archive.Comment)) {
		if to, is := strings.CutPrefix(line, "--to "); is {
			return strings.TrimSpace(to)
		}
	}
	t.Fatal("no line --to in the comment")
	return ""
}

// takeNext takes the next stop that changes something, of the first road that has one. It returns nil at the end.
func takeNext(t *testing.T, texts map[string][]byte, to string, out *strings.Builder) (*upgrade.Road, *upgrade.Outcome, map[string][]byte) {
	t.Helper()
	r := repository(t, texts)
	roads, unclear, err := r.Roads(context.Background(), to)
	for _, message := range unclear {
		fmt.Fprintf(out, "unclear: %s\n", message)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range roads {
		for _, stop := range way.Stops {
			outcome, err := r.On(way).Take(context.Background(), stop)
			if err != nil {
				t.Fatal(err)
			}
			if outcome.Changes() || outcome.IsOpen() {
				return way, outcome, applied(texts, outcome)
			}
		}
	}
	return nil, nil, nil
}

// applied returns the texts after a stop.
func applied(texts map[string][]byte, outcome *upgrade.Outcome) map[string][]byte {
	after := maps.Clone(texts)
	for _, f := range outcome.Files {
		if f.Changed() {
			after[f.Path] = f.After
		}
		if f.Removed {
			delete(after, f.Path)
		}
	}
	return after
}

// writeStop describes a stop for want/stops.
func writeStop(out *strings.Builder, outcome *upgrade.Outcome) {
	stop := outcome.Stop
	fmt.Fprintf(out, "## Karpenter %s", stop.Release)
	if stop.Keeps != "" {
		fmt.Fprintf(out, ", keeps %s", stop.Keeps)
	}
	if stop.Removes != "" {
		fmt.Fprintf(out, ", removes %s", stop.Removes)
	}
	out.WriteString("\n")
	for i := range outcome.Files {
		f := &outcome.Files[i]
		for _, n := range f.Notes {
			if n.Level != convert.Info {
				fmt.Fprintf(out, "%s:%d: %s: %s %s: %s\n", n.File, n.Line, n.Level, n.Object, n.Path, n.Message)
			}
		}
	}
	for _, f := range outcome.Untold() {
		fmt.Fprintf(out, "%s:%d: %s: %s %s\n", f.File, f.Start.Line, f.Severity, f.Rule, f.Message)
	}
	for _, message := range outcome.Messages {
		fmt.Fprintf(out, "message: %s\n", message)
	}
	for _, f := range outcome.Files {
		switch {
		case f.Removed:
			out.WriteString(diff.UnifiedRemoved(f.Path, f.Before))
		default:
			out.WriteString(diff.Unified(f.Path, f.Before, f.After))
		}
	}
}

// holdToLaw checks the law of TestRoads for a stop.
func holdToLaw(t *testing.T, before, after map[string][]byte, way *upgrade.Road, outcome *upgrade.Outcome) {
	t.Helper()
	stop := outcome.Stop
	again, _, err := repository(t, after).Roads(context.Background(), stop.Release)
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range slices.DeleteFunc(again, func(other *upgrade.Road) bool { return !slices.Equal(other.From, way.From) }) {
		for _, s := range way.Stops {
			if s.Release != stop.Release || s.Removes != stop.Removes {
				continue
			}
			second, err := repository(t, after).On(way).Take(context.Background(), s)
			if err != nil {
				t.Fatal(err)
			}
			if second.Changes() {
				t.Errorf("%s taken again changes something:\n%s", stop.Release, diffs(second))
			}
		}
	}
	known := problems(t, way, before, "")
	allowed := map[string]bool{}
	for _, f := range outcome.Left {
		allowed[f.Rule] = true
	}
	for problem := range problems(t, way, after, stop.Release) {
		if rule, _, _ := strings.Cut(problem, " "); !known[problem] && !allowed[rule] {
			t.Errorf("lint finds after %s: %s", stop.Release, problem)
		}
	}
}

func diffs(outcome *upgrade.Outcome) string {
	var all strings.Builder
	for _, f := range outcome.Files {
		all.WriteString(diff.Unified(f.Path, f.Before, f.After))
	}
	return all.String()
}

// problems returns the errors and warnings of lint in the files of a road for a release, or for the installed one: the rule, and the resource under
// the name of its successor.
func problems(t *testing.T, way *upgrade.Road, texts map[string][]byte, release string) map[string]bool {
	t.Helper()
	target, err := versions.ParseTarget(release, "test")
	if err != nil {
		t.Fatal(err)
	}
	successors := strings.NewReplacer(
		"Provisioner/", "NodePool/", "AWSNodeTemplate/", "EC2NodeClass/", "provisioner", "node_pool", "node_template", "node_class", "_v1beta1", "",
	)
	all := map[string]bool{}
	for _, f := range lint.Lint(context.Background(), treeOf(texts), linterFor(t, target).ForAll()).Findings {
		if f.Severity >= rule.Warning && way.Has(f.File) {
			resource, _, _ := strings.Cut(successors.Replace(f.Resource), "[")
			all[f.Rule+" "+resource] = true
		}
	}
	return all
}

// repository returns a repository of the texts.
func repository(t *testing.T, texts map[string][]byte) *upgrade.Repository {
	return &upgrade.Repository{
		AsDecided: true, Drift: true, Tree: treeOf(texts), Paths: slices.Sorted(maps.Keys(texts)),
		Settings: func(string) conversions.Settings { return conversions.Settings{} },
		Exists:   func(file string) bool { return texts[file] != nil },
		Linters:  func(release versions.Target) (lint.Settings, error) { return linterFor(t, release).ForAll(), nil },
	}
}

func treeOf(texts map[string][]byte) lint.Tree {
	tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: texts}}}
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		tree.Inputs = append(tree.Inputs, fileset.Input{Path: path, Terraform: filetype.IsTerraform(path)})
	}
	return tree
}

var allRules = sync.OnceValues(func() (*rule.Rules, error) { return rule.Load(rules.FS) })

func linterFor(t *testing.T, release versions.Target) *lint.Linter {
	t.Helper()
	all, err := allRules()
	if err != nil {
		t.Fatal(err)
	}
	linter, err := lint.New(all, lint.Options{Target: release, Facts: facts.FS})
	if err != nil {
		t.Fatal(err)
	}
	return linter
}

// TestFleet takes all stops of the example with several clusters, and holds each to the law.
func TestFleet(t *testing.T) {
	texts := map[string][]byte{}
	root := filepath.Join("..", "..", "examples", "fleet")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		texts[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	after := takeRoad(t, texts, "1.8.1", &out)
	old := regexp.MustCompile(`karpenter\.(sh|k8s\.aws)/v1(alpha|beta)`)
	for name, text := range after {
		if old.Match(text) {
			t.Errorf("%s has objects of an old API after the last stop:\n%s", name, out.String())
		}
	}
}

// TestCRLF: stops make the same changes in files with line breaks of Windows, and keep these.
func TestCRLF(t *testing.T) {
	for _, name := range []string{"removal", "files"} {
		archive, err := txtar.ParseFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string][]byte{}
		want := ""
		for _, f := range archive.Files {
			if f.Name == "want/stops" {
				want = string(f.Data)
				continue
			}
			texts[f.Name] = bytes.ReplaceAll(f.Data, []byte("\n"), []byte("\r\n"))
		}
		var out strings.Builder
		after := takeRoad(t, texts, targetIn(t, archive), &out)
		if d := cmp.Diff(want, strings.ReplaceAll(out.String(), "\r", "")); d != "" {
			t.Errorf("%s (-LF +CRLF):\n%s", name, d)
		}
		for path, text := range after {
			if n, with := bytes.Count(text, []byte("\n")), bytes.Count(text, []byte("\r\n")); n != with {
				t.Errorf("%s: %d lines of %s have lost their CR", name, n-with, path)
			}
		}
	}
}

// TestUnclear: the installations to which a file may belong are listed in the same order in each run.
func TestUnclear(t *testing.T) {
	texts := map[string][]byte{"pool.yaml": []byte("apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec: {}\n")}
	for i := range 8 {
		texts[fmt.Sprintf("c%d/app.yaml", i)] = fmt.Appendf(nil,
			"apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: karpenter}\nspec: {chart: {spec: {chart: karpenter, version: "+
				"1.0.%d, sourceRef: {kind: HelmRepository, name: a}}}}\n"+
				"---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: second}\nspec: {chart: {spec: {chart: karpenter, version: "+
				"1.1.%[1]d, sourceRef: {kind: HelmRepository, name: a}}}}\n", i)
	}
	var first []upgrade.Unclear
	for range 10 {
		_, unclear, err := repository(t, texts).Roads(t.Context(), "1.8.1")
		if err != nil || len(unclear) == 0 {
			t.Fatalf("%v %v", unclear, err)
		}
		if first == nil {
			first = unclear
		}
		if d := cmp.Diff(first, unclear); d != "" {
			t.Fatalf("another run:\n%s", d)
		}
	}
}

// TestSeveralInRoot: two releases in one root are told, because the file belongs to neither alone.
func TestSeveralInRoot(t *testing.T) {
	release := func(name, version string) string {
		const block = "resource \"helm_release\" %q {\n  repository = \"oci://public.ecr.aws/karpenter\"\n  chart = \"karpenter\"\n  version = %q\n}\n"
		return fmt.Sprintf(block, name, version)
	}
	first, second := release("first", "0.37.8"), release("second", "1.0.8")
	together, unclear, err := repository(t, map[string][]byte{"main.tf": []byte(first + second)}).Roads(t.Context(), "1.8.1")
	if err != nil || len(together) > 0 || len(unclear) != 1 || !slices.Equal(unclear[0].Files, []string{"main.tf"}) {
		t.Errorf("both in one file: %v %v %v", together, unclear, err)
	}
	apart, unclear, err := repository(t, map[string][]byte{"main.tf": []byte(first), "second.tf": []byte(second)}).Roads(t.Context(), "1.8.1")
	if err != nil || len(apart) != 2 || len(unclear) > 0 {
		t.Errorf("each in a file: %v %v %v", apart, unclear, err)
	}
}
