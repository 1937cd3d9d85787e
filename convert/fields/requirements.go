package fields

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/values"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

var requirementsPath = model.Keys("spec.requirements")

// convertRequirements moves the list, after it has got the defaults of the alpha API.
func convertRequirements(o *Object, f field) bool {
	if f.value.Kind == model.List {
		AddRequirements(o, f.value)
	} else if !o.IgnoreDefaults {
		o.checkHiddenList(f)
	}
	o.Move(f.path, model.Keys("spec.template.spec.requirements"))
	return false
}

// checkHiddenList asks for a list that a template writes as a whole, unless its values get the defaults, or all known lists need none.
func (o *Object) checkHiddenList(f field) {
	if use := o.List; use != nil {
		if use.Refused != "" {
			o.See(pages.Requirements).Decide(f.path, "%s: the defaults of the alpha API would be added to it, and others read it", use.Refused)
		}
		return
	}
	k, complete := o.KnownAt(f.path, f.value)
	rules, agree := o.commonDefaults(k)
	switch {
	case complete && agree && len(rules) == 0:
		k.Assume(o.See(pages.Requirements), f.path, "%s", defaultsFact(o.defaultsLacking(nil), nil))
	case complete && agree:
		o.See(pages.Requirements).Decide(f.path, "the requirements come from %q, and lack those on %s in %s, which the alpha API added; write them "+
			"there, or use --ignore-defaults if no pool needs them",
			f.value.Text, strings.Join(keysOfRules(rules), ", "), record.PlacesText(k.Places))
	default:
		o.See(pages.Requirements).Decide(f.path, "the requirements come from %q; karplint cannot see which defaults of the alpha API to add: write those "+
			"that you rely on there and use --ignore-defaults, or convert them by hand", f.value.Text)
	}
}

// AddRequirements appends the defaults of the alpha API to the list, which may be nil.
func AddRequirements(o *Object, list *model.Value) {
	keys := o.requirementKeys(list)
	var missing []*model.Value
	for _, rule := range o.defaultsBeside(list, keys) {
		for _, r := range rule.Add {
			missing = append(missing, requirementValue(r))
		}
	}
	switch {
	case list == nil:
		o.Set(model.Keys("spec.template.spec.requirements"), model.NewList(missing...))
	case len(list.Items) == 0 && len(missing) > 0: // [] becomes a block of lines, as a person would write it
		o.Set(requirementsPath, model.NewList(missing...))
	default:
		for _, v := range missing {
			o.Insert(requirementsPath, -1, v)
		}
	}
	if len(missing) > 0 {
		o.See(pages.Requirements).Info(requirementsPath, "the alpha API added requirements that %s does not (%s); written out", o.To,
			requirementsText(missing))
	}
	if limit := o.requirementsMax(); keys.count+len(missing) > limit {
		o.Decide(requirementsPath, "%d requirements (%d of them defaults of the alpha API) are more than the %d that Karpenter %s allows; merge or "+
			"remove some",
			keys.count+len(missing), len(missing), limit, o.Release)
	}
}

// requirementsText lists requirements for messages.
func requirementsText(requirements []*model.Value) string {
	var texts []string
	for _, r := range requirements {
		var values []string
		for _, v := range r.Get("values").Items {
			values = append(values, v.Text)
		}
		texts = append(texts, r.Str("key")+" "+r.Str("operator")+" "+strings.Join(values, ","))
	}
	return strings.Join(texts, "; ")
}

// defaultsBeside returns the rules for the defaults that the alpha API adds to a list. If templates hide the values on which they depend, it
// adds a note about the assumption, or a decision.
func (o *Object) defaultsBeside(list *model.Value, keys requirementKeys) []facts.DefaultRequirements {
	if o.IgnoreDefaults {
		return nil
	}
	lacking := o.defaultsLacking(keys.present)
	switch {
	case keys.hidden == "" || len(lacking) == 0:
		return lacking
	case o.List != nil && o.List.Refused == "":
		return nil // the values get them
	}
	k, complete := o.KnownAt(requirementsPath, list)
	if !list.Open {
		k.Drop(func(v *model.Value) bool { return isEmptyList(v) || v.Kind == model.Null }) // of other branches: this one has items
	}
	if rules, agree := o.commonDefaults(k); complete && agree {
		o.AsRendered = append(o.AsRendered, o.Before.Get(requirementsPath...))
		k.Assume(o.See(pages.Requirements), requirementsPath, "%s", defaultsFact(lacking, rules))
		return rules
	}
	differing := ""
	if complete {
		differing = ", which are not the same in " + record.PlacesText(k.Places)
	}
	o.See(pages.Requirements).Decide(requirementsPath,
		"the requirements come from %s, and their keys decide which defaults of the alpha API to add%s; write requirements on %s here, or use "+
			"--ignore-defaults if no pool needs the defaults", keys.hidden, differing, strings.Join(keysOfRules(lacking), ", "))
	return nil
}

