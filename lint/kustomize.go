package lint

import (
	"sync"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
	"github.com/open-policy-agent/opa/v1/ast"
)

// patches are the input of rules about patches. An object that is a patch has only the fields that it changes, and one that is patched may
// get more.
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

// fields are the keys of the input about patches of an object: patch, whether its file is one, and patches, the fields that others set. Rules ask
// whether something is set and not how often, so a value counts once however many patches have it.
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
