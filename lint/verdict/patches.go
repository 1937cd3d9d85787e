package verdict

import (
	"sync"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/lint/rego"
	"github.com/karplint/karplint/model"
	"github.com/open-policy-agent/opa/v1/ast"
)

// Patches provides the input of rules about patches. A patch contains only the fields that it changes, and a patched object has
// fields that its own file lacks; rules must not report either as missing.
type Patches struct {
	Tree *kustomize.Tree

	mu    sync.Mutex
	terms map[*kustomize.Change]patchTerm // filled when first needed
}

// patchTerm is a patch as a Rego term.
type patchTerm struct {
	term *ast.Term
	text string // the term as text, to find equal ones
}

// NewPatches returns the patches of a tree of kustomizations.
func NewPatches(tree *kustomize.Tree) *Patches {
	return &Patches{Tree: tree, terms: map[*kustomize.Change]patchTerm{}}
}

// Fields returns the input about the patches of an object: patch is true if its file is a patch, part if it may be only a part of
// an object, and patches lists the fields that patches set. Equal patches count once, because rules only need to know which fields
// are set.
func (p *Patches) Fields(object *model.Resource) [][2]*ast.Term {
	var fields [][2]*ast.Term
	if p.isPatch(object) {
		fields = append(fields, rego.Field("patch", ast.InternedTerm(true))) // true if a kustomization uses the file as a patch
	}
	changes, partial := p.of(object)
	if partial {
		fields = append(fields, rego.Field("part", ast.InternedTerm(true))) // true if the file may be a part of an object
	}
	var values []*ast.Term
	texts := map[string]bool{}
	for _, c := range changes {
		if c.Unread {
			continue
		}
		if t := p.term(c); !texts[t.text] {
			texts[t.text] = true
			values = append(values, t.term)
		}
	}
	if len(values) > 0 {
		fields = append(fields, rego.Field("patches", ast.ArrayTerm(values...))) // the patches of kustomizations that change the object
	}
	return fields
}

// of returns the changes that kustomizations make to the object, and whether it may be only a part of an object.
func (p *Patches) of(object *model.Resource) (changes []*kustomize.Change, partial bool) {
	if object.Document == nil || object.Kind == "" { // a file that does not parse, or not an object
		return nil, false
	}
	if p == nil {
		return nil, object.Value.Get(kustomize.Directive) != nil
	}
	file := object.Document.File.Path
	partial = p.isPatch(object) || object.Value.Get(kustomize.Directive) != nil || kustomize.MayBePartial(file)
	for _, c := range p.Tree.Changes(file, kustomize.NewObject(object, object.Value)) {
		if c.File != file {
			changes = append(changes, c)
		}
	}
	return changes, partial
}

// isPatch reports whether a kustomization uses the file of the object as a patch.
func (p *Patches) isPatch(object *model.Resource) bool {
	return p != nil && object.Document != nil && p.Tree.IsPatch(object.Document.File.Path)
}

func (p *Patches) term(c *kustomize.Change) patchTerm {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.terms[c]; !ok {
		term := rego.Term(c.Value, true)
		p.terms[c] = patchTerm{term, term.String()}
	}
	return p.terms[c]
}
