package lint

import (
	"sync"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
	"github.com/open-policy-agent/opa/v1/ast"
)

// patches provides the input of rules about patches, because an object that is a patch contains only the fields that it changes, and a
// patched object may get further fields.
type patches struct {
	tree *kustomize.Tree

	mu    sync.Mutex
	terms map[*kustomize.Change]patchTerm // made when first needed
}

// patchTerm is the content of a patch for Rego.
type patchTerm struct {
	term *ast.Term
	text string // of the term
}

func newPatches(tree *kustomize.Tree) *patches {
	return &patches{tree: tree, terms: map[*kustomize.Change]patchTerm{}}
}

// fields returns the keys of the input about patches of an object: patch reports whether its file is a patch, and patches has the fields
// that patches set in the object. Rules need to know whether a field is set, not how often, so equal patches count once.
func (p *patches) fields(object *model.Resource) [][2]*ast.Term {
	if object.Document == nil { // a file that does not parse
		return nil
	}
	file := object.Document.File.Path
	var fields [][2]*ast.Term
	if p.tree.IsPatch(file) {
		fields = append(fields, rego.Field("patch", ast.InternedTerm(true)))
	}
	if object.Kind == "" {
		return fields
	}
	var values []*ast.Term
	texts := map[string]bool{}
	for _, c := range p.tree.Changes(file, kustomize.NewObject(object, object.Value)) {
		if c.Unread || c.File == file {
			continue
		}
		if t := p.term(c); !texts[t.text] {
			texts[t.text] = true
			values = append(values, t.term)
		}
	}
	if len(values) > 0 {
		fields = append(fields, rego.Field("patches", ast.ArrayTerm(values...)))
	}
	return fields
}

func (p *patches) term(c *kustomize.Change) patchTerm {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.terms[c]; !ok {
		term := rego.Term(c.Value, true)
		p.terms[c] = patchTerm{term, term.String()}
	}
	return p.terms[c]
}
