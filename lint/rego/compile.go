// Package rego compiles rules in Rego, or reads compiled ones, evaluates them, and converts Go values to Rego values and back.
package rego

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/nearest"
	"github.com/karplint/karplint/base/shortcut"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"
	"sigs.k8s.io/yaml"
)

// capabilities are shared, because each compiler would build its own.
var capabilities = sync.OnceValue(func() *ast.Capabilities { return ast.CapabilitiesForThisVersion() })

// Program is a rule with its libraries and facts, ready to be evaluated by several goroutines.
type Program struct {
	compiler *ast.Compiler
	query    ast.Body
}

// resultVar is the variable with the result of a query.
const resultVar = ast.Var("result")

// NewProgram returns the program of a package that the compiler has compiled.
func NewProgram(compiler *ast.Compiler, pkg string) *Program {
	return newQuery(compiler, pkg, "report")
}

// newQuery returns the query for a rule of a package.
func newQuery(compiler *ast.Compiler, pkg, rule string) *Program {
	ref := ast.Ref{ast.DefaultRootDocument}
	for _, name := range append(strings.Split(pkg, "."), rule) {
		ref = append(ref, ast.StringTerm(name))
	}
	return &Program{compiler, ast.NewBody(ast.Equality.Expr(ast.NewTerm(ref), ast.NewTerm(resultVar)))}
}

// AddRule adds the module in a file, with the libraries and facts that it uses, to the modules that are compiled together.
func AddRule(used map[string]*ast.Module, files fs.FS, name string, imports Imports) error {
	module, err := parse(files, name)
	if err != nil {
		return err
	}
	used[name] = module
	return imports.resolve(module, used)
}

// parse reads and parses a module.
func parse(files fs.FS, name string) (*ast.Module, error) {
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	module, err := ast.ParseModule(name, string(source))
	switch {
	case err != nil:
		return nil, OneLine(err)
	case module == nil:
		return nil, fmt.Errorf("%s:1:1: the module is empty", name)
	}
	return module, nil
}

// CheckReport returns an error with a place if the module does not define report as a set.
func CheckReport(module *ast.Module) error {
	place := module.Package.Location
	for _, r := range module.Rules {
		if !r.Head.Ref().Equal(reportRef) {
			continue
		}
		if r.Head.RuleKind() == ast.MultiValue {
			return nil
		}
		place = r.Location
	}
	return errorAt(place, "the rule reports nothing; write `report contains {…} if {…}`")
}

var reportRef = ast.Ref{ast.VarTerm("report")}

// Compile compiles modules, none of which may call a refused function. strict makes unused variables and imports errors.
func Compile(modules map[string]*ast.Module, strict bool) (*ast.Compiler, error) {
	return compile(modules, ast.NewCompiler().WithStrict(strict))
}

func compile(modules map[string]*ast.Module, compiler *ast.Compiler) (*ast.Compiler, error) {
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		if err := checkCalls(modules[name]); err != nil {
			return nil, err
		}
	}
	if compiler.WithCapabilities(capabilities()).Compile(modules); compiler.Failed() {
		return nil, OneLine(compiler.Errors)
	}
	return compiler, nil
}

// emptyStore is OPA's store of data that no module defines. It is empty.
var emptyStore = sync.OnceValue(inmem.New)

// Input is an input on which rules are evaluated, one after the other. Library rules that several of them use are
// evaluated only once.
type Input struct {
	input *ast.Term
	cache topdown.VirtualCache

	mu      sync.Mutex           // of an input that Inputs holds
	reports map[*Program]ast.Set // likewise; nil for another input
}

// Inputs holds inputs, so that rules are evaluated only once on equal ones. It is safe for concurrent use.
type Inputs struct {
	mu          sync.Mutex
	byHash      map[int][]*Input
	held, equal int
}

// Bounds on the inputs that are held, at 40 KB each.
const (
	mostInputs  = 500 // in public repositories a module that many roots call has up to 350 different ones
	triedInputs = 64  // further ones are held only if a quarter of them was equal to others
)

