package lint

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io/fs"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/karplint/karplint/base/regocode"
)

// CompileAhead compiles all rules of a file system, with the libraries and tables of facts that they use, into
// the bytes of its compiled.bin: the sums of what it was made of, the rules' METADATA and the compiled modules, in lines
// of base64. It is good for these sources only; with others karplint reads and compiles the sources, which takes several
// times as long as all the rest of a run over a few files.
func CompileAhead(rules, facts fs.FS) ([]byte, error) {
	libs, all := modules{}, &Rules{}
	if err := errors.Join(libs.addLibraries(rules), all.add(rules, libs)); err != nil {
		return nil, err
	}
	tables, used := factsIn(facts), map[string]*ast.Module{}
	for _, rule := range all.all {
		if err := rule.parse(tables, used); err != nil {
			return nil, err
		}
	}
	compiler, err := compiled(used, false)
	if err != nil {
		return nil, err
	}
	code, err := regocode.Encode(compiler.Modules)
	if err != nil {
		return nil, err
	}
	metadata, err := encodeRules(all.all)
	if err != nil {
		return nil, err
	}
	var data []byte
	for _, of := range []struct {
		files fs.FS
		globs []string
	}{{rules, regoSources}, {facts, []string{factSources}}} {
		sum, err := sumSources(of.files, of.globs...)
		if err != nil {
			return nil, err
		}
		data = binary.BigEndian.AppendUint32(data, sum)
	}
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
