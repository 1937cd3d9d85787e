package convert

import (
	"maps"
	"path"
	"strings"
	"text/template/parse"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// anyOne stands in a path of values for any item of a list or value of a map.
type anyOne struct{}

// action is what a Go template writes.
type action struct {
	// values is the path of the value it writes among those that a chart is rendered with: Values, pool, spec. It is nil where that is not
	// known.
	values []any
	plain  bool   // nothing changes the value, and nothing takes its place
	asText bool   // the same, but that the value is made a text
	text   string // of what it writes, without what formats it: .Values.pool.ttl
	filled bool   // a condition around it, or a default, says that it is not empty
}

// writtenAt returns what the template writes that stands in a span of a file, which is not ok where the file is no Go template or the
// place is none where something is written.
func writtenAt(file *model.File, at model.Span) (w action, ok bool) {
	tree, err := gotmpl.ParseFile(file.Path, string(file.Data))
	if err != nil {
		return action{}, false
	}
	f := &finder{at: at, changed: assignedIn(string(file.Data))}
	for _, t := range tree {
		s := scope{dot: []any{}, vars: map[string][]any{"$": {}}, filled: map[string]bool{}}
		if t.ParseName != t.Name { // a named template is given anything
			s.dot, s.vars["$"] = nil, nil
		}
		f.list(t.Root, s)
	}
	if f.found == nil {
		return action{}, false
	}
	return *f.found, true
}

// scope is what is known at a place in a template. Paths that are not known are nil.
type scope struct {
	dot    []any
	vars   map[string][]any
	filled map[string]bool // what conditions around the place say is not empty
}

func (s scope) with(dot []any, filled ...string) scope {
	inner := scope{dot: dot, vars: maps.Clone(s.vars), filled: maps.Clone(s.filled)}
	for _, f := range filled {
		inner.filled[f] = true
	}
	return inner
}

// finder looks for the action that starts within a span.
type finder struct {
	at      model.Span
	changed map[string]bool // variables that something is assigned to after their declaration, which may have any value
	found   *action
	read    func(at parse.Pos, values []any, test bool) // told of each value that is read, if not nil
}

// assignedIn returns the variables that a template assigns to.
func assignedIn(text string) map[string]bool {
	found := map[string]bool{}
	for _, t := range gotmpl.Find([]byte(text)) {
		if a := gotmpl.Read(text[t.Span.Start:t.Span.End]); !a.Declares {
			for _, name := range a.Variables {
				found[name] = true
			}
		}
	}
	return found
}

// declare notes what a variable is.
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
		if f.found != nil {
			return
		}
		f.node(n, s)
	}
}

func (f *finder) node(n parse.Node, s scope) {
	switch n := n.(type) {
	case *parse.ActionNode:
		if pos := int(n.Pos); f.at.Start <= pos && pos < f.at.End && len(n.Pipe.Decl) == 0 {
			w := s.pipe(n.Pipe)
			w.filled = w.filled || s.filled[w.text]
			f.found = &w
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
		inner := s.with(s.plain(n.Pipe), s.pipe(n.Pipe).text, ".")
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
		if over := s.plain(n.Pipe); over != nil {
			inner.dot = append(append([]any{}, over...), anyOne{})
		}
		if len(n.Pipe.Decl) > 0 {
			f.declare(inner, n.Pipe.Decl[0].Ident[0], nil) // an index or a key
			f.declare(inner, n.Pipe.Decl[len(n.Pipe.Decl)-1].Ident[0], inner.dot)
		}
		f.list(n.List, inner)
		f.list(n.ElseList, s.with(s.dot))
	}
}

// conditions returns what is not empty where a condition holds.
func conditions(pipe *parse.PipeNode) []string {
	if len(pipe.Cmds) != 1 {
		return nil
	}
	args := pipe.Cmds[0].Args
	if name, ok := args[0].(*parse.IdentifierNode); ok && name.Ident == "and" {
		var all []string
		for _, arg := range args[1:] {
			if inner, ok := arg.(*parse.PipeNode); ok {
				all = append(all, conditions(inner)...)
			} else {
				all = append(all, arg.String())
			}
		}
		return all
	}
	if len(args) == 1 {
		return []string{args[0].String()}
	}
	return nil
}

// plain returns the path of a pipeline that is a value as it is, or nil.
func (s scope) plain(pipe *parse.PipeNode) []any {
	if w := s.pipe(pipe); w.plain {
		return w.values
	}
	return nil
}

// formatting are the functions that write a value, their last argument, without changing it.
var formatting = map[string]bool{"toYaml": true, "indent": true, "nindent": true, "required": true, "deepCopy": true}

// toText are the functions that write a value as a text.
var toText = map[string]bool{"quote": true, "squote": true}

func (s scope) pipe(pipe *parse.PipeNode) action {
	var w action
	for i, cmd := range pipe.Cmds {
		name, isCall := cmd.Args[0].(*parse.IdentifierNode)
		switch {
		case i == 0 && !isCall && len(cmd.Args) == 1:
			w = action{values: s.value(cmd.Args[0]), plain: true, text: cmd.Args[0].String()}
		case i == 0 && isCall && name.Ident == "index" && len(cmd.Args) > 2:
			w = action{values: s.index(cmd.Args[1:]), plain: true, text: "(" + cmd.String() + ")"}
		case i == 0 && isCall && len(cmd.Args) > 1:
			last := cmd.Args[len(cmd.Args)-1]
			if inner, ok := last.(*parse.PipeNode); ok {
				w = s.pipe(inner)
			} else {
				w = action{values: s.value(last), plain: true, text: last.String()}
			}
			w.asText = w.plain && toText[name.Ident] && len(cmd.Args) == 2
			w.plain = w.plain && formatting[name.Ident]
			w.filled = w.filled || name.Ident == "required" || name.Ident == "default" && isNumber(cmd.Args[1])
			if !formatting[name.Ident] {
				w.text = "(" + cmd.String() + ")"
			}
		case isCall && formatting[name.Ident]:
		case isCall:
			w.asText = (w.plain || w.asText) && toText[name.Ident] && len(cmd.Args) == 1
			w.plain = false
			w.filled = w.filled || name.Ident == "default" && len(cmd.Args) == 2 && isNumber(cmd.Args[1])
			w.text = "(" + strings.TrimSuffix(strings.TrimPrefix(w.text, "("), ")") + " | " + cmd.String() + ")"
		default:
			return action{text: pipe.String()}
		}
	}
	if w.values == nil {
		w.plain, w.asText = false, false
	}
	return w
}

func isNumber(n parse.Node) bool { _, ok := n.(*parse.NumberNode); return ok }

// value returns the path that a node means, or nil.
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
	at := s.value(args[0])
	for _, arg := range args[1:] {
		key, ok := arg.(*parse.StringNode)
		if !ok {
			return nil
		}
		at = descend(at, []string{key.Text})
	}
	return at
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

// chartDir returns the directory of the chart that a file is a template of, by where it stands, or "".
func chartDir(file string) string {
	for dir := path.Dir(file); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if path.Base(dir) == "templates" {
			return path.Dir(dir)
		}
	}
	return ""
}
