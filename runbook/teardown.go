package runbook

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/shell"
)

// orderRules are lint's rules about the order in which things are destroyed. KL207 and KL208 are about the first time that they are made.
var orderRules = []string{"KL201", "KL202", "KL203", "KL204", "KL205", "KL206"}

// teardown returns the steps that remove Karpenter with its objects, and the findings that contradict their order; nothing if no road has stops.
func (b *builder) teardown(groups []*group) []*Step {
	if !b.isPlanned {
		return nil
	}
	step := &Step{
		ID: "teardown", Title: "Remove workloads, pools, nodes, classes, controller and CRDs, in this order",
		Why: []string{"The controller completes the finalizers of nodes and classes, so it is removed after them."},
	}
	w := b.lastWriters(groups)
	workloads := eachOnce(w, site.removeWorkloads)
	objects := slices.Concat(eachOnce(w, site.destroyReleases), eachOnce(w, site.destroyObjects))
	charts := eachOnce(w, site.uninstall)
	if b.ControllerFirst {
		step.Title = "Remove workloads, controller, pools, nodes, classes and CRDs, in this order"
		step.Why = []string{"The configuration sets destroy-order: controller-first. Without the controller nothing completes the finalizers: terminate " +
			"the instances, and remove the finalizers by hand."}
	}
	for _, g := range groups {
		for _, f := range b.Lint(g.trial.Tree()) {
			if slices.Contains(orderRules, f.Rule) {
				step.Items = append(step.Items, itemOf(f))
			}
		}
	}
	step.Items = grouped(step.Items)
	steps := append([]*Step{step}, workloads...)
	if b.ControllerFirst {
		return slices.Concat(steps, charts, objects)
	}
	return slices.Concat(steps, objects, charts)
}

// lastWriters returns a writer for each group, with the installations as the road leaves them.
func (b *builder) lastWriters(groups []*group) (writers []*writer) {
	for _, g := range groups {
		w := &writer{builder: b, group: g, before: g.last, taken: g.taken, stop: &road.Stop{Release: b.To}}
		if g.last == nil {
			w.before, w.taken = g.installations, &Taken{Tree: b.tree}
		}
		w.after = w.before
		writers = append(writers, w)
	}
	return writers
}

// eachOnce returns the steps that write makes for the installations of all groups, equal ones once.
func eachOnce(writers []*writer, write func(site) *Step) (steps []*Step) {
	for _, w := range writers {
		for _, s := range w.sites() {
			made := write(s)
			if made != nil && !slices.ContainsFunc(steps, func(known *Step) bool { return reflect.DeepEqual(known, made) }) {
				steps = append(steps, made)
			}
		}
	}
	return steps
}

// removeWorkloads returns the step that empties the nodes, and keeps the name of the cluster for later.
func (s site) removeWorkloads() *Step {
	step := &Step{ID: "teardown-workloads", Title: "Remove the workloads from the nodes of Karpenter, and drain the nodes"}
	step.Why = []string{"Delete the workloads, or move them to other nodes, before the drain: Karpenter starts a new node for a pod that stays Pending."}
	step.Items = s.blocked(false)
	step.Commands = []Command{
		{
			Run: fmt.Sprintf(`CLUSTER=$(kubectl --namespace %s get deployment %s -o `+
				`jsonpath='{.spec.template.spec.containers[*].env[?(@.name=="CLUSTER_NAME")].value}')`,
				s.before.namespace(), s.before.deployment()),
			Expect: "the name of this cluster, for a check after the controller is gone",
		},
		{Run: "kubectl drain --selector karpenter.sh/nodepool --ignore-daemonsets --delete-emptydir-data --timeout=30m", Expect: "drained, for each"},
		{Run: "kubectl get pods --all-namespaces -o wide", Expect: "only pods of DaemonSets are left on nodes of Karpenter"},
	}
	return step
}

