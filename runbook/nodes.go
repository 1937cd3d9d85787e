package runbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/shell"
	"github.com/karplint/karplint/runbook/workloads"
)

// rollNodes replaces the nodes of the pools that get successors, by the chosen strategy.
func (s site) rollNodes() *Step {
	if s.stop.Keeps == "" {
		return nil
	}
	pools := s.inOrder(s.oldPools(s.stop.Keeps))
	if len(pools) == 0 {
		return nil
	}
	step := s.step("nodes", "Replace the nodes of the "+s.stop.Keeps+" pools, one pool after another")
	step.Why = []string{"Their pods move to nodes of the new pools. Both run for a while, so the account needs room for both."}
	step.Why = append(step.Why, s.whyTaint(pools)...)
	step.Items = append(step.Items, s.driftIsOff()...)
	step.Items = append(step.Items, s.blocked(false)...)
	step.Commands = append(step.Commands, Command{
		Run:    "aws service-quotas get-service-quota --service-code ec2 --quota-code L-1216C47A --query Quota.Value",
		Expect: "more vCPUs of on-demand instances than old and new nodes have together; the quota for spot is L-34B43A08",
	})
	for _, pool := range pools {
		step.Items = append(step.Items, s.rolledItem(pool))
		for _, c := range s.roll(pool) {
			if !slices.Contains(step.Commands, c) {
				step.Commands = append(step.Commands, c)
			}
		}
	}
	step.Commands = append(step.Commands, Command{Run: "kubectl get " + resourceOf(generation(s.stop.Keeps).Node), Expect: "No resources found"})
	return step
}

// whyTaint returns the reasons for the taint of the old pools, and for writing it into files.
func (s site) whyTaint(pools []*Object) (reasons []string) {
	if s.Strategy == Delete {
		return nil
	}
	reasons = []string{"The taint keeps new pods from the old nodes."}
	if s.Strategy == Drift {
		reasons = append(reasons, "A node without the taint of its pool has drifted, and Karpenter replaces one after another.")
	}
	for _, pool := range pools {
		if s.isTaintedInFile(pool) {
			return append(reasons, "The taint goes into the files, because "+toolFacts(pool.Tool).Name+" may undo what is patched in the cluster.")
		}
	}
	return reasons
}

// isTaintedInFile reports whether the taint of a pool has to be in its file, because a tool that applies the file again would undo a patch in the
// cluster. A pool that leaves its file is patched.
func (s site) isTaintedInFile(pool *Object) bool { return pool.Tool != kubectl && s.after.has(pool) }

// rolledItem names a pool, and the taint that a person has to add to its file.
func (s site) rolledItem(pool *Object) Item {
	text := pool.String()
	if pool.Name == "" {
		text += " (each pool that this template makes)"
	}
	if s.Strategy != Delete && s.isTaintedInFile(pool) {
		text += `: add {key: karpenter.sh/legacy, value: "true", effect: NoSchedule} to ` + s.specOf(pool) + ".taints"
	}
	return Item{Place: pool.Place, Text: text}
}

// specOf returns where the spec of a pool is written: in the values of its chart, or in the object.
func (w *writer) specOf(pool *Object) string {
	for _, f := range w.taken.Files {
		for _, o := range f.Objects {
			if f.Path == pool.Place.File && o.Kind == pool.APIKind && o.Name == pool.Written && o.SpecFrom != "" {
				return o.SpecFrom
			}
		}
	}
	return "spec"
}

// oldPools returns the pools of a version of the API, including those that have left the files and are only in the cluster.
func (s site) oldPools(name string) (pools []*Object) {
	for _, o := range slices.Concat(s.before.ofGeneration(name), s.kept[s.before.key()]) {
		if o.IsPool && !slices.Contains(pools, o) {
			pools = append(pools, o)
		}
	}
	return pools
}

