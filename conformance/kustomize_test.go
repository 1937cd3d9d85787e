package conformance

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"

	"github.com/karplint/karplint/convert"
)

// unbuilt are the kustomizations that kustomize does not build even before the conversion, with the reason.
var unbuilt = map[string]string{
	"crd_files/crds":                   "CRDs from elsewhere",
	"crd_files/both":                   "CRDs from elsewhere",
	"keep_kustomize/targets":           "a patch that kustomize cannot read",
	"kustomize/prod":                   "a patch that kustomize cannot read",
	"kustomize_targets/prod":           "a patch that kustomize cannot read",
	"kustomize_components/component":   "its objects are those of who takes it in",
	"kustomize_components/unused":      "its objects are those of who takes it in",
	"kustomize_configurations/remote":  "a resource from elsewhere",
	"kustomize_replacements/base":      "a replacement whose source is in the overlay",
	"kustomize_replacements/elsewhere": "a replacement for an object that is not there",
	"kustomize_replacements/settled":   "a replacement for the object after the conversion",
	"kustomize_selectors/prod":         "a replacement whose source is elsewhere",
	"kustomize_refused/remote":         "a resource from elsewhere",
	"kustomize_refused/chart":          "a chart from elsewhere",
	"kustomize_refused/fragment":       "a base that is not there",
	"kustomize_refused/missing":        "a resource that is not there",
	"kustomize_refused/schema":         "a schema that is not there",
	"kustomize_refused/selected":       "a patch that does not apply",
	"kustomize_refused/differ":         "a patch that kustomize cannot read",
	"kustomize_mistakes/verb":          "a patch that kustomize cannot read",
	"kustomize_mistakes/unread":        "a patch that kustomize cannot read",
	"kustomize_mistakes/nothing":       "a selector that is not an expression",
	"kustomize_mistakes/place":         "a patch that does not apply",
}

// TestKustomize builds the kustomizations in the golden cases with kustomize, before the conversion and as it leaves the files, and holds what
// comes out to the CRDs: a patch alone is not an object that a CRD could judge.
func TestKustomize(t *testing.T) {
	archives, err := filepath.Glob("../testdata/golden/convert/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var all tally
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c := newCase(archive)
		for _, dir := range kustomizations(archive) {
			name := path.Join(strings.TrimSuffix(filepath.Base(name), ".txtar"), dir)
			t.Run(name, func(t *testing.T) {
				before, err := build(disk(archive, false), dir)
				if reason, expected := unbuilt[name]; expected || err != nil {
					if !expected || err == nil {
						t.Errorf("unbuilt says %q, and kustomize %v", reason, err)
					}
					return
				}
				written, err := build(disk(archive, true), dir)
				if err != nil {
					t.Fatalf("%s builds no more: %v", dir, err)
				}
				n, wrong := c.judgeBuilt(t, dir, before, written)
				report(t, wrong)
				all.add(n)
			})
		}
	}
	t.Log(all)
	if all.accepted == 0 {
		t.Error("no object was accepted; are the kustomizations built?")
	}
}

// judgeBuilt is judgeFile for what kustomize builds.
func (c *goldenCase) judgeBuilt(t *testing.T, dir string, before, written []object) (n tally, wrong []string) {
	r := c.release(path.Join(dir, "kustomization.yaml"))
	judges := r.judges(t)
	origins := map[string]object{}
	for _, o := range before {
		origins[nameOf(o)] = o
	}
	for _, o := range written {
		refused := r.refuses(judges, o, c.to, c.keep)
		origin := origins[origin(convert.File{Objects: c.objects}, nameOf(o))]
		switch {
		case !karpenters(o):
		case len(refused) == 0:
			n.accepted++
		case c.left(nameOf(o)):
			n.left++
		case origin != nil && !legal(origin):
			n.illegal++
		default:
			wrong = append(wrong, fmt.Sprintf("%s: %s: %s", dir, nameOf(o), strings.Join(refused, "; ")))
		}
	}
	return n, wrong
}

// left says whether an object of that name is left for a decision in a file of the case.
func (c *goldenCase) left(name string) bool {
	return slices.ContainsFunc(c.objects, func(o convert.Object) bool {
		return o.Status == convert.Undecided && (o.To == name || o.From == name)
	})
}

// disk returns the files of a case as they are, or as the conversion leaves them.
func disk(archive *txtar.Archive, converted bool) filesys.FileSystem {
	fs := filesys.MakeFsInMemory()
	for _, prefix := range []string{"", "want/", "written/"} { // the latter in place of the former
		for _, f := range archive.Files {
			if in := strings.HasPrefix(f.Name, "want/") || strings.HasPrefix(f.Name, "written/"); prefix == "" && in || !strings.HasPrefix(f.Name, prefix) {
				continue
			}
			if err := fs.WriteFile(strings.TrimPrefix(f.Name, prefix), f.Data); err != nil {
				panic(err) // there is no disk that could fail
			}
		}
		if !converted {
			break
		}
	}
	return fs
}

// kustomizations returns the directories of a case with a kustomization.
func kustomizations(archive *txtar.Archive) (dirs []string) {
	for _, f := range archive.Files {
		if path.Base(f.Name) == "kustomization.yaml" && !strings.HasPrefix(f.Name, "want/") && !strings.HasPrefix(f.Name, "written/") {
			dirs = append(dirs, path.Dir(f.Name))
		}
	}
	return dirs
}

// build returns what kustomize makes of a directory. It refuses one that takes something from elsewhere, which kustomize
// would fetch.
func build(fs filesys.FileSystem, dir string) ([]object, error) {
	text, err := fs.ReadFile(path.Join(dir, "kustomization.yaml"))
	if err != nil {
		return nil, err
	}
	if bytes.Contains(text, []byte("github.com")) || bytes.Contains(text, []byte("://")) {
		return nil, errors.New("it takes something from elsewhere")
	}
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(fs, dir)
	if err != nil {
		return nil, err
	}
	if text, err = built.AsYaml(); err != nil {
		return nil, err
	}
	return objects(text)
}
