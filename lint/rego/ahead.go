package rego

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/karplint/karplint/base/regocode"
	"github.com/open-policy-agent/opa/v1/ast"
)

// aheadFile is the file with the compiled rules, next to their folders. TestCompiledAhead writes it.
const aheadFile = "compiled.bin"

// Compiled has the precompiled rules of a file system.
type Compiled struct {
	Metadata string // of the rules
	facts    uint32 // the checksum of the tables that are compiled in

	code func() *regocode.Code // nil if it cannot be read

	mu        sync.Mutex
	compilers map[string]func() (*ast.Compiler, error) // by the file of a rule: rules evaluated together share a compiler
}

// ReadCompiled returns the compiled rules of a file system. It returns nil if there are none, or if
// they were compiled from other sources.
func ReadCompiled(rules fs.FS) *Compiled {
	data, err := decodeCompiled(rules)
	if err != nil || len(data) < 12 {
		return nil
	}
	head := []byte(data[:12])
	size := int(binary.BigEndian.Uint32(head[8:]))
	if len(data) < 12+size {
		return nil
	}
	compiled := &Compiled{Metadata: data[12 : 12+size], facts: binary.BigEndian.Uint32(head[4:])}
	compiled.code = sync.OnceValue(func() *regocode.Code {
		code, _ := regocode.Open(data[12+size:]) // nil if it is damaged; then the sources are compiled
		return code
	})
	go compiled.code() // read in the background, while files are listed and read
	sum, err := sumSources(rules, regoSources...)
	if err != nil || binary.BigEndian.Uint32(head) != sum {
		return nil
	}
	return compiled
}

// With returns the precompiled rules if they were compiled with these facts; otherwise nil.
func (c *Compiled) With(facts fs.FS) *Compiled {
	if c == nil || facts == nil {
		return nil
	}
	if sum, err := sumSources(facts, factSources); err != nil || sum != c.facts || c.code() == nil {
		return nil
	}
	return c
}

// Together announces that the rules in the files will be evaluated together. They are compiled at once when the first one is
// needed, because compiling the libraries that they share takes longest. Rules that were announced before are left out.
func (c *Compiled) Together(files []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	files = slices.DeleteFunc(files, func(file string) bool { return c.compilers[file] != nil })
	if len(files) == 0 {
		return
	}
	compiler := sync.OnceValues(func() (*ast.Compiler, error) { return c.compile(files) })
	if c.compilers == nil {
		c.compilers = map[string]func() (*ast.Compiler, error){}
	}
	for _, file := range files {
		c.compilers[file] = compiler
	}
}

// Program returns the program of a rule. file is its source, pkg its package.
func (c *Compiled) Program(file, pkg string) (*Program, error) {
	c.Together([]string{file})
	c.mu.Lock()
	compiler := c.compilers[file]
	c.mu.Unlock()
	ready, err := compiler()
	if err != nil {
		return nil, err
	}
	return NewProgram(ready, pkg), nil
}

// compile compiles the modules in files, with the libraries that they use.
func (c *Compiled) compile(files []string) (*ast.Compiler, error) {
	modules := map[string]*ast.Module{}
	for _, file := range files {
		used, err := c.code().Modules(file)
		if err != nil {
			return nil, err
		}
		maps.Copy(modules, used)
	}
	compiler := ast.NewCompiler().WithCapabilities(&ast.Capabilities{}).WithSkipStages(doneAhead()...) // only the skipped stages need capabilities
	// If the modules were passed to Compile, it would copy them all first.
	compiler.WithStageAfterID(ast.StageInitLocalVarGen, ast.CompilerStageDefinition{
		Name: "karplint_take_modules", MetricName: "karplint_take_modules",
		Stage: func(c *ast.Compiler) *ast.Error { c.Modules = modules; return nil },
	})
	if compiler.Compile(map[string]*ast.Module{}); compiler.Failed() {
		return nil, compiler.Errors
	}
	return compiler, nil
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

// The sources of compiled.bin.
var (
	regoSources = []string{"*/rule.rego", "lib/*.rego"}
	factSources = "*.yaml"
)

// sourceNames returns the names of the files that the globs match, sorted, without tests.
func sourceNames(files fs.FS, globs []string) ([]string, error) {
	var sources []string
	for _, glob := range globs {
		names, err := fs.Glob(files, glob)
		if err != nil {
			return nil, err
		}
		sources = append(sources, names...)
	}
	sources = slices.DeleteFunc(sources, func(name string) bool { return strings.HasSuffix(name, "_test.rego") })
	slices.Sort(sources)
	return sources, nil
}

// sumSources returns a checksum of the files that the globs match. It reads them through one small buffer, because
// touching so much memory would take longer than the checksum.
func sumSources(files fs.FS, globs ...string) (uint32, error) {
	names, err := sourceNames(files, globs)
	if err != nil {
		return 0, err
	}
	hash := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	buffer := make([]byte, 16<<10)
	for _, name := range names {
		hash.Write([]byte(name))
		f, err := files.Open(name)
		if err != nil {
			return 0, err
		}
		_, err = io.CopyBuffer(hash, f, buffer)
		if err := errors.Join(err, f.Close()); err != nil {
			return 0, err
		}
	}
	return hash.Sum32(), nil
}

// decodeCompiled decodes compiled.bin into a string, of which parts can be kept without a copy.
func decodeCompiled(rules fs.FS) (string, error) {
	lines, err := fs.ReadFile(rules, aheadFile)
	if err != nil {
		return "", err
	}
	size, err := base64.StdEncoding.Decode(lines, lines)
	return string(lines[:size]), err
}
