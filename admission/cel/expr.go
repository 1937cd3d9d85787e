package cel

// op is the operation of an expression.
type op uint8

// The operations. Those of the last group are macros: they visit each item of a list, or each key of a map.
const (
	opText    op = iota // text
	opInteger           // number
	opBool              // number is 1 or 0
	opTexts             // texts
	opName              // text: self, or the variable of a macro

	opField // args[0].text
	opHas   // has(args[0].text)
	opIndex // args[0][args[1]]

	opNot
	opAnd
	opOr
	opIf // args[0] ? args[1] : args[2]

	opEqual
	opUnequal
	opLess
	opAtMost
	opMore
	opAtLeast
	opIn

	opSize
	opInt
	opStartsWith
	opEndsWith
	opSplit
	opFind
	opMatches

	opAll    // args[0].all(text, args[1])
	opExists // args[0].exists(text, args[1])
	opFilter // args[0].filter(text, args[1])
)

// expr is an expression.
type expr struct {
	op      op
	args    []*expr
	text    string
	texts   []string
	number  int64
	pattern pattern // of opFind and opMatches
}

// mentions reports whether the expression contains a name.
func (e *expr) mentions(name string) bool {
	if e.op == opName && e.text == name {
		return true
	}
	for _, arg := range e.args {
		if arg.mentions(name) {
			return true
		}
	}
	return false
}
