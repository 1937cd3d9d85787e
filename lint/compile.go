package lint

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/karplint/karplint/internal/nearest"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"
	"sigs.k8s.io/yaml"
)

// capabilities are shared, because each compiler would build its own.
var capabilities = sync.OnceValue(func() *ast.Capabilities { return ast.CapabilitiesForThisVersion() })

// unsafeBuiltins would break the promise that linting is offline and depends on files only.
var unsafeBuiltins = map[string]struct{}{
	"http.send": {}, "net.lookup_ip_addr": {}, "opa.runtime": {}, "time.now_ns": {},
}

// program is a rule with its libraries and facts, ready to be evaluated by several goroutines.
type program struct {
	compiler *ast.Compiler
	query    ast.Body
	store    storage.Store
}

// compile parses and compiles one rule. Every rule has a compiler of its own: one that no file
// needs is never compiled, and a run over one small file is done in milliseconds. strict makes
// unused variables and imports errors.
func (r *Rule) compile(facts *factTables, strict bool) (*program, error) {
	name := path.Join(r.Folder, "rule.rego")
	source, err := fs.ReadFile(r.files, name)
	if err != nil {
		return nil, err
	}
	module, err := ast.ParseModule(name, string(source))
	if err != nil {
		return nil, err
	}
	modules := map[string]*ast.Module{name: module}
	if err := r.libs.resolve(module, modules); err != nil {
		return nil, err
	}
	tables := map[string]any{}
	for _, m := range modules {
		if err := facts.resolve(m, tables); err != nil {
			return nil, err
		}
	}
	compiler := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(strict)
	compiler.WithUnsafeBuiltins(unsafeBuiltins) //nolint:staticcheck // says "unsafe"; taken from the capabilities they would be "undefined"
	if compiler.Compile(modules); compiler.Failed() {
		return nil, compiler.Errors
	}
	query, err := compiler.QueryCompiler().Compile(ast.MustParseBody("data." + r.Package + ".report = report"))
	if err != nil {
		return nil, err
	}
	data := map[string]any{"karplint": map[string]any{"facts": tables}}
	store := inmem.NewFromObjectWithOpts(data, inmem.OptRoundTripOnWrite(false), inmem.OptReturnASTValuesOnRead(true))
	return &program{compiler: compiler, query: query, store: store}, nil
}

// question is an input that rules are evaluated on, one after the other. What they ask of the same libraries is
// evaluated once.
type question struct {
	input *ast.Term
	known topdown.VirtualCache
}

func ask(input ...[2]*ast.Term) *question {
	return &question{input: ast.ObjectTerm(input...), known: topdown.NewVirtualCache()}
}

// run evaluates the rule and returns what its report contains.
func (p *program) run(ctx context.Context, q *question) (ast.Set, error) {
	txn, err := p.store.NewTransaction(ctx)
	if err != nil {
		return nil, err
	}
	defer p.store.Abort(ctx, txn)
	query := topdown.NewQuery(p.query).
		WithCompiler(p.compiler).WithStore(p.store).WithTransaction(txn).
		WithInput(q.input).WithVirtualCache(q.known)
	results, err := query.Run(ctx)
	if err != nil {
		return nil, err
	}
	if len(results) == 0 {
		return ast.NewSet(), nil
	}
	report, ok := results[0][ast.Var("report")].Value.(ast.Set)
	if !ok {
		return nil, fmt.Errorf("report is no set; write `report contains {…} if {…}`")
	}
	return report, nil
}

