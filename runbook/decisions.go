package runbook

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/survey"
)

// decisions returns the open decisions without which the files of the stop cannot be written, except those that an earlier stop has listed.
func (w *writer) decisions() []Item {
	items := append(w.findings(w.taken.Blockers), w.notes(convert.Decision)...)
	w.open = map[string]int{}
	for _, item := range items {
		w.open[item.File]++
	}
	return grouped(items)
}

// isNew reports whether no earlier stop of the road has met the subject, and remembers it.
func (w *writer) isNew(subject string) bool {
	first, isKnown := w.met[subject]
	if !isKnown {
		w.met[subject] = w.stop
	}
	return !isKnown || first == w.stop
}

// subjectOf identifies the subject of a note at all stops: the field, the name of the object and its directory. Instead of the kind, which a
// conversion changes, it has whether the object is a class.
func subjectOf(n convert.Note) string {
	kind, name, isNamed := strings.Cut(n.Object, " ")
	if !isNamed { // the address of a chart
		name = n.Object
	}
	return fmt.Sprintf("%s of %s %t in %s", n.Path, name, survey.IsClass(kind), path.Dir(n.File))
}

// review returns a step with findings and warnings that do not block the stop, except those that the step with the permissions has.
func (w *writer) review() *Step {
	others := slices.DeleteFunc(slices.Clone(w.taken.Left), func(f lint.Finding) bool {
		isAsked := slices.ContainsFunc(w.changes, func(c accessChange) bool { return c.asked == itemOf(f) })
		isSame := func(b lint.Finding) bool { return b.Fingerprint == f.Fingerprint && b.Text() == f.Text() }
		return isAsked || slices.ContainsFunc(w.taken.Blockers, isSame)
	})
	items := append(w.findings(others), w.notes(convert.Warning)...)
	if len(items) == 0 {
		return nil
	}
	return &Step{ID: "look", Title: "Review what changes in meaning", Items: grouped(items)}
}

// findings returns items for the findings that the road has not listed yet.
func (w *writer) findings(reported []lint.Finding) (items []Item) {
	for _, f := range reported {
		if !slices.Contains(road.OwnRules, f.Rule) && w.isNew(f.Text()) && w.isNew(f.Rule+" "+f.Resource) {
			items = append(items, itemOf(f))
		}
	}
	return items
}

func itemOf(f lint.Finding) Item {
	return Item{Place: Place{f.File, f.Start.Line}, Text: f.Text(), Rule: f.Rule}
}

// notes returns the notes of a level about the changed files.
func (w *writer) notes(level convert.Level) (items []Item) {
	for _, f := range w.taken.Files {
		for _, n := range f.Notes {
			isInSteps := n.About == convert.AboutDone || n.About == convert.AboutReplaced && w.stop.Keeps == ""
			if isInSteps || n.Level != level {
				continue
			}
			_, name, _ := strings.Cut(n.Object, " ")
			isNewText, isNewSubject := w.isNew(name+" "+n.Message), w.isNew(string(level)+subjectOf(n))
			if n.About != convert.AboutRelease && !(isNewText && isNewSubject) {
				continue
			}
			item := Item{Place: Place{n.File, n.Line}, Text: n.Message}
			if subject := strings.TrimSpace(n.Object + " " + n.Path); subject != "" {
				item.Text, item.Message = subject+": "+n.Message, n.Message
			}
			items = append(items, item)
		}
	}
	return items
}
