package runbook

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/edit/diff"
	helmtext "github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/shell"
	"github.com/karplint/karplint/runbook/values"
)

// maxFiles is the number of changed files listed for a stop.
const maxFiles = 20

// changeFiles returns the step that changes the files for which owns is true, by a command with the paths; nil if none changes.
func (w *writer) changeFiles(title string, paths []string, owns func(file string) bool) *Step {
	step := &Step{ID: "files", Title: title}
	for _, f := range w.taken.Files {
		if text := w.described[f.Path]; text != "" && owns(f.Path) {
			step.Items = append(step.Items, Item{Place: Place{File: f.Path}, Text: text})
		}
	}
	if len(step.Items) == 0 {
		return nil
	}
	if slices.ContainsFunc(slices.Sorted(maps.Keys(w.open)), owns) { // also in a file that does not change: upgrade writes nothing of such a stop
		step.Title += " once the decisions of this stop are made"
	}
	if more := len(step.Items) - maxFiles; more > 1 {
		step.Items = append(step.Items[:maxFiles], Item{Text: fmt.Sprintf("and %d more files", more)})
	}
	words := []string{"karplint upgrade --to", w.To, "--write"}
	if w.Strategy != Drift {
		words = append(words, "--strategy", string(w.Strategy))
	}
	step.Commands = []Command{
		{Run: strings.Join(append(words, shell.QuoteAll(paths)...), " "), Expect: "it takes this stop only, and changes the files above"},
		{Run: "git diff", Expect: "read it, and commit it"},
	}
	return step
}

// changeAll returns one step that changes the files of all installations of the road, nil if each has a step of its own.
func (w *writer) changeAll(title string) *Step {
	if w.division.isComplete {
		return nil
	}
	paths, isShared := w.pathsOfRoad()
	step := w.changeFiles(title, paths, func(string) bool { return true })
	if step != nil && isShared {
		step.Why = []string{"Its paths also have files of another road of this plan, which the command takes one stop further: " +
			"restore those (git restore) until you come to that road."}
	}
	return step
}

// pathsOfRoad returns the directories of what the stop changes, if they have nothing of other roads; otherwise the paths of the command line, which
// are shared if there are other roads.
func (w *writer) pathsOfRoad() (paths []string, isShared bool) {
	others := w.filesOfOthers()
	isOwn := func(dir string) bool {
		return dir != "." && !slices.ContainsFunc(others, func(other string) bool { return isBelow(other, dir) })
	}
	for _, f := range w.taken.Files {
		dirs := []string{path.Dir(f.Path)}
		for _, i := range w.before {
			if isBelow(f.Path, i.Dir) {
				dirs = append(dirs, i.Dir)
			}
		}
		slices.SortFunc(dirs, func(a, b string) int { return len(a) - len(b) })
		n := slices.IndexFunc(dirs, isOwn)
		switch {
		case w.described[f.Path] == "":
		case n < 0 || len(others) == 0:
			return w.Paths, len(others) > 0
		default:
			paths = append(paths, dirs[n])
		}
	}
	return onceEach(paths), false
}

// filesOfOthers returns the directories and the files of installations on other roads with stops.
func (w *writer) filesOfOthers() (paths []string) {
	for _, g := range w.groups {
		if g == w.group || len(road.Find(g.start, w.To)) == 0 {
			continue
		}
		for _, i := range g.installations {
			paths = append(paths, i.Dir, i.File(), i.Controller.Version.File)
			for _, o := range i.Objects {
				paths = append(paths, o.Place.File)
			}
		}
	}
	return paths
}

// changeOwn returns the step that changes only the files of the installation, nil if changeAll does it.
func (s site) changeOwn(title string) *Step {
	if !s.division.isComplete {
		return nil
	}
	dir := s.division.pathOf(s.before)
	step := s.changeFiles(title, []string{dir}, func(file string) bool { return isBelow(file, dir) })
	if step != nil {
		step.Installation = s.before.describe()
	}
	return step
}

// describeFiles describes the changes of each file of the stop in one line, by path; "" for a file that neither changes nor waits for a decision.
func (w *writer) describeFiles() map[string]string {
	parts, described := w.fileParts(), map[string]string{}
	for _, f := range w.taken.Files {
		described[f.Path] = w.describeFile(&f, &parts)
	}
	return described
}

// fileParts is what changes at a stop besides the converted objects, by file: descriptions, and changes of permissions that need no decision.
type fileParts struct {
	versions, values, removed map[string][]string
	access                    map[string][]accessChange
}

