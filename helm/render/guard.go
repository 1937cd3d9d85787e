package render

import (
	"bytes"
	"errors"
	"reflect"
	"text/template/parse"

	"github.com/karplint/karplint/base/limit"
)

// A template can make values that contain themselves (set .Values "a" .), one value a million times (list $x $x, thirty times), or a text of any
// length (repeat). To write those would exhaust the stack, or memory at once, so a call is checked before it is made.
const (
	maxText   = 8 << 20 // bytes that a call makes at once
	maxWeight = 1 << 20 // bytes of texts, and one for each other value, that a call reads
	maxLevels = 1000    // of maps and lists inside each other
)

var errTooLarge = errors.New("a value is too large to be written")

// check returns an error for a call that may exhaust the stack or memory.
func check(name string, args []reflect.Value) error {
	limit.Point()
	if shallow[name] {
		return nil
	}
	s := scale{remaining: maxWeight}
	for _, arg := range args {
		s.put(arg)
	}
	tooLarge := s.remaining < 0 || multiplying[name] && productOf(args) > maxText || name == "printf" && widths(args[0].String()) > maxText
	if tooLarge {
		return errTooLarge
	}
	return nil
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

// output is what a run writes.
type output struct{ bytes.Buffer }

func (o *output) Write(p []byte) (int, error) {
	limit.Point()
	return o.Buffer.Write(p)
}

// Functions that guard adds to a template: one that a limit can stop, and one that returns its argument, or an error if that is too heavy.
const (
	stepFunction  = "karplintStep"
	weighFunction = "karplintWeigh"
)

func step() string {
	limit.Point()
	return ""
}

func weighed(v any) (any, error) { return v, check(weighFunction, []reflect.Value{reflect.ValueOf(v)}) }

// guard inserts a call of stepFunction at the start of each node list, and sends each value through weighFunction before it is written.
func guard(list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		eachBranch(n, guard)
		if action, isAction := n.(*parse.ActionNode); isAction && writes(n) {
			action.Pipe.Cmds = append(action.Pipe.Cmds, callOf(weighFunction))
		}
	}
	step := &parse.ActionNode{NodeType: parse.NodeAction,
		Pipe: &parse.PipeNode{NodeType: parse.NodePipe, Cmds: []*parse.CommandNode{callOf(stepFunction)}}}
	list.Nodes = append([]parse.Node{step}, list.Nodes...)
}
