package runbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/survey"
)

// release returns the steps of a stop at which the release or the objects change.
func (w *writer) release() []*Step {
	const title = "Change the files"
	steps := present(w.review(), w.explain(), w.changeAll(title))
	for _, s := range w.sites() {
		// before the first push
		steps = append(steps, present(s.changeOwn(title), s.namedInAWS(), s.upgradeCluster(), s.givePermissions(), s.keepInCluster())...)
		steps = append(steps, s.applyCharts()...)
		steps = append(steps, s.afterwards()...)
		steps = append(steps, present(s.keepFromReplacing(), s.applyObjects(), s.checkCluster(), s.rollNodes())...)
	}
	return steps
}

// upgradeCluster upgrades Kubernetes, or warns of a cluster that is too new.
func (s site) upgradeCluster() *Step {
	minor, supported := s.kubernetes(), s.stop.Kubernetes
	if minor == 0 || supported.Max == 0 {
		return nil
	}
	rangeText := fmt.Sprintf("Karpenter %s supports Kubernetes %s to %s", s.stop.Release, road.MinorText(supported.Min), road.MinorText(supported.Max))
	item := Item{Place: s.before.Cluster.Place, Text: s.before.Cluster.Name + " has Kubernetes " + road.MinorText(s.before.Cluster.Minor) +
		" in the files"}
	switch {
	case minor < supported.Min:
		step := s.step("kubernetes", fmt.Sprintf("Upgrade the cluster from %s to %s first", road.MinorText(minor), road.MinorText(supported.Min)))
		if supported.Min-minor > 1 {
			step.Title += ", one minor after another"
		}
		step.Why, step.Items = []string{rangeText + "."}, []Item{item}
		step.Commands = []Command{{Run: "kubectl version", Expect: "Server Version: v" + road.MinorText(supported.Min)}}
		return step
	case minor > supported.Max:
		step := s.step("kubernetes", "Leave this stop soon: it was not tested with Kubernetes "+road.MinorText(minor))
		step.Why, step.Items = []string{rangeText + "."}, []Item{item}
		return step
	}
	return nil
}

// kubernetes returns the minor of the cluster when the road comes to the stop: earlier stops may have upgraded it.
func (s site) kubernetes() int {
	minor := s.before.Cluster.Minor
	isFirst := s.stop.From == s.start.Release
	earlier, known := road.SupportedBy(s.stop.From)
	if isFirst || !known || minor == 0 {
		return minor
	}
	return max(minor, earlier.Min)
}

// explain returns a step about the changes in the cluster that come with the release and that no file shows.
func (w *writer) explain() *Step {
	step := &Step{ID: "know", Title: "Know what changes in the cluster"}
	for _, note := range w.notesOfRelease() {
		if note.After {
			continue
		}
		step.Items = append(step.Items, Item{Text: fmt.Sprintf("from %s: %s", minorOf(note.Since), w.fillNote(note.Text))})
		if note.Rolls {
			step.Items = append(step.Items, w.blocked(true)...)
		}
		if note.Run != "" {
			for _, c := range append([]facts.ApplyCommand{note.ApplyCommand}, note.Remedy...) {
				step.Commands = append(step.Commands, Command{w.fillNote(c.Run), w.fillNote(c.Expect)})
			}
		}
	}
	if len(step.Items) == 0 {
		return nil
	}
	return step
}

// notesOfRelease returns the notes of the table that apply to the stop.
func (w *writer) notesOfRelease() (notes []facts.UpgradeNote) {
	for _, note := range facts.Upgrades().Notes {
		if w.crosses(note.Since) && w.appliesTo(note.Tools) && !w.isSettled(note.Settled) && w.isSetUp(note.With) &&
			!(note.Stack && w.isAccessOfTerraform()) {
			notes = append(notes, note)
		}
	}
	return notes
}

// appliesTo reports whether some installation uses one of the tools; an empty list means every tool.
func (w *writer) appliesTo(tools []string) bool {
	return len(tools) == 0 || slices.ContainsFunc(w.before, func(i *Installation) bool { return slices.Contains(tools, i.tool()) })
}

