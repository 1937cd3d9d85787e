package installations

import (
	"fmt"
	"slices"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/apis"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/versions"
)

// Left is an object that is not converted, although the requested version of Karpenter does not serve it.
type Left struct {
	Object, Place string // for messages: "Provisioner default", "pools.yaml:4"
	Owners        []lint.Owner
	Certain       bool // it belongs to all Owners; otherwise to one of them
}

// LeftObjects returns the unconverted objects that Karpenter of a version does not serve, with the installations of their
// projects.
func LeftObjects(converted []convert.File, projects *project.Map, version string) []Left {
	var objects []Left
	target, err := versions.ParseTarget(version, "")
	if projects == nil || err != nil {
		return nil
	}
	for _, f := range converted {
		for _, o := range f.Objects {
			isLeft := o.Status == convert.Undecided || o.Status == convert.Skipped && !o.Aside
			if !isLeft || apis.IsNode(o.Kind.Kind) || !isUnserved(o.Kind.APIVersion, target.Interval) {
				continue
			}
			left := Left{Object: fmt.Sprintf("%s %s", o.Kind.Kind, o.Name), Place: fmt.Sprintf("%s:%d", f.Path, o.Line)}
			left.Owners = ownersOf(projects.Installations(f.Path))
			if left.Certain = len(left.Owners) > 0; !left.Certain {
				left.Owners = ownersOf(projects.Candidates(f.Path))
			}
			if len(left.Owners) > 0 {
				objects = append(objects, left)
			}
		}
	}
	return objects
}

// isUnserved reports whether the API version is known, but no release of the interval serves it.
func isUnserved(apiVersion string, releases versions.Interval) bool {
	isKnown := false
	for _, api := range facts.Served().APIs {
		if api.APIVersion != apiVersion {
			continue
		}
		isKnown = true
		if slices.ContainsFunc(api.Served, func(r facts.Releases) bool { return versions.Of(r).Overlaps(releases) }) {
			return false
		}
	}
	return isKnown
}

// ownersOf returns the owners of findings about installations of Karpenter's charts.
func ownersOf(installations []*survey.Resource) []lint.Owner {
	var owners []lint.Owner
	for _, r := range installations {
		if r.Role() != "" {
			owners = append(owners, lint.Owner{Address: r.Address, File: r.File.Path})
		}
	}
	return owners
}

// WaitOf returns the installation of a file if an open decision keeps it at versions that do not serve the API; otherwise the zero
// Wait.
func (c *Conversion) WaitOf(file string, projects *project.Map, to convert.API) convert.Wait {
	if projects == nil || len(c.stays) == 0 {
		return convert.Wait{}
	}
	served := facts.Served().UpTo(string(to))
	output := served[len(served)-1].Pool.APIVersion
	for _, r := range projects.Installations(file) {
		if r.Role() != survey.ControllerRole || r.File == nil {
			continue // it may be an unknown one, in a file that cannot be read
		}
		if wait, stays := c.stays[lint.Owner{Address: r.Address, File: r.File.Path}]; stays && isUnserved(output, r.Versions) {
			return wait
		}
	}
	return convert.Wait{}
}

// holdFor marks the installations whose version must not exceed the last one that serves an unconverted object.
func (r *chartRun) holdFor(findings []lint.Finding) {
	for _, f := range findings {
		if left := r.leftOf(f); left != nil && left.Certain {
			r.groups.leave(f, true)
		}
	}
}

// leftOf returns an unconverted object that the version in the fix of the finding does not serve, or nil.
func (r *chartRun) leftOf(f lint.Finding) *Left {
	if f.Fix == nil || !setsVersion(f) {
		return nil
	}
	var possible *Left
	for i := range r.Left {
		left := &r.Left[i]
		concerns := slices.ContainsFunc(f.Owners, func(o lint.Owner) bool { return slices.Contains(left.Owners, o) })
		switch {
		case concerns && left.Certain:
			return left
		case concerns && possible == nil:
			possible = left
		}
	}
	return possible
}

// setsVersion reports whether the finding is about an installation whose version is older than the requested one.
func setsVersion(f lint.Finding) bool { return f.About == controllerVersion || f.About == crdsVersion }

// AboutStays is convert.Note.About of a note that says why a version does not change.
const AboutStays = "stays"

// leftNotes returns a note for each version that stays, or perhaps should stay, because of an unconverted object.
func (r *chartRun) leftNotes() []convert.Note {
	var notes []convert.Note
	for _, f := range r.first {
		left := r.leftOf(f)
		if left == nil {
			continue
		}
		note := convert.Note{
			File: f.File, Line: f.Start.Line, Object: f.Resource, Path: model.PathText(f.Path), Level: convert.Warning, About: AboutStays,
		}
		note.Message = fmt.Sprintf("the version stays, because %s does not serve %s (%s), which is left to you; decide about it and run this again",
			r.Version, left.Object, left.Place)
		if !left.Certain {
			note.About = ""
			note.Message = fmt.Sprintf("%s does not serve %s (%s), which is left to you; if this installation serves it, decide about it before the version "+
				"changes",
				r.Version, left.Object, left.Place)
		}
		notes = append(notes, note)
	}
	return notes
}

// staying returns the installations whose version stays because of an open decision.
func (r *chartRun) staying() map[lint.Owner]convert.Wait {
	stays := map[lint.Owner]convert.Wait{}
	for _, f := range r.first {
		if !setsVersion(f) || !r.groups.holdsObjects(f) || r.groups.isNewer(f) {
			continue
		}
		for _, o := range f.Owners {
			stays[o] = convert.Wait{Name: f.Resource, Place: fmt.Sprintf("%s:%d", f.File, f.Start.Line)}
		}
	}
	return stays
}
