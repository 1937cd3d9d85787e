package manifests

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
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

// umbrella returns the Chart.yaml of a chart with n dependencies, and its files: values.yaml and n values files of environments.
func umbrella(n int) (*model.Document, chartFiles) {
	files := chartFiles{texts: map[string]string{"values.yaml": "d1: {a: 1}\n"}, reads: map[string]int{}}
	chart := strings.Builder{}
	chart.WriteString("name: umbrella\ndependencies:\n")
	for i := range n {
		fmt.Fprintf(&chart, "- {name: d%d, version: 1.0.0, repository: https://example.com}\n", i)
		files.texts[fmt.Sprintf("values-%d.yaml", i)] = fmt.Sprintf("d1: {b: %d}\n", i)
	}
	var document *model.Document
	yaml.Documents(model.NewFile("Chart.yaml", []byte(chart.String())), func(doc *model.Document, _ *yaml.ParseError) bool {
		document = doc
		return true
	})
	return document, files
}

// TestUmbrellaValuesAreReadOnce: the number of times that a values file is read does not depend on the number of dependencies.
func TestUmbrellaValuesAreReadOnce(t *testing.T) {
	doc, files := umbrella(20)
	if charts := slices.Collect(Charts(doc, 0, files)); len(charts) != 20*21 {
		t.Fatalf("%d installations", len(charts))
	}
	for name, times := range files.reads {
		if times > 2 { // to see whether it exists, and to parse it
			t.Errorf("%s is read %d times", name, times)
		}
	}
}

// TestUmbrellaValuesInMemory: the values of only one environment are in memory at a time. The survey opens all values files, but does
// not parse those of environments.
func TestUmbrellaValuesInMemory(t *testing.T) {
	doc, files := umbrella(20)
	if o := Observe(doc, 0, files); len(o.Resources) != 20 || len(files.reads) != 21 {
		t.Fatalf("%d resources, %d files are opened", len(o.Resources), len(files.reads))
	}
	clear(files.reads)
	number := 0
	for range Charts(doc, 0, files) {
		if number++; number <= 20 {
			continue // with values.yaml only
		}
		parsed := 0
		for name, times := range files.reads {
			if name != "values.yaml" && times > 1 {
				parsed++
			}
		}
		if want := (number - 1) / 20; parsed != want {
			t.Fatalf("%d files of values are parsed for installation %d, want %d", parsed, number, want)
		}
	}
}
