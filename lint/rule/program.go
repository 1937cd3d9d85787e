package rule

import (
	"fmt"
	"path"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/lint/rego"
)

// Program returns the rule, ready to be evaluated. It takes the rule from compiled, or compiles its source if that is nil or lacks a module as it is.
func (r *Rule) Program(compiled func() *rego.Compiled, facts rego.Modules) (*rego.Program, error) {
	p, err := r.program(compiled, facts)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", r.ID, err)
	}
	return p, nil
}

func (r *Rule) program(compiled func() *rego.Compiled, facts rego.Modules) (*rego.Program, error) {
	if r.compiled {
		if c := compiled(); c != nil {
			if p, err := c.Program(r.file(), r.Package); err == nil {
				return p, nil
			}
		}
	}
	return r.compile(facts, false)
}

// Together announces that rules will be evaluated together, so that precompiled ones are loaded at once.
func Together(rules []*Rule, compiled func() *rego.Compiled) {
	var files []string
	for _, r := range rules {
		if r.compiled {
			files = append(files, r.file())
		}
	}
	if c := compiled(); c != nil && len(files) > 1 {
		c.Together(files)
	}
}

// file returns the name of the rule's source.
func (r *Rule) file() string { return path.Join(r.Folder, "rule.rego") }

// compile parses and compiles one rule. Every rule has a compiler of its own, so that a rule that
// no file needs is never compiled, and a run over one small file takes milliseconds. strict makes
// unused variables and imports errors.
func (r *Rule) compile(facts rego.Modules, strict bool) (*rego.Program, error) {
	used := map[string]*ast.Module{}
	if err := rego.AddRule(used, r.files, r.file(), r.libs, facts); err != nil {
		return nil, err
	}
	compiler, err := rego.Compile(used, strict)
	if err != nil {
		return nil, err
	}
	return rego.NewProgram(compiler, r.Package), nil
}
