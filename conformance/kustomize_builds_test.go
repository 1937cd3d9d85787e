package conformance

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"

	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
)

// TestBuilds holds what the admission check judges in place of an object that kustomizations patch to what kustomize builds: in the golden
// cases and in kustomizations written for the law of conversion.
func TestBuilds(t *testing.T) {
	compared := 0
	for _, pattern := range []string{"../testdata/golden/*/*.txtar", "testdata/kustomize/*.txtar"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(kustomizations(archive)) == 0 {
				continue
			}
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { compared += unconverted(archive).compareBuilds(t) })
		}
	}
	t.Logf("%d objects were compared", compared)
	if compared < 80 {
		t.Errorf("only %d objects were compared", compared)
	}
}

// TestBuildsRandom does so for random kustomizations.
func TestBuildsRandom(t *testing.T) {
	compared := 0
	rapid.Check(t, func(t *rapid.T) {
		compared += drawKustomizations(t, rapid.Bool().Draw(t, "toV1")).compareBuilds(t)
	})
	t.Logf("%d objects were compared", compared)
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// unconverted returns the files of an archive that are there before the conversion.
func unconverted(archive *txtar.Archive) chartOf {
	files := chartOf{}
	for _, f := range archive.Files {
		if !strings.HasPrefix(f.Name, "want/") && !strings.HasPrefix(f.Name, "written/") {
			files[f.Name] = string(f.Data)
		}
	}
	return files
}

// compareBuilds compares what karplint makes of each object with what kustomize builds, and returns how many objects those are.
func (c chartOf) compareBuilds(t rapid.TB) (compared int) {
	t.Helper()
	tree := c.kustomizeTree()
	for _, name := range slices.Sorted(maps.Keys(c)) {
		isManifest := strings.HasSuffix(name, ".yaml") && path.Base(name) != "kustomization.yaml" && !tree.IsPatch(name)
		if !isManifest {
			continue
		}
		for _, o := range manifests(name, c[name]) {
			builds, _ := tree.Builds(name, o)
			for _, b := range builds {
				compared += c.compareBuild(t, o, b)
			}
		}
	}
	return compared
}

func (c chartOf) kustomizeTree() *kustomize.Tree {
	names := slices.Sorted(maps.Keys(c))
	return kustomize.NewTree(names, names, model.ReadFunc(func(name string) ([]byte, error) {
		if text, ok := c[name]; ok {
			return []byte(text), nil
		}
		return nil, fmt.Errorf("there is no %s", name)
	}))
}

// manifests returns the objects of a file that karplint can read.
func manifests(name, text string) (all []*model.Resource) {
	yaml.Documents(model.NewFile(name, []byte(text)), func(doc *model.Document, failed *yaml.ParseError) bool {
		if failed == nil {
			all = append(all, yaml.Resources(doc)...)
		}
		return true
	})
	return all
}

// compareBuild returns 1 if the object could be compared: the kustomization is one of a directory, and kustomize builds it.
func (c chartOf) compareBuild(t rapid.TB, o *model.Resource, b *kustomize.Build) int {
	t.Helper()
	if b.InFile {
		return 0
	}
	built, err := c.build(path.Dir(b.Path))
	if err != nil {
		return 0
	}
	name := b.Value.Str("metadata", "name") // without the prefix and suffix
	isNamed := func(other object) bool {
		return other["kind"] == o.Kind && strings.Contains(fmt.Sprint(inside(other, "metadata", "name")), name)
	}
	isRenamed := !slices.ContainsFunc(built, isNamed) // by a patch that may change the name
	isSame := func(other object) bool {
		isCandidate := isNamed(other) || isRenamed && other["kind"] == o.Kind
		return isCandidate && isEqual(b.Value.Get("spec"), other["spec"])
	}
	if !slices.ContainsFunc(built, isSame) {
		t.Errorf("%s builds no %s with the spec that karplint makes of it:\n%s", b.Path, o.Address(), built.text())
	}
	return 1
}

// isEqual compares a value with one of JSON. What is unknown, such as a value that a replacement writes, equals everything.
func isEqual(v *model.Value, other any) bool {
	switch {
	case v == nil || v.Kind == model.Null:
		return other == nil
	case v.Kind == model.Unknown:
		return true
	case v.Kind == model.Map:
		return isEqualMap(v, other)
	case v.Kind == model.List:
		items, isList := other.([]any)
		return isList && slices.EqualFunc(v.Items, items, isEqual)
	case v.Kind == model.Number:
		decimal, _ := yaml.Number(v.Text)
		return fmt.Sprint(other) == decimal
	}
	return fmt.Sprint(other) == v.Text
}

// isEqualMap takes a null for an absent entry, as the API server does.
func isEqualMap(v *model.Value, other any) bool {
	m, isMap := other.(map[string]any)
	for _, e := range v.Entries {
		if !isEqual(e.Value, m[e.Key.Text]) {
			return false
		}
	}
	return isMap && !slices.ContainsFunc(slices.Collect(maps.Keys(m)), func(key string) bool { return m[key] != nil && v.Get(key) == nil })
}
