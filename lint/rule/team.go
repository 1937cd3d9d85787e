package rule

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/lint/rego"
)

// Prefixes of a team's own packages.
const (
	customPrefix  = "karplint.custom."
	libraryPrefix = customPrefix + "lib."
)

// Folder is a folder with rules of a team.
type Folder struct {
	Files fs.FS
	Dir   string // its path in Files, by which messages name it
}

// team is the rules of a team. They are compiled together, because most of the time goes into what they share.
type team struct {
	rules   []*Rule
	imports func(facts rego.Modules) rego.Imports

	mu       sync.Mutex
	compiler *ast.Compiler
	err      error
}

// With returns karplint's own rules with those of a team's folders. Each folder has the form of karplint's own, with packages below
// karplint.custom. An error names the file, and the line and column of what is wrong in it. Compile finds the mistakes below METADATA.
func (r *Rules) With(folders ...Folder) (*Rules, error) {
	if len(folders) == 0 {
		return r, nil
	}
	custom := rego.Modules{}
	t := &team{imports: func(facts rego.Modules) rego.Imports {
		return rego.Imports{"lib": r.libs, "custom.lib": custom, "facts": facts}
	}}
	all := &Rules{rules: slices.Clone(r.rules), files: r.files, libs: r.libs, base: r, team: t}
	for _, f := range folders {
		if err := custom.AddLibraries(f.Files, f.Dir, libraryPrefix); err != nil {
			return nil, err
		}
		found, err := readRules(f.Files, f.Dir, customPrefix)
		if err != nil {
			return nil, err
		}
		if err := all.add(found, func(rule *Rule) { rule.files, rule.team = f.Files, t }); err != nil {
			return nil, err
		}
		t.rules = append(t.rules, found...)
	}
	return all, nil
}

// Compile compiles the rules of a team, which takes some milliseconds, with the tables of facts. It returns the first mistake in them.
func (r *Rules) Compile(facts fs.FS) error {
	if r.team == nil {
		return nil
	}
	_, err := r.team.compile(rego.Facts(facts))
	return err
}

func (t *team) compile(facts rego.Modules) (*ast.Compiler, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.compiler == nil && t.err == nil {
		t.compiler, t.err = t.compileAll(t.imports(facts))
	}
	return t.compiler, t.err
}

func (t *team) compileAll(imports rego.Imports) (*ast.Compiler, error) {
	modules := map[string]*ast.Module{}
	for _, r := range t.rules {
		if err := rego.AddRule(modules, r.files, r.file(), imports); err != nil {
			return nil, err
		}
	}
	compiler, err := rego.Compile(modules, false)
	if err != nil {
		return nil, err
	}
	for _, r := range t.rules {
		if err := rego.CheckReport(modules[r.file()]); err != nil {
			return nil, err
		}
	}
	return compiler, nil
}

func (t *team) program(r *Rule, facts rego.Modules) (*rego.Program, error) {
	compiler, err := t.compile(facts)
	if err != nil {
		return nil, err
	}
	return rego.NewProgram(compiler, r.Package), nil
}

var customName = pattern.New(`^[a-z][a-z0-9]*([-_][a-z0-9]+)*$`)

// CheckCustom returns an error if a team's rule cannot have the id or the name.
func CheckCustom(id, name string) error {
	switch {
	case !IsID(id):
		return fmt.Errorf("id %q is not %s", id, formOfID)
	case IsOwnID(id):
		return fmt.Errorf("id %s: ids that begin with KL are karplint's own; choose another beginning, such as ACME", id)
	case name == "lib" || name == AdviceGroup:
		return fmt.Errorf("a rule cannot have the name %s; choose another one", name)
	case !customName().MatchString(name):
		return fmt.Errorf("the name %q is not small letters, digits and hyphens, such as pool-has-limits", name)
	case ast.IsKeyword(name) || slices.Contains([]string{"every", "contains", "if", "in", "input", "data"}, name):
		return fmt.Errorf("a rule cannot have the name %s, which is a word of Rego and so no name of a package; choose another one", name)
	}
	return nil
}

// IsOwnID reports whether an id is one of karplint's own rules, whose page is in the documentation.
func IsOwnID(id string) bool { return strings.HasPrefix(id, "KL") }

// PackageOf returns the package of a team's rule with the name.
func PackageOf(name string) string { return customPrefix + strings.ReplaceAll(name, "-", "_") }

// In returns the folder of the rule.
func (r *Rule) In() Folder { return Folder{r.files, r.Folder} }

// TestModules returns the modules in a folder, of a rule or of libraries, with their tests and all that they use. names are those in the folder.
func (r *Rules) TestModules(folder Folder, facts fs.FS) (modules map[string]*ast.Module, names []string, err error) {
	imports := rego.Imports{"lib": r.libs, "facts": rego.Facts(facts)}
	if r.team != nil {
		imports = r.team.imports(imports["facts"])
	}
	entries, err := fs.ReadDir(folder.Files, folder.Dir)
	if err != nil {
		return nil, nil, err
	}
	modules = map[string]*ast.Module{}
	for _, e := range entries {
		name := path.Join(folder.Dir, e.Name())
		if path.Ext(name) != ".rego" {
			continue
		}
		if err := rego.AddRule(modules, folder.Files, name, imports); err != nil {
			return nil, nil, err
		}
		names = append(names, name)
	}
	return modules, names, checkTestPackages(modules, names)
}

// checkTestPackages returns an error about a module with tests that has not the package of what it tests, with _test behind it.
func checkTestPackages(modules map[string]*ast.Module, names []string) error {
	for _, name := range names {
		stem, isTest := strings.CutSuffix(name, "_test.rego")
		if !isTest {
			continue
		}
		tested := modules[path.Join(path.Dir(name), "rule.rego")]
		if tested == nil {
			tested = modules[stem+".rego"]
		}
		if tested == nil {
			continue
		}
		module, want := modules[name], rego.PackageName(tested)+"_test"
		if pkg := rego.PackageName(module); pkg != want {
			return fmt.Errorf("%s:%d:1: the package is %s; it must be %s", name, module.Package.Location.Row, pkg, want)
		}
	}
	return nil
}
