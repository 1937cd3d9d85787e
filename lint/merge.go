package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/lint/place"
)

// Merge joins the results of files and projects. Equal findings about the same bytes become one, because a module may
// belong to two roots, and a manifest may be linted on its own and with a Terraform root that reads it. A suppression
// that one of them used is not reported as unused by another. Files are added up.
func Merge(results ...Result) Result {
	all := Result{used: map[string]bool{}, hidden: map[hidden]bool{}}
	for _, r := range results {
		all.Findings = append(all.Findings, r.Findings...)
		all.Files += r.Files
		maps.Copy(all.hidden, r.hidden)
		maps.Copy(all.used, r.used)
	}
	all.Suppressed = len(all.hidden)
	all.Findings = slices.DeleteFunc(all.Findings, func(f Finding) bool {
		return slices.ContainsFunc(f.unused, func(key string) bool { return all.used[key] })
	})
	keepMisplaced(all.Findings)
	sortFindings(all.Findings)
	all.Findings = unique(all.Findings)
	fingerprints(all.Findings)
	return all
}

// keepMisplaced drops the fix that would remove an unused suppression if there is a finding near it, because the
// suppression may only be on the wrong line. Linting the file alone did not see the findings of the project.
func keepMisplaced(findings []Finding) {
	for i := range findings {
		f := &findings[i]
		if f.Fix == nil || len(f.unused) == 0 {
			continue
		}
		for _, neighbor := range findings {
			if neighbor.File == f.File && place.IsNear(neighbor.Start.Line, f.Start.Line) &&
				slices.ContainsFunc(f.unused, func(key string) bool { return strings.HasSuffix(key, ":"+neighbor.Rule) }) {
				f.Fix = nil
				break
			}
		}
	}
}

// unique keeps one of the sorted findings with the same message about the same bytes, if possible one with a fix. A
// problem behind an anchor is found wherever an alias or a merge key copies it, and each call of a module finds the
// same problem, under its own names. The resources of the dropped findings are kept.
func unique(findings []Finding) []Finding {
	var merged []Finding
	for _, f := range findings {
		i := len(merged) - 1
		for i >= 0 && samePlace(merged[i], f) && !samePoint(merged[i], f) {
			i--
		}
		if i < 0 || !samePlace(merged[i], f) {
			merged = append(merged, f)
			continue
		}
		first, second := merged[i], f
		if first.Fix == nil && second.Fix != nil {
			first, second = second, first
		}
		if second.Resource != first.Resource && !slices.Contains(first.OtherResources, second.Resource) {
			first.OtherResources = append(slices.Clone(first.OtherResources), second.Resource)
		}
		for _, owner := range second.Owners {
			if !slices.Contains(first.Owners, owner) {
				first.Owners = append(slices.Clone(first.Owners), owner)
			}
		}
		merged[i] = first
	}
	return merged
}

// samePoint reports whether two findings about the same place have the same message, or the same
// fix.
func samePoint(a, b Finding) bool {
	if a.Fix != nil && b.Fix != nil && a.Fix.SameEdits(b.Fix) {
		return true
	}
	return a.Message == b.Message
}

// samePlace reports whether the findings are of the same rule about the same bytes.
func samePlace(a, b Finding) bool { return a.Rule == b.Rule && a.File == b.File && a.Span == b.Span }