// roll returns the commands that replace the nodes of a pool, or of all pools if its name is unknown.
func (s site) roll(pool *Object) []Command {
	name, selector, scope := "--all", "-l karpenter.sh/provisioner-name", ""
	if pool.Name == "" {
		scope = "for each of its pools: "
	} else {
		name = shell.QuoteAll([]string{pool.Name})[0]
		selector += "=" + name
	}
	gone := Command{Run: "kubectl get nodes " + selector, Expect: "No resources found"}
	switch s.Strategy {
	case Delete:
		return []Command{{
			Run:    fmt.Sprintf("kubectl delete %s %s --cascade=foreground", resourceOf(pool.APIKind), name),
			Expect: scope + "all its nodes are drained at once; it returns when the last one is gone",
		}, gone}
	case Manual:
		return append(s.taint(pool), Command{
			Run:    fmt.Sprintf(`for node in $(kubectl get nodes %s -o name); do kubectl delete "$node"; done`, selector),
			Expect: "one node after another is drained, and its pods run elsewhere",
		}, gone)
	}
	gone.Expect += ", after a while"
	return append(s.taint(pool), gone)
}

// taint returns the commands that taint an old pool, so that no new pod comes to it.
func (s site) taint(pool *Object) []Command {
	if s.isTaintedInFile(pool) {
		s.isPushed = true
		return s.apply([]*Object{pool}, func(t facts.ApplyTool) []facts.ApplyCommand { return t.Objects })
	}
	if pool.Name == "" {
		return []Command{{Run: fmt.Sprintf(`for pool in $(kubectl get %s -o name); do %s; done`, resourceOf(pool.APIKind), addTaint(`"$pool"`)),
			Expect: "patched, for each; " + withoutTaints}}
	}
	return []Command{{Run: addTaint(resourceOf(pool.APIKind) + " " + shell.Quote(pool.Name)), Expect: "patched; " + withoutTaints}}
}

const withoutTaints = "the first patch fails for a pool without taints, and the second one is for that"

// addTaint returns the command that taints a pool. The present taints may be those of the file or others, and the pool keeps them.
func addTaint(pool string) string {
	const taint = `{"key":"karpenter.sh/legacy","value":"true","effect":"NoSchedule"}`
	patch := func(path, value string) string {
		return fmt.Sprintf(`kubectl patch %s --type=json -p '[{"op":"add","path":"%s","value":%s}]'`, pool, path, value)
	}
	return patch("/spec/taints/-", taint) + " || " + patch("/spec/taints", "["+taint+"]")
}

// driftKeys are the chart values that switch drift on, in releases where it is off by default.
var driftKeys = []string{"settings.featureGates.drift", "settings.featureGates.driftEnabled"}

// driftIsOff returns an item if drift is off, because the strategy drift would then replace no node.
func (s site) driftIsOff() []Item {
	if s.Strategy != Drift || !s.after.Controller.Exists() {
		return nil
	}
	for _, key := range driftKeys {
		if value := s.after.Controller.value(key); value.IsTrue() || value.IsUnknown() {
			return nil
		}
	}
	return []Item{{
		Place: s.after.Controller.Place,
		Text:  fmt.Sprintf("drift is off: first set %s to true here and apply the controller again, or plan with --strategy manual", driftKeys[0]),
		Rule:  "KL308",
	}}
}

// maxWorkloads is the number of blocking workloads that are listed.
const maxWorkloads = 10

// blocked returns an item for each workload that keeps nodes from being drained and, with pools, for each pool of the road that keeps its own nodes.
// Workloads with a single replica share an item, and so do those with volumes.
func (w *writer) blocked(withPools bool) (items []Item) {
	var single, withVolumes []*workloads.Workload
	blocking := 0
	for _, found := range w.workloads() {
		switch {
		case found.IsPool() && (!withPools || w.isOfOtherRoad(found)):
		case found.Blocks != "":
			if blocking++; blocking <= maxWorkloads {
				text := fmt.Sprintf("%s blocks: %s", found, found.Blocks)
				items = append(items, Item{Place: Place{found.File, found.Line}, Text: text, Message: found.Blocks})
			}
		case found.Single:
			single = append(single, found)
		}
		if found.HasVolumes {
			withVolumes = append(withVolumes, found)
		}
	}
	if more := blocking - maxWorkloads; more > 0 {
		items = append(items, Item{Text: fmt.Sprintf("and %d more workloads that block", more)})
	}
	if len(single) > 0 {
		items = append(items, Item{Text: "down while their nodes are replaced, because they have one replica: " + listed(single)})
	}
	if len(withVolumes) > 0 {
		items = append(items, Item{Text: "with volumes in one zone each, where a new node has to start for each pod: " + listed(withVolumes)})
	}
	return items
}

