package yaml

import "github.com/karplint/karplint/model"

// Nests says what a template of a document does to the depth of blocks: 1 for one that opens a block, -1 for one that ends one, 0 for others.
// divides says that it begins another branch of the block that is open.
func Nests(doc *model.Document, t model.Span) (depth int, divides bool) {
	text := doc.File.Data[t.Start:t.End]
	match := goControl().FindSubmatch(text)
	if match == nil {
		match = terraformControl().FindSubmatch(text)
	}
	if match == nil {
		return 0, false
	}
	switch string(match[1]) {
	case "break", "continue":
		return 0, false
	case "else":
		return 0, true
	case "end", "endif", "endfor":
		return -1, false
	}
	return 1, false
}
