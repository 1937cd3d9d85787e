package cel

import (
	"slices"
	"strconv"
	"strings"
)

// Shape returns the rule with its texts replaced by S, and its lists of texts by [S], so that similar rules have the same shape.
// literals has the texts; those of a list are together. The shape of a rule that cannot be evaluated is "".
func (r *Rule) Shape() (shape string, literals [][]string) {
	root, err := r.parse()
	if err != nil {
		return "", nil
	}
	w := &shapeWriter{}
	w.write(root)
	return w.String(), w.literals
}

type shapeWriter struct {
	strings.Builder
	literals [][]string
}

func (w *shapeWriter) literal(form string, texts ...string) {
	w.WriteString(form)
	w.literals = append(w.literals, texts)
}

// infix maps operators to their signs.
var infix = func() map[op]string {
	names := map[op]string{}
	for _, level := range operators {
		for name, o := range level {
			names[o] = name
		}
	}
	return names
}()

// prefix maps functions and macros to their names.
var prefix = func() map[op]string {
	names := map[op]string{}
	for name, f := range functions {
		names[f.op] = name
	}
	for name, o := range macros {
		names[o] = name
	}
	return names
}()

func (w *shapeWriter) write(e *expr) {
	switch e.op {
	case opText:
		w.literal("S", e.text)
	case opTexts:
		w.literal("[S]", e.texts...)
	case opInteger:
		w.WriteString(strconv.FormatInt(e.number, 10))
	case opBool:
		w.WriteString(strconv.FormatBool(e.number == 1))
	case opName:
		w.WriteString(e.text)
	case opField:
		w.write(e.args[0])
		w.WriteString("." + e.text)
	case opHas:
		w.WriteString("has(")
		w.write(e.args[0])
		w.WriteString("." + e.text + ")")
	case opIndex:
		w.write(e.args[0])
		w.WriteString("[")
		w.write(e.args[1])
		w.WriteString("]")
	default:
		w.writeOperator(e)
	}
}

func (w *shapeWriter) writeOperator(e *expr) {
	name, isInfix := infix[e.op]
	switch {
	case e.op == opNot:
		w.WriteString("!")
		w.operand(e.args[0], e.op)
	case e.op == opIf:
		w.operand(e.args[0], e.op)
		w.WriteString(" ? ")
		w.operand(e.args[1], e.op)
		w.WriteString(" : ")
		w.operand(e.args[2], e.op)
	case isInfix:
		w.operand(e.args[0], e.op)
		w.WriteString(" " + name + " ")
		w.operand(e.args[1], e.op)
	default:
		w.call(e)
	}
}

// call writes methods and functions as method calls.
func (w *shapeWriter) call(e *expr) {
	w.write(e.args[0])
	w.WriteString("." + prefix[e.op] + "(")
	if e.op >= opAll {
		w.WriteString(e.text + ", ")
	}
	for _, arg := range e.args[1:] {
		w.write(arg)
	}
	w.WriteString(")")
}

// operand writes an operand of an operator. It is in brackets if its own operator is a different one.
func (w *shapeWriter) operand(e *expr, beside op) {
	_, isInfix := infix[e.op]
	isNegated := isInfix && beside == opNot
	isJoin := slices.Contains([]op{opAnd, opOr, opIf}, e.op)
	if e.op == beside || !isJoin && !isNegated {
		w.write(e)
		return
	}
	w.WriteString("(")
	w.write(e)
	w.WriteString(")")
}
