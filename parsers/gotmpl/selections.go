package gotmpl

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template/parse"
)

// maxSelections bounds in how many ways branches are taken: with every combination of their conditions while they are few, and else with each
// two of them in all combinations.
const (
	maxSelections = 300
	maxAllOf      = 6 // conditions of which every combination is tried
)

// Selections returns the ways in which branches of the blocks may be taken, each once, and whether they are all that are possible. It returns an
// error where there are too many.
func Selections(blocks []*Block) (found []Taken, all bool, err error) {
	c := ReadConditions(blocks)
	n := len(c.terms)
	all = n <= maxAllOf
	for _, try := range tries(n) {
		if !c.possible(try) {
			continue
		}
		taken := Taken{}
		c.take(blocks, try, taken)
		if !slices.ContainsFunc(found, func(t Taken) bool { return maps.Equal(t, taken) }) {
			found = append(found, taken)
		}
		if len(found) > maxSelections {
			return nil, false, fmt.Errorf("%d conditions decide about its lines", n)
		}
	}
	return found, all, nil
}

// tries returns values of n conditions.
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
		if len(tries) > 2*maxSelections {
			break
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

// Conditions are those that the branches of some blocks depend on. What is written in the same way at places where it means the same is one
// condition.
type Conditions struct {
	terms []term
	index map[term]int
	of    map[*Branch]formula
	loops int
}

// term is a condition that is not made of others.
type term struct {
	scope string // in which a dot, or a variable, means what it does there
	text  string
}

// formula is a condition: a term, or others joined. The zero value holds.
type formula struct {
	op   string // "", term, not, and, or
	term int
	in   []formula
}

func (f formula) holds(try []bool) bool {
	switch f.op {
	case "term":
		return try[f.term]
	case "not":
		return !f.in[0].holds(try)
	case "and":
		return !slices.ContainsFunc(f.in, func(g formula) bool { return !g.holds(try) })
	case "or":
		return slices.ContainsFunc(f.in, func(g formula) bool { return g.holds(try) })
	}
	return true
}

// ReadConditions reads the conditions of blocks.
func ReadConditions(blocks []*Block) *Conditions {
	c := &Conditions{index: map[term]int{}, of: map[*Branch]formula{}}
	c.read(blocks, names{})
	return c
}

// names tells the loops and withs that a dot and the variables in a block come from.
type names struct {
	dot       string
	variables map[string]string
}

// declare returns the names where a branch has declared variables.
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

func (c *Conditions) read(blocks []*Block, in names) {
	for _, b := range blocks {
		around := in
		for _, branch := range b.Branches {
			if branch.Condition != "" {
				c.of[branch] = c.formula(b.Open, branch.Condition, around)
			}
			scope := around.dot + " " + branch.Keyword + " " + branch.Condition
			if branch.Repeats() { // two loops over the same are at different items
				c.loops++
				scope = fmt.Sprintf("%s %s %d", around.dot, branch.Keyword, c.loops)
			}
			around = around.declare(branch, scope)
			inner := around
			if branch.Repeats() || branch.Keyword == "with" {
				inner.dot = scope
			}
			c.read(branch.Blocks, inner)
		}
	}
}

func (c *Conditions) formula(open, condition string, in names) formula {
	if open == "{{" {
		if pipe := Parse(condition); pipe != nil {
			return c.ofPipe(pipe, in)
		}
	}
	condition = strings.TrimSpace(condition)
	if rest, isNot := strings.CutPrefix(condition, "!"); isNot && !strings.HasPrefix(rest, "=") && !strings.ContainsAny(rest, " &|") {
		return formula{op: "not", in: []formula{c.term(rest, in)}}
	}
	return c.term(condition, in)
}

func (c *Conditions) term(text string, in names) formula {
	scope := in.dot
	if strings.HasPrefix(text, "$") || strings.HasPrefix(text, "var.") { // of a variable, or the same everywhere
		name, _, _ := strings.Cut(text, ".")
		scope = in.variables[name]
	}
	t := term{scope, text}
	i, known := c.index[t]
	if !known {
		i = len(c.terms)
		c.index[t], c.terms = i, append(c.terms, t)
	}
	return formula{op: "term", term: i}
}

func (c *Conditions) ofPipe(pipe *parse.PipeNode, in names) formula {
	if len(pipe.Cmds) != 1 {
		return c.term(pipe.String(), in)
	}
	return c.ofCall(pipe.Cmds[0].Args, in)
}

func (c *Conditions) ofCall(args []parse.Node, in names) formula {
	if len(args) == 1 {
		if inner, ok := args[0].(*parse.PipeNode); ok {
			return c.ofPipe(inner, in)
		}
		return c.term(args[0].String(), in)
	}
	name := args[0].String()
	switch {
	case (name == "not" || name == "empty") && len(args) == 2:
		return formula{op: "not", in: []formula{c.ofCall(args[1:], in)}}
	case name == "and" || name == "or":
		f := formula{op: name}
		for _, arg := range args[1:] {
			f.in = append(f.in, c.ofCall([]parse.Node{arg}, in))
		}
		return f
	case name == "ne" && len(args) == 3:
		return formula{op: "not", in: []formula{c.term("eq "+argument(args[1])+" "+argument(args[2]), in)}}
	}
	var texts []string
	for _, arg := range args {
		texts = append(texts, argument(arg))
	}
	return c.term(strings.Join(texts, " "), in)
}

// argument returns the text of an argument, in the parentheses that one needs that is a call itself.
func argument(n parse.Node) string {
	if _, isCall := n.(*parse.PipeNode); isCall {
		return "(" + n.String() + ")"
	}
	return n.String()
}

// possible says whether no two conditions hold that exclude one another: the same is equal to two texts.
func (c *Conditions) possible(try []bool) bool {
	equal := map[term]string{}
	for i, holds := range try {
		t := c.terms[i]
		if value, isTrue := strings.CutSuffix(t.text, ` "true"`); isTrue && holds { // and so it is not empty
			value = strings.TrimSuffix(strings.TrimPrefix(value, "eq (print "), ")")
			if j, known := c.index[term{t.scope, value}]; known && !try[j] {
				return false
			}
		}
		text, isEqual := strings.CutPrefix(t.text, "eq ")
		at := strings.LastIndexByte(text, ' ')
		if !holds || !isEqual || at < 0 || !strings.HasPrefix(text[at+1:], `"`) {
			continue
		}
		what := term{t.scope, text[:at]}
		if other, known := equal[what]; known && other != text[at:] {
			return false
		}
		equal[what] = text[at:]
	}
	return true
}

// take notes which branches are taken where the conditions hold as try says.
func (c *Conditions) take(blocks []*Block, try []bool, taken Taken) {
	for _, b := range blocks {
		taken[b] = -1
		for i, branch := range b.Branches {
			if f := c.of[branch]; f.holds(try) {
				taken[b] = i
				c.take(branch.Blocks, try, taken)
				break
			}
		}
	}
}

// Agrees says whether just the branches of taken are taken where truth says of a condition whether it holds: 1, -1 for not, 0 for unknown. A
// condition that is unknown, and that matters, agrees with nothing.
func (c *Conditions) Agrees(blocks []*Block, taken Taken, truth func(text string) int) bool {
	for _, b := range blocks {
		at, known := taken[b]
		for i, branch := range b.Branches {
			if known && at >= 0 && i > at {
				break
			}
			is := 1
			if f, has := c.of[branch]; has {
				is = c.truth(f, truth)
			}
			switch taking := known && i == at; {
			case is == 0, taking != (is > 0):
				return false
			case taking && !c.Agrees(branch.Blocks, taken, truth):
				return false
			}
		}
	}
	return true
}

// truth says whether a formula holds: 1, -1 for not, 0 where that is unknown.
func (c *Conditions) truth(f formula, truth func(text string) int) int {
	switch f.op {
	case "term":
		return truth(c.terms[f.term].text)
	case "not":
		return -c.truth(f.in[0], truth)
	case "and", "or":
		sign := 1
		if f.op == "or" {
			sign = -1
		}
		all := sign
		for _, g := range f.in {
			all = min(all*sign, c.truth(g, truth)*sign) * sign
		}
		return all
	}
	return 1
}
