package convert

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/convert/charts"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// convert plans the changes of an object, and returns its successor.
func (c *conversion) convert(o *object, from string) (to string, status Status) {
	change, old := c.Change(o.Res)
	switch {
	case c.survey.builds.Applies(c.file.Path, o.Index):
		return c.convertPatch(o, from, change)
	case old && change != nil && change.To.Kind == "":
		o.See(c.seeWhole(o.Res)).Warn(nil, "the controller makes a %s for each node, and it is never converted; delete it from the files", o.Res.Kind)
		return from, Skipped
	case old:
		return c.convertOld(o, from, change)
	case facts.IsKarpenter(o.Res.Group()):
		o.SettleRole()
		o.takeKubelet()
		o.renaming().RenameTexts(nil, o.Res.Value)
		return from, Unchanged
	case o.Res.Kind == "CustomResourceDefinition":
		return from, Unchanged
	}
	if c.convertKustomizations(o) {
		return from, Unchanged
	}
	if by, kind := c.survey.builds.PatchedBy(c.file.Path); o.Res.Kind == "" && c.IsAlphaKind(kind) {
		o.See(pages.Pool).Decide(nil, "a patch for the kind %s (%s) whose base karplint does not find, and the new patch depends on it; convert both by "+
			"hand", kind, by)
		return from, Undecided
	}
	if len(o.Res.Path) == 0 {
		c.convertSpecs(o)
	}
	names := o.renaming()
	names.RenameAll()
	names.ReportKinds()
	return from, Unchanged
}

// convertOld converts a pool or a class, unless something about it as a whole needs a decision.
func (c *conversion) convertOld(o *object, from string, change *facts.KindChange) (string, Status) {
	if c.keptBefore(o, change) {
		return from, Unchanged
	}
	if change == nil && !c.Strict && c.isNoKind(o.Res) {
		o.See(c.seeWhole(o.Res)).Warn(nil, "no version of Karpenter has the kind %s, so the API server rejects the object before and after the "+
			"conversion; correct the kind, or delete the object", o.Res.Kind)
		return from, Skipped
	}
	if reason := c.refusal(o, change); reason != "" {
		o.See(c.seeWhole(o.Res)).Decide(nil, "%s", reason)
		return from, Undecided
	}
	if list := typedList(o.Res); list != "" {
		o.See(c.seeWhole(o.Res)).Warn(nil, "the %s around it has no successor and keeps its name; make it a List of v1", list)
	}
	refused := c.refusedBefore(o)
	to := c.convertWhole(o)
	c.checkAdmission(o, refused)
	c.checkValues(o)
	o.assumeContents()
	o.takeKubelet()
	if c.Keep {
		o.CopyInstead()
	}
	return to, Converted
}

// typedList returns the kind of the list whose first item the object is, such as ProvisionerList, and "" for a List of any objects.
func typedList(res *model.Resource) string {
	kind := res.Document.Root.Str("kind")
	if len(res.Path) != 2 || kind == "List" || res.Path[0] != "items" || res.Path[1] != 0 {
		return ""
	}
	return kind
}

// refuses reports whether the object as a whole cannot be converted as it is written.
func (c *conversion) refuses(o *object) bool {
	change, _ := c.Change(o.Res)
	if c.Keep && c.survey.index.TwinOf(o.ID, change.To.Kind) != nil {
		return false // converted already
	}
	return c.refusal(o, change) != ""
}

