package runbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/road"
)

// steps returns what is done at the stop, in order.
func (w *writer) steps() []*Step {
	if w.stop.Removes != "" {
		return present(w.rollNodes(), w.removeOld(), w.deleteOldCRDs())
	}
	return present(w.upgradeCluster(), w.changeFiles(), w.applyCRDs(), w.applyController(), w.applyObjects(), w.check(), w.wayBack())
}

// present leaves out steps that do not apply.
func present(steps ...*Step) []*Step {
	return slices.DeleteFunc(steps, func(s *Step) bool { return s == nil })
}

// upgradeCluster upgrades Kubernetes, or warns of a cluster that is too new.
func (w *writer) upgradeCluster() *Step {
	c, supported := w.stop.Cluster, w.stop.Kubernetes
	rangeText := fmt.Sprintf("Karpenter %s supports Kubernetes %s to %s", w.stop.Release, road.MinorText(supported.Min), road.MinorText(supported.Max))
	switch {
	case c.UpgradeTo > 0:
		step := &Step{
			ID: "kubernetes", Title: fmt.Sprintf("Upgrade the cluster from %s to %s, one minor after another", road.MinorText(c.Minor), road.MinorText(c.UpgradeTo)),
			Why:   []string{rangeText + "."},
			Items: []Item{{Place: w.Kubernetes.Place, Text: "the version of the cluster"}},
		}
		if c.TooOldFor {
			step.Why = append(step.Why, fmt.Sprintf("Karpenter %s does not support that yet, so upgrade both in one maintenance window.", w.stop.From))
		}
		return step
	case c.TooNew:
		return &Step{
			ID: "kubernetes", Title: fmt.Sprintf("Pass this stop quickly: the cluster has Kubernetes %s", road.MinorText(c.Minor)),
			Why:   []string{rangeText + ", so it was not tested with this cluster."},
			Items: []Item{{Place: w.Kubernetes.Place, Text: "Kubernetes " + road.MinorText(c.Minor)}},
		}
	}
	return nil
}

// changeFiles changes the files for the stop.
func (w *writer) changeFiles() *Step {
	step := &Step{ID: "files", Title: "Change the files, review the diff, and commit it", Commands: []Command{w.upgradeFiles()}}
	if !w.stop.Installed() {
		for _, chart := range []Chart{w.CRDs, w.Controller} {
			if chart.Exists() {
				step.Items = append(step.Items, Item{Place: chart.Version, Text: fmt.Sprintf("%s: version %s becomes %s", chart.address(), chart.Value.Str("version"), chartVersion(w.stop.Release))})
			}
		}
	}
	step.Items = append(step.Items, w.convertedObjects()...)
	if len(step.Items) == 0 {
		return nil
	}
	return step
}

func (w *writer) upgradeFiles() Command {
	return Command{Run: strings.TrimSpace("karplint upgrade --to " + w.to + " --write " + pathArgument(w.Dir)), Expect: "a diff with the files below, and nothing else"}
}

func pathArgument(dir string) string {
	if dir == "." {
		return ""
	}
	return dir
}

// convertedObjects returns the objects that the stop converts.
func (w *writer) convertedObjects() (items []Item) {
	for _, o := range w.Objects {
		if !w.converts(o) {
			continue
		}
		g := generation(w.stop.Writes)
		to := g.Class
		if o.IsPool {
			to = g.Pool
		}
		text := fmt.Sprintf("%s %s becomes %s %s", o.Kind, o.Name, to.APIVersion, to.Kind)
		if w.stop.Keeps != "" {
			text = fmt.Sprintf("%s %s gets the %s %s beside it", o.Kind, o.Name, to.Kind, o.Name)
		}
		items = append(items, Item{Place: o.Place, Text: text})
	}
	return items
}

// converts reports whether the stop converts an object.
func (w *writer) converts(o *Object) bool {
	isTwin := w.stop.Keeps != "" && w.hasSuccessor(o)
	return o.Generation != w.stop.Writes && w.isFirstToWrite() && !isTwin
}

// isFirstToWrite reports whether the stop before writes objects in another version of the API.
func (w *writer) isFirstToWrite() bool { return w.writes != w.stop.Writes }

