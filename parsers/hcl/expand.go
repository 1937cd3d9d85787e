package hcl

import (
	"sort"
	"strconv"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// How many instances a block has.
type multiplicity uint8

const (
	single  multiplicity = iota // neither count nor for_each
	byIndex                     // count
	byKey                       // for_each
)

// expansion is the instances of a block. There is always one element: it stands for all where they are not
// known, or where there are none.
type expansion struct {
	kind     multiplicity
	known    bool // elements are all there is
	elements []element
	by       *model.Value // the value of count or for_each
}

// element is one instance of a block.
type element struct {
	suffix  string // of the address: `["a"]`, `[0]`, ""
	key     string
	names   map[string]*model.Value // each or count
	unknown bool                    // it stands for all instances, or for one that would be there if there were any
}

// at returns the element with the key.
func (x *expansion) at(key string) (element, bool) {
	for _, e := range x.elements {
		if e.key == key && !e.unknown {
			return e, true
		}
	}
	return element{}, false
}

// expand returns the instances of a resource, data source or module call in the instance's module.
func (in *instance) expand(b *Block) *expansion {
	if x := in.counts[b]; x != nil {
		return x
	}
	one := &expansion{elements: []element{{}}, known: true}
	in.counts[b] = one // for a block whose count needs the block: a cycle, which edges show
	if a := b.Body.Attribute("count"); a != nil {
		one.kind, one.known = byIndex, false
		one.elements[0].unknown = true
		s := in.scopeOf(in.fileOf(a.Expr, b.File))
		in.counts[b] = s.expandCount(a.Expr)
	} else if a := b.Body.Attribute("for_each"); a != nil {
		one.kind, one.known = byKey, false
		one.elements[0].unknown = true
		s := in.scopeOf(in.fileOf(a.Expr, b.File))
		in.counts[b] = s.expandForEach(a.Expr)
	}
	return in.counts[b]
}

func (s *scope) expandCount(e hclsyntax.Expression) *expansion {
	x := &expansion{kind: byIndex, by: s.quietly(e)}
	n, err := strconv.Atoi(stringOf(x.by))
	if x.by.IsScalar() && err == nil && n >= 0 {
		if x.known = n <= maxInstances; !x.known {
			s.cut(e, "count asks for %d instances; the first %d are looked at", n, maxInstances)
		}
		for i := range min(n, maxInstances) {
			x.elements = append(x.elements, s.counted(e, i))
		}
	}
	if len(x.elements) == 0 {
		x.elements = []element{s.counted(e, 0)}
		x.elements[0].unknown = true
		if !x.known {
			index := s.unknown(e, "count.index("+text(x.by)+")")
			x.elements[0].suffix = ""
			x.elements[0].names = map[string]*model.Value{"count": s.record(e, "index", index)}
		}
	}
	return x
}

func (s *scope) counted(e hclsyntax.Expression, i int) element {
	index := s.computed(e, model.Number)
	index.Text = strconv.Itoa(i)
	return element{suffix: "[" + index.Text + "]", key: index.Text, names: map[string]*model.Value{"count": s.record(e, "index", index)}}
}

func (s *scope) expandForEach(e hclsyntax.Expression) *expansion {
	x := &expansion{kind: byKey, by: s.quietly(e)}
	x.known = (x.by.Kind == model.Map || x.by.Kind == model.List) && !x.by.Open
	var all []pair
	for _, item := range x.by.Items {
		all = append(all, pair{key: item, value: item})
	}
	for _, entry := range x.by.Entries {
		all = append(all, pair{key: entry.Key, value: entry.Value})
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].key.Text < all[j].key.Text })
	for _, p := range all {
		if !p.key.IsScalar() {
			x.known = false
			continue
		}
		if len(x.elements) == maxInstances {
			x.known = false
			s.cut(e, "for_each has %d elements; the first %d are looked at", len(all), maxInstances)
			break
		}
		key := *p.key
		key.Kind, key.Text = model.String, stringOf(p.key)
		x.elements = append(x.elements, element{suffix: "[" + strconv.Quote(key.Text) + "]", key: key.Text, names: s.each(e, &key, p.value)})
	}
	if len(x.elements) == 0 {
		of := "(" + text(x.by) + ")"
		if x.by.Kind != model.Unknown { // empty by a default, say
			of = "(" + s.source(e) + ")"
		}
		names := s.each(e, s.unknown(e, "each.key"+of), s.unknown(e, "each.value"+of))
		x.elements = []element{{names: names, unknown: true}}
	}
	return x
}

func (s *scope) each(e hclsyntax.Expression, key, value *model.Value) map[string]*model.Value {
	return map[string]*model.Value{"each": s.record(e, "key", key, "value", value)}
}

// isOff says whether the block surely has no instance.
func (in *instance) isOff(b *Block) bool {
	x := in.expand(b)
	return x.kind != single && x.known && x.elements[0].unknown
}

// counterpart returns the element of the twin's expansion that el is.
func (in *instance) counterpart(b *Block, el element) element {
	x := in.expand(b)
	if found, ok := x.at(el.key); ok && x.kind != single {
		return found
	}
	return x.elements[0]
}

// gate returns the condition on which a block exists, none where it always does, and whether it never does. in is an instance with
// the root's variables unknown.
func (in *instance) gate(b *Block) (gate []string, never bool) {
	x := in.expand(b)
	switch {
	case x.kind == single:
		return nil, false
	case x.known:
		return nil, x.elements[0].unknown
	case (x.by.Kind == model.Map || x.by.Kind == model.List) && len(x.by.Items)+len(x.by.Entries) > 0:
		return nil, false
	}
	return []string{text(x.by)}, false
}
