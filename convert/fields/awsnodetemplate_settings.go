package fields

import (
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// tagsSetting is a setting of an installation that v1beta1 removed. Each class sets the same for itself.
const tagsSetting = "settings.aws.tags"

// restriction returns the rule that forbids a key in the tags of a class, or nil.
func (o *Object) restriction(key string) *facts.RestrictedTag {
	for i, r := range o.Behaves.RestrictedTags {
		isKey, hasPrefix := key == r.Key && key != "", r.Prefix != "" && strings.HasPrefix(key, r.Prefix)
		if r.When.Contains(o.Release) && (isKey || hasPrefix) {
			return &o.Behaves.RestrictedTags[i]
		}
	}
	return nil
}

func checkTag(o *Object, f field) bool {
	key := f.key()
	if r := o.restriction(key); r != nil {
		o.See(pages.Names).Decide(f.path, "%s rejects the tag %q: %s; remove it", o.To, key, r.Why)
	}
	if key == "" {
		o.See(pages.Names).Decide(f.path, "a tag has no key; write one, or remove it")
	}
	return true
}

// addInstalledTags adds the tags of the installation to the class. If both have a key, the class wins.
func addInstalledTags(o *Object) {
	path := model.Keys("spec.tags")
	if o.Installed.IsUnknown(tagsSetting) {
		o.See(pages.Class).Warn(path, "%s of %s are not known, and from 0.33 on no setting tags all instances; add them to spec.tags", tagsSetting,
			o.Installed.From)
	}
	tags := o.Get("spec", "tags")
	var missing, names []string
	values := map[string]string{}
	for _, tag := range o.Installed.Tags {
		switch r := o.restriction(tag.Key); {
		case tags.Entry(tag.Key) != nil:
		case r != nil:
			o.See(pages.Class).Info(path, "%s of %s has the tag %q, which %s rejects: %s; left out", tagsSetting, o.Installed.From, tag.Key, o.To, r.Why)
		default:
			missing = append(missing, tag.Key)
			names = append(names, tag.Key+": "+tag.Value)
			values[tag.Key] = tag.Value
		}
	}
	switch {
	case len(missing) == 0:
		return
	case tags != nil && (tags.Kind != model.Map || tags.Open):
		o.See(pages.Class).Decide(path, "the tags of the class come from %q, and Karpenter 0.33 removes %s of %s; add these tags where they are missing "+
			"(%s)", tags.Text, tagsSetting, o.Installed.From, strings.Join(names, ", "))
		return
	case tags == nil && o.Res.Value.Get("spec", "tags") != nil:
		o.Remove(path) // a null
	}
	for _, key := range missing {
		o.Set(model.Join(path, key), model.NewString(values[key]))
	}
	o.See(pages.Class).Info(path, "no setting tags all instances from 0.33 on; the tags of %s of %s are written out (%s)", tagsSetting,
		o.Installed.From, strings.Join(names, ", "))
}
