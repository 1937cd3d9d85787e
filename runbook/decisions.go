package runbook

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/runbook/road"
)

// decisions returns the open decisions without which the files of the stop cannot be written, except those that an earlier stop has listed.
func (w *writer) decisions() []Item {
	return grouped(append(w.findings(w.taken.Blockers), w.notes(convert.Decision)...))
}

// isNew reports whether the road meets the subject for the first time, and remembers the subject.
func (w *writer) isNew(subject string) bool {
	if w.met[subject] {
		return false
	}
	w.met[subject] = true
	return true
}

// subjectOf identifies the subject of a note at all stops: the field, the name of the object and its directory. It leaves out the kind, because a
// conversion changes that.
func subjectOf(n convert.Note) string {
	_, name, _ := strings.Cut(n.Object, " ")
	return n.Path + " of " + name + " in " + path.Dir(n.File)
}

// review returns a step with findings and warnings that do not block the stop.
func (w *writer) review() *Step {
	items := append(w.findings(w.taken.Left), w.notes(convert.Warning)...)
	if len(items) == 0 {
		return nil
	}
	return &Step{ID: "look", Title: "Review what changes in meaning", Items: grouped(items)}
}

// findings returns items for the findings that the road has not listed yet.
func (w *writer) findings(reported []lint.Finding) (items []Item) {
	for _, f := range reported {
		if !slices.Contains(road.OwnRules, f.Rule) && w.isNew(f.Message) && w.isNew(f.Rule+" "+f.Resource) {
			items = append(items, itemOf(f))
		}
	}
	return items
}

func itemOf(f lint.Finding) Item {
	return Item{Place: Place{f.File, f.Start.Line}, Text: f.Message, Rule: f.Rule}
}

// notes returns the notes of a level about the changed files.
func (w *writer) notes(level convert.Level) (items []Item) {
	for _, f := range w.taken.Files {
		for _, n := range f.Notes {
			isInSteps := n.About == convert.AboutDone || n.About == convert.AboutReplaced && w.stop.Keeps == ""
			if isInSteps || n.Level != level {
				continue
			}
			if !w.isNew(n.Message) || !w.isNew(string(level)+subjectOf(n)) {
				continue
			}
			text := n.Message
			if subject := strings.TrimSpace(n.Object + " " + n.Path); subject != "" {
				text = subject + ": " + text
			}
			items = append(items, Item{Place: Place{n.File, n.Line}, Text: text})
		}
	}
	return items
}
