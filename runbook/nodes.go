package runbook

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/workloads"
)

// rollNodes replaces the nodes of the pools that get successors, in the way that was asked for.
func (s site) rollNodes() *Step {
	if s.stop.Keeps == "" {
		return nil
	}
	pools := s.oldPools(s.stop.Keeps)
	if len(pools) == 0 {
		return nil
	}
	step := s.step("nodes", "Replace the nodes of the "+s.stop.Keeps+" pools, one pool after another")
	step.Why = []string{"Their pods move to nodes of the new pools. Both run for a while, so the account needs room for both."}
	step.Items = append(step.Items, s.driftIsOff()...)
	step.Items = append(step.Items, s.blocked()...)
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

// rolledItem names a pool, and what a person has to write into it.
func (s site) rolledItem(pool *Object) Item {
	text := pool.String()
	switch {
	case pool.Name == "":
		text += ": its name is a template; do the same as below for each pool that it makes"
	case s.Strategy != Delete && pool.Tool != kubectl:
		text += `: add {key: karpenter.sh/legacy, value: "true", effect: NoSchedule} to spec.taints here, because ` + toolFacts(pool.Tool).Name + " may undo what is patched in the cluster"
	}
	return Item{Place: pool.Place, Text: text}
}

// oldPools returns the pools of a version of the API.
func (s site) oldPools(name string) (pools []*Object) {
	for _, o := range s.before.ofGeneration(name) {
		if o.IsPool {
			pools = append(pools, o)
		}
	}
	return pools
}

// roll returns the commands that replace the nodes of a pool.
func (s site) roll(pool *Object) []Command {
	if pool.Name == "" {
		return nil
	}
	name := quoteAll([]string{pool.Name})[0]
	selector := "-l karpenter.sh/provisioner-name=" + name
	gone := Command{Run: "kubectl get nodes " + selector, Expect: "No resources found"}
	switch s.Strategy {
	case Delete:
		return []Command{{
			Run:    fmt.Sprintf("kubectl delete %s %s --cascade=foreground", resourceOf(pool.APIKind), name),
			Expect: "all its nodes are drained at once; it returns when the last one is gone",
		}, gone}
	case Manual:
		return append(s.taint(pool), Command{
			Run:    fmt.Sprintf(`for node in $(kubectl get nodes %s -o name); do kubectl delete "$node"; done`, selector),
			Expect: "one node after another is drained, and its pods run elsewhere",
		}, gone)
	}
	gone.Expect += ", after a while: a node without the taint of its pool has drifted, and Karpenter replaces one after another"
	return append(s.taint(pool), gone)
}

// taint returns the commands that taint an old pool, so that no new pod comes to it.
func (s site) taint(pool *Object) []Command {
	if pool.Tool != kubectl {
		s.isPushed = true
		return s.apply([]*Object{pool}, func(t facts.ApplyTool) []facts.ApplyCommand { return t.Objects })
	}
	return []Command{{
		Run: fmt.Sprintf(`kubectl patch %s %s --type=json -p '[{"op":"add","path":"/spec/taints","value":[%s{"key":"karpenter.sh/legacy","value":"true","effect":"NoSchedule"}]}]'`,
			resourceOf(pool.APIKind), quoteAll([]string{pool.Name})[0], ownTaints(pool)),
		Expect: "no new pod comes to nodes of this pool",
	}}
}

// ownTaints returns the taints of a pool, as a part of a list in JSON, because a patch replaces the list.
func ownTaints(pool *Object) string {
	var all strings.Builder
	for _, taint := range pool.Value.List("spec", "taints") {
		fmt.Fprintf(&all, `{"key":%q,"value":%q,"effect":%q},`, taint.Str("key"), taint.Str("value"), taint.Str("effect"))
	}
	return all.String()
}

// driftKeys are the values of the chart that switch drift on, where it is off by default.
var driftKeys = []string{"settings.featureGates.drift", "settings.featureGates.driftEnabled"}

// driftIsOff returns an item if nodes do not drift.
func (s site) driftIsOff() []Item {
	if s.Strategy != Drift || !s.after.Controller.Exists() {
		return nil
	}
	for _, key := range driftKeys {
		if value := s.after.Controller.Value.Get("values"); get(value, key).IsTrue() || get(value, key).IsUnknown() {
			return nil
		}
	}
	return []Item{{
		Place: s.after.Controller.Place,
		Text:  fmt.Sprintf("drift is off by default up to 0.32: first set %s to true here and apply the controller again, or plan with --strategy manual", driftKeys[0]),
		Rule:  "KL308",
	}}
}

// maxWorkloads is how many workloads are named.
const maxWorkloads = 10

// blocked returns the workloads that keep nodes from being drained, and those with a single replica in one item.
func (b *builder) blocked() (items []Item) {
	var single []*workloads.Workload
	blocking := 0
	for _, w := range b.workloads() {
		switch {
		case w.Blocks != "":
			if blocking++; blocking <= maxWorkloads {
				items = append(items, Item{Place: Place{w.File, w.Line}, Text: fmt.Sprintf("%s blocks: %s", w, w.Blocks)})
			}
		case w.Single:
			single = append(single, w)
		}
	}
	if more := blocking - maxWorkloads; more > 0 {
		items = append(items, Item{Text: fmt.Sprintf("and %d more workloads that block", more)})
	}
	if len(single) > 0 {
		items = append(items, Item{Text: "down while their nodes are replaced, because they have one replica: " + listed(single)})
	}
	return items
}

// listed names some workloads and counts the others.
func listed(all []*workloads.Workload) string {
	var names []string
	for _, w := range all[:min(len(all), maxWorkloads/2)] {
		names = append(names, fmt.Sprintf("%s (%s:%d)", w, w.File, w.Line))
	}
	text := strings.Join(names, ", ")
	if more := len(all) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

// removal returns the steps of a stop that removes the objects of an old version of the API.
func (w *writer) removal() []*Step {
	title := "Remove the " + w.stop.Removes + " objects from the files"
	steps := append(w.once(site.isDrained), present(w.changeAll(title))...)
	for _, s := range w.sites() {
		steps = append(steps, present(s.changeOwn(title), s.removeObjects(), s.deleteCRDs())...)
	}
	return steps
}

// isDrained shows that no node of the old pools is left.
func (s site) isDrained() *Step {
	if len(s.oldPools(s.stop.Removes)) == 0 {
		return nil
	}
	step := s.step("drained", "Check that no node belongs to the "+s.stop.Removes+" pools")
	step.Commands = []Command{{Run: "kubectl get " + resourceOf(generation(s.stop.Removes).Node), Expect: "No resources found; a node that is left would be deleted with its pool"}}
	return step
}

// removeObjects removes the objects from the cluster.
func (s site) removeObjects() *Step {
	old := s.before.ofGeneration(s.stop.Removes)
	if len(old) == 0 {
		return nil
	}
	step := s.step("objects", "Remove the "+s.stop.Removes+" objects from the cluster")
	step.Commands = s.apply(old, func(t facts.ApplyTool) []facts.ApplyCommand { return t.Remove })
	kinds := kindsOf(old)
	for n := range kinds {
		kind := kinds[len(kinds)-1-n] // pools first
		if len(namesOf(old, kind)) == 0 {
			continue
		}
		step.Commands = append(step.Commands, Command{
			Run: fmt.Sprintf("kubectl delete %s --ignore-not-found %s", kind, strings.Join(quoteAll(namesOf(old, kind)), " ")), Expect: "deleted, or nothing if the tool has done it",
		})
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
