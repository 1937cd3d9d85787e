package fields

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// settleIdentity makes sure that the class names exactly one of instanceProfile and role. Its own fields count first, then its role
// of the options, then the role or the profile for all classes, then the default of the installation.
func settleIdentity(o *Object) {
	profile := o.Get("spec", "instanceProfile")
	if profile != nil && profile.Kind == model.String && profile.Text == "" {
		profile = nil
	}
	hasProfiles := o.Facts.InstanceProfile.When.Contains(o.Release)
	if profile != nil && hasProfiles {
		return
	}
	role := o.Roles[o.Res.Name]
	mayHaveProfile := profile == nil && hasProfiles
	if role == "" && mayHaveProfile && o.InstanceProfile != "" {
		o.setProfile(model.NewString(o.InstanceProfile))
		return
	}
	role = cmp.Or(role, o.Role)
	installed := o.Installed.InstanceProfile
	switch {
	case role != "":
		o.setRole(role)
		if profile != nil {
			o.See(pages.Role).Warn(model.Keys("spec.instanceProfile"), "Karpenter %s has no instanceProfile (%q); replaced by the role %q: check that the profile has this role", o.Release, profile.Text, role)
		}
	case mayHaveProfile && o.mayRefer(o.Installed.ProfileFrom):
		text := "${" + o.Installed.ProfileFrom.Text + "}"
		o.setProfile(model.NewUnknown(text))
		o.See(pages.Role).Info(model.Keys("spec.instanceProfile"), "the class has no instance profile, and %s has no default for the installation (%s, settings.aws.defaultInstanceProfile of %s); written out", o.To, text, o.Installed.From)
	case mayHaveProfile && installed != "":
		o.setProfile(model.NewString(installed))
		o.See(pages.Role).Info(model.Keys("spec.instanceProfile"), "the class has no instance profile, and %s has no default for the installation (%q, settings.aws.defaultInstanceProfile of %s); written out", o.To, installed, o.Installed.From)
	case o.hasPlaceholder():
		o.See(pages.Role).Ask(model.Keys("spec.role"), "the role is still the placeholder %s that karplint wrote: use --role, or write the role of your nodes before you apply it, because it cannot be changed later", o.Facts.RolePlaceholder)
	default:
		o.writePlaceholder(profile)
	}
}

// setRole writes the role of a class.
func (o *Object) setRole(role string) {
	value := model.NewString(role)
	if old := o.Get("spec", "role"); old != nil {
		value = record.Like(old, role)
	}
	o.Set(model.Keys("spec.role"), value)
}

// setProfile writes the instance profile of a class, in place of a placeholder for its role.
func (o *Object) setProfile(profile *model.Value) {
	if o.hasPlaceholder() {
		o.Rename(model.Keys("spec.role"), "instanceProfile")
	}
	o.Set(model.Keys("spec.instanceProfile"), profile)
}

// hasPlaceholder reports whether the role of the class is the placeholder that a conversion writes for a missing one.
func (o *Object) hasPlaceholder() bool {
	role := o.Get("spec", "role")
	return role != nil && role.Text == o.Facts.RolePlaceholder
}

// SettleRole replaces the placeholder for a role that an earlier conversion wrote into a class, or asks for the role again.
func (o *Object) SettleRole() {
	if apis.IsClass(o.Res.Kind) && o.hasPlaceholder() {
		settleIdentity(o)
	}
}

// settleRole does the same for the field itself.
func settleRole(o *Object, _ field) bool {
	o.SettleRole()
	return true
}

// mayRefer reports whether the object is in a file of Terraform where the reference has the same meaning as in the installation.
func (o *Object) mayRefer(r Reference) bool {
	return r.Text != "" && filetype.IsTerraform(o.Source.Path) && path.Dir(o.Source.Path) == r.Module
}

// writePlaceholder writes a placeholder for the role. It is reported, but holds nothing back, because the file shows that it is missing.
func (o *Object) writePlaceholder(profile *model.Value) {
	field, placeholder := model.Keys("spec.role"), o.Facts.RolePlaceholder
	o.Set(field, model.NewString(placeholder))
	fact := fmt.Sprintf("the class has no instance profile, and %s needs a role or an instance profile", o.To)
	switch installed := o.Installed.InstanceProfile; {
	case profile != nil:
		field = model.Keys("spec.instanceProfile")
		fact = fmt.Sprintf("Karpenter %s has no instanceProfile (%q) and needs a role", o.Release, profile.Text)
	case installed != "":
		fact = fmt.Sprintf("Karpenter %s has no instanceProfile (%q is settings.aws.defaultInstanceProfile of %s) and needs a role", o.Release, installed, o.Installed.From)
	case o.isUnknownSetting(profileSetting):
		fact += fmt.Sprintf(" (%s of %s is not known)", profileSetting, o.Installed.From)
	}
	o.See(pages.Role).Ask(field, "%s; karplint wrote the placeholder %s: use --role, or write the role of your nodes before you apply it, because it cannot be changed later", fact, placeholder)
}

// The settings of an installation that v1beta1 does not have any more: each class has its own in their place.
const (
	profileSetting = "settings.aws.defaultInstanceProfile"
	tagsSetting    = "settings.aws.tags"
)

// isUnknownSetting reports whether a setting is written in the installation with a value that cannot be known.
func (o *Object) isUnknownSetting(name string) bool {
	return slices.Contains(o.Installed.Unknown, name)
}

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

// addInstalledTags adds the tags of the installation to those of the class, which win.
func addInstalledTags(o *Object) {
	path := model.Keys("spec.tags")
	if o.isUnknownSetting(tagsSetting) {
		o.See(pages.Class).Warn(path, "%s of %s are not known, and from 0.33 on no setting tags all instances; add them to spec.tags", tagsSetting, o.Installed.From)
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
		o.See(pages.Class).Decide(path, "the tags of the class come from %q, and Karpenter 0.33 removes %s of %s; add these tags where they are missing (%s)", tags.Text, tagsSetting, o.Installed.From, strings.Join(names, ", "))
		return
	case tags == nil && o.Res.Value.Get("spec", "tags") != nil:
		o.Remove(path) // a null
	}
	for _, key := range missing {
		o.Set(model.Join(path, key), model.NewString(values[key]))
	}
	o.See(pages.Class).Info(path, "no setting tags all instances from 0.33 on; the tags of %s of %s are written out (%s)", tagsSetting, o.Installed.From, strings.Join(names, ", "))
}
