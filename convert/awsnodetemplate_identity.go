package convert

import (
	"fmt"
	"path"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
)

// identity makes sure that the class names exactly one of instanceProfile and role. What the class says counts first, then its own role
// of the options, then the role or the profile for all classes, then the default of the installation.
func identity(o *fielded) {
	profile := o.Get("spec", "instanceProfile")
	if profile != nil && profile.Kind == model.String && profile.Text == "" {
		profile = nil
	}
	keeps := o.Facts.InstanceProfile.When.Holds(o.Release)
	role := o.Roles[o.Res.Name]
	switch {
	case profile != nil && keeps:
		return
	case role == "" && profile == nil && o.InstanceProfile != "" && keeps:
		o.Set(model.Keys("spec.instanceProfile"), model.NewString(o.InstanceProfile))
		return
	case role == "":
		role = o.Role
	}
	installed := o.Installed.InstanceProfile
	switch {
	case role != "":
		o.Set(model.Keys("spec.role"), model.NewString(role))
		if profile != nil {
			o.See(pages.Role).Warn(model.Keys("spec.instanceProfile"), "Karpenter %s knows no instanceProfile (%q); replaced by the role %q: check that it is the role of that profile", o.Release, profile.Text, role)
		}
	case profile == nil && keeps && o.mayRefer(o.Installed.ProfileFrom):
		text := "${" + o.Installed.ProfileFrom.Text + "}"
		o.Set(model.Keys("spec.instanceProfile"), model.NewUnknown(text))
		o.See(pages.Role).Info(model.Keys("spec.instanceProfile"), "the class names no instance profile, and the default of the installation is gone in %s (%s, settings.aws.defaultInstanceProfile of %s); written out", o.To, text, o.Installed.From)
	case profile == nil && installed != "" && keeps:
		o.Set(model.Keys("spec.instanceProfile"), model.NewString(installed))
		o.See(pages.Role).Info(model.Keys("spec.instanceProfile"), "the class names no instance profile, and the default of the installation is gone in %s (%q, settings.aws.defaultInstanceProfile of %s); written out", o.To, installed, o.Installed.From)
	default:
		o.missingRole(profile)
	}
}

// mayRefer says whether the object stands in a file of Terraform where the reference means what it does in the installation.
func (o *fielded) mayRefer(r Reference) bool {
	return r.Text != "" && filetype.IsTerraform(o.Source.Path) && path.Dir(o.Source.Path) == r.Module
}

// missingRole writes a placeholder. It is reported, but holds nothing back: it shows in the file what is missing.
func (o *fielded) missingRole(profile *model.Value) {
	field, placeholder := model.Keys("spec.role"), o.Facts.RolePlaceholder
	o.Set(field, model.NewString(placeholder))
	fact := fmt.Sprintf("the class names no instance profile, and %s needs a role or an instance profile", o.To)
	switch installed := o.Installed.InstanceProfile; {
	case profile != nil:
		field = model.Keys("spec.instanceProfile")
		fact = fmt.Sprintf("Karpenter %s knows no instanceProfile (%q) and needs a role", o.Release, profile.Text)
	case installed != "":
		fact = fmt.Sprintf("Karpenter %s knows no instanceProfile (%q is settings.aws.defaultInstanceProfile of %s) and needs a role", o.Release, installed, o.Installed.From)
	case o.unknownSetting(profileSetting):
		fact += fmt.Sprintf(" (%s of %s comes from elsewhere)", profileSetting, o.Installed.From)
	}
	o.See(pages.Role).Ask(field, "%s; the placeholder %s stands there: give --role, or write the role of your nodes before you apply it, for it cannot be changed later", fact, placeholder)
}
