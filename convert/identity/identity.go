// Package identity gives a class the IAM role or the instance profile of its nodes: from the options, from the installation of Karpenter, from the
// cluster, or from the classes around it.
package identity

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/convert/pages"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/convert/settings"
	"github.com/karplint/karplint/model"
)

// Class is a class whose role or instance profile is settled.
type Class struct {
	*record.Object
	*apis.Goal
	*settings.Settings
	Sources

	problem string // why the role or instance profile of the options cannot be written; "" if it can be or is not needed
}

// Sources has the roles and instance profiles of a run.
type Sources struct {
	// Around returns those of the classes around a file; nil if none are known.
	Around func(file string) []Identity
	// OfCluster returns the defaults that installations set for a cluster; nil if none are known.
	OfCluster func(cluster string) []settings.ClusterDefault
}

// Identity is the role or the instance profile that a class names, or that a cluster has for classes which name none.
type Identity struct {
	Field string // "role" or "instanceProfile"
	Name  string // "" if unknown
	record.Place
}

// Of returns the identity in the spec of a class, or in spec.provider, without its place, and the value; nil if they name none. isOpen
// reports whether a text is a placeholder for another one.
func Of(spec *model.Value, isOpen func(text string) bool) (id Identity, name *model.Value) {
	for _, field := range []string{"role", "instanceProfile"} {
		v := spec.Get(field)
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
func (c *Class) otherIdentities(hasProfiles bool) (identities []Identity) {
	hasDefault := c.Installed.ProfileFrom != (settings.Reference{}) || c.Installed.InstanceProfile != "" || c.Installed.IsUnknown(profileSetting)
	isGiven := len(c.Roles) > 0 // with --role, for each class its own
	if isGiven || hasDefault {
		return nil
	}
	if c.Strict || c.Around == nil {
		return nil
	}
	possible := c.clusterIdentities()
	if len(possible) == 0 {
		possible = c.Around(c.Source.Path)
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
func (c *Class) clusters() (names []string) {
	for _, spec := range []*model.Value{c.Before.Get("spec"), c.Before.Get("spec", "provider")} {
		for _, field := range []string{"subnetSelector", "subnetSelectorTerms", "securityGroupSelector", "securityGroupSelectorTerms"} {
			for part := range spec.Get(field).Nodes() {
				names = append(names, strings.TrimPrefix(part.Text, "kubernetes.io/cluster/"))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// clusterIdentities returns the instance profiles of the clusters that the class selects by name.
func (c *Class) clusterIdentities() (identities []Identity) {
	for _, name := range c.clusters() {
		for _, d := range c.OfCluster(name) {
			identities = append(identities, Identity{Field: "instanceProfile", Name: d.InstanceProfile, Place: record.Place{File: d.File, Line: d.Line}})
		}
	}
	return identities
}

// takeIdentity gives the class the role or instance profile that its cluster has, or the classes around it, if that is the same one everywhere.
func (c *Class) takeIdentity(hasProfiles bool) bool {
	others := c.otherIdentities(hasProfiles)
	if len(others) == 0 || disagreement(others) != "" {
		return false
	}
	id, field := others[0], "role"
	if id.Field == "instanceProfile" {
		field = "instance profile"
	}
	name, ok := c.given("spec."+id.Field, id.Name)
	switch {
	case !ok:
		return true
	case id.Field == "role":
		c.setRole(id.Name)
	default:
		c.setProfile(name)
	}
	places := make([]record.Place, len(others))
	for i, other := range others {
		places[i] = other.Place
	}
	c.See(pages.Role).Assume(model.Keys("spec."+id.Field), record.Assumption{
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
