package manifests

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/survey"
)

// chartFiles are the files beside a Chart.yaml. They count how often each is read.
type chartFiles struct {
	texts map[string]string
	reads map[string]int
}

func (c chartFiles) ReadFile(name string) ([]byte, error) {
	c.reads[name]++
	text, known := c.texts[name]
	if !known {
		return nil, fs.ErrNotExist
	}
	return []byte(text), nil
}

func (c chartFiles) ReadDir(string) (entries []fs.DirEntry, err error) {
	for name := range c.texts {
		entries = append(entries, fileEntry{name: name})
	}
	return entries, nil
}

type fileEntry struct {
	fs.DirEntry
	name string
}

func (e fileEntry) Name() string { return e.name }
func (e fileEntry) IsDir() bool  { return false }

// TestUmbrellaValuesAreReadOnce: how often a file of values is read does not depend on the number of dependencies.
func TestUmbrellaValuesAreReadOnce(t *testing.T) {
	files := chartFiles{texts: map[string]string{"values.yaml": "d1: {a: 1}\n"}, reads: map[string]int{}}
	chart := strings.Builder{}
	chart.WriteString("name: umbrella\ndependencies:\n")
	for i := range 20 {
		fmt.Fprintf(&chart, "- {name: d%d, version: 1.0.0, repository: https://example.com}\n", i)
		files.texts[fmt.Sprintf("values-%d.yaml", i)] = fmt.Sprintf("d1: {b: %d}\n", i)
	}
	var found []*survey.Resource
	yaml.Documents(model.NewFile("Chart.yaml", []byte(chart.String())), func(doc *model.Document, _ *yaml.ParseError) bool {
		found = Charts(doc, 0, files)
		return true
	})
	if len(found) != 20*21 {
		t.Fatalf("%d installations", len(found))
	}
	for name, times := range files.reads {
		if times > 2 { // to see whether it exists, and to parse it
			t.Errorf("%s is read %d times", name, times)
		}
	}
}
