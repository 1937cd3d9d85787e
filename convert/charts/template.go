package charts

import (
	"maps"
	"sort"
	"strings"
	"text/template/parse"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// AnyItem is a step of a values path that means any item of a list, or any value of a map.
type AnyItem struct{}

// Action describes the output of an action of a Go template.
type Action struct {
	// Values is the path of the value in the context of the chart: Values, pool, spec. It is nil if unknown.
	Values []any
	Plain  bool   // the value itself, unchanged and without a default
	AsText bool   // the value, quoted as a text
	Text   string // the expression without formatting: .Values.pool.ttl
	Filled bool   // never empty, because of a condition around it or a default
}

// WrittenAt returns the action in a span of a file. ok is false if the file is not a Go template, or nothing is written there.
func WrittenAt(file *model.File, span model.Span) (a Action, ok bool) {
	all := model.Kept(file, actionsIn).actions
	i := sort.Search(len(all), func(i int) bool { return all[i].pos >= span.Start })
	if i == len(all) || all[i].pos >= span.End {
		return Action{}, false
	}
	return all[i].Action, true
}

// actions are those of a file that write something, in order.
type actions struct{ actions []placedAction }

type placedAction struct {
	Action
	pos int
}

// actionsIn returns no actions if the file is not a Go template.
func actionsIn(file *model.File) *actions {
	tree, err := gotmpl.ParseFile(file.Path, string(file.Data))
	if err != nil {
		return &actions{}
	}
	f := &finder{changed: assignedIn(string(file.Data))}
	for _, t := range tree { // in any order: the actions are sorted
		s := scope{dot: []any{}, vars: map[string][]any{"$": {}}, filled: map[string]bool{}}
		if t.ParseName != t.Name { // the context of a named template is unknown
			s.dot, s.vars["$"] = nil, nil
		}
		f.list(t.Root, s)
	}
	sort.Slice(f.written, func(i, j int) bool { return f.written[i].pos < f.written[j].pos })
	return &actions{f.written}
}

// scope holds the paths of dot and of the variables at a place in a template. An unknown path is nil.
type scope struct {
	dot    []any
	vars   map[string][]any
	filled map[string]bool // expressions that conditions around the place keep from being empty
}

func (s scope) with(dot []any, filled ...string) scope {
	inner := scope{dot: dot, vars: maps.Clone(s.vars), filled: maps.Clone(s.filled)}
	for _, f := range filled {
		inner.filled[f] = true
	}
	return inner
}

// finder collects the actions of a template that write something, or the values that it reads.
type finder struct {
	changed map[string]bool                              // variables with an assignment after their declaration, whose values are therefore unknown
	written []placedAction                               // only without read
	read    func(pos parse.Pos, values []any, test bool) // called for each value that is read; may be nil
}

// assignedIn returns the variables that a template assigns after their declaration.
func assignedIn(text string) map[string]bool {
	assigned := map[string]bool{}
	for _, t := range gotmpl.Find([]byte(text)) {
		if a := gotmpl.Read(text[t.Span.Start:t.Span.End]); !a.Declares {
			for _, name := range a.Variables {
				assigned[name] = true
			}
		}
	}
	return assigned
}

// declare sets the path of a variable.
func (f *finder) declare(s scope, name string, value []any) {
	if f.changed[name] {
		value = nil
	}
	s.vars[name] = value
}

func (f *finder) list(l *parse.ListNode, s scope) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		f.node(n, s)
	}
}

func (f *finder) node(n parse.Node, s scope) {
	switch n := n.(type) {
	case *parse.ActionNode:
		if f.read == nil && len(n.Pipe.Decl) == 0 {
			w := s.pipe(n.Pipe)
			w.Filled = w.Filled || s.filled[w.Text]
			f.written = append(f.written, placedAction{w, int(n.Pos)})
		}
		if len(n.Pipe.Decl) != 1 || s.plain(n.Pipe) == nil || f.changed[n.Pipe.Decl[0].Ident[0]] {
			f.reads(n.Pipe, s, false)
		}
		if len(n.Pipe.Decl) == 1 {
			f.declare(s, n.Pipe.Decl[0].Ident[0], s.plain(n.Pipe))
		}
	case *parse.TemplateNode:
		f.reads(n.Pipe, s, false)
	case *parse.IfNode:
		f.reads(n.Pipe, s, true)
		f.list(n.List, s.with(s.dot, conditions(n.Pipe)...))
		f.list(n.ElseList, s.with(s.dot))
	case *parse.WithNode:
		f.reads(n.Pipe, s, s.plain(n.Pipe) != nil)
		inner := s.with(s.plain(n.Pipe), s.pipe(n.Pipe).Text, ".")
		if len(n.Pipe.Decl) == 1 {
			f.declare(inner, n.Pipe.Decl[0].Ident[0], inner.dot)
			inner.filled[n.Pipe.Decl[0].Ident[0]] = !f.changed[n.Pipe.Decl[0].Ident[0]]
		}
		f.list(n.List, inner)
		f.list(n.ElseList, s.with(s.dot))
	case *parse.RangeNode:
		f.reads(n.Pipe, s, s.plain(n.Pipe) != nil)
		inner := s.with(nil)
		delete(inner.filled, ".")
		if list := s.plain(n.Pipe); list != nil {
			inner.dot = append(append([]any{}, list...), AnyItem{})
		}
		if len(n.Pipe.Decl) > 0 {
			f.declare(inner, n.Pipe.Decl[0].Ident[0], nil) // the index or key of an item
			f.declare(inner, n.Pipe.Decl[len(n.Pipe.Decl)-1].Ident[0], inner.dot)
		}
		f.list(n.List, inner)
		f.list(n.ElseList, s.with(s.dot))
	}
}

