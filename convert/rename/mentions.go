package rename

import (
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// ReportKinds reports the old kinds where other objects name them: in policies, as objects inside texts; in RBAC rules it adds
// their successors. Objects of Karpenter's own chart are not for its user to change.
func (o *Object) ReportKinds() {
	if filetype.IsKustomization(o.Res.Document.File.Path) {
		return
	}
	notes, ops := len(o.Notes), len(o.Ops)
	o.reportKindsIn(nil, o.Res.Value)
	if (len(o.Notes) > notes || len(o.Ops) > ops) && isKarpenterPart(o) {
		o.Notes, o.Ops = o.Notes[:notes], o.Ops[:ops]
		o.See(pages.Pool).Warn(nil, "a part of Karpenter itself for objects of the alpha API; upgrade its chart, which contains the new one")
	}
}

// isKarpenterPart reports whether a role or a webhook is one of Karpenter's chart.
func isKarpenterPart(o *Object) bool {
	if kind := o.Res.Kind; !strings.HasSuffix(kind, "Role") && !strings.HasSuffix(kind, "WebhookConfiguration") {
		return false
	}
	return chartNames().MatchString(o.Name) || o.Res.Value.Get("metadata", "labels").Str("app.kubernetes.io/name") == "karpenter"
}

// chartNames matches the names of objects in Karpenter's chart, rendered or not.
var chartNames = pattern.New(` karpenter(-core|-admin)?$|\.karpenter\.(sh|k8s\.aws)$|"karpenter\.fullname"`)

// isKarpenterRule reports whether a rule lists Karpenter's API group and has a field.
func isKarpenterRule(rule *model.Value, field string) bool {
	groups := rule.Get("apiGroups")
	return groups != nil && rule.Get(field) != nil && slices.ContainsFunc(groups.Items, func(g *model.Value) bool { return facts.IsKarpenter(g.Text) })
}

// reportKindsIn reports maps that name an old kind together with Karpenter's group, and policies for old resources. It adds
// the new resources to RBAC rules.
func (o *Object) reportKindsIn(path []any, v *model.Value) {
	switch {
	case v.Alias() != "", o.IsClaimed(path):
	case v.Kind == model.Map:
		kind := v.Str("kind")
		if kind == "CustomResourceDefinition" {
			return // in a list of objects to delete, for example
		}
		if len(path) > 0 && namesOldKind(v) {
			o.reportKind(model.Join(path, "kind"), kind)
			return
		}
		for _, e := range v.Entries {
			if e.Key.Text == lastApplied || !isEffective(v, e) {
				continue
			}
			o.reportUse(model.Join(path, e.Key.Text), e.Key.Text, 0)
			if e.Key.Text == "kinds" {
				o.reportPolicyKinds(model.Join(path, "kinds"), v, e.Value)
			}
			o.reportKindsIn(model.Join(path, e.Key.Text), e.Value)
		}
	case v.Kind == model.List:
		o.convertRules(path, v)
		for i, item := range v.Items {
			o.reportKindsIn(model.Join(path, i), item)
		}
	}
}

func (o *Object) reportKind(path []any, kind string) {
	o.See(pages.Pool).Decide(path, "%q is a kind of the alpha API; name its successor here when the objects are converted", kind)
}

// reportPolicyKinds reports the old kinds in the list of kinds that a policy is for, as Kyverno and Gatekeeper
// write it. A Provisioner without a group may be another project's, but hardly in a policy.
func (o *Object) reportPolicyKinds(path []any, in, list *model.Value) {
	isForOthers := sync.OnceValue(func() bool { return in.Get("apiGroups") != nil && !isKarpenterRule(in, "kinds") })
	for i, item := range list.Items {
		group, kind := "", item.Text
		if j := strings.LastIndexByte(kind, '/'); j >= 0 {
			group, kind = kind[:j], kind[j+1:]
		}
		group, _, _ = strings.Cut(group, "/")
		switch {
		case kind != "Provisioner" && kind != "AWSNodeTemplate", item.Kind != model.String || apis.IsAlphaText(item.Text):
		case group != "" && group != "*" && !facts.IsKarpenter(group), isForOthers():
		default:
			o.reportKind(model.Join(path, i), item.Text)
		}
	}
}

// namesOldKind reports whether a map names a kind of the alpha API.
func namesOldKind(v *model.Value) bool {
	kind := v.Str("kind")
	return kind == "AWSNodeTemplate" || kind == "Provisioner" && namesKarpenter(v)
}

// namesKarpenter reports whether a value beside a kind is Karpenter's.
func namesKarpenter(v *model.Value) bool {
	for _, key := range []string{"group", "apiGroup", "apiVersion"} {
		group, _, _ := strings.Cut(v.Str(key), "/")
		if facts.IsKarpenter(group) {
			return true
		}
	}
	return false
}
