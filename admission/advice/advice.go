// Package advice says in words what breaks a rule of Karpenter's CRDs, and what to do.
package advice

import (
	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/edit"
	"github.com/karplint/karplint/model"
)

// Advice is what to say of a broken rule.
type Advice struct {
	Message string // the fact and what to do, in one line
	Fix     *Fix   // nil unless the change is certain
}

// Fix is a change after which the rule holds.
type Fix struct {
	Title string
	Ops   []edit.Op
}

// row is what is said of rules of one shape.
type row struct {
	// words are the message, with placeholders: see cause.expand.
	words string

	// choose returns the words where they depend on the value; nil if they do not.
	choose func(*cause) string

	// fix returns the change, nil if none is certain.
	fix func(*cause) *Fix
}

// unworded is said of a rule that no row is about.
const unworded = "{path} breaks a rule of its CRD; change it so that this holds: {rule}"

// For returns what to say of an object in which a value breaks a rule.
func For(object *model.Value, rule *cel.Rule, in cel.Input, failure cel.Failure) Advice {
	c := newCause(object, rule, in, failure)
	said, ok := rows[c.shape]
	if !ok {
		said.words = unworded
	}
	if said.choose != nil {
		said.words = said.choose(c)
	}
	advice := Advice{Message: c.expand(said.words)}
	if said.fix != nil {
		advice.Fix = said.fix(c)
	}
	return advice
}

// rows are the words by the shape of the rule.
var rows = joined(keyRows, requirementRows, poolRows, termRows, classRows, kubeletRows, otherRows)

func joined(tables ...map[string]row) map[string]row {
	all := map[string]row{}
	for _, table := range tables {
		for shape, r := range table {
			all[shape] = r
		}
	}
	return all
}
