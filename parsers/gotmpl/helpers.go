package gotmpl

import "text/template/parse"

// HelpersOf finds out which named templates, defined in the texts, may change values. A template that no text defines counts as
// one that may.
func HelpersOf(texts []string) Helpers {
	defined := map[string][]*parse.Tree{}
	for _, text := range texts {
		trees, err := ParseFile("", text)
		if err != nil {
			continue
		}
		for name, tree := range trees {
			if name != "" {
				defined[name] = append(defined[name], tree)
			}
		}
	}
	verdicts := map[string]bool{}
	var changes Helpers
	changes = func(name string) bool {
		if verdict, ok := verdicts[name]; ok {
			return verdict
		}
		verdicts[name] = true // the verdict if it includes itself, because recursion is not followed
		verdict := len(defined[name]) == 0
		for _, tree := range defined[name] {
			verdict = verdict || effects{helpers: changes, private: ownMaps(tree)}.list(tree.Root)
		}
		verdicts[name] = verdict
		return verdict
	}
	pure := map[string]bool{}
	for name := range defined {
		pure[name] = !changes(name)
	}
	return func(name string) bool { return !pure[name] }
}

// ownMaps returns the variables of a template that only ever contain private maps: maps that nothing else
// reads.
func ownMaps(tree *parse.Tree) map[string]bool {
	private, shared := map[string]bool{}, map[string]bool{}
	eachPipe(tree.Root, func(pipe *parse.PipeNode, loops bool) {
		for _, v := range pipe.Decl {
			if name := v.Ident[0]; loops || !(effects{}).freshPipe(pipe) {
				shared[name] = true
			} else {
				private[name] = true
			}
		}
	})
	for name := range shared {
		delete(private, name)
	}
	return private
}

// list reports whether a node in the list may change values.
func (e effects) list(l *parse.ListNode) (changes bool) {
	eachPipe(l, func(pipe *parse.PipeNode, _ bool) { changes = changes || e.pipe(pipe) })
	eachNode(l, func(n parse.Node) {
		if t, ok := n.(*parse.TemplateNode); ok {
			changes = changes || e.helpers.change(t.Name)
		}
	})
	return changes
}

// eachPipe calls f for each pipeline in l. loops is true for the pipeline of a range, whose variables
// get the items of the result.
func eachPipe(l *parse.ListNode, f func(pipe *parse.PipeNode, loops bool)) {
	eachNode(l, func(n parse.Node) {
		switch n := n.(type) {
		case *parse.ActionNode:
			f(n.Pipe, false)
		case *parse.TemplateNode:
			if n.Pipe != nil {
				f(n.Pipe, false)
			}
		case *parse.IfNode:
			f(n.Pipe, false)
		case *parse.WithNode:
			f(n.Pipe, false)
		case *parse.RangeNode:
			f(n.Pipe, true)
		}
	})
}

// eachNode calls f for each node in l, and for those inside of them.
func eachNode(l *parse.ListNode, f func(parse.Node)) {
	if l == nil {
		return
	}
	for _, n := range l.Nodes {
		f(n)
		switch n := n.(type) {
		case *parse.IfNode:
			eachNode(n.List, f)
			eachNode(n.ElseList, f)
		case *parse.WithNode:
			eachNode(n.List, f)
			eachNode(n.ElseList, f)
		case *parse.RangeNode:
			eachNode(n.List, f)
			eachNode(n.ElseList, f)
		}
	}
}
