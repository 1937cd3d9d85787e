package fields

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/model"
)

var (
	familyPath  = model.Keys("spec.amiFamily")
	termsPath   = model.Keys("spec.amiSelectorTerms")
	optionsPath = model.Keys("spec.metadataOptions")
	devicesPath = model.Keys("spec.blockDeviceMappings")
)

// convertNodeClass plans the conversion of a whole EC2NodeClass to v1.
func convertNodeClass(o *Object) {
	ec2NodeClass.Run(o)
	checkComplete(o)
	if o.Get("spec", "launchTemplate") == nil { // left from the alpha API: its content is not known here
		completeInstances(o)
	}
}

// completeInstances writes out settings of instances whose defaults changed in v1.
func completeInstances(o *Object) {
	orAnswer(o, func() { convertImages(o) }, func() { answerImages(o) }, "amiSelectorTerms", "amiFamily")
	writeHopLimit(o)
	if o.Get("spec", "associatePublicIPAddress") == nil {
		o.See(pages.Changes).Info(model.Keys("spec.associatePublicIPAddress"),
			"from 1.0 on Karpenter no longer sets associatePublicIPAddress: false in private subnets; nothing to do unless a policy of yours insists on it")
	}
}

// checkComplete reports missing fields that v1beta1 requires too. A missing role does not stop the conversion, because a patch may
// add it.
func checkComplete(o *Object) {
	if o.Again() {
		return // an earlier step has checked this
	}
	for _, name := range []string{"subnetSelectorTerms", "securityGroupSelectorTerms"} {
		switch terms := o.Get("spec", name); {
		case terms == nil && !o.InBranch && o.answer(name):
		case terms == nil:
			o.reportLack(model.Keys("spec."+name), "%s is missing, and Karpenter rejects a class without it; add it, or convert the object by hand if it is "+
				"a patch", name)
		case isEmptyList(terms):
			o.reportLack(model.Keys("spec."+name), "an empty %s selects nothing, and Karpenter rejects it; select by id or tags", name)
		}
	}
	role, profile := o.Get("spec", "role"), o.Get("spec", "instanceProfile")
	switch {
	case isBlank(role) && isBlank(profile) && o.InBranch:
		o.LacksRole = true
	case isBlank(role) && isBlank(profile):
		o.WarnNoRole()
	case isBlank(role), isBlank(profile):
	case role.Kind == model.String && profile.Kind == model.String:
		o.See(pages.Manifests).Decide(model.Keys("spec.instanceProfile"),
			"role %q and instanceProfile %q exclude each other, and Karpenter rejects both together; remove one of them", role.Text, profile.Text)
	}
}

// WarnNoRole warns that the class has neither a role nor an instance profile. In an object with branches it is called only if
// every branch lacks both.
func (o *Object) WarnNoRole() {
	o.See(pages.Manifests).Warn(model.Keys("spec.role"),
		"the class has neither role nor instanceProfile, and Karpenter rejects it; add one of them, unless a patch does")
}

// reportLack reports a missing field. In an object with branches it waits until every selection of branches lacks the field:
// v1beta1 rejects such a class, so a selection that lacks it alone is never rendered.
func (o *Object) reportLack(path []any, format, name string) {
	decide := func() { o.See(pages.Manifests).Decide(path, format, name) }
	if !o.InBranch {
		decide()
		return
	}
	o.Lacks = append(o.Lacks, decide)
}

// termKeys has the fields of a term of each selector, except for the id.
var termKeys = map[any][]string{
	"amiSelectorTerms": {"name", "owner", "tags"}, "subnetSelectorTerms": {"tags"}, "securityGroupSelectorTerms": {"name", "tags"},
}

// convertTerm drops the fields beside the id of a term, or beside the name of a security group: Karpenter ignores them, and v1
// rejects them.
func convertTerm(o *Object, f field) bool {
	if f.value.Kind != model.Map || f.value.Open || !isBlank(f.value.Get("alias")) {
		return true
	}
	deciding, selector := "id", f.path[len(f.path)-2]
	if isBlank(f.value.Get("id")) && selector == "securityGroupSelectorTerms" {
		deciding = "name"
	}
	if isBlank(f.value.Get(deciding)) {
		if f.value.Entry("id") == nil && f.value.Entry("name") == nil && f.value.Entry("tags") == nil {
			o.See(pages.Manifests).Decide(f.path, "the term has no id, name or tags, and Karpenter rejects it; add one of them, or remove the term")
		}
		return true
	}
	var dropped []string
	for _, key := range termKeys[selector] {
		if key != deciding && f.value.Entry(key) != nil {
			o.Remove(model.Join(f.path, key))
			dropped = append(dropped, key)
		}
	}
	if len(dropped) > 0 {
		o.See(pages.Manifests).Warn(f.path, "Karpenter reads only the %s of a term that has one, and v1 rejects other fields beside it (%s); dropped",
			deciding, strings.Join(dropped, ", "))
	}
	return true
}

