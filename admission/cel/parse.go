package cel

import (
	"fmt"
	"strconv"
	"strings"
)

// parser parses a rule by recursive descent. After the first error every token is the end of the text.
type parser struct {
	lexer lexer
	token token // the next one
	err   error
	depth int
}

// maxDepth bounds the nesting of brackets and operators.
const maxDepth = 100

func parse(source string) (*expr, error) {
	p := &parser{lexer: lexer{source: source}}
	p.advance()
	root := p.conditional()
	if p.err == nil && p.token.kind != tokenEnd {
		p.fail("%q after the end of the expression", p.token.text)
	}
	if p.err != nil {
		return nil, fmt.Errorf("rule %q: %w", source, p.err)
	}
	return root, nil
}

func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf("offset %d: "+format, append([]any{p.token.offset}, args...)...)
	}
	p.token = token{offset: p.token.offset}
}

func (p *parser) advance() {
	if p.err != nil {
		return
	}
	next, err := p.lexer.next()
	if err != nil {
		p.err, next = err, token{}
	}
	p.token = next
}

// accept consumes a sign if it is the next token.
func (p *parser) accept(sign string) bool {
	if p.token.kind != tokenSign || p.token.text != sign {
		return false
	}
	p.advance()
	return true
}

func (p *parser) expect(sign string) {
	if !p.accept(sign) {
		p.fail("%q instead of %q", p.token.text, sign)
	}
}

func (p *parser) name() string {
	name := p.token.text
	if p.token.kind != tokenName {
		p.fail("%q is not a name", name)
	}
	p.advance()
	return name
}

func (p *parser) conditional() *expr {
	if p.depth == maxDepth {
		p.fail("too many brackets")
		return nil
	}
	p.depth++
	defer func() { p.depth-- }()
	condition := p.binary(0)
	if !p.accept("?") {
		return condition
	}
	then := p.binary(0)
	p.expect(":")
	return &expr{op: opIf, args: []*expr{condition, then, p.conditional()}}
}

// operators has the binary operators by precedence, lowest first.
var operators = []map[string]op{
	{"||": opOr},
	{"&&": opAnd},
	{"==": opEqual, "!=": opUnequal, "<": opLess, "<=": opAtMost, ">": opMore, ">=": opAtLeast, "in": opIn},
}

// binary parses left-associative operators of a level and of those above it.
func (p *parser) binary(level int) *expr {
	if level == len(operators) {
		return p.unary()
	}
	left := p.binary(level + 1)
	for p.token.mayBind() {
		o, ok := operators[level][p.token.text]
		if !ok {
			break
		}
		p.advance()
		left = &expr{op: o, args: []*expr{left, p.binary(level + 1)}}
	}
	return left
}

// mayBind reports whether the token can be a binary operator. The check is fast because most tokens are brackets and commas.
func (t token) mayBind() bool {
	if t.kind == tokenName {
		return t.text == "in"
	}
	return t.kind == tokenSign && strings.IndexByte("|&=!<>", t.text[0]) >= 0
}

func (p *parser) unary() *expr {
	negated := false
	for p.accept("!") {
		negated = !negated
	}
	e := p.member()
	if negated {
		e = &expr{op: opNot, args: []*expr{e}}
	}
	return e
}

// member parses a value with the fields, indices and methods after it.
func (p *parser) member() *expr {
	e := p.primary()
	for {
		switch {
		case p.accept("."):
			e = p.selection(e)
		case p.accept("["):
			e = &expr{op: opIndex, args: []*expr{e, p.conditional()}}
			p.expect("]")
		default:
			return e
		}
	}
}

// selection parses the field or method after a dot.
func (p *parser) selection(of *expr) *expr {
	name := p.name()
	if !p.accept("(") {
		return &expr{op: opField, text: name, args: []*expr{of}}
	}
	if macro, ok := macros[name]; ok {
		return p.macro(macro, of)
	}
	return p.call(name, p.arguments(of))
}

// macros evaluate their argument for each item.
var macros = map[string]op{"all": opAll, "exists": opExists, "filter": opFilter}

func (p *parser) macro(o op, of *expr) *expr {
	variable := p.name()
	p.expect(",")
	body := p.conditional()
	p.expect(")")
	return &expr{op: o, text: variable, args: []*expr{of, body}}
}

// arguments parses the remaining arguments of a call.
func (p *parser) arguments(args ...*expr) []*expr {
	for p.err == nil && !p.accept(")") {
		args = append(args, p.conditional())
		if p.token.text != ")" {
			p.expect(",")
		}
	}
	return args
}

// functions has the functions and methods, with the number of their arguments.
var functions = map[string]struct {
	op   op
	args int
}{
	"size": {opSize, 1}, "int": {opInt, 1}, "startsWith": {opStartsWith, 2}, "endsWith": {opEndsWith, 2},
	"split": {opSplit, 2}, "find": {opFind, 2}, "matches": {opMatches, 2},
}

func (p *parser) call(name string, args []*expr) *expr {
	f, ok := functions[name]
	if !ok || len(args) != f.args {
		p.fail("there is no function %s of %d arguments", name, len(args))
		return nil
	}
	e := &expr{op: f.op, args: args}
	if e.op == opFind || e.op == opMatches {
		p.compile(e)
	}
	return e
}

// compile compiles the pattern argument of a call.
func (p *parser) compile(e *expr) {
	literal := e.args[1]
	if literal == nil || literal.op != opText {
		p.fail("the pattern is not a literal")
		return
	}
	var err error
	if e.pattern, err = compiled(literal.text); err != nil {
		p.fail("%w", err)
	}
}

func (p *parser) primary() *expr {
	next := p.token
	switch next.kind {
	case tokenText:
		p.advance()
		return &expr{op: opText, text: next.text}
	case tokenNumber:
		p.advance()
		number, err := strconv.ParseInt(next.text, 10, 64)
		if err != nil {
			p.fail("%w", err)
		}
		return &expr{op: opInteger, number: number}
	case tokenName:
		return p.named()
	}
	if p.accept("[") {
		return p.list()
	}
	if !p.accept("(") {
		p.fail("%q instead of a value", next.text)
		return nil
	}
	e := p.conditional()
	p.expect(")")
	return e
}

// list parses a list of literals.
func (p *parser) list() *expr {
	e := &expr{op: opTexts, texts: make([]string, 0, 32)}
	for p.token.kind == tokenText {
		e.texts = append(e.texts, p.token.text)
		p.advance()
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
	return e
}

// named parses an expression that starts with a name: a literal, a call or a variable.
func (p *parser) named() *expr {
	name := p.name()
	switch name {
	case "true":
		return &expr{op: opBool, number: 1}
	case "false":
		return &expr{op: opBool}
	}
	if !p.accept("(") {
		return &expr{op: opName, text: name}
	}
	if name == "has" {
		return p.has()
	}
	return p.call(name, p.arguments())
}

func (p *parser) has() *expr {
	e := p.conditional()
	if p.err == nil && e.op != opField {
		p.fail("has is for fields")
	}
	p.expect(")")
	if p.err != nil {
		return nil
	}
	return &expr{op: opHas, text: e.text, args: e.args}
}
