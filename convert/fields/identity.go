package fields

import (
	"fmt"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// Identity is the role or the instance profile that a class names.
type Identity struct {
	Field string // "role" or "instanceProfile"
	Name  string // "" if unknown
	record.Place
}

// IdentityOf returns the identity in the settings of a class, without its place, and the value; nil if they name none. isOpen
// reports whether a text is a placeholder for another one.
func IdentityOf(settings *model.Value, isOpen func(text string) bool) (id Identity, name *model.Value) {
	for _, field := range []string{"role", "instanceProfile"} {
		v := settings.Get(field)
		switch {
		case v.IsAbsent() || v.Kind == model.String && v.Text == "":
		case v.Kind != model.String || isOpen(v.Text) || name != nil:
			return Identity{Field: field}, v
		default:
			id, name = Identity{Field: field, Name: v.Text}, v
		}
	}
	return id, name
}

// otherIdentities returns the identities of the classes around the object. It returns none if the installation has a default, or
// if one of the identities is unknown.
func (o *Object) otherIdentities(hasProfiles bool) (identities []Identity) {
	hasDefault := o.Installed.ProfileFrom != (Reference{}) || o.Installed.InstanceProfile != "" || o.isUnknownSetting(profileSetting)
	isGiven := len(o.Roles) > 0 // with --role, for each class its own
	if isGiven || hasDefault {
		return nil
	}
	if o.Strict || o.Identities == nil {
		return nil
	}
	for _, id := range o.Identities(o.Source.Path) {
		switch {
		case id.Name == "":
			return nil
		case hasProfiles || id.Field == "role":
			identities = append(identities, id)
		}
	}
	return identities
}

// takeIdentity gives the class the role or instance profile of the classes around it, if all of them have the same one.
func (o *Object) takeIdentity(hasProfiles bool) bool {
	others := o.otherIdentities(hasProfiles)
	if len(others) == 0 || disagreement(others) != "" {
		return false
	}
	id, field := others[0], "role"
	if id.Field == "role" {
		o.setRole(id.Name)
	} else {
		field = "instance profile"
		o.setProfile(model.NewString(id.Name))
	}
	places := make([]record.Place, len(others))
	for i, other := range others {
		places[i] = other.Place
	}
	o.See(pages.Role).Assume(model.Keys("spec."+id.Field), record.Assumption{
		Fact: fmt.Sprintf("the nodes of the class, which names none, have the %s %q", field, id.Name), Values: places,
	})
	return true
}

// disagreement names two classes with different identities; "" if all have the same one.
func disagreement(ids []Identity) string {
	for _, id := range ids {
		if first := ids[0]; first.Field != id.Field || first.Name != id.Name {
			return fmt.Sprintf(" (other classes name %s %q (%s) and %s %q (%s))", first.Field, first.Name, first.Place, id.Field, id.Name, id.Place)
		}
	}
	return ""
}
