package manifests

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

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
