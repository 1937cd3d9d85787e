package convert

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
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

// alphaText says whether a text names an alpha API. karpenter.sh/v1alpha1 is that of NodeOverlays.
func alphaText(text string) bool {
	return alphaName().MatchString(text)
}

var alphaName = pattern.New(`\bkarpenter\.(sh/v1alpha[2-5]|k8s\.aws/v1alpha[0-9])\b`)

// oldKinds reports the old kinds where other objects name them: in RBAC rules, in policies, as
// objects inside texts. What Karpenter's own chart brings is not for its user to change.
func oldKinds(o *object) {
	before, held := len(o.notes), o.held
	reportKinds(o)
	if len(o.notes) > before && ofKarpenter(o) {
		o.notes, o.held = o.notes[:before], held
		o.warn(nil, seePool, "a part of Karpenter itself that is for objects of the alpha API; upgrade its chart, which brings the new one")
	}
}

// ofKarpenter says whether a role or a webhook is one of Karpenter's chart.
func ofKarpenter(o *object) bool {
	if kind := o.res.Kind; !strings.HasSuffix(kind, "Role") && !strings.HasSuffix(kind, "WebhookConfiguration") {
		return false
	}
	return chartNames().MatchString(o.name) || o.res.Value.Get("metadata", "labels").Str("app.kubernetes.io/name") == "karpenter"
}

// chartNames matches the names of objects in Karpenter's chart, rendered or not.
var chartNames = pattern.New(` karpenter(-core|-admin)?$|\.karpenter\.(sh|k8s\.aws)$|"karpenter\.fullname"`)

func reportKinds(o *object) {
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
	if !karpenterRule(rule, "resources") {
		return
	}
	for i, r := range rule.Get("resources").Items {
		successor := ruleSuccessors[r.Text]
		if successor == "" || slices.ContainsFunc(all.Items, func(rule *model.Value) bool { return karpenterRule(rule, "resources") && listed(rule, successor) }) {
			continue
		}
		o.decide(at(path, "resources", i), seePool, "the rule is for %s, which are %s in v1beta1; add them", r.Text, successor)
		return
	}
}

// karpenterRule says whether a rule lists Karpenter's API group and has what.
func karpenterRule(rule *model.Value, what string) bool {
	groups := rule.Get("apiGroups")
	return groups != nil && rule.Get(what) != nil && slices.ContainsFunc(groups.Items, func(g *model.Value) bool { return karpenterGroup(g.Text) })
}

func listed(rule *model.Value, resource string) bool {
	return slices.ContainsFunc(rule.Get("resources").Items, func(r *model.Value) bool { return r.Text == resource })
}

// kindsIn reports maps that name an old kind together with Karpenter's group, rules and policies for old
// resources, and texts that use an alpha object.
func (o *object) kindsIn(path []any, v *model.Value) {
	switch {
	case v.Alias != "":
	case v.Kind == model.Map:
		kind := v.Str("kind")
		if kind == "CustomResourceDefinition" {
			return // a list of what is to be deleted, say
		}
		if len(path) > 0 && (kind == "AWSNodeTemplate" || kind == "Provisioner" && namesKarpenter(v)) {
			o.oldKind(at(path, "kind"), kind)
			return
		}
		for _, e := range v.Entries {
			if e.Key.Text == "kubectl.kubernetes.io/last-applied-configuration" {
				continue
			}
			o.oldText(at(path, e.Key.Text), e.Key.Text)
			if e.Key.Text == "kinds" {
				o.policyKinds(at(path, "kinds"), v, e.Value)
			}
			o.kindsIn(at(path, e.Key.Text), e.Value)
		}
	case v.Kind == model.List:
		for i, item := range v.Items {
			oldRule(o, at(path, i), item, v)
			o.kindsIn(at(path, i), item)
		}
	case alphaText(v.Text) && (strings.Contains(v.Text, "apiVersion") || !strings.ContainsAny(v.Text, " \n")):
		o.decide(path, seePool, "the text names an alpha API of Karpenter, which karplint does not convert inside texts yet; convert it by hand")
	case o.oldText(path, v.Text):
	case alphaText(v.Text):
		o.warn(path, seePool, "the text speaks of an alpha API of Karpenter; change it if it is more than words")
	}
}

// oldUse matches commands and names that are for objects of the alpha API: kubectl get provisioners,
// provisioners.karpenter.sh, Argo CD's karpenter.sh_Provisioner.
var oldUse = pattern.New(`\bkubectl\s[^\n|;]*\b(provisioners?|awsnodetemplates?)\b|\b(provisioners?|awsnodetemplates?|machines)\.karpenter\.(sh|k8s\.aws)\b|karpenter\.(sh_Provisioner|k8s\.aws_AWSNodeTemplate)\b`)

// oldText reports a text that uses objects of the alpha API, and says whether it is one.
func (o *object) oldText(path []any, text string) bool {
	if !strings.Contains(text, "provisioner") && !strings.Contains(text, "awsnodetemplate") && !strings.Contains(text, "karpenter") {
		return false
	}
	use := oldUse().FindString(text)
	if use != "" {
		o.decide(path, seePool, "%q is for objects of the alpha API; name nodepools, ec2nodeclasses or nodeclaims when they are converted", use)
	}
	return use != ""
}

func (o *object) oldKind(path []any, kind string) {
	o.decide(path, seePool, "%q is a kind of the alpha API; name its successor here when the objects are converted", kind)
}

// policyKinds reports the old kinds in the list of kinds that a policy is for, as Kyverno and Gatekeeper
// write it. A Provisioner without a group may be another project's, but hardly in a policy.
func (o *object) policyKinds(path []any, in, list *model.Value) {
	groups := in.Get("apiGroups")
	for i, item := range list.Items {
		group, kind := "", item.Text
		if j := strings.LastIndexByte(kind, '/'); j >= 0 {
			group, kind = kind[:j], kind[j+1:]
		}
		group, _, _ = strings.Cut(group, "/")
		switch {
		case kind != "Provisioner" && kind != "AWSNodeTemplate", item.Kind != model.String || alphaText(item.Text):
		case group != "" && group != "*" && !karpenterGroup(group), groups != nil && !karpenterRule(in, "kinds"):
		default:
			o.oldKind(at(path, i), item.Text)
		}
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
