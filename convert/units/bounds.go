package units

import (
	"fmt"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Bounds for a file. What exceeds one is a Unit with Bound, and stays as it is.
const (
	maxValues    = 100_000 // keys and values in a document
	maxDocuments = 5000    // that are read of a file
	minDocuments = 1000    // from the start of a file, which are read whatever they are about
)

// bounds counts what is read of a file.
type bounds struct {
	file    *model.File
	matters func(document []byte) bool // nil: all do
	asked   int                        // documents
	read    int                        // of them
}

// reads reports whether a document is to be read. The first call is for the whole file.
func (b *bounds) reads(document []byte) bool {
	b.asked++
	return b.asked <= 1+minDocuments || b.matters == nil || b.matters(document)
}

// exceeded returns a unit for the document that was read, nil for one within the bounds. doc is nil for one that does not parse.
func (b *bounds) exceeded(doc *model.Document) *Unit {
	if b.read++; b.isFull() {
		start := 0
		if doc != nil {
			start = doc.Span.Start
		}
		return unread(model.Span{Start: start, End: len(b.file.Data)}, fmt.Sprintf("the file has more than %d documents", maxDocuments))
	}
	if doc != nil && doc.Root != nil && hasMore(doc.Root, maxValues) {
		return unread(doc.Span, fmt.Sprintf("the document has more than %d keys and values", maxValues))
	}
	return nil
}

// isFull reports whether nothing more of the file is read.
func (b *bounds) isFull() bool { return b.read > maxDocuments }

func unread(span model.Span, bound string) *Unit {
	return &Unit{Bound: bound, Err: &yaml.ParseError{Span: span, Message: bound}}
}

// hasMore reports whether a tree has more than a number of keys and values.
func hasMore(root *model.Value, bound int) bool {
	count := 0
	return root.Any(func(v *model.Value) bool {
		count += 1 + len(v.Entries)
		return count > bound
	})
}
