package lint

import (
	"encoding/json"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/lint/rego"
)

// Seen is what rules see of a resource or of a project.
type Seen struct {
	Root    string // of a project; "" for a resource
	File    string // in which the resource is written
	Line    int    // 1-based
	Address string
	Input   json.RawMessage // the input of rules; a set is a list
}

// show passes the input of the resource on, if somebody wants to see it.
func (s *subject) show() {
	if s.run.linter.show == nil {
		return
	}
	line := s.Site(nil).Location().Start.Line
	s.run.linter.show(Seen{File: s.writtenIn, Line: line, Address: s.address, Input: s.input().JSON()})
}

// show passes the input of the project on.
func (w *projectChecker) show(fields [][2]*ast.Term) {
	w.linter.show(Seen{Root: w.p.Root, Input: rego.NewInput(fields...).JSON()})
}
