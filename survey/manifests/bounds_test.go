package manifests

import (
	"fmt"
	"io/fs"
	"runtime"
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

// TestLongAlias: what is allocated for a dependency does not depend on its alias more than on any text.
func TestLongAlias(t *testing.T) {
	alias := strings.Repeat("a", 1<<20)
	text := "apiVersion: v2\nname: c\nversion: 1.0.0\ndependencies: [{name: karpenter, alias: " + alias +
		`, version: 1.0.8, repository: "oci://public.ecr.aws/karpenter"}]` + "\n"
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
