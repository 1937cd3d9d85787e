package convert_test

import (
	"fmt"
	"math/big"
	"strings"
)

// pool returns what takes effect of a pool: of itself and of its class, if that stands in the world.
func (w *world) pool(name string, requirementDefaults bool) effective {
	e := effective{}
	spec := Join(w.pools[name], "spec")
	var class tree
	switch w.api {
	case "alpha":
		class = w.provisioner(e, name, spec, requirementDefaults)
	case "v1beta1", "v1":
		class = w.nodePool(e, spec)
	}
	e.set("limits", "%s", quantities(Join(spec, "limits"), w.api == "alpha"))
	e.set("weight", "%s", text(spec["weight"]))
	if class != nil {
		e.add("class", w.classFields(class))
	}
	return e
}

// provisioner fills in what is particular to the alpha API, and returns the fields of the class.
func (w *world) provisioner(e effective, name string, spec tree, requirementDefaults bool) (class tree) {
	requirements := items(spec["requirements"])
	if requirementDefaults {
		requirements = append(requirements, missing(requirements)...)
	}
	e.set("requirements", "%s", requirementsText(requirements))
	e.set("labels", "%s", pairs(without(Join(spec, "labels"), "karpenter.k8s.aws/instance-pods")))
	e.set("annotations", "%s", pairs(nodeMarks(Join(spec, "annotations"))))
	e.set("taints", "%s", taintsText(spec["taints"]))
	e.set("startup taints", "%s", taintsText(spec["startupTaints"]))
	kubeletFields(e, without(Join(spec, "kubeletConfiguration"), "containerRuntime"))
	empty := seconds(nil)
	if s, ok := spec["ttlSecondsAfterEmpty"]; ok {
		empty = seconds(text(s) + "s")
	}
	consolidation := Join(spec, "consolidation")["enabled"] == true
	if consolidation {
		empty = "at once, by consolidation"
	}
	e.set("consolidation", "%v", consolidation)
	e.set("empty nodes go", "%s", empty)
	expires := "never"
	if s, ok := spec["ttlSecondsUntilExpired"]; ok {
		expires = seconds(text(s) + "s")
	}
	e.set("nodes expire", "%s", expires)
	e.set("budgets", "%s", noBudgets)
	if provider := Join(spec, "provider"); provider != nil {
		e.set("class name", "%s", name)
		return tree{"spec": provider}
	}
	class = w.classes[text(Join(spec, "providerRef")["name"])]
	e.set("class name", "%s", text(Join(spec, "providerRef")["name"]))
	return class
}

// missing returns the requirements that the admission webhook of the alpha API added.
func missing(requirements []any) []any {
	has := func(keys ...string) bool {
		for _, r := range requirements {
			for _, key := range keys {
				if normal(text(r.(tree)["key"])) == key {
					return true
				}
			}
		}
		return false
	}
	in := func(key, operator string, values ...any) tree {
		return tree{"key": key, "operator": operator, "values": values}
	}
	var all []any
	if !has("kubernetes.io/os") {
		all = append(all, in("kubernetes.io/os", "In", "linux"))
	}
	if !has("kubernetes.io/arch") {
		all = append(all, in("kubernetes.io/arch", "In", "amd64"))
	}
	if !has("karpenter.sh/capacity-type") {
		all = append(all, in("karpenter.sh/capacity-type", "In", "on-demand"))
	}
	if !has("node.kubernetes.io/instance-type", "karpenter.k8s.aws/instance-family", "karpenter.k8s.aws/instance-category",
		"karpenter.k8s.aws/instance-generation") {
		all = append(all, in("karpenter.k8s.aws/instance-category", "In", "c", "m", "r"), in("karpenter.k8s.aws/instance-generation", "Gt", "2"))
	}
	return all
}

// normal returns the key that Karpenter reads another one as.
func normal(key string) string {
	switch key {
	case "beta.kubernetes.io/arch", "beta.kubernetes.io/os":
		return strings.TrimPrefix(key, "beta.")
	case "beta.kubernetes.io/instance-type":
		return "node.kubernetes.io/instance-type"
	case "failure-domain.beta.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/region":
		return strings.Replace(key, "failure-domain.beta.kubernetes.io", "topology.kubernetes.io", 1)
	}
	return key
}

// nodeMarks returns annotations of nodes with those that keep Karpenter off as the one that v1beta1 has: a do-not-consolidate
// that is "true" becomes that one, which is wider, as Karpenter's migration guide says. A do-not-disrupt meant nothing yet, but
// who has written it wants it.
func nodeMarks(annotations tree) tree {
	marks := []string{"karpenter.sh/do-not-evict", "karpenter.sh/do-not-consolidate", "karpenter.sh/do-not-disrupt"}
	m := without(annotations, marks...)
	for _, mark := range marks {
		if annotations[mark] == "true" {
			m["karpenter.sh/do-not-disrupt"] = "true"
		}
	}
	return m
}

