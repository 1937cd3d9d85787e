package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert"
)

// TestUpgrade takes the stops that runbook/upgrade/testdata expects, one after the other, and holds the objects in manifests after each to the
// CRDs of its minor.
func TestUpgrade(t *testing.T) {
	names, err := filepath.Glob("../runbook/upgrade/testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	accepted := 0
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			for _, f := range archive.Files {
				if f.Name == "want/stops" {
					accepted += takeStops(t, dir, string(f.Data))
					continue
				}
				path := filepath.Join(dir, filepath.FromSlash(f.Name))
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, f.Data, 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	if accepted == 0 {
		t.Error("no object was accepted; are the stops read?")
	}
}

// takeStops applies the diff of each stop, and judges what it leaves behind. It returns how many objects were accepted.
func takeStops(t *testing.T, dir, stops string) (accepted int) {
	t.Helper()
	for stop := range strings.SplitSeq(strings.TrimPrefix(stops, "## "), "\n## ") {
		title, body, _ := strings.Cut(stop, "\n")
		if strings.Contains(body, ": decision: ") {
			return accepted // nothing of it is written
		}
		run := exec.Command("git", "apply", "-")
		run.Dir, run.Stdin = dir, strings.NewReader(body+"\n")
		if out, err := run.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", title, err, out)
		}
		var version string
		if _, err := fmt.Sscanf(title, "Karpenter %s", &version); err != nil {
			t.Fatalf("%s: %v", title, err)
		}
		version = strings.TrimSuffix(version, ",")
		if r, to := minorOf(version); r != nil && !slices.Contains(unjudged, filepath.Base(t.Name())) {
			accepted += judgeTree(t, dir, r, to, strings.Contains(title, "keeps alpha"))
		}
	}
	return accepted
}

// unjudged are the archives with objects that are not for the release of the stop: those of another cluster, or set aside.
var unjudged = []string{"clusters", "aside"}

// minorOf returns the release whose CRDs judge objects for a version, and their API.
func minorOf(version string) (*release, convert.API) {
	switch {
	case strings.HasPrefix(version, "0.32."):
		return v0_32, convert.V1Beta1
	case strings.HasPrefix(version, "0.37."):
		return v0_35, convert.V1Beta1
	case strings.HasPrefix(version, "1.0."):
		return v1_0, convert.V1
	case strings.HasPrefix(version, "1."):
		return v1_14, convert.V1
	}
	return nil, ""
}

func judgeTree(t *testing.T, dir string, r *release, to convert.API, keep bool) (accepted int) {
	t.Helper()
	judges := r.judges(t)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		isPatch := filepath.Base(filepath.Dir(path)) == "overlay" // which lacks what its base has
		if err != nil || entry.IsDir() || isPatch || filepath.Ext(path) != ".yaml" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		eachObject(text, func(o object, err error) {
			if err != nil || !karpenters(o) {
				return
			}
			wrong := r.refuses(judges, o, to, keep)
			for _, why := range wrong {
				t.Errorf("%s: %s for %s: %s", filepath.Base(path), nameOf(o), r.version, why)
			}
			if len(wrong) == 0 {
				accepted++
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return accepted
}