// fileParts goes through the installations once for all files, because a plan may have hundreds of both.
func (w *writer) fileParts() fileParts {
	of := fileParts{map[string][]string{}, map[string][]string{}, map[string][]string{}, map[string][]accessChange{}}
	for _, s := range w.sites() {
		for _, pair := range [][2]Chart{{s.before.CRDs, s.after.CRDs}, {s.before.Controller, s.after.Controller}} {
			file := pair[0].Version.File
			if pair[0].Exists() && pair[1].Exists() && pair[0].version() != pair[1].version() {
				of.versions[file] = append(of.versions[file], describeVersions(pair[0], pair[1]))
			}
		}
		for _, c := range values.Compare(s.before.Controller.values(), s.after.Controller.values()) {
			file := cmp.Or(c.File, s.after.Controller.Place.File)
			of.values[file] = append(of.values[file], c.Text)
		}
		for _, o := range s.before.Objects {
			if w.stop.Removes != "" && !s.after.has(o) {
				of.removed[o.Place.File] = append(of.removed[o.Place.File], o.String()+" is removed")
			}
		}
	}
	for _, c := range w.changes {
		if c.asked.Text == "" {
			of.access[c.Place.File] = append(of.access[c.Place.File], c)
		}
	}
	return of
}

func (w *writer) describeFile(f *convert.File, of *fileParts) string {
	switch {
	case !f.Changed() && w.open[f.Path] > 0:
		return "changes once its decisions are made"
	case !f.Changed() && f.Undecided():
		return "what changes depends on the decisions of an earlier stop"
	case !f.Changed():
		return ""
	}
	parts := slices.Clone(of.versions[f.Path])
	if before, after := helmtext.VersionOf(f.Before), helmtext.VersionOf(f.After); path.Base(f.Path) == helmtext.ChartFile && before != after {
		parts = append(parts, fmt.Sprintf("the chart's own version %s to %s", before, after))
	}
	parts = append(parts, of.values[f.Path]...)
	named := map[string]bool{}
	for _, c := range of.access[f.Path] {
		parts, named[c.name()] = append(parts, c.String()), true
	}
	for _, o := range f.Objects {
		if o.Status == convert.Converted && w.stop.Removes == "" && !named[o.From] {
			parts = append(parts, w.describeObject(f.Path, o))
		}
	}
	parts = append(parts, of.removed[f.Path]...)
	parts = once(parts) // the installations of one module have the same changes
	if more := len(parts) - maxParts; more > 1 {
		parts = append(parts[:maxParts], fmt.Sprintf("%d more", more))
	}
	lines := changedLines(f)
	if len(parts) == 0 {
		return lines
	}
	return strings.Join(parts, ", ") + "; " + lines
}

const maxParts = 4

// once returns the texts that are not empty, each once.
func once(texts []string) []string {
	return onceEach(slices.DeleteFunc(texts, func(text string) bool { return text == "" }))
}

// onceEach returns the items, each once.
func onceEach[T comparable](items []T) (unique []T) {
	for _, item := range items {
		if !slices.Contains(unique, item) {
			unique = append(unique, item)
		}
	}
	return unique
}

// describeObject describes the conversion of an object.
func (w *writer) describeObject(file string, o convert.Object) string {
	_, to, _ := strings.Cut(o.To, " ")
	from := strings.TrimSpace(o.Kind.Kind + " " + o.Name)
	switch {
	case o.From != o.To && to != from && w.keeps(file, o):
		return from + " gets " + to + " beside it"
	case o.From == o.To:
		return from
	}
	version, kind, _ := strings.Cut(o.To, " ")
	if kind == from {
		return from + " becomes " + version
	}
	return from + " becomes " + o.To
}

// keeps reports whether an object stays in its file beside its successor.
func (w *writer) keeps(file string, object convert.Object) bool {
	return w.stop.Keeps != "" && slices.ContainsFunc(w.after, func(i *Installation) bool {
		return slices.ContainsFunc(i.Objects, func(o *Object) bool {
			isNamed := o.Name == object.Name || o.Name == ""
			return isNamed && o.Place.File == file && o.APIKind == object.Kind
		})
	})
}

// describeVersions describes the change of a chart's version, or of an image's.
func describeVersions(before, after Chart) string {
	name := cmp.Or(before.chartName(), "image")
	if before.version() == "" {
		return fmt.Sprintf("%s gets version %s", name, after.version())
	}
	return fmt.Sprintf("%s %s to %s", name, before.version(), after.version())
}

// changedLines counts the new and the lost lines of a file.
func changedLines(f *convert.File) string {
	lost, got := 0, 0
	for _, e := range diff.LineEdits(f.Before, f.After) {
		lost += bytes.Count(f.Before[e.Start:e.End], []byte("\n"))
		got += strings.Count(e.New, "\n")
	}
	return fmt.Sprintf("+%d −%d lines", got, lost)
}
