package upgrade

import (
	"sync"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint/inventory"
)

// leave takes the templates that nothing reads out of the files that change if they need a decision, because no stop has to wait for what no tool
// applies. It adds a warning for each, and reports whether there are some.
func (r *Repository) leave(converted []convert.File, outcome *Outcome) bool {
	found, isUnread := false, r.unreadTemplates()
	for _, f := range converted {
		if !f.Undecided() || r.unread[f.Path] || !isUnread(f.Path) {
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

// unreadTemplates returns a function that reports whether a file is a template that nothing reads.
func (r *Repository) unreadTemplates() func(file string) bool {
	all := sync.OnceValue(func() map[string]bool { return inventory.Unread(r.Tree.Inputs, r.Tree.Files) })
	return func(file string) bool {
		_, isTemplate := filetype.Rendered(file)
		return isTemplate && all()[file]
	}
}
