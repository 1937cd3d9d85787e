package network

import (
	"path"
	"strconv"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// variables knows which texts of a root whoever applies it may choose: the defaults of its variables, and what is computed where there are some.
type variables struct {
	defaults []place
}

type place struct {
	file string
	span model.Span
}

func newVariables(root *terraform.Root) *variables {
	found := &variables{}
	for _, source := range root.Sources {
		if path.Dir(source.File.Path) != root.Dir {
			continue
		}
		for _, block := range source.Body.BlocksOf("variable") {
			found.defaults = append(found.defaults, place{source.File.Path, block.Span})
		}
	}
	return found
}

func (c *variables) mayDecide(v *model.Value) bool {
	if len(c.defaults) == 0 || v.Origin == nil {
		return false
	}
	if v.Origin.Computed {
		return true
	}
	for _, p := range c.defaults {
		if p.file == v.Origin.File.Path && p.span.Contains(v.Span) {
			return true
		}
	}
	return false
}

// open returns v with each text that may be another one as Unknown. Those that are equal have the same expression.
func (c *variables) open(v *model.Value) *model.Value {
	return v.Rewrite(func(v *model.Value) (*model.Value, bool) {
		if v.IsScalar() && c.mayDecide(v) {
			return model.NewUnknown(strconv.Quote(v.Text) + " by default").PlacedAt(v), false
		}
		return v, true
	})
}
