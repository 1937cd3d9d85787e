package runbook

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// The tools, as the table of commands names them.
const (
	terraform = "terraform"
	flux      = "flux"
	argoCD    = "argo-cd"
	helm      = "helm"
	kubectl   = "kubectl"
)

// setTool sets the tool of an object in a manifest file, by what applies the file. It stays unknown if nothing shows it.
func (o *Object) setTool(appliers []project.Applier) {
	for _, by := range appliers {
		switch by.Tool {
		case facts.Flux:
			o.Tool, o.Applier = flux, by.Address
		case facts.ArgoCD, facts.ArgoCDServerSide:
			o.Tool, o.Applier = argoCD, by.Address
		case facts.Helm:
			o.Tool = helm
		case facts.HelmRelease, facts.KustomizationResource:
			o.Tool = terraform
		}
		if o.Tool != "" {
			return
		}
	}
}

// tool returns the tool that installs Karpenter.
func (i *Installation) tool() string {
	switch {
	case !i.Controller.Exists():
		return kubectl
	case i.Manifest != nil:
		return i.Manifest.Tool
	}
	via := i.Controller.Value.Str("via")
	for name, tool := range facts.ApplyCommands().Tools {
		if slices.Contains(tool.Via, via) {
			return name
		}
	}
	return kubectl
}

// toolOf returns the tool that applies an object of which nothing else shows it: that of a GitOps tool which installs Karpenter, else kubectl.
func (i *Installation) toolOf(o *Object) string {
	switch tool := i.tool(); {
	case tool == flux || tool == argoCD:
		return tool
	case strings.Contains("/"+o.Place.File, "/templates/"):
		return helm
	}
	return kubectl
}

// namespace returns that of the controller, or a variable of the shell if no file shows it.
func (i *Installation) namespace() string {
	if i.Controller.Exists() {
		if namespace := i.Controller.Value.Str("namespace"); namespace != "" {
			return namespace
		}
	}
	return `"$KARPENTER_NAMESPACE"`
}

// deployment returns the name of the controller's deployment: that of its release, with the chart's name behind it if it is not part of that.
func (i *Installation) deployment() string {
	name := cmp.Or(i.Controller.name(), survey.ChartName)
	if !strings.Contains(name, survey.ChartName) {
		name += "-" + survey.ChartName
	}
	return name
}

func (c Chart) address() string {
	if c.Exists() {
		return cmp.Or(c.Owner, c.Address)
	}
	return ""
}

// name returns the name of the release.
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

// objectNamespace returns the namespace of the object of Flux that installs a chart, which may be another one than the chart's; "" for none.
func (c Chart) objectNamespace() string {
	if !c.Exists() || c.Value.Str("via") != "HelmRelease" {
		return ""
	}
	parts := strings.Split(c.Address, "/")
	if len(parts) != 3 {
		return ""
	}
	return parts[1]
}

// objectName returns the name of the object of Flux or Argo CD that installs a chart; else that of the release.
func (c Chart) objectName() string {
	if !c.Exists() {
		return ""
	}
	switch c.Value.Str("via") {
	case "HelmRelease", "Application", "ApplicationSet":
		return path.Base(c.Address)
	}
	return c.name()
}

// version returns the version as it is written, "" if it is not known.
func (c Chart) version() string {
	if !c.Exists() {
		return ""
	}
	return c.Value.Str("version")
}

// chartVersion returns the version of the charts of a release, which begins with "v" for some.
func chartVersion(release string) string {
	if versions.Of(facts.ChartChanges().Prefixed).Contains(release) {
		return "v" + release
	}
	return release
}
