package charts

import (
	"bytes"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// valueRead is a place in a template that reads values.
type valueRead struct {
	file   *model.File
	offset int
	path   []any // begins with Values
	test   bool  // it only asks whether they are empty
}

// sees says whether a read sees a change of the value at a path, which is without Values.
func (r valueRead) sees(values []any) bool {
	read := r.path[1:]
	for i := range min(len(read), len(values)) {
		if read[i] != values[i] && read[i] != any(AnyItem{}) && values[i] != any(AnyItem{}) {
			return false
		}
	}
	return len(read) > len(values) || !r.test
}

// isFilledFor says whether a condition asks for a list that is empty somewhere, and decides about more than the list: the conversion fills it.
func (u *Use) isFilledFor(r valueRead) bool {
	isTestOfList := u.IsList && r.test && len(r.path)-1 == len(u.path) && valueRead{path: r.path}.sees(u.path)
	isEmpty := func(p Place) bool { return p.Value == nil || len(p.Value.Items) == 0 }
	return isTestOfList && slices.ContainsFunc(u.Places, isEmpty) && leastIndented(blockBehind(r.file.Data[r.offset:])) > 1
}

// blockBehind returns the text up to the end of the template block that it begins in.
func blockBehind(text []byte) []byte {
	depth := 1
	for _, t := range gotmpl.Find(text) {
		if depth += gotmpl.Read(string(text[t.Span.Start:t.Span.End])).Depth(); depth == 0 {
			return text[:t.Span.Start]
		}
	}
	return text
}

// leastIndented counts the keys of a text that are indented the least.
func leastIndented(text []byte) (count int) {
	least := -1
	for _, m := range entryLine().FindAllSubmatch(text, -1) {
		switch indent := len(m[1]); {
		case least < 0 || indent < least:
			least, count = indent, 1
		case indent == least:
			count++
		}
	}
	return count
}

var entryLine = pattern.New(`(?m)^([ \t]*)[A-Za-z][A-Za-z0-9]*:`)

// readsIn returns the places where the templates of a chart read values.
func readsIn(dir string, files []*model.File) (found []valueRead) {
	for _, f := range files {
		if Dir(f.Path) != dir || !bytes.Contains(f.Data, []byte("Values")) {
			continue
		}
		trees, err := gotmpl.ParseFile(f.Path, string(f.Data))
		if err != nil {
			continue
		}
		walk := &finder{changed: assignedIn(string(f.Data))}
		walk.read = func(at parse.Pos, values []any, test bool) {
			if len(values) > 0 && values[0] == "Values" {
				found = append(found, valueRead{f, int(at), values, test})
			}
		}
		for _, t := range trees {
			walk.list(t.Root, scope{dot: []any{}, vars: map[string][]any{"$": {}}, filled: map[string]bool{}})
		}
	}
	return found
}

// reads tells of what a pipeline reads. A test asks whether a value is empty, or what is in it, with what stands below.
func (f *finder) reads(pipe *parse.PipeNode, s scope, test bool) {
	if f.read == nil || pipe == nil {
		return
	}
	for _, cmd := range pipe.Cmds {
		name, isCall := cmd.Args[0].(*parse.IdentifierNode)
		still := test && len(pipe.Cmds) == 1 && (len(cmd.Args) == 1 || isCall && slices.Contains([]string{"and", "or", "not"}, name.Ident))
		for _, arg := range cmd.Args {
			f.readsNode(arg, s, still)
		}
	}
}

func (f *finder) readsNode(n parse.Node, s scope, test bool) {
	switch n := n.(type) {
	case *parse.PipeNode:
		f.reads(n, s, test)
	case *parse.ChainNode:
		if values := s.value(n); values != nil {
			f.read(n.Position(), values, test)
			return
		}
		f.readsNode(n.Node, s, test)
	case *parse.FieldNode, *parse.VariableNode, *parse.DotNode:
		values := s.value(n)
		if values == nil { // where dot is not known it mostly is all that a chart is rendered with
			names := strings.Split(strings.TrimLeft(n.String(), "$."), ".")
			values = descend([]any{}, names)
		}
		f.read(n.Position(), values, test)
	}
}
