package runbook

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/road"
)

// orderRules is the prefix of lint's rules about the order in which things are destroyed.
const orderRules = "KL2"

// teardown returns the steps that remove Karpenter with its objects, and the findings that contradict their order; nothing if no road has stops.
func (b *builder) teardown(groups []*group) []*Step {
	if !b.isPlanned {
		return nil
	}
	last := lastOf(facts.Served().Generations)
	step := &Step{
		ID: "teardown", Title: "Remove workloads, pools, nodes, classes, controller and CRDs, in this order",
		Why: []string{"The controller completes the finalizers of pools, nodes and classes, so it is removed after them."},
	}
	objects := []*Step{{ID: "teardown-objects", Title: "Remove the pools, their nodes, and the classes", Commands: destroyObjects(last)}}
	charts := b.uninstall(groups)
	if b.ControllerFirst {
		step.Title = "Remove workloads, controller, pools, nodes, classes and CRDs, in this order"
		step.Why = []string{"The configuration sets destroy-order: controller-first. Without the controller nothing completes the finalizers: terminate the instances, and remove the finalizers by hand."}
	}
	for _, f := range b.Lint() {
		if strings.HasPrefix(f.Rule, orderRules) {
			step.Items = append(step.Items, itemOf(f))
		}
	}
	step.Items = grouped(step.Items)
	step.Commands = []Command{{Run: "kubectl get pods --all-namespaces -o wide", Expect: "only pods of DaemonSets are left on nodes of Karpenter"}}
	if b.ControllerFirst {
		return append(append([]*Step{step}, charts...), objects...)
	}
	return append(append([]*Step{step}, objects...), charts...)
}

// destroyObjects returns the commands that remove pools, nodes and classes.
func destroyObjects(g facts.Generation) []Command {
	return []Command{
		{Run: "kubectl delete " + resourceOf(g.Pool) + " --all --timeout=30m", Expect: "it returns when the pools are gone, and their nodes with them"},
		{Run: "kubectl wait --for=delete " + resourceOf(g.Node) + " --all --timeout=30m", Expect: "no matching resources found, or condition met"},
		{Run: "kubectl delete " + resourceOf(g.Class) + " --all --timeout=10m", Expect: "it returns when their instance profiles are gone too"},
		{Run: "aws ec2 describe-instances --filters Name=tag-key,Values=karpenter.sh/nodepool Name=instance-state-name,Values=running --query 'Reservations[].Instances[].InstanceId'", Expect: "[], or instances of other clusters"},
	}
}

// uninstall returns the steps that remove the charts of each installation, the CRDs last.
func (b *builder) uninstall(groups []*group) (steps []*Step) {
	for _, g := range groups {
		w := &writer{builder: b, group: g, before: g.installations, after: g.installations, stop: &road.Stop{Release: g.start.Release}}
		for _, s := range w.sites() {
			switch {
			case s.before.Manifest != nil:
				steps = append(steps, s.removeManifests())
			case s.before.Controller.Exists():
				steps = append(steps, s.uninstallCharts())
			}
		}
	}
	return steps
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
