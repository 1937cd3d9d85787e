package gotmpl

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// Bounds on the combinations of branches. If there are few conditions, every combination of their values is tried; otherwise only as many
// that each pair of conditions occurs with all four combinations of values.
const (
	maxSelections = 300
	maxAllOf      = 6  // up to this number of conditions, every combination is tried
	maxConditions = 64 // up to this number, every pair is tried; the number of pairs grows with its square
)

// Selections returns the combinations of branches that may be taken, each once, and whether these are all possible ones. It returns an
// error if there are too many, or if it tried only a part of them and some branch is taken in none.
func Selections(blocks []*Block) (selections []Taken, complete bool, err error) {
	c := &conditions{names: map[*Branch]names{}}
	c.read(blocks, names{})
	n := len(c.terms)
	if n > maxConditions {
		return nil, false, fmt.Errorf("more than %d conditions decide about its lines", maxConditions)
	}
	complete = n <= maxAllOf
	for _, try := range tries(n) {
		if !c.possible(try) {
			continue
		}
		selection, _ := Take(blocks, func(b *Branch) int { return c.truth(b, try) })
		if !slices.ContainsFunc(selections, func(t Taken) bool { return maps.Equal(t, selection) }) {
			selections = append(selections, selection)
		}
		if len(selections) > maxSelections {
			return nil, false, fmt.Errorf("%d conditions decide about its lines", n)
		}
	}
	if !complete && !takeEvery(blocks, selections) {
		return nil, false, fmt.Errorf("%d conditions decide about its lines", n)
	}
	return selections, complete, nil
}

// takeEvery reports whether each branch is taken in some selection. Otherwise an edit would lose the lines of that
// branch.
func takeEvery(blocks []*Block, selections []Taken) bool {
	for _, b := range blocks {
		for i, branch := range b.Branches {
			takes := func(t Taken) bool { taken, ok := t[b]; return ok && taken == i }
			if !slices.ContainsFunc(selections, takes) || !takeEvery(branch.Blocks, selections) {
				return false
			}
		}
	}
	return true
}

// tries returns the combinations of values of n conditions that are tried.
func tries(n int) (tries [][]bool) {
	if n <= maxAllOf {
		for bits := range 1 << n {
			try := make([]bool, n)
			for i := range try {
				try[i] = bits>>i&1 == 0
			}
			tries = append(tries, try)
		}
		return tries
	}
	for _, base := range []bool{true, false} {
		tries = append(tries, flipped(n, base))
		for i := range n {
			tries = append(tries, flipped(n, base, i))
			for j := range i {
				tries = append(tries, flipped(n, base, i, j))
			}
		}
	}
	return tries
}

func flipped(n int, base bool, those ...int) []bool {
	try := make([]bool, n)
	for i := range try {
		try[i] = base != slices.Contains(those, i)
	}
	return try
}

// conditions are all conditions that the branches of some blocks depend on. Terms with the same text in the same
// scope are one condition.
type conditions struct {
	terms []term
	names map[*Branch]names // the names that are visible where the branch begins
	loops int
}

// term is a condition that contains no other condition.
type term struct {
	scope string // the loop or with that sets the dot or the variable of the text
	text  string
}

// names maps the dot and the variables in a block to the loop or with that sets them.
type names struct {
	dot       string
	variables map[string]string
}

// declare returns the names after a branch has declared its variables in the scope.
func (n names) declare(b *Branch, scope string) names {
	inner := names{dot: n.dot, variables: maps.Clone(n.variables)}
	for _, name := range b.Variables {
		if inner.variables == nil {
			inner.variables = map[string]string{}
		}
		inner.variables[name] = scope
	}
	return inner
}

func (n names) term(text string) term {
	// a variable of the template, or one of Terraform, which means the same everywhere
	if strings.HasPrefix(text, "$") || strings.HasPrefix(text, "var.") {
		name, _, _ := strings.Cut(text, ".")
		return term{n.variables[name], text}
	}
	return term{n.dot, text}
}

// read collects the terms of all branches. It stops after maxConditions + 1 terms.
func (c *conditions) read(blocks []*Block, outer names) {
	for _, b := range blocks {
		if len(c.terms) > maxConditions {
			return
		}
		outer := outer
		for _, branch := range b.Branches {
			c.names[branch] = outer
			branch.Condition.eachTerm(func(text string) {
				if t := outer.term(text); len(c.terms) <= maxConditions && !slices.Contains(c.terms, t) {
					c.terms = append(c.terms, t)
				}
			})
			scope := outer.dot + " " + branch.Keyword
			if branch.Repeats() { // two loops over the same list may be at different items
				c.loops++
				scope += fmt.Sprintf(" %d", c.loops)
			} else if branch.Condition != nil {
				scope += " " + branch.Condition.Text
			}
			outer = outer.declare(branch, scope)
			inner := outer
			if branch.Repeats() || branch.Keyword == "with" {
				inner.dot = scope
			}
			c.read(branch.Blocks, inner)
		}
	}
}

// equality is a comparison with a text that has no blanks.
var equality = regexp.MustCompile(`(?s)^eq (.*) ("[^ ]*)$`)

// possible reports whether all values may occur together. They may not if one expression would be equal to
// two different texts.
func (c *conditions) possible(try []bool) bool {
	equal := map[term]string{}
	for i, holds := range try {
		t := c.terms[i]
		if value, isTrue := strings.CutSuffix(t.text, ` "true"`); isTrue && holds { // a value equal to "true" is not empty
			value = strings.TrimSuffix(strings.TrimPrefix(value, "eq (print "), ")")
			if j := slices.Index(c.terms, term{t.scope, value}); j >= 0 && !try[j] {
				return false
			}
		}
		match := equality.FindStringSubmatch(t.text)
		if !holds || match == nil {
			continue
		}
		operand := term{t.scope, match[1]}
		if value, ok := equal[operand]; ok && value != match[2] {
			return false
		}
		equal[operand] = match[2]
	}
	return true
}

// truth evaluates the condition of a branch, given the values of the terms: 1 if it holds, -1 if
// not, 0 if unknown.
func (c *conditions) truth(b *Branch, try []bool) int {
	return b.Condition.Truth(func(text string) int {
		switch i := slices.Index(c.terms, c.names[b].term(text)); {
		case i < 0:
			return 0
		case try[i]:
			return 1
		}
		return -1
	})
}

// Take returns the branches that are taken. truth evaluates the condition of a branch: 1 if it holds, -1 if not, 0 if unknown. An unknown
// condition counts as false, and sure is then false if the result depends on it.
func Take(blocks []*Block, truth func(b *Branch) int) (selection Taken, sure bool) {
	selection, sure = Taken{}, true
	var take func(blocks []*Block)
	take = func(blocks []*Block) {
		for _, b := range blocks {
			selection[b] = slices.IndexFunc(b.Branches, func(branch *Branch) bool {
				t := truth(branch)
				sure = sure && t != 0
				return t > 0
			})
			if branch := selection.Branch(b); branch != nil {
				take(branch.Blocks)
			}
		}
	}
	take(blocks)
	return selection, sure
}
