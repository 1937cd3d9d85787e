package convert

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// What stands in values may be read by more templates than the one whose object it makes. Those would read what it becomes.

// valueRead is a place in a template that reads values.
type valueRead struct {
	file *model.File
	at   int   // its offset
	path []any // begins with Values
	test bool  // it only asks whether they are empty
}

// findReaders leaves what other templates read as well to a person, and what the values of a chart around this one set. The template
// of a list that is left reads its values as they are, so others may have to be left as well.
func (c *charts) findReaders(files []*model.File) {
	reads := map[string][]valueRead{}
	for again := true; again; {
		again = false
		for _, use := range c.uses() {
			if use.open != "" {
				continue
			}
			dir := chartDir(use.source.Path)
			if _, known := reads[dir]; !known {
				reads[dir] = readsIn(dir, files)
			}
			if reason := c.readElsewhere(use, dir, reads[dir]); reason != "" {
				c.leave(use, reason)
				again = true
			}
		}
	}
}

// readElsewhere returns why what stands in values cannot change, and what to do, or "". reads are those of the templates of its chart.
func (c *charts) readElsewhere(use *specUse, dir string, reads []valueRead) string {
	if other := c.setAbove(use, dir); other != "" {
		return fmt.Sprintf("%s comes from %s, which %s sets as well, for this chart; convert them by hand, together", use.what(), use.text, other)
	}
	for _, r := range reads {
		if (sees(r, use.values) || use.fills(r)) && !c.owns(r) {
			return fmt.Sprintf("%s comes from %s, which %s reads as well, on line %d; convert them by hand, together", use.what(), use.text, r.file.Path, r.file.Position(r.at).Line)
		}
	}
	return ""
}

// leave leaves a use to a person. The requirements of one whose list cannot be converted are not known.
func (c *charts) leave(use *specUse, reason string) {
	if use.open = reason; use.list {
		delete(c.lists, use.id)
		c.left[use.id] = reason
	}
}

// leaveTwins leaves the specs of objects to a person that cannot become others because those stand beside them already.
func (c *Converter) leaveTwins(seen *survey) {
	for _, use := range c.charts.uses() {
		at, known := seen.byID[use.id]
		change, _ := c.change(use.res)
		if use.open != "" || use.list || !known || change == nil {
			continue
		}
		use.open = existsAlready(change, seen.twinOfMember(seen.members[at], change.To.Kind))
	}
}

// what names what stands in values.
func (use *specUse) what() string {
	if use.list {
		return "the list of requirements"
	}
	return "the spec"
}

// owns says whether a read is that of an object whose spec or list is converted in the values.
func (c *charts) owns(r valueRead) bool {
	return slices.ContainsFunc(c.uses(), func(use *specUse) bool {
		return use.source.Path == r.file.Path && slices.ContainsFunc(use.own, func(s model.Span) bool { return s.Start <= r.at && r.at < s.End })
	})
}

// sees says whether a read sees a change of what stands at a path of values.
func sees(r valueRead, values []any) bool {
	read := r.path[1:]
	for i := range min(len(read), len(values)) {
		if _, isAny := read[i].(anyOne); isAny || read[i] == values[i] || values[i] == any(anyOne{}) {
			continue
		}
		return false
	}
	return len(read) > len(values) || !r.test
}

// fills says whether a condition asks for a list that is empty somewhere, and decides about more than the list: it will not be empty then.
func (use *specUse) fills(r valueRead) bool {
	if !use.list || !r.test || len(r.path)-1 != len(use.values) || !sees(valueRead{path: r.path}, use.values) {
		return false
	}
	empty := slices.ContainsFunc(use.files, func(f specFile) bool {
		return slices.ContainsFunc(f.places, func(at []any) bool {
			v := f.root().Get(at...)
			return v == nil || len(v.Items) == 0
		})
	})
	body := string(r.file.Data[r.at:])
	depth := 1
	for _, t := range gotmpl.Find([]byte(body)) {
		if depth += gotmpl.Read(body[t.Span.Start:t.Span.End]).Depth(); depth == 0 {
			body = body[:t.Span.Start]
			break
		}
	}
	least, keys := -1, 0
	for _, m := range entryLine().FindAllStringSubmatch(body, -1) {
		switch indent := len(m[1]); {
		case least < 0 || indent < least:
			least, keys = indent, 1
		case indent == least:
			keys++
		}
	}
	return empty && keys > 1
}

var entryLine = pattern.New(`(?m)^([ \t]*)[A-Za-z][A-Za-z0-9]*:`)

// setAbove returns the file of values of a chart around the chart in dir that sets what an object takes, or "".
func (c *charts) setAbove(use *specUse, dir string) string {
	above := chartAround(dir)
	if above == "" {
		return ""
	}
	for _, f := range c.files[above] {
		root := f.root()
		if root == nil {
			continue
		}
		for _, at := range placesAt(root, append([]any{path.Base(dir)}, use.values...)) {
			if root.Get(at...) != nil {
				return f.file.Path
			}
		}
	}
	return ""
}

// chartAround returns the directory of the chart that the one in dir is a part of, or "".
func chartAround(dir string) string {
	if in := path.Dir(dir); path.Base(in) == "charts" {
		return path.Dir(in)
	}
	return ""
}

// readsIn returns the places where the templates of a chart read values.
func readsIn(dir string, files []*model.File) (found []valueRead) {
	for _, f := range files {
		if chartDir(f.Path) != dir || !strings.Contains(string(f.Data), "Values") {
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
