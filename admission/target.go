package admission

import (
	"math/bits"
	"slices"
	"strings"

	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/versions"
)

func newest() schema.Release { return schema.Releases()[len(schema.Releases())-1] }

func oldest() schema.Release { return schema.Releases()[0] }

// set is a set of schemas of a kind, as bits. Newer releases have higher bits.
type set uint64

func setOf(schema int) set { return 1 << schema }

func (s set) has(subset set) bool { return s&subset == subset }

// newest returns the highest bit; -1 if the set is empty.
func (s set) newest() int { return bits.Len64(uint64(s)) - 1 }

// target has the schemas of a kind by which an object is judged.
type target struct {
	kind    *schema.Kind
	schemas set

	inferred bool // as in Problem
	newer    bool // every release of the target is newer than the schemas
}

// targetOf returns the schemas for the releases of an interval that serve a kind; none if no release does.
func targetOf(apiVersion string, kind *schema.Kind, interval versions.Interval) target {
	t := target{kind: kind}
	for _, s := range kind.Served {
		if contains(interval, s.Release) {
			t.schemas |= setOf(s.Schema)
		}
	}
	older := isOlder(apiVersion, kind)
	if t.schemas != 0 {
		t.inferred = older && (interval.Min == nil || oldest().Compare(interval.Min) > 0)
		return t
	}
	switch last := kind.Served[len(kind.Served)-1]; {
	case older && interval.Max != nil && oldest().Compare(interval.Max) > 0:
		t.schemas, t.inferred = setOf(kind.Served[0].Schema), true
	case interval.Min != nil && newest().Compare(interval.Min) < 0 && last.Release == newest() && mayBeNewer(interval):
		t.schemas, t.inferred, t.newer = setOf(last.Schema), true, true
	case !slices.ContainsFunc(schema.Releases(), func(r schema.Release) bool { return contains(interval, r) }):
		t.schemas = t.before(interval)
	}
	return t
}

// mayBeNewer reports whether some release of an interval is of a later minor than the tables.
func mayBeNewer(interval versions.Interval) bool {
	return interval.Max == nil || facts.IsNewer(interval.Max)
}

// isOlder reports whether releases older than the table serve the kind too.
func isOlder(apiVersion string, kind *schema.Kind) bool {
	_, version, _ := strings.Cut(apiVersion, "/")
	return strings.HasPrefix(version, "v1alpha") && kind.Served[0].Release == oldest()
}

func contains(i versions.Interval, r schema.Release) bool {
	if i.Min != nil && r.Compare(i.Min) < 0 {
		return false
	}
	return i.Max == nil || r.Compare(i.Max) <= 0
}

// before returns the schema of the last release before an interval, if the table has no release of the interval.
func (t *target) before(interval versions.Interval) (schemas set) {
	var last schema.Release
	for _, r := range schema.Releases() {
		if interval.Min != nil && r.Compare(interval.Min) < 0 {
			last = r
		}
	}
	for _, s := range t.kind.Served {
		if s.Release == last {
			schemas = setOf(s.Schema)
		}
	}
	return schemas
}

// newest returns the newest schema of the target.
func (t *target) newest() *schema.Node { return t.kind.Schemas[t.schemas.newest()] }

// all returns all schemas of the kind.
func (t *target) all() set { return 1<<len(t.kind.Schemas) - 1 }

// releases returns a constraint for the releases with one of the schemas: the longest range of successive releases around the
// newest one of the target. It returns "" if the set has all schemas.
func (t *target) releases(with set) string {
	if with.has(t.all()) {
		return ""
	}
	served := t.kind.Served
	isIn := func(s schema.Served) bool { return with.has(setOf(s.Schema)) }
	first := 0
	for i, s := range served {
		if t.schemas.has(setOf(s.Schema)) && isIn(s) {
			first = i
		}
	}
	end := first
	for ; first > 0 && isIn(served[first-1]); first-- {
	}
	for ; end < len(served) && isIn(served[end]); end++ {
	}
	var parts []string
	if first > 0 {
		parts = append(parts, ">= "+served[first].Release.String())
	}
	if end < len(served) {
		parts = append(parts, "< "+served[end].Release.String())
	}
	return strings.Join(parts, ", ")
}