// refusal returns the reason why the object as a whole cannot be converted, or "".
func (c *conversion) refusal(o *object, change *facts.KindChange) string {
	v := o.Res.Value
	patchedBy, _ := c.survey.builds.PatchedBy(c.file.Path)
	switch {
	case change == nil && o.Res.APIVersion == "":
		return "the apiVersion is templated or missing, so its successor depends on values that karplint does not know; convert the object by hand"
	case change == nil && o.Res.Kind == "":
		return "the kind is templated or missing, so its successor depends on values that karplint does not know; convert the object by hand"
	case change == nil && c.IsBeta(o.Res):
		return o.Res.APIVersion + " " + o.Res.Kind + " is not a kind of Karpenter, which has karpenter.sh/v1beta1 NodePool and karpenter.k8s.aws/v1beta1 " +
			"EC2NodeClass; correct it or delete the object"
	case change == nil && !c.IsAlphaKind(o.Res.Kind):
		return strconv.Quote(o.Res.Kind) + " is not a kind of Karpenter's alpha API, which has Provisioner and AWSNodeTemplate; correct it or delete the " +
			"object"
	case change == nil:
		return o.Res.APIVersion + " " + o.Res.Kind + " is served neither by Karpenter 0.31 nor by 0.32; convert it to v1alpha5 (Provisioner) or v1alpha1 " +
			"(AWSNodeTemplate) first"
	case patchedBy != "":
		return "a kustomize patch (" + patchedBy + ") whose base karplint does not find, and the new patch depends on it; convert both by hand"
	case patchDirective(v):
		return "a kustomize patch with a $patch directive that none of the kustomizations uses, and the new patch depends on its base; convert both by hand"
	case v.Open:
		return "a template writes lines beside apiVersion and kind, and karplint cannot see their content; convert the object by hand"
	case o.fromValues() != nil && c.Keep:
		return "the spec comes from " + o.fromValues().Text + ", whose values cannot serve both kinds; add values for the new kind, and a template, by hand"
	case o.fromValues() != nil && o.fromValues().Refused != "":
		return o.fromValues().Refused
	case o.fromValues() != nil:
	case fields.IsEmpty(v.Get("spec")):
		o.Never = true
		return "the object has no spec to convert; convert it by hand if it is a patch or comes from a template"
	case v.Get("spec").Kind == model.Unknown:
		return "the spec comes from " + strconv.Quote(record.Shortened(v.Get("spec").Text)) +
			", and karplint does not know these values; convert it by hand"
	case v.Get("spec").Kind != model.Map:
		return "the object has no spec to convert; convert it by hand if it is a patch or comes from a template"
	}
	if text := charts.StructuralTemplate(o.Res.Document, v); text != "" {
		return "a template writes whole lines or keys of the object (" + text + "), which karplint does not follow; convert it by hand"
	}
	if reason := c.unknownContents(o); reason != "" {
		return reason
	}
	if reason := c.survey.modules.Refuses(o.ID); reason != "" {
		return reason
	}
	if c.Keep && record.ShownName(o.Res) == "" {
		return "the object has no name, so a second run would not find its successor; add one"
	}
	return existsAlready(change, c.survey.index.TwinOf(o.ID, change.To.Kind))
}

// patchDirective reports whether there is a key $patch anywhere in v.
func patchDirective(v *model.Value) bool {
	return v.Any(func(part *model.Value) bool {
		return slices.ContainsFunc(part.Entries, func(e *model.Entry) bool { return strings.HasPrefix(e.Key.Text, "$patch") })
	})
}

// seeWhole returns the page about the conversion of an object as a whole.
func (c *Converter) seeWhole(res *model.Resource) string {
	switch {
	case c.IsBeta(res):
		return pages.Manifests
	case res.Kind == c.APIs[0].Node.Kind:
		return pages.Procedure
	}
	return pages.Pool
}

// isNoKind reports whether no release of Karpenter serves the kind of an object in any version.
func (c *Converter) isNoKind(res *model.Resource) bool {
	kinds := c.Facts.OtherKinds.Kinds
	for _, g := range c.Served.Generations {
		kinds = append(slices.Clone(kinds), g.Pool, g.Class, g.Node)
	}
	isNamed := res.APIVersion != "" && res.Kind != ""
	return isNamed && !slices.ContainsFunc(kinds, func(k facts.APIKind) bool { return k.Kind == res.Kind })
}