// isSetUp reports whether some installation sets one of these values, or there are none.
func (w *writer) isSetUp(paths []string) bool {
	return len(paths) == 0 || slices.ContainsFunc(w.after, func(i *Installation) bool { return i.setsOne(paths) })
}

// isSettled reports whether the values of each installation contain one of the settings that make a note irrelevant.
func (w *writer) isSettled(settings map[string]string) bool {
	return len(settings) > 0 && each(w.after, func(i *Installation) bool {
		for path, want := range settings {
			if value := i.Controller.value(path); survey.IsGiven(value) && (want == "" || value.Text == want) {
				return true
			}
		}
		return false
	})
}

// fillNote fills in the namespace of the first installation.
func (w *writer) fillNote(text string) string {
	return strings.ReplaceAll(text, "{namespace}", w.before[0].namespace())
}

func minorOf(release string) string { return strings.TrimSuffix(release, ".0") }

// applyCharts upgrades the CRDs and then the controller, in two steps unless one command does both.
func (s site) applyCharts() []*Step {
	if s.stop.Installed() {
		return nil
	}
	if s.after.Manifest != nil && !s.after.CRDs.Exists() {
		return append([]*Step{s.applyDefinitions()}, s.applyAccess(s.applyDeployment())...)
	}
	crds, controller := s.applyCRDs(), s.applyController()
	if !s.isOneChart() {
		return append([]*Step{crds}, s.applyAccess(controller)...)
	}
	controller.Title = "Upgrade the CRDs and the controller to " + chartVersion(s.stop.Release)
	controller.Commands = append(controller.Commands, crds.Commands[len(crds.Commands)-1])
	return s.applyAccess(controller)
}

// isOneChart reports whether the same commands apply the CRDs and the controller, because one chart or kustomization contains both charts, or
// because the tool updates the CRDs of the controller's chart.
func (s site) isOneChart() bool {
	if !s.after.CRDs.Exists() {
		return s.after.Controller.Exists() && updatesCRDs(s.after.Controller.Value)
	}
	apply := func(c Chart) []Command { return s.commands(toolFacts(s.before.tool()).Chart, c, c.Place.File) }
	return slices.Equal(apply(s.after.CRDs), apply(s.after.Controller))
}

// updatesCRDs reports whether the tool that installs the controller's chart applies the CRDs of that chart on every upgrade: kustomize and
// Argo CD render them, and Flux does if it is told to.
func updatesCRDs(controller *model.Value) bool {
	switch controller.Str("via") {
	case "helmCharts":
		return controller.Get("skip_crds").IsFalse()
	case "Application", "ApplicationSet":
		skip := controller.Get("skip_crds")
		return skip == nil || skip.IsFalse()
	case survey.ViaFlux:
		return controller.Str("upgrade_crds") == "CreateReplace"
	}
	return false
}

// applyCRDs upgrades the CRDs.
func (s site) applyCRDs() *Step {
	step := s.step("crds", "Upgrade the CRDs to "+chartVersion(s.stop.Release)+", and wait until the API server has them")
	tool := toolFacts(s.before.tool())
	switch {
	case s.after.CRDs.Exists():
		if tool.Push && len(tool.Hold) > 0 {
			step.Why = append(step.Why, tool.Name+" applies whatever is pushed, so the controller is held back until the CRDs are there.")
			step.Commands = append(step.Commands, s.commands(tool.Hold, s.after.Controller, s.after.Controller.Place.File)...)
			step.Commands = append(step.Commands, Command{Run: "git push"})
		}
		step.Commands = append(step.Commands, s.commands(tool.Chart, s.after.CRDs, s.after.CRDs.Place.File)...)
	default:
		step.Why = append(step.Why, "No file installs the chart karpenter-crd (KL102), and Helm never upgrades the CRDs that come with the main chart. "+
			"Until that chart is in the files, install it by hand.")
		step.Commands = append(step.Commands, Command{
			Run: fmt.Sprintf(`helm upgrade --install karpenter-crd oci://public.ecr.aws/karpenter/karpenter-crd --version "$%s" --namespace %s `+
				`--take-ownership --wait`, releaseVariable, s.before.namespace()),
			Expect: "STATUS: deployed; --take-ownership needs Helm 3.17",
		})
	}
	step.Commands = append(s.withRelease(step.Commands), definitionsServed)
	return step
}

