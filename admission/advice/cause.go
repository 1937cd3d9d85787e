package advice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/model"
)

// cause is a broken rule, and the value that breaks it.
type cause struct {
	object *model.Value
	self   []any // the value that has the rule
	path   []any // the value that is wrong
	source string
	reader known.Reader

	shape    string
	literals [][]string // the texts in the rule
}

func newCause(object *model.Value, rule *cel.Rule, in cel.Input, failure cel.Failure) *cause {
	c := &cause{object: object, self: in.Path, path: failure.Path, source: rule.Source, reader: in.Reader}
	c.shape, c.literals = rule.Shape()
	return c
}

// valueAt returns the value at a path from the root, or nil.
func (c *cause) valueAt(path []any) *model.Value { return c.object.Get(path...) }

// text returns the text at a path; "" if unknown.
func (c *cause) text(path []any) string {
	text, _ := c.reader.Text(c.valueAt(path))
	return text
}

// field returns a field of self.
func (c *cause) field(name string) *model.Value { return c.valueAt(model.Join(c.self, name)) }

// item returns the path of the wrong item of self, or of self if it is not a list.
func (c *cause) item() []any {
	if len(c.path) > len(c.self) {
		if _, isIndex := c.path[len(c.self)].(int); isIndex {
			return c.path[:len(c.self)+1]
		}
	}
	return c.self
}

// ofItem returns a field of the wrong item.
func (c *cause) ofItem(name string) *model.Value { return c.valueAt(model.Join(c.item(), name)) }

// label returns the label that is wrong: self if it is a text, otherwise the key of an entry.
func (c *cause) label() string {
	if v := c.valueAt(c.path); len(c.path) == len(c.self) && v.IsScalar() {
		return v.Text
	}
	return c.key()
}

// key returns the last key of path.
func (c *cause) key() string { return lastKey(c.path) }

func lastKey(path []any) string {
	for _, step := range slices.Backward(path) {
		if key, ok := step.(string); ok {
			return key
		}
	}
	return ""
}

// literal returns a text of the rule, counted from 1. The texts of a list are joined.
func (c *cause) literal(number int) string {
	if number < 1 || number > len(c.literals) {
		return ""
	}
	return strings.Join(c.literals[number-1], ", ")
}

// quoted returns a scalar in quotes, and describes a list or map.
func quoted(v *model.Value) string {
	switch {
	case v.IsAbsent():
		return "unset"
	case v.Kind == model.List:
		return fmt.Sprintf("a list of %d", len(v.Items))
	case v.Kind == model.Map:
		return "a map"
	case v.Kind != model.String:
		return v.Text
	}
	return strconv.Quote(v.Text)
}

// testedField matches a field that a rule tests.
var testedField = pattern.New(`has\((?:self|x)\.(\w+)\)`)

// fields returns the fields that the rule tests, each once.
func (c *cause) fields() (names []string) {
	for _, match := range testedField().FindAllStringSubmatch(c.shape, -1) {
		if !slices.Contains(names, match[1]) {
			names = append(names, match[1])
		}
	}
	return names
}

// set returns the fields that the rule tests and the item has.
func (c *cause) set() (names []string) {
	for _, name := range c.fields() {
		if !c.ofItem(name).IsAbsent() {
			names = append(names, name)
		}
	}
	return names
}

// placeholder matches a placeholder.
var placeholder = pattern.New(`\{[\w.]+\}`)

// expand replaces placeholders:
//
//	{name}      the field with the rule
//	{path}      the path of the wrong value
//	{key}       the last key of that path, quoted
//	{value}     the wrong value, quoted
//	{values}    how many values the item has
//	{1}, {2}    a text of the rule, or those of a list
//	{near}      "did you mean …?" for the allowed texts, or all of them
//	{label}     the wrong value if it is a text, otherwise its key, quoted
//	{hint}      "did you mean …?" for the allowed labels, or other advice
//	{fields}    the fields that the rule tests
//	{set}       the fields that the rule tests and the item has
//	{self.x}    a field, quoted
//	{item.x}    a field of the item, quoted
//	{rule}      the source of the rule
func (c *cause) expand(words string) string {
	return placeholder().ReplaceAllStringFunc(words, func(match string) string {
		name := match[1 : len(match)-1]
		if number, err := strconv.Atoi(name); err == nil {
			return c.literal(number)
		}
		of, field, isField := strings.Cut(name, ".")
		switch {
		case isField && of == "item":
			return quoted(c.ofItem(field))
		case isField:
			return quoted(c.field(field))
		}
		return c.word(name)
	})
}

func (c *cause) expandAll(words Words) Words {
	return Words{c.expand(words.Fact), c.expand(words.Why), c.expand(words.Help)}
}

func (c *cause) word(name string) string {
	switch name {
	case "name":
		return lastKey(c.self)
	case "path":
		return model.PathText(c.path)
	case "key":
		return strconv.Quote(c.key())
	case "value":
		return quoted(c.valueAt(c.path))
	case "values":
		return count(len(c.ofItem("values").List()), "value")
	case "near":
		return c.near()
	case "hint":
		return c.nearLabel()
	case "label":
		return strconv.Quote(c.label())
	case "fields":
		return or(c.fields())
	case "set":
		return and(c.set())
	}
	return c.source
}

// near returns a hint: the allowed text that was probably meant, or all allowed texts.
func (c *cause) near() string {
	family, _, _ := strings.Cut(c.label(), "@")
	if meant := nearest.Name(family, c.allowed()); meant != "" {
		return didYouMean(meant)
	}
	return "use one of " + strings.Join(c.allowed(), ", ")
}

// nearLabel returns a hint: the label of the same domain that was probably meant.
func (c *cause) nearLabel() string {
	domain, name, _ := strings.Cut(c.label(), "/")
	var names []string
	for _, allowed := range c.allowed() {
		if known, ok := strings.CutPrefix(allowed, domain+"/"); ok {
			names = append(names, known)
		}
	}
	if near := nearest.Name(name, names); near != "" {
		return didYouMean(domain + "/" + near)
	}
	return "use a label of another domain"
}

func didYouMean(name string) string { return fmt.Sprintf("did you mean %q?", name) }

// allowed returns the texts in the first list of the rule, or without a list all texts of the rule.
func (c *cause) allowed() (texts []string) {
	for _, literal := range c.literals {
		if len(literal) > 1 {
			return literal
		}
		texts = append(texts, literal...)
	}
	return texts
}

func count(n int, noun string) string {
	switch n {
	case 0:
		return "no " + noun + "s"
	case 1:
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

func or(names []string) string  { return list(names, "or") }
func and(names []string) string { return list(names, "and") }

func list(names []string, word string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
