package convert

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// The settings of an installation that v1beta1 has no more: each class says for itself what they said for all.
const (
	profileSetting = "settings.aws.defaultInstanceProfile"
	tagsSetting    = "settings.aws.tags"
)

// unknownSetting says whether a setting is written in the installation with a value that cannot be known.
func (o *fielded) unknownSetting(name string) bool {
	return slices.Contains(o.Installed.Unknown, name)
}

// restricted returns the rule that forbids a key in the tags of a class, or nil.
func (o *fielded) restricted(key string) *facts.RestrictedTag {
	for i, r := range o.Behaves.RestrictedTags {
		if r.When.Holds(o.Release) && (key == r.Key && key != "" || r.Prefix != "" && strings.HasPrefix(key, r.Prefix)) {
			return &o.Behaves.RestrictedTags[i]
		}
	}
	return nil
}

func restrictedTag(o *fielded, f field) bool {
	key := f.key()
	if r := o.restricted(key); r != nil {
		o.See(pages.Names).Decide(f.path, "%s refuses the tag %q: %s; remove it", o.To, key, r.Why)
	}
	if key == "" {
		o.See(pages.Names).Decide(f.path, "a tag has no key; write one, or remove it")
	}
	return true
}

// installedTags adds the tags of the installation to those of the class, which win.
func installedTags(o *fielded) {
	path := model.Keys("spec.tags")
	if o.unknownSetting(tagsSetting) {
		o.See(pages.Class).Warn(path, "%s of %s come from elsewhere, and from 0.33 on no setting tags all instances; add them to spec.tags", tagsSetting, o.Installed.From)
	}
	have := o.Get("spec", "tags")
	var missing, names []string
	values := map[string]string{}
	for _, tag := range o.Installed.Tags {
		switch r := o.restricted(tag.Key); {
		case have.Entry(tag.Key) != nil:
		case r != nil:
			o.See(pages.Class).Info(path, "%s of %s has the tag %q, which %s refuses: %s; left out", tagsSetting, o.Installed.From, tag.Key, o.To, r.Why)
		default:
			missing = append(missing, tag.Key)
			names = append(names, tag.Key+": "+tag.Value)
			values[tag.Key] = tag.Value
		}
	}
	switch {
	case len(missing) == 0:
		return
	case have != nil && (have.Kind != model.Map || have.Open):
		o.See(pages.Class).Decide(path, "the class tags its instances by %q, and %s of %s is gone from 0.33 on; add its tags where they are missing (%s)", have.Text, tagsSetting, o.Installed.From, strings.Join(names, ", "))
		return
	case have == nil && o.Res.Value.Get("spec", "tags") != nil:
		o.Remove(path) // a null
	}
	for _, key := range missing {
		o.Set(model.Join(path, key), model.NewString(values[key]))
	}
	o.See(pages.Class).Info(path, "no setting tags all instances from 0.33 on; the tags of %s of %s are written out (%s)", tagsSetting, o.Installed.From, strings.Join(names, ", "))
}
