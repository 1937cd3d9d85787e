package readers

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// readersOfFile adds the blocks of Terraform that read a file by one of its functions. It returns false if a reader cannot be followed.
func (r *search) readersOfFile(name string) bool {
	for _, file := range r.paths {
		source := r.parse(file)
		if source == nil && r.mentions(file, name) {
			return false
		}
		if source == nil {
			continue
		}
		dir := path.Dir(file)
		calls := func(e hclsyntax.Expression) bool { return readsFile(e, dir, name) }
		for _, b := range source.Body.Blocks {
			if !r.addFromBlock(dir, b, b.Body, calls) {
				return false
			}
		}
	}
	return true
}

// mentions reports whether a file that is only searched for words, such as one in JSON, may read the file
// with the name.
func (r *Readers) mentions(file, name string) bool {
	data, err := r.files.ReadFile(file)
	return err != nil || bytes.Contains(data, []byte(path.Base(name)))
}

// readsFile reports whether an expression of a module in the directory may read the file.
func readsFile(e hclsyntax.Expression, dir, name string) bool {
	reads := false
	_ = hclsyntax.VisitAll(e, func(n hclsyntax.Node) hcl.Diagnostics {
		call, isCall := n.(*hclsyntax.FunctionCallExpr)
		if isCall && slices.Contains([]string{"file", "templatefile"}, call.Name) && len(call.Args) > 0 {
			reads = reads || mayName(call.Args[0], dir, name)
		}
		return nil
	})
	return reads
}

// mayName reports whether an expression may be the path of the file, if its unknown parts may be anything.
func mayName(e hclsyntax.Expression, dir, name string) bool {
	const wildcard = "\x00"
	text := pathText(e, dir, wildcard)
	patterns := []string{path.Clean(text), path.Clean(path.Join(dir, text)), wildcard + "/" + path.Clean(text)}
	for _, p := range patterns {
		p = strings.ReplaceAll(regexp.QuoteMeta(p), wildcard, ".*")
		if matched, err := regexp.MatchString("^"+p+"$", name); matched && err == nil {
			return true
		}
	}
	return false
}

// pathText returns a path, with wildcard for each unknown part.
func pathText(e hclsyntax.Expression, dir, wildcard string) string {
	switch e := e.(type) {
	case *hclsyntax.TemplateExpr:
		var text strings.Builder
		for _, part := range e.Parts {
			text.WriteString(pathText(part, dir, wildcard))
		}
		return text.String()
	case *hclsyntax.TemplateWrapExpr:
		return pathText(e.Wrapped, dir, wildcard)
	case *hclsyntax.ScopeTraversalExpr:
		if attr, ok := e.Traversal[len(e.Traversal)-1].(hcl.TraverseAttr); ok && e.Traversal.RootName() == "path" && attr.Name == "module" {
			return dir
		}
	case *hclsyntax.LiteralValueExpr:
		if v := e.Val; v.Type().FriendlyName() == "string" && v.IsKnown() && !v.IsNull() {
			return v.AsString()
		}
	}
	return wildcard
}
