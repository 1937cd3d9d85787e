package project_test

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/karplint/karplint/internal/testing/golden"
	"github.com/karplint/karplint/kustomize"
	"github.com/karplint/karplint/model"
	"github.com/karplint/karplint/parsers/yaml"
	"github.com/karplint/karplint/project"
	"github.com/karplint/karplint/survey"
	"github.com/karplint/karplint/survey/manifests"
	"github.com/karplint/karplint/survey/rootmodule"
	"github.com/karplint/karplint/terraform"
	"github.com/karplint/karplint/versions"
)

// TestGolden reads the files of each archive as a repository and compares its projects with the last file, views. The last line of
// the comment names the directories of Terraform roots. With the word "manifests" the YAML files are manifests of the repository;
// otherwise only Terraform reads them.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", func(t *testing.T, archive *txtar.Archive) []txtar.File {
		archive.Files = golden.Without(archive, "views")
		return append(archive.Files, txtar.File{Name: "views", Data: []byte(views(t, archive))})
	})
}

func views(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	files := mapFiles{}
	d := &dumper{files: map[string]*model.File{}}
	for _, f := range archive.Files {
		files[f.Name] = &fstest.MapFile{Data: f.Data}
		d.files[f.Name] = model.NewFile(f.Name, f.Data)
	}
	lines := strings.Split(strings.TrimSpace(string(archive.Comment)), "\n")
	words := strings.Fields(lines[len(lines)-1])
	var roots []*survey.Root
	for _, dir := range words[1:] {
		if dir == "manifests" {
			continue
		}
		root := terraform.Load(files, dir, terraform.Options{})
		for _, e := range root.Errors {
			fmt.Fprintf(&d.b, "error: %s\n", e.Error())
		}
		roots = append(roots, rootmodule.Read(root))
		d.project(project.OfRoot(roots[len(roots)-1]))
	}
	if slices.Contains(words, "manifests") {
		o := readAll(t, files)
		o.Roots, o.Patches = roots, kustomize.NewTree(files.names(), files.names(), files)
		before, names := d.b.Len(), idsOf(o.Resources)
		d.set(project.Arrange(o), roots, files)
		again := &dumper{files: d.files}
		if again.set(project.Arrange(o), roots, files); again.b.String() != d.b.String()[before:] {
			t.Errorf("arranged again: %s", again.b.String())
		}
		if after := idsOf(o.Resources); !slices.Equal(after, names) {
			t.Errorf("Arrange changed what it was given: %q", after)
		}
	}
	return d.b.String()
}

func idsOf(resources []*survey.Resource) (ids []string) {
	for _, r := range resources {
		ids = append(ids, r.ID)
	}
	return ids
}

// set writes the projects of manifests, and for each file its target.
func (d *dumper) set(s *project.Map, roots []*survey.Root, files mapFiles) {
	for _, root := range roots {
		for _, r := range s.Objects(root.Dir) {
			fmt.Fprintf(&d.b, "\nbelongs to %s: %s", root.Dir, r.ID)
			d.resource(r)
		}
	}
	for _, p := range s.Manifests() {
		d.project(p)
		d.b.WriteString("\n")
	}
	for _, name := range files.names() {
		if isManifest(name) {
			fmt.Fprintf(&d.b, "%s is for %s\n", name, s.Target(name))
			if crds := survey.CRDReleases(s.Installations(name)); crds != (versions.Interval{}) && !crds.Equal(s.Target(name).Interval) {
				fmt.Fprintf(&d.b, "  with CRDs of %s\n", crds)
			}
			if appliers := s.Appliers(name); len(appliers) > 0 {
				fmt.Fprintf(&d.b, "  applied by %s\n", strings.Join(appliers, ", "))
			}
			if text := settingsText(s.Installed(name)); text != "" {
				fmt.Fprintf(&d.b, "  installed by %s\n", text)
			}
		}
	}
}

func readAll(t testing.TB, files mapFiles) *survey.Observations {
	t.Helper()
	all := &survey.Observations{}
	for _, name := range files.names() {
		if !isManifest(name) {
			continue
		}
		number := 0
		yaml.Documents(model.NewFile(name, files[name].Data), func(doc *model.Document, err *yaml.ParseError) bool {
			if err != nil {
				t.Fatalf("%s: %s", name, err)
			}
			all.Add(manifests.Observe(doc, number, files))
			number++
			return true
		})
	}
	return all
}

func isManifest(name string) bool { return path.Ext(name) == ".yaml" }

// mapFiles are files in memory.
type mapFiles fstest.MapFS

func (m mapFiles) ReadFile(name string) ([]byte, error) {
	return fs.ReadFile(fstest.MapFS(m), path.Clean(name))
}

func (m mapFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	return fs.ReadDir(fstest.MapFS(m), path.Clean(name))
}

func (m mapFiles) names() []string {
	var names []string
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// settingsText shows the settings of an installation that has any.
func settingsText(i project.Installed) string {
	if i.InstanceProfile == "" && len(i.Tags) == 0 && len(i.Unknown) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: version %q, profile %q, tags %v, unknown %v", i.From, i.Version, i.InstanceProfile, i.Tags, i.Unknown)
}
