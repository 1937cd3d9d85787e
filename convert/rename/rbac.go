package rename

import (
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// successorOf returns the successor of a resource in a rule for groups, with its subresource; "" if it is none of the old ones.
func (o *Object) successorOf(groups map[string]bool, resource string) string {
	base, sub, _ := strings.Cut(resource, "/")
	for _, r := range o.Facts.Resources.Changes {
		if r.Old == base && groups[r.Group] {
			return strings.TrimSuffix(r.New+"/"+sub, "/")
		}
	}
	return ""
}

// convertRules adds the new resources to the rules of RBAC in a list, and reports the rules of webhooks and policies, because they may be
// wrong for the new objects.
func (o *Object) convertRules(path []any, list *model.Value) {
	var allowed map[string]bool // by any rule in the list
	for i, rule := range list.Items {
		if rule.Alias() != "" || !isKarpenterRule(rule, "resources") || rule.Get("resources").Alias() != "" {
			continue
		}
		groups, resources := textsOf(rule.Get("apiGroups")), rule.Get("resources")
		place := model.Join(path, i, "resources")
		if allowed == nil {
			allowed = allowedResources(list)
		}
		missing, last := o.missingResources(groups, resources, allowed)
		switch {
		case len(missing) == 0:
		case rule.Get("verbs") == nil:
			o.See(pages.Pool).Decide(append(place, last), "the rule is for %s, which are %s in %s; add those", resources.Items[last].Text,
				missing[len(missing)-1], o.To)
		default:
			for j, name := range missing {
				v := record.Like(resources.Items[last], name)
				o.Insert(place, last+1+j, v)
			}
			if names := textsOf(rule.Get("resourceNames")); len(names) > 0 {
				o.See(pages.Pool).Warn(place[:len(place)-1:len(place)-1], "the rule is for objects of these names (%s); check that the new ones have them",
					strings.Join(names, ", "))
			}
		}
	}
}

// missingResources returns the successors of the old resources in a rule that no rule allows, and the index of the last old
// resource.
func (o *Object) missingResources(groups []string, resources *model.Value, allowed map[string]bool) (missing []string, last int) {
	isOfRule, isMissing := setOf(groups), map[string]bool{}
	for i, r := range resources.Items {
		name := o.successorOf(isOfRule, r.Text)
		if name == "" || r.Kind != model.String {
			continue
		}
		last = i
		if !isMissing[name] && !allows(allowed, name) {
			isMissing[name] = true
			missing = append(missing, name)
		}
	}
	return missing, last
}

// allowedResources returns the resources of Karpenter's groups in the rules of a list.
func allowedResources(list *model.Value) map[string]bool {
	allowed := map[string]bool{}
	for _, rule := range list.Items {
		if !isKarpenterRule(rule, "resources") {
			continue
		}
		for _, name := range textsOf(rule.Get("resources")) {
			allowed[name] = true
		}
	}
	return allowed
}

// allows reports whether a resource, or every resource, is allowed.
func allows(allowed map[string]bool, resource string) bool {
	if allowed[resource] || allowed["*"] {
		return true
	}
	_, sub, hasSub := strings.Cut(resource, "/")
	return hasSub && allowed["*/"+sub]
}
