package charts

import (
	"path"
	"slices"
	"sync"

	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
)

// Installation gives values to a chart, on top of those in its values.yaml: an object of Argo CD or Flux, a helmfile, a helm_release.
type Installation struct {
	File   string
	Line   int          // 1-based
	Values *model.Value // merged; open where the repository does not have all of them
}

// isKnown reports whether the repository has all values.
func (i *Installation) isKnown() bool {
	return !i.Values.Any(func(v *model.Value) bool { return v.Open })
}

// IsInstalled reports whether something in the repository installs the chart of a template. A chart that nothing installs is for other
// repositories.
func (c *Charts) IsInstalled(template *model.File) bool {
	return len(c.installations(helm.ChartOf(template.Path))) > 0
}

// installations returns the installations of the chart in a directory.
func (c *Charts) installations(dir string) []Installation {
	if c.installed == nil {
		return nil
	}
	return c.installed(dir)
}

// valueSet is a set of values with which a chart is rendered.
type valueSet struct {
	file string // the values file, or the file of the installation
	line int    // 1-based
	root *model.Value
}

// setsOfChart are the sets of values of one chart.
type setsOfChart struct {
	mu       sync.Mutex
	dir      string
	sets     []valueSet
	complete bool
}

// valueSets is mergedSets, which merges large values anew. It remembers the sets of one chart, because the templates of a chart follow each other.
func (c *Charts) valueSets(dir string) (sets []valueSet, complete bool) {
	last := &c.lastSets
	last.mu.Lock()
	defer last.mu.Unlock()
	if last.dir != dir {
		last.dir = dir
		last.sets, last.complete = c.mergedSets(dir)
	}
	return last.sets, last.complete
}

// mergedSets returns the sets of values with which a chart may be rendered. Each other values file and each installation gives a set,
// merged into values.yaml. values.yaml alone is a set only if nothing installs the chart. complete is false if some values are unknown.
func (c *Charts) mergedSets(dir string) (sets []valueSet, complete bool) {
	var base *model.Value
	for _, f := range c.values[dir] {
		if f.isDefault() {
			if base = f.root(); base == nil {
				return nil, false
			}
			sets = append(sets, valueSet{file: f.path, line: 1, root: base})
		}
	}
	installations := c.installations(dir)
	if len(installations) > 0 {
		sets = nil
	}
	for _, f := range c.values[dir] {
		if root := f.root(); !f.isDefault() && root.IsMap() {
			sets = addSet(sets, base, valueSet{file: f.path, line: 1, root: root})
		}
	}
	complete = true
	for _, i := range installations {
		if i.isKnown() {
			sets = addSet(sets, base, valueSet{file: i.File, line: i.Line, root: i.Values})
		} else {
			complete = false
		}
	}
	return sets, complete
}

// addSet adds values merged into those of values.yaml, which may be nil.
func addSet(sets []valueSet, base *model.Value, added valueSet) []valueSet {
	if base != nil {
		added.root = kustomize.Merge(base, added.root)
	}
	if added.root == nil {
		return sets
	}
	return append(sets, added)
}

// setElsewhere returns an installation that sets a part of the values at a path outside of the values files of the chart; nil if there
// is none. values starts after Values.
func (c *Charts) setElsewhere(dir string, values []any) (by *Installation) {
	for _, i := range c.installations(dir) {
		for _, place := range placesIn(i.Values, values) {
			v := i.Values.Get(place...)
			if v != nil && v.Any(func(part *model.Value) bool { return !c.isFromFile(dir, part) }) {
				return &i
			}
		}
	}
	return nil
}

// isFromFile reports whether a value of an installation comes from a values file of the chart. It returns true for a map with entries,
// because their values are checked themselves.
func (c *Charts) isFromFile(dir string, v *model.Value) bool {
	if v.IsMap() && len(v.Entries) > 0 {
		return true
	}
	if v.Origin == nil || v.Origin.File == nil {
		return false
	}
	return slices.ContainsFunc(c.values[dir], func(f *valuesFile) bool { return path.Clean(v.Origin.File.Path) == f.path })
}