// Hold returns the input that is equal to q and was held before, or q.
func (i *Inputs) Hold(q *Input) *Input {
	if shortcut.Off(shortcut.EqualInputs) {
		return q
	}
	hash := q.input.Hash()
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, held := range i.byHash[hash] {
		if held.input.Equal(q.input) {
			i.equal++
			return held
		}
	}
	if i.held == mostInputs {
		return q
	}
	if i.held == triedInputs && i.equal < triedInputs/4 {
		i.held, i.byHash = mostInputs, nil
		return q
	}
	if i.byHash == nil {
		i.byHash = map[int][]*Input{}
	}
	i.held++
	q.reports = map[*Program]ast.Set{}
	i.byHash[hash] = append(i.byHash[hash], q)
	return q
}

// Answered tells that all rules were asked about the input, so that it need not remember what they have in common.
func (q *Input) Answered() {
	if q.reports == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.cache = topdown.NewVirtualCache()
}

// NewInput returns an input with the keys.
func NewInput(input ...[2]*ast.Term) *Input {
	return &Input{input: ast.ObjectTerm(input...), cache: topdown.NewVirtualCache()}
}

// JSON returns the input as JSON, in which a set is a list.
func (q *Input) JSON() []byte {
	value, err := ast.JSON(q.input.Value)
	if err == nil {
		var text []byte
		if text, err = json.Marshal(value); err == nil {
			return text
		}
	}
	panic(err) // an input has only values that JSON has, and sets
}

// givenUp ends the evaluation of rules when a limit ended the run.
type givenUp struct{}

func (givenUp) Cancel()         {}
func (givenUp) Cancelled() bool { return limit.IsOver() }

