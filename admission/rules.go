package admission

import (
	"github.com/karplint/karplint/admission/advice"
	"github.com/karplint/karplint/admission/cel"
	"github.com/karplint/karplint/admission/schema"
	"github.com/karplint/karplint/model"
)

// verdict is how a value breaks a rule, and whether that depends on defaults, which nodes may have differently.
type verdict struct {
	failures  []cel.Failure
	defaulted bool
}

// rules checks a value by the rules of its nodes. The API server evaluates none on a value of a wrong type, or that lacks a field.
func (c *checker) rules(v *model.Value, variants []variant, mistyped set) {
	var verdicts map[*cel.Rule]verdict
	for _, s := range variants {
		in := s.in &^ mistyped
		if in == 0 || c.Partial && len(s.node.Properties()) > 0 {
			continue // what is not here may make a rule of a partial object true
		}
		for _, rule := range s.node.Rules {
			answer, isKnown := verdicts[rule]
			if verdicts == nil {
				verdicts = map[*cel.Rule]verdict{}
			}
			if !isKnown || answer.defaulted {
				answer = c.evaluate(rule, v, s.node)
				verdicts[rule] = answer
			}
			for _, failure := range answer.failures {
				c.broken(in, rule, v, failure)
			}
		}
	}
}

func (c *checker) input(v *model.Value) cel.Input {
	return cel.Input{Self: v, Path: c.path, Reader: c.Reader}
}

func (c *checker) evaluate(rule *cel.Rule, v *model.Value, node *schema.Node) (answer verdict) {
	in := c.input(v)
	in.Default = func(path []any) *model.Value {
		answer.defaulted = true
		return defaultAt(node, path)
	}
	answer.failures = rule.Failures(in)
	return answer
}

// defaultAt returns the default of the value at a path below that of a node.
func defaultAt(n *schema.Node, path []any) *model.Value {
	if n = nodeAt(n, path); n == nil {
		return nil
	}
	return n.Default()
}

// nodeAt returns the node of the value at a path below that of a node, nil if there is none.
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
	said := advice.For(c.Value, rule, c.input(v), failure)
	p := Problem{Class: Rejected, Code: CodeRule, Message: said.Message, Conditional: failure.Conditional}
	if said.Fix != nil {
		p.Fix = &Fix{said.Fix.Title, said.Fix.Ops}
	}
	c.report(in, p, failure.Path[len(c.path):]...)
}
