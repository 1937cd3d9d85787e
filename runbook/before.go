package runbook

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/runbook/road"
)

// beforeRoad returns the steps before the first stop.
func (w *writer) beforeRoad() []*Step {
	w.after = w.before
	return slices.Concat(
		w.once(site.checkInstalled), w.once(site.systemNodes), w.once(site.backUp),
	)
}

// checkInstalled compares the files with the cluster.
func (s site) checkInstalled() *Step {
	i := s.before
	step := s.step("installed", "Check that the cluster is what the files say")
	if i.Controller.Exists() {
		step.Items = append(step.Items, Item{Place: i.Controller.Version, Text: "Karpenter " + s.start.Release})
	}
	step.Commands = []Command{{Run: "kubectl config current-context", Expect: "the cluster of this road"}}
	if i.namespace()[0] == '"' {
		step.Commands = append(step.Commands, Command{
			Run:    "KARPENTER_NAMESPACE=$(kubectl get deployment --all-namespaces -l app.kubernetes.io/name=karpenter -o jsonpath='{.items[0].metadata.namespace}')",
			Expect: "no file shows the namespace, so later commands use this variable",
		})
	}
	step.Commands = append(step.Commands, s.releaseRuns(s.start.Release))
	if minor := i.Cluster.Minor; minor > 0 {
		step.Items = append(step.Items, Item{Place: i.Cluster.Place, Text: i.Cluster.Name + ": Kubernetes " + road.MinorText(minor)})
		step.Commands = append(step.Commands, Command{Run: "kubectl version", Expect: "Server Version: v" + road.MinorText(minor)})
	} else {
		step.Commands = append(step.Commands, Command{Run: "kubectl version", Expect: "a Server Version that each stop supports, see the table; no file shows it"})
	}
	return step
}

// systemNodes shows that the controller does not run on a node of its own.
func (s site) systemNodes() *Step {
	step := s.step("system", "Check that the controller runs on nodes that it did not make")
	step.Why = []string{"Otherwise it may drain itself while it replaces nodes."}
	step.Commands = []Command{{
		Run:    fmt.Sprintf("kubectl --namespace %s get pods -l app.kubernetes.io/name=karpenter -o wide", s.before.namespace()),
		Expect: "NODE is one of the managed node group or of Fargate",
	}}
	return step
}

// backUp saves the objects as the cluster has them.
func (s site) backUp() *Step {
	step := s.step("backup", "Save the pools and classes as they are")
	served := road.Serves(s.start.Release)
	if len(served) == 0 {
		return nil
	}
	g := generation(served[0])
	step.Commands = []Command{{
		Run:    fmt.Sprintf("kubectl get %s,%s -o yaml > karpenter-before.yaml", resourceOf(g.Pool), resourceOf(g.Class)),
		Expect: "every pool and class; one that no file has was made by hand, and this road does not convert it",
	}}
	return step
}
