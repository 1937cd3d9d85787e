// Package advice explains a broken rule of Karpenter's CRDs in words, and fixes it if the right value is certain.
package advice

import (
	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// Words explain a broken rule, each on one line.
type Words struct {
	Fact string // what is wrong
	Why  string // why the rule exists; "" if there is nothing to add
	Help string // what to do
}

// Advice explains a broken rule.
type Advice struct {
	Words
	Later *Words // the words if every later release accepts the value, with a %s for the first of them; nil if they are the same
	Fix   *Fix   // nil unless the right value is certain
}

// Fix is a change after which the rule holds.
type Fix struct {
	Title string
	Ops   []edit.Op
}

// row explains the rules of one shape.
type row struct {
	// words have the placeholders of cause.expand.
	words Words

	// later are the words if every later release accepts the value.
	later *Words

	// choose returns the words if they depend on the value; otherwise it is nil.
	choose func(*cause) Words

	// fix returns the change; nil if none is certain.
	fix func(*cause) *Fix
}

// unworded explains rules without a row.
var unworded = Words{"{path} breaks a rule of its CRD", "", "change it so that this holds: {rule}"}

// For explains the failure of a rule in an object.
func For(object *model.Value, rule *cel.Rule, in cel.Input, failure cel.Failure) Advice {
	c := newCause(object, rule, in, failure)
	said, ok := rows[c.shape]
	if !ok {
		said.words = unworded
	}
	if said.choose != nil {
		said.words = said.choose(c)
	}
	advice := Advice{Words: c.expandAll(said.words)}
	if said.later != nil {
		later := c.expandAll(*said.later)
		advice.Later = &later
	}
	if said.fix != nil {
		advice.Fix = said.fix(c)
	}
	return advice
}

// rows maps the shapes of rules to their explanation.
var rows = joined(keyRows, requirementRows, poolRows, termRows, classRows, kubeletRows, otherRows)

func joined(tables ...map[string]row) map[string]row {
	rows := map[string]row{}
	for _, table := range tables {
		for shape, r := range table {
			rows[shape] = r
		}
	}
	return rows
}