// applyCRDs upgrades the CRDs.
func (w *writer) applyCRDs() *Step {
	if w.stop.Installed() {
		return nil
	}
	step := &Step{ID: "crds", Title: "Upgrade the CRDs, and wait until the API server has them"}
	tool := w.tool()
	if w.CRDs.Exists() {
		if tool.Push && len(tool.Hold) > 0 {
			step.Why = append(step.Why, tool.Name+" applies what is pushed, so the controller is held back until the CRDs are there.")
			step.Commands = append(step.Commands, w.commands(tool.Hold, w.Controller)...)
			step.Commands = append(step.Commands, Command{Run: "git push"})
		}
		step.Commands = append(step.Commands, w.commands(tool.Chart, w.CRDs)...)
	} else {
		step.Why = append(step.Why, "No file installs the chart karpenter-crd, and Helm never upgrades the CRDs of the main chart (KL102).")
		step.Commands = append(step.Commands, w.applyCRDsByHand()...)
	}
	step.Commands = append(step.Commands, Command{
		Run:    "kubectl wait --for=condition=Established --timeout=60s crd/" + strings.Join(crdsOf(w.stop.Serves), " crd/"),
		Expect: "condition met for each",
	})
	return step
}

// applyCRDsByHand applies the CRDs of the release where no chart does.
func (w *writer) applyCRDsByHand() (all []Command) {
	for _, crd := range crdsOf(w.stop.Serves) {
		plural, group, _ := strings.Cut(crd, ".")
		all = append(all, Command{Run: fmt.Sprintf("kubectl apply --server-side --force-conflicts -f https://raw.githubusercontent.com/aws/karpenter-provider-aws/v%s/pkg/apis/crds/%s_%s.yaml", w.stop.Release, group, plural)})
	}
	return all
}

// applyController upgrades the controller.
func (w *writer) applyController() *Step {
	if w.stop.Installed() {
		return nil
	}
	tool := w.tool()
	step := &Step{ID: "controller", Title: "Upgrade the controller"}
	if tool.Push && (len(tool.Release) == 0 || !w.CRDs.Exists()) {
		step.Commands = append(step.Commands, Command{Run: "git push"})
	}
	if w.CRDs.Exists() {
		step.Commands = append(step.Commands, w.commands(tool.Release, w.Controller)...)
	}
	step.Commands = append(step.Commands, w.commands(tool.Chart, w.Controller)...)
	step.Commands = append(step.Commands,
		Command{Run: fmt.Sprintf("kubectl --namespace %s rollout status deployment/%s --timeout=5m", w.namespace(), w.releaseName()), Expect: "successfully rolled out"},
		w.releaseRuns(w.stop.Release),
	)
	return step
}

// applyObjects applies what the stop makes of the objects.
func (w *writer) applyObjects() *Step {
	items := w.convertedObjects()
	if len(items) == 0 {
		return nil
	}
	step := &Step{ID: "objects", Title: "Apply the pools and classes"}
	tool := w.tool()
	for _, file := range w.filesToApply() {
		step.Commands = append(step.Commands, w.commands(tool.Objects, Chart{Resource: w.Controller.Resource, Place: Place{File: file}})...)
	}
	g := generation(w.stop.Writes)
	for _, kind := range []string{resourceOf(g.Class), resourceOf(g.Pool)} {
		step.Commands = append(step.Commands, Command{Run: "kubectl get " + kind, Expect: "every one of the list above"})
	}
	return step
}

// filesToApply returns the files for the commands that apply objects: one if the tool applies all of them at once.
func (w *writer) filesToApply() []string {
	if !slices.ContainsFunc(w.tool().Objects, func(c facts.ApplyCommand) bool { return strings.Contains(c.Run, "{file}") }) {
		return []string{w.Controller.Place.File}
	}
	var files []string
	for _, o := range w.Objects {
		if !slices.Contains(files, o.Place.File) {
			files = append(files, o.Place.File)
		}
	}
	return files
}

// check shows that the stop is reached.
func (w *writer) check() *Step {
	g := generation(w.stop.Writes)
	return &Step{
		ID: "check", Title: "Check that nodes still come and go",
		Commands: []Command{
			{Run: fmt.Sprintf("kubectl --namespace %s logs deployment/%s --since=10m | grep -c ERROR", w.namespace(), w.releaseName()), Expect: "0"},
			{Run: "kubectl get pods --all-namespaces --field-selector=status.phase=Pending", Expect: "No resources found, or pods that become Running within minutes"},
			{Run: "kubectl get " + resourceOf(g.Node), Expect: "READY is True for each"},
		},
	}
}

// wayBack tells how to undo the stop.
func (w *writer) wayBack() *Step {
	if w.stop.Installed() {
		return nil
	}
	back := w.stop.Back
	if back.To == "" {
		return &Step{ID: "back", Title: "There is no way back from here", Why: []string{fmt.Sprintf("Karpenter %s cannot take over again; %s could.", w.stop.From, back.First)}}
	}
	step := &Step{ID: "back", Title: "If it fails, return to " + back.To}
	for _, needs := range back.Needs {
		step.Why = append(step.Why, "It needs "+needs+".")
	}
	step.Commands = []Command{{Run: "git revert --no-edit HEAD", Expect: "the files of " + back.To + "; apply the controller first, and then the CRDs"}}
	return step
}
