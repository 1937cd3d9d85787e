package identity

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// profileSetting is a setting of an installation that v1beta1 removed. Each class names its own profile.
const profileSetting = "settings.aws.defaultInstanceProfile"

// Settle makes the class name exactly one of instanceProfile and role. It returns why the one of the options cannot be written in the file, or "".
func (c *Class) Settle() (problem string) {
	c.settle()
	return c.problem
}

// settle takes the first of these: the fields of the class, the role that the options give to this class, the answer to it, the role or profile that
// they give to all classes, the default of the installation or of the cluster, the identity of the classes around it.
func (c *Class) settle() {
	profile := c.Get("spec", "instanceProfile")
	if profile.IsString() && profile.Text == "" {
		profile = nil
	}
	hasProfiles := c.Facts.InstanceProfile.When.Contains(c.Release)
	if profile != nil && hasProfiles {
		return
	}
	role := c.Roles[c.Res.Name]
	mayHaveProfile := profile == nil && hasProfiles
	if role == "" && c.takeAnswer(profile, mayHaveProfile) {
		return
	}
	if role == "" && mayHaveProfile && c.InstanceProfile != "" {
		if profile, ok := c.given("spec.instanceProfile", c.InstanceProfile); ok {
			c.setProfile(profile)
		}
		return
	}
	role = cmp.Or(role, c.Role)
	installed := c.Installed.InstanceProfile
	switch {
	case role != "":
		c.setRole(role)
		c.warnReplaced(profile, role)
	case mayHaveProfile && c.mayRefer(c.Installed.ProfileFrom):
		text := c.Installed.ProfileFrom.Text
		c.setProfile(c.templated(text))
		c.See(pages.Role).Info(model.Keys("spec.instanceProfile"), "the class has no instance profile, and %s has no default for the installation (%s, "+
			"settings.aws.defaultInstanceProfile of %s); written out", c.To, text, c.Installed.From)
	case mayHaveProfile && installed != "":
		c.setProfile(model.NewString(installed))
		c.See(pages.Role).Info(model.Keys("spec.instanceProfile"), "the class has no instance profile, and %s has no default for the installation (%q, "+
			"settings.aws.defaultInstanceProfile of %s); written out", c.To, installed, c.Installed.From)
	case profile == nil && c.mayRefer(c.Installed.RoleFrom):
		text := c.Installed.RoleFrom.Text
		c.Set(model.Keys("spec.role"), c.templated(text))
		c.See(pages.Role).Info(model.Keys("spec.role"), "the class has no instance profile, and %s has no default for the installation; written out as "+
			"the role of the nodes (%s, made by %s)", c.To, text, c.Installed.From)
	case profile == nil && c.takeIdentity(hasProfiles):
	case c.HasPlaceholder():
		c.See(pages.Role).Ask(model.Keys("spec.role"), "the role is still the placeholder %s that karplint wrote: use --role, or write the role of your "+
			"nodes before you apply it, because it cannot be changed later", c.Facts.RolePlaceholder)
	default:
		c.writePlaceholder(profile)
	}
}

// takeAnswer gives the class the role or instance profile that the configuration answers, and reports whether there is one.
func (c *Class) takeAnswer(profile *model.Value, mayHaveProfile bool) bool {
	a := c.AnswerTo(settings.IdentityFields...)
	if a == nil || a.Field == "instanceProfile" && !mayHaveProfile {
		return false
	}
	c.Write(a)
	c.warnReplaced(profile, a.Value.Text)
	return true
}

// warnReplaced warns about a profile, if there is one, in whose place a role is written.
func (c *Class) warnReplaced(profile *model.Value, role string) {
	if profile != nil {
		c.See(pages.Role).Warn(model.Keys("spec.instanceProfile"),
			"Karpenter %s has no instanceProfile (%q); replaced by the role %q: check that the profile has this role", c.Release, profile.Text, role)
	}
}

// setRole writes the role of a class.
func (c *Class) setRole(role string) {
	value, ok := c.given("spec.role", role)
	if !ok {
		return
	}
	if old := c.Get("spec", "role"); old != nil && value.Kind == model.String {
		value = record.Like(old, role)
	}
	c.Set(model.Keys("spec.role"), value)
}

// given returns the value of a role or instance profile from the options. If it cannot be written in the file, a person must
// decide.
func (c *Class) given(field, name string) (*model.Value, bool) {
	value, problem := c.valueOf(name)
	if problem != "" {
		c.problem = problem
		c.See(pages.Role).Decide(model.Keys(field), "%s; give a name that is known here", problem)
		return nil, false
	}
	return value, true
}