// keysOfRules returns the first key that each rule adds a requirement on.
func keysOfRules(rules []facts.DefaultRequirements) (keys []string) {
	for _, rule := range rules {
		keys = append(keys, rule.Add[0].Key)
	}
	return keys
}

// commonDefaults returns the rules for the defaults that the alpha API adds to each of the known lists, if these are the same. No requirement of the
// lists may be one that the conversion drops.
func (o *Object) commonDefaults(k values.Known) (rules []facts.DefaultRequirements, agree bool) {
	for i, list := range k.Values {
		if list.Kind != model.List && list.Kind != model.Null {
			return nil, false
		}
		keys := o.requirementKeys(list)
		lacking := o.defaultsLacking(keys.present)
		isSame := slices.EqualFunc(rules, lacking, func(a, b facts.DefaultRequirements) bool { return a.Add[0].Key == b.Add[0].Key })
		if isCertain := keys.hidden == "" && len(list.Items) == keys.count; !isCertain || i > 0 && !isSame {
			return nil, false
		}
		rules = lacking
	}
	return rules, len(k.Values) > 0
}

// defaultsFact lists the requirements with defaults that a list has, and those that it lacks.
func defaultsFact(rules, lacking []facts.DefaultRequirements) string {
	lacks := keysOfRules(lacking)
	has := slices.DeleteFunc(keysOfRules(rules), func(key string) bool { return slices.Contains(lacks, key) })
	switch {
	case len(lacks) == 0:
		return "the requirements replace the defaults on " + strings.Join(has, ", ")
	case len(has) == 0:
		return "the requirements replace no defaults (" + strings.Join(lacks, ", ") + ")"
	}
	return fmt.Sprintf("the requirements replace the defaults on %s, but not those on %s", strings.Join(has, ", "), strings.Join(lacks, ", "))
}

// defaultsLacking returns the rules for the defaults that the alpha API adds beside some keys.
func (o *Object) defaultsLacking(present map[string]bool) (rules []facts.DefaultRequirements) {
	for _, rule := range o.Facts.RequirementDefaults.Rules {
		if !hasAny(present, rule.IfAbsent) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// requirementKeys are the keys in a list of requirements.
type requirementKeys struct {
	count   int             // of the requirements that stay
	present map[string]bool // under the names that Karpenter uses internally
	hidden  string          // a template that adds requirements which cannot be seen, or ""
}

func (o *Object) requirementKeys(list *model.Value) requirementKeys {
	keys := requirementKeys{present: map[string]bool{}}
	if list == nil {
		return keys
	}
	if list.Open {
		keys.hidden = values.TemplateText(o.Res.Document, list)
	}
	for _, item := range list.Items {
		switch named := item.Get("key"); {
		case item.Kind == model.Unknown:
			keys.hidden = item.Text
		case named != nil && named.Kind == model.Unknown:
			keys.hidden = named.Text
		case named == nil && item.Open:
			keys.hidden = values.TemplateText(o.Res.Document, item)
		}
		key := item.Str("key")
		if o.Names.Label(key) == nil {
			keys.count++
		}
		if alias := o.Facts.RequirementDefaults.Aliases[key]; alias != "" {
			key = alias
		}
		keys.present[key] = true
	}
	return keys
}

func hasAny(present map[string]bool, keys []string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return present[key] })
}

func requirementValue(r facts.Requirement) *model.Value {
	values := model.NewList()
	values.Style = model.Flow
	for _, v := range r.Values {
		values.Items = append(values.Items, model.NewString(v))
	}
	return model.NewMap(
		model.NewEntry("key", model.NewString(r.Key)),
		model.NewEntry("operator", model.NewString(r.Operator)),
		model.NewEntry("values", values),
	)
}

func (o *Object) requirementsMax() int {
	lowest := 0
	for _, l := range o.Facts.RequirementsMax.Limits {
		if l.When.Contains(o.Release) {
			return l.Max
		}
		if lowest == 0 || l.Max < lowest {
			lowest = l.Max
		}
	}
	return lowest
}
