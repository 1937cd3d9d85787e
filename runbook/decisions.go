package runbook

import (
	"cmp"
	"fmt"
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
func (w *writer) findings(all []lint.Finding) (items []Item) {
	for _, f := range all {
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

// maxPlaces is the number of places listed for one fact.
const maxPlaces = 3

// grouped joins items with the same text and rule, in the order of their first places. The text then lists the other places.
func grouped(items []Item) (groups []Item) {
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(comparePlaces(a.Place, b.Place), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Text, b.Text))
	})
	places := map[Item][]Place{} // by an item without a place
	var order []Item
	for _, item := range items {
		key := Item{Text: item.Text, Rule: item.Rule}
		if places[key] == nil {
			order = append(order, key)
		}
		if !slices.Contains(places[key], item.Place) {
			places[key] = append(places[key], item.Place)
		}
	}
	for _, key := range order {
		list := places[key]
		key.Place = list[0]
		if more := list[1:]; len(more) > 0 {
			var texts []string
			for _, p := range more[:min(len(more), maxPlaces-1)] {
				texts = append(texts, p.String())
			}
			also := strings.Join(texts, ", ")
			if remaining := len(more) - len(texts); remaining > 0 {
				also += fmt.Sprintf(" and %d more", remaining)
			}
			key.Text += " (also " + also + ")"
		}
		groups = append(groups, key)
	}
	return groups
}
