// Package admission says what the API server would say of an object of Karpenter, release by release, without a cluster: which
// fields it would refuse, and which it would drop.
//
// It knows no rule and no file. An object is a located tree, parts of which may be unknown: what is reported holds for every value that
// the unknown parts can have. A placeholder that someone is to replace is unknown too. The subpackage
// karpenter adds what the controller and its webhook say, with the same types.
package admission

import (
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Class says who minds a problem, and what happens to the object.
type Class uint8

// The classes of problems.
const (
	// Rejected: the API server refuses the object, because of the schema of its kind, a rule of the schema, or its metadata.
	Rejected Class = iota
	// Pruned: no schema has the field. The API server drops it, or refuses the object if the client asks for strict validation, as
	// kubectl does. A key that occurs twice is another one that only strict clients refuse.
	Pruned
	// Invalid: the API server stores the object, or its webhook refuses it, and Karpenter does not use it.
	Invalid
	// Suspicious: the object is accepted, and almost certainly wrong.
	Suspicious
)

// Problem is one thing that is wrong with an object.
type Problem struct {
	Class Class

	// Code is the kind of check, for rules to select by; it is never printed. Those of this package are constants: CodeType and so on.
	Code string

	// Path leads from the object's root to the value. A missing field has the path that it would have. A key that occurs twice has the
	// path of the key.
	Path []any

	// Meant is the path of the field that the author of an unknown one probably meant, and which the object lacks; nil if there is none.
	Meant []any

	// Message is the fact and the advice, in one line, lower case: field, value, what is allowed, the name that was probably meant.
	Message string

	// Fix is nil unless the change is certain: what the author meant, and that the object has the problem no more.
	Fix *Fix

	// Releases are the releases that have the problem, as a constraint (">= 1.1.0"), "" if all that serve the object's API have it. They
	// may be more than the target.
	Releases string

	// Inferred: the target is older or newer than all known schemas of the kind, so that the nearest release speaks for it. It is a
	// warning at most.
	Inferred bool

	// Conditional: the value at the path, or the entry that is wrong, is in a branch of a template. The problem holds whenever
	// the branch is rendered, and the branch may be there for another release.
	Conditional bool
}

// Fix is a change that solves a problem.
type Fix struct {
	Title string // "rename exipreAfter to expireAfter"
	Ops   []edit.Op
}

// The codes of problems that Check returns.
const (
	CodeType         = "type"          // a value of another type, a number out of the range of its type
	CodeRequired     = "required"      // a field that must be set is not
	CodeEnum         = "enum"          // a value that is none of those allowed
	CodePattern      = "pattern"       // a text that does not match
	CodeBounds       = "bounds"        // a number, or the size of a text, list or map
	CodeUnknownField = "unknown-field" // class Pruned
	CodeDuplicateKey = "duplicate-key" // class Pruned
	CodeDuplicate    = "duplicate"     // an item that a list may have once
	CodeName         = "name"          // metadata.name, and other names in metadata
	CodeLabel        = "label"         // labels and annotations of metadata
	CodeRule         = "cel"           // a rule of the schema
)

// Object is an object to check.
type Object struct {
	Value *model.Value // its root

	// APIVersion and Kind are those of an object that does not say them itself, such as a patch.
	APIVersion, Kind string

	// Partial: the object is not whole, because a base or a patch adds to it. It then lacks nothing.
	Partial bool

	known.Reader
}

// Check returns what is wrong with an object in the releases of the target, in the order of the object's text. It returns nil for an
// object of another API, and for one that no release of the target serves.
//
//   - A problem is returned if every release of the target that serves the object's apiVersion has it. An open target is all releases.
//   - A release newer than the tables (see Newest) is judged as the newest one is. If the whole target is newer, problems that a new field or a new value
//     of an enumeration solves are not returned, unless the name is nearly one that is known.
//   - A target older than the tables is judged as the oldest release is.
func Check(o Object, interval versions.Interval) []Problem {
	apiVersion, kind := o.identity()
	served := schema.Lookup(apiVersion, kind)
	if served == nil || !o.Value.IsMap() {
		return nil
	}
	t := targetOf(apiVersion, served, interval)
	if t.schemas == 0 {
		return nil
	}
	o.Reader = o.reader()
	c := newChecker(o, t, t.schemas)
	c.run()
	if len(c.found) > 0 && t.schemas != t.all() {
		c = newChecker(o, t, t.all()) // which other releases have the problems
		c.run()
	}
	return c.problems()
}

// Serves reports whether a release serves the kind in that version.
func Serves(apiVersion, kind string) bool { return schema.Lookup(apiVersion, kind) != nil }

// reader returns the reader of the object, for which placeholders are unknown.
func (o Object) reader() known.Reader {
	r := o.Reader
	r.Partial = o.Partial
	placeholders := map[*model.Value]bool{}
	for v := range o.Value.All() {
		if v.Kind == model.String && known.IsOpen(v.Text) {
			placeholders[v] = true
		}
	}
	if len(placeholders) > 0 {
		r.Uncertain = func(v *model.Value) bool { return placeholders[v] || o.IsUncertain(v) }
	}
	return r
}

// identity returns the API version and kind of the object, "" for one that is not known.
func (o Object) identity() (apiVersion, kind string) {
	apiVersion, kind = o.APIVersion, o.Kind
	if text, known := o.Text(o.Value.Get("apiVersion")); known {
		apiVersion = text
	}
	if text, known := o.Text(o.Value.Get("kind")); known {
		kind = text
	}
	return apiVersion, kind
}
