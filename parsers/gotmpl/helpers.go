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
			verdict = verdict || effects{changes}.list(tree.Root)
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

// list reports whether a node in the list may change values.
func (e effects) list(l *parse.ListNode) (changes bool) {
	eachPipe(l, func(pipe *parse.PipeNode) { changes = changes || e.pipe(pipe) })
	eachNode(l, func(n parse.Node) {
		if t, ok := n.(*parse.TemplateNode); ok {
			changes = changes || e.helpers.change(t.Name)
		}
	})
	return changes
}

// eachPipe calls f for each pipeline in l.
func eachPipe(l *parse.ListNode, f func(pipe *parse.PipeNode)) {
	eachNode(l, func(n parse.Node) {
		switch n := n.(type) {
		case *parse.ActionNode:
			f(n.Pipe)
		case *parse.TemplateNode:
			if n.Pipe != nil {
				f(n.Pipe)
			}
		case *parse.IfNode:
			f(n.Pipe)
		case *parse.WithNode:
			f(n.Pipe)
		case *parse.RangeNode:
			f(n.Pipe)
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
