package templates

import (
	"bytes"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// Statements are templates that are alone on their lines and write nothing: assignments and template comments. Like YAML comments,
// they belong to the entry below them.

// Assignment returns the text of a template that assigns a variable; "" for any other.
func (a *action) Assignment() string {
	if a.Open != "{{" || a.Keyword != "" || len(a.Variables) == 0 {
		return ""
	}
	return gotmpl.OneLine(a.Written)
}

// VerifyBehind returns an error if a template in an object, or in the documents that are added behind it and repeat its text, assigns a
// variable or changes other values: then the text means something else there.
func VerifyBehind(old *model.Document, added []*model.Document) error {
	for _, doc := range append([]*model.Document{old}, added...) {
		for _, t := range doc.Templates {
			a := gotmpl.Read(doc.Text(t))
			changes := a.Open == "{{" && len(a.Variables) > 0 && !a.IsControl() || a.Changes(old.File.Helpers)
			if changes && (doc != old || t.Start >= old.Root.Span.Start) {
				return edit.RefuseWith("add the new object by hand",
					"the template %q in the object changes what others read, and a copy would change it again", doc.Text(t))
			}
		}
	}
	return nil
}

// Differs reports whether the text after doc, or a template elsewhere, would notice a difference between the two scopes at its end.
func (s Scope) Differs(second Scope, doc *model.Document) bool {
	return s.assigned != second.assigned && (s.changed || bytes.Contains(doc.File.Data[doc.Span.End:], []byte("{{")))
}