// checkTermTag reports a tag with an empty value, which selects nothing.
func checkTermTag(o *Object, f field) bool {
	if f.value.Kind == model.String && f.value.Text == "" {
		o.See(pages.Manifests).Decide(f.path, "Karpenter rejects the empty value of a tag; write \"*\" if any value will do")
	}
	return true
}

// convertImages replaces amiFamily by an alias term if the class has no terms, because v1 requires them.
func convertImages(o *Object) {
	family, terms := o.Get("spec", "amiFamily"), o.Get("spec", "amiSelectorTerms")
	bare := terms == nil || isEmptyList(terms)
	switch {
	case family == nil && o.Again():
		return // reported already
	case family == nil && hasAliasTerm(terms):
	case family == nil:
		o.See(pages.Manifests).Decide(familyPath, "amiFamily is missing, which v1beta1 requires; add it, or convert the object by hand if it is a patch")
	case family.Kind == model.Unknown && bare:
		o.useTemplatedAlias(family)
	case family.Kind == model.Unknown, family.Kind != model.String:
	case family.Text == o.V1.Ubuntu.Family:
		convertUbuntu(o, bare)
	case terms != nil && terms.Kind == model.Unknown && o.V1.AMIAliases.Families[family.Text] != "":
		o.See(pages.Manifests).Decide(termsPath, "the amiSelectorTerms come from %q; where they are empty, v1 needs the term alias: %s instead, and no "+
			"amiFamily", terms.Text, o.alias(family.Text))
	case !slices.Contains(o.V1.AMIFamilies.WithTerms, family.Text) && o.IsDecided(familyPath): // by the step before
	case !slices.Contains(o.V1.AMIFamilies.WithTerms, family.Text):
		o.See(pages.Manifests).Decide(familyPath, "amiFamily %q does not exist in v1; write one of %s", family.Text,
			strings.Join(o.V1.AMIFamilies.WithTerms, ", "))
	case bare && o.V1.AMIAliases.Families[family.Text] != "":
		o.useAlias(family.Text)
	case bare && !o.Again():
		o.See(pages.Manifests).Decide(termsPath, "amiFamily %q needs amiSelectorTerms; add them", family.Text)
	}
	if family != nil && family.Text == o.V1.UnregisteredTaint.Family {
		o.warnUnregistered()
	}
}

// hasAliasTerm reports whether one of the terms is an alias, which also names the family.
func hasAliasTerm(terms *model.Value) bool {
	return terms != nil && slices.ContainsFunc(terms.Items, func(term *model.Value) bool { return !isBlank(term.Get("alias")) })
}

// useAlias replaces amiFamily by a term.
func (o *Object) useAlias(family string) {
	if o.Res.Value.Get("spec", "amiSelectorTerms") != nil {
		o.RemoveFirst(termsPath)
	}
	if v := o.Get("metadata", "annotations", o.V1.AMIAliases.VersionAnnotation); v != nil && v.Kind != model.String {
		o.See(pages.Manifests).Decide(model.Join(model.Keys("metadata.annotations"), o.V1.AMIAliases.VersionAnnotation),
			"the version of the alias comes from %q; write the term by hand, such as alias: %s", v.Text, o.alias(family))
		return
	}
	o.Rename(familyPath, "amiSelectorTerms")
	o.Set(termsPath, model.NewList(model.NewMap(model.NewEntry("alias", model.NewString(o.alias(family))))))
}

// useTemplatedAlias replaces a templated amiFamily by a term. Every family in the repository must be one for which Karpenter finds
// images, because then the alias is the name of the family in lower case.
func (o *Object) useTemplatedAlias(family *model.Value) {
	e, ok := o.Expression(family)
	k, isKnown := o.Known(family)
	hasAlias := func(v *model.Value) bool {
		return v.Kind == model.String && v.Text != "" && o.V1.AMIAliases.Families[v.Text] == strings.ToLower(v.Text)
	}
	pinned := o.Get("metadata", "annotations", o.V1.AMIAliases.VersionAnnotation) != nil
	isWritable := ok && !pinned && e.Lowered() != ""
	if !isKnown || !isWritable || !k.All(hasAlias) {
		o.See(pages.Manifests).Decide(familyPath, "the amiFamily comes from %q, and v1 needs amiSelectorTerms; write a term such as alias: al2023@latest "+
			"in its place", family.Text)
		return
	}
	alias := model.NewUnknown(e.Lowered() + "@" + o.V1.AMIAliases.Version)
	if o.Res.Value.Get("spec", "amiSelectorTerms") != nil {
		o.RemoveFirst(termsPath)
	}
	o.Rename(familyPath, "amiSelectorTerms")
	o.Set(termsPath, model.NewList(model.NewMap(model.NewEntry("alias", alias))))
	k.Assume(o.See(pages.Manifests), familyPath, "%s is one of %s", e.Unquoted(), strings.Join(slices.Sorted(maps.Keys(o.V1.AMIAliases.Families)), ", "))
}

