// Package planning turns Ops on a document or a Terraform file into edits of bytes.
//
// Plan finds out which lines belong to which entry, applies the Ops to a copy of the tree, and rejects changes that templates
// prevent. Then it writes the lines, copying those that did not change, compares them with the source, and proves the result by
// reading it again.
package planning

import (
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/hcltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Target is the object of a plan: a document that yaml.Documents returned, one in a heredoc that yaml.Embedded returned, or
// a Terraform file that hcl.Parse has read, or a value in it.
type Target struct {
	Doc *model.Document

	// Around is the Terraform file with the heredoc whose text Doc is, or the document with the block scalar. With it the change is proved on the lines
	// of Doc, and the whole file is not read twice.
	Around *model.Document

	// Object is the path of the value in Doc at which the paths of Ops start; empty for the root of Doc.
	Object []any

	// MovesTemplates allows lines that templates write to move with the collection around them, if the Ops cannot be planned
	// otherwise.
	MovesTemplates bool

	// Variants are the forms of Doc, one for each choice of the branches of Blocks, with their Ops. Blocks are those of yaml.Blocks. A plan of
	// variants has no other Ops: after it, each variant reads as the tree that its own Ops make of it.
	Variants []branches.Variant
	Blocks   []*gotmpl.Block
}

// Plan returns the edits of the target's file that apply the Ops, sorted and not overlapping. It returns an error, and no edits, if a
// path does not exist. The error is a Refusal if the syntax at that place cannot be changed safely (an alias, an unbalanced template),
// or if the result would not parse to the tree that the Ops ask for, with every comment in place.
//
// In Terraform a path may lead into the parts of an expression (the Items of an Unknown), such as the argument of jsonencode. A new value
// of kind Unknown then is an expression, with Items the call of the function that its Text names. An Object that is a map there
// is planned like a manifest in YAML: a moved entry takes the place of the old one, in the author's order, with its comments.
func Plan(target Target, ops []edit.Op) ([]edit.Edit, error) {
	doc := target.Doc
	if target.Variants != nil {
		return branches.Plan(doc, target.Blocks, target.Variants)
	}
	switch {
	case len(ops) == 0:
		return nil, nil
	case doc.Root == nil:
		return nil, draft.ErrEmpty
	case doc.Syntax == model.HCL:
		return hcltext.Plan(doc, target.Object, ops)
	}
	var heredoc *model.Value
	if target.Around != nil {
		heredoc = heredocAround(target.Around.Root, doc.Span)
	}
	ops = edit.Prefix(target.Object, ops)
	edits, err := target.planTree(doc, ops, heredoc)
	if err == nil || !target.MovesTemplates || len(doc.Templates) == 0 {
		return edits, err
	}
	if moved, failed := branches.Plan(doc, nil, []branches.Variant{{Doc: doc, Ops: ops}}); failed == nil {
		return moved, nil
	}
	return edits, err
}

// heredocAround returns the heredoc, or the block scalar, in which the span begins, or nil.
func heredocAround(v *model.Value, span model.Span) *model.Value {
	if v == nil || span.Start < v.Span.Start || span.Start >= v.Span.End { // the span of a block scalar ends before its last line break
		return nil
	}
	if v.Style == model.Literal {
		return v
	}
	for _, child := range v.Children() {
		if heredoc := heredocAround(child, span); heredoc != nil {
			return heredoc
		}
	}
	return nil
}
