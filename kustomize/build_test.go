package kustomize_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// repository has the files of a test, by name.
type repository map[string]string

func (r repository) read(name string) ([]byte, error) {
	text, ok := r[name]
	if !ok {
		return nil, fmt.Errorf("there is no %s", name)
	}
	return []byte(text), nil
}

// builds returns the builds of the object in base/pool.yaml.
func (r repository) builds(t *testing.T) ([]*kustomize.Build, bool) {
	t.Helper()
	tree, object := r.tree(t)
	return tree.Builds("base/pool.yaml", object)
}

// tree returns the tree of the files, and the object in base/pool.yaml.
func (r repository) tree(t *testing.T) (*kustomize.Tree, *model.Resource) {
	t.Helper()
	var names, patchers []string
	for name := range r {
		names = append(names, name)
		if path.Base(name) == "kustomization.yaml" || path.Dir(name) == "flux" {
			patchers = append(patchers, name)
		}
	}
	slices.Sort(names)
	slices.Sort(patchers)
	tree := kustomize.NewTree(names, patchers, model.ReadFunc(r.read))
	var object *model.Resource
	yaml.Documents(model.NewFile("base/pool.yaml", []byte(r["base/pool.yaml"])), func(doc *model.Document, _ *yaml.ParseError) bool {
		object = yaml.Resources(doc)[0]
		return false
	})
	return tree, object
}

const pool = "apiVersion: v1\nkind: Pool\nmetadata: {name: a}\nspec: {w: 1, list: [{x: 1}, {x: 2}], map: {a: 1}}\n"

// TestBuilds: only outermost kustomizations build an object, with the patches of all those between.
func TestBuilds(t *testing.T) {
	r := repository{
		"base/pool.yaml": pool,
		"base/kustomization.yaml": "resources: [pool.yaml]\nnamePrefix: p-\npatches: [{target: {kind: Pool}, patch: '[{op: replace, path: /spec/w, " +
			"value: 2}]'}]\n",
		"mid/kustomization.yaml":  "resources: [../base]\npatches: [{patch: '{kind: Pool, metadata: {name: p-a}, spec: {m: mid}}'}]\n",
		"x/kustomization.yaml":    "resources: [../mid]\ncomponents: [../part]\npatchesStrategicMerge: [x.yaml]\n",
		"x/x.yaml":                "kind: Pool\nmetadata: {name: a}\nspec: {w: 3, map: null}\n",
		"y/kustomization.yaml":    "resources: [../mid]\npatches: [{target: {kind: Other}, patch: '[{op: remove, path: /spec}]'}]\n",
		"part/kustomization.yaml": "kind: Component\npatches: [{target: {kind: Pool}, patch: '[{op: add, path: /spec/part, value: 1}]'}]\n",
	}
	builds, known := r.builds(t)
	if !known || len(builds) != 2 {
		t.Fatalf("%d builds, %v", len(builds), known)
	}
	want := map[string]string{
		"x/kustomization.yaml": "{w: 3, list: [{x: 1}, {x: 2}], m: mid, part: 1}",
		"y/kustomization.yaml": "{w: 2, list: [{x: 1}, {x: 2}], map: {a: 1}, m: mid}",
	}
	for _, b := range builds {
		var spec *model.Value
		yaml.Documents(model.NewFile("want.yaml", []byte(want[b.Path])), func(doc *model.Document, _ *yaml.ParseError) bool {
			spec = doc.Root
			return false
		})
		if !model.Equal(b.Value.Get("spec"), spec) {
			t.Errorf("%s builds another object than %s", b.Path, want[b.Path])
		}
	}
}

// TestUnknownBuilds: a build is unknown if a patch that may apply to the object cannot be followed.
func TestUnknownBuilds(t *testing.T) {
	for name, want := range map[string]bool{
		"patches: [{path: missing.yaml, target: {kind: Pool}}]":                                             false,
		"patches: [{path: missing.yaml, target: {kind: Other}}]":                                            true,
		"patches: [{target: {kind: Pool}, patch: '[{op: replace, path: /spec/none/a, value: 1}]'}]":         false,
		"patches: [{target: {kind: Pool}, patch: '[{op: remove, path: /spec/w}]'}]":                         true,
		"transformers: [t.yaml]\npatches: [{target: {kind: Other}, patch: '[{op: remove, path: /spec}]'}]":  false,
		"configurations: [c.yaml]\npatches: [{target: {kind: Pool}, patch: '[{op: remove, path: /spec}]'}]": false,
		"components: [../labels]\npatches: [{target: {kind: Pool}, patch: '[{op: remove, path: /spec}]'}]":  true,
	} {
		r := repository{
			"base/pool.yaml": pool, "o/kustomization.yaml": "resources: [../base/pool.yaml]\n" + name + "\n",
			"labels/kustomization.yaml": "kind: Component\nlabels: [{pairs: {a: b}}]\n",
		}
		if _, known := r.builds(t); known != want {
			t.Errorf("%s: known is %v", name, known)
		}
	}
}

