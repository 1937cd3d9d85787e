package survey

import (
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// podTemplate is where workloads that run until somebody ends them have their pod template.
var podTemplate = []any{"spec", "template"}

// isProtected reports whether an object is a workload that keeps running, with pods that Karpenter does not evict.
func isProtected(o *model.Resource) bool {
	switch o.Group() + "/" + o.Kind {
	case "apps/Deployment", "apps/StatefulSet", "apps/ReplicaSet", "argoproj.io/Rollout":
		annotation := o.Value.Get(model.Join(podTemplate, "metadata", "annotations", "karpenter.sh/do-not-disrupt")...)
		return annotation.IsString() && annotation.Text == "true" && mayRunAnywhere(o)
	}
	return false
}

// mayRunAnywhere reports whether a workload has pods, and none of the fields that may keep them from Karpenter's nodes, selectors and tolerations
// aside.
func mayRunAnywhere(o *model.Resource) bool {
	if replicas := o.Value.Get("spec", "replicas"); replicas.IsUnknown() || replicas != nil && replicas.Text == "0" {
		return false
	}
	pod := o.Value.Get(model.Join(podTemplate, "spec")...)
	for _, field := range []string{"nodeName", "runtimeClassName", "schedulerName"} {
		if IsGiven(pod.Get(field)) {
			return false
		}
	}
	return true
}

// setProtection says of a workload whether Karpenter does not evict its pods, and what decides on their nodes.
func (r *Resource) setProtection(o *model.Resource) {
	if !isProtected(o) {
		return
	}
	r.SetBool("protected", true)
	r.Locate("protected", o.Path, model.Join(podTemplate, "metadata", "annotations", "karpenter.sh/do-not-disrupt")...)
	pod := model.Join(podTemplate, "spec")
	r.setField(o, "nodeSelector", model.Join(pod, "nodeSelector")...)
	r.setField(o, "nodeAffinity", model.Join(pod, "affinity", "nodeAffinity")...)
	r.setField(o, "tolerations", model.Join(pod, "tolerations")...)
}

// setDisruption adds what decides on the age of a pool's nodes, and on their number.
func (r *Resource) setDisruption(o *model.Resource) {
	if o.Group() != facts.PoolGroup || o.Kind != "NodePool" {
		return
	}
	node := []any{"spec", "template", "spec"}
	if o.APIVersion == facts.PoolGroup+"/v1" {
		r.setField(o, "expireAfter", model.Join(node, "expireAfter")...)
		r.setField(o, "terminationGracePeriod", model.Join(node, "terminationGracePeriod")...)
	}
	r.setTainted(o, model.Join(node, "taints"))
	r.setField(o, "replicas", "spec", "replicas")
	r.setField(o, "consolidationPolicy", "spec", "disruption", "consolidationPolicy")
	if policy := r.Value.Str("consolidationPolicy"); policy == "WhenUnderutilized" || policy == "WhenEmptyOrUnderutilized" {
		r.Drop("consolidationPolicy") // the default
	}
	r.setField(o, "consolidateAfter", "spec", "disruption", "consolidateAfter")
	if after := r.Value.Get("consolidateAfter"); after.IsString() && after.Text != "Never" {
		r.Drop("consolidateAfter") // the nodes are replaced
	}
	r.setField(o, "budgets", "spec", "disruption", "budgets")
	r.Replace("budgets", shortItems(r.Value.Get("budgets"), shortBudget))
}

// setTainted says of a NodePool whether its taints keep pods without tolerations from its nodes. It is Unknown if that is not known. Startup taints
// are gone when the pods start.
func (r *Resource) setTainted(o *model.Resource, path []any) {
	taints := o.Value.Get(path...)
	if parent := deepest(o.Value, path); parent.IsUnknown() || parent.Open {
		r.Set("tainted", model.NewUnknown("taints").PlacedAt(parent))
		return
	}
	for _, taint := range taints.Children() {
		if effect := taint.Get("effect"); !effect.IsString() {
			r.Replace("tainted", model.NewUnknown("effect"))
			return
		} else if effect.Text != "PreferNoSchedule" {
			r.Replace("tainted", model.NewBool(true))
		}
	}
}

// setField adds the value at a path of the object. It is Unknown if something above it is not known.
func (r *Resource) setField(o *model.Resource, key string, path ...any) {
	v := o.Value.Get(path...)
	if parent := deepest(o.Value, path); v == nil && (parent.IsUnknown() || parent.Open) {
		v = model.NewUnknown(key).PlacedAt(parent)
	}
	if IsGiven(v) {
		r.Set(key, v)
		r.Locate(key, o.Path, path...)
	}
}

// shortBudget returns the nodes and the reasons of a budget, as in "10% Drifted,Empty". It is Unknown if one of them is not known.
func shortBudget(budget *model.Value) *model.Value {
	nodes := budget.Get("nodes")
	if !budget.IsMap() || budget.Open || !nodes.IsScalar() {
		return model.NewUnknown("budget").PlacedAt(budget)
	}
	text := nodes.Text
	if reasons := budget.Get("reasons"); IsGiven(reasons) {
		text += " " + shortValues(reasons)
	}
	return model.NewString(text).PlacedAt(budget)
}
