package convert

import (
	"bytes"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/units"
	"github.com/karplint/karplint/model"
)

// TestParsesOnce: a run parses no file twice, unless it is too large to be kept.
func TestParsesOnce(t *testing.T) {
	archives, err := filepath.Glob("../testdata/golden/convert/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, opts := range []Options{{}, {Keep: true}, {To: apis.V1}} {
			var files []*model.File
			for _, f := range archive.Files {
				if f.Name == "notes" || f.Name == "objects" || strings.HasPrefix(f.Name, "want/") {
					break
				}
				files = append(files, model.NewFile(f.Name, f.Data))
			}
			for path, count := range countParses(t, opts, files) {
				if count > 1 {
					t.Errorf("%s, %+v: %s is parsed %d times", filepath.Base(name), opts, path, count)
				}
			}
		}
	}
	inline := []*model.File{
		model.NewFile("pool.yaml", []byte("apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\nspec: {weight: 1}\n")),
		model.NewFile("kustomization.yaml", []byte("resources: [pool.yaml]\npatches:\n- target: {kind: Provisioner}\n  patch: |\n    - {op: add, path: "+
			"/spec/weight, value: 2}\n")),
	}
	if got := countParses(t, Options{}, inline); got["kustomization.yaml"] != 1 || got["kustomization.yaml 0 patches[0].patch"] != 1 {
		t.Errorf("a kustomization and the patch in it are each to be parsed once: %v", got)
	}
	chart := []*model.File{
		model.NewFile("values.yaml", []byte("spec: {weight: 1}\n")),
		model.NewFile("templates/pool.yaml", []byte("apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\nspec: {{ toYaml "+
			".Values.spec | nindent 2 }}\n")),
	}
	if got := countParses(t, Options{}, chart)["values.yaml"]; got != 1 {
		t.Errorf("a values file is parsed %d times, want once", got)
	}
	chart[0] = model.NewFile("values.yaml", append([]byte("spec: {weight: 1}\n"), bytes.Repeat([]byte("# large\n"), units.KeptBytes/8)...))
	if got := countParses(t, Options{}, chart)["values.yaml"]; got != 1 {
		t.Errorf("a large values file, whose tree is kept for the templates, is parsed %d times, want once", got)
	}
	large := model.NewFile("large.yaml", bytes.Repeat([]byte("# karpenter.sh/v1alpha5\n"), units.KeptBytes/24+1))
	if got := countParses(t, Options{}, []*model.File{large})[large.Path]; got != 2 {
		t.Errorf("a file that is too large to be kept is parsed %d times, want one for each pass", got)
	}
}

// countParses returns how many times each file is parsed in a conversion.
func countParses(t *testing.T, opts Options, files []*model.File) map[string]int {
	t.Helper()
	c, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	counts, mu := map[string]int{}, sync.Mutex{}
	c.onParse = func(path string) {
		mu.Lock()
		defer mu.Unlock()
		counts[path]++
	}
	c.Files(files)
	return counts
}
