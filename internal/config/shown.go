package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/convert/settings"
)

// Setting is a setting that is written in a configuration.
type Setting struct {
	Key   string `json:"key"` // "convert.role", "rules.KL302"
	Value string `json:"value"`
	From  string `json:"from"` // file:line:column
}

// Settings returns what the configuration sets, in the order of docs/configuration.md; rules are named by their ids.
func (c *Config) Settings() []Setting { return c.settingsIn("", keys) }

func (c *Config) settingsIn(prefix string, section []key) (set []Setting) {
	for i := range section {
		k := &section[i]
		path := join(prefix, k.name)
		switch from := c.places[path]; {
		case from == "" || k.name == "overrides" || k.name == "extends":
		case k.keys != nil:
			set = append(set, c.settingsIn(path, k.keys)...)
		default:
			set = append(set, c.shown(path, from, k.target(c))...)
		}
	}
	return set
}

func (c *Config) shown(path, from string, value any) (set []Setting) {
	switch v := value.(type) {
	case *string:
		return []Setting{{path, *v, from}}
	case *bool:
		return []Setting{{path, fmt.Sprint(*v), from}}
	case *[]string:
		return []Setting{{path, strings.Join(*v, ", "), from}}
	case *map[string]string:
		for _, name := range slices.Sorted(maps.Keys(*v)) {
			set = append(set, Setting{path + "." + name, (*v)[name], c.places[path+"."+name]})
		}
	case *[]settings.Answer:
		for _, a := range *v {
			fields := strings.Join(slices.Sorted(maps.Keys(a.Places)), ", ")
			set = append(set, Setting{path, a.Object + ": " + fields, a.Place})
		}
	case *ruleSettings:
		for _, id := range slices.Sorted(maps.Keys(v.places)) {
			set = append(set, Setting{path + "." + id, v.shown(id), v.places[id]})
		}
	}
	return set
}

// shown returns the settings of a rule as one text: "off", "warning", "on; namespaces: agents".
func (s *ruleSettings) shown(id string) string {
	var parts []string
	severity, isSet := s.Severities[id]
	switch {
	case slices.Contains(s.Off, id):
		parts = append(parts, disabled)
	case isSet:
		parts = append(parts, severity.String())
	case slices.Contains(s.On, id):
		parts = append(parts, enabled)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Options[id])) {
		value := s.Options[id][name]
		if list, ok := value.([]any); ok {
			value = strings.Trim(fmt.Sprint(list), "[]")
		}
		parts = append(parts, fmt.Sprintf("%s: %v", name, value))
	}
	return strings.Join(parts, "; ")
}
