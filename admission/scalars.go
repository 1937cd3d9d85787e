package admission

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/karplint/karplint/admission/known"
	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// scalar checks a text or number of the right type.
func (c *checker) scalar(v *model.Value, variants []variant) {
	text := schema.Text{Text: v.Text}
	for _, s := range variants {
		var p *Problem
		switch v.Kind {
		case model.String:
			p = c.text(&text, s.node)
		case model.Number:
			p = c.number(v, s.node)
		}
		if p != nil {
			p.Class = Rejected
			c.report(s.in, *p)
		}
	}
}

func (c *checker) text(value *schema.Text, n *schema.Node) *Problem {
	text := value.Text
	if n.Enum != nil && !slices.Contains(n.Enum, text) {
		return c.enum(text, n)
	}
	if pattern, unmatched := n.Unmatched(value); unmatched {
		fact, help := patternWords(pattern)
		return &Problem{Code: CodePattern, Message: fmt.Sprintf("%s %s %s", c.name(), quoted(text), fact), Help: help}
	}
	if length := utf8.RuneCountInString(text); !n.Length.Allows(float64(length)) {
		return c.badLength(text, length, n.Length)
	}
	return nil
}

// enum reports a text that is not one of the allowed ones. It is silent if a newer release may allow it.
func (c *checker) enum(text string, n *schema.Node) *Problem {
	help, meant := useOneOf(n.Enum), nearest.Name(text, n.Enum)
	if c.schemasWhere(func(n *schema.Node) bool { return slices.Contains(n.Enum, text) }) != 0 {
		meant = "" // another release allows it, so it is not misspelled
	}
	if meant == "" && c.target.newer {
		return nil
	}
	if meant != "" {
		help = didYouMean(meant)
	}
	p := &Problem{Code: CodeEnum, Message: fmt.Sprintf("%s %s is not allowed", c.name(), quoted(text)), Help: help}
	if meant != "" && nearest.Only(text, n.Enum) != "" {
		p.Fix = c.set(meant, model.NewString(meant))
	}
	return p
}

// set returns the fix that replaces the current value.
func (c *checker) set(shown string, value *model.Value) *Fix {
	return &Fix{
		Title: fmt.Sprintf("set %s to %s", c.name(), shown),
		Ops:   []edit.Op{{Do: edit.Set, Path: slices.Clone(c.path), Value: value}},
	}
}

func (c *checker) badLength(text string, length int, b schema.Bounds) *Problem {
	p := &Problem{Code: CodeBounds}
	switch {
	case text == "":
		p.Message, p.Help = c.name()+" is empty", "set it"
	case b.HasMax && float64(length) > b.Max:
		p.Message, p.Help = fmt.Sprintf("%s has %d characters, and may have %v", c.name(), length, b.Max), "shorten it"
	default:
		p.Message, p.Help = fmt.Sprintf("%s has %d characters, and must have %v at least", c.name(), length, b.Min), "extend it"
	}
	return p
}

func (c *checker) number(v *model.Value, n *schema.Node) *Problem {
	number, ok := known.ParseNumber(v.Text)
	if !ok || n.Number.Allows(number.Float) {
		return nil
	}
	b := n.Number
	words := fmt.Sprintf("%s %s is above the maximum of %v", c.name(), v.Text, number64(b.Max))
	if b.HasMin && number.Float < b.Min {
		words = fmt.Sprintf("%s %s is below the minimum of %v", c.name(), v.Text, number64(b.Min))
	}
	help := "change it"
	if b.HasMin && b.HasMax {
		help = fmt.Sprintf("set a number from %s to %s", number64(b.Min), number64(b.Max))
	}
	return &Problem{Code: CodeBounds, Message: words, Help: help}
}

