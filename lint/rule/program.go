package rule

import (
	"fmt"
	"path"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/lint/rego"
)

// Program returns the rule, ready to be evaluated. It takes the rule from compiled, unless that is nil, or compiles its source.
func (r *Rule) Program(compiled func() *ast.Compiler, facts rego.Modules) (*rego.Program, error) {
	if r.compiled {
		if compiler := compiled(); compiler != nil {
			return rego.NewProgram(compiler, r.Package), nil
		}
	}
	p, err := r.compile(facts, false)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", r.ID, err)
	}
	return p, nil
}

// compile parses and compiles one rule. Every rule has a compiler of its own, so that a rule that
// no file needs is never compiled, and a run over one small file takes milliseconds. strict makes
// unused variables and imports errors.
func (r *Rule) compile(facts rego.Modules, strict bool) (*rego.Program, error) {
	used := map[string]*ast.Module{}
	if err := rego.AddRule(used, r.files, path.Join(r.Folder, "rule.rego"), r.libs, facts); err != nil {
		return nil, err
	}
	compiler, err := rego.Compile(used, strict)
	if err != nil {
		return nil, err
	}
	return rego.NewProgram(compiler, r.Package), nil
}
