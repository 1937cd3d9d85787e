package project_test

import (
	"errors"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/testing/fuzz"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/manifests"
)

// everywhere has the same text in every file, so that every reference to a file leads to this text again.
type everywhere []byte

func (e everywhere) ReadFile(name string) ([]byte, error) {
	if path.Ext(name) == "" || strings.HasPrefix(path.Clean(name), "..") {
		return nil, errors.New("is a directory")
	}
	return e, nil
}

func (e everywhere) ReadDir(string) ([]fs.DirEntry, error) {
	return fstest.MapFS{"values-a.yaml": {}, "values-b.yaml": {}}.ReadDir(".")
}

// FuzzManifests reads a text as each kind of file that is recognised by its name. Every file to which the text refers has that text.
func FuzzManifests(f *testing.F) {
	fuzz.Archives(f, func(archive *txtar.Archive) {
		for _, file := range archive.Files {
			if isManifest(file.Name) {
				f.Add(string(file.Data))
			}
		}
	}, "testdata/*.txtar")
	f.Add("bases: [helmfile.yaml, b/helmfile.yaml, ../helmfile.yaml]\nenvironments: {a: {values: [x.yaml, {a: {b: 1}}]}}\nreleases: [{name: a, chart: " +
		"b/karpenter, version: '{{ .Values.a.b }}', values: [x.yaml]}]\n")
	f.Fuzz(func(t *testing.T, text string) {
		fuzz.Bounded(t, len(text), func() { arrangeEverywhere(text) })
	})
}

func arrangeEverywhere(text string) {
	all, names := &survey.Observations{}, []string{"a/helmfile.yaml", "a/Chart.yaml", "a/kustomization.yaml", "a/apps/app.yaml"}
	for _, name := range names {
		number := 0
		yaml.Documents(model.NewFile(name, []byte(text)), func(doc *model.Document, broken *yaml.ParseError) bool {
			if broken == nil {
				all.Add(manifests.Observe(doc, number, everywhere(text)))
				manifests.Charts(doc, number, everywhere(text))
			}
			number++
			return true
		})
	}
	all.Patches = kustomize.NewTree(names, names, everywhere(text))
	set := project.Arrange(all)
	set.Target("a/apps/app.yaml")
	set.Manifests()
}
