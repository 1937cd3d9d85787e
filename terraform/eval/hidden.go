package eval

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"

	hcl2 "github.com/hashicorp/hcl/v2"
)

// Hidden is the parts of the root's variables that count as unknown, whatever their defaults.
type Hidden struct {
	all   bool
	paths map[string][][]string // of keys, by the name of the variable
}

// Everything hides all variables: a value that is known nevertheless is the same for every use of the root.
func Everything() *Hidden { return &Hidden{all: true} }

// Conditions hides what conditions in canonical form read of the variables, as Gate returns them.
func Conditions(conditions []string) *Hidden {
	h := &Hidden{paths: map[string][][]string{}}
	for _, condition := range conditions {
		e, diags := hclsyntax.ParseExpression([]byte(condition), "", hcl2.InitialPos)
		if diags.HasErrors() { // for example because it is cut
			return Everything()
		}
		for _, t := range e.Variables() {
			if name, ok := hcl.AttributeStep(t, 1); ok && t.RootName() == "var" {
				h.paths[name] = append(h.paths[name], keysOf(t[2:]))
			}
		}
	}
	return h
}

func keysOf(t hcl2.Traversal) (keys []string) {
	for i := range t {
		key, ok := hcl.AttributeStep(t, i)
		if !ok {
			break
		}
		keys = append(keys, key)
	}
	return keys
}

// unhidden returns the value of a variable of the root without its hidden parts.
func (in *Instance) unhidden(b *hcl.Block, name string, v *model.Value) *model.Value {
	if in.Parent != nil {
		return v
	}
	for _, path := range in.hidden.paths[name] {
		v = in.without(b, v, "var."+name, path)
	}
	return v
}

// without returns v with an Unknown at the path.
func (in *Instance) without(b *hcl.Block, v *model.Value, text string, path []string) *model.Value {
	if len(path) == 0 || v.Kind != model.Map {
		return in.unknownBlock(b, text)
	}
	key, c := path[0], *v
	c.Entries = slices.Clone(v.Entries)
	entry := located.Entry(v, key)
	if entry == nil {
		missing := in.unknownBlock(b, strings.Join(append([]string{text}, path...), "."))
		c.Entries = append(c.Entries, &model.Entry{Key: in.scopeOf(b.File).word(key, b.Header), Value: missing})
		return &c
	}
	hidden := &model.Entry{Key: entry.Key, Value: in.without(b, entry.Value, text+"."+key, path[1:])}
	c.Entries[slices.Index(v.Entries, entry)] = hidden
	return &c
}
