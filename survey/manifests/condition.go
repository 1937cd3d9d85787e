package manifests

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// condition tells whether a chart is installed, judging by the files.
type condition int

const (
	enabled   condition = iota
	disabled            // by the values in the files; an installation may override them
	uncertain           // depends on unknown values, or differs between environments
)

// setCondition adds the condition of an installation. gate is the expression that decides it.
func setCondition(r *survey.Resource, c condition, gate string) {
	r.SetText("gate", strings.Clone(gate))
	switch c {
	case disabled:
		r.SetBool("off", true)
	case uncertain:
		r.Set("off", model.NewUnknown(strings.Clone(gate)))
	}
}

// conditionOf returns the condition for a value that switches something on or off.
func conditionOf(v *model.Value) condition {
	switch {
	case v.IsTrue():
		return enabled
	case v.IsFalse():
		return disabled
	}
	return uncertain
}

// and returns the condition of an installation that requires both conditions.
func (c condition) and(d condition) condition {
	switch {
	case c == disabled || d == disabled:
		return disabled
	case c == uncertain || d == uncertain:
		return uncertain
	}
	return enabled
}

// commonCondition returns the condition that all cases share; uncertain if they differ.
func commonCondition(cases []condition) condition {
	for _, c := range cases {
		if c != cases[0] {
			return uncertain
		}
	}
	return cases[0]
}

// chartCondition returns the condition of a chart dependency, as Helm evaluates it. The first path in condition that leads to a
// bool in the values decides. Without one, the dependency is disabled only if all its tags with a value are false.
func chartCondition(dependency, values *model.Value) condition {
	for path := range strings.SplitSeq(dependency.Str("condition"), ",") {
		if v := valueAt(values, strings.TrimSpace(path)); v.IsUnknown() || v != nil && v.Kind == model.Bool {
			return conditionOf(v)
		}
	}
	result := enabled
	for _, tag := range dependency.Get("tags").Children() {
		switch v := values.Get("tags", tag.Text); {
		case tag.IsUnknown() || v.IsUnknown():
			return uncertain
		case v != nil && v.Kind == model.Bool && v.IsTrue():
			return enabled
		case v != nil && v.Kind == model.Bool:
			result = disabled
		}
	}
	return result
}

// helmfileCondition returns the condition of a release in one environment of a helmfile, from installed and the value of condition.
func helmfileCondition(release, environment *model.Value) condition {
	result := enabled
	if installed := release.Get("installed"); installed.IsUnknown() {
		text, ok := renderParameters(installed.Text, environment)
		result = uncertain
		if ok {
			result = conditionOf(model.NewString(strings.Trim(text, `"' `)))
		}
	}
	if path := release.Str("condition"); path != "" {
		result = result.and(conditionOf(valueAt(environment.Get("Values"), path)))
	}
	return result
}

// valueAt returns the value at a dotted path: Unknown if it may be set elsewhere, nil if there is none.
func valueAt(values *model.Value, path string) *model.Value {
	v := values
	for key := range strings.SplitSeq(path, ".") {
		if !v.IsMap() {
			return nil
		}
		next := v.Get(key)
		if next == nil && v.Open || next.IsUnknown() {
			return model.NewUnknown(path)
		}
		v = next
	}
	return v
}
