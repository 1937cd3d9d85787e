package conformance

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"pgregory.net/rapid"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/karplint/karplint/convert"
)

// The law of kustomizations: what kustomize builds of the converted files is what converting what it builds gives.

var kustomizeModes = []struct {
	name string
	convert.Options
}{
	{"v1beta1", convert.Options{Role: "NodeRole"}},
	{"v1", convert.Options{To: convert.V1, Role: "NodeRole"}},
	{"ignore-defaults", convert.Options{Role: "NodeRole", IgnoreDefaults: true}},
}

// TestKustomizeLaw holds written kustomizations to the law, in all modes. The comment of a case that is left to a person says so: "left",
// or "left v1" for a mode.
func TestKustomizeLaw(t *testing.T) {
	archives, err := filepath.Glob("testdata/kustomize/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no kustomizations", err)
	}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, mode := range kustomizeModes {
			t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar")+"/"+mode.name, func(t *testing.T) {
				files := chartOf{}
				for _, f := range archive.Files {
					files[f.Name] = string(f.Data)
				}
				left := slices.ContainsFunc(strings.Split(string(archive.Comment), "\n"), func(line string) bool {
					return line == "left" || line == "left "+mode.name
				})
				equal, stay := files.keepLaw(t, mode.Options, nil)
				switch {
				case left && stay == 0:
					t.Error("nothing is left to a person any more; remove the line from the comment")
				case !left && stay > 0:
					t.Errorf("%d objects are left to a person", stay)
				case !left && equal == 0:
					t.Error("nothing was compared")
				}
			})
		}
	}
}

// TestKustomizeLawKeep holds the same kustomizations to the law with --keep, where that leaves nothing to a person: what is built is what was
// built before, and what converting that gives.
func TestKustomizeLawKeep(t *testing.T) {
	archives, err := filepath.Glob("testdata/kustomize/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			files := chartOf{}
			for _, f := range archive.Files {
				files[f.Name] = string(f.Data)
			}
			compared += files.keepTwins(t)
		})
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// keepTwins converts the files with --keep, and returns how many kustomizations it compared.
func (c chartOf) keepTwins(t *testing.T) (compared int) {
	by, err := convert.New(convert.Options{Role: "NodeRole", Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	kept := c.clone()
	if decisions := kept.convert(by); len(decisions) > 0 {
		return 0
	}
	for _, dir := range c.kustomizationDirs() {
		before, err := c.build(dir)
		if err != nil {
			continue
		}
		got, err := kept.build(dir)
		if err != nil {
			t.Errorf("%s builds no more: %v\n%s", dir, err, kept.changedText(c))
			continue
		}
		want := convertBuilt(t, before, by)
		wanted, is := map[string]object{}, map[string]object{}
		for _, o := range want {
			wanted[nameOf(o)] = plainObject(o)
		}
		for _, o := range got {
			is[nameOf(o)] = plainObject(o)
		}
		if diff := cmp.Diff(wanted, is, requirementsInAnyOrder); diff != "" {
			t.Errorf("%s: building the files with twins gives other objects (+) than adding twins to what is built (-):\n%s\n%s", dir, diff,
				kept.changedText(c))
		}
		compared++
	}
	return compared
}

// TestKustomizeLawGolden holds the golden cases to the law. What a decision leaves as it is counts neither way.
func TestKustomizeLawGolden(t *testing.T) {
	archives, err := filepath.Glob("../testdata/golden/convert/*kustom*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	equal, stay := 0, 0
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c := newCase(archive)
		if c.keep {
			continue // both kinds would be there
		}
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			files := chartOf{}
			for _, f := range archive.Files {
				if f.Name == "objects" || f.Name == "notes" || strings.HasPrefix(f.Name, "want/") || strings.HasPrefix(f.Name, "written/") {
					break
				}
				files[f.Name] = string(f.Data)
			}
			opts := convert.Options{To: c.to, Role: c.role, KarpenterVersion: c.version,
				IgnoreDefaults: strings.Contains(string(archive.Comment), "option ignore-defaults")}
			n, m := files.keepLaw(t, opts, nil)
			equal, stay = equal+n, stay+m
		})
	}
	t.Logf("%d objects are equal, %d are left to a person", equal, stay)
	if equal < 20 {
		t.Errorf("only %d objects were compared", equal)
	}
}

