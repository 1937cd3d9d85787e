package edit

import (
	"fmt"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// spot is the place of a path in the tree, as far as the path exists.
type spot struct {
	node  *node // the last one on the path that exists
	above *node // the one that holds it
	path  []any // of node
	rest  []any // the steps that do not exist
}

// spot follows a path.
func (h *hclTree) spot(path []any) spot {
	s := spot{node: h.root, rest: path}
	for len(s.rest) > 0 {
		i := s.node.index(s.rest[0])
		if i < 0 {
			break
		}
		s.above, s.node = s.node, s.node.kids[i].node
		s.path, s.rest = path[:len(s.path)+1], s.rest[1:]
	}
	return s
}

// inBlocks says whether n is a block, the file, or a map or list that groups blocks.
func (n *node) inBlocks() bool { return n.src != nil && n.src.Style == model.Block }

// refuses says what of an Op cannot be written in Terraform, though it may make sense in a tree.
func (h *hclTree) refuses(op Op) error {
	s := h.spot(op.Path)
	exists := len(s.rest) == 0
	adds := op.Do == Set || op.Do == Insert
	switch {
	case adds && op.Value == nil: // the tree says so
		return nil
	case s.node.val.Kind == model.Unknown && (!exists && !op.IfThere || op.Do == Insert):
		return Refuse("%s is the expression %s", pathText(s.path), firstLine(s.node.val.Text))
	case !exists && adds && !op.IfThere:
		return h.refusesNew(s, op.Path)
	case !exists || s.above == nil:
		return nil
	}
	return h.refusesChange(s, op)
}

// refusesChange says why the Op cannot change what is at the spot.
func (h *hclTree) refusesChange(s spot, op Op) error {
	n, path := s.node, pathText(op.Path)
	switch {
	case op.Do == Insert && n.inBlocks() && op.Value.Kind != model.Map:
		return fmt.Errorf("%s is a list of blocks; a %s cannot be one", path, op.Value.Kind)
	case op.Do == Delete && s.above.val.Kind == model.Unknown:
		return Refuse("%s is a part of the expression %s", path, firstLine(s.above.val.Text))
	case op.Do == Delete && n.inBlocks() && !isBlock(n.src):
		return fmt.Errorf("%s stands for several blocks; name one of them", path)
	case op.Do == Set && n.inBlocks():
		return Refuse("%s is a block", path)
	case op.Do == Rename || op.Do == Move && len(op.To) > 0:
		return h.refusesName(s, op)
	}
	return nil
}

// refusesName says why what is at the spot cannot be renamed or moved.
func (h *hclTree) refusesName(s spot, op Op) error {
	key := op.Key
	inBody := s.above.inBlocks()
	if op.Do == Move {
		if model.HasPrefix(op.To, op.Path) {
			return RefuseWith("move it by hand", "%s cannot move to %s", pathText(op.Path), pathText(op.To))
		}
		to := h.spot(op.To[:len(op.To)-1])
		key, _ = op.To[len(op.To)-1].(string)
		inBody = len(to.rest) == 0 && to.node.inBlocks()
		if inBody && !h.isBody(to.node.src) {
			return fmt.Errorf("%s is a block", pathText(op.To))
		}
	}
	switch {
	case s.node.inBlocks():
		return RefuseWith("rename it by hand", "%s is a block", pathText(op.Path))
	case s.above.val.Kind == model.Unknown:
		return RefuseWith("move it by hand", "%s cannot be moved safely", pathText(op.Path))
	case inBody && !hclsyntax.ValidIdentifier(key):
		return fmt.Errorf("%q cannot be the name of an attribute", key)
	}
	return nil
}

// refusesNew says why what a path lacks from the spot on cannot be added to a body.
func (h *hclTree) refusesNew(s spot, path []any) error {
	key, isKey := s.rest[0].(string)
	absent := fmt.Errorf("%s does not exist", pathText(path[:len(s.path)+1]))
	switch {
	case !s.node.inBlocks():
		return nil
	case !h.isBody(s.node.src):
		return absent
	case !isKey || !hclsyntax.ValidIdentifier(key):
		return fmt.Errorf("%q cannot be the name of an attribute", key)
	case s.node.src == h.doc.Root && (len(s.rest) > 1 || len(h.text.source.Body.Blocks) > 0):
		return absent
	}
	dynamic := s.node.index("dynamic")
	if dynamic >= 0 && s.node.kids[dynamic].node.index(key) >= 0 {
		return Refuse("%s is written by a dynamic block", pathText(path[:len(s.path)+1]))
	}
	return nil
}
