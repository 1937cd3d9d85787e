package project_test

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/karplint/karplint/internal/testing/growth"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
)

const (
	classManifest   = "---\napiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: c%d}\n"
	releaseManifest = "---\napiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: k%d, namespace: a}\n" +
		"spec: {chart: {spec: {chart: karpenter, version: 1.0.8, sourceRef: {kind: HelmRepository, name: a}}}}\n"
)

// TestManyRootsOfAnInstallation checks that the manifests of an installation are not copied for each root that calls its module.
func TestManyRootsOfAnInstallation(t *testing.T) {
	growth.IsLinear(t, 400, func(size int) func() {
		files := mapFiles{}
		for i := range size {
			files[fmt.Sprintf("c%d.yaml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, classManifest, i)}
		}
		o := readAll(t, files)
		for i := range size {
			value := model.NewMap(model.NewEntry("karpenter", model.NewString(survey.ControllerRole)))
			installation := &survey.Resource{Kind: survey.Installation, File: model.NewFile("m/main.tf", nil), Value: value}
			o.Roots = append(o.Roots, &survey.Root{Dir: fmt.Sprintf("r%d", i), Resources: []*survey.Resource{installation}})
		}
		return func() {
			m := project.Arrange(o)
			if got := len(m.Objects("r0")); got != size {
				t.Errorf("%d objects, want %d", got, size)
			}
			if !m.Context("c0.yaml").Old {
				t.Error("c0.yaml is not old")
			}
		}
	})
}

// TestManyNeighbours checks that the classes of a project are not copied for each project below it.
func TestManyNeighbours(t *testing.T) {
	growth.IsLinear(t, 200, func(size int) func() {
		top := fmt.Sprintf(releaseManifest, 1) + fmt.Sprintf(releaseManifest, 2)
		files := mapFiles{}
		for i := range size {
			top += fmt.Sprintf(classManifest, i)
			files[fmt.Sprintf("d%d/release.yaml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, releaseManifest, i)}
		}
		files["top.yaml"] = &fstest.MapFile{Data: []byte(top)}
		o := readAll(t, files)
		return func() {
			m := project.Arrange(o)
			for _, p := range m.Manifests() {
				if got := len(project.NeighboursOf(p)); got > 1 {
					t.Errorf("%s has %d neighbours", p.Root, got)
				}
			}
			if !m.Context("d0/release.yaml").Old {
				t.Error("the classes near d0 are not known")
			}
		}
	})
}

// TestNeighbours checks which projects are near others.
func TestNeighbours(t *testing.T) {
	files := mapFiles{}
	for i, dir := range []string{".", "a", "a-b", "a/b", "a/b/c", "b"} {
		text := fmt.Sprintf(releaseManifest, 1) + fmt.Sprintf(releaseManifest, 2) + fmt.Sprintf(classManifest, i)
		files[path.Join(dir, "x.yaml")] = &fstest.MapFile{Data: []byte(text)}
	}
	m := project.Arrange(readAll(t, files))
	for dir, want := range map[string]string{
		".": "a a-b a/b a/b/c b", "a": ". a/b a/b/c", "a-b": ".", "a/b": ". a a/b/c", "a/b/c": ". a a/b", "a/x": ". a", "c": ".",
	} {
		settled := project.Settled(m, dir)
		if i := slices.IndexFunc(m.Manifests(), func(p *project.Project) bool { return p.Root == dir }); i >= 0 {
			settled = m.Manifests()[i]
		}
		if got := strings.Join(project.NeighboursOf(settled), " "); got != want {
			t.Errorf("near %s are %s, want %s", dir, got, want)
		}
	}
}

// TestManyConfigMaps checks that the settings of many ConfigMaps are merged once for all files.
func TestManyConfigMaps(t *testing.T) {
	growth.IsLinear(t, 500, func(size int) func() {
		files := mapFiles{"release.yaml": &fstest.MapFile{Data: fmt.Appendf(nil, releaseManifest, 1)}}
		for i := range size {
			text := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: karpenter-global-settings}\ndata: {aws.defaultInstanceProfile: [], aws.tags: {a%d: " +
				"[]}}\n"
			files[fmt.Sprintf("m%d.yaml", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, text, i)}
		}
		o := readAll(t, files)
		return func() {
			m := project.Arrange(o)
			for i := range size {
				if got := len(m.Installed(fmt.Sprintf("m%d.yaml", i)).Unknown); got != size+1 {
					t.Fatalf("%d settings are unknown, want %d", got, size+1)
				}
			}
		}
	})
}
