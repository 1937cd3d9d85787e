package manifests

import (
	"strings"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/survey"
)

// condition is what is known of whether something is installed.
type condition int

const (
	on      condition = iota
	off               // with the values that are written: whoever installs it may give others
	unclear           // by values that are not known, or only in some environments
)

// setCondition notes the condition of an installation.
func setCondition(r *survey.Resource, is condition, gate string) {
	r.SetText("gate", strings.Clone(gate))
	switch is {
	case off:
		r.SetBool("off", true)
	case unclear:
		r.Set("off", model.NewUnknown(strings.Clone(gate)))
	}
}

// conditionOf reads a value that switches something on or off.
func conditionOf(v *model.Value) condition {
	switch {
	case v.IsTrue():
		return on
	case v.IsFalse():
		return off
	}
	return unclear
}

// both is the condition of what stands on two of them.
func (c condition) both(other condition) condition {
	switch {
	case c == off || other == off:
		return off
	case c == unclear || other == unclear:
		return unclear
	}
	return on
}

// either is what is known of one of several cases: on or off if it is that in all of them.
func either(cases []condition) condition {
	for _, c := range cases {
		if c != cases[0] {
			return unclear
		}
	}
	return cases[0]
}

// chartCondition returns that of a dependency of a chart, as Helm has it: the first path in condition that leads to a bool in the values
// decides; without one it is there unless all its tags that have a value are false.
func chartCondition(dependency, values *model.Value) condition {
	for path := range strings.SplitSeq(dependency.Str("condition"), ",") {
		if v := valueAt(values, strings.TrimSpace(path)); v.IsUnknown() || v != nil && v.Kind == model.Bool {
			return conditionOf(v)
		}
	}
	is := on
	for _, tag := range dependency.Get("tags").Children() {
		switch v := values.Get("tags", tag.Text); {
		case tag.IsUnknown() || v.IsUnknown():
			return unclear
		case v != nil && v.Kind == model.Bool && v.IsTrue():
			return on
		case v != nil && v.Kind == model.Bool:
			is = off
		}
	}
	return is
}

// helmfileCondition returns that of a release in one environment of a helmfile: installed, and the value that condition names.
func helmfileCondition(release, environment *model.Value) condition {
	is := on
	if installed := release.Get("installed"); installed.IsUnknown() {
		text, ok := rendered(installed.Text, environment)
		is = unclear
		if ok {
			is = conditionOf(model.NewString(strings.Trim(text, `"' `)))
		}
	}
	if path := release.Str("condition"); path != "" {
		is = is.both(conditionOf(valueAt(environment.Get("Values"), path)))
	}
	return is
}

// valueAt returns the value at a path of keys joined by dots, Unknown where one may be there that is not written; nil for none.
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
