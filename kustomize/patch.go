package kustomize

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Patch is one entry in a list of patches of a kustomization.
type Patch struct {
	Field     string          // the list
	Place     []any           // path of the entry in its document
	File      string          // the file of the patch; "" for an inline patch
	Document  *model.Document // the document of the kustomization, for an inline patch
	Value     *model.Value    // the inline patch: a text, an object, or a list of operations
	TextPlace []any           // path of Value, or of the name of File
	Target    *Selector       // nil: the patch names its object
	Renames   bool            // it may change names of objects
	Rekinds   bool            // it may change kinds of objects
	Refused   string          // the reason why karplint ignores the entry, or ""
}

const (
	strategicMerge = "patchesStrategicMerge"
	json6902       = "patchesJson6902"
)

// PatchFields are the lists of patches in a kustomization, in the order in which kustomize applies them. Between the second and the last
// one, it sets names, labels and annotations of the objects.
var PatchFields = []string{strategicMerge, "patches", json6902}

// readPatches reads the patches of a kustomization whose fields are at a path in the document.
func readPatches(dir string, doc *model.Document, v *model.Value, place []any) []*Patch {
	var patches []*Patch
	for _, field := range []string{"patches", strategicMerge, json6902} {
		for i, item := range v.List(field) {
			p := readPatch(dir, doc, item, field, "patch", model.Join(place, field, i))
			if p == nil {
				continue
			}
			if v.Get("openapi") != nil && p.Refused == "" {
				p.Refused = "a schema (openapi) may merge its lists"
			}
			patches = append(patches, p)
		}
	}
	return patches
}

// readPatch reads the entry at a path in the document. An inline text is at key. It returns nil if the entry contains
// no patch.
func readPatch(dir string, doc *model.Document, item *model.Value, field, key string, place []any) *Patch {
	p := &Patch{Field: field, Place: place, TextPlace: place, Document: doc, Value: item}
	file := item.Get("path")
	isObject := field == strategicMerge && file == nil && item.Get(key) == nil // the patch itself, not an entry with its text
	if item.IsMap() && !isObject {
		p.Value, p.TextPlace = item.Get(key), model.Join(place, key)
		p.Target, p.Refused = ReadSelector(item.Get("target"))
		p.Renames, p.Rekinds = isTrue(item.Get("options", "allowNameChange")), isTrue(item.Get("options", "allowKindChange"))
	}
	if file != nil {
		p.TextPlace = model.Join(place, "path")
	} else if isText(item) && !strings.Contains(item.Text, "\n") {
		file = item
	}
	switch {
	case file != nil && (!isText(file) || file.Text == ""):
		return nil
	case file != nil:
		p.File, p.Document, p.Value = path.Join(dir, file.Text), nil, nil
	case p.Value == nil || !isText(p.Value) && !isCollection(p.Value):
		return nil
	}
	return p
}

// kind returns how the patch refers to its object.
func (p *Patch) kind() PatchKind {
	if p.Target != nil {
		return TargetedPatch
	}
	return NamingPatch
}

func isCollection(v *model.Value) bool { return v.Kind == model.Map || v.Kind == model.List }

// isText reports whether a value is a text, or a template that may render to one.
func isText(v *model.Value) bool { return v.Kind == model.String || v.Kind == model.Unknown }

// ChangesKind reports whether the entry changes the kind of an object.
func (p *Patch) ChangesKind(patch *model.Value, kind string) bool {
	return p.Rekinds && patch.IsMap() && patch.Str("kind") != kind
}

// PatchDocument is one document of a patch.
type PatchDocument struct {
	Patch *Patch
	// for a strategic-merge patch: a partial object without its document; its Value is plain, or nil if it cannot be made plain
	Object     *model.Resource
	Operations []Operation // for a JSON 6902 patch
	Problem    string      // the reason why it cannot be read, or ""
	Missing    bool        // the patch is missing, or does not parse: without a target it may apply to any object

	Number int        // among those of the patch
	Span   model.Span // in the file or text
}

// Read reads one document of the patch.
func (p *Patch) Read(res *model.Resource) *PatchDocument {
	d := &PatchDocument{Patch: p}
	if res.Value.Kind == model.Map && p.Field != json6902 {
		d.Object = &model.Resource{Value: Plain(res.Value), APIVersion: res.APIVersion, Kind: res.Kind, Name: res.Name}
		return d
	}
	var err error
	if d.Operations, err = ReadOperations(Plain(res.Value)); err != nil {
		d.Problem = err.Error()
	}
	return d
}

// ObjectOf returns a value as an object of Kubernetes.
func ObjectOf(doc *model.Document, v *model.Value) *model.Resource {
	return &model.Resource{Document: doc, Value: v, APIVersion: model.Name(v.Str("apiVersion")), Kind: model.Name(v.Str("kind")),
		Name: model.Name(v.Str("metadata", "name"))}
}

// AppliesTo reports whether kustomize applies the document to an object.
func (d *PatchDocument) AppliesTo(o *Object) bool {
	if d.Patch.Target != nil {
		return d.Patch.Target.selects(o)
	}
	if d.Missing || d.Object == nil {
		return d.Missing
	}
	p := d.Object
	return mayEqual(p.APIVersion, o.APIVersion) && p.Kind == o.Kind && slices.Contains(o.Names, p.Name)
}

// mayEqual reports whether two texts are equal, or one of them is unknown.
func mayEqual(a, b string) bool { return a == b || a == "" || b == "" }

// Deletes reports whether the document deletes the objects that it is for.
func (d *PatchDocument) Deletes() bool {
	return d.Object != nil && d.Object.Value != nil && d.Object.Value.Str(Directive) == "delete"
}

// WrittenIn returns the path of the file with the document: its own, or that of the kustomization.
func (d *PatchDocument) WrittenIn() string {
	if d.Patch.File != "" {
		return d.Patch.File
	}
	return d.Patch.Document.File.Path
}

// IsSame reports whether two documents are the same text, because several kustomizations may read one file.
func (d *PatchDocument) IsSame(other *PatchDocument) bool {
	return d.Patch.File != "" && d.Patch.File == other.Patch.File && d.Span == other.Span
}
