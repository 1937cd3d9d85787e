package edit

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Document returns the text of a new YAML document that holds v, with the newlines and the indentation of the document that
// it will stand beside; no marker, and a newline at the end. Values of doc must be detached first. It returns an error
// where the text would not read back as v with its comments.
func Document(doc *model.Document, v *model.Value) (string, error) {
	beside := *doc
	if doc.Root == nil {
		beside.Root = &model.Value{Kind: model.Map}
	}
	s := newSource(&beside)
	s.json, s.comments = false, nil
	t := &tree{source: s}
	t.root = s.node(v)
	if t.root.open() {
		return "", errOpen
	}
	text := t.documentText()
	if t.failed != nil {
		return "", t.failed
	}
	after, err := parseOne(model.NewFile("new.yaml", []byte(text)))
	switch {
	case err != nil:
		return "", err
	case after.Root == nil || !t.sameMeaning(after.Root, t.wanted()):
		return "", RefuseWith("write it by hand", "the new document would not read back as intended")
	}
	after.Syntax = model.YAML
	return text, verifyRemarks(remarkTexts(t.root), countComments(yaml.Comments(after)))
}

// documentText writes the whole tree, nothing of which stands in a file.
func (t *tree) documentText() string {
	k := &kid{node: t.root}
	r := t.remarksOf(k)
	r.moveUp()
	out := remarkLines(r.above, "")
	if t.root.isBlock() {
		out = append(out, t.blockLines(t.root, "")...)
	} else {
		out = append(out, t.inline(t.root, "", flowStyle{})...)
	}
	out = append(out, remarkLines(r.below, "")...)
	text := ""
	for _, l := range out {
		text += pieceText(t.data, append(t.indentation(l), l.body...)) + t.newline
	}
	return text
}
