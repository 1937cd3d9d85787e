package rego_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/base/regocode"
	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/lint/rule"
)

// TestCompiledAhead holds rules/compiled.bin to the rules and facts: with -update it writes it.
func TestCompiledAhead(t *testing.T) {
	const file = "../../rules/compiled.bin"
	want, err := compileAhead(os.DirFS("../../rules"), os.DirFS("../../facts"))
	if err != nil {
		t.Fatal(err)
	}
	if golden.Update() {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not that of the rules and facts as they are; run make docs", file)
	}
}

// compileAhead compiles all rules of a file system, with the libraries and tables of facts that they use, into
// the bytes of its compiled.bin: the sums of its sources, the rules' METADATA and the compiled modules, in lines
// of base64. It is good for these sources only; with others karplint reads and compiles the sources, which takes several
// times as long as all the rest of a run over a few files.
func compileAhead(rules, facts fs.FS) ([]byte, error) {
	loaded, err := rule.Load(sourceOnly{rules})
	if err != nil {
		return nil, err
	}
	libraries, tables, used := rego.Modules{}, rego.Facts(facts), map[string]*ast.Module{}
	if err := libraries.AddLibraries(rules); err != nil {
		return nil, err
	}
	for _, rule := range loaded.All() {
		if err := rego.AddRule(used, rules, path.Join(rule.Folder, "rule.rego"), libraries, tables); err != nil {
			return nil, err
		}
	}
	compiler, err := rego.Compile(used, false)
	if err != nil {
		return nil, err
	}
	code, codeErr := regocode.Encode(compiler.Modules)
	metadata, metadataErr := rule.EncodeRules(loaded.All())
	sources, sourcesErr := rego.SumSources(rules, rego.RuleSources...)
	tableSum, tableErr := rego.SumSources(facts, rego.FactSources)
	if err := errors.Join(codeErr, metadataErr, sourcesErr, tableErr); err != nil {
		return nil, err
	}
	data := binary.BigEndian.AppendUint32(nil, sources)
	data = binary.BigEndian.AppendUint32(data, tableSum)
	data = binary.BigEndian.AppendUint32(data, uint32(len(metadata))) //nolint:gosec // far below 4 GiB
	return textLines(slices.Concat(data, metadata, code)), nil
}

// textLines returns data in lines of base64, because Git merges text by itself: with the two versions of a merge joined
// (merge=union in .gitattributes) the sums no longer match, and a test asks for the file to be made again.
func textLines(data []byte) []byte {
	var lines []byte
	for chunk := range slices.Chunk(data, 90) {
		lines = append(base64.StdEncoding.AppendEncode(lines, chunk), '\n')
	}
	return lines
}

// sourceOnly is a file system of rules without those that were compiled ahead.
type sourceOnly struct{ fs.FS }

func (f sourceOnly) Open(name string) (fs.File, error) {
	if name == "compiled.bin" {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return f.FS.Open(name)
}
