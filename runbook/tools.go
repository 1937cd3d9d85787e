package runbook

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/runbook/shell"
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

// setTool sets the tool of an object to the one that applies its manifest file. The tool stays "" if no applier shows it.
func (o *Object) setTool(appliers []project.Applier) {
	for _, by := range appliers {
		switch by.Tool {
		case facts.Flux:
			o.Tool, o.Applier = flux, by.Address
		case facts.ArgoCD, facts.ArgoCDServerSide:
			o.Tool, o.Applier = argoCD, by.Address
		case facts.Helm:
			if o.Tool = helm; strings.HasPrefix(by.Address, survey.ViaFlux+"/") {
				o.Tool, o.Applier = flux, by.Address
			}
		case facts.HelmRelease, facts.KustomizationResource:
			o.Tool, o.Address = terraform, by.Address
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
	for name, tool := range facts.ApplyCommands().Tools { // in any order: each is the way of one tool
		if slices.Contains(tool.Via, via) {
			return name
		}
	}
	return kubectl
}

// toolOf assumes a tool for an object without a known applier: the GitOps tool that installs Karpenter, Helm for a template of a chart, otherwise
// kubectl.
func (i *Installation) toolOf(o *Object) string {
	switch tool := i.tool(); {
	case tool == flux || tool == argoCD:
		return tool
	case strings.Contains("/"+o.Place.File, "/templates/"):
		return helm
	}
	return kubectl
}

// namespace returns the namespace of the controller, quoted for a shell, or a shell variable if no file shows it.
func (i *Installation) namespace() string {
	if i.Controller.Exists() {
		if namespace := i.Controller.Value.Str("namespace"); namespace != "" {
			return shell.Quote(namespace)
		}
	}
	return `"$KARPENTER_NAMESPACE"`
}

// deployment returns, quoted for a shell, the name that the chart gives to the controller's Deployment: the name of the Helm release, with
// "-karpenter" appended unless it contains that word.
func (i *Installation) deployment() string {
	name := cmp.Or(i.Controller.name(), survey.ChartName)
	if !strings.Contains(name, survey.ChartName) {
		name += "-" + survey.ChartName
	}
	return shell.Quote(name)
}

// installer is the placeholder for what installs a chart, where several do or none is known.
const installer = "INSTALLER"

// address returns the address of the resource of Terraform that installs a chart.
func (c Chart) address() string {
	if c.Exists() {
		return cmp.Or(c.Owner, c.installer())
	}
	return ""
}

// installer returns the address of what installs a chart. For a dependency that is the installation of the chart around it.
func (c Chart) installer() string {
	if !c.isInstalledAround() {
		return c.Address
	}
	return cmp.Or(c.Value.Str("installer"), installer)
}

// isInstalledAround reports whether a chart is a dependency, and something installs the chart around it.
func (c Chart) isInstalledAround() bool {
	return c.Exists() && c.Value.Str("umbrella") != "" && c.Value.Str("via") != survey.ViaChart
}

// name returns the name of the Helm release.
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

// installedFrom returns the file of what installs the chart around a dependency, in Terraform the directory of its root; "" if that is unknown, and
// for other charts.
func (c Chart) installedFrom() string {
	if !c.isInstalledAround() {
		return ""
	}
	return c.Value.Str("installed_from")
}

// objectNamespace returns the namespace of the HelmRelease that installs a chart, which may differ from the chart's; "" for other tools.
func (c Chart) objectNamespace() string {
	if !c.Exists() || c.Value.Str("via") != "HelmRelease" {
		return ""
	}
	parts := strings.Split(c.installer(), "/")
	if len(parts) != 3 {
		return ""
	}
	return parts[1]
}

// objectName returns the name of the object of Flux or Argo CD that installs a chart, otherwise the name of the Helm release.
func (c Chart) objectName() string {
	if !c.Exists() {
		return ""
	}
	switch c.Value.Str("via") {
	case "HelmRelease", "Application", "ApplicationSet":
		return cmp.Or(c.Value.Str("object"), path.Base(c.installer()))
	}
	return c.name()
}

// version returns the version as it is written, "" if it is unknown.
func (c Chart) version() string {
	if !c.Exists() {
		return ""
	}
	return c.Value.Str("version")
}

// chartVersion returns the version of the charts of a release, which begins with "v" for some releases.
func chartVersion(release string) string {
	if versions.Of(facts.ChartChanges().Prefixed).Contains(release) {
		return "v" + release
	}
	return release
}
