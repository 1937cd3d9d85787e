package manifests

import (
	"fmt"
	"io/fs"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// countingFiles has a file for every name, each of which has two more files as bases. It counts how often each is opened.
type countingFiles struct{ opened map[string]int }

func (c countingFiles) ReadFile(name string) ([]byte, error) {
	c.opened[name]++
	return fmt.Appendf(nil, "bases: [a/%s, b/%[1]s]\n", name[strings.LastIndex(name, "/")+1:]), nil
}

func (c countingFiles) ReadDir(string) ([]fs.DirEntry, error) { return nil, nil }

// TestBasesAreBounded: the survey opens each base of a helmfile once, and a bounded number of bases.
func TestBasesAreBounded(t *testing.T) {
	text := "bases: [" + strings.Repeat("f.yaml, ", 1000) + "]\nreleases: [{name: karpenter, chart: karpenter/karpenter, version: 1.0.8}]\n"
	files := countingFiles{map[string]int{}}
	yaml.Documents(model.NewFile("helmfile.yaml", []byte(text)), func(doc *model.Document, _ *yaml.ParseError) bool {
		if o := Observe(doc, 0, files); len(o.Resources) != 1 {
			t.Errorf("%d installations, want 1", len(o.Resources))
		}
		return true
	})
	for name, n := range files.opened {
		if n > 1 {
			t.Errorf("%s was opened %d times", name, n)
		}
	}
	if len(files.opened) < 3 || len(files.opened) > maxLayers+1 {
		t.Errorf("%d files were opened, want at most %d", len(files.opened), maxLayers+1)
	}
}

// TestLongAlias: what is allocated for a dependency does not depend on its alias more than on any text.
func TestLongAlias(t *testing.T) {
	alias := strings.Repeat("a", 1<<20)
	text := "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: karpenter, alias: " + alias + `, version: 1.0.8, repository: "oci://public.ecr.aws/karpenter"}]` + "\n"
	yaml.Documents(model.NewFile("Chart.yaml", []byte(text)), func(doc *model.Document, _ *yaml.ParseError) bool {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		o := Observe(doc, 0, countingFiles{map[string]int{}})
		runtime.ReadMemStats(&after)
		if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; len(o.Resources) != 1 || allocated > 50 {
			t.Errorf("%d installations, %d MiB allocated", len(o.Resources), allocated)
		}
		return true
	})
}

// TestConfigMapsAreBounded: the ConfigMaps beside a release are read once for all that it refers to, and some of them.
func TestConfigMapsAreBounded(t *testing.T) {
	var maps strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&maps, "---\nkind: ConfigMap\nmetadata: {name: c%d}\ndata: {values.yaml: 'replicas: 1'}\n# %s\n", i, strings.Repeat("a", 1000))
	}
	files := reading{fstest.MapFS{"maps.yaml": {Data: []byte(maps.String()[:maxValuesFile])}}, 0}
	found := readConfigMaps(&files, ".")
	if files.reads != 1 || found["c1"] == nil || len(found) > maxConfigMaps/1000 || len(found) < maxConfigMaps/1200 {
		t.Errorf("%d reads, %d ConfigMaps", files.reads, len(found))
	}
}

// reading counts how often files are read.
type reading struct {
	fstest.MapFS
	reads int
}

func (r *reading) ReadFile(name string) ([]byte, error) {
	r.reads++
	return r.MapFS.ReadFile(name)
}