// Evaluate evaluates the rule and returns its report.
func (p *Program) Evaluate(ctx context.Context, q *Input) (report ast.Set, err error) {
	if q.reports == nil {
		return p.evaluate(ctx, q)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	report, known := q.reports[p]
	if !known {
		report, err = p.evaluate(ctx, q)
		if err == nil {
			q.reports[p] = report
		}
	}
	return report, err
}

func (p *Program) evaluate(ctx context.Context, q *Input) (ast.Set, error) {
	results, err := p.run(ctx, func(query *topdown.Query) *topdown.Query { return query.WithInput(q.input).WithVirtualCache(q.cache) })
	if err != nil {
		return nil, err
	}
	if len(results) == 0 {
		return ast.NewSet(), nil
	}
	report, ok := results[0][resultVar].Value.(ast.Set)
	if !ok {
		return nil, fmt.Errorf("report is not a set; write `report contains {…} if {…}`")
	}
	return report, nil
}

// run evaluates the query, after with completed it.
func (p *Program) run(ctx context.Context, with func(*topdown.Query) *topdown.Query) (topdown.QueryResultSet, error) {
	store := emptyStore()
	txn, err := store.NewTransaction(ctx)
	if err != nil {
		return nil, err
	}
	defer store.Abort(ctx, txn)
	query := topdown.NewQuery(p.query).WithCompiler(p.compiler).WithStore(store).WithTransaction(txn).WithCancel(givenUp{})
	results, err := with(query).Run(ctx)
	limit.Point()
	return results, err
}

// references returns the names that follow data.karplint.<branch> in the module, and whether the
// branch is used in a way that may name any.
func references(module *ast.Module, branch string) (names []string, isWhole bool) {
	prefix := ast.MustParseRef("data.karplint." + branch)
	aliases := map[ast.Var]bool{}
	visited := map[string]bool{}
	for _, i := range module.Imports {
		if ref, ok := i.Path.Value.(ast.Ref); ok && ref.Equal(prefix) {
			aliases[i.Name()] = true
		}
	}
	ast.WalkRefs(module, func(ref ast.Ref) bool {
		var suffix ast.Ref
		switch head, isVar := ref[0].Value.(ast.Var); {
		case ref.Equal(module.Package.Path):
			return false
		case ref.HasPrefix(prefix):
			suffix = ref[len(prefix):]
		case isVar && aliases[head]:
			suffix = ref[1:]
		default:
			return false
		}
		if len(suffix) == 0 {
			return false
		}
		if name, ok := suffix[0].Value.(ast.String); ok {
			if !visited[string(name)] {
				visited[string(name)] = true
				names = append(names, string(name))
			}
		} else {
			isWhole = true
		}
		return false
	})
	return names, isWhole
}

// Modules are the modules that rules may use, by the last part of the package or, of facts, by the name of the table. Each is parsed when a rule
// first uses it.
type Modules map[string]*usedModule

type usedModule struct {
	name  string // of its file
	parse func() (*ast.Module, error)
}

// AddLibraries adds the modules below lib in a directory of a file system. Each has a package that begins with the prefix: "karplint.lib.".
func (m Modules) AddLibraries(files fs.FS, dir, prefix string) error {
	lib := path.Join(dir, "lib")
	entries, err := fs.ReadDir(files, lib)
	if err != nil {
		return nil //nolint:nilerr // a folder of rules need not have libraries
	}
	for _, e := range entries {
		base, isRego := strings.CutSuffix(e.Name(), ".rego")
		if !isRego || strings.HasSuffix(base, "_test") {
			continue
		}
		name := path.Join(lib, e.Name())
		if _, exists := m[base]; exists {
			return fmt.Errorf("%s: the library %s exists already; choose another name", name, base)
		}
		m[base] = &usedModule{name, sync.OnceValues(func() (*ast.Module, error) { return parseLibrary(files, name, prefix+base) })}
	}
	return nil
}

func parseLibrary(files fs.FS, name, pkg string) (*ast.Module, error) {
	module, err := parse(files, name)
	if err != nil {
		return nil, err
	}
	if PackageName(module) != pkg {
		return nil, errorAt(module.Package.Location, "the package must be %s", pkg)
	}
	return module, nil
}

// PackageName returns the name of the module's package without "data".
func PackageName(module *ast.Module) string {
	return strings.TrimPrefix(module.Package.Path.String(), "data.")
}

// factExt is how the names of tables of facts end.
const factExt = ".yaml"

// Facts returns the tables of facts in a file system, which may be nil.
func Facts(files fs.FS) Modules {
	tables := Modules{}
	if files == nil {
		return tables
	}
	names, _ := fs.Glob(files, "*"+factExt) // the pattern is right
	for _, name := range names {
		table := strings.TrimSuffix(name, factExt)
		tables[table] = &usedModule{name, sync.OnceValues(func() (*ast.Module, error) { return parseFacts(files, name, table) })}
	}
	return tables
}

// parseFacts returns a table of facts as a module with one rule: data.karplint.facts.<table>.
func parseFacts(files fs.FS, name, table string) (*ast.Module, error) {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	var facts any
	if err := yaml.UnmarshalStrict(data, &facts); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	value, err := ast.InterfaceToValue(facts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	module, err := ast.ParseModule(name, fmt.Sprintf("package karplint.facts\n\n%s := true\n", table))
	if err == nil {
		module.Rules[0].Head.Value = ast.NewTerm(value)
	}
	return module, err
}

// Imports are the modules that rules may import, by their branch of data.karplint: lib, custom.lib and facts.
type Imports map[string]Modules

// resolve adds the modules that a module imports, directly or through others, to those that are used.
func (i Imports) resolve(module *ast.Module, used map[string]*ast.Module) error {
	if err := checkData(module); err != nil {
		return err
	}
	for _, branch := range []string{"lib", "custom.lib", "facts"} {
		names, isWhole := references(module, branch)
		if isWhole {
			names = slices.Sorted(maps.Keys(i[branch]))
		}
		for _, name := range names {
			next, exists := i[branch][name]
			if !exists {
				return i.missing(module, branch, name)
			}
			if _, exists := used[next.name]; exists {
				continue
			}
			parsed, err := next.parse()
			if err != nil {
				return err
			}
			used[next.name] = parsed
			if err := i.resolve(parsed, used); err != nil {
				return err
			}
		}
	}
	return nil
}

// missing returns the error about a module that does not exist, at its first import or use.
func (i Imports) missing(module *ast.Module, branch, name string) error {
	place, first := module.Package.Location, true
	ast.WalkRefs(module, func(ref ast.Ref) bool {
		if isNamed := slices.ContainsFunc(ref, func(t *ast.Term) bool { return t.Value.Compare(ast.String(name)) == 0 }); isNamed && first {
			place, first = ref[0].Location, false
		}
		return false
	})
	hint := nearest.Hint(name, slices.Sorted(maps.Keys(i[branch])))
	return errorAt(place, "there is no data.karplint.%s.%s%s", branch, name, hint)
}
