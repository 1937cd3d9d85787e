package terraform

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	hcl2 "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/hcl"
)

// prober finds the expressions of a project. The console sees the root only, so what stands in a called module is made an output of it.
type prober struct {
	t     *testing.T
	base  string
	texts map[string][]string // by directory: what to ask there
}

// expressions returns what can be asked in the root: the root's own expressions, and those of the modules that it calls.
func (p *prober) expressions(dir string) []string {
	if texts, ok := p.texts[dir]; ok {
		return texts
	}
	p.texts[dir] = nil
	var texts []string
	add := func(text string) {
		if !slices.Contains(texts, text) && isQuestion(text) {
			texts = append(texts, text)
		}
	}
	for _, source := range p.sources(dir) {
		for _, b := range source.Body.Blocks {
			p.block(dir, source, b, add)
		}
	}
	p.texts[dir] = texts
	return texts
}

// sources parses the files of a directory.
func (p *prober) sources(dir string) []*hcl.Source {
	entries, err := os.ReadDir(filepath.Join(p.base, dir))
	if err != nil {
		p.t.Fatal(err)
	}
	var sources []*hcl.Source
	for _, e := range entries {
		name := e.Name()
		if !strings.HasSuffix(name, ".tf") && !strings.HasSuffix(name, ".tofu") && !strings.HasSuffix(name, ".tf.json") &&
			!strings.HasSuffix(name, ".tofu.json") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(p.base, dir, name))
		if err != nil {
			p.t.Fatal(err)
		}
		source, failed := hcl.Parse(model.NewFile(filepath.Join(dir, name), data))
		if failed != nil {
			p.t.Fatalf("%s: %s", name, failed.Message)
		}
		sources = append(sources, source)
	}
	return sources
}

// block adds what the block can be asked by its name, and the expressions within it.
func (p *prober) block(dir string, source *hcl.Source, b *hcl.Block, add func(string)) {
	switch b.Type {
	case "locals":
		for _, a := range b.Body.Attributes {
			add("local." + a.Name)
		}
	case "variable":
		add("var." + b.Labels[0])
	case "resource":
		name := strings.Join(b.Labels, ".")
		for _, a := range b.Body.Attributes {
			if a.Name == "input" || a.Name == "triggers_replace" {
				add(ofEach(b, name, a.Name))
			}
		}
	case "module":
		p.call(dir, b, add)
	case "data", "output", "check":
	default:
		return // terraform, provider, moved, removed, import: no expressions of the module's
	}
	p.body(source, b.Body, add)
}

// call adds the outputs of a local module, and asks for its expressions through outputs of their own.
func (p *prober) call(dir string, b *hcl.Block, add func(string)) {
	at := b.Body.Attribute("source")
	if at == nil {
		return // of an override file
	}
	inside := filepath.Join(dir, literal(at.Expr))
	name := "module." + b.Labels[0]
	for _, source := range p.sources(inside) {
		for _, out := range source.Body.Blocks {
			if out.Type == "output" {
				add(ofEach(b, name, out.Labels[0]))
			}
		}
	}
	add(name)
	for i := range p.expressions(inside) {
		add(ofEach(b, name, fmt.Sprintf("probe_%d", i)))
	}
}

// ofEach returns an attribute of a block, or the attributes of all of its instances.
func ofEach(b *hcl.Block, name, attribute string) string {
	if b.Body.Attribute("count") != nil || b.Body.Attribute("for_each") != nil {
		return fmt.Sprintf("[for k, v in %s : [k, v.%s]]", name, attribute)
	}
	return name + "." + attribute
}

func literal(e hclsyntax.Expression) string {
	v, _ := e.Value(nil)
	return v.AsString()
}

// body adds the expressions of a body and all that stand within them.
func (p *prober) body(source *hcl.Source, body *hcl.Body, add func(string)) {
	for _, a := range body.Attributes {
		if source.File.Path != "" && !strings.HasSuffix(source.File.Path, ".json") {
			hclsyntax.VisitAll(a.Expr, func(node hclsyntax.Node) hcl2.Diagnostics {
				if e, ok := node.(hclsyntax.Expression); ok {
					r := e.Range()
					add(strings.TrimSpace(string(source.File.Data[r.Start.Byte:r.End.Byte])))
				}
				return nil
			})
		}
	}
	for _, b := range body.Blocks {
		p.body(source, b.Body, add)
	}
}

// isQuestion says whether a text is an expression that has a value anywhere in its module, and can be asked in one line or more: a heredoc cannot.
func isQuestion(text string) bool {
	if strings.Contains(text, "<<") || strings.Contains(text, "#") || strings.Contains(text, "//") && strings.Contains(text, "\n") {
		return false
	}
	e, diags := hclsyntax.ParseExpression([]byte(text), "", hcl2.InitialPos)
	if diags.HasErrors() || hcl2.ExprAsKeyword(e) != "" {
		return false
	}
	for _, v := range e.Variables() {
		if !slices.Contains([]string{"var", "local", "module", "path", "terraform", "terraform_data", "data"}, v.RootName()) || len(v) < 2 {
			return false
		}
	}
	return true
}

// write adds the outputs that expressions asks for to the modules on disk.
func (p *prober) write(root string) {
	for dir, texts := range p.texts {
		if dir == root {
			continue
		}
		var b strings.Builder
		for i, text := range texts {
			fmt.Fprintf(&b, "output \"probe_%d\" {\n  value = %s\n}\n", i, question(text))
		}
		if err := os.WriteFile(filepath.Join(p.base, dir, "probe.tf"), []byte(b.String()), 0o600); err != nil {
			p.t.Fatal(err)
		}
	}
}

// copyProject copies a project into a directory where tofu may write.
func copyProject(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// varFiles returns the names of the tfvars files that are given on the command line: those that are not read by their name.
func varFiles(t *testing.T, base, root string) []string {
	t.Helper()
	found, err := fs.Glob(os.DirFS(filepath.Join(base, root)), "*.tfvars*")
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(found, func(name string) bool {
		return strings.HasPrefix(name, "terraform.tfvars") || strings.Contains(name, ".auto.")
	})
}
