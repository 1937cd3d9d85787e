package admission

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/model"
)

// manyFields bounds how many fields a hint lists.
const manyFields = 12

// hint says what to do about a field that the node of s lacks. having are the schemas that have the field.
func (c *checker) hint(key, meant string, having set, s variant) string {
	if meant != "" {
		return didYouMean(meant)
	}
	if hint := c.successor(key, s); hint != "" {
		return hint
	}
	if hint := c.elsewhere(key, s); hint != "" {
		return hint
	}
	switch {
	case having.newest() > s.in.newest():
		return "upgrade the CRDs, or delete it"
	case having != 0:
		return "delete it"
	}
	fields := s.node.Properties()
	if len(c.path) == 0 {
		fields = []string{"metadata", "spec"}
	}
	switch {
	case len(fields) == 0:
		return "delete it"
	case len(fields) == 1:
		return "use " + fields[0] + ", the only field"
	case len(fields) > manyFields:
		return "correct the name, or delete it"
	}
	return useOneOf(fields)
}

// successors are the fields of pools and classes that replaced those of the alpha API, unless they have similar names.
var successors = map[string]string{
	"consolidation":          "consolidationPolicy",
	"kubeletConfiguration":   "kubelet",
	"providerRef":            "nodeClassRef",
	"ttlSecondsAfterEmpty":   "consolidateAfter",
	"ttlSecondsUntilExpired": "expireAfter",
}

// successor returns the name and the place of the field that replaced one of the alpha API; "" for any other field.
func (c *checker) successor(key string, s variant) string {
	name := successors[key]
	if name == "" || len(c.path) == 0 || c.path[0] != "spec" {
		return ""
	}
	where := c.placeInOtherKind(name)
	if place, found := placeOf(name, c.target.kind.Schemas[s.in.newest()]); place != nil && found == name {
		where = model.PathText(place)
	}
	if where == "" {
		return ""
	}
	return fmt.Sprintf("use %s in %s, which replaced this field of the alpha API", name, where)
}

// elsewhere returns where a field with the same or a similar name belongs: in the same object, or in one of another kind. Fields
// of metadata are left out, because their names are common.
func (c *checker) elsewhere(key string, s variant) string {
	if slices.Contains(c.path, any("metadata")) {
		return ""
	}
	if len(c.path) == 0 && isOfMetadata(key) {
		return "move it to metadata"
	}
	for schemas := s.in; schemas != 0; schemas &^= setOf(schemas.newest()) {
		switch place, name := placeOf(key, c.target.kind.Schemas[schemas.newest()]); {
		case place == nil:
		case name == key:
			return "move it to " + model.PathText(place)
		default:
			return fmt.Sprintf("did you mean %q, which belongs in %s?", name, model.PathText(place))
		}
	}
	if where := c.placeInOtherKind(key); where != "" {
		return "move it to " + where
	}
	return ""
}

// schemasWhere returns the schemas, of any release, with a node at the current path that passes the test.
func (c *checker) schemasWhere(test func(*schema.Node) bool) (in set) {
	for i, root := range c.target.kind.Schemas {
		if n := nodeAt(root, c.path); n != nil && test(n) {
			in |= setOf(i)
		}
	}
	return in
}

// isOfMetadata reports whether a key is a common field of metadata.
func isOfMetadata(key string) bool {
	return slices.Contains([]string{"name", "namespace", "labels", "annotations"}, key)
}

// placeInOtherKind returns the place of a field that belongs in the class of a pool, or in the pools of a class; "" for any other field.
func (c *checker) placeInOtherKind(key string) string {
	apiVersion, kind := c.identity()
	_, version, _ := strings.Cut(apiVersion, "/")
	other, name := schema.Lookup(awsGroup+"/"+version, awsClass), awsClass
	if kind == awsClass {
		other, name = schema.Lookup("karpenter.sh/"+version, "NodePool"), "NodePool"
	}
	if other == nil {
		return ""
	}
	place, field := placeOf(key, other.Schemas[len(other.Schemas)-1])
	if place == nil || field != key {
		return ""
	}
	return fmt.Sprintf("%s of the %s", model.PathText(place), name)
}

// placed is a cached result of placeOf.
type placed struct {
	place []any
	name  string
}

// answers caches results of placeOf, because many objects have the same mistake, and a search compares all names.
var answers = struct {
	sync.Mutex
	of map[*schema.Node]map[string]placed
}{of: map[*schema.Node]map[string]placed{}}

// maxAnswers bounds how many results are cached for one schema.
const maxAnswers = 1000

// placeOf returns the path of the map that has a field with the same or a similar name. It returns nothing if the spec has
// several, or has the field inside a list.
func placeOf(key string, root *schema.Node) (place []any, name string) {
	answers.Lock()
	defer answers.Unlock()
	answer, isKnown := answers.of[root][key]
	if isKnown {
		return answer.place, answer.name
	}
	answer.place, answer.name = searchPlace(key, root)
	if len(answers.of[root]) >= maxAnswers || answers.of[root] == nil {
		answers.of[root] = map[string]placed{}
	}
	answers.of[root][key] = answer
	return answer.place, answer.name
}

func searchPlace(key string, root *schema.Node) (place []any, name string) {
	index := placesIn(root)
	name = key
	if index.of[name] == nil {
		name = nearest.Only(key, index.names)
	}
	if len(index.of[name]) != 1 {
		return nil, ""
	}
	return index.of[name][0], name
}

// places are the paths of the maps in the spec of a schema, by the names of their fields.
type places struct {
	of    map[string][][]any
	names []string // sorted
}

// placesBySchema caches places by the root of the schema, because a search for each mistake would visit all fields.
var placesBySchema sync.Map

func placesIn(root *schema.Node) *places {
	if index, isKnown := placesBySchema.Load(root); isKnown {
		return index.(*places)
	}
	index := &places{of: map[string][][]any{}}
	collect(root.Property("spec"), []any{"spec"}, index.of)
	index.names = slices.Sorted(maps.Keys(index.of))
	placesBySchema.Store(root, index)
	return index
}

// collect records for each field name the paths of the maps with that field.
func collect(n *schema.Node, path []any, places map[string][][]any) {
	if n == nil {
		return
	}
	for _, name := range n.Properties() {
		places[name] = append(places[name], path)
		collect(n.Property(name), model.Join(path, name), places)
	}
}
