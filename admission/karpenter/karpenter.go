// Package karpenter says what Karpenter itself would say of an object, beyond its CRDs: what its controllers ignore, what its webhook refuses, and
// what both accept although it is almost certainly wrong.
package karpenter

import (
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// Cluster is what a project says of the cluster that an object is for.
type Cluster struct {
	// Controller are the releases of Karpenter that may run there.
	Controller versions.Interval

	// Webhook tells whether Karpenter's webhook runs there. webhook.enabled of the chart decides; WebhookByDefault if it is not set.
	Webhook known.Truth

	// Cloud is the API group of the provider whose nodes the object is for, "" if nothing shows it. Rules about labels and instance types of
	// AWS are silent for another provider. What is said of a pool of another provider holds for all releases, because those providers
	// number theirs in another way.
	Cloud string
}

// WebhookByDefault returns whether the webhook runs where the chart's webhook.enabled is not set.
func WebhookByDefault(controller versions.Interval) known.Truth {
	target, enabled := overlapping(controller), setOf(facts.KarpenterChecks().WebhookEnabled...)
	switch {
	case target&^enabled == 0:
		return known.Yes
	case target&enabled == 0:
		return known.No
	}
	return known.Maybe
}

// Check returns what Karpenter would say of an object, in the order of its checks. The problems are of the classes Invalid and
// Suspicious. What CRDs say as well is among them: their version may be another one than that of the controller.
//
// The object may be any. One that is not of Karpenter is only compared with the names of Karpenter's kinds.
func Check(o admission.Object, c Cluster) []admission.Problem {
	j := &judge{Object: o, cluster: c, root: place{value: o.Value, present: known.Yes}, apiVersion: o.APIVersion, kind: o.Kind}
	j.readType()
	j.checkType()
	group, _, _ := strings.Cut(j.apiVersion, "/")
	if layout, ok := layouts[j.kind]; ok && group == layout.group {
		j.checkParts(layout)
	}
	return j.problems
}

func (j *judge) checkParts(layout layout) {
	if layout.labels != "" {
		j.checkLabels(j.fieldAt(j.root, layout.labels))
	}
	if layout.nodes != "" {
		j.checkNodes(j.fieldAt(j.root, layout.nodes))
	}
	switch j.kind {
	case "NodePool":
		j.checkBudgets(j.fieldAt(j.root, "spec.disruption.budgets"))
		j.checkLimits(j.fieldAt(j.root, "spec.limits"))
	case "NodeOverlay":
		j.checkCapacity(j.fieldAt(j.root, "spec.capacity"))
	case "EC2NodeClass":
		j.checkClass(j.fieldAt(j.root, "spec"))
	}
	j.checkPlaceholders(j.field(j.root, "spec"))
}

// layout says where the parts of a kind are that several kinds have, as keys with dots; "" if the kind has none.
type layout struct {
	group  string
	nodes  string // taints, startupTaints, requirements, kubelet
	labels string // of the nodes
}

var layouts = map[string]layout{
	"NodePool":     {facts.PoolGroup, "spec.template.spec", "spec.template.metadata.labels"},
	"NodeClaim":    {facts.PoolGroup, "spec", ""},
	"NodeOverlay":  {facts.PoolGroup, "spec", ""},
	"EC2NodeClass": {facts.ClassGroup, "", ""},
}
