package edit

import "github.com/karplint/karplint/model"

// Plan returns the edits, sorted and not overlapping, that make the Ops true in doc. It returns
// an error, and no edits, where a path does not exist, where the syntax at that place cannot
// be changed safely (an alias, an unbalanced template), or where the result would not read
// back as the tree the Ops ask for.
func Plan(doc *model.Document, ops []Op) ([]Edit, error) {
	panic("TODO")
}

// Apply returns data with the edits made. The edits must be sorted and must not overlap.
func Apply(data []byte, edits []Edit) ([]byte, error) {
	panic("TODO")
}
