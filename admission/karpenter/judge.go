package karpenter

import (
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// judge checks one object.
type judge struct {
	admission.Object
	rulings
	root        place
	problems    []admission.Problem
	comparisons int // of the values of demands; see maxComparisons
}

// place is a part of an object. Its value is nil if it is absent.
type place struct {
	path     []any
	value    *model.Value
	present  known.Truth // the part is in the object
	inParent known.Truth // the part is in the map or list around it
}

// fieldAt returns the place below p at a dotted path.
func (j *judge) fieldAt(p place, keys string) place {
	for key := range strings.SplitSeq(keys, ".") {
		p = j.field(p, key)
	}
	return p
}

func (j *judge) field(p place, key string) place {
	f := j.Field(p.value, key)
	return p.child(key, f.Value, f.Present)
}

func (p place) child(step any, value *model.Value, present known.Truth) place {
	return place{model.Join(p.path, step), value, p.present.And(present), present}
}

// fields returns the known entries of a map. There may be others.
func (j *judge) fields(p place) []place {
	fields, _ := j.Fields(p.value)
	entries := make([]place, len(fields))
	for i, f := range fields {
		entries[i] = p.child(f.Key, f.Value, f.Present)
	}
	return entries
}

// items returns the items of a list, and whether these are all.
func (j *judge) items(p place) ([]place, bool) {
	items, isComplete := j.Items(p.value)
	places := make([]place, len(items))
	for i, item := range items {
		places[i] = p.child(item.Index, item.Value, item.Present)
	}
	return places, isComplete && j.isWhole(p)
}

// isWhole reports whether the place is a list or absent, and certainly has no other items. The CRD rejects values of other types.
func (j *judge) isWhole(p place) bool {
	if p.present == known.No {
		return !j.Partial
	}
	return p.value.Kind == model.List
}

// Text returns a text, and whether it is known. A text with a placeholder is unknown.
func (j *judge) Text(v *model.Value) (text string, isKnown bool) {
	text, isKnown = j.Reader.Text(v)
	if isKnown && known.IsOpen(text) {
		return "", false
	}
	return text, isKnown
}

// missing returns the place of an absent field. It is as certain as the map that lacks it.
func (j *judge) missing(p place, key string) place {
	field := j.field(p, key)
	field.present = p.present
	return field
}

// key returns the key of an entry.
func (p place) key() string {
	key, _ := p.path[len(p.path)-1].(string)
	return key
}

// textAt returns the text of a field, and whether it is known. For an absent field the text is "". What must be a map and is a scalar has no
// fields; the CRD rejects it.
func (j *judge) textAt(p place, key string) (string, bool) {
	f := j.field(p, key)
	switch f.inParent {
	case known.No:
		isNoMap := p.value.IsScalar() || p.value != nil && p.value.Kind == model.Null
		return "", !j.Partial && !isNoMap
	case known.Maybe:
		return "", false
	}
	return j.Text(f.value)
}

// isAbsent reports whether the place is certainly absent, also in other parts of the object.
func (j *judge) isAbsent(p place) bool { return p.present == known.No && !j.Partial }

// problem is the result of a check at a place.
type problem struct {
	place place
	fact  string // with the value
	why   string // the reason for a refusal, or the consequence; "" if there is nothing to add
	help  string // what to do, with the allowed values
	fix   *admission.Fix
}

// refuse reports a problem for all releases that run the check. It returns whether every release of the target is among them.
func (j *judge) refuse(id string, p problem) bool { return j.refuseIn(allReleases, id, p) }

// refuseIn is refuse for the releases of a set.
func (j *judge) refuseIn(set releaseSet, id string, p problem) bool {
	if !j.isRefused(id, set) {
		return false
	}
	target := j.served() & j.target()
	j.add(admission.Problem{
		Class:       admission.Invalid,
		Code:        id,
		Path:        p.place.path,
		Message:     p.fact,
		Why:         strings.TrimSuffix(j.effect(id, target.last())+": "+p.why, ": "),
		Help:        p.help,
		Fix:         p.fix,
		Releases:    constraintOf(j.runs(id)&set, j.served(), target),
		Inferred:    j.isInferred(),
		Conditional: p.place.present == known.Maybe,
	})
	return true
}

// suspect reports a value that is accepted, but almost certainly wrong.
func (j *judge) suspect(code string, p problem) {
	j.add(admission.Problem{
		Class:       admission.Suspicious,
		Code:        code,
		Path:        p.place.path,
		Message:     p.fact,
		Why:         p.why,
		Help:        p.help,
		Fix:         p.fix,
		Conditional: p.place.present == known.Maybe,
	})
}

func (j *judge) add(p admission.Problem) {
	if len(j.problems) < admission.MaxProblems {
		j.problems = append(j.problems, p)
	}
}

// setText returns the fix that sets a text.
func setText(path []any, from, to string) *admission.Fix {
	return &admission.Fix{Title: "replace " + from + " by " + to, Ops: []edit.Op{{Path: path, Value: model.NewString(to)}}}
}
