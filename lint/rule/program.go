package rule

import (
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/lint/rego"
)

// Programs makes the programs of rules, each when it is first needed and once. It is safe for concurrent use.
type Programs struct {
	source fs.FS // of the facts
	facts  rego.Modules
	ahead  *rego.Compiled // the rules that were compiled ahead; nil if there are none

	mu sync.Mutex
	of map[*Rule]func() (*rego.Program, error)
}

// Programs returns the programs of the rules for tables of facts, which may be nil. Linters with the same facts share them.
func (r *Rules) Programs(facts fs.FS) *Programs {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.base != nil {
		return r.base.Programs(facts)
	}
	isComparable := facts == nil || reflect.TypeOf(facts).Comparable()
	if isComparable && r.programs != nil && r.programs.source == facts {
		return r.programs
	}
	p := &Programs{source: facts, facts: rego.Facts(facts), of: map[*Rule]func() (*rego.Program, error){}}
	if facts != nil && slices.ContainsFunc(r.rules, func(rule *Rule) bool { return rule.compiled }) {
		p.ahead = rego.NewCompiled(r.files, facts)
	}
	if isComparable {
		r.programs = p
	}
	return p
}

// HasAhead reports whether some of the rules were compiled ahead.
func (p *Programs) HasAhead() bool { return p.ahead != nil }

// Of returns a rule, ready to be evaluated. It was compiled ahead, or is compiled from its source.
func (p *Programs) Of(r *Rule) (*rego.Program, error) {
	p.mu.Lock()
	program := p.of[r]
	if program == nil {
		program = sync.OnceValues(func() (*rego.Program, error) { return p.program(r) })
		p.of[r] = program
	}
	p.mu.Unlock()
	return program()
}

func (p *Programs) program(r *Rule) (*rego.Program, error) {
	if r.team != nil {
		return r.team.program(r, p.facts)
	}
	if r.compiled && p.ahead != nil {
		if program, err := p.ahead.Program(r.file(), r.Package); err == nil {
			return program, nil
		}
	}
	program, err := r.compile(p.facts, false)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", r.ID, err)
	}
	return program, nil
}

// Together announces that rules will be evaluated together, so that those compiled ahead are loaded at once.
func (p *Programs) Together(rules []*Rule) {
	var files []string
	for _, r := range rules {
		if r.compiled {
			files = append(files, r.file())
		}
	}
	if p.ahead != nil && len(files) > 1 {
		p.ahead.Together(files)
	}
}

// file returns the name of the rule's source.
func (r *Rule) file() string { return path.Join(r.Folder, "rule.rego") }

// compile parses and compiles one rule. Every rule has a compiler of its own, so that a rule that
// no file needs is never compiled, and a run over one small file takes milliseconds. strict makes
// unused variables and imports errors.
func (r *Rule) compile(facts rego.Modules, strict bool) (*rego.Program, error) {
	used := map[string]*ast.Module{}
	if err := rego.AddRule(used, r.files, r.file(), rego.Imports{"lib": r.libs, "facts": facts}); err != nil {
		return nil, err
	}
	compiler, err := rego.Compile(used, strict)
	if err != nil {
		return nil, err
	}
	return rego.NewProgram(compiler, r.Package), nil
}
