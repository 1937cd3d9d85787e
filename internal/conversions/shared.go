package conversions

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/karplint/karplint/base/pattern"
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/lint/fixes"
	"github.com/karplint/karplint/lint/inventory"
	"github.com/karplint/karplint/model"
	karphcl "github.com/karplint/karplint/parsers/hcl"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/terraform"
)

// sharing finds the readers of a text that a fix changes: a literal of Terraform, such as the default of a variable, or a file.
type sharing struct {
	files     terraform.Files
	terraform []string                   // the paths of the Terraform files
	sources   map[string]*karphcl.Source // by path, nil for one that does not parse
	installed func() []*survey.Resource  // all charts in the tree
}

func newSharing(ctx context.Context, tree lint.Tree) *sharing {
	s := &sharing{files: tree.Files, sources: map[string]*karphcl.Source{}}
	s.installed = sync.OnceValue(func() []*survey.Resource { return inventory.Installations(ctx, tree.Source) })
	for _, in := range tree.Inputs {
		if filetype.IsConfiguration(in.Path) {
			s.terraform = append(s.terraform, in.Path)
		}
	}
	return s
}

// otherReader returns a reader of the text that the fix of a finding changes, if no finding requires the same change for that reader; "" if
// there is none. Values that pass through outputs, or through modules that are not in the repository, cannot be followed and may have other
// readers.
func (s *sharing) otherReader(f lint.Finding, findings []lint.Finding) string {
	var owners []lint.Owner
	for _, o := range findings {
		if o.Fix != nil && meets(f.Fix, o.Fix) {
			owners = append(owners, o.Owners...)
		}
	}
	for _, e := range f.Fix.Edits {
		if name := s.otherOfFile(e.File, owners); name != "" {
			return name
		}
	}
	if !f.Fix.Shared {
		return ""
	}
	changed := map[string]bool{}
	for _, o := range owners {
		changed[instance().ReplaceAllString(o.Address, "")] = true
	}
	for _, e := range f.Fix.Edits {
		r := &readers{sharing: s, visited: map[string]bool{}}
		if !r.readersOfLiteral(e.File, e.Span) || len(r.blocks) == 0 {
			return somebody
		}
		for _, block := range r.blocks {
			if !isChanged(changed, block) {
				return block
			}
		}
	}
	return ""
}

// somebody is an unknown reader.
const somebody = "something else"

// otherOfFile returns an installation that reads values from a file and is not one of the owners; "" if there is none. Terraform files do
// not count as values files.
func (s *sharing) otherOfFile(name string, owners []lint.Owner) string {
	if filetype.IsTerraform(name) || slices.ContainsFunc(owners, func(o lint.Owner) bool { return o.File == name }) {
		return ""
	}
	for _, r := range s.installed() {
		if r.File == nil || !slices.Contains(r.ValueFiles, name) {
			continue
		}
		if !slices.Contains(owners, lint.Owner{Address: r.Address, File: r.File.Path}) {
			return r.Address + " in " + r.File.Path
		}
	}
	return ""
}

// sourcesOf returns the addresses of the objects from which a release of Flux takes its chart, such as OCIRepository/karpenter.
func (s *sharing) sourcesOf(o lint.Owner) []string {
	var names []string
	for _, r := range s.installed() {
		isOwner := r.Address == o.Address && r.File != nil && r.File.Path == o.File
		if chart := r.Value.Get("chart"); isOwner && chart.IsUnknown() {
			kind, name, _ := strings.Cut(chart.Text, "/")
			names = append(names, kind+"/"+path.Base(name))
		}
	}
	return names
}

// meets reports whether the two fixes have an edit in common.
func meets(a, b *fixes.Fix) bool {
	return slices.ContainsFunc(a.Edits, func(x fixes.FileEdit) bool {
		return slices.ContainsFunc(b.Edits, func(y fixes.FileEdit) bool { return x.File == y.File && x.Span == y.Span && x.New == y.New })
	})
}

var instance = pattern.New(`\[[^\]]*\]`)

// isChanged reports whether one of the addresses belongs to the block, in any module.
func isChanged(addresses map[string]bool, block string) bool {
	for address := range addresses {
		if address == block || strings.HasSuffix(address, "."+block) {
			return true
		}
	}
	return false
}

// readers collects the blocks that read a literal.
type readers struct {
	*sharing
	blocks  []string // helm_release.karpenter, module.addons
	visited map[string]bool
}

// readersOfLiteral adds the blocks that read a literal. It returns false if a reader cannot be followed.
func (r *readers) readersOfLiteral(file string, span model.Span) bool {
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
func (r *readers) addReaders(dir string, steps []string) bool {
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
func (r *readers) addFromBlock(dir string, b *karphcl.Block, body *karphcl.Body, isReader func(hclsyntax.Expression) bool) bool {
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
func (r *readers) addBlock(dir string, b *karphcl.Block, a *karphcl.Attribute) bool {
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

func (s *sharing) parse(file string) *karphcl.Source {
	if source, parsed := s.sources[file]; parsed {
		return source
	}
	s.sources[file] = nil
	if strings.HasSuffix(file, ".tf") || strings.HasSuffix(file, ".tfvars") {
		if data, err := s.files.ReadFile(file); err == nil {
			if source, broken := karphcl.Parse(model.NewFile(file, data)); broken == nil {
				s.sources[file] = source
			}
		}
	}
	return s.sources[file]
}
