package units

import (
	"fmt"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Bounds for a file. A part beyond one becomes a Unit with Bound, and is not converted.
const (
	maxValues    = 100_000 // keys and values in a document
	maxDocuments = 5000    // documents of a file that are read
	maxEmbedded  = 2000    // documents in the texts of a Terraform file, which are in memory together
	minDocuments = 1000    // at the start of a file, read whatever they contain
)

// bounds counts the parts of a file that were read.
type bounds struct {
	file    *model.File
	matters func(document []byte) bool // nil means that all do
	asked   int                        // documents
	read    int                        // the documents that were read
}

// reads reports whether to read a document. The first call is for the whole file.
func (b *bounds) reads(document []byte) bool {
	b.asked++
	return b.asked <= 1+minDocuments || b.matters == nil || b.matters(document)
}

// exceeded returns a unit for a document beyond a bound; nil for any other. doc is nil if the document does not parse.
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

// isFull reports whether to stop reading the file.
func (b *bounds) isFull() bool { return b.read > maxDocuments }

func unread(span model.Span, bound string) *Unit {
	return &Unit{Bound: bound, Err: &yaml.ParseError{Span: span, Message: bound}}
}

// hasMore reports whether a tree has more than bound keys and values.
func hasMore(root *model.Value, bound int) bool {
	count := 0
	return root.Any(func(v *model.Value) bool {
		count += 1 + len(v.Entries)
		return count > bound
	})
}
