package fields

import (
	"slices"
	"strconv"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// convertProvisioner plans the conversion of a whole Provisioner.
func convertProvisioner(o *Object) {
	Provisioner.Run(o)
	if o.Get("spec", "requirements") == nil {
		AddRequirements(o, nil)
	}
	if o.Get("spec", "provider") == nil && o.Get("spec", "providerRef") == nil {
		o.Never = true
		o.See(pages.Provider).Refuse(model.Keys("spec.providerRef"),
			"the Provisioner refers to no class: it has neither providerRef nor provider; add providerRef, or convert it by hand if it is a patch")
	}
	referToOwnClass(o)
	dropEmptyLimits(o)
	convertDisruption(o)
}

// dropEmptyLimits removes limits that a template leaves empty: in other branches their content moves one level up.
func dropEmptyLimits(o *Object) {
	v := o.Res.Value.Get("spec", "limits")
	if !o.InBranch || v == nil {
		return
	}
	if v.Kind == model.Null && v.Span.Empty() {
		o.Remove(model.Keys("spec.limits"))
	}
}

func leave(*Object, field) bool { return false }

// dropEmptyLabels drops a map if dropLabel drops all labels in it.
func dropEmptyLabels(o *Object, f field) bool {
	for _, e := range f.value.Entries {
		if o.Names.Label(e.Key.Text) == nil {
			return true
		}
	}
	if len(f.value.Entries) == 0 {
		return true
	}
	o.Remove(f.path)
	return false
}

func countLabels(o *Object, f field) bool {
	if limit := o.Facts.LabelsMax.Max; len(f.value.Entries) > limit {
		o.Decide(f.path, "%d labels are more than the %d that %s accepts; remove some", len(f.value.Entries), limit, o.To)
	}
	return true
}

// dropLabel drops the two labels that a NodePool must not set.
func dropLabel(o *Object, f field) bool {
	if n := o.Names.Label(f.key()); n != nil {
		o.Remove(f.path)
		o.See(pages.Names).Warn(f.path, "the label %q cannot be set in a NodePool%s; dropped", f.key(), successorText(n))
	}
	return true
}

func checkLabel(o *Object, f field) bool {
	if o.Names.Label(f.key()) != nil {
		return true // dropLabel drops it
	}
	o.checkKey(f.path, f.key())
	return checkLabelValue(o, f)
}

func successorText(n *facts.NameChange) string {
	if n.New == "" {
		return " and was removed"
	}
	return ", and neither can " + strconv.Quote(n.New) + ": Karpenter sets it itself"
}

func checkTaint(o *Object, f field) bool {
	if f.value.Kind != model.Map || f.value.Open {
		return true
	}
	if f.value.Entry("$patch") != nil {
		return true // a patch directive for the list
	}
	if isBlank(f.value.Get("key")) {
		o.Decide(f.path, "the taint has no key; write one, or remove it")
	}
	if v := f.value.Get("effect"); v == nil || v.Kind == model.Null {
		o.Decide(model.Join(f.path, "effect"), "the taint has no effect, which %s requires; write NoSchedule, PreferNoSchedule or NoExecute", o.To)
	}
	return true
}

// isBlank reports whether a text is missing or empty, apart from spaces.
func isBlank(v *model.Value) bool {
	if v == nil || v.Kind == model.Null {
		return true
	}
	return v.Kind == model.String && v.Text == ""
}

func checkTaintKey(o *Object, f field) bool {
	if f.value.Text != "" { // otherwise checkTaint reports it
		o.checkName(f, "key of a taint")
	}
	if n := o.Names.Label(f.value.Text); n != nil && n.New != "" {
		o.See(pages.Names).Warn(f.path, "the taint %q is not the label of that name and is kept; if you rename it to %q, rename it in every toleration "+
			"at the same time", n.Old, n.New)
	}
	return true
}

// dropTaintValue drops an empty value, which v1beta1 rejects. It means the same as none.
func dropTaintValue(o *Object, f field) bool {
	if f.value.Kind == model.String && f.value.Text == "" {
		o.Remove(f.path)
		o.Info(f.path, `%s rejects value "" of a taint; dropped, which has the same meaning`, o.To)
	}
	return true
}

func checkTaintValue(o *Object, f field) bool {
	if f.value.Text != "" {
		o.checkName(f, "value of a taint")
	}
	return true
}

// dropRequirement drops requirements on the two keys that a NodePool must not use.
func dropRequirement(o *Object, f field) bool {
	if n := o.Names.Label(f.value.Str("key")); n != nil {
		o.Remove(f.path)
		o.See(pages.Names).Warn(model.Join(f.path, "key"), "a NodePool cannot have a requirement on %q%s; dropped", f.value.Str("key"), successorText(n))
	}
	return true
}

func checkRequirement(o *Object, f field) bool {
	key := f.value.Str("key")
	if f.value.Kind != model.Map || o.Names.Label(key) != nil {
		return true
	}
	operator, values := f.value.Get("operator"), f.value.Get("values")
	noValues := values == nil || values.Kind == model.Null || isEmptyList(values)
	o.checkKey(model.Join(f.path, "key"), key)
	switch {
	case f.value.Open, f.value.Entry("$patch") != nil:
	case isBlank(f.value.Get("key")):
		o.Decide(f.path, "the requirement has no key; write one, or remove it")
	case operator == nil || operator.Kind == model.Null:
		o.Decide(f.path, "the requirement on %q has no operator; write In, NotIn, Exists, DoesNotExist, Gt or Lt", key)
	case operator.Text == "In" && noValues:
		o.Never = true
		o.See("").Refuse(f.path, "the requirement on %q has In without values, which %s rejects; add values, or write Exists", key, o.To)
	case operator.Text == "Gt" || operator.Text == "Lt":
		o.checkComparison(model.Join(f.path, "values"), key, operator.Text, values)
	}
	return true
}

// checkComparison reports values of Gt or Lt that are not exactly one number.
func (o *Object) checkComparison(path []any, key, operator string, values *model.Value) {
	if values != nil && (values.Kind == model.Unknown || values.Open) {
		return
	}
	if values != nil && len(values.Items) == 1 {
		n, err := strconv.Atoi(values.Items[0].Text)
		if values.Items[0].Kind == model.Unknown || err == nil && n >= 0 {
			return
		}
	}
	o.Decide(path, "the requirement on %q has %s, which needs exactly one value, an integer from 0; correct it", key, operator)
}

// checkLimits reports limits that a template writes, because karplint cannot move their entries up.
func checkLimits(o *Object, f field) bool {
	if f.value.Kind == model.Unknown || f.value.Open && !o.Again() {
		o.See(pages.Pool).Decide(f.path, "the limits come from %s; %s has the resources directly in spec.limits: write them there",
			values.TemplateText(o.Res.Document, f.value), o.To)
	}
	return true
}

// convertProviderRef points the reference at the new kind.
func convertProviderRef(o *Object, f field) bool {
	if f.value.Kind != model.Map || f.value.Open {
		o.See(pages.Pool).Decide(f.path, "the providerRef comes from %s; write spec.template.spec.nodeClassRef by hand",
			values.TemplateText(o.Res.Document, f.value))
		return false
	}
	if name := f.value.Get("name"); name == nil || name.Kind == model.Null {
		o.See(pages.Pool).Decide(f.path, "providerRef has no name; add it")
	}
	if kind := f.value.Get("kind"); kind.IsString() && !slices.Contains(apis.ClassKinds(o.APIs), kind.Text) {
		o.See(pages.Pool).Decide(model.Join(f.path, "kind"), "providerRef has kind %q, which karplint does not know; convert it by hand", kind.Text)
		return true
	}
	if o.decideForeign(f, refOf(f.value), model.Keys("spec")) {
		return true
	}
	// In the order of Karpenter's documentation, unless the author chose another one.
	class := o.Generation(apis.V1Beta1).Class
	nextKey := "name"
	if f.value.Get("kind") != nil {
		nextKey = "kind"
	}
	o.SetBefore(model.Join(f.path, "apiVersion"), model.NewString(class.APIVersion), nextKey)
	o.SetBefore(model.Join(f.path, "kind"), model.NewString(class.Kind), "name")
	return true
}
