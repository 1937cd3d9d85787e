package fixes

import (
	"slices"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/branches"
	"github.com/karplint/karplint/edit/planning"
	"github.com/karplint/karplint/lint/place"
	"github.com/karplint/karplint/lint/rule"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/gotmpl"
	"github.com/karplint/karplint/parsers/yaml"
)

// plan plans the ops on the document. If templates control some of its lines, it does so for each selection of their branches, so that the ops
// have their effect in every branch.
func (c *change) plan() ([]edit.Edit, error) {
	doc := c.document.Doc
	if doc.Syntax == model.HCL || doc.Root == nil || len(doc.Templates) == 0 {
		return planning.Plan(planning.Target{Doc: doc, Around: c.document.Terraform}, c.ops)
	}
	blocks, err := c.document.Blocks()
	plain := err != nil || len(blocks) == 0
	for _, s := range c.steps {
		// A rule may delete an entry because of another one, which may be missing in one of the
		// branches.
		if s.op.Do == edit.Delete && hasBranches(doc, s.op.Path) {
			return nil, errBranches
		}
		// An entry is moved in each branch, in which its key occurs only once.
		movesInBranches := s.op.Do == edit.Move && !plain
		if !movesInBranches && keyTwice(doc, s.op.Path) {
			return nil, errBranches
		}
	}
	if plain || !takesEntries(c.ops) {
		return planning.Plan(planning.Target{Doc: doc, Around: c.document.Terraform}, c.ops)
	}
	choices, isComplete, err := gotmpl.Selections(blocks)
	if err != nil || !isComplete {
		return nil, edit.Refuse("%d template blocks decide about its lines", len(blocks))
	}
	var variants []branches.Variant
	for _, taken := range choices {
		variant, err := c.variant(blocks, taken)
		if err != nil {
			return nil, err
		}
		variants = append(variants, variant)
	}
	return planning.Plan(planning.Target{Doc: doc, Blocks: blocks, Variants: variants}, nil)
}

var errBranches = edit.Refuse("a template may render only some of the entries")

// takesEntries reports whether one of the ops removes an entry from its place.
func takesEntries(ops []edit.Op) bool {
	return slices.ContainsFunc(ops, func(op edit.Op) bool { return op.Do == edit.Move || op.Do == edit.Delete })
}

// variant returns the ops of the steps with the taken branches.
func (c *change) variant(blocks []*gotmpl.Block, taken gotmpl.Taken) (branches.Variant, error) {
	source := c.document.Doc
	doc, broken := yaml.Select(source, blocks, taken)
	if broken != nil {
		return branches.Variant{}, broken
	}
	if doc.Root == nil {
		return branches.Variant{}, errBranches
	}
	selected := &change{document: place.NewDocument(doc)}
	for _, s := range c.steps {
		op, present := inVariant(source, doc, s.op)
		if !present {
			continue
		}
		if keyTwice(doc, op.Path) {
			return branches.Variant{}, edit.Refuse("the key occurs twice, and only one of them counts")
		}
		selected.ops = append(selected.ops, op.Op)
		selected.prune(op.Path, op.Prune)
	}
	return branches.Variant{Taken: taken, Doc: doc, Ops: selected.ops}, nil
}

// inVariant returns the op with the paths that it has when some branches are taken, if its entry exists there. An index
// may differ if a branch has items of the list; the entry is found by its position in the file, which is the same.
func inVariant(source, doc *model.Document, op rule.OpReport) (rule.OpReport, bool) {
	path := op.Path
	if slices.ContainsFunc(path, func(step any) bool { _, isIndex := step.(int); return isIndex }) {
		nodes, exists := place.Follow(source.Root, path)
		if !exists {
			return op, false
		}
		var present bool
		if path, present = edit.Find(doc, nodes[len(nodes)-1].Value.Span); !present || len(path) != len(op.Path) {
			return op, false
		}
	}
	if _, exists := place.Follow(doc.Root, path); !exists {
		return op, false
	}
	if op.Do == edit.Move {
		shared := 0
		for shared < min(len(op.Path), len(op.To)) && op.Path[shared] == op.To[shared] {
			shared++
		}
		op.To = slices.Concat(path[:shared], op.To[shared:])
	}
	op.Path = path
	return op, true
}
