package yamltext

import (
	"strings"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/edit/layout"
	"github.com/karplint/karplint/edit/textline"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Document returns the text of a new YAML document with v, with the newlines and the indentation of the document beside it,
// without a marker, and with a newline at the end. Values of doc must be detached first. It returns an error if the text would not
// parse to v with its comments.
func Document(doc *model.Document, v *model.Value) (string, error) {
	sibling := *doc
	if doc.Root == nil {
		sibling.Root = &model.Value{Kind: model.Map}
	}
	s := layout.New(&sibling)
	s.JSON, s.Comments = false, nil
	t := &treeWriter{Tree: &draft.Tree{Source: s}}
	t.Root = t.NewNode(v)
	if t.Root.Open() {
		return "", draft.ErrOpen
	}
	text := t.documentText()
	if t.Failed != nil {
		return "", t.Failed
	}
	after, err := layout.ReadDocument(model.NewFile("new.yaml", []byte(text)))
	switch {
	case err != nil:
		return "", err
	case after.Root == nil || !t.SameMeaning(after.Root, t.Wanted()):
		return "", edit.RefuseWith("write it by hand", "the new document would not read back as intended")
	}
	after.Syntax = model.YAML
	return text, draft.VerifyRemarks(draft.RemarkTexts(t.Root), draft.CountComments(yaml.Comments(after)))
}

// documentText returns the text of the whole tree, which is not in a file yet.
func (t *treeWriter) documentText() string {
	k := &draft.Child{Node: t.Root}
	r := t.RemarksOf(k)
	r.MoveUp()
	out := draft.RemarkLines(r.Above, "")
	if t.Root.IsBlock() {
		out = append(out, t.blockLines(t.Root, "")...)
	} else {
		out = append(out, t.inline(t.Root, "", flowStyle{})...)
	}
	out = append(out, draft.RemarkLines(r.Below, "")...)
	var text strings.Builder
	for _, l := range out {
		text.WriteString(textline.PieceText(t.Data, append(t.Indentation(l), l.Body...)))
		text.WriteString(t.Newline)
	}
	return text.String()
}
