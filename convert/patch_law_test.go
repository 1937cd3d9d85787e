package convert_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/internal/testing/generate"
	"github.com/karplint/karplint/model"
)

// TestPatchesKeepTheLaw converts a base with two overlays, one upon the other, and asserts that what the converted overlays make of
// the converted base is what comes of converting what the overlays make of the base:
//
//	build(convert(base, overlays)) = convert(build(base, overlays))
func TestPatchesKeepTheLaw(t *testing.T) {
	drawn, decided := 0, map[string]int{}
	check(t, func(t *rapid.T) {
		drawn++
		opts := convert.Options{Role: "NodeRole", IgnoreDefaults: rapid.Bool().Draw(t, "ignore defaults")}
		files, kinds := generate.Alpha(), []string{"Provisioner", "AWSNodeTemplate"}
		if rapid.Bool().Draw(t, "to v1") {
			opts.To = convert.V1
			if rapid.Bool().Draw(t, "from v1beta1") {
				files, kinds = generate.Beta("0.37.8"), []string{"NodePool", "EC2NodeClass"}
			}
		}
		base, first, second := drawOverlays(t, files, kinds)
		if opts.To == convert.V1 { // whose place is a class, which is not there
			delete(Join(base, "spec"), "kubeletConfiguration")
			delete(Join(base, "spec", "template", "spec"), "kubelet")
		}
		if reason := checkLaw(t, opts, base, first, second); reason != "" {
			decided[reason]++
		}
	})
	refused := 0
	for reason, n := range decided {
		refused += n
		if testing.Verbose() {
			t.Logf("%d of %d: %s", n, drawn, reason)
		}
	}
	if refused*4 > drawn {
		t.Errorf("%d of %d drawn cases are left to people", refused, drawn)
	}
}

// drawOverlays returns an object of one of the kinds, and two patches for it.
func drawOverlays(t *rapid.T, files *rapid.Generator[generate.File], kinds []string) (base, first, second tree) {
	objects := rapid.Custom(func(t *rapid.T) tree {
		wanted := func(o generate.Object) bool { return slices.Contains(kinds, o.Kind) }
		f := files.Filter(func(f generate.File) bool { return slices.ContainsFunc(f.Objects, wanted) }).Draw(t, "file")
		o := f.Objects[slices.IndexFunc(f.Objects, wanted)].Plain()
		o["metadata"].(tree)["name"] = "default"
		return o
	})
	base = objects.Draw(t, "base")
	patches := objects.Filter(func(o tree) bool { return o["kind"] == base["kind"] })
	first = cutObject(t, patches.Draw(t, "first"))
	second = cutObject(t, patches.Draw(t, "second"))
	return base, first, second
}

// cutObject returns a patch with some of the fields of an object, of which some are deleted.
func cutObject(t *rapid.T, o tree) tree {
	patch := cutMap(t, o["spec"].(tree), 0)
	return tree{"apiVersion": o["apiVersion"], "kind": o["kind"], "metadata": tree{"name": "default"}, "spec": patch}
}

func cutMap(t *rapid.T, m tree, depth int) tree {
	patch := tree{}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		inner, isMap := m[key].(tree)
		switch chance := rapid.IntRange(0, 9).Draw(t, "keep "+key); {
		case key == "provider" && chance < 9: // patches of what becomes an object of its own are left to people
		case chance == 9 && !slices.Contains([]string{"providerRef", "nodeClassRef", "name", "subnetSelector", "securityGroupSelector",
			"subnetSelectorTerms", "securityGroupSelectorTerms", "amiFamily", "requirements", "template"}, key):
			patch[key] = nil
		case chance < 4 || depth == 2:
		case isMap:
			patch[key] = cutMap(t, inner, depth+1)
		default:
			patch[key] = m[key]
		}
	}
	return patch
}

const (
	plainKustomization = "resources:\n  - %s\n"
	patchKustomization = "resources:\n  - %s\npatches:\n  - path: patch.yaml\n"
)