func number64(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// mistyped reports a value whose type the node does not allow.
func (c *checker) mistyped(v *model.Value, s variant) {
	p := Problem{Class: Rejected, Code: CodeType, Message: fmt.Sprintf("%s must be %s and is %s", c.name(), typeNames[s.node.Type], describe(v))}
	p.Help, p.Fix = c.retyped(v, s.node)
	c.report(s.in, p)
}

var typeNames = map[schema.Type]string{
	schema.Object: "a map", schema.Array: "a list", schema.String: "a string", schema.Integer: "a whole number", schema.Numeric: "a number",
	schema.Boolean: "true or false", schema.IntOrString: "a whole number or a string",
}

func describe(v *model.Value) string {
	switch v.Kind {
	case model.String:
		return "the string " + quoted(v.Text)
	case model.Number:
		return "the number " + v.Text
	case model.Bool:
		return v.Text
	case model.Null:
		return "empty"
	case model.Map:
		return "a map"
	}
	return "a list"
}

// isItem reports whether a value may be an item of the lists of a node.
func isItem(v *model.Value, list *schema.Node) bool {
	items := list.Items()
	return items != nil && fits(v, items)
}

// retyped says what to do about a value of a wrong type, and a fix if the right value is certain.
func (c *checker) retyped(v *model.Value, n *schema.Node) (help string, fix *Fix) {
	isText := n.Type == schema.String || n.Type == schema.IntOrString
	switch {
	case v.Kind == model.Null:
		return "delete the item", nil
	case isText && (v.Kind == model.Number || v.Kind == model.Bool):
		return c.asText(v, n)
	case v.Kind == model.String && unquoted(v.Text, n.Type) != nil:
		return "remove the quotes", c.set(v.Text, unquoted(v.Text, n.Type))
	case n.Type == schema.Array && v.IsScalar() && isItem(v, n):
		return fmt.Sprintf("write [%s]", v.Text), c.set("["+v.Text+"]", model.NewList(v))
	case c.isNested(v, n):
		return c.unnested()
	case n.Type == schema.Array:
		return `begin each item with "- "`, nil
	case v.Kind == model.Number && n.Format != "":
		return "write a smaller whole number", nil
	}
	return "write " + typeNames[n.Type], nil
}

// isNested reports whether a map is a value of a map with free keys, whose values its own could be, as in limits.resources of the alpha API.
func (c *checker) isNested(v *model.Value, n *schema.Node) bool {
	last := len(c.path) - 1
	isInFreeMap := last > 0 && c.isFree(last)
	return isInFreeMap && v.IsMap() && len(v.Entries) > 0 && !slices.ContainsFunc(v.Entries, func(e *model.Entry) bool { return !fits(e.Value, n) })
}

// unnested is retyped for such a map. There is no fix if the map around it has other entries.
func (c *checker) unnested() (help string, fix *Fix) {
	outer := c.path[:len(c.path)-1]
	name := model.PathText(outer[len(outer)-1:])
	if around := c.Value.Get(outer...); len(around.Entries) == 1 && !around.Open {
		fix = &Fix{
			Title: fmt.Sprintf("move the entries of %s to %s", c.name(), name),
			Ops:   []edit.Op{{Do: edit.Move, Path: slices.Clone(c.path), To: slices.Clone(outer)}},
		}
	}
	return "move its entries to " + name, fix
}

// asText is retyped for a number or boolean in the place of a text.
func (c *checker) asText(v *model.Value, n *schema.Node) (help string, fix *Fix) {
	if pattern, unmatched := n.Unmatched(&schema.Text{Text: v.Text}); unmatched {
		_, help := patternWords(pattern)
		return help, nil
	}
	if n.Enum != nil && !slices.Contains(n.Enum, v.Text) {
		return useOneOf(n.Enum), nil
	}
	return "put it in quotes", c.set(strconv.Quote(v.Text), model.NewString(v.Text))
}

// unquoted returns the number or boolean in a text; nil if the text is not of that type.
func unquoted(text string, t schema.Type) *model.Value {
	_, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err == nil && (t == schema.Integer || t == schema.Numeric):
		return model.NewNumber(text)
	case t == schema.Boolean && (text == "true" || text == "false"):
		return model.NewBool(text == "true")
	}
	return nil
}
