package convert

import (
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/admission/karpenter"
	"github.com/karplint/karplint/convert/fields"
	"github.com/karplint/karplint/convert/record"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/versions"
)

// checkAdmission asks a person to decide if the API server would reject the successor of an object, or the class that is made of
// it. If the old API rejected the object too, it only warns. Bases are not checked, because their patches may correct them.
func (c *conversion) checkAdmission(o *object, before *refusals) {
	if len(c.survey.builds.PatchedIn(o.ID)) > 0 {
		return
	}
	before.excuse(c, o)
	if o.IsHeld() {
		return
	}
	c.decideRefused(o.Object, before)
	if o.Class != nil {
		c.decideRefused(o.Class, before)
	}
}

func (c *conversion) decideRefused(o *fields.Object, before *refusals) {
	isComplete := before.isComplete() && !o.InBranch                         // no field may be missing in other branches
	isBase := !isComplete && !c.IsAlphaKind(o.Original().Before.Str("kind")) // objects of later versions may be bases of other repositories
	for _, p := range admission.Check(successor(o, isBase), c.output()) {
		missing := p.Code == admission.CodeRequired && !isComplete // the tables of the kind handle missing fields, which other files may add
		answer := o.AnswerAt(p.Path)
		isCertain := p.Class == admission.Rejected && !p.Conditional || p.Class == admission.Pruned && answer != ""
		switch {
		case !isCertain || missing || before.isReported(p) || c.isPlaceholder(p):
		case before.any() && answer == "":
			o.Warn(p.Path, "%s", stillRefused(o, p.Text()))
		default:
			o.Decide(p.Path, "the API server of Karpenter %s would reject the converted object: %s", c.Release, p.Text())
		}
	}
}

// successor returns a converted object for the check by the API server. partial means that other files may add fields.
func successor(o *fields.Object, partial bool) admission.Object {
	return admission.Object{Value: o.Res.Value, APIVersion: o.Res.APIVersion, Kind: o.Res.Kind, Partial: partial}
}

// output returns the target release as an interval.
func (c *conversion) output() versions.Interval {
	return versions.Interval{Min: c.Release, Max: c.Release}
}

// refusals are the reasons why the API rejects the original object. Such an object was in no cluster, so its conversion cannot
// break anything, and decisions for the same reasons become warnings.
type refusals struct {
	whole    bool                // no other file adds to the object
	lacking  bool                // the object lacks fields that the alpha API requires outside of its schema; warnings report them
	problems []admission.Problem // in every release that serves the object's API
	reported []string            // names of fields with warnings
}

// refusedBefore returns why the API rejects the original object; nil if that is not certain.
func (c *conversion) refusedBefore(o *object) *refusals {
	if c.Strict || o.fromValues() != nil || len(c.survey.builds.PatchedIn(o.ID)) > 0 {
		return nil
	}
	r := &refusals{whole: c.isWhole(c.file.Path) || c.isLeft(c.file.Path)}
	written := admission.Object{Value: o.Res.Value, APIVersion: o.Res.APIVersion, Kind: o.Res.Kind, Partial: !r.whole}
	r.problems = slices.DeleteFunc(certain(written, versions.Interval{}), func(p admission.Problem) bool { return mayBeNew(p) || c.isPlaceholder(p) })
	return r
}

// certain returns the problems for which every release of a target rejects an object, or Karpenter ignores it.
func certain(o admission.Object, target versions.Interval) []admission.Problem {
	return refusing(problemsOf(o, target))
}

func problemsOf(o admission.Object, target versions.Interval) []admission.Problem {
	return append(admission.Check(o, target), karpenter.Check(o, karpenter.Cluster{Controller: target})...)
}

// refusing returns those problems for which an object is rejected or ignored.
func refusing(problems []admission.Problem) []admission.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p admission.Problem) bool {
		return p.Conditional || p.Class != admission.Rejected && p.Class != admission.Invalid
	})
}

// mayBeNew reports whether releases older than the tables, which serve the alpha API too, may accept the value. They would not
// accept another type, because types never changed.
func mayBeNew(p admission.Problem) bool {
	return p.Inferred && p.Code != admission.CodeType && p.Code != admission.CodeRequired
}

// isPlaceholder reports whether a problem is about the name of an object in a text, which a program replaces before it applies the object:
// WORKFLOW_NAME.
func (c *conversion) isPlaceholder(p admission.Problem) bool {
	return c.inText && slices.Equal(p.Path, model.Keys("metadata.name"))
}

