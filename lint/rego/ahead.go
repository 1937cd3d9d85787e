package rego

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/base/regocode"
)

// Each module of karplint's own rules is compiled ahead into a file, which changes only with the source of the module. TestCompiledAhead writes
// them. A module whose file is missing or was made from another source is stale: the rules that use it are compiled from their sources.

// CompiledFile returns the name of the compiled form of a module, by that of its source: "expiry/rule.rego", "lib/cluster.rego", "defaults.yaml".
func CompiledFile(source string) string {
	return "compiled/" + strings.ReplaceAll(strings.TrimSuffix(source, "/rule.rego"), "/", ".") + ".bin"
}

// CompiledHead is the beginning of a compiled file, before the METADATA and the code: the checksum of the source, and the size of the METADATA.
func CompiledHead(source, metadata []byte) []byte {
	head := binary.BigEndian.AppendUint32(nil, crc32.Checksum(source, castagnoli))
	return binary.BigEndian.AppendUint32(head, uint32(len(metadata))) //nolint:gosec // far below 4 GiB
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// errStale is the error about a module that was not compiled ahead, or from another source.
var errStale = errors.New("not compiled ahead")

// Metadata returns the METADATA of a rule as it was compiled ahead from its source.
func Metadata(rules fs.FS, file string) (string, error) {
	metadata, _, err := readCompiled(rules, rules, file)
	return metadata, err
}

// readCompiled returns what was compiled ahead of a source.
func readCompiled(rules, sources fs.FS, file string) (metadata, code string, err error) {
	ahead, err := fs.ReadFile(rules, CompiledFile(file))
	if err != nil {
		return "", "", err
	}
	source, err := fs.ReadFile(sources, file)
	if err != nil {
		return "", "", err
	}
	const head = 8
	if len(ahead) < head || binary.BigEndian.Uint32(ahead) != crc32.Checksum(source, castagnoli) {
		return "", "", fmt.Errorf("%s: %w", file, errStale)
	}
	rest, size := string(ahead[head:]), int(binary.BigEndian.Uint32(ahead[4:]))
	if size > len(rest) {
		return "", "", fmt.Errorf("%s: %w", file, errStale)
	}
	return rest[:size], rest[size:], nil
}

// Compiled has the rules that were compiled ahead. It is safe for concurrent use.
type Compiled struct {
	rules, facts fs.FS

	mu      sync.Mutex
	modules map[string]func() *aheadModule // by the names of their sources; decoded when first called
	groups  map[string]func() group        // by the file of a rule: rules evaluated together share a compiler
}

// aheadModule is a module with the names of those that it uses.
type aheadModule struct {
	*ast.Module
	uses []string
	err  error
}

// group is the compiler of rules that are evaluated together.
type group struct {
	compiler *ast.Compiler
	stale    map[string]error // by file: rules that are not in it
}

// NewCompiled returns the compiled rules of a file system, for the tables of facts in another one.
func NewCompiled(rules, facts fs.FS) *Compiled {
	return &Compiled{rules: rules, facts: facts, modules: map[string]func() *aheadModule{}, groups: map[string]func() group{}}
}

// Together announces that the rules in the files will be evaluated together. They are compiled at once when the first one is
// needed, because compiling the libraries that they share takes longest. Rules that were announced before are left out.
func (c *Compiled) Together(files []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	files = slices.DeleteFunc(files, func(file string) bool { return c.groups[file] != nil })
	ready := sync.OnceValue(func() group { return c.compile(files) })
	for _, file := range files {
		c.groups[file] = ready
	}
}

// Program returns the program of a rule. file is its source, pkg its package. The error is about a module that is stale or damaged.
func (c *Compiled) Program(file, pkg string) (*Program, error) {
	c.Together([]string{file})
	c.mu.Lock()
	ready := c.groups[file]
	c.mu.Unlock()
	g := ready()
	if err := g.stale[file]; err != nil {
		return nil, err
	}
	return NewProgram(g.compiler, pkg), nil
}

// compile compiles the modules in files, with the libraries that they use.
func (c *Compiled) compile(files []string) group {
	modules, stale := map[string]*ast.Module{}, map[string]error{}
	for _, file := range files {
		if err := c.collect(file, modules); err != nil {
			stale[file] = err
		}
	}
	compiler := ast.NewCompiler().WithCapabilities(&ast.Capabilities{}).WithSkipStages(doneAhead()...) // only the skipped stages need capabilities
	// If the modules were passed to Compile, it would copy them all first.
	compiler.WithStageAfterID(ast.StageInitLocalVarGen, ast.CompilerStageDefinition{
		Name: "karplint_take_modules", MetricName: "karplint_take_modules",
		Stage: func(c *ast.Compiler) *ast.Error { c.Modules = modules; return nil },
	})
	if compiler.Compile(map[string]*ast.Module{}); compiler.Failed() {
		for _, file := range files {
			stale[file] = compiler.Errors
		}
	}
	return group{compiler, stale}
}

// collect adds a module and those that it refers to, directly or indirectly.
func (c *Compiled) collect(name string, modules map[string]*ast.Module) error {
	if modules[name] != nil {
		return nil
	}
	m := c.module(name)()
	if m.err != nil {
		return m.err
	}
	modules[name] = m.Module
	for _, used := range m.uses {
		if err := c.collect(used, modules); err != nil {
			return err
		}
	}
	return nil
}

// module returns the function that decodes a module. It is called without the lock, so that groups of rules are decoded at the same time.
func (c *Compiled) module(name string) func() *aheadModule {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.modules[name] == nil {
		c.modules[name] = sync.OnceValue(func() *aheadModule { return c.read(name) })
	}
	return c.modules[name]
}

func (c *Compiled) read(name string) *aheadModule {
	sources := c.rules
	if path.Ext(name) == factExt {
		sources = c.facts
	}
	_, code, err := readCompiled(c.rules, sources, name)
	if err != nil {
		return &aheadModule{err: err}
	}
	module, uses, err := regocode.Decode(name, code)
	return &aheadModule{module, uses, err}
}

// doneAhead are the stages of OPA's compiler that are not needed for compiled modules: those whose result the
// modules contain, and those that only check for mistakes. The other stages build the trees and indices that
// evaluation uses.
var doneAhead = sync.OnceValue(func() []ast.StageID {
	needed := []ast.StageID{
		ast.StageInitLocalVarGen, ast.StageSetModuleTree, ast.StageSetRuleTree, ast.StageBuildRuleIndices,
	}
	return slices.DeleteFunc(ast.NewCompiler().StagesToRun(), func(s ast.StageID) bool { return slices.Contains(needed, s) })
})
