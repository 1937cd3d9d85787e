package runbook

import (
	"fmt"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/runbook/road"
)

// before returns the steps before the first stop.
func (w *writer) before(stops []road.Stop) []*Step {
	w.stop = &stops[0]
	return []*Step{w.checkInstalled(stops[0].From), w.backUp(stops[0].Serves)}
}

// checkInstalled compares the release in the files with the one that runs.
func (w *writer) checkInstalled(release string) *Step {
	step := &Step{
		ID: "installed", Title: "Check that the cluster is what the files say",
		Items:    []Item{{Place: w.Controller.Version, Text: "Karpenter " + release}},
		Commands: []Command{{Run: "kubectl config current-context", Expect: "the cluster that this road is for"}},
	}
	if w.Controller.Value.Str("namespace") == "" {
		step.Commands = append(step.Commands, Command{
			Run:    "KARPENTER_NAMESPACE=$(kubectl get deployment --all-namespaces -l app.kubernetes.io/name=karpenter -o jsonpath='{.items[0].metadata.namespace}')",
			Expect: "no file shows the namespace; later commands use this variable",
		})
	}
	step.Commands = append(step.Commands, w.releaseRuns(release))
	if w.Kubernetes.Minor > 0 {
		text := road.MinorText(w.Kubernetes.Minor)
		step.Items = append(step.Items, Item{Place: w.Kubernetes.Place, Text: "Kubernetes " + text})
		step.Commands = append(step.Commands, Command{Run: "kubectl version", Expect: "Server Version: v" + text})
	} else {
		step.Commands = append(step.Commands, Command{Run: "kubectl version", Expect: "a Server Version that the table above has for the next stop; no file shows it"})
	}
	return step
}

// releaseRuns shows the release of the controller that runs.
func (w *writer) releaseRuns(release string) Command {
	return Command{
		Run:    fmt.Sprintf(`kubectl --namespace %s get deployment %s -o jsonpath='{.metadata.labels.app\.kubernetes\.io/version}'`, w.namespace(), w.releaseName()),
		Expect: release,
	}
}

// backUp saves the objects as the cluster has them.
func (w *writer) backUp(served []string) *Step {
	g := generation(served[0])
	return &Step{
		ID: "backup", Title: "Save the pools and classes as they are",
		Commands: []Command{{
			Run:    fmt.Sprintf("kubectl get %s,%s -o yaml > karpenter-before.yaml", resourceOf(g.Pool), resourceOf(g.Class)),
			Expect: "every pool and class that runs; one that no file has was made by hand, and is not part of this road",
		}},
	}
}

// generation returns the version of the API with a name.
func generation(name string) facts.Generation {
	for _, g := range facts.Served().Generations {
		if g.Name == name {
			return g
		}
	}
	return facts.Generation{}
}
