package apiserver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/admission"
	"github.com/karplint/karplint/versions"
)

// comparison is an object with what the API server and karplint say of it.
type comparison struct {
	kind     *Kind
	release  string
	text     []byte
	verdict  *Verdict
	problems []admission.Problem
}

// compare asks both about an object.
func compare(t testing.TB, k *Kind, s Served, o any) comparison {
	t.Helper()
	c := comparison{kind: k, release: s.Release, text: encode(t, o)}
	var err error
	if c.verdict, err = s.Schema.Create(c.text); err != nil {
		t.Fatalf("%v in %s", err, c.text)
	}
	c.problems = admission.Check(admission.Object{Value: tree(t, c.text)}, exactly(t, s.Release))
	return c
}

func exactly(t testing.TB, release string) versions.Interval {
	t.Helper()
	interval, err := versions.ParseConstraint(release)
	if err != nil {
		t.Fatal(err)
	}
	return interval
}

// differences returns in what the answers differ, nil if in nothing.
func (c comparison) differences() (all []string) {
	if isLenient(c.verdict) {
		return nil
	}
	if accepted := c.count(admission.Rejected) == 0; accepted != c.verdict.Accepted() {
		all = append(all, fmt.Sprintf("accepted: karplint %v, the API server %v", accepted, c.verdict.Accepted()))
	}
	if !c.verdict.Unread {
		all = append(all, c.strict(admission.CodeUnknownField, c.verdict.Unknown)...)
		all = append(all, c.strict(admission.CodeDuplicateKey, c.verdict.Twice)...)
	}
	for _, p := range c.problems {
		if p.Class == admission.Rejected && !c.isBacked(p) {
			all = append(all, fmt.Sprintf("the API server has no error near %s: %s", dotted(p.Path), p.Message))
		}
	}
	if len(all) > 0 {
		all = append(all, "the API server: "+strings.Join(said(c.verdict), ", "), "karplint: "+strings.Join(words(c.problems), "\n"))
	}
	return all
}

func (c comparison) count(class admission.Class) (n int) {
	for _, p := range c.problems {
		if p.Class == class {
			n++
		}
	}
	return n
}

// strict compares paths that only strict clients refuse. Below a value of a wrong type, the API server names each field, and karplint
// the value.
func (c comparison) strict(code string, theirs []string) []string {
	var ours []string
	for _, p := range c.problems {
		if p.Code == code {
			ours = append(ours, dotted(p.Path))
		}
	}
	theirs = slices.DeleteFunc(undotted(theirs), c.isInMistyped)
	slices.Sort(theirs)
	slices.Sort(ours)
	if slices.Equal(ours, slices.Compact(theirs)) {
		return nil
	}
	return []string{fmt.Sprintf("%s: karplint %v, the API server %v", code, ours, theirs)}
}

func (c comparison) isInMistyped(path string) bool {
	return slices.ContainsFunc(c.problems, func(p admission.Problem) bool {
		return p.Code == admission.CodeType && path != dotted(p.Path) && isWithin(path, dotted(p.Path))
	})
}

// isBacked reports whether the API server has an error at the path of a problem, above or below it. It looks at no rule of an object
// that fails in other ways.
func (c comparison) isBacked(p admission.Problem) bool {
	if c.verdict.Unread || c.verdict.Unjudged && p.Code == admission.CodeRule {
		return true
	}
	return c.verdict.hasNear(dotted(p.Path))
}

func (v *Verdict) hasNear(path string) bool {
	return slices.ContainsFunc(v.Errors, func(e Error) bool {
		of := normal(e.Path)
		return isWithin(path, of) || isWithin(of, path)
	})
}

// isWithin reports whether a path is another one or leads into its value.
func isWithin(path, outer string) bool {
	return outer == "" || path == outer || strings.HasPrefix(path, outer+".")
}

// normal writes an index and a key in brackets as a field: "a[0].b" becomes "a.0.b".
func normal(path string) string { return brackets.Replace(path) }

var brackets = strings.NewReplacer("[", ".", "]", "")

func undotted(paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		all[i] = normal(path)
	}
	return all
}

func dotted(path []any) string {
	steps := make([]string, len(path))
	for i, step := range path {
		steps[i] = fmt.Sprint(step)
	}
	return normal(strings.Join(steps, "."))
}

func words(problems []admission.Problem) (all []string) {
	for _, p := range problems {
		all = append(all, fmt.Sprintf("%s: %s: %s", dotted(p.Path), p.Code, p.Message))
	}
	return all
}

// isLenient reports whether karplint means to accept what the API server refuses: references to owners that contradict each other, which
// only controllers write.
func isLenient(v *Verdict) bool {
	return len(v.Errors) > 0 && !slices.ContainsFunc(v.Errors, func(e Error) bool { return !strings.HasPrefix(e.Path, "metadata.ownerReferences") })
}