// nodePool fills in what is particular to v1beta1 and v1.
func (w *world) nodePool(e effective, spec tree) (class tree) {
	template := Join(spec, "template", "spec")
	metadata := Join(spec, "template", "metadata")
	disruption := Join(spec, "disruption")
	e.set("requirements", "%s", requirementsText(items(template["requirements"])))
	e.set("labels", "%s", pairs(Join(metadata, "labels")))
	e.set("annotations", "%s", pairs(Join(metadata, "annotations")))
	e.set("taints", "%s", taintsText(template["taints"]))
	e.set("startup taints", "%s", taintsText(template["startupTaints"]))
	e.set("class name", "%s", text(Join(template, "nodeClassRef")["name"]))
	class = w.classes[text(Join(template, "nodeClassRef")["name"])]

	policy, after, expires := disruption["consolidationPolicy"], disruption["consolidateAfter"], disruption["expireAfter"]
	always := "WhenUnderutilized"
	kubelet := Join(template, "kubelet")
	if w.api == "v1" {
		always = "WhenEmptyOrUnderutilized"
		expires = template["expireAfter"]
		kubelet = Join(class, "spec", "kubelet")
		if disruption == nil {
			after = "0s" // the default of the object, from 1.0.4
		}
		if after == nil {
			after = "missing, and required"
		}
	} else if after == nil {
		after = "0s"
	}
	if policy == nil {
		policy = always
	}
	if expires == nil {
		expires = "720h"
	}
	kubeletFields(e, kubelet)
	e.set("nodes expire", "%s", seconds(expires))
	switch {
	case seconds(after) == "never":
		e.set("consolidation", "false")
		e.set("empty nodes go", "never")
	case policy == "WhenEmpty":
		e.set("consolidation", "false")
		e.set("empty nodes go", "%s", seconds(after))
	case policy == always && seconds(after) == "after 0s":
		e.set("consolidation", "true")
		e.set("empty nodes go", "at once, by consolidation")
	default:
		e.set("consolidation", "%v after %v", policy, after)
	}
	e.set("budgets", "%s", w.budgets(disruption))
	return class
}

// noBudgets is what versions before 0.34 have.
const noBudgets = "none"

// budgets writes the disruption budgets.
func (w *world) budgets(disruption tree) string {
	list, written := disruption["budgets"].([]any)
	switch {
	case w.api == "v1beta1" && strings.HasPrefix(w.version, "0.32.") || strings.HasPrefix(w.version, "0.33."):
		return noBudgets
	case !written:
		list = []any{tree{}}
	}
	var all []string
	for _, b := range list {
		budget := b.(tree)
		nodes := text(budget["nodes"])
		if nodes == "" {
			nodes = "10%"
		}
		all = append(all, fmt.Sprint(nodes, " ", budget["schedule"], " ", budget["duration"], " ", budget["reasons"]))
	}
	return sorted(all)
}

func without(m tree, keys ...string) tree {
	left := tree{}
	for key, value := range m {
		left[key] = value
	}
	for _, key := range keys {
		delete(left, key)
	}
	return left
}

// requirementsText writes requirements without the one that v1beta1 has no label for.
func requirementsText(requirements []any) string {
	var all []string
	for _, item := range requirements {
		r := item.(tree)
		key := normal(text(r["key"]))
		if key == "karpenter.k8s.aws/instance-pods" {
			continue
		}
		var values []string
		for _, v := range items(r["values"]) {
			values = append(values, fmt.Sprintf("%q", v))
		}
		all = append(all, fmt.Sprint(key, " ", r["operator"], " [", sorted(values), "] ", text(r["minValues"])))
	}
	return sorted(all)
}

func taintsText(taints any) string {
	var all []string
	for _, item := range items(taints) {
		t := item.(tree)
		all = append(all, fmt.Sprintf("%v=%v:%v %v", t["key"], text(t["value"]), t["effect"], text(t["timeAdded"])))
	}
	return sorted(all)
}

// quantities writes limits, which alpha has a level lower.
func quantities(limits tree, alpha bool) string {
	if alpha {
		limits = Join(limits, "resources")
	}
	m := tree{}
	for key, value := range limits {
		m[key] = quantity(value)
	}
	return pairs(m)
}

// kubeletFields adds the settings of the kubelet: an empty map or list of them sets nothing.
func kubeletFields(e effective, kubelet tree) {
	for field, value := range kubelet {
		name := "kubelet " + field
		switch v := value.(type) {
		case tree:
			for key, value := range v {
				e.set(name+" "+key, "%s", kubeletValue(field, text(value)))
			}
		case []any:
			for i, item := range v {
				e.set(fmt.Sprint(name, " ", i), "%v", item)
			}
		default:
			e.set(name, "%v", v)
		}
	}
}

func kubeletValue(field, value string) string {
	switch {
	case field == "evictionSoftGracePeriod":
		return seconds(value)
	case strings.HasSuffix(value, "%"):
		if r, ok := new(big.Rat).SetString(strings.TrimSuffix(value, "%")); ok {
			return r.RatString() + "%"
		}
		return "no percentage: " + value
	}
	return quantity(value)
}
