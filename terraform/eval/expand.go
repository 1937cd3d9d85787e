package eval

import (
	"sort"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform/located"
)

// How many instances a block has.
type multiplicity uint8

const (
	single  multiplicity = iota // neither count nor for_each
	byIndex                     // count
	byKey                       // for_each
)

// Expansion is the instances of a block. There is always one element: it stands for all where they are not
// known, or where there are none.
type Expansion struct {
	kind     multiplicity
	known    bool // elements are all there is
	Elements []Element
	by       *model.Value // the value of count or for_each
}

// Element is one instance of a block.
type Element struct {
	Suffix  string // of the address: `["a"]`, `[0]`, ""
	key     string
	names   map[string]*model.Value // each or count
	unknown bool                    // it stands for all instances, or for one that would be there if there were any
}

// at returns the element with the key.
func (x *Expansion) at(key string) (Element, bool) {
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
	one := &Expansion{Elements: []Element{{}}, known: true}
	in.counts[b] = one // for a block whose count needs the block: a cycle, which edges show
	if a := b.Body.Attribute("count"); a != nil {
		one.kind, one.known = byIndex, false
		one.Elements[0].unknown = true
		s := in.scopeOf(in.fileOf(a.Expr, b.File))
		in.counts[b] = s.expandCount(a.Expr)
	} else if a := b.Body.Attribute("for_each"); a != nil {
		one.kind, one.known = byKey, false
		one.Elements[0].unknown = true
		s := in.scopeOf(in.fileOf(a.Expr, b.File))
		in.counts[b] = s.expandForEach(a.Expr)
	}
	return in.counts[b]
}

func (s *scope) expandCount(e hclsyntax.Expression) *Expansion {
	x := &Expansion{kind: byIndex, by: s.quietly(e)}
	n, err := strconv.Atoi(located.StringOf(x.by))
	if x.by.IsScalar() && err == nil && n >= 0 {
		if x.known = n <= maxInstances; !x.known {
			s.Cut(e, "count asks for %d instances; the first %d are looked at", n, maxInstances)
		}
		for i := range min(n, maxInstances) {
			x.Elements = append(x.Elements, s.counted(e, i))
		}
	}
	if len(x.Elements) == 0 {
		x.Elements = []Element{s.counted(e, 0)}
		x.Elements[0].unknown = true
		if !x.known {
			index := s.Unknown(e, "count.index("+located.Form(x.by)+")")
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
	x := &Expansion{kind: byKey, by: s.quietly(e)}
	x.known = (x.by.Kind == model.Map || x.by.Kind == model.List) && !x.by.Open
	var all []located.Pair
	for _, item := range x.by.Items {
		all = append(all, located.Pair{Key: item, Value: item})
	}
	for _, entry := range x.by.Entries {
		all = append(all, located.Pair{Key: entry.Key, Value: entry.Value})
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Key.Text < all[j].Key.Text })
	for _, p := range all {
		if !p.Key.IsScalar() {
			x.known = false
			continue
		}
		if len(x.Elements) == maxInstances {
			x.known = false
			s.Cut(e, "for_each has %d elements; the first %d are looked at", len(all), maxInstances)
			break
		}
		key := *p.Key
		key.Kind, key.Text = model.String, located.StringOf(p.Key)
		x.Elements = append(x.Elements, Element{Suffix: "[" + strconv.Quote(key.Text) + "]", key: key.Text, names: s.each(e, &key, p.Value)})
	}
	if len(x.Elements) == 0 {
		of := "(" + located.Form(x.by) + ")"
		if x.by.Kind != model.Unknown { // empty by a default, say
			of = "(" + s.Source(e) + ")"
		}
		names := s.each(e, s.Unknown(e, "each.key"+of), s.Unknown(e, "each.value"+of))
		x.Elements = []Element{{names: names, unknown: true}}
	}
	return x
}

func (s *scope) each(e hclsyntax.Expression, key, value *model.Value) map[string]*model.Value {
	return map[string]*model.Value{"each": s.Record(e, "key", key, "value", value)}
}

// IsOff says whether the block surely has no instance.
func (in *Instance) IsOff(b *hcl.Block) bool {
	x := in.Expand(b)
	return x.kind != single && x.known && x.Elements[0].unknown
}

// Counterpart returns the element of the twin's expansion that el is.
func (in *Instance) Counterpart(b *hcl.Block, el Element) Element {
	x := in.Expand(b)
	if found, ok := x.at(el.key); ok && x.kind != single {
		return found
	}
	return x.Elements[0]
}

// Gate returns the condition on which a block exists, none where it always does, and whether it never does. in is an instance with
// the root's variables unknown.
func (in *Instance) Gate(b *hcl.Block) (gate []string, never bool) {
	x := in.Expand(b)
	switch {
	case x.kind == single:
		return nil, false
	case x.known:
		return nil, x.Elements[0].unknown
	case (x.by.Kind == model.Map || x.by.Kind == model.List) && len(x.by.Items)+len(x.by.Entries) > 0:
		return nil, false
	}
	return []string{located.Form(x.by)}, false
}
