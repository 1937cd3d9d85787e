package rename

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// succeeds returns what a resource in a rule for groups has become, with its subresource; "" if it is none of the old ones.
func (o *Object) succeeds(groups []string, resource string) string {
	base, sub, _ := strings.Cut(resource, "/")
	for _, r := range o.Facts.Resources.Changes {
		if r.Old == base && slices.Contains(groups, r.Group) {
			return strings.TrimSuffix(r.New+"/"+sub, "/")
		}
	}
	return ""
}

// rules adds the new resources to the rules of RBAC in a list, and reports the rules of webhooks and policies: what these
// protect is not known to be right for the new objects.
func (o *Object) rules(path []any, list *model.Value) {
	for i, rule := range list.Items {
		if rule.Alias != "" || !karpenterRule(rule, "resources") || rule.Get("resources").Alias != "" {
			continue
		}
		groups, resources := texts(rule.Get("apiGroups")), rule.Get("resources")
		at := model.Join(path, i, "resources")
		missing, behind := o.missingResources(groups, resources, list)
		switch {
		case len(missing) == 0:
		case rule.Get("verbs") == nil:
			o.See(pages.Pool).Decide(append(at, behind), "the rule is for %s, which are %s in %s; add them", resources.Items[behind].Text, missing[len(missing)-1], o.To)
		default:
			for j, name := range missing {
				v := record.Like(resources.Items[behind], name)
				o.Insert(at, behind+1+j, v)
			}
			if names := texts(rule.Get("resourceNames")); len(names) > 0 {
				o.See(pages.Pool).Warn(at[:len(at)-1:len(at)-1], "the rule is for objects of these names (%s); check that the new ones have them", strings.Join(names, ", "))
			}
		}
	}
}

// missingResources returns the successors of the old resources in a rule that no rule of the list allows, and the index of the last old
// resource.
func (o *Object) missingResources(groups []string, resources, list *model.Value) (missing []string, behind int) {
	for i, r := range resources.Items {
		name := o.succeeds(groups, r.Text)
		if name == "" || r.Kind != model.String {
			continue
		}
		behind = i
		if !slices.Contains(missing, name) && !slices.ContainsFunc(list.Items, func(rule *model.Value) bool { return allows(rule, name) }) {
			missing = append(missing, name)
		}
	}
	return missing, behind
}

// allows says whether a rule for Karpenter's groups lists a resource, or all.
func allows(rule *model.Value, resource string) bool {
	if !karpenterRule(rule, "resources") {
		return false
	}
	_, sub, _ := strings.Cut(resource, "/")
	names := texts(rule.Get("resources"))
	return slices.Contains(names, resource) || slices.Contains(names, "*") || sub != "" && slices.Contains(names, "*/"+sub)
}
