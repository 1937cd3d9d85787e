// Package advice explains a broken rule of Karpenter's CRDs in words, and fixes it if the right value is certain.
package advice

import (
	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// Advice explains a broken rule.
type Advice struct {
	Message string // the fact and what to do, on one line
	Later   string // the message if every later release accepts the value, with a %s for the first of them; "" if it is the same
	Fix     *Fix   // nil unless the right value is certain
}

// Fix is a change after which the rule holds.
type Fix struct {
	Title string
	Ops   []edit.Op
}

// row explains the rules of one shape.
type row struct {
	// words are the message, with the placeholders of cause.expand.
	words string

	// later are the words if every later release accepts the value.
	later string

	// choose returns the words if they depend on the value; otherwise it is nil.
	choose func(*cause) string

	// fix returns the change; nil if none is certain.
	fix func(*cause) *Fix
}

// unworded explains rules without a row.
const unworded = "{path} breaks a rule of its CRD; change it so that this holds: {rule}"

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
	advice := Advice{Message: c.expand(said.words), Later: c.expand(said.later)}
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
