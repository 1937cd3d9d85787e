package cli

import (
	"sort"
	"strings"
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

// templateFile returns the file of a template that helm names by its chart: chart/templates/file.yaml. If no file in the
// repository matches that name, or several do, it returns the name itself.
func (in *input) templateFile(template string) string {
	_, inChart, _ := strings.Cut(template, "/")
	for _, name := range []string{template, inChart} {
		var files []string
		for _, f := range in.Files {
			if f.Path == name || strings.HasSuffix(f.Path, "/"+name) {
				files = append(files, f.Path)
			}
		}
		if len(files) == 1 && name != "" {
			return files[0]
		}
	}
	return template
}

// template returns the template of the document that contains the byte, or "".
func (r rendered) template(offset int) string {
	i := sort.Search(len(r), func(i int) bool { return r[i].start > offset })
	return r[i-1].template
}
