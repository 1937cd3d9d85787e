package cli

import (
	"sort"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/internal/load"
)

// rendered is the output of helm template. Each of its documents begins with the line
// "# Source: chart/templates/file.yaml".
type rendered []renderedDocument // in the order of the text

type renderedDocument struct {
	start    int    // the document's first byte, its "---" included
	template string // "" if the document does not name it
}

// readRendered finds the documents of a text and the templates that they name. Only comments and blank lines may precede the
// name in a document.
func readRendered(text []byte) rendered {
	documents := rendered{{}}
	top, offset := true, 0
	for line := range strings.Lines(string(text)) {
		template, named := strings.CutPrefix(line, "# Source: ")
		switch {
		case strings.HasPrefix(line, "---"):
			documents = append(documents, renderedDocument{start: offset})
			top = true
		case top && named:
			documents[len(documents)-1].template = strings.TrimSpace(template)
			top = false
		case strings.TrimSpace(line) != "" && line[0] != '#':
			top = false
		}
		offset += len(line)
	}
	return documents
}

// templateFiles finds the files of templates that helm names by their charts.
type templateFiles struct {
	files  []load.File
	source func(path string) []byte
	charts map[string]string // names by directory, as in chartName
}

// file returns the file of a template such as chart/templates/file.yaml. If no file in the repository matches that name, or several
// do, it returns the name itself.
func (t templateFiles) file(template string) string {
	chart, inChart, _ := strings.Cut(template, "/")
	for _, name := range []string{template, inChart} {
		var files []string
		for _, f := range t.files {
			if (f.Path == name || strings.HasSuffix(f.Path, "/"+name)) && t.mayBeIn(chart, strings.TrimSuffix(f.Path, inChart)) {
				files = append(files, f.Path)
			}
		}
		if len(files) == 1 && name != "" {
			return files[0]
		}
	}
	return template
}

// mayBeIn reports whether the directory, with a slash at the end, is not that of another chart. The directory of a chart may have any name.
func (t templateFiles) mayBeIn(chart, dir string) bool {
	name, known := t.charts[dir]
	if !known {
		if match := chartName().FindSubmatch(t.source(dir + "Chart.yaml")); match != nil {
			name = string(match[1])
		}
		t.charts[dir] = name
	}
	return name == "" || name == chart
}

var chartName = pattern.New(`(?m)^name:[ \t]*["']?([\w.-]+)`)

// template returns the template of the document that contains the byte, or "".
func (r rendered) template(offset int) string {
	i := sort.Search(len(r), func(i int) bool { return r[i].start > offset })
	return r[i-1].template
}
