package render

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp/syntax"
	"strings"
	"text/template/parse"
)

// budget bounds the work of a run.
type budget struct {
	steps, bytes int
	bound        string // that was exceeded first; "" if none was
}

// The bounds as Run.Bound names them.
var (
	stepsBound = fmt.Sprintf("takes more than %d steps", maxSteps)
	bytesBound = fmt.Sprintf("writes more than %d MiB", maxBytes>>20)
	depthBound = fmt.Sprintf("nests more than %d calls of include and tpl", maxDepth)
)

var errBudget = errors.New("more steps than karplint follows")

// exceed notes the bound that the run exceeds, and returns the error that ends it.
func (b *budget) exceed(bound string) error {
	if b.bound == "" {
		b.bound = bound
	}
	return errBudget
}

// weightOfStep is the weight of the values that a function reads in the time of one step.
const weightOfStep = 256

// take counts steps.
func (b *budget) take(steps int) error {
	if b.steps += steps; b.steps > maxSteps {
		return b.exceed(stepsBound)
	}
	return nil
}

// step counts the steps of a node list.
func (b *budget) step(steps int) (string, error) { return "", b.take(steps) }

// spend counts bytes that are written, or entries of a new list or map.
func (b *budget) spend(size int) error {
	if b.bytes += size; b.bytes > maxBytes {
		return b.exceed(bytesBound)
	}
	return b.take(size / weightOfStep)
}

// Factors for functions that take longer for their arguments than to read them.
const (
	parsing = 16
	entry   = 32 // for each value in a list or map
)

// parsers are the functions that parse or encode.
var parsers = wordSet(`fromYaml fromYamlArray fromJson fromJsonArray mustFromJson toYaml mustToYaml toJson mustToJson toPrettyJson mustToPrettyJson toRawJson
	mustToRawJson semver semverCompare urlParse deepCopy mustDeepCopy`)

// pairing are the functions that compare each item of a list with all others.
var pairing = wordSet(`uniq mustUniq without mustWithout`)

// call counts the steps of a call: those to read its arguments, and what the function does with them.
func (b *budget) call(name string, args []reflect.Value) error {
	if shallow[name] {
		return nil
	}
	s, factor := scale{remaining: maxWeight}, 1
	for _, arg := range args {
		s.put(arg)
	}
	switch {
	case s.remaining < 0:
		return b.exceed(stepsBound)
	case name == "printf" && widths(args[0].String()) > maxBytes:
		return b.exceed(bytesBound)
	case parsers[name]:
		factor = parsing
	case pairing[name]:
		factor = max(s.values, 1)
	case strings.HasPrefix(strings.ToLower(strings.TrimPrefix(name, "must")), "regex") && name != "regexQuoteMeta":
		factor = matching(name, args[0].String(), args[1].Len())
	}
	return b.take(s.cost() * factor / weightOfStep)
}

// maxWidth is the width up to which fmt fills an operand.
const maxWidth = 1_000_000

// widths returns how many bytes a format may write to fill its operands: the sum of its numbers, and of those that it takes from operands.
func widths(format string) (sum int) {
	number := 0
	for i := range len(format) {
		switch c := format[i]; {
		case '0' <= c && c <= '9':
			number = min(10*number+int(c-'0'), maxWidth)
			continue
		case c == '*':
			number = maxWidth
		}
		sum, number = sum+number, 0
	}
	return sum
}

// maxPattern is the length in bytes up to which a regular expression is compiled.
const maxPattern = 4 << 10

// matching returns how much longer a regular expression takes for a text of a length than to read it. To find all matches takes the square of the
// length: each search may read to the end.
func matching(name, pattern string, length int) int {
	if len(pattern) > maxPattern {
		return maxBytes
	}
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return parsing
	}
	size := compiledSize(re)
	if strings.Contains(name, "All") || strings.HasSuffix(name, "Split") {
		return 2 * size * (length + 1)
	}
	return 2 * size
}

// compiledSize returns about how many instructions an expression compiles to.
func compiledSize(re *syntax.Regexp) int {
	size := 1 + len(re.Rune)
	for _, sub := range re.Sub {
		size += compiledSize(sub)
	}
	if re.Op == syntax.OpRepeat {
		size *= max(re.Min, re.Max, 1)
	}
	return size
}

// limited is a writer with a budget.
type limited struct {
	out    *bytes.Buffer
	budget *budget
}

func (l *limited) Write(p []byte) (int, error) {
	if err := l.budget.spend(len(p)); err != nil {
		return 0, err
	}
	return l.out.Write(p)
}

// stepFunction counts the steps of the node lists that a run executes.
const stepFunction = "karplintStep"

// nodesOfStep is the number of nodes that a run executes in the time of one step.
const nodesOfStep = 8

// guard inserts a call of stepFunction at the start of each node list, and sends each value through weighFunction before it is written or compared. It
// returns the number of nodes.
func guard(list *parse.ListNode) (nodes int) {
	if list == nil {
		return 0
	}
	own := 0
	for _, n := range list.Nodes {
		own++
		eachBranch(n, func(inner *parse.ListNode) { nodes += guard(inner) })
		own += weighCompared(pipeOf(n))
		if action, isAction := n.(*parse.ActionNode); isAction && writes(n) {
			action.Pipe.Cmds = append(action.Pipe.Cmds, callOf(weighFunction))
		}
	}
	call := callOf(stepFunction)
	call.Args = append(call.Args, &parse.NumberNode{NodeType: parse.NodeNumber, IsInt: true, Int64: int64(1 + own/nodesOfStep)})
	step := &parse.ActionNode{NodeType: parse.NodeAction, Pipe: &parse.PipeNode{NodeType: parse.NodePipe, Cmds: []*parse.CommandNode{call}}}
	list.Nodes = append([]parse.Node{step}, list.Nodes...)
	return nodes + own
}

// pipeOf returns the pipeline of a node; nil if it has none.
func pipeOf(n parse.Node) *parse.PipeNode {
	switch n := n.(type) {
	case *parse.ActionNode:
		return n.Pipe
	case *parse.TemplateNode:
		return n.Pipe
	}
	if b := branchOf(n); b != nil {
		return b.Pipe
	}
	return nil
}

// comparing are the functions of text/template that compare texts.
var comparing = wordSet(`eq ne lt le gt ge`)

// weighCompared sends the values that a pipeline compares through weighFunction. It returns the number of nodes that the pipeline had.
func weighCompared(pipe *parse.PipeNode) (nodes int) {
	if pipe == nil {
		return 0
	}
	var weighing []*parse.CommandNode
	for i, cmd := range pipe.Cmds {
		name, isCall := cmd.Args[0].(*parse.IdentifierNode)
		compares := isCall && comparing[name.Ident]
		if compares && i > 0 {
			weighing = append(weighing, callOf(weighFunction)) // the result of the command before it
		}
		weighing = append(weighing, cmd)
		for k, arg := range cmd.Args {
			nodes++
			switch arg := arg.(type) {
			case *parse.PipeNode:
				nodes += weighCompared(arg)
			case *parse.ChainNode:
				if inner, isPipe := arg.Node.(*parse.PipeNode); isPipe {
					nodes += weighCompared(inner)
				}
			}
			if compares && k > 0 {
				cmd.Args[k] = through(weighFunction, arg)
			}
		}
	}
	pipe.Cmds = weighing
	return nodes
}
