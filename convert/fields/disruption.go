package fields

import (
	"strconv"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
)

var (
	policyPath = model.Keys("spec.disruption.consolidationPolicy")
	afterPath  = model.Keys("spec.disruption.consolidateAfter")
	expirePath = model.Keys("spec.disruption.expireAfter")
)

// convertDisruption writes spec.disruption. Consolidation and expiry are off by default in the alpha API and on by default in
// v1beta1, so both are written out.
func convertDisruption(o *Object) {
	convertConsolidation(o)
	convertExpiry(o)
	if pool := o.Generation(apis.V1Beta1).Pool; o.Defaults.Value(pool.APIVersion, pool.Kind, "spec.disruption.budgets", o.Release) != nil {
		o.See(pages.Defaults).Info(policyPath, "from 0.34 on Karpenter disrupts at most a tenth of a pool's nodes at a time unless "+
			"spec.disruption.budgets is set; nothing to do if that suits you")
	}
}

func convertConsolidation(o *Object) {
	enabled, ttl := o.Get("spec", "consolidation", "enabled"), o.Get("spec", "ttlSecondsAfterEmpty")
	for _, field := range [][]any{model.Keys("spec.consolidation"), model.Keys("spec.consolidation.enabled")} {
		if v := o.Get(field...); v != nil && (v.Kind == model.Unknown || v.Open) {
			text := values.TemplateText(o.Res.Document, v)
			advice := "write consolidationPolicy: " + o.Behaves.Underutilized + " where it is true, and WhenEmpty with consolidateAfter where it is not"
			if strings.Contains(text, "{{") {
				advice = "write enabled: true and enabled: false in the branches of an if, and run convert again"
			}
			o.See(pages.Consolidate).Decide(field, "%s decides whether nodes are consolidated; %s", text, advice)
			return
		}
	}
	switch {
	case enabled != nil && enabled.Kind != model.Bool, o.isMalformed("consolidation", mapping): // reported by the table
	case enabled != nil && enabled.Text == "true":
		consolidate(o, ttl)
	default:
		convertEmptiness(o, ttl)
	}
}

// isMalformed reports whether the field has another form than the table allows. The table has reported it then.
func (o *Object) isMalformed(name string, allowed form) bool {
	v := o.Get("spec", name)
	return v != nil && v.Kind != model.Unknown && !allowed.fits(v)
}

func consolidate(o *Object, ttl *model.Value) {
	o.Move(model.Keys("spec.consolidation.enabled"), policyPath)
	o.Set(policyPath, model.NewString("WhenUnderutilized"))
	o.Remove(model.Keys("spec.consolidation"))
	if ttl == nil {
		return
	}
	if a, ok := charts.WrittenAt(o.Source, ttl.Span); ttl.Kind != model.Unknown || ok && a.Filled {
		o.Never = true // a template may still write nothing
	}
	o.Remove(model.Keys("spec.ttlSecondsAfterEmpty"))
	o.See(pages.Consolidate).Warn(model.Keys("spec.ttlSecondsAfterEmpty"),
		"the alpha API rejects ttlSecondsAfterEmpty together with consolidation, which also removes empty nodes; dropped")
}

func convertEmptiness(o *Object, ttl *model.Value) {
	switch {
	case ttl != nil && o.isMalformed("ttlSecondsAfterEmpty", number):
		return
	case ttl != nil:
		o.dropField("consolidation")
		if duration := o.durationOf("ttlSecondsAfterEmpty", ttl, pages.Empty); duration != nil {
			o.SetBefore(policyPath, model.NewString("WhenEmpty"), "consolidateAfter")
			o.noteComment(model.Keys("spec.ttlSecondsAfterEmpty"), ttl)
			o.Move(model.Keys("spec.ttlSecondsAfterEmpty"), afterPath)
			o.Set(afterPath, duration)
		}
		return
	case o.Get("spec", "consolidation", "enabled") != nil:
		o.Move(model.Keys("spec.consolidation.enabled"), policyPath)
		o.Remove(model.Keys("spec.consolidation"))
	default:
		o.dropField("consolidation")
	}
	o.Set(policyPath, model.NewString("WhenEmpty"))
	o.Set(afterPath, model.NewString("Never"))
	o.See(pages.Consolidate).Info(policyPath,
		"the alpha API did not consolidate by default, %s does; written out as WhenEmpty and Never, which keeps it off", o.To)
}

