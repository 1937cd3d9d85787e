// Package admission predicts how the API server judges an object of Karpenter, release by release, without a cluster: which
// fields it rejects, and which it drops.
//
// It does not know rules or files. An object is a located tree with unknown parts, and every problem holds for all values that these
// parts can have. Placeholders are unknown too, because somebody will replace them. The subpackage karpenter adds the judgement of
// the controller and its webhook, with the same types.
package admission

import (
	"github.com/karplint/karplint/admission/advice"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// Class is the consequence of a problem: who rejects the object, or whether it is stored in another form.
type Class uint8

// The classes of problems.
const (
	// Rejected: the API server rejects the object, because of the schema of its kind, a rule of the schema, or its metadata.
	Rejected Class = iota
	// Pruned: no schema has the field. The API server drops it, or rejects the object if the client asks for strict validation, as
	// kubectl does. A duplicate key is in this class too, because only strict validation rejects it.
	Pruned
	// Invalid: Karpenter does not use the object. Its webhook rejects it, or the API server stores it in vain.
	Invalid
	// Suspicious: the object is accepted, but almost certainly wrong.
	Suspicious
)

// Problem is one mistake in an object.
type Problem struct {
	Class Class

	// Code is the kind of check, for rules to select problems. It is never printed. The constants Code… are those of this package.
	Code string

	// Path leads from the root of the object to the value. For a missing field it is the path that the field would have; for a
	// duplicate key the path of the key.
	Path []any

	// Meant is the path of the field that the author of an unknown field probably meant, if the object lacks that field; otherwise
	// nil.
	Meant []any

	// Message is the fact, on one line in lower case: the field and its value.
	Message string

	// Why is the reason, or what becomes of the object; "" if there is nothing to add. See Consequence.
	Why string

	// Help is what to do: the allowed values, the name that was probably meant.
	Help string

	// Builds names the kustomizations whose builds have the problem; "" if the object has it as it is written.
	Builds string

	// Fix is a change after which the object does not have the problem. It is nil unless it is certain what the author meant.
	Fix *Fix

	// Releases has the releases with the problem, as a constraint (">= 1.1.0"). It is "" if the problem is in every release that
	// serves the object's API. The constraint may contain more than the target.
	Releases string

	// Inferred means that the nearest known schema was used for releases without one: the target begins before the oldest known
	// schema of the kind, or is newer than all of them. Such a problem is at most a warning.
	Inferred bool

	// Conditional means that the value, or the entry that is wrong, is in a branch of a template. The problem holds whenever the
	// branch is rendered, but the branch may be meant for another release.
	Conditional bool

	later *advice.Words // the words if every later release accepts the value, with a %s for the first of them; nil if they are the same
}

// Fix is a change that solves a problem.
type Fix struct {
	Title string // "rename exipreAfter to expireAfter"
	Ops   []edit.Op
}

// The codes of problems that Check returns.
const (
	CodeType         = "type"          // a value of another type, or a number out of the range of its type
	CodeRequired     = "required"      // a required field that is missing
	CodeEnum         = "enum"          // a value that is not one of the allowed ones
	CodePattern      = "pattern"       // a text that does not match its pattern
	CodeBounds       = "bounds"        // a number, or the size of a text, list or map, out of bounds
	CodeUnknownField = "unknown-field" // class Pruned
	CodeDuplicateKey = "duplicate-key" // class Pruned
	CodeDuplicate    = "duplicate"     // an item that occurs twice in a set
	CodeName         = "name"          // metadata.name, and other names in metadata
	CodeLabel        = "label"         // labels and annotations of metadata
	CodeRule         = "cel"           // a rule of the schema
)

// Object is an object to check.
type Object struct {
	Value *model.Value // its root

	// APIVersion and Kind are for an object that does not contain them, such as a patch.
	APIVersion, Kind string

	// Partial means that a base or a patch adds to the object. So no field counts as missing, and rules about fields are not
	// checked.
	Partial bool

	known.Reader
}

// Check returns the problems of an object in the releases of the target, in the order of the object's text. It returns nil for an
// object of another API, and for one that no release of the target serves.
//
//   - A problem is returned if it is in every release of the target that serves the object's apiVersion. An open target means all
//     releases.
//   - A release newer than the tables uses the newest schemas. If the whole target is newer, and may be of a later minor, an unknown field or
//     value of an enumeration is not a problem, because that release may have it. It is one if the name is nearly a known one.
//   - A target older than the tables uses the oldest schemas.
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
	if len(c.recorded) > 0 && t.schemas != t.all() {
		c = newChecker(o, t, t.all()) // to find the other releases with the problems
		c.run()
	}
	return c.problems()
}

// Serves reports whether some release serves the kind in that API version.
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

// identity returns the API version and kind of the object; "" if unknown.
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
