package survey

import (
	"slices"
	"strings"

	"github.com/karplint/karplint/facts"
	"github.com/karplint/karplint/model"
)

// IsForeignClass reports whether the object is a class of a provider other than AWS's.
func IsForeignClass(o *model.Resource) bool {
	return facts.IsForeignClass(o.Group(), o.Kind)
}

// CloudOf returns the API group of the provider that a pool is for. It judges by the reference to a class, or by a label that only
// nodes of one provider have. It returns "" for a pool with neither, and for any other object.
func CloudOf(o *model.Resource) string {
	path, ok := classPaths()[o.Kind]
	if !ok || o.Group() != facts.PoolGroup {
		return ""
	}
	ref := o.Value.Get(path...)
	if group, _, _ := strings.Cut(ref.Str("apiVersion"), "/"); group != "" {
		return group
	}
	if group := ref.Str("group"); group != "" {
		return group
	}
	if IsClass(ref.Str("kind")) {
		return facts.ClassGroup
	}
	return cloudOfLabels(o.Value, path)
}

// cloudOfLabels returns the provider of the labels that a pool requires of its nodes or gives to them. path is the path of the
// reference to a class.
func cloudOfLabels(pool *model.Value, path []any) string {
	nodes := path[:len(path)-1]
	var keys []string
	for _, item := range pool.List(model.Join(nodes, "requirements")...) {
		keys = append(keys, item.Str("key"))
	}
	if len(nodes) > 1 { // spec.template.spec
		if labels := pool.Get(model.Join(nodes[:len(nodes)-1], "metadata", "labels")...); labels.IsMap() {
			for _, e := range labels.Entries {
				keys = append(keys, e.Key.Text)
			}
		}
	}
	for _, key := range slices.Compact(keys) {
		if cloud := facts.CloudOfLabel(key); cloud != "" {
			return cloud
		}
	}
	return ""
}
