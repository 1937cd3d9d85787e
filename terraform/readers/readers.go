// Package readers finds out who reads a value of Terraform.
package readers

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	karphcl "github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/terraform"
)

// Readers finds the blocks of Terraform that read a literal, such as the default of a variable, or a file. It is not safe for concurrent use.
type Readers struct {
	files   terraform.Files
	paths   []string                   // of the Terraform files
	sources map[string]*karphcl.Source // by path, nil for one that does not parse
}

// New returns the readers in the Terraform files with the paths.
func New(files terraform.Files, paths []string) *Readers {
	return &Readers{files: files, paths: paths, sources: map[string]*karphcl.Source{}}
}

// Of returns the blocks that read the literal at a span of a Terraform file, or that read another file: helm_release.karpenter, module.addons. all is
// false if a reader cannot be followed.
func (r *Readers) Of(file string, span model.Span) (blocks []string, all bool) {
	s := &search{Readers: r, visited: map[string]bool{}}
	all = s.readersOfLiteral(file, span)
	return s.blocks, all
}

// search collects the blocks that read a literal.
type search struct {
	*Readers
	blocks  []string
	visited map[string]bool
}

// readersOfLiteral adds the blocks that read a literal. It returns false if a reader cannot be followed.
func (r *search) readersOfLiteral(file string, span model.Span) bool {
	if !filetype.IsTerraform(file) {
		return r.readersOfFile(file)
	}
	source := r.parse(file)
	if source == nil {
		return false
	}
	dir := path.Dir(file)
	if strings.HasSuffix(file, ".tfvars") {
		a := attributeAt(source.Body, span)
		return a != nil && r.addReaders(dir, []string{"var", a.Name})
	}
	for _, b := range source.Body.Blocks {
		if !b.Span.Contains(span) {
			continue
		}
		switch a := attributeAt(b.Body, span); {
		case b.Type == "variable":
			return r.addReaders(dir, append([]string{"var"}, b.Labels...))
		case b.Type == "locals" && a != nil:
			return r.addReaders(dir, append([]string{"local", a.Name}, keysTo(a.Expr, span)...))
		default:
			return r.addBlock(dir, b, a)
		}
	}
	return false
}

func attributeAt(body *karphcl.Body, span model.Span) *karphcl.Attribute {
	for _, a := range body.Attributes {
		if a.Span.Contains(span) {
			return a
		}
	}
	return nil
}

// keysTo returns the keys in an object that lead to a place in it.
func keysTo(e hclsyntax.Expression, span model.Span) []string {
	object, ok := e.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil
	}
	for _, item := range object.Items {
		if in := item.ValueExpr.Range(); in.Start.Byte <= span.Start && span.End <= in.End.Byte {
			key, ok := literalText(item.KeyExpr)
			if !ok {
				return nil
			}
			return append([]string{key}, keysTo(item.ValueExpr, span)...)
		}
	}
	return nil
}

// addReaders adds the blocks in a module's directory that read the value at steps: var, version.
func (r *search) addReaders(dir string, steps []string) bool {
	key := fmt.Sprint(dir, steps)
	if r.visited[key] {
		return true
	}
	r.visited[key] = true
	readsValue := func(e hclsyntax.Expression) bool { return reads(e, steps) }
	entries, err := r.files.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		switch name := entry.Name(); {
		case filetype.IsConfiguration(name) && path.Ext(name) != ".tf":
			return false
		case filetype.IsConfiguration(name):
			source := r.parse(path.Join(dir, name))
			if source == nil {
				return false
			}
			for _, b := range source.Body.Blocks {
				if b.Type != "variable" && !r.addFromBlock(dir, b, b.Body, readsValue) {
					return false
				}
			}
		}
	}
	return true
}

// addFromBlock adds the block if isReader is true for an expression in its body.
func (r *search) addFromBlock(dir string, b *karphcl.Block, body *karphcl.Body, isReader func(hclsyntax.Expression) bool) bool {
	for _, a := range body.Attributes {
		if isReader(a.Expr) && !r.addBlock(dir, b, a) {
			return false
		}
	}
	for _, inner := range body.Blocks {
		if !r.addFromBlock(dir, b, inner.Body, isReader) {
			return false
		}
	}
	return true
}

// addBlock adds the block, whose attribute reads the literal. For a local or an argument of a local
// module, it adds the readers of that instead.
func (r *search) addBlock(dir string, b *karphcl.Block, a *karphcl.Attribute) bool {
	switch {
	case b.Type == "resource" && len(b.Labels) == 2:
		r.blocks = append(r.blocks, b.Reference())
		return true
	case b.Type == "locals" && a != nil:
		return r.addReaders(dir, []string{"local", a.Name})
	case b.Type == "module" && len(b.Labels) == 1:
		if home := localSource(b); home != "" && a != nil {
			return r.addReaders(path.Join(dir, home), []string{"var", a.Name})
		}
		r.blocks = append(r.blocks, b.Reference())
		return true
	}
	return false
}

// localSource returns the source of a call of a local module, otherwise "".
func localSource(b *karphcl.Block) string {
	if source := b.Body.Attribute("source"); source != nil {
		if text := karphcl.LiteralString(source.Expr); strings.HasPrefix(text, ".") {
			return text
		}
	}
	return ""
}

// literalText returns the text of an expression that depends on no variable.
func literalText(e hclsyntax.Expression) (text string, ok bool) {
	v, broken := e.Value(nil)
	if broken.HasErrors() || v.Type() != cty.String {
		return "", false
	}
	if v.IsNull() || !v.IsKnown() {
		return "", false
	}
	return v.AsString(), true
}

// reads reports whether an expression reads the value at steps, a part of it, or a value that contains it.
func reads(e hclsyntax.Expression, steps []string) bool {
	return slices.ContainsFunc(hclsyntax.Variables(e), func(t hcl.Traversal) bool {
		for i, name := range steps {
			if i == len(t) {
				return true
			}
			switch step := t[i].(type) {
			case hcl.TraverseRoot:
				if step.Name != name {
					return false
				}
			case hcl.TraverseAttr:
				if step.Name != name {
					return false
				}
			default:
				return true
			}
		}
		return true
	})
}

func (r *Readers) parse(file string) *karphcl.Source {
	if source, parsed := r.sources[file]; parsed {
		return source
	}
	r.sources[file] = nil
	if strings.HasSuffix(file, ".tf") || strings.HasSuffix(file, ".tfvars") {
		if f, err := model.Open(r.files, file); err == nil {
			r.sources[file], _ = karphcl.Parse(f)
		}
	}
	return r.sources[file]
}