// valueOf returns the value for a role or instance profile in the file of the object, or the reason why it cannot be written
// there. In Terraform it may contain expressions; in any other file it may be a shell variable.
func (c *Class) valueOf(role string) (value *model.Value, problem string) {
	switch {
	case !strings.Contains(role, "${"):
		return model.NewString(role), ""
	case !filetype.IsTerraform(c.Source.Path):
		if !shellVariable().MatchString(role) {
			return nil, fmt.Sprintf("%q is an expression of Terraform, and %s is not a Terraform file", role, c.Source.Path)
		}
		return c.templated(role), ""
	}
	names, err := hcl.NamesIn(role)
	if err != nil {
		return nil, fmt.Sprintf("%q is not an expression that Terraform can evaluate here (%v)", role, err)
	}
	for _, name := range names {
		if c.Declares != nil && !c.Declares(name) {
			return nil, fmt.Sprintf("%q names %s, which no Terraform file beside %s declares", role, name, path.Base(c.Source.Path))
		}
	}
	return c.templated(role), ""
}

// templated returns a text with templates, quoted if the syntax of the file requires that.
func (c *Class) templated(text string) *model.Value {
	v := model.NewUnknown(text)
	if c.Res.Document.Syntax == model.JSON || !strings.HasPrefix(text, "${") {
		v.Style = model.DoubleQuoted
	}
	return v
}

// shellVariable matches a text with a variable that envsubst or Flux substitutes.
var shellVariable = pattern.New(`^[^$]*\$\{[A-Za-z_][A-Za-z0-9_]*(:?[-=][^}]*)?\}[^$]*$`)

// setProfile writes the instance profile of a class, and removes a placeholder for its role.
func (c *Class) setProfile(profile *model.Value) {
	if c.HasPlaceholder() {
		c.Rename(model.Keys("spec.role"), "instanceProfile")
	}
	c.Set(model.Keys("spec.instanceProfile"), profile)
}

// HasPlaceholder reports whether the role of the class is the placeholder that a conversion wrote for a missing role.
func (c *Class) HasPlaceholder() bool {
	role := c.Get("spec", "role")
	return role != nil && role.Text == c.Facts.RolePlaceholder
}

// mayRefer reports whether the reference means the same in the object's Terraform file as in the installation.
func (c *Class) mayRefer(r settings.Reference) bool {
	return r.Text != "" && filetype.IsTerraform(c.Source.Path) && path.Dir(c.Source.Path) == r.Module
}

// writePlaceholder writes a placeholder for the role. The note about it does not stop the conversion, because the placeholder is
// easy to see in the file.
func (c *Class) writePlaceholder(profile *model.Value) {
	field, placeholder := model.Keys("spec.role"), c.Facts.RolePlaceholder
	c.Set(field, model.NewString(placeholder))
	fact := fmt.Sprintf("the class has no instance profile, and %s needs a role or an instance profile", c.To)
	switch installed := c.Installed.InstanceProfile; {
	case profile != nil:
		field = model.Keys("spec.instanceProfile")
		fact = fmt.Sprintf("Karpenter %s has no instanceProfile (%q) and needs a role", c.Release, profile.Text)
	case installed != "":
		fact = fmt.Sprintf("Karpenter %s has no instanceProfile (%q is settings.aws.defaultInstanceProfile of %s) and needs a role", c.Release, installed,
			c.Installed.From)
	case c.Installed.IsUnknown(profileSetting):
		fact += fmt.Sprintf(" (%s of %s is %s)", profileSetting, c.Installed.From, cmp.Or(c.Installed.ProfileFrom.Text, "not known"))
	}
	fact += disagreement(c.otherIdentities(c.Facts.InstanceProfile.When.Contains(c.Release)))
	c.See(pages.Role).Ask(field, "%s; karplint writes the placeholder %s: use --role, or write the role of your nodes before you apply it, "+
		"because it cannot be changed later%s", fact, placeholder, c.withProfiles())
}

// withProfiles returns the advice to convert for a release that has instanceProfile, if that alone would solve the problem.
func (c *Class) withProfiles() string {
	isKnown := c.Get("spec", "instanceProfile") != nil || c.Installed.InstanceProfile != "" || c.mayRefer(c.Installed.ProfileFrom)
	if !isKnown || c.Facts.InstanceProfile.When.Contains(c.Release) {
		return ""
	}
	return fmt.Sprintf("; Karpenter %s accepts an instance profile: name such a release with --karpenter-version", c.Facts.InstanceProfile.When)
}