// checkLaw returns what a decision says that leaves the case to people, or "".
func checkLaw(t rapid.TB, opts convert.Options, base, first, second tree) string {
	t.Helper()
	files := map[string]string{
		"base/kustomization.yaml": fmt.Sprintf(plainKustomization, "object.yaml"), "base/object.yaml": manifest(t, base),
		"one/kustomization.yaml": fmt.Sprintf(patchKustomization, "../base"), "one/patch.yaml": manifest(t, first),
		"two/kustomization.yaml": fmt.Sprintf(patchKustomization, "../one"), "two/patch.yaml": manifest(t, second),
	}
	out, reason := convertAll(t, opts, files)
	if reason != "" {
		return reason
	}
	got := out["base/object.yaml"]
	want := base
	for _, p := range []struct {
		patch tree
		file  string
	}{{first, "one/patch.yaml"}, {second, "two/patch.yaml"}} {
		got = mergePatch(got, out[p.file])
		want = mergePatch(want, p.patch)
		whole, reason := convertAll(t, opts, map[string]string{"object.yaml": manifest(t, want)})
		if reason != "" {
			t.Errorf("the whole object is refused, but not its patch: %s\n%s", reason, manifest(t, want))
		}
		if diff := cmp.Diff(withoutNulls(whole["object.yaml"]), withoutNulls(got), termsInAnyOrder); diff != "" {
			t.Errorf("%s makes something else of its base (-want +got):\n%s\nbase\n%s\npatches\n%s---\n%s\nconverted\n%s---\n%s---\n%s", p.file, diff,
				manifest(t, base), manifest(t, first), manifest(t, second),
				manifest(t, out["base/object.yaml"]), manifest(t, out["one/patch.yaml"]), manifest(t, out["two/patch.yaml"]))
		}
	}
	return ""
}

// termsInAnyOrder sorts the terms of selectors, of which one must match; that of their product is the order of the selector's keys.
var termsInAnyOrder = cmp.FilterPath(func(p cmp.Path) bool {
	key, isKey := p.Last().(cmp.TypeAssertion)
	if !isKey || len(p) < 2 {
		return false
	}
	index, isIndex := p.Index(-2).(cmp.MapIndex)
	return isIndex && strings.HasSuffix(index.Key().String(), "SelectorTerms") && key.Type().Kind() == reflect.Slice
}, cmp.Transformer("sorted", func(terms []any) []string {
	var texts []string
	for _, term := range terms {
		texts = append(texts, fmt.Sprint(term))
	}
	slices.Sort(texts)
	return texts
}))

// convertAll returns the objects of converted files, the first one of each, or what the first decision says.
func convertAll(t rapid.TB, opts convert.Options, files map[string]string) (map[string]tree, string) {
	t.Helper()
	c, err := convert.New(opts)
	if err != nil {
		t.Fatalf("%v", err)
	}
	var in []*model.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		in = append(in, model.NewFile(name, []byte(files[name])))
	}
	objects := map[string]tree{}
	for _, f := range in {
		objects[f.Path] = read(t, f.Data)
	}
	for _, f := range c.Files(in) {
		for _, n := range f.Notes {
			if n.Level == convert.Decision {
				return nil, generalize(n)
			}
		}
		objects[f.Path] = read(t, f.After)
	}
	return objects, ""
}

// generalize returns what a decision says without what differs from case to case.
func generalize(n convert.Note) string {
	words := strings.Fields(n.Message)
	return n.File + " " + n.Path + ": " + strings.Join(words[:min(12, len(words))], " ")
}

// read returns the first document of a text.
func read(t rapid.TB, data []byte) tree {
	t.Helper()
	first, _, _ := strings.Cut(string(data), "\n---\n")
	var o tree
	if err := yaml.Unmarshal([]byte(first), &o); err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return o
}

func manifest(t rapid.TB, o tree) string {
	t.Helper()
	data, err := yaml.Marshal(o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return string(data)
}

// mergePatch applies a JSON merge patch (RFC 7396), which is what a strategic-merge patch of a custom resource is.
func mergePatch(base, patch tree) tree {
	after := maps.Clone(base)
	if after == nil {
		after = tree{}
	}
	for key, v := range patch {
		switch inner, isMap := v.(tree); {
		case v == nil:
			delete(after, key)
		case isMap:
			old, _ := after[key].(tree)
			after[key] = mergePatch(old, inner)
		default:
			after[key] = v
		}
	}
	return after
}
