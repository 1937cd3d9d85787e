package survey

import (
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/versions"
)

// Settings are the defaults that an installation gives to objects of the alpha API. They do not refer to a file, see Observations.
type Settings struct {
	From            string    // the place of the installation, for messages: "helm_release.karpenter (infra/main.tf:12)"
	InstanceProfile string    // "" if there is none
	ProfileFrom     Reference // the Terraform reference that gives the instance profile, whether its value is known or not
	RoleFrom        Reference // the Terraform reference that gives the role of that profile
	Tags            []tag     // in the order of the text
	Unknown         []string  // settings with unknown values: "settings.aws.tags"
}

// tag is a tag of EC2.
type tag struct{ Key, Value string }

// IsGlobalSettings reports whether the object is the ConfigMap to which the chart writes its settings.
func IsGlobalSettings(o *model.Resource) bool {
	return o.APIVersion == "v1" && o.Kind == "ConfigMap" && o.Name == facts.Settings().ConfigMap
}

// PlaceText adds the place of an offset to a name, for messages.
func PlaceText(name string, f *model.File, offset int) string {
	return name + " (" + f.Path + ":" + strconv.Itoa(f.Position(offset).Line) + ")"
}

// ChartSettings reads the settings from the values of the controller's installation. refer returns the reference that gives the
// value of a key; it may be nil.
func ChartSettings(r *Resource, from string, refer func(key string, v *model.Value) Reference) *Settings {
	s := &Settings{From: from}
	values := r.Value.Get("values")
	for _, place := range facts.Settings().DefaultInstanceProfile.Values {
		if v := values.Get(model.Keys(place.Key)...); s.InstanceProfile == "" && r.Versions.Overlaps(versions.Of(place.Releases)) {
			s.SetProfile(place.Key, v)
			if v != nil && refer != nil {
				s.ProfileFrom = refer(place.Key, v)
			}
		}
	}
	for _, place := range facts.Settings().Tags.Values {
		if r.Versions.Overlaps(versions.Of(place.Releases)) {
			s.setTags(place.Key, values.Get(model.Keys(place.Key)...))
		}
	}
	return s
}

// ConfigMapSettings reads the settings from the ConfigMap.
func ConfigMapSettings(o *model.Resource, from string) *Settings {
	s := &Settings{From: from}
	data := o.Value.Get("data")
	profile, tags := facts.Settings().DefaultInstanceProfile.ConfigMap, facts.Settings().Tags.ConfigMap
	s.SetProfile(profile, data.Get(profile))
	text := data.Get(tags)
	if !text.IsString() {
		s.setTags(tags, text)
		return s
	}
	for _, doc := range yaml.TextDocuments(text) {
		s.setTags(tags, doc.Root)
	}
	return s
}

// AddReferences adds the references of a module to the instance profile and its role, unless the values of the installation set
// them.
func (s *Settings) AddReferences(profile, role Reference) {
	isSet := s.InstanceProfile != "" || s.ProfileFrom != (Reference{}) || len(s.Unknown) > 0
	if !isSet {
		s.ProfileFrom, s.RoleFrom = profile, role
	}
}

// SetProfile sets the instance profile, or records that its value is unknown.
func (s *Settings) SetProfile(key string, v *model.Value) {
	switch {
	case v.IsAbsent():
	case v.IsScalar():
		s.InstanceProfile = strings.Clone(v.Text)
	default:
		s.Unknown = append(s.Unknown, key)
	}
}

// setTags adds the tags whose values are known, and records the others as unknown.
func (s *Settings) setTags(key string, v *model.Value) {
	switch {
	case v.IsAbsent():
		return
	case v.Kind != model.Map || v.Open:
		s.Unknown = append(s.Unknown, key)
	}
	for _, e := range v.Entries {
		switch {
		case e.Value.Kind == model.Null:
		case e.Key.Kind == model.Unknown || !e.Value.IsScalar():
			if !slices.Contains(s.Unknown, key) {
				s.Unknown = append(s.Unknown, key+"."+strings.Clone(e.Key.Text))
			}
		default:
			s.Tags = append(s.Tags, tag{strings.Clone(e.Key.Text), strings.Clone(e.Value.Text)})
		}
	}
}

// ClusterDefault is the instance profile that an installation sets for classes without one.
type ClusterDefault struct {
	Cluster, InstanceProfile string
	File                     string
	Line                     int // 1-based
}

// DefaultOf returns the instance profile that an installation sets for its cluster; nil if it is unknown. It also reads
// installations of copies of Karpenter's chart.
func DefaultOf(r *Resource) *ClusterDefault {
	values := r.Value.Get("values")
	cluster := ClusterInValues(values)
	for _, place := range facts.Settings().DefaultInstanceProfile.Values {
		if profile := values.Get(model.Keys(place.Key)...); profile.IsString() {
			return NewClusterDefault(r, cluster, profile)
		}
	}
	return nil
}

// NewClusterDefault returns the instance profile that an installation sets for its cluster; nil if the profile or the cluster is
// unknown.
func NewClusterDefault(r *Resource, cluster, profile *model.Value) *ClusterDefault {
	for _, name := range []*model.Value{cluster, profile} {
		if !name.IsString() || name.Text == "" {
			return nil
		}
	}
	if r.File == nil {
		return nil
	}
	line := r.File.Position(r.Value.Span.Start).Line
	return &ClusterDefault{strings.Clone(cluster.Text), strings.Clone(profile.Text), strings.Clone(r.File.Path), line}
}

// ClusterInValues returns the name of the cluster in the values of AWS's charts, or nil.
func ClusterInValues(values *model.Value) *model.Value {
	for _, place := range [][]any{{"clusterName"}, {"settings", "clusterName"}, {"settings", "aws", "clusterName"}} {
		if name := values.Get(place...); name != nil && name.Text != "" {
			return name
		}
	}
	return nil
}

// SettingsMap is a ConfigMap with settings of an installation.
type SettingsMap struct {
	File string
	*Settings
}

// Reference is a Terraform template. Its value may be unknown, but it is the same everywhere in the module, so that other files of
// the module can use the template. The zero Reference is none.
type Reference struct {
	Text   string // ${module.karpenter.instance_profile_name}
	Module string // the directory of that module
}
