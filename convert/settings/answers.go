package settings

import (
	"slices"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/karplint/karplint/model"
)

// Answer has decisions of a migration that a person made beforehand, for some objects.
type Answer struct {
	Object string                  // a glob of the kind and name, as they are written: AWSNodeTemplate/gpu-*
	Place  string                  // file:line:column of the glob
	Spec   map[string]*model.Value // fields of an EC2NodeClass; values without a place
	Places map[string]string       // file:line:column of what is answered: fields, or "class", for a class that exists and somebody else owns
}

// IdentityFields are the fields that name the role of the nodes. A class has one of them.
var IdentityFields = []string{"role", "instanceProfile"}

// ImageFields are the fields about images, and what depends on them.
var ImageFields = []string{"amiFamily", "amiSelectorTerms", "userData", "blockDeviceMappings"}

// Found is the answer to a field, or to "class".
type Found struct {
	Field string
	Value *model.Value // nil for the class
	Place string       // file:line:column
	Glob  string       // likewise, of the glob that matches the object
}

// Matches reports whether the answer is for an object, named by its kind and name with a slash between them.
func (a *Answer) Matches(object string) bool { return doublestar.MatchUnvalidated(a.Object, object) }

// Answer returns the first answer for an object to one of the fields, which belong together, or to "class"; nil if there is none.
func (s *Settings) Answer(object string, fields ...string) *Found {
	together := fields
	if slices.Contains(ImageFields, fields[0]) { // of one entry, because user data and volumes are for certain images
		together = ImageFields
	}
	for i := range s.Answers {
		a := &s.Answers[i]
		has := func(field string) bool { return a.Places[field] != "" }
		if !slices.ContainsFunc(together, has) || !a.Matches(object) {
			continue
		}
		if field := slices.IndexFunc(fields, has); field >= 0 {
			name := fields[field]
			return &Found{Field: name, Value: a.Spec[name], Place: a.Places[name], Glob: a.Place}
		}
		return nil
	}
	return nil
}
