package kustomize

import (
	"github.com/karplint/karplint/filetype"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// Source reads what a Tree is made of.
type Source interface {
	// Kustomizations returns the kustomizations in a file, in their order.
	Kustomizations(file string) []*Kustomization
	// Documents returns the documents of a patch.
	Documents(p *Patch) []*PatchDocument
	// Replacements returns the replacements in a file.
	Replacements(file string) []*model.Value
	// Keeps reports whether the tree has a kustomization even if that changes no object.
	Keeps(k *Kustomization) bool
}

// fileSource reads files as they are.
type fileSource struct {
	files  model.Reader
	read   map[string]bool             // the files that were read
	parsed map[string][]*Kustomization // by the file that contains them
}

func newFileSource(files model.Reader) *fileSource {
	return &fileSource{files: files, read: map[string]bool{}, parsed: map[string][]*Kustomization{}}
}

// Keeps returns false: only changes count.
func (s *fileSource) Keeps(*Kustomization) bool { return false }

// Kustomizations implements Source.
func (s *fileSource) Kustomizations(name string) []*Kustomization {
	if cached, ok := s.parsed[name]; ok {
		return cached
	}
	var kustomizations []*Kustomization
	s.eachDocument(name, func(doc *model.Document, _ string) {
		if doc == nil {
			return
		}
		objects := yaml.Resources(doc)
		if filetype.IsKustomization(name) { // which need not have a kind and an apiVersion
			objects = []*model.Resource{ObjectOf(doc, doc.Root)}
		}
		for _, o := range objects {
			kustomizations = append(kustomizations, Read(o)...)
		}
	})
	s.parsed[name] = kustomizations
	return kustomizations
}

// Replacements implements Source.
func (s *fileSource) Replacements(name string) (replacements []*model.Value) {
	s.eachDocument(name, func(doc *model.Document, _ string) {
		if doc != nil {
			replacements = append(replacements, ReadReplacements(doc.Root)...)
		}
	})
	return replacements
}

// Documents implements Source.
func (s *fileSource) Documents(p *Patch) (documents []*PatchDocument) {
	add := func(doc *model.Document, problem string) {
		read := &PatchDocument{Patch: p, Problem: problem, Missing: true}
		if doc != nil {
			read = p.Read(ObjectOf(doc, doc.Root))
			read.Span = doc.Span
		}
		read.Number = len(documents)
		documents = append(documents, read)
	}
	switch {
	case p.File != "":
		if !s.eachDocument(p.File, add) {
			return []*PatchDocument{{Patch: p, Problem: "it is not among the files", Missing: true}}
		}
	case p.Value.Kind == model.String:
		eachRoot(model.NewFile("", []byte(p.Value.Text)), add)
	case p.Value.Kind != model.Unknown:
		return []*PatchDocument{p.Read(ObjectOf(p.Document, p.Value))}
	}
	return documents
}

// eachDocument calls do for each document of a file. For a document that does not parse, doc is nil and problem is the reason. It
// returns false if the file cannot be read.
func (s *fileSource) eachDocument(name string, do func(doc *model.Document, problem string)) bool {
	f, err := model.Open(s.files, name)
	if err != nil {
		return false
	}
	s.read[name] = true
	eachRoot(f, do)
	return true
}

func eachRoot(f *model.File, do func(doc *model.Document, problem string)) {
	yaml.Documents(f, func(doc *model.Document, err *yaml.ParseError) bool {
		switch {
		case err != nil:
			do(nil, err.Message)
		case doc != nil && doc.Root != nil:
			do(doc, "")
		}
		return true
	})
}