// references returns the names that follow data.karplint.<branch> in the module, and whether the
// branch is used in a way that may name any.
func references(module *ast.Module, branch string) (names []string, all bool) {
	prefix := ast.MustParseRef("data.karplint." + branch)
	aliases := map[ast.Var]bool{}
	seen := map[string]bool{}
	for _, i := range module.Imports {
		if ref, ok := i.Path.Value.(ast.Ref); ok && ref.Equal(prefix) {
			aliases[i.Name()] = true
		}
	}
	ast.WalkRefs(module, func(ref ast.Ref) bool {
		var rest ast.Ref
		switch head, isVar := ref[0].Value.(ast.Var); {
		case ref.HasPrefix(prefix):
			rest = ref[len(prefix):]
		case isVar && aliases[head]:
			rest = ref[1:]
		default:
			return false
		}
		if len(rest) == 0 {
			return false
		}
		if name, ok := rest[0].Value.(ast.String); ok {
			if !seen[string(name)] {
				seen[string(name)] = true
				names = append(names, string(name))
			}
		} else {
			all = true
		}
		return false
	})
	return names, all
}

// libraries are the modules below lib, parsed when a rule first imports them.
type libraries struct {
	modules map[string]*library // by the last part of their package
}

type library struct {
	name  string
	parse func() (*ast.Module, error)
}

func (l *libraries) add(files fs.FS) error {
	names, err := fs.Glob(files, "lib/*.rego")
	if err != nil {
		return err
	}
	for _, name := range names {
		base := strings.TrimSuffix(path.Base(name), ".rego")
		if strings.HasSuffix(base, "_test") {
			continue
		}
		if _, taken := l.modules[base]; taken {
			return fmt.Errorf("%s: the library %s exists already; choose another name", name, base)
		}
		l.modules[base] = &library{name: name, parse: sync.OnceValues(func() (*ast.Module, error) {
			return parseLibrary(files, name, base)
		})}
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
	if want := "karplint.lib." + base; dotted(module.Package.Path) != want {
		return nil, fmt.Errorf("%s: the package must be %s", name, want)
	}
	return module, nil
}

// resolve adds the libraries that the module uses, directly or through others, to modules.
func (l *libraries) resolve(module *ast.Module, modules map[string]*ast.Module) error {
	names, _ := references(module, "lib")
	for _, base := range names {
		lib, found := l.modules[base]
		if !found {
			return fmt.Errorf("%s: there is no lib/%s.rego%s",
				module.Package.Location.File, base, nearest.Hint(base, keys(l.modules)))
		}
		if _, done := modules[lib.name]; done {
			continue
		}
		parsed, err := lib.parse()
		if err != nil {
			return err
		}
		modules[lib.name] = parsed
		if err := l.resolve(parsed, modules); err != nil {
			return err
		}
	}
	return nil
}

// factTables are data.karplint.facts, each table read when a rule first asks for it.
type factTables struct {
	files fs.FS
	mu    sync.Mutex
	read  map[string]any
}

// resolve adds the tables that the module uses to tables.
func (f *factTables) resolve(module *ast.Module, tables map[string]any) error {
	names, all := references(module, "facts")
	if all {
		found, err := f.names()
		if err != nil {
			return err
		}
		names = found
	}
	for _, name := range names {
		table, err := f.table(name)
		if err != nil {
			return fmt.Errorf("%s: %w", module.Package.Location.File, err)
		}
		tables[name] = table
	}
	return nil
}

func (f *factTables) names() ([]string, error) {
	if f.files == nil {
		return nil, nil
	}
	files, err := fs.Glob(f.files, "*.yaml")
	for i, name := range files {
		files[i] = strings.TrimSuffix(name, ".yaml")
	}
	return files, err
}

func (f *factTables) table(name string) (any, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if table, done := f.read[name]; done {
		return table, nil
	}
	known, err := f.names()
	if err != nil {
		return nil, err
	}
	if f.files == nil {
		return nil, fmt.Errorf("there is no table of facts %q", name)
	}
	data, err := fs.ReadFile(f.files, name+".yaml")
	if err != nil {
		return nil, fmt.Errorf("there is no table of facts %q%s", name, nearest.Hint(name, known))
	}
	var table any
	if err := yaml.UnmarshalStrict(data, &table); err != nil {
		return nil, fmt.Errorf("%s.yaml: %w", name, err)
	}
	f.read[name] = table
	return table, nil
}

func keys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for key := range m {
		list = append(list, key)
	}
	return list
}