func convertExpiry(o *Object) {
	name := "ttlSecondsUntilExpired"
	ttl := o.Get("spec", name)
	switch {
	case o.isMalformed(name, number):
	case ttl != nil:
		if duration := o.durationOf(name, ttl, pages.Expiry); duration != nil {
			o.noteComment(model.Keys("spec."+name), ttl)
			o.Move(model.Keys("spec."+name), expirePath)
			o.Set(expirePath, duration)
		}
	default:
		o.Set(expirePath, model.NewString("Never"))
		o.See(pages.Expiry).Info(expirePath, "in the alpha API nodes did not expire by default, in %s they expire after 720h; written out as Never", o.To)
	}
}

// durationOf returns a number of seconds as a duration. It reports a value that has none, and returns nil.
func (o *Object) durationOf(name string, seconds *model.Value, see string) *model.Value {
	path := model.Keys("spec." + name)
	if seconds.Kind == model.Unknown {
		if text := o.secondsOf(seconds); text != "" {
			return &model.Value{Kind: model.Unknown, Text: text, Style: seconds.Style, Dash: -1}
		}
		o.See(see).Decide(path, "%s is the expression %q, to which no unit can be appended; write a duration such as 720h, or Never", name, seconds.Text)
		return nil
	}
	n, _ := wholeNumber(seconds)
	switch limit := int64(o.Facts.DurationMax.Max); {
	case n < 0:
		o.See(see).Decide(path, "%s is negative, and the alpha API rejects it; correct it", o.Written(seconds))
	case n > limit:
		o.See(see).Decide(path, "%s seconds is above Karpenter's maximum of %d, so it could not read the object; write less, or Never if you mean that",
			o.Written(seconds), limit)
	default:
		return model.NewString(durationText(n))
	}
	return nil
}

// secondsOf returns a template that writes the number with its unit, or "" if no such template exists.
func (o *Object) secondsOf(seconds *model.Value) string {
	text := seconds.Text
	e, isOne := o.Expression(seconds)
	isAction := strings.HasPrefix(text, "{{") && strings.HasSuffix(text, "}}") && strings.Count(text, "{{") == 1
	switch {
	case !isAction || helm.ChartOf(o.Source.Path) == "":
		return text + "s"
	case lastQuotes().MatchString(text), !isOne:
		return ""
	}
	// Helm reads every number as a float, and prints a million as 1e+06, which is not a duration. An empty value wrote no field.
	number := text
	if !lastInteger().MatchString(text) {
		number = e.Piped("int64")
	}
	if o.writesNumber(seconds) {
		return number + "s"
	}
	value := e.Text
	if strings.ContainsAny(value, " |") {
		value = "(" + value + ")"
	}
	return "{{ if regexMatch \"^[0-9]\" (toString " + value + ") }}" + number + "s{{ else }}Never{{ end }}"
}

// writesNumber reports whether the template writes a number, and never an empty text, which wrote no field before.
func (o *Object) writesNumber(v *model.Value) bool {
	action, ok := charts.WrittenAt(o.Source, v.Span)
	if !ok || action.Filled {
		return ok
	}
	return action.Plain && o.isAlwaysNumber(v)
}

// isAlwaysNumber reports whether the template writes a number with all known values.
func (o *Object) isAlwaysNumber(v *model.Value) bool {
	k, complete := o.Known(v)
	return complete && k.All(func(v *model.Value) bool { return v.Kind == model.Number })
}

var (
	lastInteger = pattern.New(`(\{\{-?|\|)\s*(int|int64|atoi)\b[^|]*-?\}\}$`)
	lastQuotes  = pattern.New(`(\||\{\{-?)\s*(quote|squote|toYaml|toJson|nindent|indent)\b[^|]*-?\}\}$`)
)

// durationText writes seconds in the largest of h, m and s that divides them.
func durationText(n int64) string {
	switch {
	case n > 0 && n%3600 == 0:
		return strconv.FormatInt(n/3600, 10) + "h"
	case n > 0 && n%60 == 0:
		return strconv.FormatInt(n/60, 10) + "m"
	}
	return strconv.FormatInt(n, 10) + "s"
}

// dropField removes a field of spec, if the object has it.
func (o *Object) dropField(name string) {
	if o.Get("spec", name) != nil {
		o.Remove(model.Keys("spec." + name))
	}
}
