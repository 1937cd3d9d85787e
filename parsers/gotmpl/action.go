// Package gotmpl finds and reads the actions of Go templates and the similar directives of Terraform: blocks and their conditions, and
// which actions may change values that others read.
package gotmpl

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Action is one {{ … }} of a Go template, or one %{ … } of Terraform.
type Action struct {
	Open    string // "{{" or "%{"
	Comment bool   // {{/* … */}}
	// Keyword is if, with, range, define, block, template, else, end, break or continue; of Terraform if, for, else, endif or endfor; "" for
	// any other.
	Keyword string
	// Else is the keyword behind else: if or with.
	Else string
	// Variables are those that the action declares, or assigns to.
	Variables []string
	// Declares means that the variables begin here; otherwise they get another value.
	Declares bool
	// Pipeline is the rest, which is evaluated.
	Pipeline string
}

var (
	goKeywords        = []string{"if", "with", "range", "define", "block", "template", "else", "end", "break", "continue"}
	terraformKeywords = []string{"if", "for", "else", "endif", "endfor"}
)

// Read takes an action apart. Of a text that is no action only Pipeline is set, to that text.
func Read(text string) Action {
	inner, open := strings.CutPrefix(text, "{{")
	a, trim, keywords := Action{Open: "{{"}, "-", goKeywords
	if !open {
		if inner, open = strings.CutPrefix(text, "%{"); !open {
			return Action{Pipeline: text}
		}
		a, trim, keywords = Action{Open: "%{"}, "~", terraformKeywords
	}
	inner = strings.TrimSuffix(inner, map[string]string{"{{": "}}", "%{": "}"}[a.Open])
	inner = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(inner, trim), trim))
	if a.Comment = a.Open == "{{" && strings.HasPrefix(inner, "/*"); a.Comment {
		return a
	}
	a.Keyword, inner = cutWord(inner, keywords)
	if a.Keyword == "else" {
		a.Else, inner = cutWord(inner, []string{"if", "with"})
	}
	if a.Open == "{{" {
		a.Variables, a.Declares, inner = cutVariables(inner)
	} else if a.Keyword == "for" {
		a.Variables, inner = cutForVariables(inner)
		a.Declares = true
	}
	a.Pipeline = inner
	return a
}

// cutWord cuts one of the words off a text that begins with it.
func cutWord(text string, words []string) (word, remainder string) {
	end := 0
	for end < len(text) && isWord(text[end]) {
		end++
	}
	if !slices.Contains(words, text[:end]) {
		return "", text
	}
	return text[:end], strings.TrimSpace(text[end:])
}

func isWord(c byte) bool {
	isASCII := c < utf8.RuneSelf
	return c == '_' || isASCII && unicode.In(rune(c), unicode.Letter, unicode.Digit)
}

// cutVariables cuts "$x, $y :=" or "$x =" off a text that begins with it.
func cutVariables(text string) (variables []string, declares bool, remainder string) {
	remainder = text
	for strings.HasPrefix(remainder, "$") {
		end := 1
		for end < len(remainder) && isWord(remainder[end]) {
			end++
		}
		variables = append(variables, remainder[:end])
		remainder = strings.TrimSpace(remainder[end:])
		switch {
		case strings.HasPrefix(remainder, ":="):
			return variables, true, strings.TrimSpace(remainder[2:])
		case strings.HasPrefix(remainder, "=") && !strings.HasPrefix(remainder, "=="):
			return variables, false, strings.TrimSpace(remainder[1:])
		case !strings.HasPrefix(remainder, ","):
			return nil, false, text
		}
		remainder = strings.TrimSpace(remainder[1:])
	}
	return nil, false, text
}

// cutForVariables cuts "x, y in" off the text of a loop of Terraform.
func cutForVariables(text string) (variables []string, remainder string) {
	names, remainder, ok := strings.Cut(text, " in ")
	if !ok {
		return nil, text
	}
	for name := range strings.SplitSeq(names, ",") {
		variables = append(variables, strings.TrimSpace(name))
	}
	return variables, strings.TrimSpace(remainder)
}

// Depth is the change in the depth of blocks: 1 where it opens one, -1 where it ends one, 0 otherwise.
func (a Action) Depth() int {
	switch a.Keyword {
	case "if", "with", "range", "for", "define", "block":
		return 1
	case "end", "endif", "endfor":
		return -1
	}
	return 0
}

// Divides reports whether the action begins another branch of the block that is open.
func (a Action) Divides() bool { return a.Keyword == "else" }

// IsControl reports whether the action opens, divides or ends a block.
func (a Action) IsControl() bool { return a.Depth() != 0 || a.Divides() }

// IsStatement reports whether the action only assigns a value, or is a comment.
func (a Action) IsStatement() bool {
	return a.Comment || a.Keyword == "" && len(a.Variables) > 0
}

// Decides reports whether the action is a control, or ends a loop or the rendering, so that the text behind it depends on it.
func (a Action) Decides() bool {
	function, _, _ := strings.Cut(a.Pipeline, " ")
	ends := function == "fail" || a.Keyword == "break" || a.Keyword == "continue"
	return a.Open == "%{" || a.IsControl() || ends
}

// WritesNothing reports whether the action itself writes nothing.
func (a Action) WritesNothing() bool { return a.Decides() || a.IsStatement() }