// TestLabelsOfComponents: a patch may select objects by a label that a component has added.
func TestLabelsOfComponents(t *testing.T) {
	r := repository{
		"base/pool.yaml": pool,
		"o/kustomization.yaml": "resources: [../base/pool.yaml]\ncomponents: [../outer]\npatches: [{target: {labelSelector: a=b}, patch: '[{op: " +
			"remove, path: /spec}]'}]\n",
		"outer/kustomization.yaml": "kind: Component\ncomponents: [../inner]\n",
		"inner/kustomization.yaml": "kind: Component\ncommonLabels: {a: b}\n",
	}
	tree, object := r.tree(t)
	if changes := tree.Changes("base/pool.yaml", kustomize.NewObject(object, kustomize.Plain(object.Value))); len(changes) != 1 {
		t.Errorf("%d changes, want that of the patch", len(changes))
	}
}

// TestObjectOfComponent: an object that a component builds itself is patched by the kustomization that uses the component.
func TestObjectOfComponent(t *testing.T) {
	r := repository{
		"base/pool.yaml":          pool,
		"base/kustomization.yaml": "kind: Component\nresources: [pool.yaml]\n",
		"o/kustomization.yaml":    "components: [../base]\npatches: [{target: {kind: Pool}, patch: '[{op: replace, path: /spec/w, value: 2}]'}]\n",
	}
	if builds, known := r.builds(t); !known || len(builds) != 1 || builds[0].Value.Get("spec", "w").Text != "2" {
		t.Errorf("%d builds, %v; want one with the patch", len(builds), known)
	}
}

// TestCoreGroup: objects of the core group have no group, and their version is not one.
func TestCoreGroup(t *testing.T) {
	for target, want := range map[string]bool{"version: v1": true, "version: v1beta1": false, "group: karpenter.sh": false, "group: ''": true} {
		r := repository{
			"base/pool.yaml":       pool,
			"o/kustomization.yaml": "resources: [../base/pool.yaml]\npatches: [{target: {" + target + "}, patch: '[{op: remove, path: /spec}]'}]\n",
		}
		if builds, _ := r.builds(t); len(builds) == 1 != want {
			t.Errorf("%s selects the object: %v, want %v", target, !want, want)
		}
	}
}

// TestOrigin: each value of a build is written in the object or in one of the patches.
func TestOrigin(t *testing.T) {
	r := repository{
		"base/pool.yaml":       pool,
		"o/kustomization.yaml": "resources: [../base/pool.yaml]\npatches: [{path: merge.yaml}, {path: json.yaml, target: {kind: Pool}}]\n",
		"o/merge.yaml":         "kind: Pool\nmetadata: {name: a}\nspec: {w: 2, map: {b: {c: 1}}}\n",
		"o/json.yaml":          "[{op: remove, path: /spec/list/0}, {op: add, path: /spec/list/-, value: {x: 3}}, {op: remove, path: /spec/map/a}]",
	}
	builds, known := r.builds(t)
	if !known || len(builds) != 1 {
		t.Fatal("there is no build")
	}
	for path, want := range map[string]string{
		"kind":          "kind",
		"spec":          "spec",
		"spec.w":        "o/merge.yaml spec.w",
		"spec.map":      "spec.map",
		"spec.map.a":    "o/json.yaml [2].path",
		"spec.map.b.c":  "o/merge.yaml spec.map.b.c",
		"spec.map.none": "spec.map.none",
		"spec.list.0.x": "spec.list[1].x",
		"spec.list.0.y": "spec.list[1].y",
		"spec.list.1.x": "o/json.yaml [1].value.x",
		"spec.list.1.y": "o/json.yaml [1].value.y",
		"spec.missing":  "spec.missing",
	} {
		var steps []any
		for _, s := range strings.Split(path, ".") {
			if i, isIndex := kustomize.ListIndex(s); isIndex {
				steps = append(steps, i)
			} else {
				steps = append(steps, s)
			}
		}
		origin := builds[0].Origin(steps)
		got := model.PathText(origin.Path)
		if origin.Patch != nil {
			got = origin.Patch.WrittenIn() + " " + got
		}
		if got != want {
			t.Errorf("%s is written at %s, want %s", path, got, want)
		}
	}
}
