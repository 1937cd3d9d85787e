package terraform

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/terraform"
)

// directory is a directory on disk, with one more file in its root.
type directory struct {
	path string
	name string // of the file, "" for none
	text string
}

func (d directory) ReadFile(name string) ([]byte, error) {
	if d.name != "" && name == d.name {
		return []byte(d.text), nil
	}
	return os.ReadFile(filepath.Join(d.path, name))
}

func (d directory) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := os.ReadDir(filepath.Join(d.path, name))
	if d.name != "" && path.Clean(name) == path.Dir(d.name) {
		entries = append(entries, added(path.Base(d.name)))
	}
	return entries, err
}

// added is the entry of the file that is not on disk.
type added string

func (a added) Name() string               { return string(a) }
func (a added) IsDir() bool                { return false }
func (a added) Type() fs.FileMode          { return 0 }
func (a added) Info() (fs.FileInfo, error) { return nil, fs.ErrNotExist }

const chunk = 200 // expressions of one root, so that its bounds are not reached

// evaluate asks karplint for the values of the questions about expressions in a root: Strings, or Unknown.
func evaluate(t *testing.T, base, root string, expressions []string, varFiles ...string) []*model.Value {
	t.Helper()
	var values []*model.Value
	for len(expressions) > 0 {
		n := min(len(expressions), chunk)
		values = append(values, evaluateChunk(t, base, root, expressions[:n], varFiles)...)
		expressions = expressions[n:]
	}
	return values
}

func evaluateChunk(t *testing.T, base, root string, expressions, varFiles []string) []*model.Value {
	t.Helper()
	var b strings.Builder
	b.WriteString("resource \"question\" \"all\" {\n")
	for i, e := range expressions {
		fmt.Fprintf(&b, "  q%d = %s\n", i, question(e))
	}
	b.WriteString("}\n")
	loaded := terraform.Load(directory{base, path.Join(root, "question.tf"), b.String()}, root, terraform.Options{VarFiles: varFiles})
	for _, err := range loaded.Errors {
		if err.Limit {
			continue
		}
		t.Fatalf("%s: %s: %s", err.File.Path, err.File.Data[err.Span.Start:min(err.Span.End, len(err.File.Data))], err.Message)
	}
	values := make([]*model.Value, len(expressions))
	for _, r := range loaded.Resources {
		if r.Kind != "question" {
			continue
		}
		for i := range values {
			values[i] = r.Value.Get(fmt.Sprintf("q%d", i))
		}
	}
	return values
}
