package apiserver

import (
	"maps"
	"slices"
	"testing"

	"github.com/karplint/karplint/internal/testing/golden"
)

// TestMutants compares the verdicts of karplint and of the API server's code on objects that are legal and on objects that are wrong, in
// all releases: each field changed in each way, each rule broken, and random walks from one legal object to the next.
func TestMutants(t *testing.T) {
	t.Parallel()
	all, objects, refused := kinds(t), 0, 0
	t.Log(head)
	for i, k := range all {
		m := &mutants{coverage: newCoverage(k), t: t, seed: uint64(i) << 32}
		m.fields()
		m.rules()
		m.walks()
		m.others()
		t.Log(m.row())
		objects, refused = objects+m.objects(), refused+m.refused+m.strict
		for name, of := range map[string]map[string]bool{"field": m.coverage.fields, "rule": m.coverage.rules, "release": m.releases} {
			if left := missed(of); len(left) > 0 {
				t.Errorf("%s %s: no object is wrong because of, or was tried in, each %s: %q", k.APIVersion, k.Kind, name, left)
			}
		}
	}
	t.Logf("%d objects, %d of them wrong", objects, refused)
	if refused < 4000 {
		t.Errorf("only %d objects are wrong, and at least 4000 are to be judged", refused)
	}
}

// mutants are the objects of a kind that are judged.
type mutants struct {
	*coverage
	t    *testing.T
	seed uint64
	next int // of the releases
}

// release returns the releases in turn, those for which is holds.
func (m *mutants) release(is func(*Schema) bool) Served {
	for {
		s := m.kind.Served[m.next%len(m.kind.Served)]
		if m.next++; is(s.Schema) {
			return s
		}
	}
}

func (m *mutants) drawing(s *Schema) *drawing {
	m.seed++
	return newDrawing(m.seed, s)
}

// fields changes each field in each way.
func (m *mutants) fields() {
	for range golden.Draws(2, 10) {
		for _, field := range sorted(m.coverage.fields) {
			for _, of := range mutations {
				s := m.release(func(s *Schema) bool { return s.has(field) })
				m.mutate(s, field, of)
			}
		}
	}
}

// has reports whether objects of the schema can have a field.
func (s *Schema) has(field string) bool { return s.known().fields[field].schema != nil }

func (m *mutants) mutate(s Served, field string, of mutation) {
	d, root := m.drawing(s.Schema), s.Schema.known().root
	o := d.reach(m.kind.seed(m.t), root, s.Schema.known().fields[field].path)
	for _, p := range places(o, root) {
		if p.field != field {
			continue
		}
		if mutated, ok := of.mutate(d, o, p); ok {
			c := compare(m.t, m.kind, s, mutated)
			m.add(m.t, c, of.name+" "+field)
			m.coverage.fields[field] = m.coverage.fields[field] || len(said(c.verdict)) > 0
		}
		return
	}
	m.t.Fatalf("%s is not reached", field)
}

// rules breaks each rule.
func (m *mutants) rules() {
	for _, name := range sorted(m.coverage.rules) {
		for range golden.Draws(1, 5) {
			s := m.release(func(s *Schema) bool { return s.known().rules[name].schema != nil })
			m.breakRule(s, s.Schema.known().rules[name])
		}
	}
}

// breakRule judges objects with values that break a rule, until one is refused for that.
func (m *mutants) breakRule(s Served, r rulePlace) {
	d := m.drawing(s.Schema)
	for range 20 {
		value := r.breaking(d, 500)
		if value == nil {
			continue
		}
		o := put(d.reach(m.kind.seed(m.t), s.Schema.known().root, r.path), r.path, value)
		c := compare(m.t, m.kind, s, o)
		m.add(m.t, c, "broken "+r.name())
		if r.isBroken(c.verdict) {
			m.coverage.rules[r.name()] = true
			return
		}
	}
}

// walks changes a legal object step by step. What is legal is the next object to change.
func (m *mutants) walks() {
	for _, schema := range m.kind.Schemas() {
		s := m.release(func(s *Schema) bool { return s == schema })
		d := m.drawing(schema)
		for o, step := any(m.kind.seed(m.t)), 0; step < golden.Draws(60, 2000); step++ {
			next, ok := d.step(o, schema)
			if !ok {
				continue
			}
			c := compare(m.t, m.kind, s, next)
			m.add(m.t, c, "random")
			if len(said(c.verdict)) == 0 && len(c.text) < 5000 {
				o = next
			}
		}
	}
}

// others judges an object in each release that is left.
func (m *mutants) others() {
	for _, s := range m.kind.Served {
		if m.releases[s.Release] {
			continue
		}
		next, _ := m.drawing(s.Schema).step(m.kind.seed(m.t), s.Schema)
		m.add(m.t, compare(m.t, m.kind, s, next), "random")
	}
}

// step changes an object somewhere.
func (d *drawing) step(o any, s *Schema) (any, bool) {
	known := s.known()
	if d.IntN(3) == 0 {
		o = d.reach(o, known.root, pick(d.Rand, known.places).path)
	}
	return pick(d.Rand, mutations).mutate(d, o, pick(d.Rand, places(o, known.root)))
}

func sorted(of map[string]bool) []string { return slices.Sorted(maps.Keys(of)) }
