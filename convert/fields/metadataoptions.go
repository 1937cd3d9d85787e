package fields

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// writeOptions writes out the metadataOptions of the alpha API if v1beta1 has other defaults in the target release: in 1.0 the hop
// limit is 1. The step to v1 does the same for v1.
func writeOptions(o *Object) {
	if o.To != apis.V1Beta1 || o.Get("spec", "metadataOptions") != nil {
		return
	}
	class := o.Generation(apis.V1Beta1).Class
	filled, _ := o.Defaults.Value(class.APIVersion, class.Kind, "spec.metadataOptions", o.Release).(map[string]any)
	meant, _ := o.Defaults.AlphaValue(o.APIs[0].Class.Kind, "spec.metadataOptions").(map[string]any)
	options := model.NewMap()
	for _, field := range slices.Sorted(maps.Keys(meant)) {
		if meant[field] != filled[field] {
			options.Entries = append(options.Entries, model.NewEntry(field, factValue(meant[field])))
		}
	}
	if len(options.Entries) == 0 {
		return
	}
	o.Set(optionsPath, options)
	o.See(pages.Defaults).Info(optionsPath, "without metadataOptions the alpha API used %s, and v1beta1 of Karpenter %s has another default; written "+
		"out", entriesText(options), o.Release)
}

// completeOptions writes out the options that the alpha API left to EC2, because v1beta1 has defaults of its own.
func completeOptions(o *Object, f field) bool {
	if f.value.Kind == model.Unknown && o.hasAllOptions(pages.Defaults, f.value, f.path, o.Facts.MetadataOptions.Effective) {
		return true
	}
	if f.value.Kind == model.Unknown || f.value.Open {
		o.See(pages.Defaults).Decide(f.path, "metadataOptions come from %q; the alpha API left missing ones to EC2, and %s has other defaults "+
			"(httpTokens: required): write all four", f.value.Text, o.To)
		return true
	}
	missing, differing := missingOptions(f.value, o.Facts.MetadataOptions.Effective), model.NewMap()
	class := o.Generation(apis.V1Beta1).Class
	for _, e := range missing.Entries {
		filled := factValue(o.Defaults.Value(class.APIVersion, class.Kind, "spec.metadataOptions."+e.Key.Text, o.Release))
		if !model.Equal(filled, e.Value) {
			differing.Entries = append(differing.Entries, model.NewEntry(e.Key.Text, filled))
		}
	}
	if len(differing.Entries) == 0 && len(f.value.Entries) > 0 {
		return true
	}
	o.fillIn(f.path, f.value, missing)
	o.See(pages.Defaults).Warn(f.path, "the alpha API left missing metadataOptions to EC2, and %s has other defaults (%s); EC2's defaults are written "+
		"out (%s): check them, because your AMI or account may set others", apis.V1Beta1, entriesText(differing), entriesText(missing))
	return true
}

// writeHopLimit writes out the defaults of v1beta1's metadataOptions that changed in v1.
func writeHopLimit(o *Object) {
	options := o.Get("spec", "metadataOptions")
	if options != nil && options.Kind != model.Map {
		if options.Kind == model.Unknown && !o.hasAllOptions(pages.HopLimit, options, optionsPath, o.V1.MetadataOptions.Effective) {
			o.See(pages.HopLimit).Decide(optionsPath, "the metadataOptions come from %q; where they have no httpPutResponseHopLimit, write 2, because the "+
				"default of v1 is 1", options.Text)
		}
		return
	}
	missing := missingOptions(options, o.V1.MetadataOptions.Effective)
	if len(missing.Entries) == 0 {
		return
	}
	o.fillIn(optionsPath, options, missing)
	o.See(pages.HopLimit).Info(optionsPath, "the default of v1beta1 was %s, and v1 has another one; written out: remove it if no pod reads the "+
		"instance metadata", entriesText(missing))
}

// missingOptions returns the effective options that the map lacks. options may be nil.
func missingOptions(options *model.Value, effective []facts.FieldValue) *model.Value {
	missing := model.NewMap()
	for _, option := range effective {
		if v := options.Get(option.Field); v == nil || v.Kind == model.Null {
			missing.Entries = append(missing.Entries, model.NewEntry(option.Field, factValue(option.Value)))
		}
	}
	return missing
}

// hasAllOptions reports whether a template writes all of the named options, with every value that the repository has.
func (o *Object) hasAllOptions(page string, options *model.Value, path []any, effective []facts.FieldValue) bool {
	k, ok := o.Known(options)
	isComplete := func(v *model.Value) bool {
		return v.Kind == model.Map && len(missingOptions(v, effective).Entries) == 0
	}
	if !ok || !k.All(isComplete) {
		return false
	}
	var names []string
	for _, option := range effective {
		names = append(names, option.Field)
	}
	k.Assume(o.See(page), path, "%s has %s", o.Shown(options), strings.Join(names, ", "))
	return true
}

// fillIn adds the missing entries to a map, which may be nil. {} becomes a block of lines, as a person would write it.
func (o *Object) fillIn(path []any, options, missing *model.Value) {
	if options == nil || len(options.Entries) == 0 {
		o.Set(path, missing)
		return
	}
	for _, e := range missing.Entries {
		o.Set(model.Join(path, e.Key.Text), e.Value)
	}
}

// entriesText lists the scalars of a map for messages: httpEndpoint: enabled, httpTokens: optional.
func entriesText(v *model.Value) string {
	var names []string
	for _, e := range v.Entries {
		names = append(names, e.Key.Text+": "+e.Value.Text)
	}
	return strings.Join(names, ", ")
}

// factValue returns a value of the tables as a model.Value.
func factValue(v any) *model.Value {
	if text, ok := v.(string); ok {
		return model.NewString(text)
	}
	n, _ := v.(float64)
	return model.NewNumber(strconv.Itoa(int(n)))
}