// keepLaw converts the files and compares what kustomize builds of them, in each of their directories or those that are given. It returns
// how many of Karpenter's objects are equal, and how many stay as they were for a person to decide.
func (c chartOf) keepLaw(t rapid.TB, opts convert.Options, dirs []string) (equal, stay int) {
	t.Helper()
	by, err := convert.New(opts)
	if err != nil {
		t.Fatal(err)
	}
	converted := c.clone()
	decisions := converted.convert(by)
	if dirs == nil {
		all, err := c.withOverlays()
		if err != nil {
			t.Fatal(err)
		}
		dirs = all.kustomizationDirs()
	}
	for _, dir := range dirs {
		before, err := c.build(dir)
		if err != nil {
			t.Logf("kustomize does not build %s: %v", dir, err)
			continue
		}
		if slices.ContainsFunc(before, func(o object) bool { return o["apiVersion"] == "builtin" }) {
			continue // transformers, for another one
		}
		got, err := converted.build(dir)
		if err != nil {
			t.Errorf("%s builds no more: %v\n%s", dir, err, converted.changedText(c))
			continue
		}
		want := convertBuilt(t, before, by)
		if slices.ContainsFunc(want, func(o object) bool { return karpenters(o) && version(o) != by.Output() }) {
			t.Logf("what is built of %s needs a person itself", dir)
			continue
		}
		n, m, diff := before.compare(want, got, by.Output())
		equal, stay = equal+n, stay+m
		if m > 0 && len(decisions) == 0 {
			t.Errorf("%s: %d objects stay as they are, and no decision says why", dir, m)
		}
		if diff != "" {
			t.Errorf("%s: building the converted files gives other objects (+) than converting what is built (-):\n%s\n%s", dir, diff,
				converted.changedText(c))
		}
	}
	return equal, stay
}

// kustomizationDirs returns the directories with a kustomization, from the bases up.
func (c chartOf) kustomizationDirs() (dirs []string) {
	for name, text := range c {
		if strings.HasPrefix(path.Base(name), "kustomization.y") && !strings.Contains(text, "kind: Component") {
			dirs = append(dirs, path.Dir(name))
		}
	}
	sort.Strings(dirs)
	return dirs
}

type builtObjects []object

func (c chartOf) build(dir string) (builtObjects, error) {
	fs := filesys.MakeFsInMemory()
	c, err := c.withOverlays()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if err := fs.WriteFile(name, []byte(c[name])); err != nil {
			return nil, err
		}
	}
	return build(fs, dir)
}

func (b builtObjects) text() string {
	var texts []string
	for _, o := range b {
		texts = append(texts, text(o))
	}
	return strings.Join(texts, "---\n")
}

// compare compares the objects that are wanted with those that were built, but for those that are what they were before.
func (b builtObjects) compare(want, got []object, to string) (equal, stay int, diff string) {
	was, is := map[string]object{}, map[string]object{}
	for _, o := range b {
		was[nameOf(o)] = o
	}
	for _, o := range got {
		if old := was[nameOf(o)]; old != nil && karpenters(o) && version(o) != to {
			if d := cmp.Diff(old, o); d != "" {
				diff += nameOf(o) + " is half converted:\n" + d
			}
			stay++
			continue
		}
		is[nameOf(o)] = plainObject(o)
	}
	wanted := map[string]object{}
	for _, o := range want {
		if stay == 0 || is[nameOf(o)] != nil {
			wanted[nameOf(o)] = plainObject(o)
		}
	}
	for name := range wanted {
		if is[name] != nil && karpenters(is[name]) {
			equal++
		}
	}
	if d := cmp.Diff(wanted, is); d != "" {
		diff += cmp.Diff(wanted, is, requirementsInAnyOrder)
	}
	return equal, stay, diff
}

// requirementsInAnyOrder compares requirements as Karpenter does: an operation that adds one to several pools adds it behind the defaults,
// which stand at other places in each.
var requirementsInAnyOrder = cmp.FilterPath(func(p cmp.Path) bool {
	step, isIndex := p.Last().(cmp.MapIndex)
	return isIndex && step.Key().String() == "requirements"
}, cmp.Transformer("sorted", func(v any) []string {
	list, _ := v.([]any)
	texts := []string{}
	for _, item := range list {
		texts = append(texts, fmt.Sprint(item))
	}
	slices.Sort(texts)
	return texts
}))

// plainObject returns an object without nulls, which mean nothing, and with the terms of selectors, of which any may match, in one
// order: that of their product is the one of the selector's keys, which kustomize sorts.
func plainObject(o object) object { return plainValue("", o).(object) }

func plainValue(key string, v any) any {
	switch v := v.(type) {
	case object:
		m := object{}
		for k, inner := range v {
			if inner != nil {
				m[k] = plainValue(k, inner)
			}
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, item := range v {
			list[i] = plainValue("", item)
		}
		if strings.HasSuffix(key, "SelectorTerms") {
			slices.SortFunc(list, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
		}
		return list
	}
	return v
}

// convertBuilt returns what the objects that a kustomization builds convert to.
func convertBuilt(t rapid.TB, before builtObjects, by *convert.Converter) builtObjects {
	t.Helper()
	files := chartOf{"built.yaml": before.text()}
	files.convert(by)
	want, err := objects([]byte(files["built.yaml"]))
	if err != nil {
		t.Fatal(err)
	}
	return want
}
