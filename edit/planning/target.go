// Package planning makes edits of bytes of Ops on a document or a Terraform file.
//
// A Plan finds which lines belong to which entry, makes the changes in a copy of the tree, refuses changes that templates prevent,
// writes lines, copying those that did not change, compares them with the source, and reads the result again before anything is
// returned.
package planning

import (
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/hcltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Target is the object of a plan: a document of yaml.Documents, one of yaml.Embedded, in a heredoc, or a Terraform file that
// hcl.Parse has read, or a value in it.
type Target struct {
	Doc *model.Document

	// Around is the Terraform file with the heredoc whose text Doc is. With it the change is proved on the lines of Doc, and the whole file is not
	// read twice.
	Around *model.Document

	// Object is the path of the value in Doc at which the paths of Ops start; empty for the root of Doc.
	Object []any

	// MovesTemplates lets lines that templates write move with what holds them, where the Ops cannot be planned without that.
	MovesTemplates bool

	// Variants are what Doc is with each choice of the branches of Blocks, with the Ops for that, and Blocks those of yaml.Blocks. A plan
	// of variants has no other Ops: after it each variant reads as the tree that its own make of it.
	Variants []branches.Variant
	Blocks   []*gotmpl.Block
}

// Plan returns the edits of the target's file, sorted and not overlapping, that make the Ops true. It returns an error, and no edits,
// where a path does not exist: a Refusal where the syntax at that place cannot be changed safely (an alias, an unbalanced template), or
// where the result would not read back as the tree the Ops ask for with every comment in place.
//
// In Terraform a path may lead into the parts of an expression (the Items of an Unknown), such as the argument of jsonencode. A new value
// of kind Unknown then is an expression, with Items the call of the function that its Text names. An Object that is a map there
// is planned like a manifest in YAML: what moves takes the place of what was there, in the author's order, with its comments.
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
	edits, err := planPart(doc, ops, heredoc)
	if err != nil && target.MovesTemplates && len(doc.Templates) > 0 {
		if moved, failed := branches.Plan(doc, nil, []branches.Variant{{Doc: doc, Ops: ops}}); failed == nil {
			return moved, nil
		}
	}
	return edits, err
}

// heredocAround returns the heredoc that holds the span, nil if none does.
func heredocAround(v *model.Value, span model.Span) *model.Value {
	if v == nil || !v.Span.Contains(span) {
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