// definitionsServed waits until the API server serves the CRDs.
var definitionsServed = Command{
	Run:    "kubectl get crd -o name | grep karpenter | xargs kubectl wait --for=condition=Established --timeout=60s",
	Expect: "condition met, for each",
}

// applyController upgrades the controller.
func (s site) applyController() *Step {
	step := s.step("controller", "Upgrade the controller to "+chartVersion(s.stop.Release))
	if !s.after.Controller.Exists() {
		step.Why = append(step.Why, "No file here installs it: do this where it is installed, with the values that its release notes ask for.")
	} else {
		tool := toolFacts(s.before.tool())
		step.Why = append(step.Why, copyImage(literalText(s.after.Controller.value("controller.image.repository")))...)
		isHeld := s.after.CRDs.Exists() && len(tool.Hold) > 0 && !s.isOneChart()
		switch {
		case isHeld:
			step.Commands = append(step.Commands, s.commands(tool.Release, s.after.Controller, s.after.Controller.Place.File)...)
		case tool.Push:
			step.Commands = append(step.Commands, Command{Run: "git push"})
		}
		step.Commands = append(step.Commands, s.commands(tool.Chart, s.after.Controller, s.after.Controller.Place.File)...)
	}
	step.Commands = append(s.withRelease(step.Commands), s.rolledOut()...)
	return step
}

// rolledOut returns the commands that show that the release of the stop runs.
func (s site) rolledOut() []Command {
	return []Command{
		{Run: fmt.Sprintf("kubectl --namespace %s rollout status deployment/%s --timeout=5m", s.before.namespace(), s.before.deployment()),
			Expect: "successfully rolled out"},
		s.releaseRuns(s.stop.Release),
	}
}

// releaseRuns returns the command that shows which release runs: by the image, because the chart's labels have the version of the chart even if its
// values pin another image.
func (s site) releaseRuns(release string) Command {
	return Command{
		Run: fmt.Sprintf(`kubectl --namespace %s get deployment %s -o jsonpath='{.spec.template.spec.containers[*].image}'`, s.before.namespace(),
			s.before.deployment()),
		Expect: "an image of " + release,
	}
}

// checkCluster returns the step that shows that the cluster works with the release.
func (s site) checkCluster() *Step {
	step := s.step("check", "Check the cluster")
	step.Commands = []Command{
		{Run: fmt.Sprintf("kubectl --namespace %s logs deployment/%s --since=10m | grep ERROR", s.before.namespace(), s.before.deployment()),
			Expect: "nothing"},
		{Run: "kubectl get pods --all-namespaces --field-selector=status.phase=Pending", Expect: "nothing that stays Pending for minutes"},
		{Run: "kubectl get " + resourceOf(generation(lastOf(s.stop.Serves)).Node), Expect: "READY is True for each"},
	}
	return step
}

// afterwards returns the steps that the release asks for once it runs.
func (s site) afterwards() (steps []*Step) {
	for _, note := range s.notesOfRelease() {
		if note.After && (len(note.Tools) == 0 || slices.Contains(note.Tools, s.before.tool())) {
			step := s.step("after", note.Title)
			step.Why = []string{note.Text}
			step.Commands = []Command{{s.fillNote(note.Run), note.Expect}}
			steps = append(steps, step)
		}
	}
	return steps
}

// wayBack returns the step that undoes the stop.
func (w *writer) wayBack() *Step {
	if w.stop.Installed() {
		return nil
	}
	back := w.stop.Back
	if back.To == "" {
		return &Step{ID: "back", Title: "This stop cannot be rolled back",
			Why: []string{fmt.Sprintf("An upgrade from Karpenter %s cannot be undone; one from %s could.", w.stop.From, back.First)}}
	}
	order := "first the controller and then the CRDs."
	if len(w.changes) > 0 {
		order = "first the permissions, then the controller and then the CRDs."
	}
	step := &Step{ID: "back", Title: "To roll back, return to " + back.To, Why: []string{"Revert the commit, and apply " + order}}
	for _, needs := range back.Needs {
		step.Why = append(step.Why, "It needs "+needs+".")
	}
	return step
}
