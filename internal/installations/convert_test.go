package installations_test

import (
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit/diff"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/internal/installations"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fileset"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/rules"
	"github.com/karplint/karplint/versions"
)

// TestCharts runs testdata/golden/charts/*.txtar: installations that are converted to the version in the line that begins with --. want/diff has the
// changes, want/written those of --write if they are fewer, want/notes the notes.
//
// Each case is held to two laws of convert: the result converts to itself, and it stays the same if lint has fixed the renamed values before.
func TestCharts(t *testing.T) {
	golden.Archives(t, filepath.Join("../../testdata/golden/charts", "*.txtar"), func(t *testing.T, archive *txtar.Archive) []txtar.File {
		version := versionIn(t, archive)
		before := map[string][]byte{}
		var files []txtar.File
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "want/") {
				before[f.Name] = f.Data
				files = append(files, f)
			}
		}
		after, charts := converted(t, before, version)
		again, _ := converted(t, after, version)
		if d := cmp.Diff(texts(after), texts(again)); d != "" {
			t.Errorf("converting twice is not converting once (-once +twice):\n%s", d)
		}
		linted := fixed(t, before, version)
		fromLinted, _ := converted(t, linted, version)
		if d := cmp.Diff(texts(after), texts(fromLinted)); d != "" && !isOpen(charts) && !strings.Contains(string(archive.Comment), "(shared)") {
			t.Errorf("lint's own fixes lead elsewhere (-convert +lint, then convert):\n%s", d)
		}
		var notes strings.Builder
		for _, n := range charts.Notes {
			fmt.Fprintf(&notes, "%s:%d: %s: %s %s: %s\n", n.File, n.Line, n.Level, n.Object, n.Path, n.Message)
		}
		for _, told := range charts.Messages {
			notes.WriteString(told + "\n")
		}
		files = append(files, txtar.File{Name: "want/diff", Data: []byte(diffs(before, after))})
		golden.Shuffles(t, treeOf(before).Inputs, func(t *testing.T, shuffled []fileset.Input) {
			tree := treeOf(before)
			tree.Inputs = shuffled
			again, err := installations.Convert(context.Background(), tree, installations.Options{Version: version})
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff([]any{charts.Notes, charts.Messages, charts.Texts}, []any{again.Notes, again.Messages, again.Texts}); d != "" {
				t.Errorf("(-in order +shuffled):\n%s", d)
			}
		})
		return append(files, txtar.File{Name: "want/notes", Data: []byte(notes.String())})
	})
}

// isOpen reports whether a decision is open, so that an installation stays as it is of which lint fixes some values.
func isOpen(charts *installations.Conversion) bool {
	return slices.ContainsFunc(charts.Notes, func(n convert.Note) bool { return n.Level == convert.Decision })
}

func diffs(before, after map[string][]byte) string {
	var all strings.Builder
	for _, name := range slices.Sorted(maps.Keys(before)) {
		all.WriteString(diff.Unified(name, before[name], after[name]))
	}
	return all.String()
}

func versionIn(t *testing.T, archive *txtar.Archive) string {
	for line := range strings.Lines(string(archive.Comment)) {
		if version, found := strings.CutPrefix(strings.TrimSpace(line), "--karpenter-version "); found {
			return version
		}
	}
	t.Fatal("no line says --karpenter-version")
	return ""
}

func treeOf(files map[string][]byte) lint.Tree {
	tree := lint.Tree{Source: inventory.Source{Files: fileset.Overlay{Texts: files}}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		tree.Inputs = append(tree.Inputs, fileset.Input{Path: name, Terraform: slices.Contains([]string{".tf", ".tfvars"}, path.Ext(name)) ||
			strings.HasSuffix(name, ".tf.json")})
	}
	return tree
}

func converted(t *testing.T, files map[string][]byte, version string) (map[string][]byte, *installations.Conversion) {
	t.Helper()
	charts, err := installations.Convert(context.Background(), treeOf(files), installations.Options{Version: version})
	if err != nil || len(charts.Errors) > 0 {
		t.Fatal(err, charts.Errors)
	}
	after := maps.Clone(files)
	maps.Copy(after, charts.Texts)
	return after, charts
}

// fixed returns the files after lint --unsafe-fixes --select KL601.
func fixed(t *testing.T, files map[string][]byte, version string) map[string][]byte {
	t.Helper()
	all, err := rule.Load(rules.FS)
	if err != nil {
		t.Fatal(err)
	}
	target, err := versions.ParseTarget(version, "")
	if err != nil {
		t.Fatal(err)
	}
	linter, err := lint.New(all, lint.Options{Select: []string{"KL601"}, Target: target, Facts: facts.FS})
	if err != nil {
		t.Fatal(err)
	}
	result := lint.Fix(context.Background(), treeOf(files), linter.ForAll(), true, nil, func(string, []byte, []byte) error { return nil })
	after := maps.Clone(files)
	maps.Copy(after, result.Texts)
	return after
}

func texts(files map[string][]byte) map[string]string {
	all := map[string]string{}
	for name, text := range files {
		all[name] = string(text)
	}
	return all
}
