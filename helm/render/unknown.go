package render

import (
	"text/template/parse"
)

// unknownText is written in place of an unknown value. No text of a chart contains it, and quoting or encoding a text does not
// change it.
const unknownText = "\u27c1"

// unknown is an unknown value among known ones.
type unknown string

// hasUnknown reports whether a value, or a part of it, is unknown.
func hasUnknown(v any) bool {
	switch v := v.(type) {
	case unknown:
		return true
	case []any:
		for _, item := range v {
			if hasUnknown(item) {
				return true
			}
		}
	case map[string]any:
		for _, value := range v {
			if hasUnknown(value) {
				return true
			}
		}
	}
	return false
}

// Functions that return their argument, and fail if it is unknown.
const (
	knownFunction   = "karplintKnown"   // or a part of it is
	decidedFunction = "karplintDecided" // for conditions
)

func known(v any) (any, error) {
	if _, err := weighed(v); err != nil || hasUnknown(v) {
		return nil, ErrNotRendered
	}
	return v, nil
}

func decided(v any) (any, error) {
	if _, isUnknown := v.(unknown); isUnknown {
		return nil, ErrNotRendered
	}
	return v, nil
}

// passing are the functions in whose result an unknown argument stays recognizable. Any other function could base a decision on
// it.
var passing = map[string]bool{
	"toYaml": true, "mustToYaml": true, "toJson": true, "quote": true, "squote": true, "toString": true, "print": true, "printf": true, "include": true,
	"dict": true, "list": true, "nindent": true, "indent": true, "trim": true, "omit": true, "pick": true, "get": true, "index": true, "merge": true,
	"deepCopy": true, "default": true, "required": true,
}

// demandKnown makes conditions, and functions that are not passing, fail for unknown values.
func demandKnown(list *parse.ListNode) {
	if list == nil {
		return
	}
	for _, n := range list.Nodes {
		if b := branchOf(n); b != nil {
			demandIn(b.Pipe)
			if n.Type() != parse.NodeRange {
				b.Pipe.Cmds = append(b.Pipe.Cmds, callOf(decidedFunction))
			}
		}
		switch n := n.(type) {
		case *parse.ActionNode:
			demandIn(n.Pipe)
		case *parse.TemplateNode:
			demandIn(n.Pipe)
		}
		eachBranch(n, demandKnown)
	}
}

func demandIn(pipe *parse.PipeNode) {
	if pipe == nil {
		return
	}
	var demanding []*parse.CommandNode
	for i, cmd := range pipe.Cmds {
		name, isCall := cmd.Args[0].(*parse.IdentifierNode)
		isDemanding := isCall && !passing[name.Ident]
		if isDemanding && i > 0 {
			demanding = append(demanding, callOf(knownFunction)) // checks the result of the command before it
		}
		demanding = append(demanding, cmd)
		for k, arg := range cmd.Args {
			if inner, isPipe := arg.(*parse.PipeNode); isPipe {
				demandIn(inner)
			}
			if isDemanding && k > 0 {
				cmd.Args[k] = demanded(arg)
			}
		}
	}
	pipe.Cmds = demanding
}

// demanded returns an argument that fails if its value is unknown.
func demanded(arg parse.Node) parse.Node {
	switch arg.(type) {
	case *parse.FieldNode, *parse.VariableNode, *parse.DotNode, *parse.ChainNode, *parse.PipeNode:
		return through(knownFunction, arg)
	}
	return arg
}

// through returns an argument that a function returns.
func through(function string, arg parse.Node) parse.Node {
	call := callOf(function)
	call.Args = append(call.Args, arg)
	return &parse.PipeNode{NodeType: parse.NodePipe, Pos: arg.Position(), Cmds: []*parse.CommandNode{call}}
}

func callOf(function string) *parse.CommandNode {
	name := &parse.IdentifierNode{NodeType: parse.NodeIdentifier, Ident: function}
	return &parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{name}}
}