// alias returns the alias in v1 for the images that Karpenter chooses for a family.
func (o *Object) alias(family string) string {
	version := o.V1.AMIAliases.Version
	if v := o.Get("metadata", "annotations", o.V1.AMIAliases.VersionAnnotation); v.IsString() {
		version = v.Text
	}
	return o.V1.AMIAliases.Families[family] + "@" + version
}

// convertUbuntu writes AL2, which has the same user data, and the root volume of Ubuntu.
func convertUbuntu(o *Object, bare bool) {
	if bare {
		o.See(pages.Ubuntu).Decide(familyPath, "Karpenter 1.0 does not select Ubuntu images itself; add amiSelectorTerms for them, such as name: "+
			"ubuntu-eks/k8s_1.30/images/*, with owner: \"099720109477\"")
		return
	}
	u := o.V1.Ubuntu
	mark := []string{"amiFamily"}
	o.Set(familyPath, model.NewString(u.Successor))
	if o.hasNoDevices() {
		o.Set(devicesPath, model.NewList(model.NewMap(
			model.NewEntry("deviceName", model.NewString(u.DeviceName)),
			model.NewEntry("rootVolume", model.NewBool(true)),
			model.NewEntry("ebs", model.NewMap(
				model.NewEntry("encrypted", model.NewBool(true)),
				model.NewEntry("volumeType", model.NewString(u.VolumeType)),
				model.NewEntry("volumeSize", model.NewString(u.VolumeSize)),
			)),
		)))
		mark = append(mark, "blockDeviceMappings")
	}
	fact := "v1 has no amiFamily Ubuntu; AL2 starts the same images with the same user data"
	switch {
	case len(mark) > 1:
		fact += ", with the root volume of Ubuntu written out"
	case o.markRoot(u.DeviceName):
		fact += ", and " + u.DeviceName + " is marked as the root volume, because AL2 has another one"
	case o.deviceIndex(u.SuccessorDevice) >= 0 && !o.hasRootMark():
		o.See(pages.Ubuntu).Decide(devicesPath, "v1 has no amiFamily Ubuntu, and with its successor AL2 Karpenter treats %s as the root volume; add the "+
			"root volume with rootVolume: true", u.SuccessorDevice)
	}
	if !u.When.Contains(o.Release) {
		o.See(pages.Ubuntu).Warn(familyPath, "%s: check the nodes that it starts", fact)
		return
	}
	o.Set(model.Join(model.Keys("metadata.annotations"), u.Annotation), model.NewString(strings.Join(mark, ",")))
	o.See(pages.Ubuntu).Warn(familyPath, "%s, and an annotation keeps this for Karpenter 1.0; 1.1 ignores it: remove it then", fact)
}

// hasNoDevices reports whether the class names no volumes. Karpenter then uses those of the family, also if the list is empty.
func (o *Object) hasNoDevices() bool {
	v := o.Get("spec", "blockDeviceMappings")
	return v == nil || isEmptyList(v)
}

// isEmptyList reports whether v is a list without items, and no template adds any.
func isEmptyList(v *model.Value) bool { return v.Kind == model.List && len(v.Items) == 0 && !v.Open }

// markRoot marks the volume with that name as the root volume, unless one is marked already: its size becomes the storage of the
// nodes.
func (o *Object) markRoot(name string) bool {
	i := o.deviceIndex(name)
	if i < 0 || o.hasRootMark() {
		return false
	}
	o.Set(model.Join(devicesPath, i, "rootVolume"), model.NewBool(true))
	return true
}

// deviceIndex returns the index of the volume with that name, or -1.
func (o *Object) deviceIndex(name string) int {
	return slices.IndexFunc(o.Get("spec", "blockDeviceMappings").Items, func(v *model.Value) bool { return v.Str("deviceName") == name })
}

// hasRootMark reports whether a volume is, or may be, marked as the root volume.
func (o *Object) hasRootMark() bool {
	return slices.ContainsFunc(o.Get("spec", "blockDeviceMappings").Items, func(v *model.Value) bool {
		root := v.Get("rootVolume")
		return root != nil && (root.Kind != model.Bool || root.Text == "true")
	})
}

// warnUnregistered warns that the user's own user data must register nodes with Karpenter's taint.
func (o *Object) warnUnregistered() {
	taint := o.V1.UnregisteredTaint
	if data := o.Get("spec", "userData"); data != nil && strings.Contains(data.Text, taint.Key) {
		return
	}
	o.See(pages.Taint).Warn(model.Keys("spec.userData"), "from 1.0 on nodes must register with the taint %s:%s; with amiFamily %s your userData must "+
		"do that (--register-with-taints of the kubelet)", taint.Key, taint.Effect, taint.Family)
}
