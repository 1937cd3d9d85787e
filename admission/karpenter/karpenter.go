// Package karpenter predicts how Karpenter itself judges an object, beyond its CRDs: which objects its controllers ignore, which its
// webhook rejects, and which values both accept although they are almost certainly wrong.
package karpenter

import (
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// Cluster has the facts about an object's cluster that follow from the files of its project.
type Cluster struct {
	// Controller has the releases of Karpenter that may run there.
	Controller versions.Interval

	// Webhook is Yes if Karpenter's webhook runs there. It depends on webhook.enabled of the chart, or on WebhookByDefault if
	// that is not set.
	Webhook known.Truth

	// Cloud is the API group of the provider for the object's nodes; "" if unknown. For other providers than AWS, AWS's labels and
	// instance types are not checked. Pools of such a provider are judged by all releases, because its release numbers are its own.
	Cloud string
}

// WebhookByDefault returns whether the webhook runs if the chart's webhook.enabled is not set.
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

// Check returns the problems that Karpenter has with an object, in the order of its checks. Their classes are Invalid and
// Suspicious. It returns some problems that the CRDs report too, because the CRDs may be of another release than the controller.
//
// The object may be of any kind. If it is not of Karpenter, only its apiVersion and kind are compared with Karpenter's.
func Check(o admission.Object, c Cluster) []admission.Problem {
	j := &judge{Object: o, rulings: rulings{apiVersion: o.APIVersion, kind: o.Kind, cluster: c}, root: place{value: o.Value, present: known.Yes}}
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
	case "Provisioner":
		requirements, _ := j.items(j.fieldAt(j.root, "spec.requirements"))
		for _, r := range requirements {
			j.checkVocabulary(j.readRequirement(r)) // values mean the same in every API
		}
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

// layout has the dotted paths of the parts that several kinds share; "" if a kind lacks the part.
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
	"Provisioner":  {facts.PoolGroup, "", ""}, // the other checks are those of later releases
}
