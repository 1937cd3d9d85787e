// Package values compares the values of a chart before and after a stop of an upgrade.
package values

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Change is a difference in one line, and the file that sets the value, "" for the file of the installation.
type Change struct{ File, Text string }

// setting is a value that is no map.
type setting struct {
	path  string // with dots: settings.clusterName
	last  string // key of the path
	value *model.Value
}

// change returns a difference in the file of the setting.
func (s setting) change(text string) Change {
	if s.value.Origin == nil || s.value.Origin.File == nil {
		return Change{Text: text}
	}
	return Change{s.value.Origin.File.Path, text}
}

// Compare returns the differences between two states of the values: new and changed ones, then those with a new name and those that are gone.
func Compare(before, after *model.Value) (changes []Change) {
	if before.Hash() == after.Hash() {
		return nil
	}
	old, now := settingsIn(before, nil), settingsIn(after, nil)
	was, is := byPath(old), byPath(now)
	got := slices.DeleteFunc(slices.Clone(now), func(s setting) bool { return was[s.path] != nil })
	var others []Change
	for _, s := range old {
		if is[s.path] != nil {
			continue
		}
		n := successorOf(s, got)
		if n < 0 {
			others = append(others, s.change("loses the value "+s.path))
			continue
		}
		others = append(others, got[n].change(s.path+" becomes "+got[n].path))
		got = slices.Delete(got, n, n+1)
	}
	for _, s := range now {
		if v := was[s.path]; v != nil && v.Hash() != s.value.Hash() {
			got = append(got, s)
		}
	}
	for _, s := range got {
		changes = append(changes, s.change(Text(s.path, s.value)))
	}
	return append(changes, others...)
}

// settingsIn returns the settings below a path, in their order.
func settingsIn(v *model.Value, path []any) (all []setting) {
	if !v.IsMap() {
		if len(path) == 0 {
			return nil
		}
		last, _ := path[len(path)-1].(string)
		return []setting{{model.PathText(path), last, v}}
	}
	for _, e := range v.Entries {
		all = append(all, settingsIn(e.Value, append(slices.Clip(path), e.Key.Text))...)
	}
	return all
}

// successorOf returns the index of the setting that a lost one has become, with a last key like the earlier one: interruptionQueue for
// interruptionQueueName.
func successorOf(old setting, got []setting) int {
	return slices.IndexFunc(got, func(s setting) bool {
		isLike := strings.HasPrefix(s.last, old.last) || strings.HasPrefix(old.last, s.last)
		return isLike && s.value.Hash() == old.value.Hash()
	})
}

func byPath(settings []setting) map[string]*model.Value {
	values := map[string]*model.Value{}
	for _, s := range settings {
		values[s.path] = s.value
	}
	return values
}

// Text describes a new value.
func Text(name string, v *model.Value) string {
	if v.IsScalar() {
		return fmt.Sprintf("gets %s = %s", name, v.Text)
	}
	return "gets another " + name
}
