package yaml

import (
	"bytes"
	"slices"
	"strings"

	"github.com/karplint/karplint/model"
)

// Resources returns the Kubernetes objects in a document: the root, or each item of a List. It
// returns none for other documents, such as a values file or a plain list. Because a kustomize
// patch may lack kind and apiVersion, a map with metadata or spec counts as an object too.
func Resources(doc *model.Document) []*model.Resource {
	root := doc.Root
	if !isObject(root) {
		return nil
	}
	kind := root.Str("kind")
	items := root.Get("items")
	if !strings.HasSuffix(kind, "List") || items == nil || items.Kind != model.List {
		return []*model.Resource{resource(doc, nil, root, kind, "")}
	}
	// The items of a typed list, such as a PodList, may leave out their kind, because that of the list implies it.
	itemKind, itemVersion := strings.TrimSuffix(kind, "List"), ""
	if itemKind != "" {
		itemVersion = root.Str("apiVersion")
	}
	var resources []*model.Resource
	for i, item := range items.Items {
		if item.Kind != model.Map {
			continue
		}
		r := resource(doc, []any{"items", i}, item, itemKind, itemVersion)
		resources = append(resources, r)
	}
	return resources
}

func isObject(v *model.Value) bool {
	return slices.ContainsFunc([]string{"kind", "apiVersion", "metadata", "spec"}, func(key string) bool { return v.Entry(key) != nil })
}

func resource(doc *model.Document, path []any, v *model.Value, kind, version string) *model.Resource {
	if e := v.Entry("kind"); e != nil {
		kind = v.Str("kind")
	}
	if e := v.Entry("apiVersion"); e != nil {
		version = v.Str("apiVersion")
	}
	return &model.Resource{
		Document: doc, Path: path, Value: v,
		APIVersion: model.Name(version), Kind: model.Name(kind),
		Namespace: model.Name(v.Str("metadata", "namespace")),
		Name:      model.Name(v.Str("metadata", "name")),
	}
}

// Nested returns the whole objects inside the values of a document that isMeant accepts: the extra objects in the values of a chart, the manifest in
// an object of another tool. An object has apiVersion, kind, metadata and spec. Those of Resources, and what is inside an object, are left out.
func Nested(doc *model.Document, isMeant func(*model.Resource) bool) (nested []*model.Resource) {
	listed := map[*model.Value]bool{}
	for _, r := range Resources(doc) {
		listed[r.Value] = true
		if isMeant(r) {
			return nil
		}
	}
	var find func(v *model.Value, path []any)
	find = func(v *model.Value, path []any) {
		if v.Alias() != "" {
			return
		}
		if v.IsMap() && IsWhole(v) && !listed[v] {
			if r := resource(doc, slices.Clone(path), v, "", ""); isMeant(r) {
				nested = append(nested, r)
				return
			}
		}
		for step, inner := range v.Children() {
			if len(inner.Items)+len(inner.Entries) > 0 {
				find(inner, append(path, step))
			}
		}
	}
	if doc.Root != nil {
		find(doc.Root, nil)
	}
	return nested
}

// IsWhole reports whether a map has the keys of a whole object: a patch may lack some.
func IsWhole(v *model.Value) bool {
	for _, key := range []string{"apiVersion", "kind", "metadata", "spec"} {
		if v.Entry(key) == nil {
			return false
		}
	}
	return true
}

// TextBody returns the lines of a block scalar (|), without the line of its indicator. ok is false for any other value.
func TextBody(data []byte, v *model.Value) (body model.Span, ok bool) {
	first := bytes.IndexByte(data[v.Span.Start:v.Span.End], '\n')
	if v.Style != model.Literal || first < 0 {
		return model.Span{}, false
	}
	return model.Span{Start: v.Span.Start + first + 1, End: lineEnd(data, v.Span.End)}, true
}
