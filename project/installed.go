package project

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/survey"
)

// Installed describes the installation that a file belongs to. If there is none, or if there are several, only Defaults is set.
type Installed struct {
	survey.Settings
	Version  string                             // the exact release, "" if unknown
	Defaults map[string][]survey.ClusterDefault // of all installations in the files, by name of the cluster
}

// mergedSettings returns the settings of the installation of a subtree. Files share them, because a directory may have thousands of files and of
// ConfigMaps.
func (m *Map) mergedSettings(tree *subtree) Installed {
	merged, known := m.merged.Load(tree)
	if !known {
		merged, _ = m.merged.LoadOrStore(tree, tree.mergeSettings())
	}
	installed, _ := merged.(Installed)
	return installed
}

// mergeSettings merges the settings of all placements of the installation.
func (tree *subtree) mergeSettings() Installed {
	if tree.several {
		return Installed{}
	}
	var joined Installed
	for i, p := range tree.placements {
		settings := p.settingsWithMaps()
		if i == 0 {
			joined.Settings = settings
		} else {
			joined.Settings = commonSettings(joined.Settings, &settings)
		}
	}
	joined.Version = tree.target.Exact()
	return joined
}

// settingsWithMaps returns the settings of a placement, completed by its ConfigMaps.
func (p *placement) settingsWithMaps() (settings survey.Settings) {
	for k, s := range p.settings {
		if k == 0 {
			settings = *s
		} else {
			settings = commonSettings(settings, s)
		}
	}
	if len(p.maps) == 0 {
		return settings
	}
	var unknown [][]string
	for _, s := range p.maps {
		settings = completeSettings(settings, s)
		unknown = append(unknown, s.Unknown)
	}
	settings.Unknown = union(settings.Unknown, unknown...)
	return settings
}

// completeSettings adds values that only the installation's ConfigMap has.
func completeSettings(s survey.Settings, configMap *survey.Settings) survey.Settings {
	takesProfile := s.InstanceProfile == "" && configMap.InstanceProfile != ""
	takesTags := len(s.Tags) == 0 && len(configMap.Tags) > 0
	if takesProfile {
		s.InstanceProfile = configMap.InstanceProfile
	}
	if takesTags {
		s.Tags = configMap.Tags
	}
	if takesProfile || takesTags {
		s.From = joinPlaces(s.From, configMap.From)
	}
	return s
}

// commonSettings returns the settings that both installations share. The others become unknown.
func commonSettings(s survey.Settings, second *survey.Settings) survey.Settings {
	s.From = joinPlaces(s.From, second.From)
	s.Unknown = union(s.Unknown, second.Unknown)
	sameReference := s.ProfileFrom == second.ProfileFrom
	if !sameReference {
		s.ProfileFrom = survey.Reference{}
	}
	if s.RoleFrom != second.RoleFrom {
		s.RoleFrom = survey.Reference{}
	}
	if s.InstanceProfile != second.InstanceProfile || s.InstanceProfile == "" && !sameReference {
		s.InstanceProfile = ""
		noteUnknown(&s, facts.Settings().DefaultInstanceProfile.Values[0].Key)
	}
	if !slices.Equal(s.Tags, second.Tags) {
		s.Tags = nil
		noteUnknown(&s, facts.Settings().Tags.Values[0].Key)
	}
	return s
}

// union returns a list with the names of others that it lacks.
func union(names []string, others ...[]string) []string {
	known := map[string]bool{}
	for _, name := range names {
		known[name] = true
	}
	all := slices.Clip(names)
	for _, more := range others {
		for _, name := range more {
			if !known[name] {
				known[name] = true
				all = append(all, name)
			}
		}
	}
	return all
}

func noteUnknown(s *survey.Settings, name string) {
	if !slices.Contains(s.Unknown, name) {
		s.Unknown = append(s.Unknown, name)
	}
}

// joinPlaces lists the places of a and b, each once, because a module that is called twice is one place.
func joinPlaces(a, b string) string {
	if a == "" {
		return b
	}
	for place := range strings.SplitSeq(b, ", ") {
		if !slices.Contains(strings.Split(a, ", "), place) {
			a += ", " + place
		}
	}
	return a
}

// assignSettings assigns settings in ConfigMaps to their installations. Those without an installation are kept by directory.
func (m *Map) assignSettings(maps []*survey.SettingsMap) {
	a := m.arranger
	m.maps = &arranger{subtrees: map[string]*subtree{}, maxLevels: a.maxLevels}
	for i, s := range maps {
		_, tree := a.nearest(s.File)
		switch {
		case tree == nil:
			m.maps.add(&placement{installation: i, settings: []*survey.Settings{s.Settings}}, path.Dir(s.File))
		case !tree.several:
			for _, p := range tree.placements {
				p.maps = append(p.maps, s.Settings)
			}
		}
	}
}

// defaultsOf returns the instance profiles that the installations set for their clusters, by name of the cluster.
func defaultsOf(installations []*survey.Resource) map[string][]survey.ClusterDefault {
	defaults := map[string][]survey.ClusterDefault{}
	for _, r := range installations {
		if d := r.Default; d != nil && !slices.Contains(defaults[d.Cluster], *d) {
			defaults[d.Cluster] = append(defaults[d.Cluster], *d)
		}
	}
	return defaults
}

func settingsOf(r *survey.Resource) []*survey.Settings {
	if r.Settings == nil {
		return nil
	}
	return []*survey.Settings{r.Settings}
}
