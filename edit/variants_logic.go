package edit

import (
	"fmt"
	"slices"
	"strings"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/parsers/gotmpl"
)

// logic writes conditions for a template language.
type logic struct{ open string }

// write returns the shortest condition that is true for rows of 1 and false for those of -1.
func (l logic) write(terms []term, rows []int) string {
	yes, costYes := cover(len(terms), rows, 1)
	no, costNo := cover(len(terms), rows, -1)
	if costNo+1 < costYes {
		return l.not(l.either(terms, no))
	}
	return l.either(terms, yes)
}

func (l logic) either(terms []term, cubes []cube) string {
	var parts []string
	for _, c := range cubes {
		var factors []string
		for i, t := range terms {
			switch {
			case c.mask&(1<<i) == 0:
			case c.values&(1<<i) != 0:
				factors = append(factors, t.text)
			default:
				factors = append(factors, l.not(t.text))
			}
		}
		parts = append(parts, l.join("and", "&&", factors))
	}
	return l.any(parts)
}

// all returns the condition that all frames, of which the first are around the last, are taken.
func (l logic) all(outer []frame, last frame) string {
	var factors []string
	for _, f := range append(outer[:len(outer):len(outer)], last) {
		for i, branch := range f.block.Branches[:min(f.branch+1, len(f.block.Branches))] {
			text := l.of(branch)
			switch {
			case branch.Condition == "":
			case i < f.branch:
				factors = append(factors, l.not(text))
			default:
				factors = append(factors, text)
			}
		}
	}
	return l.join("and", "&&", factors)
}

// any returns the condition that one of the parts holds. Where one is asked for only if an earlier one does not hold, as in an else if, the or
// says that already.
func (l logic) any(parts []string) string {
	for i := range parts {
		word, factors := l.divided(parts[i])
		if word != "and" {
			continue
		}
		rest := slices.DeleteFunc(slices.Clone(factors), func(factor string) bool {
			return slices.ContainsFunc(parts[:i], func(earlier string) bool { return factor == l.not(earlier) })
		})
		if len(rest) > 0 && len(rest) < len(factors) {
			parts[i] = l.join("and", "&&", rest)
		}
	}
	return l.join("or", "||", parts)
}

// of returns the condition under which a branch is taken where those before it are not.
func (l logic) of(branch *gotmpl.Branch) string {
	text := oneLine(branch.Condition)
	if branch.Keyword == "for" {
		return fmt.Sprintf("length(%s) > 0", text)
	}
	return text
}

// oneLine joins the lines of a condition.
func oneLine(text string) string {
	if !strings.Contains(text, "\n") {
		return strings.TrimSpace(text)
	}
	return strings.Join(strings.Fields(text), " ")
}

func (l logic) join(goWord, sign string, parts []string) string {
	if len(parts) == 1 {
		return parts[0]
	}
	for i, p := range parts {
		parts[i] = l.operand(p)
	}
	if l.open == "{{" {
		return goWord + " " + strings.Join(parts, " ")
	}
	return strings.Join(parts, " "+sign+" ")
}

func (l logic) not(text string) string {
	if inner, ok := l.negated(text); ok {
		return inner
	}
	if l.open == "{{" {
		return "not " + l.operand(text)
	}
	return "!" + l.operand(text)
}

// negated returns what a condition negates.
func (l logic) negated(text string) (string, bool) {
	word := "!"
	if l.open == "{{" {
		word = "not "
	}
	rest, found := strings.CutPrefix(text, word)
	if !found {
		return "", false
	}
	if parts, ok := l.operands(rest); ok && len(parts) == 1 {
		return parts[0], true
	}
	return "", false
}

var simpleOperand = pattern.New(`^[$.\w]+$`)

func (l logic) operand(text string) string {
	if simpleOperand().MatchString(text) {
		return text
	}
	return "(" + text + ")"
}

// operands divides the arguments of a function, without the parentheses around each. It is not ok where they are no more than words
// and parentheses.
func (l logic) operands(text string) (parts []string, ok bool) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] != '(' {
			word, rest, _ := strings.Cut(text, " ")
			if !simpleOperand().MatchString(word) {
				return nil, false
			}
			parts, text = append(parts, word), rest
			continue
		}
		end := closing(text)
		if end < 0 {
			return nil, false
		}
		parts = append(parts, text[1:end])
		text = text[end+1:]
		if text != "" && text[0] != ' ' {
			return nil, false
		}
	}
	return parts, true
}

// closing returns the offset of the parenthesis that closes the one text begins with, -1 if none does.
func closing(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '"', '`', '\'':
			n := strings.IndexByte(text[i+1:], c)
			for c == '"' && n > 0 && text[i+n] == '\\' {
				next := strings.IndexByte(text[i+n+2:], c)
				if next < 0 {
					return -1
				}
				n += next + 1
			}
			if n < 0 {
				return -1
			}
			i += n + 1
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// value returns what a condition is where the terms of it have known values, and whether that is known.
func (l logic) value(text string, known func(string) (value, ok bool)) (value, ok bool) {
	text = oneLine(text)
	if value, ok = known(text); ok {
		return value, true
	}
	if inner, found := l.negated(text); found {
		value, ok = l.value(inner, known)
		return !value, ok
	}
	word, parts := l.divided(text)
	if len(parts) < 2 {
		return false, false
	}
	result := word == "and"
	for _, p := range parts {
		v, ok := l.value(p, known)
		if !ok {
			return false, false
		}
		if v != result {
			return v, true // what follows is not looked at
		}
	}
	return result, true
}

// imply calls set for a condition that is known to hold or not, and for the parts of it that are known so.
func (l logic) imply(text string, holds bool, set func(text string, holds bool)) {
	text = oneLine(text)
	set(text, holds)
	if inner, found := l.negated(text); found {
		l.imply(inner, !holds, set)
	}
	if word, parts := l.divided(text); len(parts) > 1 && word == map[bool]string{true: "and", false: "or"}[holds] {
		for _, p := range parts {
			l.imply(p, holds, set)
		}
	}
}

// divided returns the parts of a condition, and whether it is an "and" or an "or" of them.
func (l logic) divided(text string) (word string, parts []string) {
	if l.open == "{{" {
		word, rest, _ := strings.Cut(text, " ")
		if word != "and" && word != "or" {
			return "", nil
		}
		parts, _ := l.operands(rest)
		return word, parts
	}
	for word, sign := range map[string]string{"and": "&&", "or": "||"} {
		if parts, ok := l.signed(text, sign); ok && len(parts) > 1 {
			return word, parts
		}
	}
	return "", nil
}

// signed divides a condition of Terraform at a sign.
func (l logic) signed(text, sign string) ([]string, bool) {
	var parts []string
	for {
		text = strings.TrimSpace(text)
		part, rest, found := strings.Cut(text, " ")
		negative := strings.HasPrefix(text, "!")
		if body := strings.TrimPrefix(text, "!"); strings.HasPrefix(body, "(") {
			end := closing(body)
			if end < 0 {
				return nil, false
			}
			part, rest, found = body[1:end], strings.TrimSpace(body[end+1:]), len(body) > end+1
			if negative {
				part = "!(" + part + ")"
			}
		}
		parts = append(parts, part)
		if !found {
			return parts, true
		}
		var ok bool
		if text, ok = strings.CutPrefix(strings.TrimSpace(rest), sign); !ok {
			return nil, false
		}
	}
}
