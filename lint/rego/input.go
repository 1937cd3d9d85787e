package rego

import "github.com/open-policy-agent/opa/v1/ast"

// TextField is a key of an object with a text.
func TextField(key, value string) [2]*ast.Term { return Field(key, ast.StringTerm(value)) }

// Field is a key of an object with its value.
func Field(key string, value *ast.Term) [2]*ast.Term {
	return [2]*ast.Term{ast.StringTerm(key), value}
}

// Texts returns a list of texts.
func Texts(texts []string) *ast.Term {
	terms := make([]*ast.Term, len(texts))
	for i, text := range texts {
		terms[i] = ast.StringTerm(text)
	}
	return ast.ArrayTerm(terms...)
}

// Path returns a path of string keys and int indices.
func Path(path []any) *ast.Term {
	steps := make([]*ast.Term, len(path))
	for i, step := range path {
		if index, ok := step.(int); ok {
			steps[i] = ast.IntNumberTerm(index)
		} else {
			steps[i] = ast.StringTerm(step.(string))
		}
	}
	return ast.ArrayTerm(steps...)
}
