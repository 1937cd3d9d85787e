package fields

import (
	"fmt"
	"strings"
	"time"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/model"
)

const never = "Never"

// readsDuration reports whether both the schema of v1 and Karpenter itself accept text as a duration.
func (o *Object) readsDuration(text string) bool {
	if text == never {
		return true
	}
	_, err := time.ParseDuration(text) // which fails if the duration is too long
	return err == nil && tableForms().duration().MatchString(text)
}

// convertBetaDisruption writes the policy and the consolidateAfter that v1 requires. Where they are absent, it writes the
// behaviour of v1beta1 without them.
func convertBetaDisruption(o *Object) {
	disruption := o.Get("spec", "disruption")
	policy, wait := o.Get("spec", "disruption", "consolidationPolicy"), o.Get("spec", "disruption", "consolidateAfter")
	switch {
	case disruption != nil && disruption.Kind == model.Unknown && o.Disruption != nil:
		o.takeDisruption(o.Disruption)
		return
	case disruption != nil && disruption.Kind == model.Unknown:
		o.See(pages.Changes).Decide(model.Keys("spec.disruption"), "spec.disruption comes from %q; set consolidationPolicy and consolidateAfter of v1 "+
			"there, and move expireAfter to spec.template.spec", disruption.Text)
		return
	case policy == nil && o.Again(): // reported already
		if disruption != nil && len(disruption.Entries) == 1 && disruption.Entry("expireAfter") != nil {
			o.Remove(model.Keys("spec.disruption"))
		}
		return
	case disruption != nil && disruption.Kind != model.Map:
		return // reported already
	case policy != nil && policy.Kind == model.Unknown:
		o.convertTemplatedPolicy(disruption, policy, wait)
		return
	}
	name := o.V1.Consolidation.Default
	if policy != nil {
		name = policy.Text
	}
	renamed, isPolicy := o.V1.Consolidation.Policies[name]
	if !isPolicy && name == o.V1.Consolidation.Policies[o.V1.Consolidation.Default] { // already a policy of v1
		if wait == nil {
			o.writeConsolidateAfter(o.V1.Consolidation.Default, nil)
		}
		o.noteBehaviour()
		return
	}
	if !isPolicy {
		return // reported already
	}
	switch {
	case disruption != nil && len(disruption.Entries) == 0: // {} becomes a block of lines, as a person would write it
		o.Set(model.Keys("spec.disruption"), model.NewMap(
			model.NewEntry("consolidationPolicy", model.NewString(renamed)),
			model.NewEntry("consolidateAfter", model.NewString(o.V1.Consolidation.ConsolidateAfter[name])),
		))
	default:
		if policy == nil || name != renamed {
			o.SetBefore(policyPath, model.NewString(renamed), o.keyBehind("consolidationPolicy"))
		}
		o.writeConsolidateAfter(name, wait)
	}
	if v := o.Res.Value.Get(expirePath...); v != nil && v.Kind == model.Null {
		o.Remove(ExpirePath) // the table has moved it there
	}
	o.noteBehaviour()
}

// noteOfV1 warns about a field that v1beta1 ignored and v1 reads.
func noteOfV1(o *Object, f field) bool {
	o.See(pages.Manifests).Warn(f.path, "v1beta1 has no %s here, so it had no effect; v1 has it, and it takes effect from now on", f.key())
	return true
}

// keepExpireAfter keeps an expireAfter that is where v1 reads it. If v1beta1 read one from its own place, that one wins, so that
// nothing changes.
func keepExpireAfter(o *Object, f field) bool {
	old := o.Res.Value.Get(expirePath...)
	switch {
	case o.Again():
	case old == nil || old.Kind == model.Null:
		noteOfV1(o, f)
	case !model.Equal(old, f.value):
		o.See(pages.Manifests).Warn(f.path, "v1beta1 read spec.disruption.expireAfter (%s), and v1 reads spec.template.spec.expireAfter (%s), which is "+
			"dropped so that nothing changes; write it there if you mean it", old.Text, f.value.Text)
		fallthrough
	default:
		o.RemoveFirst(f.path)
	}
	return true
}

// ConvertDisruption converts an object that contains only a disruption.
func ConvertDisruption(o *Object) {
	nodePool.Run(o)
	convertBetaDisruption(o)
}

// ExpirePath is the place in v1 of spec.disruption.expireAfter of v1beta1.
var ExpirePath = model.Join(NodePath, "expireAfter")

