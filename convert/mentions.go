package convert

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// inKustomization reports the patches in a kustomization that are for the old kinds.
func inKustomization(o *object) {
	for _, field := range patchFields {
		v := o.get(field)
		if v == nil {
			continue
		}
		for i, item := range v.Items {
			path := []any{field, i}
			switch kind := item.Str("target", "kind"); {
			case kind == "Provisioner" || kind == "AWSNodeTemplate":
				name := "the patch"
				if file := item.Str("path"); file != "" {
					name = "the patch " + file
				}
				o.decide(at(path, "target", "kind"), seePool, "%s is for the kind %s; when its base is converted, change target.kind and the paths in the patch, for the fields move", name, kind)
			case alphaText(item.Text):
				o.decide(path, seePool, "the patch is for an alpha object of Karpenter, which karplint does not convert inside texts yet; convert it together with its base by hand")
			case alphaText(item.Str("patch")):
				o.decide(at(path, "patch"), seePool, "the patch is for an alpha object of Karpenter, which karplint does not convert inside texts yet; convert it together with its base by hand")
			}
		}
	}
}

func alphaText(text string) bool {
	return strings.Contains(text, "karpenter.sh/v1alpha") || strings.Contains(text, "karpenter.k8s.aws/v1alpha")
}

// oldKinds reports the old kinds where other objects name them: in RBAC rules, in policies, as
// objects inside texts.
func oldKinds(o *object) {
	if strings.HasSuffix(o.res.Kind, "Role") && strings.HasPrefix(o.res.APIVersion, "rbac.") {
		rules := o.get("rules")
		if rules == nil {
			return
		}
		for i, rule := range rules.Items {
			oldRule(o, []any{"rules", i}, rule, rules)
		}
		return
	}
	if isKustomization(o.res.Document.File.Path) {
		return
	}
	o.kindsIn(nil, o.res.Value)
}

// ruleSuccessors are the resources of v1beta1 by those of the alpha API.
var ruleSuccessors = map[string]string{
	"provisioners": "nodepools", "awsnodetemplates": "ec2nodeclasses", "machines": "nodeclaims",
}

// oldRule reports a rule for an old resource, where no rule of the role is for its successor.
func oldRule(o *object, path []any, rule, all *model.Value) {
	if !karpenterRule(rule) {
		return
	}
	for i, r := range rule.Get("resources").Items {
		successor := ruleSuccessors[r.Text]
		if successor == "" || slices.ContainsFunc(all.Items, func(rule *model.Value) bool { return karpenterRule(rule) && listed(rule, successor) }) {
			continue
		}
		o.decide(at(path, "resources", i), seePool, "the rule is for %s, which are %s in v1beta1; add them", r.Text, successor)
		return
	}
}

func karpenterRule(rule *model.Value) bool {
	groups, resources := rule.Get("apiGroups"), rule.Get("resources")
	return groups != nil && resources != nil && slices.ContainsFunc(groups.Items, func(g *model.Value) bool { return karpenterGroup(g.Text) })
}

func listed(rule *model.Value, resource string) bool {
	return slices.ContainsFunc(rule.Get("resources").Items, func(r *model.Value) bool { return r.Text == resource })
}

// kindsIn reports maps that name an old kind together with Karpenter's group, and texts that hold an
// alpha object.
func (o *object) kindsIn(path []any, v *model.Value) {
	switch {
	case v.Alias != "":
	case v.Kind == model.Map:
		kind := v.Str("kind")
		if len(path) > 0 && (kind == "AWSNodeTemplate" || kind == "Provisioner" && namesKarpenter(v)) {
			o.decide(at(path, "kind"), seePool, "%q is a kind of the alpha API; name its successor here when the objects are converted", kind)
			return
		}
		for _, e := range v.Entries {
			if e.Key.Text != "kubectl.kubernetes.io/last-applied-configuration" {
				o.kindsIn(at(path, e.Key.Text), e.Value)
			}
		}
	case v.Kind == model.List:
		for i, item := range v.Items {
			o.kindsIn(at(path, i), item)
		}
	case alphaText(v.Text) && !strings.Contains(v.Text, "apiVersion") && v.Text != strings.Fields(v.Text)[0]:
		o.warn(path, seePool, "the text speaks of an alpha API of Karpenter; change it if it is more than words")
	case alphaText(v.Text):
		o.decide(path, seePool, "the text names an alpha API of Karpenter, which karplint does not convert inside texts yet; convert it by hand")
	}
}

// namesKarpenter says whether a value beside a kind is Karpenter's.
func namesKarpenter(v *model.Value) bool {
	for _, key := range []string{"group", "apiGroup", "apiVersion"} {
		group, _, _ := strings.Cut(v.Str(key), "/")
		if karpenterGroup(group) {
			return true
		}
	}
	return false
}
