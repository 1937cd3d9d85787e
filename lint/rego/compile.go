// Package rego compiles rules in Rego, or reads compiled ones, evaluates them, and converts Go values to Rego values and back.
package rego

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/limit"
	"github.com/karplint/karplint/base/nearest"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"
	"sigs.k8s.io/yaml"
)

// capabilities are shared, because each compiler would build its own.
var capabilities = sync.OnceValue(func() *ast.Capabilities { return ast.CapabilitiesForThisVersion() })

// unsafeBuiltins are not available to rules, because linting must be offline and depend only on
// files.
var unsafeBuiltins = map[string]struct{}{
	"http.send": {}, "net.lookup_ip_addr": {}, "opa.runtime": {}, "time.now_ns": {},
}

// Program is a rule with its libraries and facts, ready to be evaluated by several goroutines.
type Program struct {
	compiler *ast.Compiler
	query    ast.Body
}

// NewProgram returns the program of a package that the compiler has compiled.
func NewProgram(compiler *ast.Compiler, pkg string) *Program {
	report := ast.Ref{ast.DefaultRootDocument}
	for _, name := range append(strings.Split(pkg, "."), "report") {
		report = append(report, ast.StringTerm(name))
	}
	return &Program{compiler, ast.NewBody(ast.Equality.Expr(ast.NewTerm(report), ast.VarTerm("report")))}
}

// AddRule adds the rule in a file, with the libraries and facts that it uses, to the modules that are compiled together.
func AddRule(used map[string]*ast.Module, files fs.FS, name string, libs, facts Modules) error {
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	module, err := ast.ParseModule(name, string(source))
	if err != nil {
		return err
	}
	used[name] = module
	return resolve(module, libs, facts, used)
}

// Compile compiles modules. strict makes unused variables and imports errors.
func Compile(modules map[string]*ast.Module, strict bool) (*ast.Compiler, error) {
	compiler := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(strict)
	// Taken from the capabilities they would be "undefined"; so the error calls them unsafe.
	compiler.WithUnsafeBuiltins(unsafeBuiltins) //nolint:staticcheck // see above
	if compiler.Compile(modules); compiler.Failed() {
		return nil, compiler.Errors
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
}

// NewInput returns an input with the keys.
func NewInput(input ...[2]*ast.Term) *Input {
	return &Input{input: ast.ObjectTerm(input...), cache: topdown.NewVirtualCache()}
}

// givenUp ends the evaluation of rules when a limit ended the run.
type givenUp struct{}

func (givenUp) Cancel()         {}
func (givenUp) Cancelled() bool { return limit.IsOver() }

// Evaluate evaluates the rule and returns its report.
func (p *Program) Evaluate(ctx context.Context, q *Input) (ast.Set, error) {
	store := emptyStore()
	txn, err := store.NewTransaction(ctx)
	if err != nil {
		return nil, err
	}
	defer store.Abort(ctx, txn)
	query := topdown.NewQuery(p.query).
		WithCompiler(p.compiler).WithStore(store).WithTransaction(txn).
		WithInput(q.input).WithVirtualCache(q.cache).WithCancel(givenUp{})
	results, err := query.Run(ctx)
	limit.Point()
	if err != nil {
		return nil, err
	}
	if len(results) == 0 {
		return ast.NewSet(), nil
	}
	report, ok := results[0][ast.Var("report")].Value.(ast.Set)
	if !ok {
		return nil, fmt.Errorf("report is not a set; write `report contains {…} if {…}`")
	}
	return report, nil
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

// AddLibraries adds the modules below lib of a file system.
func (m Modules) AddLibraries(files fs.FS) error {
	names, err := fs.Glob(files, "lib/*.rego")
	if err != nil {
		return err
	}
	for _, name := range names {
		base := strings.TrimSuffix(path.Base(name), ".rego")
		if strings.HasSuffix(base, "_test") {
			continue
		}
		if _, exists := m[base]; exists {
			return fmt.Errorf("%s: the library %s exists already; choose another name", name, base)
		}
		m[base] = &usedModule{name, sync.OnceValues(func() (*ast.Module, error) { return parseLibrary(files, name, base) })}
	}
	return nil
}

func parseLibrary(files fs.FS, name, base string) (*ast.Module, error) {
	source, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	module, err := ast.ParseModule(name, string(source))
	if err != nil {
		return nil, err
	}
	if want := "karplint.lib." + base; PackageName(module) != want {
		return nil, fmt.Errorf("%s: the package must be %s", name, want)
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

// resolve adds the libraries and facts that the module uses, directly or through others, to those that are used.
func resolve(module *ast.Module, libs, facts Modules, used map[string]*ast.Module) error {
	for _, of := range []struct {
		branch, missing string
		modules         Modules
	}{{"lib", "there is no lib/%s.rego%s", libs}, {"facts", "there is no table of facts %q%s", facts}} {
		names, isWhole := references(module, of.branch)
		if isWhole {
			names = slices.Sorted(maps.Keys(of.modules))
		}
		for _, name := range names {
			next, exists := of.modules[name]
			if !exists {
				return fmt.Errorf("%s: "+of.missing, module.Package.Location.File, name, nearest.Hint(name, slices.Sorted(maps.Keys(of.modules))))
			}
			if _, exists := used[next.name]; exists {
				continue
			}
			parsed, err := next.parse()
			if err != nil {
				return err
			}
			used[next.name] = parsed
			if err := resolve(parsed, libs, facts, used); err != nil {
				return err
			}
		}
	}
	return nil
}
