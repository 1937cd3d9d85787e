package admission

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// meanings are the fields that the author of a map probably meant by its unknown fields.
type meanings struct {
	of   map[string]set // the schemas that have a field, by its name
	free map[*schema.Node][]string
}

// freeOf returns the fields of a node that the map lacks.
func (m *meanings) freeOf(v *model.Value, n *schema.Node) []string {
	if m.free == nil {
		m.of, m.free = map[string]set{}, map[*schema.Node][]string{}
	}
	free, isKnown := m.free[n]
	if !isKnown {
		free = slices.DeleteFunc(n.Properties(), func(name string) bool { return v.Entry(name) != nil })
		m.free[n] = free
	}
	return free
}

// unknownField reports a field that the nodes do not have.
func (c *checker) unknownField(v *model.Value, e entry, unknown []variant, near *meanings) {
	having := c.schemasWhere(func(n *schema.Node) bool { return n.Property(e.key) != nil })
	for _, s := range unknown {
		if c.isFull() {
			return
		}
		p := Problem{Class: Pruned, Code: CodeUnknownField, Conditional: e.optional}
		free := near.freeOf(v, s.node)
		meant := nearest.Name(e.key, free)
		if having != 0 {
			meant = "" // another release has the field, so it is not misspelled
		}
		switch {
		case meant != "":
			near.of[meant] |= s.in
			p.Meant = model.Join(c.path, meant)
			p.Fix = c.rename(v, e, meant, free, s.node)
		case c.target.newer:
			continue // a newer release may have the field
		}
		p.Message, p.Help = fmt.Sprintf("%s has no field %q", c.name(), e.key), c.hint(e.key, meant, having, s)
		c.report(s.in, p, e.key)
	}
}

// rename returns the fix of a misspelled key; nil if it is not certain what was meant.
func (c *checker) rename(v *model.Value, e entry, meant string, free []string, n *schema.Node) *Fix {
	isFree := c.Field(v, meant).Present == known.No
	mayFit := c.IsUnknown(e.value) || fits(e.value, n.Property(meant))
	if !isFree || !mayFit || nearest.Only(e.key, free) != meant {
		return nil
	}
	return &Fix{
		Title: fmt.Sprintf("rename %s to %s", e.key, meant),
		Ops:   []edit.Op{{Do: edit.Rename, Path: model.Join(c.path, e.key), Key: meant}},
	}
}

// required reports required fields that a map lacks. A field with a misspelled name is reported as unknown instead. It returns the
// schemas for which a field is missing.
func (c *checker) required(v *model.Value, variants []variant, near map[string]set) (missing set) {
	for _, s := range variants {
		for _, name := range s.node.Required {
			if c.Field(v, name).Present != known.No || s.node.Property(name).HasDefault() {
				continue
			}
			missing |= s.in
			in := s.in &^ near[name]
			if in == 0 {
				continue
			}
			p := Problem{Class: Rejected, Code: CodeRequired, Help: "set it" + c.example(name)}
			p.Message = fmt.Sprintf("%s lacks the required field %q", c.name(), name)
			if value := c.certain(v, name); value != "" {
				p.Help, p.Fix = fmt.Sprintf("set %s: %s", name, value), c.complete(v, name, value)
			}
			c.report(in, p, name)
		}
	}
	return missing
}

// The API group and kind of classes for AWS.
const (
	awsGroup = "karpenter.k8s.aws"
	awsClass = "EC2NodeClass"
)

// certain returns the only possible value of a missing field in a reference to a class; "" if there are several.
func (c *checker) certain(v *model.Value, name string) string {
	if !c.isReference() {
		return ""
	}
	text := func(field string) string {
		text, _ := c.Text(v.Get(field))
		return text
	}
	isAWS := text("group") == awsGroup || strings.HasPrefix(text("apiVersion"), awsGroup+"/")
	switch {
	case name == "group" && (text("kind") == awsClass || isAWS):
		return awsGroup
	case name == "kind" && isAWS:
		return awsClass
	}
	return ""
}

// complete returns the fix that sets a missing field of a reference. A group replaces the apiVersion, which references had before
// v1.
func (c *checker) complete(v *model.Value, name, value string) *Fix {
	path := model.Join(c.path, name)
	ops := []edit.Op{{Do: edit.Set, Path: path, Value: model.NewString(value)}}
	if name == "group" && v.Entry("apiVersion") != nil {
		ops = slices.Insert(ops, 0, edit.Op{Do: edit.Rename, Path: model.Join(c.path, "apiVersion"), Key: name})
	}
	return &Fix{fmt.Sprintf("set %s to %s", name, value), ops}
}

// isReference reports whether the current value is a reference to a class.
func (c *checker) isReference() bool {
	return len(c.path) > 0 && c.path[len(c.path)-1] == "nodeClassRef"
}

// example suggests a value for a missing field.
func (c *checker) example(name string) string {
	value := map[string]string{"group": awsGroup, "kind": awsClass}[name]
	if !c.isReference() || value == "" {
		return ""
	}
	return ", for a class of AWS to " + value
}

// size checks the number of entries of a map, or items of a list.
func (c *checker) size(v *model.Value, variants []variant) {
	for _, s := range variants {
		b := s.node.Size
		if !b.HasMin && !b.HasMax {
			continue
		}
		least, most := c.count(v, s.node)
		var fact, help string
		switch {
		case b.HasMax && b.Max == 0 && least > 0:
			fact, help = "must be empty", "delete it"
		case b.HasMax && least > int(b.Max):
			fact, help = fmt.Sprintf("has %d %s, and may have %v", least, elements(v), b.Max), "delete some"
		case b.HasMin && b.Min == 1 && most == 0:
			fact, help = "is empty", "add one of its "+elements(v)
		case b.HasMin && most >= 0 && most < int(b.Min):
			fact, help = fmt.Sprintf("has %d %s, and must have %v at least", most, elements(v), b.Min), "add some"
		default:
			continue
		}
		c.report(s.in, Problem{Class: Rejected, Code: CodeBounds, Message: c.name() + " " + fact, Help: help})
	}
}

// count returns the least and the greatest number of entries or items; most is -1 if there is no limit. Fields without a schema do
// not count, because the API server drops them first.
func (c *checker) count(v *model.Value, n *schema.Node) (least, most int) {
	if v.Kind == model.Map {
		return c.countEntries(v, n)
	}
	if !c.IsUncertain(v) {
		least = len(v.Items)
	}
	most = len(v.Items)
	if c.Open(v) || slices.ContainsFunc(v.Items, c.IsUnknown) {
		most = -1
	}
	return least, most
}

func (c *checker) countEntries(v *model.Value, n *schema.Node) (least, most int) {
	fields, isComplete := c.Fields(v)
	for _, f := range fields {
		if child(n, f.Key) == nil && !n.Open {
			continue
		}
		if most++; f.Present == known.Yes {
			least++
		}
	}
	if !isComplete {
		most = -1
	}
	return least, most
}

func elements(v *model.Value) string {
	if v.Kind == model.Map {
		return "entries"
	}
	return "items"
}
