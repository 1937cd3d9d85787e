package karpenter

import (
	"strings"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

// rulings are the releases that check an object of a kind, with their checks.
type rulings struct {
	apiVersion, kind string
	cluster          Cluster

	targetSet, servedSet releaseSet // of target and served; filled when first needed
}

// isRefused reports whether every release of the target runs a check and is in the set, so that all of them reject the object.
func (r *rulings) isRefused(id string, set releaseSet) bool {
	target := r.served() & r.target()
	return target != 0 && target&^(r.runs(id)&set) == 0
}

// interval returns the releases for which the object is judged.
func (r *rulings) interval() versions.Interval {
	if r.isForeign() {
		return versions.Interval{}
	}
	return r.cluster.Controller
}

// target returns interval as a set.
func (r *rulings) target() releaseSet {
	if r.targetSet == 0 {
		r.targetSet = overlapping(r.interval())
	}
	return r.targetSet
}

// served returns the releases that serve the object's API.
func (r *rulings) served() releaseSet {
	if r.servedSet == 0 {
		r.servedSet = setOf(facts.Served().Of(r.apiVersion, r.kind)...)
	}
	return r.servedSet
}

// isForeign reports whether the object is for nodes of another provider than AWS.
func (r *rulings) isForeign() bool {
	return r.cluster.Cloud != "" && r.cluster.Cloud != facts.ClassGroup
}

// applies reports whether a fact about the provider with a group applies to the object.
func (r *rulings) applies(group string) bool { return group == "" || !r.isForeign() }

// holds reports whether a fact holds in all releases of the target.
func (r *rulings) holds(releases facts.Releases) bool { return r.target()&^setOf(releases) == 0 }

// isInferred reports whether the whole target is newer than the releases with known checks, and may be of a later minor.
func (r *rulings) isInferred() bool {
	i := r.interval()
	return i.Min != nil && i.Min.GreaterThan(facts.Newest()) && (i.Max == nil || facts.IsNewer(i.Max))
}

// runs returns the releases that check objects of this kind, in the controller or in a webhook that certainly runs.
func (r *rulings) runs(id string) releaseSet {
	return setOf(facts.KarpenterChecks().Runs(id, r.kind, "controller")...) | r.runsInWebhook(id)
}

// runsInWebhook returns the releases whose webhook has the check. The webhook validates only v1beta1.
func (r *rulings) runsInWebhook(id string) releaseSet {
	if r.cluster.Webhook != known.Yes || !strings.HasSuffix(r.apiVersion, "/v1beta1") {
		return 0
	}
	return setOf(facts.KarpenterChecks().Runs(id, r.kind, "webhook")...)
}

// effect describes the consequence for the object, in the releases of an epoch.
func (r *rulings) effect(id string, epoch releaseSet) string {
	by := "controller"
	if r.runsInWebhook(id)&epoch != 0 {
		by = "webhook"
	}
	for _, o := range facts.KarpenterChecks().Outcomes {
		if o.By == by && o.Kind == r.kind && setOf(o.Releases)&epoch != 0 {
			return o.Effect
		}
	}
	return "Karpenter rejects it"
}
