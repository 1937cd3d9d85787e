package cli

import (
	"sort"
	"strings"
)

// rendered is a text that helm template wrote: it begins each document with the line
// "# Source: chart/templates/file.yaml".
type rendered []renderedDocument // in the order of the text

type renderedDocument struct {
	start    int    // the document's first byte, its "---" included
	template string // "" if the document does not say
}

// readRendered finds the documents of a text and the templates that they name. The name stands
// at the top of the document, with comments and blank lines before it at most.
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

// template returns the template that the document around the byte was rendered from, or "".
func (r rendered) template(offset int) string {
	i := sort.Search(len(r), func(i int) bool { return r[i].start > offset })
	return r[i-1].template
}
