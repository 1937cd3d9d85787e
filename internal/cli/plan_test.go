package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/golden"
)

// TestPlans runs testdata/golden/plan/*.txtar: plan on a directory of files. Lines of the comment that begin with -- are flags. The file
// want/plan is the runbook in Markdown, which is added if there is none. Each stop is taken on the copy by the command that the runbook
// names, and the runbook for the result has the stops that are left.
func TestPlans(t *testing.T) {
	golden.NotInCheck(t)
	golden.Archives(t, filepath.Join(goldenDir, "plan", "*.txtar"), func(t *testing.T, archive *txtar.Archive) []txtar.File {
		dir := t.TempDir()
		files := golden.Without(archive, "want/plan")
		writePlanTree(t, dir, files)
		t.Chdir(dir)
		arguments := flags(string(archive.Comment))
		page := run(t, append([]string{"plan", "--format", "markdown"}, arguments...)...)
		takeStops(t, arguments)
		return append(slices.Clone(files), txtar.File{Name: "want/plan", Data: page})
	})
}

func writePlanTree(t *testing.T, dir string, files []txtar.File) {
	t.Helper()
	for _, f := range files {
		full := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
}

// run runs karplint and returns its standard output. An exit code of 2 fails the test.
func run(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, errs bytes.Buffer
	if code := cli.Main(append([]string{"karplint"}, args...), strings.NewReader(""), &out, &errs); code > 1 {
		t.Fatalf("karplint %s exits with %d: %s", strings.Join(args, " "), code, errs.String())
	}
	return out.Bytes()
}

// planned is the part of a plan that the tests read.
type planned struct {
	Roads    []plannedRoad `json:"roads"`
	Teardown []step        `json:"teardown"`
}

type plannedRoad struct {
	Before []step `json:"before"`
	Stops  []struct {
		Release string `json:"release"`
		Removes string `json:"removes"`
		Open    []any  `json:"decisions"`
		Steps   []step `json:"steps"`
	} `json:"stops"`
}

type step struct {
	ID       string    `json:"id"`
	Commands []command `json:"commands"`
}

type command struct {
	Run string `json:"run"`
}

// stepsOf returns the steps of each stop.
func stepsOf(road plannedRoad) (all [][]step) {
	for _, stop := range road.Stops {
		all = append(all, stop.Steps)
	}
	return all
}

func planOf(t *testing.T, arguments []string) (p planned) {
	t.Helper()
	if err := json.Unmarshal(run(t, append([]string{"plan", "--format", "json"}, arguments...)...), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// stopsOf returns the stops of all roads, a line for each.
func (p planned) stopsOf() (all []string) {
	for _, road := range p.Roads {
		for _, stop := range road.Stops {
			all = append(all, strings.TrimSpace(stop.Release+" "+stop.Removes))
		}
	}
	return all
}

// takeStops takes the next stop of each road with the commands of the plan, until the roads end or a decision is open, and compares what
// is left of them.
func takeStops(t *testing.T, arguments []string) {
	t.Helper()
	p := planOf(t, arguments)
	for range 10 {
		want := []string{}
		isOpen := false
		for _, road := range p.Roads {
			isOpen = isOpen || len(road.Stops) > 0 && len(road.Stops[0].Open) > 0
			for _, stop := range road.Stops[1:] {
				want = append(want, strings.TrimSpace(stop.Release+" "+stop.Removes))
			}
		}
		if isOpen || len(p.Roads) == 0 {
			return
		}
		upgradeFirst(t, p)
		p = planOf(t, arguments)
		if got := p.stopsOf(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("after a stop the road is %q, want %q", got, want)
			return
		}
	}
	t.Error("the road does not end")
}

// upgradeFirst runs the commands of karplint at the first stop of each road, each once.
func upgradeFirst(t *testing.T, p planned) {
	t.Helper()
	done := map[string]bool{}
	for _, road := range p.Roads {
		for _, step := range road.Stops[0].Steps {
			for _, c := range step.Commands {
				if words := strings.Fields(c.Run); words[0] == "karplint" && !done[c.Run] {
					done[c.Run] = true
					run(t, words[1:]...)
				}
			}
		}
	}
}
