package upgrade

import (
	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/inventory"
)

// leave takes the templates that nothing reads out of the files that change if they need a decision, because no stop has to wait for what no tool
// applies. It adds a warning for each, and reports whether there are some.
func (r *Repository) leave(converted []convert.File, outcome *Outcome) bool {
	var unread map[string]bool
	found := false
	for _, f := range converted {
		if _, isTemplate := filetype.Rendered(f.Path); !isTemplate || !f.Undecided() || r.unread[f.Path] {
			continue
		}
		if unread == nil {
			unread = inventory.Unread(r.Tree.Inputs, r.Tree.Files)
		}
		if !unread[f.Path] {
			continue
		}
		found, r.unread[f.Path] = true, true
		note := convert.Note{
			File: f.Path, Line: 1, Object: "template", Level: convert.Warning,
			Message: "it needs a decision, but nothing refers to it, so it stays as it is and no stop waits for it; " +
				"delete it, or convert it with karplint convert",
		}
		outcome.add([]convert.File{{Path: f.Path, Before: f.Before, After: f.Before, Notes: []convert.Note{note}}})
	}
	return found
}
