// Package taints reads the taints of the nodes of a node group in Terraform.
package taints

import (
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// Of converts taints, a list or map of maps with key, value and effect, to a list with the effects of Kubernetes, and with the written ones.
// The list is empty if there are none; place is where they would be.
func Of(taints, place *model.Value) *model.Value {
	if taints.IsAbsent() {
		return model.NewList().PlacedAt(place)
	}
	if taints.Kind != model.List && taints.Kind != model.Map {
		return taints
	}
	list := *taints
	list.Kind, list.Entries, list.Items = model.List, nil, nil
	for _, taint := range taints.Children() {
		if taint.IsMap() {
			c := *taint
			c.Entries = nil
			for _, e := range taint.Entries {
				if e.Key.Text == "effect" {
					c.Entries = append(c.Entries, model.NewEntry("written", e.Value))
					e = &model.Entry{Key: e.Key, Value: kubernetesEffect(e.Value)}
				}
				c.Entries = append(c.Entries, e)
			}
			taint = &c
		}
		list.Items = append(list.Items, taint)
	}
	return &list
}

var effects = map[string]string{
	"NO_SCHEDULE": "NoSchedule", "NO_EXECUTE": "NoExecute", "PREFER_NO_SCHEDULE": "PreferNoSchedule",
}

func kubernetesEffect(v *model.Value) *model.Value {
	if v.Kind != model.String || effects[v.Text] == "" {
		return v
	}
	return model.NewString(effects[v.Text]).PlacedAt(v)
}

var (
	registerTaints = pattern.New(`--register-with-taints[= ]+["']?([^\s"'\\]+)`)
	scriptParts    = []string{
		"bootstrap_extra_args", "kubelet_extra_args", "pre_bootstrap_user_data", "post_bootstrap_user_data", "additional_userdata",
		"user_data", "user_data_template_path", "userdata_template_file", "cloudinit_pre_nodeadm", "cloudinit_post_nodeadm",
	}
)

// OfScripts returns the taints that a node's script sets with --register-with-taints. It returns none if no part of the script
// mentions taints, and Unknown if one mentions them in another way.
func OfScripts(get func(string) *model.Value, place *model.Value) *model.Value {
	list := model.NewList().PlacedAt(place)
	for _, name := range scriptParts {
		v := get(name)
		if v.IsAbsent() {
			continue
		}
		m := registerTaints().FindStringSubmatch(v.Text)
		switch {
		case v.Kind == model.String && m != nil:
			list.Items = append(list.Items, parse(m[1], v)...)
		case v.Kind == model.String && !strings.Contains(v.Text, "taint"):
		default:
			return model.NewUnknown(v.Text).PlacedAt(place)
		}
	}
	return list
}

// parse parses key=value:Effect, separated by commas.
func parse(text string, place *model.Value) []*model.Value {
	var taints []*model.Value
	for part := range strings.SplitSeq(text, ",") {
		key, effect, _ := strings.Cut(part, ":")
		key, value, _ := strings.Cut(key, "=")
		taints = append(taints, model.NewMap(
			model.NewEntry("key", model.NewString(key).PlacedAt(place)),
			model.NewEntry("value", model.NewString(value).PlacedAt(place)),
			model.NewEntry("effect", model.NewString(effect).PlacedAt(place)),
		).PlacedAt(place))
	}
	return taints
}
