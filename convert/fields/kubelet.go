package fields

import (
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// dropContainerRuntime drops containerRuntime, because v1beta1 supports only containerd.
func dropContainerRuntime(o *Object, f field) bool {
	o.Remove(f.path)
	switch {
	case f.value.Kind == model.Unknown:
		o.See(pages.Pool).Warn(f.path, "containerRuntime was removed, because only containerd is left; dropped: check that %q is never dockerd",
			f.value.Text)
	case f.value.Text == "containerd":
		o.See(pages.Pool).Info(f.path, `containerRuntime was removed, because only "containerd" is left; dropped`)
	default:
		o.See(pages.Pool).Decide(f.path, "containerRuntime was removed, because only containerd is left; remove %q when your nodes no longer need it",
			f.value.Text)
	}
	return true
}

// quoteReserved quotes numbers, because v1beta1 calls a function of strings on them.
func quoteReserved(o *Object, f field) bool {
	switch f.value.Kind {
	case model.Unknown:
		if text := o.quotedTemplate(f.value); text != "" {
			o.Set(f.path, &model.Value{Kind: model.Unknown, Text: text, Style: model.Plain, Dash: -1})
			o.Info(f.path, "%s rejects a number here, which %s can be; quoted", o.To, f.value.Text)
		}
		return true
	case model.Number:
	default:
		return true
	}
	written := o.Written(f.value)
	decimal, ok := yaml.Number(written) // 0x10 is a number, but "0x10" is not a quantity
	if !ok {
		decimal = written
	}
	o.Set(f.path, record.Quoted(decimal))
	o.Info(f.path, "%s rejects the number %s here; quoted", o.To, written)
	return true
}

// quotedTemplate returns a template of a chart with quotes around its result. It returns "" if the result needs no quotes, has
// some, or comes from more than one template.
func (o *Object) quotedTemplate(v *model.Value) string {
	e, ok := o.Expression(v)
	if !ok || !e.IsGo() || !o.mayBeNumber(v) {
		return ""
	}
	return e.Piped("quote")
}

// mayBeNumber reports whether a template may write an unquoted number. It cannot if it quotes its value, or if every value in the
// chart is a text.
func (o *Object) mayBeNumber(v *model.Value) bool {
	if v.Style != model.Plain || lastQuotes().MatchString(v.Text) {
		return false
	}
	k, complete := o.Known(v)
	return !complete || !k.All(func(v *model.Value) bool { return v.Kind == model.String })
}

// checkReserved reports a value that is not a quantity, or that may be a number.
func checkReserved(o *Object, f field) bool {
	switch v := f.value; {
	case v.Kind == model.Unknown:
		if o.mayBeNumber(v) && o.quotedTemplate(v) == "" {
			o.Info(f.path, "%s rejects a number here; put %s in quotes if it can be one", o.To, v.Text)
		}
	case strings.HasPrefix(v.Text, "-"):
		o.Decide(f.path, "%s is negative, and Karpenter rejects it; correct it", o.Written(v))
	case misses(v, tableForms().quantity):
		reportQuantity(o, f)
	}
	return true
}

// checkThreshold reports a percentage that is out of range, or more precise than v1beta1 allows.
func checkThreshold(o *Object, f field) bool {
	if f.value.Kind == model.String && !tableForms().evictionThreshold().MatchString(f.value.Text) {
		o.Decide(f.path, "%s rejects the threshold %q: a percentage is at most 100 and has at most two decimals; correct or round it", o.To, f.value.Text)
	}
	return true
}

// dropEmptyKubelet drops a block that contained only containerRuntime.
func dropEmptyKubelet(o *Object, f field) bool {
	if len(f.value.Entries) == 1 && f.value.Get("containerRuntime") != nil {
		o.Remove(f.path)
		return false
	}
	return true
}

// checkKubelet reports settings that contradict each other.
func checkKubelet(o *Object, f field) bool {
	if f.value.Kind == model.Unknown {
		o.See(pages.Pool).Warn(f.path, "the kubelet settings come from %q; check that they contain no containerRuntime, and no unquoted numbers in "+
			"kubeReserved and systemReserved", f.value.Text)
		return true
	}
	o.checkSoftThresholds(f, "evictionSoft", "evictionSoftGracePeriod")
	o.checkSoftThresholds(f, "evictionSoftGracePeriod", "evictionSoft")
	high, low := f.value.Get("imageGCHighThresholdPercent"), f.value.Get("imageGCLowThresholdPercent")
	if high == nil || low == nil {
		return true
	}
	h, ok := wholeNumber(high)
	l, lowOK := wholeNumber(low)
	if ok && lowOK && h <= l {
		o.Decide(model.Join(f.path, "imageGCHighThresholdPercent"),
			"imageGCHighThresholdPercent %d must be greater than imageGCLowThresholdPercent %d in %s; raise one or lower the other", h, l, o.To)
	}
	return true
}

// checkSoftThresholds reports each key of the map name that the map required lacks.
func (o *Object) checkSoftThresholds(f field, name, required string) {
	thresholds, counterpart := f.value.Get(name), f.value.Get(required)
	if thresholds == nil || thresholds.Kind != model.Map {
		return
	}
	if counterpart != nil && (counterpart.Kind == model.Unknown || counterpart.Open) {
		return // a template may write the missing keys
	}
	for _, e := range thresholds.Entries {
		if !e.IsMerge() && !isDirective(e.Key.Text) && counterpart.Entry(e.Key.Text) == nil {
			o.Decide(model.Join(f.path, name, e.Key.Text), "%s has %q and %s does not, which Karpenter rejects; add it there, or remove it here", name,
				e.Key.Text, required)
		}
	}
}

// The resources of reservations, and the signals of thresholds.
func reservable(table *facts.Conversion) []string { return table.Kubelet.Resources }
func signals(table *facts.Conversion) []string    { return table.Kubelet.Signals }