// isWhole reports whether the objects in a file certainly are not patches, and are not patched: no kustomization could refer to
// the file.
func (c *Converter) isWhole(file string) bool {
	if filetype.IsTerraform(file) {
		return true
	}
	return c.opts.Exists != nil && len(c.above.of(path.Dir(file))) == 0
}

// isLeft reports whether the kustomizations that could refer to a file are all known, and do not.
func (c *conversion) isLeft(file string) bool {
	return c.opts.Exists != nil && c.survey.builds.Leaves(file, c.above.of(path.Dir(file)))
}

// kustomizationsAbove finds the kustomizations in a directory and above it. It asks once for each directory whether files exist.
type kustomizationsAbove struct {
	exists func(file string) bool
	known  sync.Map // the results, by directory
}

func (k *kustomizationsAbove) of(dir string) (files []string) {
	if known, ok := k.known.Load(dir); ok {
		return known.([]string)
	}
	for _, name := range filetype.Kustomizations() {
		if file := path.Join(dir, name); k.exists(file) {
			files = append(files, file)
		}
	}
	if isTop := dir == "." || dir == "/" || strings.HasSuffix(dir, ".."); !isTop {
		files = append(files, k.of(path.Dir(dir))...)
	}
	k.known.Store(dir, files)
	return files
}

// isComplete reports whether the object was written with all fields that its API asks for.
func (r *refusals) isComplete() bool { return r != nil && r.whole && !r.lacking }

// any reports whether the API rejects the object.
func (r *refusals) any() bool { return r != nil && (len(r.problems) > 0 || r.lacking) }

// excuse turns decisions into warnings if the API rejects the object anyway. It keeps a decision about a field that the new API
// does not have, because the field would be lost.
func (r *refusals) excuse(c *conversion, o *object) {
	if r == nil || !o.IsHeld() {
		return
	}
	written := problemsOf(successor(o.Object, !r.whole), c.output())
	after := refusing(written)
	lost := slices.DeleteFunc(written, func(p admission.Problem) bool { return p.Class != admission.Pruned })
	for i := range o.Notes {
		n := &o.Notes[i]
		p := problemAt(r.problems, n.Place)
		isRefused := p != nil || n.Refused && r.whole
		if !n.Holds || !isRefused {
			continue
		}
		if problemAt(lost, n.Place) != nil || c.movesToClass(n) {
			continue
		}
		r.lacking = r.lacking || p == nil
		if len(after) > 0 || p == nil {
			n.Excuse(stillRefused(o.Object, n.Message))
			r.reported = append(r.reported, lastStep(placeOf(p, n)))
		} else {
			n.Excuse(acceptedNow(o.Object, p, string(c.To)))
		}
	}
}

// stillRefused returns the warning about an object that the API rejects before and after its conversion.
func stillRefused(o *fields.Object, message string) string {
	when := ""
	if o.InBranch {
		when = "with some branches of the templates "
	}
	return when + "the API rejected the object before the conversion, and still rejects it: " + message
}

// acceptedNow returns the warning about an object that the API accepts only after its conversion.
func acceptedNow(o *fields.Object, p *admission.Problem, to string) string {
	_, version, _ := strings.Cut(o.Before.Str("apiVersion"), "/")
	return version + " rejected the object (" + p.Message + "), and " + to + " accepts it, so it takes effect for the first time"
}

// movesToClass reports whether a note is about a kubelet setting that moves to a class, because another pool may need the setting.
func (c *conversion) movesToClass(n *record.Entry) bool {
	if !c.Behaves.KubeletInClass {
		return false
	}
	return slices.ContainsFunc(n.Place, func(step any) bool { return step == "kubelet" || step == "kubeletConfiguration" })
}

// isReported reports whether a warning already covers a problem of the successor, even if the field has moved.
func (r *refusals) isReported(p admission.Problem) bool {
	return r != nil && slices.Contains(r.reported, lastStep(p.Path))
}

// problemAt returns a problem of the value at a place, or of a field that the value lacks; nil if there is none.
func problemAt(problems []admission.Problem, place []any) *admission.Problem {
	for i, p := range problems {
		path := p.Path
		if p.Code == admission.CodeRequired && len(path) == len(place)+1 {
			path = path[:len(place)]
		}
		isField := len(place) > 1 // a note about a whole object has another reason
		if isField && slices.Equal(path, place) {
			return &problems[i]
		}
	}
	return nil
}

// placeOf returns the place of the problem, which may be a missing field at the place of the note.
func placeOf(p *admission.Problem, n *record.Entry) []any {
	if p != nil {
		return p.Path
	}
	return n.Place
}

// lastStep returns the last step of a path as text.
func lastStep(path []any) string {
	if len(path) == 0 {
		return ""
	}
	return model.PathText(path[len(path)-1:])
}
