package fields

import (
	"slices"
	"strconv"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/selectors"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/model"
)

// convertTemplate plans the conversion of a whole AWSNodeTemplate.
func convertTemplate(o *Object) {
	if o.MadeOf == nil {
		awsNodeTemplate.Run(o)
	} else {
		o.Around = Provisioner
		providerFields.Run(o)
	}
	hasTemplate := o.Get("spec", "launchTemplate") != nil
	if hasTemplate && (len(notAnswered(o)) > 0 || !o.isAnswered(settings.ImageFields...)) {
		return // the user must write the content of the template
	}
	missing := slices.DeleteFunc([]string{"subnetSelector", "securityGroupSelector"}, func(name string) bool {
		return o.Get("spec", name) != nil || o.answer(name+"Terms")
	})
	if len(missing) > 0 {
		o.reportNoSelectors(missing)
	}
	family := o.Get("spec", "amiFamily")
	if family == nil && !hasTemplate {
		o.Set(model.Keys("spec.amiFamily"), model.NewString(o.Facts.AMIFamilies.Default))
		o.See(pages.Family).Info(model.Keys("spec.amiFamily"), "without amiFamily the alpha API used %s, and %s has no default; written out",
			o.Facts.AMIFamilies.Default, o.To)
	}
	if family != nil && family.Text == "Custom" && IsEmpty(o.Get("spec", "amiSelector")) && !o.answer("amiSelectorTerms") {
		o.See(pages.Family).Decide(model.Keys("spec.amiSelector"), `amiFamily "Custom" needs an amiSelector; add one`)
	}
	settleIdentity(o)
	addInstalledTags(o)
	writeOptions(o)
}

// reportNoSelectors reports that the class lacks selectors. The API rejects such an object, but the first releases had a default for a
// spec.provider.
func (o *Object) reportNoSelectors(names []string) {
	byDefault := o.Facts.Selectors.Default
	installed, err := semver.NewVersion(o.Installed.Version)
	mayDefault := err != nil || byDefault.When.Contains(installed)
	isMeant := slices.ContainsFunc(names, func(name string) bool { return o.Res.Value.Get("spec", name) != nil }) // its template writes no values
	if o.MadeOf != nil && mayDefault && !isMeant {
		missing, required, them := names[0]+" is missing", names[0]+"Terms is required", "it"
		if len(names) > 1 {
			missing, required, them = strings.Join(names, " and ")+" are missing", strings.Join(names, "Terms and ")+"Terms are required", "them"
		}
		o.See(pages.Selectors).Decide(model.Keys("spec."+names[0]),
			"%s, and %s: the first releases selected by the tag %s<name of the cluster> then, and later ones reject the object; add "+
				"%s", missing, required, byDefault.Tag, them)
		return
	}
	for _, name := range names {
		o.See(pages.Selectors).Refuse(model.Keys("spec."+name),
			"%s is missing, and %sTerms is required; add it, or convert the object by hand if it is a patch", name, name)
	}
}

// dropPastedType drops apiVersion and kind from a spec.provider: its author pasted a whole object there.
func dropPastedType(o *Object, f field) bool {
	o.Remove(f.path)
	o.See(pages.Class).Info(f.path, "%s %s is left over from a spec.provider and is not a field of an EC2NodeClass; dropped", f.path[len(f.path)-1],
		strconv.Quote(f.value.Text))
	return true
}

func checkFamily(o *Object, f field) bool {
	var families []string
	for _, a := range o.Facts.AMIFamilies.Allowed {
		if a.When.Contains(o.Release) {
			families = append(families, a.Names...)
		}
	}
	if f.value.Kind == model.Unknown || slices.Contains(families, f.value.Text) || o.answer("amiFamily") {
		return true
	}
	o.See(pages.Family).Refuse(f.path, "Karpenter %[2]s does not know amiFamily %[1]q; write one of %[3]s", f.value.Text, o.Release,
		strings.Join(families, ", "))
	return true
}

func reportLaunchTemplate(o *Object, f field) bool {
	o.See(pages.Template).Decide(f.path,
		"%[2]s has no launchTemplate (%[1]q); write its settings as amiFamily, securityGroupSelectorTerms, role or instanceProfile, userData and "+
			"blockDeviceMappings", f.value.Text, o.To)
	return true
}

// dropProfile drops an empty instanceProfile. It also drops one that the target does not know.
func dropProfile(o *Object, f field) bool {
	switch {
	case f.value.Kind == model.String && f.value.Text == "":
		o.Remove(f.path)
		o.See(pages.Role).Info(f.path, `instanceProfile "" is the same as none, and %s rejects it; dropped`, o.To)
	case !o.Facts.InstanceProfile.When.Contains(o.Release):
		o.Rename(f.path, "role") // settleIdentity writes the role
	}
	return true
}

// convertSelector turns a selector into a list of terms.
func convertSelector(o *Object, f field) bool {
	s := &selectors.Selector{Object: o.Object, Goal: o.Goal, Finder: o.Finder, Path: f.path, Value: f.value}
	terms := f.key() + "Terms"
	orAnswer(o, s.Convert, func() { o.Remove(f.path); o.answer(terms) }, terms)
	return false
}
