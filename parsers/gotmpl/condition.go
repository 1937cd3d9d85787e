package gotmpl

import (
	"regexp"
	"slices"
	"strings"
	"text/template/parse"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Condition is the condition of a branch: a term, or a combination of other conditions. A nil Condition
// always holds.
type Condition struct {
	Text string // of the template language, on one line
	Op   string // "not", "and" or "or" of In; "" for a term
	In   []*Condition
	open string
}

// ConditionOf returns the condition of an action that begins a branch, nil for a bare else.
func ConditionOf(a Action) *Condition {
	text := OneLine(a.Pipeline)
	switch {
	case text == "":
		return nil
	case a.Keyword == "for":
		text = "length(" + text + ") > 0"
	}
	return ReadCondition(a.Open, text)
}

// ReadCondition reads a condition of Go templates ("{{") or of Terraform ("%{").
func ReadCondition(open, text string) *Condition {
	if open == "{{" {
		if pipe := Parse(text); pipe != nil {
			return ofPipe(pipe)
		}
	} else if expr, diags := hclsyntax.ParseExpression([]byte(text), "", hcl.InitialPos); !diags.HasErrors() {
		return ofExpression(text, expr)
	}
	return &Condition{Text: text, open: open}
}

// OneLine joins the lines of a text.
func OneLine(text string) string {
	if !strings.Contains(text, "\n") {
		return strings.TrimSpace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

func ofPipe(pipe *parse.PipeNode) *Condition {
	if len(pipe.Cmds) != 1 {
		return &Condition{Text: pipe.String(), open: "{{"}
	}
	return ofCall(pipe.Cmds[0].Args)
}

func ofCall(args []parse.Node) *Condition {
	if inner, ok := args[0].(*parse.PipeNode); ok && len(args) == 1 {
		return ofPipe(inner)
	}
	var texts []string
	for _, arg := range args {
		texts = append(texts, argument(arg))
	}
	c := &Condition{Text: strings.Join(texts, " "), open: "{{"}
	switch name := texts[0]; {
	case (name == "not" || name == "empty") && len(args) == 2, (name == "and" || name == "or") && len(args) > 1:
		c.Op = strings.Replace(name, "empty", "not", 1)
		for _, arg := range args[1:] {
			c.In = append(c.In, ofCall([]parse.Node{arg}))
		}
	case name == "ne" && len(args) == 3:
		texts[0] = "eq"
		c.Op, c.In = "not", []*Condition{{Text: strings.Join(texts, " "), open: "{{"}}
	}
	return c
}

// argument returns the text of an argument, in parentheses if it is a call.
func argument(n parse.Node) string {
	if _, isCall := n.(*parse.PipeNode); isCall {
		return "(" + n.String() + ")"
	}
	return n.String()
}

func ofExpression(text string, expr hclsyntax.Expression) *Condition {
	c := &Condition{Text: string(expr.Range().SliceBytes([]byte(text))), open: "%{"}
	switch expr := expr.(type) {
	case *hclsyntax.ParenthesesExpr:
		return ofExpression(text, expr.Expression)
	case *hclsyntax.UnaryOpExpr:
		if expr.Op == hclsyntax.OpLogicalNot {
			c.Op, c.In = "not", []*Condition{ofExpression(text, expr.Val)}
		}
	case *hclsyntax.BinaryOpExpr:
		switch expr.Op {
		case hclsyntax.OpLogicalAnd:
			c.Op = "and"
		case hclsyntax.OpLogicalOr:
			c.Op = "or"
		default:
			return c
		}
		c.In = []*Condition{ofExpression(text, expr.LHS), ofExpression(text, expr.RHS)}
	}
	return c
}

// eachTerm calls f with the text of each term in c.
func (c *Condition) eachTerm(f func(text string)) {
	switch {
	case c == nil:
	case c.Op == "":
		f(c.Text)
	default:
		for _, inner := range c.In {
			inner.eachTerm(f)
		}
	}
}

// Truth evaluates c: 1 if it holds, -1 if not, 0 if unknown. It calls decide for c first, and for the conditions in c only if decide
// returns 0.
func (c *Condition) Truth(decide func(text string) int) int {
	if c == nil {
		return 1
	}
	if truth := decide(c.Text); truth != 0 || c.Op == "" {
		return truth
	}
	if c.Op == "not" {
		return -c.In[0].Truth(decide)
	}
	sign := 1 // an "and" is as true as the least of its parts, an "or" as the greatest
	if c.Op == "or" {
		sign = -1
	}
	least := 1
	for _, inner := range c.In {
		least = min(least, sign*inner.Truth(decide))
	}
	return sign * least
}

// Imply calls set for c with the given truth value, and for the conditions in c whose value follows from that: if an
// "and" holds, so do all its parts.
func (c *Condition) Imply(holds bool, set func(text string, holds bool)) {
	if c == nil {
		return
	}
	set(c.Text, holds)
	for _, inner := range c.In {
		switch {
		case c.Op == "not":
			inner.Imply(!holds, set)
		case holds == (c.Op == "and"):
			inner.Imply(holds, set)
		}
	}
}

// Not returns the opposite of c.
func (c *Condition) Not() *Condition {
	if c.Op == "not" {
		return c.In[0]
	}
	word := "!"
	if c.open == "{{" {
		word = "not "
	}
	return &Condition{Text: word + c.operand(), Op: "not", In: []*Condition{c}, open: c.open}
}

// All returns the conjunction of the conditions, of which there must be at least one.
func All(conditions []*Condition) *Condition { return join("and", " && ", conditions) }

// Any returns the disjunction of the conditions. A part that repeats the opposite of an earlier part, as the condition of an else if does,
// loses that factor, because "or" implies it.
func Any(conditions []*Condition) *Condition {
	for i, c := range conditions {
		if c.Op != "and" {
			continue
		}
		factors := slices.DeleteFunc(slices.Clone(c.In), func(factor *Condition) bool {
			return slices.ContainsFunc(conditions[:i], func(earlier *Condition) bool { return factor.Text == earlier.Not().Text })
		})
		if len(factors) > 0 && len(factors) < len(c.In) {
			conditions[i] = All(factors)
		}
	}
	return join("or", " || ", conditions)
}

func join(op, sign string, conditions []*Condition) *Condition {
	if len(conditions) == 1 {
		return conditions[0]
	}
	var texts []string
	for _, inner := range conditions {
		texts = append(texts, inner.operand())
	}
	c := &Condition{Text: strings.Join(texts, sign), Op: op, In: conditions, open: conditions[0].open}
	if c.open == "{{" {
		c.Text = op + " " + strings.Join(texts, " ")
	}
	return c
}

var simpleOperand = regexp.MustCompile(`^[$.\w]+$`)

// operand returns the text of c as an operand, in parentheses if necessary.
func (c *Condition) operand() string {
	if simpleOperand.MatchString(c.Text) {
		return c.Text
	}
	return "(" + c.Text + ")"
}
