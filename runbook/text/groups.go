package text

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/runbook"
)

// entry is an item, and what the same is said about.
type entry struct {
	runbook.Item
	stops    []int    // the numbers of the stops that it is a decision of; nil for none
	versions []string // those that the text names instead of versionWord, one for each stop; "" for none
	isNow    bool     // the line of its place counts no changes
	also     []entry  // equal ones with other subjects
}

// versionWord stands in a text for the version of each stop. It is the variable in the commands.
const versionWord = "VERSION"

// entriesOf returns an entry for each item.
func entriesOf(items []runbook.Item, isNow bool) (entries []entry) {
	for _, item := range items {
		entries = append(entries, entry{Item: item, isNow: isNow})
	}
	return entries
}

// decided returns the decisions of all stops. Those that differ only in the stop and its release are one.
func decided(r *runbook.Road) (entries []entry) {
	for n, stop := range r.Stops {
		for _, item := range stop.Decisions {
			e := entry{Item: item, stops: []int{n + 1}, versions: []string{versionIn(item.Text, stop.Release)}, isNow: n == 0}
			at := slices.IndexFunc(entries, func(o entry) bool {
				return o.File == e.File && o.Rule == e.Rule && o.general(o.Text) == e.general(e.Text) && o.stops[len(o.stops)-1] != n+1
			})
			if at < 0 {
				entries = append(entries, e)
				continue
			}
			entries[at].stops = append(entries[at].stops, e.stops...)
			entries[at].versions = append(entries[at].versions, e.versions...)
		}
	}
	return entries
}

// general returns a text of the entry for all its stops.
func (e entry) general(text string) string { return generalText(text, e.versions[0]) }

// versionIn returns how a text writes a release: with a "v" like some charts, or without; "" if it does not name it.
func versionIn(text, release string) string {
	switch {
	case strings.Contains(text, "v"+release):
		return "v" + release
	case strings.Contains(text, release):
		return release
	}
	return ""
}

// generalText returns a text with a word for the version of a stop; "" for none.
func generalText(text, version string) string {
	if version == "" {
		return text
	}
	return strings.ReplaceAll(text, version, versionWord)
}

// joined joins the entries that say the same about several subjects.
func joined(entries []entry) (groups []entry) {
	for _, e := range entries {
		at := slices.IndexFunc(groups, func(o entry) bool {
			return e.Message != "" && o.Message == e.Message && o.Rule == e.Rule && slices.Equal(o.stops, e.stops)
		})
		if at < 0 {
			groups = append(groups, e)
			continue
		}
		groups[at].also = append(groups[at].also, e)
	}
	return groups
}

// describe returns the text, without what the also entries list, and before it the stops.
func (e entry) describe() string {
	text := e.Text
	if len(e.also) > 0 {
		text = e.Message
	}
	if len(e.stops) > 1 {
		text = e.general(text)
		if used := slices.Compact(slices.Clone(e.versions)); used[0] != "" {
			text += fmt.Sprintf("; %s is %s in turn", versionWord, enumerate(used))
		}
	}
	if e.Rule != "" {
		text += " (" + e.Rule + ")"
	}
	return text
}

// subject returns what the entry is about.
func (e entry) subject() string { return strings.Replace(e.Text, ": "+e.Message, "", 1) }

// when names the stops, before a colon.
func (e entry) when() string {
	first, last := e.stops[0], e.stops[len(e.stops)-1]
	switch {
	case first == last:
		return fmt.Sprintf("stop %d:", first)
	case len(e.stops) > 2 && last-first == len(e.stops)-1:
		return fmt.Sprintf("stops %d to %d:", first, last)
	}
	var numbers []string
	for _, n := range e.stops {
		numbers = append(numbers, fmt.Sprint(n))
	}
	return "stops " + enumerate(numbers) + ":"
}

// enumerate returns "a", "a and b", "a, b and c".
func enumerate(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
