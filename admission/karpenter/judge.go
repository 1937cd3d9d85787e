package karpenter

import (
	"strings"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// judge checks one object.
type judge struct {
	admission.Object
	root             place
	apiVersion, kind string
	cluster          Cluster

	targetSet, servedSet releaseSet // of target and served; filled when first needed

	problems []admission.Problem
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

// textAt returns the text of a field, and whether it is known. For an absent field the text is "".
func (j *judge) textAt(p place, key string) (string, bool) {
	f := j.field(p, key)
	switch f.inParent {
	case known.No:
		return "", !j.Partial
	case known.Maybe:
		return "", false
	}
	return j.Text(f.value)
}

// isAbsent reports whether the place is certainly absent, also in other parts of the object.
func (j *judge) isAbsent(p place) bool { return p.present == known.No && !j.Partial }

// problem is the result of a check at a place.
type problem struct {
	place  place
	fact   string // the message without advice, with the value and what is allowed
	advice string
	fix    *admission.Fix
}

// isRefused reports whether every release of the target runs a check and is in the set, so that all of them reject the object.
func (j *judge) isRefused(id string, set releaseSet) bool {
	target := j.served() & j.target()
	return target != 0 && target&^(j.runs(id)&set) == 0
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
		Message:     p.fact + ", so " + j.effect(id, target.last()) + "; " + p.advice,
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
		Message:     p.fact + "; " + p.advice,
		Fix:         p.fix,
		Conditional: p.place.present == known.Maybe,
	})
}

func (j *judge) add(p admission.Problem) {
	if len(j.problems) < admission.MaxProblems {
		j.problems = append(j.problems, p)
	}
}

// interval returns the releases for which the object is judged.
func (j *judge) interval() versions.Interval {
	if j.isForeign() {
		return versions.Interval{}
	}
	return j.cluster.Controller
}

// target returns interval as a set.
func (j *judge) target() releaseSet {
	if j.targetSet == 0 {
		j.targetSet = overlapping(j.interval())
	}
	return j.targetSet
}

// served returns the releases that serve the object's API.
func (j *judge) served() releaseSet {
	if j.servedSet == 0 {
		j.servedSet = setOf(facts.Served().Of(j.apiVersion, j.kind)...)
	}
	return j.servedSet
}

// isForeign reports whether the object is for nodes of another provider than AWS.
func (j *judge) isForeign() bool { return j.cluster.Cloud != "" && j.cluster.Cloud != facts.ClassGroup }

// applies reports whether a fact about the provider with a group applies to the object.
func (j *judge) applies(group string) bool { return group == "" || !j.isForeign() }

// holds reports whether a fact holds in all releases of the target.
func (j *judge) holds(releases facts.Releases) bool { return j.target()&^setOf(releases) == 0 }

// isInferred reports whether the whole target is newer than the releases with known checks.
func (j *judge) isInferred() bool {
	newest, err := versions.ParseConstraint("> " + facts.KarpenterChecks().Newest)
	return err == nil && j.interval().IsWithin(newest)
}

// runs returns the releases that check objects of this kind, in the controller or in a webhook that certainly runs.
func (j *judge) runs(id string) releaseSet {
	return setOf(facts.KarpenterChecks().Runs(id, j.kind, "controller")...) | j.runsInWebhook(id)
}

// runsInWebhook returns the releases whose webhook has the check. The webhook validates only v1beta1.
func (j *judge) runsInWebhook(id string) releaseSet {
	if j.cluster.Webhook != known.Yes || !strings.HasSuffix(j.apiVersion, "/v1beta1") {
		return 0
	}
	return setOf(facts.KarpenterChecks().Runs(id, j.kind, "webhook")...)
}

// effect describes the consequence for the object, in the releases of an epoch.
func (j *judge) effect(id string, epoch releaseSet) string {
	by := "controller"
	if j.runsInWebhook(id)&epoch != 0 {
		by = "webhook"
	}
	for _, o := range facts.KarpenterChecks().Outcomes {
		if o.By == by && o.Kind == j.kind && setOf(o.Releases)&epoch != 0 {
			return o.Effect
		}
	}
	return "Karpenter rejects it"
}

// setText returns the fix that sets a text.
func setText(path []any, from, to string) *admission.Fix {
	return &admission.Fix{Title: "replace " + from + " by " + to, Ops: []edit.Op{{Path: path, Value: model.NewString(to)}}}
}
