package admission

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// recorded is a problem, with the schemas that have it.
type recorded struct {
	Problem
	in    set
	fixes set // the schemas for which Fix is right
}

// MaxProblems bounds how many problems of an object are recorded, over all schemas; and how many Karpenter itself has.
const MaxProblems = 200

func (c *checker) isFull() bool { return len(c.recorded) >= MaxProblems }

// report records a problem of the current value, or of the one at steps below it. Problems with the same code and place are one.
// The message is that of the newest schema of the target.
func (c *checker) report(in set, p Problem, steps ...any) {
	p.Path = model.Join(c.path, steps...)
	p.Conditional = p.Conditional || c.conditional
	i := c.recordedAt(p.Code, p.Path)
	if i < 0 && c.isFull() {
		return
	}
	if i < 0 {
		c.recorded = append(c.recorded, &recorded{Problem: p, in: in, fixes: in})
		return
	}
	f := c.recorded[i]
	fresh := in &^ f.in
	switch {
	case fresh == 0:
		f.Conditional = f.Conditional && p.Conditional
		return
	case sameFix(f.Fix, p.Fix):
		f.fixes |= fresh
	case (fresh & c.target.schemas).newest() > (f.in & c.target.schemas).newest():
		f.fixes = fresh
	}
	if (fresh & c.target.schemas).newest() > (f.in & c.target.schemas).newest() {
		f.Problem = p
	}
	f.in |= fresh
}

// recordedAt returns the index of the problem with a code at a path; -1 if there is none.
func (c *checker) recordedAt(code string, path []any) int {
	return slices.IndexFunc(c.recorded, func(f *recorded) bool { return f.Code == code && slices.Equal(f.Path, path) })
}

func sameFix(a, b *Fix) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Title == b.Title
}

// problems returns the problems that every schema of the target has, in the order of the text.
func (c *checker) problems() []Problem {
	var problems []Problem
	for _, f := range c.recorded {
		if !f.in.has(c.target.schemas) && !c.isWrongInAll(f) {
			continue
		}
		if slices.ContainsFunc(problems, func(p Problem) bool { return p.Class == f.Class && slices.Equal(p.Path, f.Path) }) {
			continue // each value and key has one problem at most
		}
		p := f.Problem
		p.Releases, p.Inferred = c.target.releases(f.in), c.target.inferred
		nameReleases(&p)
		if !f.fixes.has(c.target.schemas) {
			p.Fix = nil
		}
		problems = append(problems, p)
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return c.compare(a.Path, b.Path) })
	return problems
}

// nameReleases adds the releases with the problem to the fact, if these are not all and Consequence does not name them.
func nameReleases(p *Problem) {
	since, isOlder := strings.CutPrefix(p.Releases, "< ")
	switch {
	case isOlder && p.later != nil:
		p.Message, p.Why, p.Help = fmt.Sprintf(p.later.Fact, strings.TrimSuffix(since, ".0")), p.later.Why, p.later.Help
	case p.Class == Pruned && p.Releases != "":
		p.Message += " in Karpenter " + p.Releases
	}
}

// Consequence returns what becomes of the object, and the reason; "" for an unknown field, because that depends on the tool that applies
// the object.
func (p *Problem) Consequence() string {
	says := p.Why
	switch {
	case p.Class == Rejected && p.Releases != "":
		says = because("the API server rejects the object in Karpenter "+p.Releases, p.Why)
	case p.Class == Rejected:
		says = because("the API server rejects the object", p.Why)
	}
	if p.Builds != "" {
		says = strings.TrimSuffix("as built by "+p.Builds+", "+says, ", ")
	}
	return says
}

func because(fact, reason string) string { return strings.TrimSuffix(fact+": "+reason, ": ") }

// Text returns the fact, the reason and what to do in one line, for a text that says who rejects the object.
func (p *Problem) Text() string {
	why := p.Why
	if p.Class == Rejected && p.Releases != "" {
		why = because("releases "+p.Releases+" reject it", why)
	}
	texts := []string{p.Message, why, p.Help}
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), "; ")
}

// isWrongInAll reports whether every schema of the target has some problem with the value of f, not necessarily the same, and f is
// the problem of the newest one.
func (c *checker) isWrongInAll(f *recorded) bool {
	var in set
	for _, other := range c.recorded {
		if slices.Equal(other.Path, f.Path) {
			in |= other.in
		}
	}
	return in.has(c.target.schemas) && f.in.has(setOf(c.target.schemas.newest()))
}

// compare orders paths by the place of their values in the text. A missing field comes before the fields of its map.
func (c *checker) compare(a, b []any) int {
	v := c.Value
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return position(v, a[i]) - position(v, b[i])
		}
		v = v.Get(a[i])
	}
	return len(a) - len(b)
}

// position returns the index of the entry or item at a step; -1 if there is none.
func position(v *model.Value, step any) int {
	if index, isIndex := step.(int); isIndex {
		return index
	}
	if v == nil {
		return -1
	}
	key, _ := step.(string)
	return v.IndexOf(key)
}
