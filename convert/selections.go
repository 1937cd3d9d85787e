package convert

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/parsers/yaml"
)

// maxSelections bounds how often an object is converted: with every combination of its conditions while they are few, and else with each
// two of them in all combinations.
const (
	maxSelections = 300
	maxAllOf      = 6 // conditions of which every combination is tried
)

// selections returns the ways in which branches of the blocks may be taken, each once, and an error where there are too many.
func selections(blocks []*yaml.Block) ([]yaml.Taken, error) {
	v := &conditionSet{index: map[string]int{}, of: map[*yaml.Branch]formula{}}
	v.read(blocks, "")
	n := len(v.atoms)
	var tries [][]bool
	if n <= maxAllOf {
		for bits := range 1 << n {
			try := make([]bool, n)
			for i := range try {
				try[i] = bits>>i&1 == 0
			}
			tries = append(tries, try)
		}
	} else {
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
	}
	var found []yaml.Taken
	for _, try := range tries {
		if !v.possible(try) {
			continue
		}
		taken := yaml.Taken{}
		v.take(blocks, try, taken)
		if !slices.ContainsFunc(found, func(t yaml.Taken) bool { return maps.Equal(t, taken) }) {
			found = append(found, taken)
		}
		if len(found) > maxSelections {
			return nil, edit.RefuseWith("", "%d conditions decide about its lines", n)
		}
	}
	return found, nil
}

func flipped(n int, base bool, those ...int) []bool {
	try := make([]bool, n)
	for i := range try {
		try[i] = base != slices.Contains(those, i)
	}
	return try
}

// conditionSet are the conditions that the branches of some blocks depend on. What is written in the same way at places where it means the same
// is one condition.
type conditionSet struct {
	atoms []string
	index map[string]int
	of    map[*yaml.Branch]formula
}

// formula is a condition: an atom, or others joined. The zero value holds.
type formula struct {
	op   string // "", atom, not, and, or
	atom int
	in   []formula
}

func (f formula) holds(try []bool) bool {
	switch f.op {
	case "atom":
		return try[f.atom]
	case "not":
		return !f.in[0].holds(try)
	case "and":
		return !slices.ContainsFunc(f.in, func(g formula) bool { return !g.holds(try) })
	case "or":
		return slices.ContainsFunc(f.in, func(g formula) bool { return g.holds(try) })
	}
	return true
}

// read takes the conditions of blocks down. scope names the loops and withs around them, in which a dot means something else.
func (v *conditionSet) read(blocks []*yaml.Block, scope string) {
	for i, b := range blocks {
		for _, branch := range b.Branches {
			if branch.Condition != "" {
				v.of[branch] = v.formula(b.Open, branch.Condition, scope)
			}
			inner := scope
			switch branch.Keyword {
			case "with":
				inner = scope + " with " + branch.Condition
			case "range", "for": // two loops over the same are at different items
				inner = fmt.Sprintf("%s %s %d", scope, branch.Keyword, i)
			}
			v.read(branch.Blocks, inner)
		}
	}
}

func (v *conditionSet) formula(open, condition, scope string) formula {
	if open == "{{" {
		if trees, err := parseTemplate("condition", "{{if "+condition+"}}{{end}}"); err == nil {
			for _, n := range trees["condition"].Root.Nodes {
				if n, ok := n.(*parse.IfNode); ok {
					return v.ofPipe(n.Pipe, scope)
				}
			}
		}
	}
	condition = strings.TrimSpace(condition)
	if rest, isNot := strings.CutPrefix(condition, "!"); isNot && !strings.HasPrefix(rest, "=") && !strings.ContainsAny(rest, " &|") {
		return formula{op: "not", in: []formula{v.atom(rest, scope)}}
	}
	return v.atom(condition, scope)
}

func (v *conditionSet) atom(text, scope string) formula {
	if strings.HasPrefix(text, "$") || strings.HasPrefix(text, "var.") {
		scope = "" // means the same everywhere
	}
	key := scope + "\x00" + text
	i, known := v.index[key]
	if !known {
		i = len(v.atoms)
		v.index[key], v.atoms = i, append(v.atoms, key)
	}
	return formula{op: "atom", atom: i}
}

func (v *conditionSet) ofPipe(pipe *parse.PipeNode, scope string) formula {
	if len(pipe.Cmds) != 1 {
		return v.atom(pipe.String(), scope)
	}
	return v.ofCall(pipe.Cmds[0].Args, scope)
}

func (v *conditionSet) ofCall(args []parse.Node, scope string) formula {
	if len(args) == 1 {
		if inner, ok := args[0].(*parse.PipeNode); ok {
			return v.ofPipe(inner, scope)
		}
		return v.atom(args[0].String(), scope)
	}
	name := args[0].String()
	switch {
	case (name == "not" || name == "empty") && len(args) == 2:
		return formula{op: "not", in: []formula{v.ofCall(args[1:], scope)}}
	case name == "and" || name == "or":
		f := formula{op: name}
		for _, arg := range args[1:] {
			f.in = append(f.in, v.ofCall([]parse.Node{arg}, scope))
		}
		return f
	case name == "ne" && len(args) == 3:
		return formula{op: "not", in: []formula{v.atom("eq "+argument(args[1])+" "+argument(args[2]), scope)}}
	}
	var texts []string
	for _, arg := range args {
		texts = append(texts, argument(arg))
	}
	return v.atom(strings.Join(texts, " "), scope)
}

// argument returns the text of an argument, in the parentheses that one needs that is a call itself.
func argument(n parse.Node) string {
	if _, isCall := n.(*parse.PipeNode); isCall {
		return "(" + n.String() + ")"
	}
	return n.String()
}

// possible says whether no two conditions hold that exclude one another: the same is equal to two texts.
func (v *conditionSet) possible(try []bool) bool {
	equal := map[string]string{}
	for i, holds := range try {
		scope, whole, _ := strings.Cut(v.atoms[i], "\x00")
		if value, isTrue := strings.CutSuffix(whole, ` "true"`); isTrue && holds { // and so it is not empty
			value = strings.TrimSuffix(strings.TrimPrefix(value, "eq (print "), ")")
			if j, known := v.index[scope+"\x00"+value]; known && !try[j] {
				return false
			}
		}
		text, isEqual := strings.CutPrefix(v.atoms[i][strings.IndexByte(v.atoms[i], 0)+1:], "eq ")
		at := strings.LastIndexByte(text, ' ')
		if !holds || !isEqual || at < 0 || !strings.HasPrefix(text[at+1:], `"`) {
			continue
		}
		what := v.atoms[i][:strings.IndexByte(v.atoms[i], 0)+1] + text[:at]
		if other, known := equal[what]; known && other != text[at:] {
			return false
		}
		equal[what] = text[at:]
	}
	return true
}

// take notes which branches are taken where the conditions hold as try says.
func (v *conditionSet) take(blocks []*yaml.Block, try []bool, taken yaml.Taken) {
	for _, b := range blocks {
		taken[b] = -1
		for i, branch := range b.Branches {
			if f := v.of[branch]; f.holds(try) {
				taken[b] = i
				v.take(branch.Blocks, try, taken)
				break
			}
		}
	}
}
