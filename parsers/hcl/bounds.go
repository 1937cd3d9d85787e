package hcl

import (
	"fmt"
	"slices"
	"strings"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
)

// cut says of an expression what a bound leaves out of it.
func (s *scope) cut(e hclsyntax.Expression, format string, args ...any) {
	if s.file != nil && s.file.Path != "" { // else a text that stands in no file
		s.ev.limit(s.file, s.span(e), format, args...)
	}
}

// exceeds says whether more values stand in v, which is called so, than a bound allows, or in all values that were asked about.
func (ev *evaluator) exceeds(v *model.Value, name string) bool {
	if v.Kind != model.Map && v.Kind != model.List {
		return false
	}
	n := countValues(v, maxValues)
	ev.counted += n
	if n < maxValues && ev.counted <= maxCounted {
		return false
	}
	if o := v.Origin; o != nil && o.File != nil && o.File.Path != "" {
		if n >= maxValues {
			ev.limit(o.File, v.Span, "%s holds more than %d values; it is taken for unknown", name, maxValues-1)
		} else {
			ev.limit(o.File, v.Span, "the values of this root hold more than %d others together; %s and what is left are taken for unknown", maxCounted, name)
		}
	}
	return true
}

// apart runs what evaluates a value with a name of its own, such as a local, with steps of its own: one that takes too many leaves the others as they are.
// certain says that Terraform evaluates the value too, whatever the variables are.
func (ev *evaluator) apart(name string, certain bool, evaluate func()) {
	started, until, around := ev.steps, ev.until, ev.now
	ev.now = name
	ev.until = min(started+maxOwn, maxSteps)
	ev.certainly(certain, evaluate)
	ev.until, ev.now = min(until+ev.steps-started, maxSteps), around
}

// guarded evaluates what Terraform may not evaluate, or whose errors it may drop.
func (s *scope) guarded(e hclsyntax.Expression) *model.Value {
	s.ev.guards++
	defer func() { s.ev.guards-- }()
	return s.eval(e)
}

// certainly runs what evaluates a body, of which Terraform certainly evaluates the expressions or may not.
func (ev *evaluator) certainly(certain bool, evaluate func()) {
	guards := ev.guards
	if ev.guards = 0; !certain {
		ev.guards = 1
	}
	evaluate()
	ev.guards = guards
}

// sayRefused says of a call that failed that it does, where that is certain: no variable, loop or other place has a part in it, and nothing
// around it, such as try, keeps Terraform from evaluating it or from stopping there.
func (c *call) sayRefused() {
	switch {
	case c.ev.guards > 0:
	case c.name == "range" && rangeLength(c.args) > maxRange:
		c.cut(c.e, "range gives at most %d numbers, in Terraform too; this one is taken for unknown", maxRange)
	case isConstant(c.e):
		c.cut(c.e, "%s does not take these arguments, so that Terraform stops here; what it gives is taken for unknown", c.name)
	}
}

// lenient are functions that may refuse less in a version of Terraform than they do here, or that read what may be there later.
var lenient = []string{"file", "templatefile", "cidr", "textdecode", "textencode", "pathexpand", "abspath"}

// isConstant says whether nothing but functions of constants has a part in a call.
func isConstant(e *hclsyntax.FunctionCallExpr) bool {
	found := len(e.Variables()) == 0
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl2.Diagnostics {
		if call, ok := n.(*hclsyntax.FunctionCallExpr); ok && isLenient(strings.TrimPrefix(call.Name, "core::")) {
			found = false
		}
		return nil
	})
	return found
}

func isLenient(name string) bool {
	return slices.ContainsFunc(lenient, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// boundOf says what a function of the library is given at most.
func boundOf(name string) string {
	switch name {
	case "distinct", "setproduct":
		return fmt.Sprintf("%d values", maxCompared)
	case "split", "regexall", "csvdecode":
		return fmt.Sprintf("%d KiB of text", maxSplit>>10)
	case "indent":
		return fmt.Sprintf("999 blanks, %d MiB of text", maxArgument>>20)
	case "format", "formatlist":
		return fmt.Sprintf("widths of 4 digits, %d MiB of text", maxArgument>>20)
	case "matchkeys":
		return fmt.Sprintf("%d comparisons", maxValues)
	}
	return fmt.Sprintf("%d values, %d MiB of text", maxValues, maxArgument>>20)
}
