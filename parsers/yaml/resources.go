package yaml

import (
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
