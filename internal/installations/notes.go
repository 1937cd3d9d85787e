package installations

import (
	"slices"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
)

// makeNotes returns notes about changes that a person should review, and about findings that remain, or are in files that were not
// requested.
func (r *chartRun) makeNotes(remaining, outside []lint.Finding) []convert.Note {
	remains := map[string]bool{}
	for _, f := range ofCharts(remaining) {
		remains[identity(f)] = true
		if _, isFirst := r.byIdentity[identity(f)]; !isFirst {
			r.first = append(r.first, f)
		}
	}
	var notes []convert.Note
	addAbout := func(f lint.Finding, level convert.Level, message, about string) {
		n := convert.Note{File: f.File, Line: f.Start.Line, Object: f.Resource, Path: model.PathText(f.Path), Level: level, Message: message, About: about}
		if level != convert.Decision && f.Fix != nil && r.groups.isOpen(f) && !r.AsDecided {
			return // the change is not made
		}
		if level == convert.Decision && r.groups.isPartlyOpen(f) && !r.AsDecided {
			n.Message += "; until then the installation stays as it is"
		}
		if !slices.Contains(notes, n) {
			notes = append(notes, n)
		}
	}
	add := func(f lint.Finding, level convert.Level, message string) { addAbout(f, level, message, "") }
	for _, f := range ofCharts(outside) {
		switch {
		case f.Fix == nil || r.isOfOther(f):
		case r.isOther(f.File):
			add(f, convert.Decision, f.Text()+"; installations of other releases read it too, so upgrade those to the same release first")
		default:
			add(f, convert.Decision, f.Text()+"; karplint does not change it, because its file is not among the paths: add it")
		}
	}
	for _, f := range r.first {
		switch isFixed := !remains[identity(f)]; {
		case r.isHalf(f):
			add(f, convert.Decision, f.Text()+"; other sources of the value were converted before this one: rename all of them at once")
		case r.groups.isNewer(f) && f.Rule == renamedValue, r.isSetTwice(f):
		case r.waitsForRole(f):
			add(f, convert.Warning, f.Text()+r.reasonOpen(f))
		case !isFixed && f.About == controllerVersion:
			addAbout(f, levels[f.Severity], f.Text()+r.reasonOpen(f), convert.AboutRelease)
		case !isFixed:
			add(f, levels[f.Severity], f.Text()+r.reasonOpen(f))
		case f.Fix == nil && f.Severity == rule.Error, f.Fix != nil && (f.Fix.Safety == rule.Safe || f.Fix.Shared):
		case f.Fix == nil:
			add(f, levels[f.Severity], f.Text())
		case f.About == renamedKey:
			add(f, convert.Info, f.Text()+" (done)")
		default:
			addAbout(f, convert.Warning, f.Text()+" (done)", convert.AboutDone)
		}
	}
	return notes
}

// reasonOpen returns the reason why a finding remains; "" if it has no fix.
func (r *chartRun) reasonOpen(f lint.Finding) string {
	reader := r.readers[identity(f)]
	switch {
	case r.waitsForRole(f):
		return "; it stays until every class has a role or an instance profile, because it may name the one that nodes had"
	case r.isWaiting(f):
		return "; it stays until all objects are converted, because the objects take it over"
	case reader != "":
		return "; it stays, because " + reader + " reads it too"
	case r.waitsForName(f):
		return "; it stays until you decide which of its values applies"
	case r.isRefused(f):
		return "; it stays, because an object changes on the same lines: convert the object with --write, then run this again"
	case f.Fix == nil && f.NoFix != "":
		return "; karplint cannot safely do this here: " + f.NoFix
	}
	return ""
}

var levels = map[rule.Severity]convert.Level{rule.Info: convert.Info, rule.Warning: convert.Warning, rule.Error: convert.Decision}
