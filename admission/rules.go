package admission

import (
	"slices"

	"github.com/karplint/karplint/admission/advice"
	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/model"
)

// verdict is the result of a rule for a value. It also holds for other nodes with the same defaults.
type verdict struct {
	rule     *cel.Rule
	failures []cel.Failure
	defaults []fieldDefault
}

// fieldDefault is the default of a field below the value; nil if it has none.
type fieldDefault struct {
	path  []any
	value *model.Value
}

// isOf reports whether the verdict also holds for another node.
func (v *verdict) isOf(node *schema.Node) bool {
	return !slices.ContainsFunc(v.defaults, func(d fieldDefault) bool {
		value := defaultAt(node, d.path)
		if value == nil || d.value == nil {
			return value != d.value
		}
		return !model.Equal(value, d.value)
	})
}

// rules checks a value by the rules of its nodes. Like the API server, it skips them if the value has a wrong type or lacks a
// required field.
func (c *checker) rules(v *model.Value, variants []variant, mistyped set) {
	c.verdicts = c.verdicts[:0]
	for _, s := range variants {
		in := s.in &^ mistyped
		if in == 0 || c.Partial && len(s.node.Properties()) > 0 {
			continue // the rest of the object may fulfil the rule
		}
		for _, rule := range s.node.Rules {
			for _, failure := range c.failures(rule, v, s.node) {
				c.broken(in, rule, v, failure)
			}
		}
	}
}

func (c *checker) input(v *model.Value) cel.Input {
	return cel.Input{Self: v, Path: c.path, Reader: c.Reader}
}

// failures returns how a value breaks a rule. It reuses the verdict of another node if that holds too, because evaluation is slow.
func (c *checker) failures(rule *cel.Rule, v *model.Value, node *schema.Node) []cel.Failure {
	for i := range c.verdicts {
		if known := &c.verdicts[i]; known.rule == rule && known.isOf(node) {
			return known.failures
		}
	}
	in := c.input(v)
	c.node, c.defaults, in.Default = node, nil, c.askDefault
	failures := rule.Failures(in)
	c.verdicts = append(c.verdicts, verdict{rule, failures, c.defaults})
	return failures
}

// defaultOf returns the default of a field of the current node, and records that the rule used it.
func (c *checker) defaultOf(path []any) *model.Value {
	value := defaultAt(c.node, path)
	c.defaults = append(c.defaults, fieldDefault{path, value})
	return value
}

// defaultAt returns the default at a path below a node.
func defaultAt(n *schema.Node, path []any) *model.Value {
	if n = nodeAt(n, path); n == nil {
		return nil
	}
	return n.Default()
}

// nodeAt returns the node at a path below a node; nil if there is none.
func nodeAt(n *schema.Node, path []any) *schema.Node {
	for _, step := range path {
		if n == nil {
			return nil
		}
		if key, isKey := step.(string); isKey {
			n = child(n, key)
		} else {
			n = n.Items()
		}
	}
	return n
}

// broken reports a rule that a value breaks.
func (c *checker) broken(in set, rule *cel.Rule, v *model.Value, failure cel.Failure) {
	if c.isFull() && c.recordedAt(CodeRule, failure.Path) < 0 {
		return
	}
	said := advice.For(c.Value, rule, c.input(v), failure)
	p := Problem{
		Class: Rejected, Code: CodeRule, Message: said.Fact, Why: said.Why, Help: said.Help, Conditional: failure.Conditional, later: said.Later,
	}
	if said.Fix != nil {
		p.Fix = &Fix{said.Fix.Title, said.Fix.Ops}
	}
	c.report(in, p, failure.Path[len(c.path):]...)
}
