package fields

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/model"
)

// Identity is the role or the instance profile that a class names, or that a cluster has for classes which name none.
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

// otherIdentities returns the identities of the clusters that the object selects by name, or of the classes around it. It returns none if the
// installation has a default, or if one of the identities is unknown.
func (o *Object) otherIdentities(hasProfiles bool) (identities []Identity) {
	hasDefault := o.Installed.ProfileFrom != (Reference{}) || o.Installed.InstanceProfile != "" || o.isUnknownSetting(profileSetting)
	isGiven := len(o.Roles) > 0 // with --role, for each class its own
	if isGiven || hasDefault {
		return nil
	}
	if o.Strict || o.Identities == nil {
		return nil
	}
	possible := o.clusterIdentities()
	if len(possible) == 0 {
		possible = o.Identities(o.Source.Path)
	}
	for _, id := range possible {
		switch {
		case id.Name == "":
			return nil
		case hasProfiles || id.Field == "role":
			identities = append(identities, id)
		}
	}
	return identities
}

// clusters returns the texts by which the class selects its subnets and security groups. One of them is usually the name of its cluster.
func (o *Object) clusters() (names []string) {
	for _, settings := range []*model.Value{o.Before.Get("spec"), o.Before.Get("spec", "provider")} {
		for _, field := range []string{"subnetSelector", "subnetSelectorTerms", "securityGroupSelector", "securityGroupSelectorTerms"} {
			for part := range settings.Get(field).Nodes() {
				names = append(names, strings.TrimPrefix(part.Text, "kubernetes.io/cluster/"))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// clusterIdentities returns the instance profiles of the clusters that the class selects by name.
func (o *Object) clusterIdentities() (identities []Identity) {
	for _, name := range o.clusters() {
		for _, d := range o.ClusterDefaults(name) {
			identities = append(identities, Identity{Field: "instanceProfile", Name: d.InstanceProfile, Place: record.Place{File: d.File, Line: d.Line}})
		}
	}
	return identities
}

// takeIdentity gives the class the role or instance profile that its cluster has, or the classes around it, if that is the same one everywhere.
func (o *Object) takeIdentity(hasProfiles bool) bool {
	others := o.otherIdentities(hasProfiles)
	if len(others) == 0 || disagreement(others) != "" {
		return false
	}
	id, field := others[0], "role"
	if id.Field == "instanceProfile" {
		field = "instance profile"
	}
	name, ok := o.identity("spec."+id.Field, id.Name)
	switch {
	case !ok:
		return true
	case id.Field == "role":
		o.setRole(id.Name)
	default:
		o.setProfile(name)
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

// disagreement names two different identities; "" if all are the same.
func disagreement(ids []Identity) string {
	for _, id := range ids {
		if first := ids[0]; first.Field != id.Field || first.Name != id.Name {
			return fmt.Sprintf(" (%s %q (%s) and %s %q (%s) are both possible)", first.Field, first.Name, first.Place, id.Field, id.Name, id.Place)
		}
	}
	return ""
}