// takeDisruption changes the template of a pool whose disruption is converted in values files.
func (o *Object) takeDisruption(use *charts.Use) {
	if use.Refused != "" {
		o.See(pages.Changes).Decide(charts.Disruption, "%s: set consolidationPolicy and consolidateAfter of v1, and move expireAfter to "+
			"spec.template.spec", use.Refused)
		return
	}
	pool := o.Generation(apis.V1).Pool
	if hasDefault := o.Defaults.Value(pool.APIVersion, pool.Kind, "spec.disruption", o.Release) != nil; !hasDefault &&
		o.mayBeNull(o.Get("spec", "disruption")) {
		o.See(pages.Changes).Decide(charts.Disruption, "spec.disruption comes from %s, which some values lack, and Karpenter %s has no default for it; "+
			"set consolidationPolicy and consolidateAfter of v1 in all of them", use.Text, o.Release)
		return
	}
	if expire := use.MovesOut("expireAfter", o.V1.ExpireAfter.Default); expire != "" {
		o.Set(ExpirePath, model.NewUnknown(expire))
	}
	o.See(pages.Changes).Info(charts.Disruption, "spec.disruption comes from %s, and is converted there (%s); convert it wherever else it is set: "+
		"other values files, --set, an Application", use.Text, strings.Join(use.Files(), ", "))
}

// mayBeNull reports whether a template may write nothing, or null.
func (o *Object) mayBeNull(v *model.Value) bool {
	k, complete := o.Known(v)
	return !complete || !k.All(func(v *model.Value) bool { return v.Kind != model.Null })
}

// convertTemplatedPolicy makes a template write the new name of a policy, whatever the values are. v1beta1 rejects WhenEmpty
// without consolidateAfter, and WhenUnderutilized with it. So the presence of consolidateAfter shows which policy a template
// writes.
func (o *Object) convertTemplatedPolicy(disruption, policy, wait *model.Value) {
	e, ok := o.Expression(policy)
	mayHaveWait := wait == nil && disruption.Open
	if mayHaveWait {
		if c, isKnown := o.Contents(charts.Disruption); isKnown && !c.Has("consolidateAfter") {
			c.Assume(o.See(pages.Changes), policyPath, "the templates in spec.disruption write no consolidateAfter")
			mayHaveWait = false
		}
	}
	if !ok || mayHaveWait {
		o.See(pages.Changes).Decide(policyPath, "the consolidationPolicy comes from %q; write WhenEmptyOrUnderutilized where it is WhenUnderutilized, "+
			"with consolidateAfter: 0s, which v1 requires", policy.Text)
		return
	}
	name := o.V1.Consolidation.Default
	o.Set(policyPath, model.NewUnknown(e.Replacing(name, o.V1.Consolidation.Policies[name], name)))
	switch {
	case wait == nil:
		o.writeConsolidateAfter(name, nil)
	case wait.Kind == model.Unknown:
		o.fillConsolidateAfter(wait, o.V1.Consolidation.ConsolidateAfter[name])
	}
	o.noteBehaviour()
}

// fillConsolidateAfter adds a default to the template of a consolidateAfter, if that is possible.
func (o *Object) fillConsolidateAfter(wait *model.Value, missing string) {
	e, ok := o.Expression(wait)
	isFilled := !o.mayBeNull(wait) || e.HasDefault()
	if ok && e.IsGo() && !isFilled {
		o.Set(afterPath, model.NewUnknown(e.Piped(fmt.Sprintf("default %q", missing))))
	}
}

// writeConsolidateAfter writes the wait that v1beta1 used for a policy without consolidateAfter.
func (o *Object) writeConsolidateAfter(policy string, wait *model.Value) {
	meant, hasDefault := o.V1.Consolidation.ConsolidateAfter[policy]
	switch {
	case wait == nil && hasDefault:
		o.SetBefore(afterPath, model.NewString(meant), o.keyBehind("consolidateAfter"))
	case wait == nil:
		o.See(pages.Changes).Decide(afterPath, "consolidationPolicy %s needs consolidateAfter in v1beta1 and in v1; add it", policy)
	case !hasDefault || wait.Kind != model.String:
	case wait.Text != never && wait.Text != meant:
		o.See(pages.Changes).Decide(afterPath, "v1beta1 rejects consolidateAfter %q together with %s, which consolidates at once; remove it to keep "+
			"that; if v1 is to wait that long, add it after the conversion", wait.Text, policy)
	}
}

// keyBehind returns the entry before which a new key of spec.disruption is written: the one after the policy, or the first one if
// there is no policy.
func (o *Object) keyBehind(key string) string {
	disruption := o.Get("spec", "disruption")
	if disruption == nil {
		return ""
	}
	passed := disruption.Entry("consolidationPolicy") == nil
	for _, e := range disruption.Entries {
		switch e.Key.Text {
		case "consolidationPolicy":
			passed = true
		case "expireAfter", key:
		default:
			if passed {
				return e.Key.Text
			}
		}
	}
	return ""
}

// noteBehaviour lists the changed behaviour of Karpenter itself from 1.0 on, in one note.
func (o *Object) noteBehaviour() {
	text, see := "drift cannot be disabled, and a changed expireAfter is drift", pages.Changes
	if expire := o.Get("spec", "disruption", "expireAfter"); expire == nil || expire.Text != never {
		text, see = "expired nodes are drained at once, regardless of budgets and do-not-disrupt; "+text, pages.ExpiryV1
	}
	if o.Get("spec", "disruption", "budgets") == nil && !o.Again() {
		text += "; without budgets a tenth of the nodes may be disrupted at a time, as from 0.34 on"
	}
	o.See(see).Info(expirePath, "from 1.0 on %s", text)
}
