package admission

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/model"
)

// checker checks an object by several schemas at once. A value for which several schemas have the same node is checked once.
type checker struct {
	Object
	target  target
	schemas set // the schemas to check by

	path        []any // of the current value
	conditional bool  // a template decides whether the current value is rendered
	isOfAny     bool  // conditions may choose the API version too, so that what they give in other cases is not checked
	variants    []variant
	recorded    []*recorded

	// The fields below are for the evaluation of rules.
	verdicts   []verdict // of the current value
	node       *schema.Node
	defaults   []fieldDefault                // the defaults that the current rule used
	askDefault func(path []any) *model.Value // defaultOf
}

// variant is a node, with the schemas that use it for the current value.
type variant struct {
	node *schema.Node
	in   set
}

func newChecker(o Object, t target, schemas set) *checker {
	c := &checker{Object: o, target: t, schemas: schemas, path: make([]any, 0, 16), variants: make([]variant, 0, 64)}
	c.askDefault = c.defaultOf
	c.isOfAny = !isLiteral(o.Value.Entry("apiVersion")) || !isLiteral(o.Value.Entry("kind"))
	return c
}

func (c *checker) run() {
	for i, root := range c.target.kind.Schemas {
		if in := setOf(i) & c.schemas; in != 0 {
			c.variants = append(c.variants, variant{root, in})
		}
	}
	c.value(c.Value, c.variants)
	c.metadata()
}

// isLiteral reports whether an entry has its value beside the key, and not through a condition, a variable or a local.
func isLiteral(e *model.Entry) bool {
	switch {
	case e == nil || e.Value.Kind != model.String:
		return false
	case e.Value.Origin == nil:
		return true
	case e.Value.Origin.Computed || e.Key.Origin == nil || e.Key.Origin.File != e.Value.Origin.File:
		return false
	}
	data, first, end := e.Value.Origin.File.Data, e.Key.Span.End, e.Value.Span.Start
	return first <= end && end <= len(data) && strings.Trim(string(data[first:end]), "\"=: \t") == ""
}

// otherwise reports the keys that a map may have in another case and that no schema has. Their values may depend on further conditions, so
// these are not checked.
func (c *checker) otherwise(v, other *model.Value, variants []variant) {
	var near meanings
	for _, e := range other.Entries {
		var unknown, children []variant
		for _, s := range variants {
			switch n := child(s.node, e.Key.Text); {
			case n != nil:
				children = append(children, variant{n, s.in})
			case s.node.Type == schema.Object && !s.node.Open:
				unknown = append(unknown, s)
			}
		}
		own := v.Get(e.Key.Text)
		switch {
		case e.Value.Kind == model.Null:
		case len(unknown) > 0 && own == nil:
			c.unknownField(other, entry{e.Key.Text, e.Value, true}, unknown, &near)
		case len(children) > 0 && e.Value.Kind == model.Map:
			c.below(e.Key.Text, true, func() set { c.otherwise(own, e.Value, children); return 0 })
		}
	}
}

// below runs check for a value one step below the current one. optional means that a template may leave out the value.
func (c *checker) below(step any, optional bool, check func() set) set {
	outer := c.conditional
	c.path, c.conditional = append(c.path, step), outer || optional
	mistyped := check()
	c.path, c.conditional = c.path[:len(c.path)-1], outer
	return mistyped
}

// value checks a value. It returns the schemas for which its type, or the type of a value in it, is wrong.
func (c *checker) value(v *model.Value, variants []variant) (mistyped set) {
	if other := v.Otherwise(); other != nil && !c.isOfAny {
		c.otherwise(v, other, variants)
	}
	if c.IsUnknown(v) {
		return 0
	}
	fitting, mistyped := c.fitting(v, variants)
	switch {
	case len(fitting) == 0:
		return mistyped
	case v.Kind == model.Map:
		mistyped |= c.object(v, fitting)
	case v.Kind == model.List:
		mistyped |= c.list(v, fitting)
	default:
		c.scalar(v, fitting)
	}
	c.rules(v, fitting, mistyped)
	return mistyped
}

// fitting returns the variants whose type fits the value, and the schemas for which its type is wrong. A variant of type Any is in
// neither result, because it allows every value.
func (c *checker) fitting(v *model.Value, variants []variant) (fitting []variant, mistyped set) {
	isFitting := func(s variant) bool { return s.node.Type != schema.Any && fits(v, s.node) }
	if !slices.ContainsFunc(variants, func(s variant) bool { return !isFitting(s) }) {
		return variants, 0
	}
	for _, s := range variants {
		switch {
		case isFitting(s):
			fitting = append(fitting, s)
		case s.node.Type != schema.Any:
			c.mistyped(v, s)
			mistyped |= s.in
		}
	}
	return fitting, mistyped
}

// fits reports whether the type of a node fits a value.
func fits(v *model.Value, n *schema.Node) bool {
	switch v.Kind {
	case model.Map:
		return n.Type == schema.Object
	case model.List:
		return n.Type == schema.Array
	case model.String:
		return n.Type == schema.String || n.Type == schema.IntOrString
	case model.Bool:
		return n.Type == schema.Boolean
	case model.Number:
		return fitsNumber(v, n)
	}
	return false
}

