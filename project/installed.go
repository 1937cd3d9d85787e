package project

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/survey"
)

// Installed is what is known of the installation that a file belongs to. The zero Installed is that of none, and of several.
type Installed struct {
	survey.Settings
	Version string // the exact release, "" if that is not known
}

// installed returns what the places of one installation say together.
func (h *holding) installed() Installed {
	if h.several {
		return Installed{}
	}
	var all Installed
	for i, p := range h.places {
		own := survey.Settings{}
		for k, s := range p.settings {
			if k == 0 {
				own = *s
			} else {
				own = agree(own, s)
			}
		}
		for _, s := range p.maps {
			own = complete(own, s)
		}
		if i == 0 {
			all.Settings = own
		} else {
			all.Settings = agree(all.Settings, &own)
		}
	}
	all.Version = h.target.Exact()
	return all
}

// complete adds what the ConfigMap of the same installation says in addition.
func complete(s survey.Settings, other *survey.Settings) survey.Settings {
	takesProfile := s.InstanceProfile == "" && other.InstanceProfile != ""
	takesTags := len(s.Tags) == 0 && len(other.Tags) > 0
	if takesProfile {
		s.InstanceProfile = other.InstanceProfile
	}
	if takesTags {
		s.Tags = other.Tags
	}
	if takesProfile || takesTags {
		s.From = joined(s.From, other.From)
	}
	s.Unknown = append(slices.Clone(s.Unknown), other.Unknown...)
	return s
}

// agree returns what both say; of what they say differently nothing is known.
func agree(s survey.Settings, other *survey.Settings) survey.Settings {
	s.From = joined(s.From, other.From)
	s.Unknown = slices.Clone(s.Unknown)
	for _, name := range other.Unknown {
		noteUnknown(&s, name)
	}
	sameReference := s.ProfileFrom == other.ProfileFrom
	if !sameReference {
		s.ProfileFrom = survey.Reference{}
	}
	if s.InstanceProfile != other.InstanceProfile || s.InstanceProfile == "" && !sameReference {
		s.InstanceProfile = ""
		noteUnknown(&s, facts.Settings().DefaultInstanceProfile.Values[0].Key)
	}
	if !slices.Equal(s.Tags, other.Tags) {
		s.Tags = nil
		noteUnknown(&s, facts.Settings().Tags.Values[0].Key)
	}
	return s
}

func noteUnknown(s *survey.Settings, name string) {
	if !slices.Contains(s.Unknown, name) {
		s.Unknown = append(s.Unknown, name)
	}
}

// joined lists the places of a and b, each once: a module that is called twice is one.
func joined(a, b string) string {
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

// takeSettings gives the settings in ConfigMaps to the installations that they belong to, or keeps them where there is none.
func (m *Map) takeSettings(maps []*survey.SettingsMap) {
	a := m.arranger
	m.maps = &arranger{below: map[string]*holding{}, above: a.above}
	for i, s := range maps {
		_, found := a.nearest(s.File)
		switch {
		case found == nil:
			m.maps.add(&place{installation: i, settings: []*survey.Settings{s.Settings}}, path.Dir(s.File))
		case !found.several:
			for _, p := range found.places {
				p.maps = append(p.maps, s.Settings)
			}
		}
	}
}

func settingsOf(r *survey.Resource) []*survey.Settings {
	if r.Settings == nil {
		return nil
	}
	return []*survey.Settings{r.Settings}
}
