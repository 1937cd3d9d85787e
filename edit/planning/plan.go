package planning

import (
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/yamltext"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// planTree plans Ops on a document, which is the text of the heredoc if that is not nil.
func (target *Target) planTree(doc *model.Document, ops []edit.Op, heredoc *model.Value) (edits []edit.Edit, err error) {
	if heredoc == nil && (layout.HasStatements(doc) || layout.ChangesValues(doc)) {
		if blocks, err := yaml.Blocks(doc, doc.Root.Span); err == nil && len(blocks) == 0 {
			return branches.Plan(doc, nil, []branches.Variant{{Doc: doc, Ops: ops}})
		}
	}
	t := draft.New(layout.New(doc))
	t.Heredoc = heredoc
	if err := t.ApplyAll(ops); err != nil || t.Root.Clean() {
		return nil, err
	}
	if err := t.LinesInComments(); err != nil {
		return nil, err
	}
	if edits, err = yamltext.Edits(t); err != nil {
		return nil, err
	}
	if err := verify(t, edits); err != nil {
		return nil, err
	}
	return edits, nil
}

// verify reads the result and compares it with the wanted tree.
func verify(t *draft.Tree, edits []edit.Edit) error {
	after, _, err := t.Result(edits)
	if err != nil {
		return err
	}
	if !t.SameMeaning(after.Root, t.Wanted()) {
		return draft.ErrNotAsAsked
	}
	return t.VerifyComments(yaml.Comments(after))
}
