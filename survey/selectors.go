package survey

import (
	"strings"

	"github.com/karplint/karplint/model"
)

// networkSelectors are the fields of classes that select subnets and security groups.
var networkSelectors = []string{"subnetSelectorTerms", "securityGroupSelectorTerms", "subnetSelector", "securityGroupSelector"}

// ShortenSelectors replaces each term of a class that selects its network by a text, after a change; nil for none. A repository may have thousands
// of classes.
func (r *Resource) ShortenSelectors(change func(*model.Value) *model.Value) {
	for _, key := range networkSelectors {
		v := r.Value.Get(key)
		if v == nil {
			continue
		}
		if change != nil {
			v = change(v)
		}
		r.Replace(key, shortTerms(v))
	}
}

// shortTerms returns the terms of a field. In the alpha API the field is one term.
func shortTerms(field *model.Value) *model.Value {
	if field.IsMap() {
		return model.NewList(shortTags(field)).PlacedAt(field)
	}
	if field.Kind != model.List {
		return field
	}
	short := *field
	short.Items = nil
	for _, item := range field.Items {
		term := model.NewUnknown("term").PlacedAt(item)
		if tags := item.Get("tags"); tags != nil && !item.Open && len(item.Entries) == 1 {
			term = shortTags(tags)
		}
		short.Items = append(short.Items, term)
	}
	return &short
}

// shortTags returns tags as lines such as "karpenter.sh/discovery=shop", with "?" for values that are not known. They are Unknown if more is not
// known, and where the alpha API has IDs.
func shortTags(tags *model.Value) *model.Value {
	unknown := model.NewUnknown("tags").PlacedAt(tags)
	if !tags.IsMap() || tags.Open || len(tags.Entries) == 0 {
		return unknown
	}
	var lines []string
	for _, e := range tags.Entries {
		isID := e.Key.Text == "aws-ids" || e.Key.Text == "aws::ids"
		if e.Key.Kind == model.Unknown || isID || strings.ContainsAny(e.Key.Text, "=\n") {
			return unknown
		}
		value := "?"
		if e.Value.IsScalar() && !strings.Contains(e.Value.Text, "\n") {
			value = e.Value.Text
		}
		lines = append(lines, e.Key.Text+"="+value)
	}
	return model.NewString(strings.Join(lines, "\n")).PlacedAt(tags)
}
