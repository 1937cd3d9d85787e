package lint

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/karplint/karplint/base/shortcut"
	"github.com/karplint/karplint/internal/testing/golden"
)

// TestShortcuts: what saves time changes no finding and no fix, in the examples of all rules and in trees that are made of some of them.
func TestShortcuts(t *testing.T) {
	golden.NotInCheck(t)
	l := testLinter(t)
	examples := exampleTree(t, l)
	trees := map[string]map[string]string{"examples": examples}
	for seed := range uint64(6) {
		trees[fmt.Sprint("seed ", seed)] = assembled(examples, rand.New(rand.NewPCG(seed, 0))) //nolint:gosec // no secret: a seed gives one tree
	}
	for name, files := range trees {
		tree := memory(files)
		want := fixed(findings(t, l.Tree(t.Context(), tree)), l.Tree(t.Context(), tree))
		if len(want) < 20 {
			t.Errorf("%s has only %d findings", name, len(want))
		}
		for kind := range shortcut.Kinds {
			shortcut.Set(kind, false)
			result := testLinter(t).Tree(t.Context(), tree)
			shortcut.Set(kind, true)
			if d := cmp.Diff(want, fixed(findings(t, result), result)); d != "" {
				t.Errorf("%s without shortcut %d (-with +without):\n%s", name, kind, d)
			}
		}
	}
}

// fixed adds the edits of its fix to the line of each finding.
func fixed(lines []string, r TreeResult) []string {
	for i, f := range r.Findings {
		if f.Fix != nil {
			lines[i] += fmt.Sprintf(" %+v %v %v", f.Fix.Edits, f.Owners, f.OtherResources)
		}
	}
	return lines
}

// assembled puts some examples into a tree: a few of them twice, and those of Terraform as modules that several roots call.
func assembled(examples map[string]string, random *rand.Rand) map[string]string {
	all := slices.Sorted(maps.Keys(examples))
	var dirs []string
	for _, name := range all {
		dirs = append(dirs, path.Join(strings.Split(name, "/")[:2]...))
	}
	dirs = slices.Compact(dirs)
	files := map[string]string{}
	for n := range 60 {
		dir := dirs[random.IntN(len(dirs))]
		copies := []string{dir}
		if random.IntN(3) == 0 {
			copies = append(copies, fmt.Sprintf("again-%02d/%s", n, path.Base(dir)))
		}
		for _, name := range all {
			rest, inside := strings.CutPrefix(name, dir+"/")
			if !inside {
				continue
			}
			for _, target := range copies {
				files[target+"/"+rest] = examples[name]
			}
			for caller := range random.IntN(4) {
				if rest == "main.tf" {
					files[fmt.Sprintf("roots/%02d-%d/main.tf", n, caller)] = calls("../../" + dir)
				}
			}
		}
	}
	return files
}
