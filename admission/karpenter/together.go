package karpenter

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// demand is a certain restriction on one label of nodes, by a requirement or a label of a pool.
type demand struct {
	place
	key, operator string
	values        []string // the known values
	isWhole       bool     // there are no other values
	isLabel       bool
}

// maxComparisons is how many values of demands are compared with each other in an object. A real pool takes a few hundred; each of
// 500 requirements on one label may be compared with each other.
const maxComparisons = 300_000

// mayCompare counts the comparisons of the values of two demands. It reports whether the object may take as many.
func (j *judge) mayCompare(d, e demand) bool {
	j.comparisons += 1 + len(d.values)*len(e.values)
	return j.comparisons <= maxComparisons
}

// checkTogether reports requirements and labels of a pool that no node can meet together.
func (j *judge) checkTogether(rs []*requirement) {
	for _, r := range rs {
		j.checkVocabulary(r)
	}
	demands := j.labelDemands()
	for _, r := range rs {
		if r.present == known.Yes && r.hasKey && r.hasOperator {
			demands = append(demands, j.demandOf(r))
		}
	}
	byKey := map[string][]demand{}
	for _, d := range demands {
		j.checkAgainst(d, byKey[d.key])
		byKey[d.key] = append(byKey[d.key], d)
	}
	j.checkInstances(byKey)
}

func (j *judge) demandOf(r *requirement) demand {
	d := demand{place: r.place, key: r.key, operator: r.operator, isWhole: r.isWhole}
	for _, v := range r.values {
		text, ok := j.Text(v.value)
		switch {
		case !ok:
			d.isWhole = false
		case v.inParent == known.Yes || r.operator == "In":
			d.values = append(d.values, text)
		}
	}
	return d
}

func (j *judge) labelDemands() []demand {
	keys := layouts[j.kind].labels
	if keys == "" {
		return nil
	}
	var demands []demand
	entries := j.fields(j.fieldAt(j.root, keys))
	for _, e := range entries {
		if text, ok := j.Text(e.value); ok && e.present == known.Yes {
			demands = append(demands, demand{place: e, key: aliased(e.key()), operator: "In", values: []string{text}, isWhole: true, isLabel: true})
		}
	}
	return demands
}

// aliased returns the name that Karpenter uses for a key.
func aliased(key string) string {
	if alias, ok := facts.KarpenterChecks().Labels.Aliases[key]; ok {
		return alias
	}
	return key
}

// excludes reports whether a node with the value certainly does not meet the demand.
func (d demand) excludes(value string) bool {
	switch d.operator {
	case "In":
		return d.isWhole && !slices.Contains(d.values, value)
	case "NotIn":
		return slices.Contains(d.values, value)
	case "DoesNotExist":
		return true
	case "Gt", "Lt", "Gte", "Lte":
		return d.excludesNumber(value)
	}
	return false
}

func (d demand) excludesNumber(value string) bool {
	if !d.isWhole || len(d.values) != 1 {
		return false
	}
	limit, err := strconv.Atoi(d.values[0])
	if err != nil {
		return false
	}
	n, err := strconv.Atoi(value)
	if err != nil {
		return true // Karpenter compares only numbers
	}
	return map[string]bool{"Gt": n <= limit, "Lt": n >= limit, "Gte": n < limit, "Lte": n > limit}[d.operator]
}

// isList reports whether the demand lists all values that it allows.
func (d demand) isList() bool { return d.operator == "In" && d.isWhole && len(d.values) > 0 }

// excludesAll reports whether two demands on one label have no value in common.
func (d demand) excludesAll(e demand) bool {
	if e.isList() {
		return !slices.ContainsFunc(e.values, func(v string) bool { return !d.excludes(v) })
	}
	if d.operator == "DoesNotExist" {
		return e.operator == "Exists" || slices.Contains(numeric, e.operator)
	}
	low, _ := d.bounds()
	_, high := e.bounds()
	return low > high
}

// bounds returns the range of numbers that the demand allows.
func (d demand) bounds() (low, high int) {
	low, high = math.MinInt, math.MaxInt
	if !d.isWhole || len(d.values) != 1 || !slices.Contains(numeric, d.operator) {
		return low, high
	}
	limit, err := strconv.Atoi(d.values[0])
	if err != nil || limit < 0 || limit == math.MaxInt {
		return low, high
	}
	switch d.operator {
	case "Gt":
		return limit + 1, high
	case "Gte":
		return limit, high
	case "Lt":
		return low, limit - 1
	}
	return low, limit
}

// checkAgainst reports a demand that contradicts an earlier one on the same label, or that has no effect because of an earlier
// label.
func (j *judge) checkAgainst(d demand, earlier []demand) {
	for _, e := range earlier {
		switch {
		case !j.mayCompare(d, e):
			return
		case d.excludesAll(e) || e.excludesAll(d):
			j.suspect("contradiction", problem{
				place: d.place,
				fact:  fmt.Sprintf("%s and %s allow no common value of %s", model.PathText(e.path), relativeTo(e.path, d.path), d.key),
				why:   consequence(d.key),
				help:  "correct one of the two",
			})
			return
		case e.isLabel && d.isList() && len(d.values) > 1:
			j.suspect("label-and-requirement", problem{
				place: d.place,
				fact:  fmt.Sprintf("label %q of the pool's nodes is %q already", d.key, e.values[0]),
				why:   "the other values of the requirement are never used",
				help:  "delete the label, or the requirement",
			})
			return
		}
	}
}

// relativeTo returns the second path without the part that both share, if both are items of the same list.
func relativeTo(first, second []any) string {
	if last := len(second) - 1; last > 0 && len(first) == len(second) && slices.Equal(first[:last-1], second[:last-1]) {
		return model.PathText(second[last-1:])
	}
	return model.PathText(second)
}

const noInstanceType = "Karpenter finds no instance type that fits"

// consequence returns the effect of a contradiction about a label.
func consequence(key string) string {
	for _, l := range facts.KarpenterChecks().Labels.WellKnown {
		if l.Key == key {
			return noInstanceType
		}
	}
	return "no node can meet both"
}