// destroyReleases returns the step by which the tools of the pools and classes remove them, pools first; nil if they are applied with kubectl
// only, or with the controller's chart.
func (s site) destroyReleases() *Step {
	step := &Step{ID: "teardown-releases", Title: "Remove the pools and classes of " + s.before.describe() + " with their tool"}
	objects := slices.Clone(s.before.Objects)
	slices.SortStableFunc(objects, func(a, b *Object) int {
		switch {
		case a.IsPool == b.IsPool:
			return 0
		case a.IsPool:
			return -1
		}
		return 1
	})
	var pushed []*Object
	for _, o := range objects {
		tool := toolFacts(o.Tool)
		if !tool.Push {
			step.Commands = append(step.Commands, s.destroy(o, tool)...)
			continue
		}
		pushed = append(pushed, o)
		reason := fmt.Sprintf("First remove their files and push that, otherwise %s applies them again.", tool.Name)
		if !slices.Contains(step.Why, reason) {
			step.Why = append(step.Why, reason)
		}
	}
	s.isPushed = true
	step.Commands = append(s.apply(pushed, func(t facts.ApplyTool) []facts.ApplyCommand { return t.Remove }), step.Commands...)
	if step.Commands = onceEach(step.Commands); len(step.Commands) == 0 {
		return nil
	}
	return step
}

// destroy returns the commands of a tool that remove an object; none for a tool that applies pushed commits.
func (s site) destroy(o *Object, tool facts.ApplyTool) (commands []Command) {
	if o.Tool == helm && !s.isOtherChart(o.Place.File) {
		return nil
	}
	for _, c := range s.commands(tool.Destroy, Chart{}, o.Place.File) {
		c.Run = strings.ReplaceAll(c.Run, "{object}", shell.Escape(o.Address))
		if o.Tool == helm {
			c.Expect = s.findRelease(chartDir(o.Place.File))
		}
		commands = append(commands, c)
	}
	return commands
}

// destroyObjects removes pools, nodes and classes that are left in the cluster, and checks its instances.
func (s site) destroyObjects() *Step {
	g := lastOf(facts.Served().Generations)
	return &Step{ID: "teardown-objects", Title: "Remove the pools, their nodes, and the classes that are left in the cluster", Commands: []Command{
		{Run: "kubectl delete " + resourceOf(g.Pool) + " --all --timeout=30m", Expect: "it returns when the pools are gone, and their nodes with them"},
		{Run: "kubectl wait --for=delete " + resourceOf(g.Node) + " --all --timeout=30m", Expect: "no matching resources found, or condition met"},
		{Run: "kubectl delete " + resourceOf(g.Class) + " --all --timeout=10m", Expect: "it returns when their instance profiles are gone too"},
		{
			Run: `aws ec2 describe-instances --filters "Name=tag:kubernetes.io/cluster/$CLUSTER,Values=owned" Name=tag-key,Values=karpenter.sh/nodepool ` +
				`Name=instance-state-name,Values=pending,running --query 'Reservations[].Instances[].InstanceId'`,
			Expect: "[]",
		},
	}}
}

// uninstall returns the step that removes the charts of an installation, or its manifests, the CRDs last.
func (s site) uninstall() *Step {
	switch {
	case s.before.Manifest != nil:
		return s.removeManifests()
	case s.before.Controller.Exists():
		return s.uninstallCharts()
	}
	return nil
}

// uninstallCharts removes the charts of an installation.
func (s site) uninstallCharts() *Step {
	step := &Step{ID: "teardown-charts", Title: "Remove the charts of " + s.before.describe()}
	tool := toolFacts(s.before.tool())
	for _, chart := range []Chart{s.before.Controller, s.before.CRDs} {
		if !chart.Exists() {
			continue
		}
		for _, c := range s.commands(tool.Uninstall, chart, chart.Place.File) {
			if !slices.Contains(step.Commands, c) {
				step.Commands = append(step.Commands, c)
			}
		}
	}
	if !s.before.CRDs.Exists() {
		step.Commands = append(step.Commands, removeDefinitions())
	}
	return step
}
