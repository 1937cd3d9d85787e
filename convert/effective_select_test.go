package convert_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"sort"
	"strings"
)

// condition is one thing that a resource of EC2 must be: what: "id", "name", "owner" or "tag:KEY".
type condition struct{ what, value string }

// alternative is a list of conditions that must all hold.
type alternative []condition

// selection returns what a class selects, as alternatives, for kind: "subnet", "sg" or "ami". No alternatives: nothing is said.
func (w *world) selection(spec tree, kind string) []alternative {
	name := map[string]string{"subnet": "subnetSelector", "sg": "securityGroupSelector", "ami": "amiSelector"}[kind]
	if w.api == "alpha" {
		return productOf(oneOfs(Join(spec, name), kind))
	}
	var all []alternative
	for _, item := range items(spec[name+"Terms"]) {
		var a alternative
		for key, value := range item.(tree) {
			switch key {
			case "tags":
				for tag, v := range value.(tree) {
					a = append(a, condition{"tag:" + tag, text(v)})
				}
			case "alias":
				return nil // says what no selector says: see family
			default:
				a = append(a, condition{key, text(value)})
			}
		}
		all = append(all, a)
	}
	return all
}

// oneOfs returns an alpha selector as lists of conditions, of each of which one must hold. An empty item of a list selects what has
// an empty tag, which nobody means: it counts for nothing.
func oneOfs(selector tree, kind string) [][]condition {
	var all [][]condition
	for key, value := range selector {
		what := "tag:" + key
		switch key {
		case "aws-ids", "aws::ids":
			what = "id"
		case "aws::name", "aws::owners":
			if kind == "ami" {
				what = strings.TrimSuffix(strings.TrimPrefix(key, "aws::"), "s")
			}
		}
		var one []condition
		for item := range strings.SplitSeq(text(value), ",") {
			if item = strings.TrimSpace(item); item != "" {
				one = append(one, condition{what, item})
			}
		}
		all = append(all, one)
	}
	return all
}

func productOf(all [][]condition) []alternative {
	if len(all) == 0 {
		return nil
	}
	product := []alternative{nil}
	for _, one := range all {
		var longer []alternative
		for _, a := range product {
			for _, c := range one {
				longer = append(longer, append(a[:len(a):len(a)], c))
			}
		}
		product = longer
	}
	return product
}

// alternativesText writes alternatives in one order. A name of "*" says nothing but that the owners count.
func alternativesText(all []alternative) string {
	var texts []string
	for _, a := range all {
		var parts []string
		for _, c := range a {
			if c != (condition{"name", "*"}) {
				parts = append(parts, fmt.Sprintf("%s=%q", c.what, c.value))
			}
		}
		sort.Strings(parts)
		texts = append(texts, strings.Join(parts, " and "))
	}
	return sorted(texts)
}

// resource is a thing of EC2 that may be selected.
type resource struct {
	id, name, owner string
	tags            map[string]string
}

// holds says whether a condition is true, as a filter of DescribeSubnets and the like tells it.
func (r resource) holds(c condition) bool {
	tag, isTag := strings.CutPrefix(c.what, "tag:")
	value, tagged := r.tags[tag]
	switch {
	case isTag && c.value == "*":
		return tagged
	case isTag:
		return tagged && matches(c.value, value)
	case c.what == "name":
		return matches(c.value, r.name)
	case c.what == "owner":
		return c.value == r.owner
	}
	return c.what == "id" && c.value == r.id
}

func matches(pattern, value string) bool {
	form := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern))
	return regexp.MustCompile("^(?:" + form + ")$").MatchString(value)
}

// selectedByKeys says whether an alpha selector selects a resource: every key must hold, by one of its items. An AMI by its name
// alone must be one's own or Amazon's.
func selectedByKeys(selector tree, kind string, r resource) bool {
	named, owned := false, false
	for _, one := range oneOfs(selector, kind) {
		any := false
		for _, c := range one {
			any = any || r.holds(c)
			named, owned = named || c.what == "name", owned || c.what == "owner"
		}
		if !any {
			return false
		}
	}
	return !named || owned || r.owner == "self" || r.owner == "amazon"
}

// selectedByTerms says whether terms of v1beta1 or v1 select a resource: all of one term must hold. An id wins over what stands beside it.
func selectedByTerms(all []alternative, r resource) bool {
	for _, a := range all {
		holds, named, owned := true, false, false
		for _, c := range a {
			if c.what == "id" {
				holds = r.holds(c)
				named, owned = false, false
				break
			}
			holds = holds && r.holds(c)
			named, owned = named || c.what == "name", owned || c.what == "owner"
		}
		if holds && (!named || owned || r.owner == "self" || r.owner == "amazon") {
			return true
		}
	}
	return false
}

// compareSelection asks of random resources whether both sides select them, and returns the first that they disagree about.
func compareSelection(selector tree, all []alternative, kind string) string {
	if len(selector) == 0 {
		return ""
	}
	random := rand.New(rand.NewPCG(1, 1))
	keys := oneOfs(selector, kind)
	for range 40 {
		r := resource{id: "x-1", name: "unnamed", owner: []string{"self", "amazon", "111122223333", "stranger"}[random.IntN(4)],
			tags: map[string]string{"unasked": "a"}}
		for _, one := range keys {
			c := condition{one[0].what, "something else"}
			if random.IntN(4) > 0 {
				c = one[random.IntN(len(one))]
				c.value = strings.NewReplacer("*", "abc", "?", "d").Replace(c.value)
			}
			switch tag, isTag := strings.CutPrefix(c.what, "tag:"); {
			case isTag && random.IntN(8) > 0:
				r.tags[tag] = c.value
			case c.what == "id":
				r.id = c.value
			case c.what == "name":
				r.name = c.value
			case c.what == "owner":
				r.owner = c.value
			}
		}
		if was, is := selectedByKeys(selector, kind, r), selectedByTerms(all, r); was != is {
			return fmt.Sprintf("%+v: selected before: %v, now: %v", r, was, is)
		}
	}
	return ""
}
