package conversions

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/karplint/karplint/internal/pattern"
	"github.com/karplint/karplint/lint"
	"github.com/karplint/karplint/model"
	karphcl "github.com/karplint/karplint/parsers/hcl"
)

// sharing finds out who reads a literal of Terraform, such as the default of a variable.
type sharing struct {
	files   karphcl.Files
	sources map[string]*karphcl.Source // by path, nil for one that does not parse
}

func newSharing(files karphcl.Files) *sharing {
	return &sharing{files: files, sources: map[string]*karphcl.Source{}}
}

// only says whether each block that reads what the fix of the finding changes is one for which a finding asks for the same change. What
// cannot be followed may have other readers: values that pass through outputs, files, or modules that are not in the repository.
func (s *sharing) only(f lint.Finding, findings []lint.Finding) bool {
	changed := map[string]bool{}
	for _, other := range findings {
		if other.Fix != nil && sameChange(f.Fix, other.Fix) {
			for _, address := range append(slices.Clone(other.Also), other.Resource) {
				changed[instance().ReplaceAllString(address, "")] = true
			}
		}
	}
	return !slices.ContainsFunc(f.Fix.Edits, func(e lint.FileEdit) bool {
		r := &readers{sharing: s, seen: map[string]bool{}}
		return !r.ofLiteral(e.File, e.Span) || len(r.blocks) == 0 || slices.ContainsFunc(r.blocks, func(block string) bool {
			return !isChanged(changed, block)
		})
	})
}

var instance = pattern.New(`\[[^\]]*\]`)

// isChanged says whether one of the addresses is that of the block, in whatever module it stands.
func isChanged(addresses map[string]bool, block string) bool {
	for address := range addresses {
		if address == block || strings.HasSuffix(address, "."+block) {
			return true
		}
	}
	return false
}

func sameChange(a, b *lint.Fix) bool {
	return slices.EqualFunc(a.Edits, b.Edits, func(a, b lint.FileEdit) bool {
		return a.File == b.File && a.Span == b.Span && a.New == b.New
	})
}

// readers collects the blocks that read a literal.
type readers struct {
	*sharing
	blocks []string // helm_release.karpenter, module.addons
	seen   map[string]bool
}

// ofLiteral is not ok where something reads the literal that cannot be followed.
func (r *readers) ofLiteral(file string, at model.Span) bool {
	source := r.parse(file)
	if source == nil {
		return false
	}
	dir := path.Dir(file)
	if strings.HasSuffix(file, ".tfvars") {
		a := attributeAt(source.Body, at)
		return a != nil && r.of(dir, []string{"var", a.Name})
	}
	for _, b := range source.Body.Blocks {
		if !b.Span.Contains(at) {
			continue
		}
		switch a := attributeAt(b.Body, at); {
		case b.Type == "variable":
			return r.of(dir, append([]string{"var"}, b.Labels...))
		case b.Type == "locals" && a != nil:
			return r.of(dir, append([]string{"local", a.Name}, keysTo(a.Expr, at)...))
		default:
			return r.block(dir, b, a)
		}
	}
	return false
}

func attributeAt(body *karphcl.Body, at model.Span) *karphcl.Attribute {
	for _, a := range body.Attributes {
		if a.Span.Contains(at) {
			return a
		}
	}
	return nil
}

// keysTo returns the keys in an object that lead to what stands at the place.
func keysTo(e hclsyntax.Expression, at model.Span) []string {
	object, ok := e.(*hclsyntax.ObjectConsExpr)
	if !ok {
		return nil
	}
	for _, item := range object.Items {
		if in := item.ValueExpr.Range(); in.Start.Byte <= at.Start && at.End <= in.End.Byte {
			key, broken := item.KeyExpr.Value(nil)
			if broken.HasErrors() || key.IsNull() || !key.IsKnown() || key.Type().FriendlyName() != "string" {
				return nil
			}
			return append([]string{key.AsString()}, keysTo(item.ValueExpr, at)...)
		}
	}
	return nil
}

// of adds the blocks in a module's directory that read what the steps lead to: var, version.
func (r *readers) of(dir string, steps []string) bool {
	key := fmt.Sprint(dir, steps)
	if r.seen[key] {
		return true
	}
	r.seen[key] = true
	entries, err := r.files.ReadDir(dir)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		switch name := entry.Name(); {
		case strings.HasSuffix(name, ".tf.json"), strings.HasSuffix(name, ".tofu"):
			return false
		case strings.HasSuffix(name, ".tf"):
			source := r.parse(path.Join(dir, name))
			if source == nil {
				return false
			}
			for _, b := range source.Body.Blocks {
				if b.Type != "variable" && !r.inBlock(dir, b, b.Body, steps) {
					return false
				}
			}
		}
	}
	return true
}

// inBlock adds the block if something in its body reads what the steps lead to.
func (r *readers) inBlock(dir string, b *karphcl.Block, body *karphcl.Body, steps []string) bool {
	for _, a := range body.Attributes {
		if reads(a.Expr, steps) && !r.block(dir, b, a) {
			return false
		}
	}
	for _, inner := range body.Blocks {
		if !r.inBlock(dir, b, inner.Body, steps) {
			return false
		}
	}
	return true
}

// block adds the block, an attribute of which reads the literal, or who reads it through that.
func (r *readers) block(dir string, b *karphcl.Block, a *karphcl.Attribute) bool {
	switch {
	case b.Type == "resource" && len(b.Labels) == 2:
		r.blocks = append(r.blocks, b.Labels[0]+"."+b.Labels[1])
		return true
	case b.Type == "locals" && a != nil:
		return r.of(dir, []string{"local", a.Name})
	case b.Type == "module" && len(b.Labels) == 1:
		if home := localSource(b); home != "" && a != nil {
			return r.of(path.Join(dir, home), []string{"var", a.Name})
		}
		r.blocks = append(r.blocks, "module."+b.Labels[0])
		return true
	}
	return false
}

// localSource returns the directory of a module that is called by its path, else "".
func localSource(b *karphcl.Block) string {
	source := b.Body.Attribute("source")
	if source == nil {
		return ""
	}
	v, broken := source.Expr.Value(nil)
	if broken.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type().FriendlyName() != "string" || !strings.HasPrefix(v.AsString(), ".") {
		return ""
	}
	return v.AsString()
}

// reads says whether an expression reads what the steps lead to, or what holds it or stands in it.
func reads(e hclsyntax.Expression, steps []string) bool {
	return slices.ContainsFunc(hclsyntax.Variables(e), func(t hcl.Traversal) bool {
		for i, want := range steps {
			if i == len(t) {
				return true
			}
			switch step := t[i].(type) {
			case hcl.TraverseRoot:
				if step.Name != want {
					return false
				}
			case hcl.TraverseAttr:
				if step.Name != want {
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
	if source, known := s.sources[file]; known {
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
