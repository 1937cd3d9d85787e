package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Merge joins the results of files and projects. Equal findings about the same bytes become one, because a module may
// belong to two roots, and a manifest may be linted on its own and with a Terraform root that reads it. A suppression
// that one of them used is not reported as unused by another. The numbers of files are added up.
func Merge(results ...Result) Result {
	merged := Result{used: map[string]bool{}, hidden: map[hidden]bool{}}
	for _, r := range results {
		merged.Findings = append(merged.Findings, r.Findings...)
		merged.Files += r.Files
		maps.Copy(merged.hidden, r.hidden)
		maps.Copy(merged.used, r.used)
	}
	merged.Suppressed = len(merged.hidden)
	merged.Findings = slices.DeleteFunc(merged.Findings, func(f Finding) bool {
		return slices.ContainsFunc(f.unused, func(key string) bool { return merged.used[key] })
	})
	keepMisplaced(merged.Findings)
	sortFindings(merged.Findings)
	merged.Findings = unique(merged.Findings)
	fingerprints(merged.Findings)
	return merged
}

// keepMisplaced drops the fix that would remove an unused suppression if there is a finding near it, because the
// suppression may only be on the wrong line. Linting the file alone did not see the findings of the project.
func keepMisplaced(findings []Finding) {
	isRemoval := func(f Finding) bool { return f.Fix != nil && len(f.unused) > 0 }
	if !slices.ContainsFunc(findings, isRemoval) {
		return
	}
	known := map[ruleLine]bool{}
	for _, f := range findings {
		known[ruleLine{f.File, f.Rule, f.Start.Line}] = true
	}
	for i := range findings {
		f := &findings[i]
		isNear := func(key string) bool {
			return nearest(known, f.File, key[strings.LastIndex(key, ":")+1:], f.Start.Line) != 0
		}
		if isRemoval(*f) && slices.ContainsFunc(f.unused, isNear) {
			f.Fix = nil
		}
	}
}

// unique keeps one of the sorted findings with the same message about the same bytes, if possible one with a fix. A
// problem behind an anchor is found wherever an alias or a merge key copies it, and each call of a module finds the
// same problem, under its own names. The resources of the dropped findings are kept.
func unique(findings []Finding) []Finding {
	var merged []Finding
	known := map[point]int{} // indexes in merged, by the point that equal findings share
	for _, f := range findings {
		number := -1
		for _, p := range pointsOf(&f) {
			if i, ok := known[p]; ok {
				number = max(number, i)
			}
		}
		if number < 0 {
			number = len(merged)
			merged = append(merged, f)
		} else {
			merged[number] = mergedWith(merged[number], f)
		}
		for _, p := range pointsOf(&merged[number]) {
			known[p] = number
		}
	}
	return merged
}

// oncePerLanguage keeps the first of a linter's sorted findings about files that are written in the same other language, because a directory of
// templates has one cause. Its message counts the others.
func (r *Run) oncePerLanguage(findings []Finding) (kept []Finding) {
	type language struct {
		by   *runLinter
		name string
	}
	of := func(f Finding) language { return language{r.linterOf(f.File), f.About} }
	times := map[language]int{}
	for _, f := range findings {
		isForeign := f.Rule == "KL000" && f.About != ""
		if !isForeign || times[of(f)] == 0 {
			kept = append(kept, f)
		}
		if isForeign {
			times[of(f)]++
		}
	}
	for i := range kept {
		if f := &kept[i]; f.Rule == "KL000" && times[of(*f)] > 1 {
			f.Message += fmt.Sprintf(" (%d more like it)", times[of(*f)]-1)
		}
	}
	return kept
}

// mergedWith joins two equal findings.
func mergedWith(first, second Finding) Finding {
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
	return first
}

// point identifies findings of several roots that count as one, because they have the same message or the
// same fix at the same place.
type point struct {
	rule, file, point string
	span              model.Span
}

func pointsOf(f *Finding) []point {
	points := []point{{f.Rule, f.File, f.Text(), f.Span}}
	if f.Fix != nil {
		points = append(points, point{f.Rule, f.File, fmt.Sprint(f.Fix.Edits), f.Span})
	}
	return points
}
