package apiserver

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// coverage is what was tried of a kind.
type coverage struct {
	kind      *Kind
	releases  map[string]bool
	fields    map[string]bool // by place, true once a change of it was refused, or noted as unknown or twice
	rules     map[string]bool // by place and rule, true once it was broken
	accepted  int
	refused   int
	strict    int // accepted, and refused by strict clients
	different int
}

func newCoverage(k *Kind) *coverage {
	c := &coverage{kind: k, releases: map[string]bool{}, fields: map[string]bool{}, rules: map[string]bool{}}
	for _, s := range k.Served {
		c.releases[s.Release] = false
	}
	for _, s := range k.Schemas() {
		for name, p := range s.known().fields {
			c.fields[name] = c.fields[name] || isTime(p.schema) || takesAll(p.schema)
		}
		for name := range s.known().rules {
			c.rules[name] = false
		}
	}
	return c
}

// takesAll reports whether no value of a field is wrong: the settings of the kubelet in a class, since 1.15.
func takesAll(s *structural.Structural) bool { return s.Type == "" && s.XPreserveUnknownFields }

// add counts a comparison, and fails the test if the verdicts differ.
func (c *coverage) add(t *testing.T, of comparison, about string) {
	t.Helper()
	c.releases[of.release] = true
	switch v := of.verdict; {
	case !v.Accepted():
		c.refused++
	case len(v.Unknown)+len(v.Twice) > 0:
		c.strict++
	default:
		c.accepted++
	}
	differences := of.differences()
	if len(differences) == 0 {
		return
	}
	if c.different++; c.different <= 5 {
		t.Errorf("%s %s of %s in %s:\n%s\n%s", about, c.kind.Kind, c.kind.APIVersion, of.release, strings.Join(differences, "\n"), shortened(of.text))
	}
}

func shortened(text []byte) []byte { return text[:min(len(text), 2000)] }

// objects returns how many objects were compared.
func (c *coverage) objects() int { return c.accepted + c.strict + c.refused }

// row is the line of the kind in the table of coverage.
func (c *coverage) row() string {
	return fmt.Sprintf("%-42s %8d %8d %8d  %s fields  %s rules  %s releases", c.kind.APIVersion+" "+c.kind.Kind, c.accepted, c.strict, c.refused,
		share(c.fields), share(c.rules), share(c.releases))
}

const head = "kind                                       accepted   strict  refused"

func share(of map[string]bool) string {
	n := 0
	for _, hit := range of {
		if hit {
			n++
		}
	}
	return fmt.Sprintf("%3d/%d", n, len(of))
}

// missed returns the names that are false.
func missed(of map[string]bool) (all []string) {
	for _, name := range slices.Sorted(maps.Keys(of)) {
		if !of[name] {
			all = append(all, name)
		}
	}
	return all
}
