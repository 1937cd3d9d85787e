package cli_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/internal/cli"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/internal/testing/histories"
)

// TestNewOfHistories: in histories with added, changed, renamed and deleted files, --staged and --new-from report the difference of two whole runs
// on clean checkouts. In a merge, what --staged reports is new on each side.
func TestNewOfHistories(t *testing.T) {
	golden.NotInCheck(t)
	times := 5
	if os.Getenv("KARPLINT_TEST_LONG") != "" {
		times = 200
	}
	for seed := range times {
		h := newHistory(t, seed)
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
	*histories.Repository
	dir string
}

func newHistory(t *testing.T, seed int) *history {
	h := &history{t, histories.New(uint64(seed)), newRepository(t)} //nolint:gosec // it is not negative
	h.write()
	h.git("add", "-A")
	h.git("commit", "-q", "-m", "first")
	return h
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
	writeFiles(h.T, h.dir, h.Files)
}

// step changes files, compares what is new with the difference of two runs, and commits.
func (h *history) step() {
	before := whole(h.T, h.Files)
	h.changeSome()
	want := newAmong(whole(h.T, h.Files), h.renamed(before, "HEAD"))
	h.want(want, "--staged")
	h.want(want, "--new-from", "HEAD")
	h.git("commit", "-q", "--allow-empty", "-m", "next")
}

// changeSome makes some changes, and stages them.
func (h *history) changeSome() {
	for range 1 + h.IntN(3) {
		h.Change()
	}
	h.write()
	h.git("add", "-A")
}

// merge merges a side, and makes other changes in the merge.
func (h *history) merge() {
	main := maps.Clone(h.Files)
	h.git("checkout", "-q", "-b", "side")
	h.changeSome()
	h.git("commit", "-q", "--allow-empty", "-m", "side")
	side := h.Files
	h.git("checkout", "-q", "main")
	h.Files = maps.Clone(main)
	h.changeSome()
	h.git("commit", "-q", "--allow-empty", "-m", "main")
	main = maps.Clone(h.Files)
	h.git("merge", "-q", "--no-commit", "--no-ff", "-s", "ours", "--allow-unrelated-histories", "side")
	for name := range side {
		if h.IntN(2) == 0 {
			h.Files[name] = side[name]
		}
	}
	h.changeSome()
	now := whole(h.T, h.Files)
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

// findingsIn returns what rules about one state find: KL205 and KL305 compare two, and no whole run has their findings.
func findingsIn(t *testing.T, dir string, flags ...string) []found {
	t.Helper()
	t.Chdir(dir)
	var out, errs bytes.Buffer
	cli.Main(slices.Concat([]string{"karplint", "lint", "--format", "json", "--ignore", "KL205,KL305"}, flags), strings.NewReader(""), &out, &errs)
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

// gitEnvironment gives git the same settings everywhere.
var gitEnvironment = map[string]string{
	"GIT_CONFIG_GLOBAL": os.DevNull, "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "test", "GIT_AUTHOR_EMAIL": "test@example.com",
	"GIT_COMMITTER_NAME": "test", "GIT_COMMITTER_EMAIL": "test@example.com",
}

// newRepository returns an empty repository whose git has the same settings everywhere.
func newRepository(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range gitEnvironment {
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
