package kustomize

import (
	"path"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Patch is one entry of the lists of patches in a kustomization.
type Patch struct {
	Field     string          // the list
	Place     []any           // of the entry in its document
	File      string          // that the patch is in; "" for one in the kustomization
	Document  *model.Document // of the kustomization, for a patch that is in it
	Value     *model.Value    // that patch: a text, an object, or a list of operations
	TextPlace []any           // place of Value, or of the name of File
	Target    *Selector       // nil: the patch names its object
	Renames   bool            // it may give objects another name
	Rekinds   bool            // and another kind
	Refused   string          // why karplint does not follow the entry, "" if it does
}

const (
	strategicMerge = "patchesStrategicMerge"
	json6902       = "patchesJson6902"
)

// PatchFields are the lists of patches in a kustomization, in the order in which kustomize applies them; it gives the objects their names,
// labels and annotations in front of the last.
var PatchFields = []string{strategicMerge, "patches", json6902}

// readPatches reads the entries of a kustomization, whose fields are at a place of the document.
func readPatches(dir string, doc *model.Document, v *model.Value, place []any) []*Patch {
	var patches []*Patch
	for _, field := range []string{"patches", strategicMerge, json6902} {
		for i, item := range v.List(field) {
			p := readPatch(dir, doc, item, field, "patch", model.Join(place, field, i))
			if p == nil {
				continue
			}
			if v.Get("openapi") != nil && p.Refused == "" {
				p.Refused = "a schema (openapi) may have lists merged"
			}
			patches = append(patches, p)
		}
	}
	return patches
}

// readPatch reads an entry that is at a place of the document, with a text at a key; nil for one that names no patch.
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

func isCollection(v *model.Value) bool { return v.Kind == model.Map || v.Kind == model.List }

// isText reports whether a value is a text, or a template that may write one.
func isText(v *model.Value) bool { return v.Kind == model.String || v.Kind == model.Unknown }

// Rekind reports whether the entry gives an object of a kind another one.
func (p *Patch) Rekind(patch *model.Value, kind string) bool {
	return p.Rekinds && patch.IsMap() && patch.Str("kind") != kind
}

// PatchDocument is one document of a patch.
type PatchDocument struct {
	Patch      *Patch
	Object     *model.Resource // of a strategic-merge patch: a part of an object, whose Value is plain; nil where that cannot be
	Operations []Operation     // of a JSON 6902 patch
	Problem    string          // why it cannot be read, "" if it can
	Missing    bool            // its text is not there, or does not parse: without a target it may be for any object
}

// maxOperations is how many operations of one patch are followed.
const maxOperations = 2000

// ReadDocument reads a document of a patch.
func (p *Patch) ReadDocument(res *model.Resource) *PatchDocument {
	d := &PatchDocument{Patch: p}
	if res.Value.Kind == model.Map && p.Field != json6902 {
		object := *res
		object.Value = Plain(res.Value)
		d.Object = &object
		return d
	}
	var err error
	if d.Operations, err = ReadOperations(Plain(res.Value)); err != nil {
		d.Problem = "it is no JSON 6902 patch: " + err.Error()
	} else if len(d.Operations) > maxOperations {
		d.Problem = "it has more operations than karplint follows"
	}
	return d
}

// ObjectOf returns a value as an object of Kubernetes.
func ObjectOf(doc *model.Document, v *model.Value) *model.Resource {
	return &model.Resource{Document: doc, Value: v, APIVersion: v.Str("apiVersion"), Kind: v.Str("kind"), Name: v.Str("metadata", "name")}
}

// Means reports whether kustomize applies the document to an object.
func (d *PatchDocument) Means(o *Object) bool {
	if d.Patch.Target != nil {
		return d.Patch.Target.selects(o)
	}
	if d.Missing || d.Object == nil {
		return d.Missing
	}
	p := d.Object
	return mayEqual(p.APIVersion, o.APIVersion) && p.Kind == o.Kind && slices.Contains(o.Names, p.Name)
}

// mayEqual reports whether two texts are equal, or one of them is not known.
func mayEqual(a, b string) bool { return a == b || a == "" || b == "" }

// Deletes reports whether the document deletes the objects that it is for.
func (d *PatchDocument) Deletes() bool {
	return d.Object != nil && d.Object.Value != nil && d.Object.Value.Str(Directive) == "delete"
}
