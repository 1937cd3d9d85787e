package lint

import (
	"path"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/lint/rego"
)

// compile parses and compiles one rule. Every rule has a compiler of its own: one that no file
// needs is never compiled, and a run over one small file is done in milliseconds. strict makes
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
