package runbook

import (
	"cmp"
	"path"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/versions"
)

// writer writes the steps of an installation, stop by stop.
type writer struct {
	*Installation
	strategy Strategy
	to       string
	stop     *road.Stop
	writes   string // the version of the API in which the objects are when the road comes to the stop
}

// commands fills in what the commands of a tool leave open about a chart.
func (w *writer) commands(templates []facts.ApplyCommand, chart Chart) (all []Command) {
	for _, t := range templates {
		run, expect := w.fill(t.Run, chart), w.fill(t.Expect, chart)
		all = append(all, Command{run, expect})
	}
	return all
}

// fill replaces the words in braces.
func (w *writer) fill(text string, chart Chart) string {
	dir := cmp.Or(w.Dir, ".")
	objectNamespace, file := w.namespace(), ""
	if chart.Exists() {
		file = chart.Place.File
		objectNamespace = cmp.Or(chart.objectNamespace(), objectNamespace)
	}
	if !w.Terraform && file != "" {
		dir = path.Dir(file)
	}
	if dir == "." {
		text = strings.ReplaceAll(text, "-chdir={dir} ", "")
	}
	return strings.NewReplacer(
		"{address}", chart.address(), "{name}", chart.name(), "{namespace}", w.namespace(), "{object_namespace}", objectNamespace,
		"{version}", chartVersion(w.stop.Release), "{dir}", dir, "{file}", file, "{chart}", chart.chartName(),
	).Replace(text)
}

// chartVersion returns the version of the charts of a release, which begins with "v" for some.
func chartVersion(release string) string {
	if versions.Of(facts.ChartChanges().Prefixed).Contains(release) {
		return "v" + release
	}
	return release
}

func (c Chart) address() string {
	if c.Exists() {
		return cmp.Or(c.Owner, c.Address)
	}
	return ""
}

func (c Chart) name() string {
	if !c.Exists() {
		return ""
	}
	return cmp.Or(c.Value.Str("name"), c.chartName())
}

func (c Chart) chartName() string {
	if !c.Exists() {
		return ""
	}
	return c.Value.Str("chart")
}

// objectNamespace returns the namespace of the object that installs a chart, which may be another one than the chart's.
func (c Chart) objectNamespace() string {
	if c.Value.Str("via") != "HelmRelease" {
		return ""
	}
	_, rest, _ := strings.Cut(c.Address, "/")
	namespace, _, found := strings.Cut(rest, "/")
	if !found {
		return ""
	}
	return namespace
}
