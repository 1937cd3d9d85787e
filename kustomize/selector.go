package kustomize

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Selector selects the objects to which a patch or a replacement applies. Each part is a regular expression that must match the whole text;
// a missing part matches everything.
type Selector struct {
	Kind                string // the kind as written
	parts               map[string]Matcher
	labels, annotations markSelector
}

// selectorParts are the keys of a selector whose values are regular expressions.
var selectorParts = []string{"group", "version", "kind", "name", "namespace"}

// noSelector is the reason for a selector that cannot be read.
const noSelector = "its target is not a selector, or a template writes it"

// ReadSelector reads the target of a patch or a replacement, or nil if there is none. refused is the reason why the selected
// objects are unknown, or "".
func ReadSelector(v *model.Value) (s *Selector, refused string) {
	if v == nil || v.Kind == model.Null {
		return nil, ""
	}
	s = &Selector{Kind: v.Str("kind"), parts: map[string]Matcher{}}
	for _, key := range selectorParts {
		expression := v.Get(key)
		if expression == nil || expression.Text == "" {
			continue
		}
		pattern, err := WholeText(expression.Text)
		if err != nil || expression.Kind != model.String {
			refused = noSelector
			continue
		}
		s.parts[key] = pattern
	}
	for key, m := range map[string]*markSelector{"labelSelector": &s.labels, "annotationSelector": &s.annotations} {
		*m = newMarkSelector(v.Str(key))
		if m.invalid {
			refused = noSelector
		}
	}
	for _, e := range v.Entries {
		if !slices.Contains(selectorParts, e.Key.Text) && e.Key.Text != "labelSelector" && e.Key.Text != "annotationSelector" {
			refused = "its target selects by " + e.Key.Text + ", which karplint does not follow"
		}
	}
	return s, refused
}

// ReadSource reads the selector of the source of a replacement or a variable. Its parts are plain texts,
// not regular expressions.
func ReadSource(v *model.Value) *Selector {
	s := &Selector{Kind: v.Str("kind"), parts: map[string]Matcher{}}
	set := func(key, text string) {
		if text != "" {
			s.parts[key] = literal(text)
		}
	}
	group, version := splitAPIVersion(v.Str("apiVersion"))
	set("group", group)
	set("version", version)
	for _, key := range selectorParts {
		set(key, v.Str(key))
	}
	return s
}

// Matcher matches the text of a part.
type Matcher interface{ MatchString(text string) bool }

// literal is a part that matches one text. Most parts are, and each may be compared with each object.
type literal string

// MatchString reports whether the text is that of the literal.
func (l literal) MatchString(text string) bool { return text == string(l) }

// WholeText compiles a part of a selector, which must match the whole text.
func WholeText(expression string) (Matcher, error) {
	if expression == regexp.QuoteMeta(expression) {
		return literal(expression), nil
	}
	pattern, err := regexp.Compile("^(?:" + expression + ")$")
	if err != nil {
		return nil, err
	}
	return pattern, nil
}

// With returns the selector with another part, which must compile.
func (s *Selector) With(key, expression string) *Selector {
	changed := *s
	changed.parts = maps.Clone(s.parts)
	changed.parts[key], _ = WholeText(expression)
	return &changed
}

// Has reports whether the selector has a part with the key.
func (s *Selector) Has(key string) bool { return s.parts[key] != nil }

// matches reports whether a part may match a text; "" is an unknown text.
func (s *Selector) matches(key, text string) bool {
	return s.parts[key] == nil || text == "" || s.parts[key].MatchString(text)
}

// MayMatchKind reports whether the selector may match objects of the kind. An empty apiVersion is unknown.
func (s *Selector) MayMatchKind(apiVersion, kind string) bool {
	group, version := splitAPIVersion(apiVersion)
	isOfGroup := apiVersion == "" || s.parts["group"] == nil || s.parts["group"].MatchString(group)
	return isOfGroup && s.matches("version", version) && s.matches("kind", kind)
}

// splitAPIVersion splits an apiVersion. The group of the core API is "".
func splitAPIVersion(apiVersion string) (group, version string) {
	group, version, hasGroup := strings.Cut(apiVersion, "/")
	if !hasGroup {
		return "", apiVersion
	}
	return group, version
}

// Names reports whether the selector matches a name and the namespace of an object.
func (s *Selector) Names(o *Object) bool {
	return s.matches("namespace", o.Namespace) && o.isNamed(func(name string) bool {
		return s.parts["name"] == nil ||
			s.parts["name"].MatchString(name)
	})
}

// Identifies reports whether the selector matches an object's kind, name and namespace.
func (s *Selector) Identifies(o *Object) bool {
	return s.MayMatchKind(o.APIVersion, o.Kind) && s.Names(o)
}

// selects reports whether the selector may match an object, whose labels and annotations need not
// be known.
func (s *Selector) selects(o *Object) bool { return s.Identifies(o) && s.marks(o) }

// marks reports whether the selector may match the labels and annotations of an object.
func (s *Selector) marks(o *Object) bool {
	return o.Value == nil || s.labels.mayMatch(o.Value.Get("metadata", "labels")) && s.annotations.mayMatch(o.Value.Get("metadata", "annotations"))
}
