package charts

import (
	"bytes"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/helm"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// valueRead is a place in a template that reads a value.
type valueRead struct {
	file   *model.File
	offset int
	path   []any // starts with Values
	test   bool  // it only tests whether the value is empty
}

// sees reports whether a change of the value at a path matters to the read. values does not start with Values.
func (r valueRead) sees(values []any) bool {
	read := r.path[1:]
	for i := range min(len(read), len(values)) {
		isAny := read[i] == any(AnyItem{}) || values[i] == any(AnyItem{})
		if read[i] != values[i] && !isAny {
			return false
		}
	}
	return len(read) > len(values) || !r.test
}

// isFilledFor reports whether a condition tests for a list that is empty in some values, and its block contains more than the
// list. Conversion fills the list, which would change the rest of the block.
func (u *Use) isFilledFor(r valueRead) bool {
	if !u.Is(Requirements) || !r.test || len(r.path)-1 != len(u.path) {
		return false
	}
	if !(valueRead{path: r.path}).sees(u.path) {
		return false // another list
	}
	isEmpty := func(p Place) bool { return p.Value == nil || len(p.Value.Items) == 0 }
	return slices.ContainsFunc(u.Places, isEmpty) && leastIndented(blockBehind(r.file.Data[r.offset:])) > 1
}

// blockBehind returns the text up to the end of the template block that the text starts in.
func blockBehind(text []byte) []byte {
	depth := 1
	for _, t := range gotmpl.Find(text) {
		if depth += gotmpl.Read(string(text[t.Span.Start:t.Span.End])).Depth(); depth == 0 {
			return text[:t.Span.Start]
		}
	}
	return text
}

// leastIndented counts the keys with the least indentation.
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
func readsIn(dir string, files []*model.File) (reads []valueRead) {
	for _, f := range files {
		if helm.ChartOf(f.Path) != dir || !bytes.Contains(f.Data, []byte("Values")) {
			continue
		}
		trees, err := gotmpl.ParseFile(f.Path, string(f.Data))
		if err != nil {
			continue
		}
		walk := &finder{changed: assignedIn(string(f.Data))}
		var here []valueRead
		walk.read = func(pos parse.Pos, values []any, test bool) {
			if len(values) > 0 && values[0] == "Values" {
				here = append(here, valueRead{f, int(pos), values, test})
			}
		}
		for _, t := range trees { // in any order: the reads are sorted
			walk.list(t.Root, scope{dot: []any{}, vars: map[string][]any{"$": {}}, filled: map[string]bool{}})
		}
		slices.SortStableFunc(here, func(a, b valueRead) int { return a.offset - b.offset })
		reads = append(reads, here...)
	}
	return reads
}

// reads reports the values that a pipeline reads. A test matters only if a value becomes empty or filled, or if its body reads the
// value.
func (f *finder) reads(pipe *parse.PipeNode, s scope, test bool) {
	if f.read == nil || pipe == nil {
		return
	}
	test = test && len(pipe.Cmds) == 1
	for _, cmd := range pipe.Cmds {
		name, isCall := cmd.Args[0].(*parse.IdentifierNode)
		isLogic := isCall && slices.Contains([]string{"and", "or", "not"}, name.Ident)
		isTest := test && (len(cmd.Args) == 1 || isLogic)
		for _, arg := range cmd.Args {
			f.readsNode(arg, s, isTest)
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
		if values == nil { // an unknown dot is usually the context of the whole chart
			names := strings.Split(strings.TrimLeft(n.String(), "$."), ".")
			values = descend([]any{}, names)
		}
		f.read(n.Position(), values, test)
	}
}
