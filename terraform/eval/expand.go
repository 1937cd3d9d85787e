package eval

import (
	"sort"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"
)

// multiplicity is how a block declares its instances.
type multiplicity uint8

const (
	single  multiplicity = iota // neither count nor for_each
	byIndex                     // count
	byKey                       // for_each
)

// Expansion is the instances of a block. There is always at least one element: if the instances are not known, or if
// there are none, it represents all of them.
type Expansion struct {
	kind     multiplicity
	complete bool // Elements are all instances
	Elements []Element
	value    *model.Value // the value of count or for_each
}

// Element is one instance of a block.
type Element struct {
	Suffix  string // the end of the address: `["a"]`, `[0]`, ""
	key     string
	names   map[string]*model.Value // the value of each or count, by name
	unknown bool                    // it represents all instances, or a hypothetical one if there are none
}

// find returns the element with the key.
func (x *Expansion) find(key string) (Element, bool) {
	for _, e := range x.Elements {
		if e.key == key && !e.unknown {
			return e, true
		}
	}
	return Element{}, false
}

// Expand returns the instances of a resource, data source or module call in the instance's module.
func (in *Instance) Expand(b *hcl.Block) *Expansion {
	if x := in.counts[b]; x != nil {
		return x
	}
	placeholder := &Expansion{Elements: []Element{{}}, complete: true}
	in.counts[b] = placeholder // in case the count refers to its own block; the cycle is found in the edges
	if a := b.Body.Attribute("count"); a != nil {
		placeholder.kind, placeholder.complete = byIndex, false
		placeholder.Elements[0].unknown = true
		s := in.scopeOf(in.fileOf(a.Expr, b.File))
		in.counts[b] = s.expandCount(a.Expr)
	} else if a := b.Body.Attribute("for_each"); a != nil {
		placeholder.kind, placeholder.complete = byKey, false
		placeholder.Elements[0].unknown = true
		s := in.scopeOf(in.fileOf(a.Expr, b.File))
		in.counts[b] = s.expandForEach(a.Expr)
	}
	return in.counts[b]
}

func (s *scope) expandCount(e hclsyntax.Expression) *Expansion {
	x := &Expansion{kind: byIndex, value: s.quietly(e)}
	n, err := strconv.Atoi(located.StringOf(x.value))
	if x.value.IsScalar() && err == nil && n >= 0 {
		x.complete = true
		for i := range n {
			limit.Point()
			x.Elements = append(x.Elements, s.counted(e, i))
		}
	}
	if len(x.Elements) == 0 {
		x.Elements = []Element{s.counted(e, 0)}
		x.Elements[0].unknown = true
		if !x.complete {
			index := s.Unknown(e, "count.index("+s.Form(x.value)+")")
			x.Elements[0].Suffix = ""
			x.Elements[0].names = map[string]*model.Value{"count": s.Record(e, "index", index)}
		}
	}
	return x
}

func (s *scope) counted(e hclsyntax.Expression, i int) Element {
	index := s.Computed(e, model.Number)
	index.Text = strconv.Itoa(i)
	return Element{Suffix: "[" + index.Text + "]", key: index.Text, names: map[string]*model.Value{"count": s.Record(e, "index", index)}}
}

func (s *scope) expandForEach(e hclsyntax.Expression) *Expansion {
	x := &Expansion{kind: byKey, value: s.quietly(e)}
	x.complete = (x.value.Kind == model.Map || x.value.Kind == model.List) && !x.value.Open
	var pairs []located.Pair
	for _, item := range x.value.Items {
		pairs = append(pairs, located.Pair{Key: item, Value: item})
	}
	for _, entry := range x.value.Entries {
		pairs = append(pairs, located.Pair{Key: entry.Key, Value: entry.Value})
	}
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].Key.Text < pairs[j].Key.Text })
	for _, p := range pairs {
		if !p.Key.IsScalar() {
			x.complete = false
			continue
		}
		key := *p.Key
		key.Kind, key.Text = model.String, located.StringOf(p.Key)
		x.Elements = append(x.Elements, Element{Suffix: "[" + strconv.Quote(key.Text) + "]", key: key.Text, names: s.eachNames(e, &key, p.Value)})
	}
	if len(x.Elements) == 0 {
		operand := "(" + s.Form(x.value) + ")"
		if x.value.Kind != model.Unknown { // empty with the current values, for example because of a default
			operand = "(" + s.Source(e) + ")"
		}
		names := s.eachNames(e, s.Unknown(e, "each.key"+operand), s.Unknown(e, "each.value"+operand))
		x.Elements = []Element{{names: names, unknown: true}}
	}
	return x
}

func (s *scope) eachNames(e hclsyntax.Expression, key, value *model.Value) map[string]*model.Value {
	return map[string]*model.Value{"each": s.Record(e, "key", key, "value", value)}
}

// IsOff reports whether the block certainly has no instance.
func (in *Instance) IsOff(b *hcl.Block) bool {
	x := in.Expand(b)
	return x.kind != single && x.complete && x.Elements[0].unknown
}

// Counterpart returns the element of the twin's expansion that corresponds to el.
func (in *Instance) Counterpart(b *hcl.Block, el Element) Element {
	x := in.Expand(b)
	if match, ok := x.find(el.key); ok && x.kind != single {
		return match
	}
	any := x.Elements[0]
	any.Suffix = el.Suffix
	return any
}

// Gate returns the conditions on which a block exists, none if it always exists, and whether it can never exist. in must be an
// instance with unknown root variables.
func (in *Instance) Gate(b *hcl.Block) (gate []string, impossible bool) {
	x := in.Expand(b)
	switch {
	case x.kind == single:
		return nil, false
	case x.complete:
		return nil, x.Elements[0].unknown
	case (x.value.Kind == model.Map || x.value.Kind == model.List) && len(x.value.Items)+len(x.value.Entries) > 0:
		return nil, false
	}
	return []string{in.ev.Form(x.value)}, false
}