// isOfOtherRoad reports whether only installations of other roads have the pool. One whose file may be for several counts for each.
func (w *writer) isOfOtherRoad(pool *workloads.Workload) bool {
	isPool := func(o *Object) bool { return o.Place.File == pool.File && o.Name == pool.Name }
	hasIt := func(g *group) bool {
		return slices.ContainsFunc(g.installations, func(i *Installation) bool { return slices.ContainsFunc(i.Objects, isPool) })
	}
	isShared := slices.ContainsFunc(w.Unclear, func(i Item) bool { return i.File == pool.File })
	return !isShared && !hasIt(w.group) && slices.ContainsFunc(w.groups, hasIt)
}

// inOrder sorts pools so that those which a workload selects by name come last.
func (b *builder) inOrder(pools []*Object) []*Object {
	rank := func(pool *Object) int {
		isSelected := func(w *workloads.Workload) bool { return pool.Name != "" && w.Pool == pool.Name }
		if slices.ContainsFunc(b.workloads(), isSelected) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(pools, func(a, b *Object) int { return rank(a) - rank(b) })
	return pools
}

// listed names some workloads and counts the others.
func listed(blocking []*workloads.Workload) string {
	var names []string
	for _, w := range blocking {
		names = append(names, fmt.Sprintf("%s (%s:%d)", w, w.File, w.Line))
	}
	return shortList(names, maxWorkloads/2)
}

// removal returns the steps of a stop that removes the objects of an old version of the API.
func (w *writer) removal() []*Step {
	title := "Remove the " + w.stop.Removes + " objects from the files"
	steps := append(w.once(site.checkDrained), present(w.changeAll(title))...)
	for _, s := range w.sites() {
		steps = append(steps, present(s.changeOwn(title), s.removeObjects(), s.deleteCRDs())...)
	}
	return steps
}

// checkDrained returns the check that no node of the old pools is left.
func (s site) checkDrained() *Step {
	if len(s.oldPools(s.stop.Removes)) == 0 {
		return nil
	}
	step := s.step("drained", "Check that no node belongs to the "+s.stop.Removes+" pools")
	step.Commands = []Command{{Run: "kubectl get " + resourceOf(generation(s.stop.Removes).Node),
		Expect: "No resources found; a node that is left would be deleted with its pool"}}
	return step
}

// removeObjects removes the objects from the cluster: with kubectl where their tool leaves them there.
func (s site) removeObjects() *Step {
	old, kept := s.before.ofGeneration(s.stop.Removes), s.kept[s.before.key()]
	if len(old)+len(kept) == 0 {
		return nil
	}
	step := s.step("objects", "Remove the "+s.stop.Removes+" objects from the cluster")
	step.Commands = s.apply(old, func(t facts.ApplyTool) []facts.ApplyCommand { return t.Remove })
	objects := slices.Concat(slices.DeleteFunc(slices.Clone(old), func(o *Object) bool { return toolFacts(o.Tool).Deletes }), kept)
	for _, kind := range slices.Backward(kindsOf(objects)) { // pools first
		names := shell.QuoteAll(namesOf(objects, kind))
		if len(names) == 0 || hasUnnamed(objects, kind) {
			names = []string{"--all"}
		}
		step.Commands = append(step.Commands, Command{Run: "kubectl delete " + kind + " --ignore-not-found " + strings.Join(names, " "),
			Expect: "deleted, or nothing if the tool has done it"})
	}
	return step
}

// deleteCRDs deletes the CRDs of the API that no later release serves.
func (s site) deleteCRDs() *Step {
	g := generation(s.stop.Removes)
	node, pool, class := resourceOf(g.Node), resourceOf(g.Pool), resourceOf(g.Class)
	step := s.step("old-crds", "Delete the CRDs of the "+s.stop.Removes+" API")
	step.Why = []string{"The chart of the next stop does not have them, and whether it deletes them depends on the tool."}
	step.Commands = []Command{
		{Run: "kubectl get " + node + "," + pool + "," + class, Expect: "No resources found"},
		{Run: "kubectl delete crd --ignore-not-found " + node + " " + pool + " " + class},
	}
	return step
}
