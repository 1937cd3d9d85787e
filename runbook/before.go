package runbook

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/runbook/road"
	"github.com/karplint/karplint/runbook/shell"
	"github.com/karplint/karplint/survey"
)

// beforeRoad returns the steps before the first stop.
func (w *writer) beforeRoad() []*Step {
	w.after = w.before
	return slices.Concat(
		w.once(site.checkInstalled), w.once(site.systemNodes), w.once(site.namedInAWS), w.once(site.backUp),
	)
}

// checkInstalled compares the files with the cluster.
func (s site) checkInstalled() *Step {
	i := s.before
	step := s.step("installed", "Check that the cluster runs what the files say")
	runs := cmp.Or(i.Releases.Exact(), s.start.Release)
	if i.Controller.Exists() {
		step.Items = append(step.Items, Item{Place: i.Controller.Version, Text: cmp.Or(road.Judged(i.Releases), "Karpenter "+runs)})
	}
	step.Commands = []Command{{Run: "kubectl config current-context", Expect: "the cluster of this upgrade"}}
	if i.namespace()[0] == '"' {
		step.Commands = append(step.Commands, Command{
			Run: "KARPENTER_NAMESPACE=$(kubectl get deployment --all-namespaces -l app.kubernetes.io/name=karpenter -o " +
				"jsonpath='{.items[0].metadata.namespace}')",
			Expect: "no file shows the namespace, so later commands use this variable",
		})
	}
	if i.Controller.isInstalledAround() && i.Controller.installer() == installer {
		step.Items = append(step.Items, Item{Place: i.Controller.Place,
			Text: "no file shows what installs this chart, or several do: repeat each command with " + installer + " for each of them"})
	}
	step.Commands = append(step.Commands, s.releaseRuns(runs))
	if minor := i.Cluster.Minor; minor > 0 {
		step.Items = append(step.Items, Item{Place: i.Cluster.Place, Text: i.Cluster.Name + ": Kubernetes " + road.MinorText(minor)})
		step.Commands = append(step.Commands, Command{Run: "kubectl version", Expect: "Server Version: v" + road.MinorText(minor)})
	} else {
		step.Commands = append(step.Commands, Command{Run: "kubectl version",
			Expect: "a Server Version that each stop supports, see the table; no file shows it"})
	}
	return step
}

// systemNodes returns the check that the controller runs on nodes that Karpenter does not manage.
func (s site) systemNodes() *Step {
	step := s.step("system", "Check that the controller runs on nodes that Karpenter does not manage")
	step.Why = []string{"Otherwise it may drain itself while it replaces nodes."}
	pods := "-l app.kubernetes.io/name=karpenter -o wide"
	if s.before.Manifest != nil { // its pods may lack the labels of the chart
		pods = "-o wide | grep " + s.before.deployment() + "-"
	}
	step.Commands = []Command{{
		Run:    fmt.Sprintf("kubectl --namespace %s get pods %s", s.before.namespace(), pods),
		Expect: "NODE is in a managed node group, or on Fargate",
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
	if len(s.writer.before) > 1 || len(s.groups) > 1 {
		step.Why = []string{"Give each cluster a file of its own."}
	}
	g := generation(served[0])
	step.Commands = []Command{{
		Run:    fmt.Sprintf("kubectl get %s,%s -o yaml > karpenter-before.yaml", resourceOf(g.Pool), resourceOf(g.Class)),
		Expect: "every pool and class; one that is in no file was created by hand, and is not converted here",
	}}
	return step
}

// queueKeys are the chart values that name the queue for interruptions, in any release.
var queueKeys = []string{"settings.interruptionQueue", "settings.interruptionQueueName", "settings.aws.interruptionQueueName"}

// profileKeys are the chart values that name the instance profile of all nodes, up to 0.32.
var profileKeys = []string{"settings.aws.defaultInstanceProfile", "aws.defaultInstanceProfile"}

// namedInAWS returns the check that AWS has the queue, roles and instance profiles that the files name, because their definition may be elsewhere:
// all of them before the road, and at a stop those that are new.
func (s site) namedInAWS() *Step {
	step := s.step("aws", "Check that AWS has the resources that the files name")
	step.Commands = s.after.lookUps()
	if s.before != s.after {
		known := s.before.lookUps()
		step.Commands = slices.DeleteFunc(step.Commands, func(c Command) bool { return slices.Contains(known, c) })
	}
	if len(step.Commands) == 0 {
		return nil
	}
	last := &step.Commands[len(step.Commands)-1]
	last.Expect = "each is there, and the role of the nodes may join the cluster (an access entry, or aws-auth)"
	return step
}

// lookUps returns the commands that find in AWS what the files of the installation name.
func (i *Installation) lookUps() (commands []Command) {
	add := func(command string, v *model.Value) {
		c := Command{Run: command + " " + literalText(v)}
		if literalText(v) != "" && !slices.Contains(commands, c) {
			commands = append(commands, c)
		}
	}
	for _, key := range queueKeys {
		add("aws sqs get-queue-url --queue-name", i.Controller.value(key))
	}
	for _, key := range profileKeys {
		add(getProfile, i.Controller.value(key))
	}
	for _, r := range i.project.Resources {
		if r.Kind == survey.Object && survey.IsClass(r.Value.Str("kind")) {
			add("aws iam get-role --role-name", r.Value.Get(roleField))
			add(getProfile, r.Value.Get("instanceProfile"))
		}
	}
	return commands
}

const getProfile = "aws iam get-instance-profile --instance-profile-name"

// literalText returns a literal name, quoted for a shell where needed; "" for expressions and other values.
func literalText(v *model.Value) string {
	if !v.IsScalar() || v.Text == "" || strings.ContainsAny(v.Text, "${} ") {
		return ""
	}
	return shell.QuoteAll([]string{v.Text})[0]
}
