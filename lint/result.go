package lint

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/karplint/karplint/lint/ignore"
	"github.com/karplint/karplint/model"
)

// Result holds the findings of files or projects.
type Result struct {
	Findings   []Finding // sorted by file, position, rule
	Files      int       // inputs that were read, including those that the scan ruled out
	Suppressed int       // findings that a suppression kept out of Findings

	hidden map[hidden]bool // those findings
	used   map[string]bool // keys of the suppressions that did so
}

// hidden identifies a finding that a suppression covers, so that equal findings of two roots about a shared module
// count once.
type hidden struct {
	rule, file, message string
	span                model.Span
}

// keep returns what a result tells about files that pass a test.
func (r Result) keep(passes func(file string) bool) Result {
	kept := Result{Files: r.Files, hidden: map[hidden]bool{}, used: map[string]bool{}}
	for _, f := range r.Findings {
		if passes(f.File) {
			kept.Findings = append(kept.Findings, f)
		}
	}
	for h := range r.hidden { // in any order: it is a set, as the next
		if passes(h.file) {
			kept.hidden[h] = true
		}
	}
	for key := range r.used {
		if passes(ignore.FileOf(key)) {
			kept.used[key] = true
		}
	}
	kept.Suppressed = len(kept.hidden)
	return kept
}

// Sort brings findings into the order in which they are reported.
func Sort(findings []Finding) { sortFindings(findings) }

// sortFindings brings findings into their total order: file, position, rule, path, message.
func sortFindings(findings []Finding) {
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(pathText(a.Path), pathText(b.Path)),
			cmp.Compare(a.Text(), b.Text()),
		)
	})
}

// fingerprints gives sorted findings their fingerprints. Several that agree in
// rule, file, resource and path are distinguished by their order.
func fingerprints(findings []Finding) {
	Fingerprints(findings, func(file string) string { return file })
}

// Fingerprints gives sorted findings the fingerprints that they have if pathOf returns the path of a file by the root of its repository.
func Fingerprints(findings []Finding, pathOf func(file string) string) {
	occurrences := map[string]int{}
	for i := range findings {
		f := &findings[i]
		key, _ := json.Marshal([]string{f.Rule, pathOf(f.File), f.Resource, pathText(f.Path)})
		occurrence := occurrences[string(key)]
		occurrences[string(key)]++
		sum := sha256.Sum256(append(key, byte(occurrence>>8), byte(occurrence)))
		f.Fingerprint = hex.EncodeToString(sum[:16])
	}
}

func pathText(path []any) string {
	text, _ := json.Marshal(path)
	return string(text)
}

// dropUnplanned drops what fixes were planned from, because it keeps the trees of their documents in
// memory.
func (r *Result) dropUnplanned() {
	for i := range r.Findings {
		if fix := r.Findings[i].Fix; fix != nil {
			fix.DropUnplanned()
		}
	}
}
