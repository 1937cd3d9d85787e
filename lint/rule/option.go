package rule

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/pattern"
)

// Option is a setting of one rule that a configuration may change. The rule reads it as
// input.config.options.<ID>.<name>, which always exists, with the default if no configuration sets it.
type Option struct {
	Name        string
	Type        OptionType
	Default     any // in the form of Value
	Description string
	Needle      bool // its strings are needles of the rule, in addition to those of the METADATA
}

// OptionType is the type of an option's values.
type OptionType string

// The types of options.
const (
	StringsOption OptionType = "strings" // a list of strings; one string alone is a list of one
	StringOption  OptionType = "string"
	BooleanOption OptionType = "boolean"
	IntegerOption OptionType = "integer" // not negative
)

var (
	optionName  = pattern.New(`^[a-z]+(-[a-z]+)*$`)
	optionTypes = []OptionType{StringsOption, StringOption, BooleanOption, IntegerOption}
)

// Value converts a decoded YAML value to the form that encoding/json uses for the option's type: a []any of
// strings, a string, a bool, or a float64. The error names the expected type.
func (o Option) Value(decoded any) (any, error) {
	switch v := decoded.(type) {
	case []any:
		if o.Type == StringsOption && !slices.ContainsFunc(v, func(item any) bool { _, text := item.(string); return !text }) {
			return v, nil
		}
	case string:
		switch o.Type {
		case StringOption:
			return v, nil
		case StringsOption:
			return []any{v}, nil
		}
	case bool:
		if o.Type == BooleanOption {
			return v, nil
		}
	case int:
		if o.Type == IntegerOption && v >= 0 {
			return float64(v), nil
		}
	case float64:
		if o.Type == IntegerOption && v >= 0 && v == float64(int(v)) {
			return v, nil
		}
	}
	return nil, fmt.Errorf("%s is expected", o.Type.Noun())
}

// Noun names the values of the type for people: "a list of strings".
func (t OptionType) Noun() string {
	switch t {
	case StringsOption:
		return "a list of strings"
	case BooleanOption:
		return "true or false"
	case IntegerOption:
		return "a whole number from 0 on"
	}
	return "a string"
}

// DefaultText returns the default as it is written in a configuration.
func (o Option) DefaultText() string {
	text, _ := json.Marshal(o.Default)
	return string(text)
}

// options reads METADATA's custom.options, sorted by name.
func (c *custom) options() []Option {
	values, ok := c.values["options"].(map[string]any)
	if !ok {
		if c.values["options"] != nil {
			c.fail("options", "options must be a map")
		}
		return nil
	}
	var options []Option
	keys := []string{"type", "default", "description", "needle"}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		spec, ok := values[name].(map[string]any)
		if !ok || !optionName().MatchString(name) || name == severityKey {
			c.fail(name, "option %q must be a map under a name of small letters and hyphens, other than %q", name, severityKey)
			continue
		}
		for _, key := range slices.Sorted(maps.Keys(spec)) {
			if !slices.Contains(keys, key) {
				c.fail(name, "option %s: unknown key %q%s", name, key, nearest.Hint(key, keys))
			}
		}
		fields := &custom{values: spec}
		o := Option{Name: name, Type: OptionType(fields.text("type")), Description: fields.text("description")}
		o.Needle, _ = spec["needle"].(bool)
		value, err := o.Value(spec["default"])
		o.Default = value
		switch {
		case fields.err != nil:
			c.fail(name, "option %s: %w", name, fields.err)
		case !slices.Contains(optionTypes, o.Type):
			c.fail(name, "option %s: unknown type %q; use strings, string, boolean or integer", name, o.Type)
		case err != nil:
			c.fail(name, "option %s: default: %w", name, err)
		case o.Description == "":
			c.fail(name, "option %s: it has no description", name)
		case o.Needle && o.Type != StringsOption:
			c.fail(name, "option %s: needle is for strings", name)
		}
		options = append(options, o)
	}
	return options
}

// severityKey is a key beside the options of a rule in a configuration.
const severityKey = "severity"

// needlesFrom returns the strings of options that are needles.
func (r *Rule) needlesFrom(set map[string]any) []string {
	var needles []string
	for _, o := range r.Options {
		value, ok := set[o.Name]
		if !ok {
			value = o.Default
		}
		list, _ := value.([]any)
		for _, item := range list {
			if text, _ := item.(string); o.Needle && text != "" {
				needles = append(needles, text)
			}
		}
	}
	return needles
}
