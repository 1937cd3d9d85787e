package edit

import (
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Variant is a document as it is with some branches of its templates taken, and what is to become of it then.
type Variant struct {
	Taken yaml.Taken
	Doc   *model.Document // of yaml.Select with Taken
	Ops   []Op
}

// PlanVariants returns the edits of doc, sorted and not overlapping, after which each variant reads as the tree that its Ops
// make of its Doc: what all variants have is written plainly, what some of them have between control lines, those that it had or, where
// none of them fits, new ones. The blocks are those of yaml.Blocks, and each variant takes all of them. It returns an error, and
// no edits, where that cannot be done, and where the result would not read as asked for with every comment in place.
func PlanVariants(doc *model.Document, blocks []*yaml.Block, variants []Variant) ([]Edit, error) {
	if len(variants) == 0 || doc.Root == nil {
		return nil, errEmpty
	}
	trees := make([]*tree, len(variants))
	clean := true
	for i, v := range variants {
		if v.Doc.Root == nil {
			return nil, errEmpty
		}
		t := newTree(newSource(v.Doc))
		for _, op := range v.Ops {
			if err := t.apply(op); err != nil {
				return nil, err
			}
		}
		if t.root.open() {
			return nil, errOpen
		}
		clean = clean && t.root.clean()
		trees[i] = t
	}
	if clean {
		return nil, nil
	}
	s := newGuardedSource(doc, blocks)
	if s.guards.failed != nil {
		return nil, s.guards.failed
	}
	m := newMerger(s, trees, variants)
	t, err := m.merge()
	if err != nil {
		return nil, err
	}
	if err := t.check(); err != nil {
		return nil, err
	}
	edits := diff(t.data, t.start, t.end, t.pieces(t.render()))
	if t.failed != nil {
		return nil, t.failed
	}
	if err := m.verifyVariants(edits, variants); err != nil {
		return nil, err
	}
	return edits, nil
}
