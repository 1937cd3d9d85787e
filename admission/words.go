package admission

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/karplint/karplint/model"
)

// name returns the current value's name for messages: its last key, with the indices after it. If the keys of the map are free,
// the name of the map comes first.
func (c *checker) name() string {
	first := c.lastKey(len(c.path))
	if first < 0 {
		return "the object"
	}
	if first > 0 && c.isFree(first) {
		first = max(c.lastKey(first), 0)
	}
	return model.PathText(c.path[first:])
}

// lastKey returns the index of the last key before end; -1 if there is none.
func (c *checker) lastKey(end int) int {
	for i := end - 1; i >= 0; i-- {
		if _, isKey := c.path[i].(string); isKey {
			return i
		}
	}
	return -1
}

// isFree reports whether a step of the path is a key of a map that allows any keys.
func (c *checker) isFree(step int) bool {
	n := nodeAt(c.target.newest(), c.path[:step])
	key, isKey := c.path[step].(string)
	return n != nil && isKey && n.Property(key) == nil
}

// longest is the maximum length of a text that a message quotes in full.
const longest = 80

func quoted(text string) string {
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strconv.Quote(text)
}

func twice(key string) Problem {
	return Problem{
		Class: Pruned, Code: CodeDuplicateKey, Message: fmt.Sprintf("key %q occurs twice in one map", key), Why: "the last one counts", Help: "delete one",
	}
}

// repeated describes an item that occurs twice in a list: a text, or a map with the same values at keys.
func repeated(name string, item *model.Value, keys []string) string {
	if len(keys) == 0 {
		return fmt.Sprintf("%s has %s twice", name, quoted(item.Text))
	}
	return fmt.Sprintf("%s has two items with the same %s", name, strings.Join(keys, " and "))
}

// patternWords describes a text that does not match a pattern, and says what to write.
func patternWords(pattern string) (fact, help string) {
	for _, row := range patternRows {
		if strings.Contains(pattern, row.part) {
			return row.fact, row.help
		}
	}
	return "does not match " + pattern, "change it"
}

// didYouMean asks whether a name was meant.
func didYouMean(name string) string { return fmt.Sprintf("did you mean %q?", name) }

// useOneOf advises on the allowed texts.
func useOneOf(allowed []string) string { return "use one of " + strings.Join(allowed, ", ") }

// patternRows has the words for patterns. The first row whose part occurs in the pattern counts.
var patternRows = []struct{ part, fact, help string }{
	{`59000)Gi`, "is not a size of a volume", "write a whole number of Gi, G, Ti or T, such as 100Gi"},
	{`100(\.0{1,2})?)%`, "is neither a percentage nor a quantity", "write 5%, or 100Mi"},
	{`[KMGTPE]i`, "is not a quantity", "write a number with a unit, such as 500m, 4 or 16Gi"},
	{`ami-`, "is not the id of an image", "write one such as ami-0123456789abcdef0"},
	{`sg-`, "is not the id of a security group", "write one such as sg-0123456789abcdef0"},
	{`subnet-`, "is not the id of a subnet", "write one such as subnet-0123456789abcdef0"},
	{`^cr-`, "is not the id of a capacity reservation", "write one such as cr-0123456789abcdef0"},
	{`^pg-`, "is not the id of a placement group", "write one such as pg-0123456789abcdef0"},
	{`[0-9]{12}`, "is not the id of an AWS account", "write its 12 digits"},
	{`(s|m|h))+|Never`, "is not a duration", "write hours, minutes and seconds such as 720h or 1h30m, or Never"},
	{`(s|m|h))+)|(Never)`, "is not a duration", "write hours, minutes and seconds such as 720h or 1h30m, or Never"},
	{`(s|m|h))+`, "is not a duration", "write hours, minutes and seconds such as 720h or 1h30m"},
	{`(0s)?`, "is not a duration of whole hours and minutes", "write one such as 8h or 1h30m"},
	{`[0-9]{1,2})%|[0-9]+`, "is neither a percentage nor a number of nodes", "write 10%, or 5"},
	{`@(annually`, "is not a schedule", "write five fields such as 0 9 * * 1-5, or @daily"},
	{`^[^/]*$`, `contains a "/"`, `write a name without one`},
	{`[+-]{1}`, "is not a change of a price", "write a sign and a number or a percentage, such as +10% or -0.5"},
	{`^\d+(\.\d+)?$`, "is not a price", "write a decimal number such as 0.5"},
	{`[-a-z0-9]*[a-z0-9])?)*`, `is not a key of a label`, `write a name of letters, digits, "-", "_" and ".", with a domain and "/" before it if it ` +
		`needs one`},
	{`[-A-Za-z0-9_.]*`, `is not a value of a label`, `begin and end with a letter or digit, with letters, digits, "-", "_" and "." between`},
}
