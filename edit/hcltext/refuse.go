package hcltext

import (
	"fmt"

	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/edit/draft"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// spot is the place of a path in the tree, as far as the path exists.
type spot struct {
	node    *draft.Node // the last existing node on the path
	parent  *draft.Node // the parent of node
	path    []any       // of node
	missing []any       // the steps that do not exist
}

// spot follows a path as far as it exists.
func (h *hclTree) spot(path []any) spot {
	s := spot{node: h.Root, missing: path}
	for len(s.missing) > 0 {
		i := s.node.Index(s.missing[0])
		if i < 0 {
			break
		}
		s.parent, s.node = s.node, s.node.Children[i].Node
		s.path, s.missing = path[:len(s.path)+1], s.missing[1:]
	}
	return s
}

// inBlocks reports whether n is a block, the file, or a map or list that groups blocks.
func inBlocks(n *draft.Node) bool { return n.Src != nil && n.Src.Style == model.Block }

// refuses returns an error for an Op that is valid for a tree, but cannot be written in Terraform.
func (h *hclTree) refuses(op edit.Op) error {
	s := h.spot(op.Path)
	exists := len(s.missing) == 0
	adds := op.Do == edit.Set || op.Do == edit.Insert
	goesInto := !exists && !op.IfThere
	switch {
	case adds && op.Value == nil: // the tree returns the error
		return nil
	case s.node.Val.Kind == model.Unknown && (goesInto || op.Do == edit.Insert):
		return edit.Refuse("%s is the expression %s", edit.PathText(s.path), firstLine(s.node.Val.Text))
	case adds && goesInto:
		return h.refusesNew(s, op.Path)
	case !exists || s.parent == nil:
		return nil
	}
	return h.refusesChange(s, op)
}

// refusesChange returns an error if the Op cannot change the value at the spot.
func (h *hclTree) refusesChange(s spot, op edit.Op) error {
	n, path := s.node, edit.PathText(op.Path)
	switch {
	case op.Do == edit.Insert && inBlocks(n) && op.Value.Kind != model.Map:
		return fmt.Errorf("%s is a list of blocks; a %s cannot be one", path, op.Value.Kind)
	case op.Do == edit.Delete && s.parent.Val.Kind == model.Unknown:
		return edit.Refuse("%s is a part of the expression %s", path, firstLine(s.parent.Val.Text))
	case op.Do == edit.Delete && inBlocks(n) && !isBlock(n.Src):
		return fmt.Errorf("%s means several blocks; name one of them", path)
	case op.Do == edit.Set && inBlocks(n):
		return edit.Refuse("%s is a block", path)
	case op.Do == edit.Rename || op.Do == edit.Move && len(op.To) > 0:
		return h.refusesName(s, op)
	}
	return nil
}

// refusesName returns an error if the value at the spot cannot be renamed or moved.
func (h *hclTree) refusesName(s spot, op edit.Op) error {
	key := op.Key
	inBody := inBlocks(s.parent)
	if op.Do == edit.Move {
		if model.HasPrefix(op.To, op.Path) {
			return edit.RefuseWith("move it by hand", "%s cannot move to %s", edit.PathText(op.Path), edit.PathText(op.To))
		}
		to := h.spot(op.To[:len(op.To)-1])
		key, _ = op.To[len(op.To)-1].(string)
		inBody = len(to.missing) == 0 && inBlocks(to.node)
		if inBody && !h.isBody(to.node.Src) {
			return fmt.Errorf("%s is a block", edit.PathText(op.To))
		}
	}
	switch {
	case inBlocks(s.node):
		return edit.RefuseWith("rename it by hand", "%s is a block", edit.PathText(op.Path))
	case s.parent.Val.Kind == model.Unknown:
		return edit.RefuseWith("move it by hand", "%s cannot be moved safely", edit.PathText(op.Path))
	case inBody && !hcl.IsIdentifier(key):
		return fmt.Errorf("%q cannot be the name of an attribute", key)
	}
	return nil
}

// refusesNew returns an error if the missing part of a path cannot be added to a body.
func (h *hclTree) refusesNew(s spot, path []any) error {
	key, isKey := s.missing[0].(string)
	absent := fmt.Errorf("%s does not exist", edit.PathText(path[:len(s.path)+1]))
	switch {
	case !inBlocks(s.node):
		return nil
	case !h.isBody(s.node.Src):
		return absent
	case !isKey || !hcl.IsIdentifier(key):
		return fmt.Errorf("%q cannot be the name of an attribute", key)
	case s.node.Src == h.Doc.Root && (len(s.missing) > 1 || len(h.text.source.Body.Blocks) > 0):
		return absent
	}
	dynamic := s.node.Index("dynamic")
	if dynamic >= 0 && s.node.Children[dynamic].Node.Index(key) >= 0 {
		return edit.Refuse("%s is written by a dynamic block", edit.PathText(path[:len(s.path)+1]))
	}
	return nil
}
