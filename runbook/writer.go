package runbook

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/facts"
	helmtext "github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/shell"
	"github.com/karplint/karplint/runbook/workloads"
)

// writer writes the steps of a road, stop by stop.
type writer struct {
	*builder
	*group
	stop      *road.Stop
	isLast    bool
	taken     *Taken
	met       map[string]*road.Stop // where the road met a subject first
	open      map[string]int        // decisions of the stop that no earlier one has listed, by file
	writes    string                // the version of the API of the objects before the stop
	before    []*Installation       // before the stop
	after     []*Installation       // after it, in the same order
	changes   []accessChange        // of permissions, at the stop
	described map[string]string     // the changes of its files, by path
	appliers  func(file string) []project.Applier
	division  *division
	kept      map[string][]*Object // by key of an installation: objects that have left its files, but stay in the cluster until their nodes are gone
}

// builder plans the roads of a tree.
type builder struct {
	Options
	ctx       context.Context
	plan      *Plan
	tree      lint.Tree // before the first stop
	errors    []error
	workloads func() []*workloads.Workload
	groups    []*group // of all roads
	done      []string // reasons why installations have no road, for people
	isPlanned bool     // at least one road has stops
	access    []access // policies and module calls, before any stop
}

// group is the installations of one road.
type group struct {
	start         road.Start
	trial         Trial
	installations []*Installation
	last          []*Installation // after the last stop; nil if there is none
	taken         *Taken          // the last stop
}

// present leaves out nil steps, which do not apply.
func present(steps ...*Step) []*Step {
	return slices.DeleteFunc(steps, func(s *Step) bool { return s == nil })
}

// site is an installation at a stop.
type site struct {
	*writer
	before, after *Installation
	isPushed      bool // the files of the stop are applied already, so that a later change needs a push of its own
}

// sites returns the installations at the stop.
func (w *writer) sites() (sites []site) {
	for n, before := range w.before {
		sites = append(sites, site{writer: w, before: before, after: w.after[n]})
	}
	return sites
}

// step returns a new step about the installation.
func (s site) step(id, title string) *Step {
	name := ""
	if len(s.writer.before) > 1 {
		name = s.before.describe()
	}
	return &Step{ID: id, Installation: name, Title: title}
}

// once returns the steps that write makes for the installations. If they differ only in their items, it joins them into one step.
func (w *writer) once(write func(site) *Step) (steps []*Step) {
	for _, s := range w.sites() {
		steps = append(steps, present(write(s))...)
	}
	isSame := func(s *Step) bool {
		copied := *s
		copied.Installation, copied.Items = steps[0].Installation, steps[0].Items
		return reflect.DeepEqual(&copied, steps[0])
	}
	if len(steps) < len(w.before) || !each(steps, isSame) {
		return steps
	}
	for _, s := range steps[1:] {
		steps[0].Items = append(steps[0].Items, s.Items...)
	}
	steps[0].Installation, steps[0].Items = "", grouped(steps[0].Items)
	return steps[:1]
}

// each reports whether all items pass the test.
func each[T any](items []T, test func(T) bool) bool {
	return !slices.ContainsFunc(items, func(item T) bool { return !test(item) })
}

// releaseVariable is the shell variable for the version of the charts, so that commands are the same at each stop.
const releaseVariable = "VERSION"

// commands fills the placeholders in the commands of a tool, for a chart or for a file with objects.
func (s site) commands(templates []facts.ApplyCommand, chart Chart, file string) (commands []Command) {
	for _, t := range templates {
		run := strings.ReplaceAll(t.Run, "{version}", `"$`+releaseVariable+`"`)
		commands = append(commands, Command{s.fill(run, chart, file), s.fill(t.Expect, chart, file)})
	}
	return commands
}

// withRelease puts the command that sets the variable in front of the commands that use it.
func (s site) withRelease(commands []Command) []Command {
	if !slices.ContainsFunc(commands, func(c Command) bool { return strings.Contains(c.Run, "$"+releaseVariable) }) {
		return commands
	}
	return append([]Command{{Run: releaseVariable + "=" + chartVersion(s.stop.Release)}}, commands...)
}

// fill replaces the words in braces, which facts/apply_commands.yaml documents.
func (s site) fill(text string, chart Chart, file string) string {
	i := s.before
	dir := i.Dir
	switch from := chart.installedFrom(); {
	case from != "" && i.tool() == terraform:
		dir = from
	case from != "":
		file, dir = from, path.Dir(from)
	case !i.Terraform && file != "":
		dir = chartDir(file)
	}
	name, namespace := shell.Quote(cmp.Or(chart.objectName(), i.Controller.objectName())), i.namespace()
	if !chart.Exists() && s.isOtherChart(file) {
		name, namespace = helmRelease, helmNamespace
	}
	objectNamespace := i.namespace()
	if namespace := chart.objectNamespace(); namespace != "" {
		objectNamespace = shell.Quote(namespace)
	}
	if dir == "." {
		text = strings.ReplaceAll(text, "-chdir={dir} ", "")
	}
	return strings.NewReplacer(
		"{address}", shell.Escape(chart.address()), "{name}", name, "{namespace}", namespace,
		"{object_namespace}", objectNamespace, "{version}", chartVersion(s.stop.Release), "{dir}", shell.Quote(dir), "{file}", shell.Quote(file),
		"{chart}", shell.Quote(chart.chartName()),
	).Replace(text)
}

// Placeholders for the release of a chart with pools, which no file shows.
const (
	helmRelease   = "RELEASE"
	helmNamespace = "NAMESPACE"
)

// isOtherChart reports whether a file is a template of a chart that does not contain the controller's.
func (s site) isOtherChart(file string) bool {
	dir := helmtext.ChartOf(file)
	return dir != "" && (!s.before.Controller.Exists() || path.Dir(s.before.Controller.Place.File) != dir)
}

// findRelease tells how to find the release of a chart in the cluster.
func (w *writer) findRelease(dir string) string {
	name := path.Base(dir)
	if data, err := w.taken.Tree.Files.ReadFile(path.Join(dir, helmtext.ChartFile)); err == nil {
		if found := chartName().FindSubmatch(data); found != nil {
			name = string(found[1])
		}
	}
	return fmt.Sprintf("helm list --all-namespaces | grep %s shows the %s and the %s of this chart", shell.Quote(name+"-"), helmRelease, helmNamespace)
}

var chartName = pattern.New(`(?m)^name:\s*["']?([^"'#\s]+)`)

// chartDir returns the directory of a file, or of the chart of which it is a template.
func chartDir(file string) string {
	if dir, _, isTemplate := strings.Cut(file, "/templates/"); isTemplate {
		return dir
	}
	return path.Dir(file)
}

// toolFacts returns the commands of a tool.
func toolFacts(name string) facts.ApplyTool { return facts.ApplyCommands().Tools[name] }

// crosses reports whether the stop is the first one at or after a release.
func (w *writer) crosses(release string) bool {
	v, from, to := semver.MustParse(release), semver.MustParse(w.stop.From), semver.MustParse(w.stop.Release)
	return from.LessThan(v) && !to.LessThan(v)
}
