package apiserver

import (
	"maps"
	"slices"
	"strings"

	structural "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
)

// place is a value in an object, or one that it can have, with its schema.
type place struct {
	path   []any
	field  string // the path with "[]" for each item and "*" for each key that is free: "spec.limits.*"
	schema *structural.Structural
}

// metadata is the schema of metadata, which those of the kinds leave out.
var metadata = object(map[string]structural.Structural{
	"name": scalar("string"), "generateName": scalar("string"), "namespace": scalar("string"), "uid": scalar("string"),
	"resourceVersion": scalar("string"),
	"generation":      scalar("integer"), "creationTimestamp": time(),
	"labels": mapOf(scalar("string")), "annotations": mapOf(scalar("string")), "finalizers": listOf(scalar("string")),
	"ownerReferences": listOf(*object(map[string]structural.Structural{
		"apiVersion": scalar("string"), "kind": scalar("string"), "name": scalar("string"), "uid": scalar("string"), "controller": scalar("boolean"),
	})),
})

func scalar(kind string) structural.Structural {
	return structural.Structural{Generic: structural.Generic{Type: kind}}
}

func object(properties map[string]structural.Structural) *structural.Structural {
	return &structural.Structural{Generic: structural.Generic{Type: "object"}, Properties: properties}
}

func time() structural.Structural {
	s := scalar("string")
	s.ValueValidation = &structural.ValueValidation{Format: "date-time"}
	return s
}

func mapOf(values structural.Structural) structural.Structural {
	return structural.Structural{
		Generic:              structural.Generic{Type: "object"},
		AdditionalProperties: &structural.StructuralOrBool{Structural: &values},
	}
}

func listOf(items structural.Structural) structural.Structural {
	return structural.Structural{Generic: structural.Generic{Type: "array"}, Items: &items}
}

// root is the schema of whole objects, with that of their metadata. It is without what says of which kind they are, and without their
// status, which a creation cannot set.
func (s *Schema) root() *structural.Structural {
	whole := *s.Structural
	whole.Properties = maps.Clone(whole.Properties)
	whole.Properties["metadata"] = *metadata
	for _, name := range []string{"apiVersion", "kind", "status"} {
		delete(whole.Properties, name)
	}
	return &whole
}

// places returns the values in an object that its schema knows, parents before children.
func places(o any, s *structural.Structural) []place {
	return below(o, place{schema: s})
}

func below(v any, p place) []place {
	all := []place{p}
	switch v := v.(type) {
	case Object:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if child, ok := p.child(strings.TrimSuffix(key, twice)); ok {
				child.path[len(child.path)-1] = key
				all = append(all, below(v[key], child)...)
			}
		}
	case []any:
		for i, item := range v {
			if p.schema.Items != nil {
				all = append(all, below(item, p.step(i, "[]", p.schema.Items))...)
			}
		}
	}
	return all
}

// child returns the place of an entry of a map.
func (p place) child(key string) (place, bool) {
	if property, ok := p.schema.Properties[key]; ok {
		return p.step(key, "."+key, &property), true
	}
	if values := p.schema.AdditionalProperties; values != nil && values.Structural != nil {
		return p.step(key, ".*", values.Structural), true
	}
	return place{}, false
}

func (p place) step(step any, field string, s *structural.Structural) place {
	return place{append(slices.Clone(p.path), step), strings.TrimPrefix(p.field+field, "."), s}
}

// possible returns every place that objects of a schema can have, with one item in each list and one key in each map.
func possible(p place) []place {
	all := []place{p}
	for _, name := range slices.Sorted(maps.Keys(p.schema.Properties)) {
		child, _ := p.child(name)
		all = append(all, possible(child)...)
	}
	if p.schema.AdditionalProperties != nil && p.schema.AdditionalProperties.Structural != nil {
		child, _ := p.child("a")
		all = append(all, possible(child)...)
	}
	if p.schema.Items != nil {
		all = append(all, possible(p.step(0, "[]", p.schema.Items))...)
	}
	return all
}

// reach returns the object with something at the place: what is missing on the way is drawn.
func (d *drawing) reach(o any, root *structural.Structural, path []any) any {
	if len(path) == 0 {
		return o
	}
	switch step := path[0].(type) {
	case string:
		m, isMap := o.(Object)
		if !isMap {
			m, _ = d.value(root).(Object)
		}
		child, _ := place{schema: root}.child(step)
		m = maps.Clone(m)
		if m[step] == nil {
			m[step] = d.value(child.schema)
		}
		m[step] = d.reach(m[step], child.schema, path[1:])
		return m
	case int:
		l, _ := o.([]any)
		if len(l) == 0 {
			l = []any{d.value(root.Items)}
		}
		l = slices.Clone(l)
		l[step] = d.reach(l[step], root.Items, path[1:])
		return l
	}
	return o
}
