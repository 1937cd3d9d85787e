package fields

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// settleIdentity makes the class name exactly one of instanceProfile and role. The first of these wins: its own fields, the role
// that the options give to this class, the role or profile that they give to all classes, the default of the installation or of
// the cluster, what the classes around it have.
func settleIdentity(o *Object) {
	profile := o.Get("spec", "instanceProfile")
	if profile.IsString() && profile.Text == "" {
		profile = nil
	}
	hasProfiles := o.Facts.InstanceProfile.When.Contains(o.Release)
	if profile != nil && hasProfiles {
		return
	}
	role := o.Roles[o.Res.Name]
	mayHaveProfile := profile == nil && hasProfiles
	if role == "" && mayHaveProfile && o.InstanceProfile != "" {
		if profile, ok := o.identity("spec.instanceProfile", o.InstanceProfile); ok {
			o.setProfile(profile)
		}
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
		text := o.Installed.ProfileFrom.Text
		o.setProfile(o.templated(text))
		o.See(pages.Role).Info(model.Keys("spec.instanceProfile"), "the class has no instance profile, and %s has no default for the installation (%s, settings.aws.defaultInstanceProfile of %s); written out", o.To, text, o.Installed.From)
	case mayHaveProfile && installed != "":
		o.setProfile(model.NewString(installed))
		o.See(pages.Role).Info(model.Keys("spec.instanceProfile"), "the class has no instance profile, and %s has no default for the installation (%q, settings.aws.defaultInstanceProfile of %s); written out", o.To, installed, o.Installed.From)
	case profile == nil && o.mayRefer(o.Installed.RoleFrom):
		text := o.Installed.RoleFrom.Text
		o.Set(model.Keys("spec.role"), o.templated(text))
		o.See(pages.Role).Info(model.Keys("spec.role"), "the class has no instance profile, and %s has no default for the installation; written out as the role of the nodes (%s, made by %s)", o.To, text, o.Installed.From)
	case profile == nil && o.takeIdentity(hasProfiles):
	case o.hasPlaceholder():
		o.See(pages.Role).Ask(model.Keys("spec.role"), "the role is still the placeholder %s that karplint wrote: use --role, or write the role of your nodes before you apply it, because it cannot be changed later", o.Facts.RolePlaceholder)
	default:
		o.writePlaceholder(profile)
	}
}

// setRole writes the role of a class.
func (o *Object) setRole(role string) {
	value, ok := o.identity("spec.role", role)
	if !ok {
		return
	}
	if old := o.Get("spec", "role"); old != nil && value.Kind == model.String {
		value = record.Like(old, role)
	}
	o.Set(model.Keys("spec.role"), value)
}

// identity returns the value of a role or instance profile from the options. If it cannot be written in the file, a person must
// decide.
func (o *Object) identity(field, name string) (*model.Value, bool) {
	value, problem := o.identityValue(name)
	if problem != "" {
		o.UnknownRole = problem
		o.See(pages.Role).Decide(model.Keys(field), "%s; give a name that is known here", problem)
		return nil, false
	}
	return value, true
}

// identityValue returns the value for a role or instance profile in the file of the object, or the reason why it cannot be written
// there. In Terraform it may contain expressions; in any other file it may be a shell variable.
func (o *Object) identityValue(role string) (value *model.Value, problem string) {
	switch {
	case !strings.Contains(role, "${"):
		return model.NewString(role), ""
	case !filetype.IsTerraform(o.Source.Path):
		if !shellVariable().MatchString(role) {
			return nil, fmt.Sprintf("%q is an expression of Terraform, and %s is not a Terraform file", role, o.Source.Path)
		}
		return o.templated(role), ""
	}
	names, err := hcl.NamesIn(role)
	if err != nil {
		return nil, fmt.Sprintf("%q is not an expression that Terraform can evaluate here (%v)", role, err)
	}
	for _, name := range names {
		if o.Declares != nil && !o.Declares(name) {
			return nil, fmt.Sprintf("%q names %s, which no Terraform file beside %s declares", role, name, path.Base(o.Source.Path))
		}
	}
	return o.templated(role), ""
}

// templated returns a text with templates, quoted if the syntax of the file requires that.
func (o *Object) templated(text string) *model.Value {
	v := model.NewUnknown(text)
	if o.Res.Document.Syntax == model.JSON || !strings.HasPrefix(text, "${") {
		v.Style = model.DoubleQuoted
	}
	return v
}

// shellVariable matches a text with a variable that envsubst or Flux substitutes.
var shellVariable = pattern.New(`^[^$]*\$\{[A-Za-z_][A-Za-z0-9_]*(:?[-=][^}]*)?\}[^$]*$`)

// setProfile writes the instance profile of a class, and removes a placeholder for its role.
func (o *Object) setProfile(profile *model.Value) {
	if o.hasPlaceholder() {
		o.Rename(model.Keys("spec.role"), "instanceProfile")
	}
	o.Set(model.Keys("spec.instanceProfile"), profile)
}

// hasPlaceholder reports whether the role of the class is the placeholder that a conversion wrote for a missing role.
func (o *Object) hasPlaceholder() bool {
	role := o.Get("spec", "role")
	return role != nil && role.Text == o.Facts.RolePlaceholder
}

// SettleRole replaces the placeholder that an earlier conversion wrote, or asks for the role again.
func (o *Object) SettleRole() {
	if apis.IsClass(o.Res.Kind) && o.hasPlaceholder() {
		settleIdentity(o)
	}
}

// settleRole is SettleRole as a function of a row.
func settleRole(o *Object, _ field) bool {
	o.SettleRole()
	return true
}

// mayRefer reports whether the reference means the same in the object's Terraform file as in the installation.
func (o *Object) mayRefer(r Reference) bool {
	return r.Text != "" && filetype.IsTerraform(o.Source.Path) && path.Dir(o.Source.Path) == r.Module
}

// writePlaceholder writes a placeholder for the role. The note about it does not stop the conversion, because the placeholder is
// easy to see in the file.
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
	fact += disagreement(o.otherIdentities(o.Facts.InstanceProfile.When.Contains(o.Release)))
	o.See(pages.Role).Ask(field, "%s; karplint wrote the placeholder %s: use --role, or write the role of your nodes before you apply it, because it cannot be changed later%s", fact, placeholder, o.withProfiles())
}

// withProfiles returns the advice to convert for a release that has instanceProfile, if that alone would solve the problem.
func (o *Object) withProfiles() string {
	isKnown := o.Get("spec", "instanceProfile") != nil || o.Installed.InstanceProfile != "" || o.mayRefer(o.Installed.ProfileFrom)
	if !isKnown || o.Facts.InstanceProfile.When.Contains(o.Release) {
		return ""
	}
	return fmt.Sprintf("; Karpenter %s accepts an instance profile: name such a release with --karpenter-version", o.Facts.InstanceProfile.When)
}
