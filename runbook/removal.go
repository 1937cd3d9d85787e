package runbook

import "fmt"

// rollNodes replaces the nodes of the pools that go, in the way that was asked for.
func (w *writer) rollNodes() *Step {
	pools := w.oldPools()
	if len(pools) == 0 {
		return nil
	}
	step := &Step{ID: "nodes", Title: "Replace the nodes of the old pools"}
	for _, pool := range pools {
		step.Items = append(step.Items, Item{Place: pool.Place, Text: pool.Kind + " " + pool.Name})
		step.Commands = append(step.Commands, w.roll(pool)...)
	}
	return step
}

// oldPools returns the pools that go at the stop.
func (w *writer) oldPools() (pools []*Object) {
	for _, o := range w.ofGeneration(w.stop.Removes) {
		if o.IsPool {
			pools = append(pools, o)
		}
	}
	return pools
}

func (w *writer) roll(pool *Object) []Command {
	done := Command{Run: "kubectl get nodes -l karpenter.sh/provisioner-name=" + pool.Name, Expect: "No resources found"}
	switch w.strategy {
	case Delete:
		return []Command{{Run: fmt.Sprintf("kubectl delete %s %s --cascade=foreground", resourceOf(pool.APIKind), pool.Name), Expect: "it returns when the last node is gone"}, done}
	case Manual:
		return []Command{{
			Run:    fmt.Sprintf("for node in $(kubectl get nodes -l karpenter.sh/provisioner-name=%s -o name); do kubectl delete \"$node\"; done", pool.Name),
			Expect: "one node after another is drained and gone, and its pods run again",
		}, done}
	}
	return []Command{{
		Run:    fmt.Sprintf(`kubectl patch %s %s --type=merge -p '{"spec":{"taints":[{"key":"karpenter.sh/legacy","value":"true","effect":"NoSchedule"}]}}'`, resourceOf(pool.APIKind), pool.Name),
		Expect: "its nodes drift and are replaced by nodes of the new pool",
	}, done}
}

// removeOld removes the objects that the last stop kept.
func (w *writer) removeOld() *Step {
	old := w.ofGeneration(w.stop.Removes)
	step := &Step{ID: "remove", Title: "Remove the " + w.stop.Removes + " objects", Commands: []Command{w.upgradeFiles()}}
	for _, o := range old {
		step.Items = append(step.Items, Item{Place: o.Place, Text: o.Kind + " " + o.Name})
	}
	step.Commands = append(step.Commands, w.commands(w.tool().Objects, w.Controller)...)
	return step
}

// deleteOldCRDs deletes the CRDs of the API that no later release serves.
func (w *writer) deleteOldCRDs() *Step {
	g := generation(w.stop.Removes)
	node, pool, class := resourceOf(g.Node), resourceOf(g.Pool), resourceOf(g.Class)
	return &Step{
		ID: "old-crds", Title: "Delete the CRDs of the " + w.stop.Removes + " API",
		Why: []string{"No chart deletes CRDs."},
		Commands: []Command{
			{Run: "kubectl get " + node + "," + pool + "," + class, Expect: "No resources found"},
			{Run: "kubectl delete crd " + node + " " + pool + " " + class},
		},
	}
}
