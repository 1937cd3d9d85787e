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

// decisions returns what a person has to decide before the files of the stop can be written, and did not have to decide at an earlier one.
func (w *writer) decisions() []Item {
	return grouped(append(w.findings(w.taken.Blockers), w.notes(convert.Decision)...))
}

// isNew reports whether the subject is met for the first time on the road.
func (w *writer) isNew(subject string) bool {
	if w.met[subject] {
		return false
	}
	w.met[subject] = true
	return true
}

// subjectOf identifies what a note is about at all stops: its object, whatever kind that has there, and the field.
func subjectOf(n convert.Note) string {
	_, name, _ := strings.Cut(n.Object, " ")
	return n.Path + " of " + name + " in " + path.Dir(n.File)
}

// look returns a step about what is worth a look, but keeps nothing from being written.
func (w *writer) look() *Step {
	items := append(w.findings(w.taken.Left), w.notes(convert.Warning)...)
	if len(items) == 0 {
		return nil
	}
	return &Step{ID: "look", Title: "Review what changes in meaning", Items: grouped(items)}
}

// findings returns findings of the stop that were not told before.
func (w *writer) findings(all []lint.Finding) (items []Item) {
	for _, f := range all {
		if !slices.Contains(road.OwnRules, f.Rule) && w.isNew(f.Message) && w.isNew(f.Rule+" "+f.Resource) {
			items = append(items, found(f))
		}
	}
	return items
}

func found(f lint.Finding) Item {
	return Item{Place: Place{f.File, f.Start.Line}, Text: f.Message, Rule: f.Rule}
}

// notes returns the notes of a level about the changed files.
func (w *writer) notes(level convert.Level) (items []Item) {
	for _, f := range w.taken.Files {
		for _, n := range f.Notes {
			isOwn := n.About == convert.AboutDone || n.About == convert.AboutReplaced && w.stop.Keeps == ""
			if isOwn || n.Level != level {
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

// maxPlaces is how many places of one fact are named.
const maxPlaces = 3

// grouped joins items that say the same, sorted by their first places.
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