// conditions returns the expressions that are not empty if a condition is true.
func conditions(pipe *parse.PipeNode) []string {
	if len(pipe.Cmds) != 1 {
		return nil
	}
	args := pipe.Cmds[0].Args
	if name, ok := args[0].(*parse.IdentifierNode); ok && name.Ident == "and" {
		var texts []string
		for _, arg := range args[1:] {
			if inner, ok := arg.(*parse.PipeNode); ok {
				texts = append(texts, conditions(inner)...)
			} else {
				texts = append(texts, arg.String())
			}
		}
		return texts
	}
	if len(args) == 1 {
		return []string{args[0].String()}
	}
	return nil
}

// plain returns the path of a pipeline that is an unchanged value, or nil.
func (s scope) plain(pipe *parse.PipeNode) []any {
	if w := s.pipe(pipe); w.Plain {
		return w.Values
	}
	return nil
}

// formatting lists functions that write their last argument without changing its value.
var formatting = map[string]bool{"toYaml": true, "indent": true, "nindent": true, "required": true, "deepCopy": true}

// toText lists functions that write a value as a text.
var toText = map[string]bool{"quote": true, "squote": true}

func (s scope) pipe(pipe *parse.PipeNode) Action {
	var w Action
	for i, cmd := range pipe.Cmds {
		name, isCall := cmd.Args[0].(*parse.IdentifierNode)
		isFirst, isDefault := i == 0, isCall && name.Ident == "default"
		switch {
		case isFirst && !isCall && len(cmd.Args) == 1:
			w = Action{Values: s.value(cmd.Args[0]), Plain: true, Text: cmd.Args[0].String()}
		case isFirst && isIndex(cmd):
			w = Action{Values: s.index(cmd.Args[1:]), Plain: true, Text: "(" + cmd.String() + ")"}
		case isFirst && isCall && len(cmd.Args) > 1:
			last := cmd.Args[len(cmd.Args)-1]
			if inner, ok := last.(*parse.PipeNode); ok {
				w = s.pipe(inner)
			} else {
				w = Action{Values: s.value(last), Plain: true, Text: last.String()}
			}
			w.AsText = w.Plain && toText[name.Ident] && len(cmd.Args) == 2
			w.Plain = w.Plain && formatting[name.Ident]
			hasDefault := isDefault && isNumber(cmd.Args[1])
			w.Filled = w.Filled || hasDefault || name.Ident == "required"
			if !formatting[name.Ident] {
				w.Text = "(" + cmd.String() + ")"
			}
		case isCall && formatting[name.Ident]:
		case isCall:
			isValue := w.Plain || w.AsText
			w.AsText = isValue && toText[name.Ident] && len(cmd.Args) == 1
			w.Plain = false
			if isDefault && len(cmd.Args) == 2 {
				w.Filled = w.Filled || isNumber(cmd.Args[1])
			}
			w.Text = "(" + strings.TrimSuffix(strings.TrimPrefix(w.Text, "("), ")") + " | " + cmd.String() + ")"
		default:
			return Action{Text: pipe.String()}
		}
	}
	if w.Values == nil {
		w.Plain, w.AsText = false, false
	}
	return w
}

// isIndex reports whether a command calls index with a key.
func isIndex(cmd *parse.CommandNode) bool {
	name, isCall := cmd.Args[0].(*parse.IdentifierNode)
	return isCall && name.Ident == "index" && len(cmd.Args) > 2
}

func isNumber(n parse.Node) bool { _, ok := n.(*parse.NumberNode); return ok }

// value returns the values path of a node, or nil.
func (s scope) value(n parse.Node) []any {
	switch n := n.(type) {
	case *parse.DotNode:
		return s.dot
	case *parse.FieldNode:
		return descend(s.dot, n.Ident)
	case *parse.VariableNode:
		return descend(s.vars[n.Ident[0]], n.Ident[1:])
	case *parse.ChainNode:
		if inner, ok := n.Node.(*parse.PipeNode); ok {
			return descend(s.plain(inner), n.Field)
		}
		return descend(s.value(n.Node), n.Field)
	case *parse.PipeNode:
		return s.plain(n)
	}
	return nil
}

func (s scope) index(args []parse.Node) []any {
	path := s.value(args[0])
	for _, arg := range args[1:] {
		key, ok := arg.(*parse.StringNode)
		if !ok {
			return nil
		}
		path = descend(path, []string{key.Text})
	}
	return path
}

func descend(path []any, keys []string) []any {
	if path == nil {
		return nil
	}
	path = append([]any{}, path...)
	for _, key := range keys {
		path = append(path, key)
	}
	return path
}
