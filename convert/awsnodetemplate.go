package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// convertTemplate plans the conversion of a whole AWSNodeTemplate.
func convertTemplate(o *object) {
	if o.madeOf == nil {
		awsNodeTemplate.run(o)
	} else {
		providerFields.run(o)
	}
	if o.get("spec", "launchTemplate") != nil {
		return // what the template holds is the user's to write
	}
	for _, name := range []string{"subnetSelector", "securityGroupSelector"} {
		if o.get("spec", name) == nil {
			o.decide(keys("spec."+name), seeSelectors, "%s is missing and %sTerms must not be; add it, or convert the object by hand if it is a patch", name, name)
		}
	}
	family := o.get("spec", "amiFamily")
	if family == nil {
		o.set(keys("spec.amiFamily"), model.NewString(o.facts.AMIFamilies.Default))
		o.info(keys("spec.amiFamily"), seeFamily, "the alpha API took %s where no amiFamily is set, and %s does not; written out", o.facts.AMIFamilies.Default, o.opts.To)
	}
	if family != nil && family.Text == "Custom" && isEmpty(o.get("spec", "amiSelector")) {
		o.decide(keys("spec.amiSelector"), seeFamily, `amiFamily "Custom" needs an amiSelector; add one`)
	}
	identity(o)
	installedTags(o)
	absentOptions(o)
}

// pastedType drops what is left of a spec.provider that became an object of its own.
func pastedType(o *object, f field) bool {
	o.remove(f.path)
	o.info(f.path, seeClass, "%s %s is left over from a spec.provider, and no field of an EC2NodeClass; dropped", f.path[len(f.path)-1], strconv.Quote(f.value.Text))
	return true
}

func amiFamily(o *object, f field) bool {
	var known []string
	for _, a := range o.facts.AMIFamilies.Allowed {
		if a.When.Holds(o.target) {
			known = append(known, a.Names...)
		}
	}
	if f.value.Kind == model.Unknown || slices.Contains(known, f.value.Text) {
		return true
	}
	o.decide(f.path, seeFamily, "amiFamily %q is none that Karpenter %s knows; write one of %s", f.value.Text, o.opts.KarpenterVersion, strings.Join(known, ", "))
	return true
}

func launchTemplate(o *object, f field) bool {
	o.decide(f.path, seeTemplate,
		"launchTemplate %q has no place in %s; write what it holds as amiFamily, securityGroupSelectorTerms, role or instanceProfile, userData and blockDeviceMappings", f.value.Text, o.opts.To)
	return true
}

// instanceProfile drops one that is empty, and where the target knows none.
func instanceProfile(o *object, f field) bool {
	switch {
	case f.value.Kind == model.String && f.value.Text == "":
		o.remove(f.path)
		o.info(f.path, seeRole, `instanceProfile "" means none, and %s refuses it; dropped`, o.opts.To)
	case !o.facts.InstanceProfile.When.Holds(o.target):
		o.remove(f.path)
	}
	return true
}

// metadataOptions writes out what the alpha API left to EC2, where v1beta1 fills in other values for what is not said.
func metadataOptions(o *object, f field) bool {
	if f.value.Kind == model.Unknown || f.value.Open {
		o.decide(f.path, seeDefaults, "metadataOptions come from %q; the alpha API left to EC2 what they do not say, and %s fills in other values (httpTokens: required): write all four", f.value.Text, o.opts.To)
		return true
	}
	var written, others []string
	whole := model.NewMap()
	class := o.facts.Kinds[1].To
	for _, option := range o.facts.MetadataOptions.Effective {
		if v := f.value.Get(option.Field); v != nil && v.Kind != model.Null {
			continue
		}
		value := factValue(option.Value)
		whole.Entries = append(whole.Entries, model.NewEntry(option.Field, value))
		written = append(written, option.Field+": "+value.Text)
		if filled := o.defaults.Value(class.APIVersion, class.Kind, "spec.metadataOptions."+option.Field, o.target); filled != option.Value {
			others = append(others, option.Field+": "+factValue(filled).Text)
		}
	}
	if len(others) == 0 && len(f.value.Entries) > 0 {
		return true
	}
	if len(f.value.Entries) == 0 { // {} becomes lines, as it would be written by hand
		o.set(f.path, whole)
	} else {
		for _, e := range whole.Entries {
			o.set(at(f.path, e.Key.Text), e.Value)
		}
	}
	o.warn(f.path, seeDefaults, "the alpha API left to EC2 what metadataOptions does not say, and %s fills in other values (%s); EC2's defaults are written out (%s): check them, for your AMI or account may set others", V1Beta1, strings.Join(others, ", "), strings.Join(written, ", "))
	return true
}
