package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/model"
)

// Type is the type of a value.
type Type string

// The types of nodes.
const (
	Object      Type = "object"
	Array       Type = "array"
	String      Type = "string"
	Integer     Type = "integer"
	Numeric     Type = "number"
	Boolean     Type = "boolean"
	IntOrString Type = "int-or-string"
	Any         Type = "any"
)

// Node is the schema of a value.
type Node struct {
	Type     Type
	Format   string   // for an integer: int32 or int64
	Required []string // fields that an object must have
	Enum     []string // the allowed texts; nil allows any

	// Open means that an object may have other fields than Properties.
	Open bool

	// Bounds of a number, of the length of a text, and of the size of a list or map.
	Number, Length, Size Bounds

	// Set means that no item of a list may occur twice. Keys means that no two items may have the same values of these fields.
	Set  bool
	Keys []string

	Rules []*cel.Rule

	patterns   []int // the numbers of their lines among the texts
	properties []property
	items      int // the number of a node, or none
	values     int
	fallback   string                      // JSON
	value      atomic.Pointer[model.Value] // of fallback
}

// Bounds are the least and the greatest allowed number.
type Bounds struct {
	Min, Max       float64
	HasMin, HasMax bool
}

// Allows reports whether a number is within the bounds.
func (b Bounds) Allows(n float64) bool {
	if b.HasMin && n < b.Min {
		return false
	}
	return !b.HasMax || n <= b.Max
}

type property struct {
	name string
	node int // the number of its node
}

// none is the number of an absent node.
const none = -1

// Property returns the schema of a field; nil if the object has no such field.
func (n *Node) Property(name string) *Node {
	i, found := slices.BinarySearchFunc(n.properties, name, func(p property, name string) int { return strings.Compare(p.name, name) })
	if !found {
		return nil
	}
	return nodeAt(n.properties[i].node)
}

// Properties returns the names of the fields in the schema, sorted.
func (n *Node) Properties() []string {
	names := make([]string, len(n.properties))
	for i, p := range n.properties {
		names[i] = p.name
	}
	return names
}

// Values returns the schema of the values in a map with free keys; nil if there is none.
func (n *Node) Values() *Node { return optional(n.values) }

// Items returns the schema of the items in a list; nil if there is none.
func (n *Node) Items() *Node { return optional(n.items) }

func optional(node int) *Node {
	if node == none {
		return nil
	}
	return nodeAt(node)
}

// Text caches which patterns a text matches, because nodes of several releases share patterns.
type Text struct {
	Text    string
	matched []int
}

// Unmatched returns the first pattern that a text does not match. unmatched is false if it matches all.
func (n *Node) Unmatched(text *Text) (pattern string, unmatched bool) {
	for _, p := range n.patterns {
		if slices.Contains(text.matched, p) {
			continue
		}
		if re := patternAt(p); !re.MatchString(text.Text) {
			return re.String(), true
		}
		text.matched = append(text.matched, p)
	}
	return "", false
}

// Patterns returns the patterns that a text must match.
func (n *Node) Patterns() []string {
	texts := make([]string, len(n.patterns))
	for i, p := range n.patterns {
		texts[i] = read().texts[p]
	}
	return texts
}

// Default returns the value of an absent field; nil if it has no default.
func (n *Node) Default() *model.Value {
	if n.fallback == "" {
		return nil
	}
	return at(&n.value, func() *model.Value { return parseDefault(n.fallback) })
}

// HasDefault reports whether the node has a default.
func (n *Node) HasDefault() bool { return n.fallback != "" }

// parseDefault parses a value in JSON.
func parseDefault(text string) *model.Value {
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		panic("the table of schemas has a broken default: " + err.Error())
	}
	return valueOf(value)
}

func valueOf(decoded any) *model.Value {
	switch decoded := decoded.(type) {
	case string:
		return model.NewString(decoded)
	case json.Number:
		return model.NewNumber(decoded.String())
	case bool:
		return model.NewBool(decoded)
	case []any:
		list := model.NewList()
		for _, item := range decoded {
			list.Items = append(list.Items, valueOf(item))
		}
		return list
	case map[string]any:
		m := model.NewMap()
		for key, value := range decoded {
			m.Entries = append(m.Entries, model.NewEntry(key, valueOf(value)))
		}
		slices.SortFunc(m.Entries, func(a, b *model.Entry) int { return strings.Compare(a.Key.Text, b.Key.Text) })
		return m
	}
	return &model.Value{Kind: model.Null, Dash: -1}
}

// parseNode parses a line of the table: the type and the attributes, separated by tabs.
func parseNode(line string) *Node {
	kind, rest, _ := strings.Cut(line, "\t")
	n := &Node{Type: Type(kind), items: none, values: none}
	for rest != "" {
		var attribute string
		attribute, rest, _ = strings.Cut(rest, "\t")
		name, value, _ := strings.Cut(attribute, "=")
		if !n.set(name, value) && !n.setBound(name, value) {
			panic(fmt.Sprintf("the table of schemas has an unknown attribute %q", name))
		}
	}
	return n
}

func (n *Node) set(name, value string) bool {
	switch name {
	case "format":
		n.Format = value
	case "required":
		n.Required = strings.Split(value, " ")
	case "enum":
		n.Enum = strings.Split(value, " ")
	case "pattern":
		n.patterns = append(n.patterns, number(value))
	case "rule":
		n.Rules = append(n.Rules, ruleAt(value))
	case "default":
		n.fallback = value
	case "open":
		n.Open = true
	case "set":
		n.Set = true
	case "keys":
		n.Keys = strings.Split(value, " ")
	case "items":
		n.items = number(value)
	case "values":
		n.values = number(value)
	case "properties":
		n.properties = make([]property, 0, 1+strings.Count(value, " "))
		for p := range strings.SplitSeq(value, " ") {
			name, node, _ := strings.Cut(p, ":")
			n.properties = append(n.properties, property{name, number(node)})
		}
	default:
		return false
	}
	return true
}

func (n *Node) setBound(name, value string) bool {
	var bounds *Bounds
	of, end, _ := strings.Cut(name, ".")
	switch of {
	case "number":
		bounds = &n.Number
	case "length":
		bounds = &n.Length
	case "size":
		bounds = &n.Size
	default:
		return false
	}
	bound, err := strconv.ParseFloat(value, 64)
	if err != nil {
		panic("the table of schemas has a broken bound: " + err.Error())
	}
	if end == "min" {
		bounds.Min, bounds.HasMin = bound, true
	} else {
		bounds.Max, bounds.HasMax = bound, true
	}
	return true
}