// fitsNumber is fits for a number. A number without a JSON notation fits every type.
func fitsNumber(v *model.Value, n *schema.Node) bool {
	number, ok := known.ParseNumber(v.Text)
	switch {
	case !ok || n.Type == schema.Numeric:
		return true
	case n.Type != schema.Integer && n.Type != schema.IntOrString || !number.IsInt:
		return false
	}
	return n.Format != "int32" || number.Int == int64(int32(number.Int))
}

// entry is an entry of a map that takes effect.
type entry struct {
	key      string
	value    *model.Value
	optional bool
}

// object checks a map.
func (c *checker) object(v *model.Value, variants []variant) (mistyped set) {
	entries := c.entries(v)
	var near meanings // of its unknown fields
	first := len(c.variants)
	for _, e := range entries {
		c.variants = c.variants[:first]
		var unknown []variant
		for _, s := range variants {
			switch n := child(s.node, e.key); {
			case n != nil:
				c.add(first, variant{n, s.in})
			case !s.node.Open:
				unknown = append(unknown, s)
			}
		}
		if len(unknown) > 0 {
			c.unknownField(v, e, unknown, &near)
		}
		if children := c.variants[first:]; len(children) > 0 && e.value.Kind != model.Null {
			mistyped |= c.below(e.key, e.optional, func() set { return c.value(e.value, children) })
		}
	}
	c.variants = c.variants[:first]
	mistyped |= c.required(v, variants, near.of)
	c.size(v, variants)
	return mistyped
}

func child(n *schema.Node, key string) *schema.Node {
	if property := n.Property(key); property != nil {
		return property
	}
	return n.Values()
}

// add adds a variant to those from first on. If one of them has the same node, the two become one.
func (c *checker) add(first int, s variant) {
	for i := first; i < len(c.variants); i++ {
		if c.variants[i].node == s.node {
			c.variants[i].in |= s.in
			return
		}
	}
	c.variants = append(c.variants, s)
}

// entries returns the entries of a map that take effect: of duplicate keys the last one, or all of them if branches of a template
// choose between them. It reports duplicate keys.
func (c *checker) entries(v *model.Value) []entry {
	uncertain := c.IsUncertain(v)
	last := lastOfKeys(v)
	taken := map[string]bool{}
	entries := make([]entry, 0, len(v.Entries))
	for i, e := range v.Entries {
		switch {
		case e.IsMerge():
			entries = c.merged(entries, e, uncertain, last, taken)
		case e.Key.Kind == model.Unknown:
		case uncertain:
			entries = append(entries, entry{e.Key.Text, e.Value, true})
		case last(e.Key.Text) != i:
			c.report(c.schemas, twice(e.Key.Text), e.Key.Text)
		default:
			isOptional := e.Value.Kind == model.Unknown && v.IsBounded() || e.Value.Kind == model.Null && e.Value.Otherwise() != nil
			entries = append(entries, entry{e.Key.Text, e.Value, isOptional})
		}
	}
	return entries
}

// few is the number of entries up to which a linear search costs less than an index.
const few = 16

// lastOfKeys returns a function for the index of the last entry with a key; -1 if the map does not contain the key.
func lastOfKeys(v *model.Value) func(key string) int {
	isKey := func(e *model.Entry) bool { return e.Key.Kind != model.Unknown && !e.IsMerge() }
	if len(v.Entries) <= few {
		return func(key string) int {
			for i, e := range slices.Backward(v.Entries) {
				if e.Key.Text == key && isKey(e) {
					return i
				}
			}
			return -1
		}
	}
	last := make(map[string]int, len(v.Entries))
	for i, e := range v.Entries {
		if isKey(e) {
			last[e.Key.Text] = i
		}
	}
	return func(key string) int {
		if i, ok := last[key]; ok {
			return i
		}
		return -1
	}
}

// merged adds the entries of a merge key, except for keys that the map itself contains. taken has the keys of earlier merge keys.
func (c *checker) merged(entries []entry, e *model.Entry, optional bool, last func(key string) int, taken map[string]bool) []entry {
	for _, source := range e.Merged() {
		fields, _ := c.Fields(source)
		for _, f := range fields {
			if taken[f.Key] || last(f.Key) >= 0 {
				continue
			}
			taken[f.Key] = true
			entries = append(entries, entry{f.Key, f.Value, optional || f.Present != known.Yes})
		}
	}
	return entries
}

// list checks a list.
func (c *checker) list(v *model.Value, variants []variant) (mistyped set) {
	first := len(c.variants)
	for _, s := range variants {
		if items := s.node.Items(); items != nil {
			c.add(first, variant{items, s.in})
		}
	}
	items := c.variants[first:]
	optional := c.IsUncertain(v)
	for i, item := range v.Items {
		mistyped |= c.below(i, optional, func() set { return c.value(item, items) })
	}
	c.variants = c.variants[:first]
	c.duplicates(v, variants)
	c.size(v, variants)
	return mistyped
}
