package fields

import (
	"time"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/model"
)

const never = "Never"

// readsDuration says whether text is a duration for v1's schema and for Karpenter itself.
func (o *Object) readsDuration(text string) bool {
	if text == never {
		return true
	}
	_, err := time.ParseDuration(text) // also too long a one
	return err == nil && tableForms().duration().MatchString(text)
}

// disruptBeta gives spec.disruption the policy and the consolidateAfter that v1 asks for, with what v1beta1 meant where they are
// absent.
func disruptBeta(o *Object) {
	whole := o.Get("spec", "disruption")
	policy, after := o.Get("spec", "disruption", "consolidationPolicy"), o.Get("spec", "disruption", "consolidateAfter")
	switch {
	case whole != nil && whole.Kind == model.Unknown:
		o.See(pages.Changes).Decide(model.Keys("spec.disruption"), "spec.disruption comes from %q; set consolidationPolicy and consolidateAfter of v1 there, and move expireAfter to spec.template.spec", whole.Text)
		return
	case policy == nil && o.Again(): // has been reported
		if whole != nil && len(whole.Entries) == 1 && whole.Entry("expireAfter") != nil {
			o.Remove(model.Keys("spec.disruption"))
		}
		return
	case whole != nil && whole.Kind != model.Map:
		return // has been reported
	case policy != nil && policy.Kind == model.Unknown:
		o.See(pages.Changes).Decide(PolicyPath, "the consolidationPolicy comes from %q; write WhenEmptyOrUnderutilized where it is WhenUnderutilized, with consolidateAfter: 0s, which v1 requires", policy.Text)
		return
	}
	name := o.V1.Consolidation.Default
	if policy != nil {
		name = policy.Text
	}
	renamed, known := o.V1.Consolidation.Policies[name]
	if !known {
		return // has been reported
	}
	switch {
	case whole != nil && len(whole.Entries) == 0: // {} becomes lines, as it would be written by hand
		o.Set(model.Keys("spec.disruption"), model.NewMap(
			model.NewEntry("consolidationPolicy", model.NewString(renamed)),
			model.NewEntry("consolidateAfter", model.NewString(o.V1.Consolidation.ConsolidateAfter[name])),
		))
	default:
		if policy == nil || name != renamed {
			o.SetBefore(PolicyPath, model.NewString(renamed), o.behind("consolidationPolicy"))
		}
		o.consolidateAfter(name, after)
	}
	if v := o.Res.Value.Get(expirePath...); v != nil && v.Kind == model.Null {
		o.Remove(model.Join(NodePath, "expireAfter")) // where the table has moved it
	}
	o.behaviour()
}

// consolidateAfter writes what v1beta1 meant by a policy without it.
func (o *Object) consolidateAfter(policy string, after *model.Value) {
	meant, hasDefault := o.V1.Consolidation.ConsolidateAfter[policy]
	switch {
	case after == nil && hasDefault:
		o.SetBefore(AfterPath, model.NewString(meant), o.behind("consolidateAfter"))
	case after == nil:
		o.See(pages.Changes).Decide(AfterPath, "consolidationPolicy %s needs consolidateAfter in v1beta1 and in v1; add it", policy)
	case hasDefault && after.Kind == model.String && after.Text != never && after.Text != meant:
		o.See(pages.Changes).Decide(AfterPath, "v1beta1 rejects consolidateAfter %q together with %s, which consolidates at once; remove it to keep that; if v1 is to wait that long, add it after the conversion", after.Text, policy)
	}
}

// behind returns the key that a new entry of spec.disruption stands in front of: what its author wrote behind the policy, or first
// of all where there is none.
func (o *Object) behind(key string) string {
	whole := o.Get("spec", "disruption")
	if whole == nil {
		return ""
	}
	found := whole.Entry("consolidationPolicy") == nil
	for _, e := range whole.Entries {
		switch e.Key.Text {
		case "consolidationPolicy":
			found = true
		case "expireAfter", key:
		default:
			if found {
				return e.Key.Text
			}
		}
	}
	return ""
}

// behaviour tells in one note where Karpenter itself does something else from 1.0 on.
func (o *Object) behaviour() {
	text, see := "drift cannot be disabled, and a changed expireAfter is drift", pages.Changes
	if expire := o.Get("spec", "disruption", "expireAfter"); expire == nil || expire.Text != never {
		text, see = "expired nodes are drained at once, regardless of budgets and do-not-disrupt; "+text, pages.ExpiryV1
	}
	if o.Get("spec", "disruption", "budgets") == nil && !o.Again() {
		text += "; without budgets a tenth of the nodes may be disrupted at a time, as from 0.34 on"
	}
	o.See(see).Info(expirePath, "from 1.0 on %s", text)
}
