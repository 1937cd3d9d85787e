package conformance

import (
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
	"sigs.k8s.io/yaml"

	"github.com/karplint/karplint/convert"
	"github.com/karplint/karplint/convert/scripts"
	"github.com/karplint/karplint/model"
)

// TestGolden holds the expected outputs of the golden cases to the CRDs: the files below want/ and written/. An archive says what it is
// converted to in lines "option to v1", "option karpenter-version 0.37.8", "option keep" and "option installed *.yaml version 1.0.8".
func TestGolden(t *testing.T) {
	archives, err := filepath.Glob("../testdata/golden/convert/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	var all tally
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			c := newCase(archive)
			for _, f := range c.files {
				if c.patches[f.Path] {
					continue // TestKustomize judges what it makes of its base
				}
				n, wrong := c.release(f.Path).judgeFile(t, f, c.to, c.keep)
				report(t, wrong)
				all.add(n)
			}
		})
	}
	t.Log(all)
	if all.accepted < 50 {
		t.Errorf("only %d objects were accepted; are the archives read rightly?", all.accepted)
	}
}

// goldenCase is a golden case: what a conversion is expected to make of files.
type goldenCase struct {
	to        convert.API
	version   string
	installed [][2]string // pattern of files, version of Karpenter
	keep      bool
	role      string
	files     []convert.File   // those that change
	objects   []convert.Object // of all files
	patches   map[string]bool  // files that a kustomization names as patches
}

func newCase(archive *txtar.Archive) *goldenCase {
	c := &goldenCase{to: convert.V1Beta1, patches: map[string]bool{}}
	for line := range strings.Lines(string(archive.Comment)) {
		words := append(strings.Fields(line), "", "", "", "", "")
		switch {
		case words[0] != "option":
		case words[1] == "to":
			c.to = convert.API(words[2])
		case words[1] == "karpenter-version":
			c.version = words[2]
		case words[1] == "role":
			c.role = words[2]
		case words[1] == "keep":
			c.keep = true
		case words[1] == "installed" && words[3] == "version":
			c.installed = append(c.installed, [2]string{words[2], words[4]})
		}
	}
	parts := map[string][]byte{}
	for _, f := range archive.Files {
		parts[f.Name] = f.Data
		if path.Base(f.Name) == "kustomization.yaml" {
			c.notePatches(path.Dir(f.Name), f.Data)
		}
	}
	c.objects = parseObjects(string(parts["objects"]))
	for _, f := range archive.Files {
		name, isWant := strings.CutPrefix(f.Name, "want/")
		if !isWant {
			continue
		}
		file := convert.File{Path: name, Before: manifestsIn(name, parts[name]), After: manifestsIn(name, f.Data)}
		file.Objects = slices.DeleteFunc(slices.Clone(c.objects), func(o convert.Object) bool { return o.File != name })
		file.Notes = parseNotes(name, string(parts["notes"]))
		c.files = append(c.files, file)
	}
	return c
}

// manifestsIn returns a file, and of a shell script its objects without those that the shell writes something into.
func manifestsIn(name string, data []byte) []byte {
	script := scripts.Read(model.NewFile(name, data))
	if script == nil {
		return data
	}
	var settled []string
	for _, document := range strings.Split("\n"+string(script.Manifests.Data), "\n---") {
		if !strings.Contains(document, "$") {
			settled = append(settled, document)
		}
	}
	return []byte(strings.Join(settled, "\n---"))
}

// notePatches adds to c.patches.
func (c *goldenCase) notePatches(dir string, kustomization []byte) {
	var names struct {
		Patches               []struct{ Path string }
		PatchesStrategicMerge []string
	}
	if yaml.Unmarshal(kustomization, &names) != nil {
		return
	}
	for _, p := range names.Patches {
		c.patches[path.Join(dir, p.Path)] = true
	}
	for _, name := range names.PatchesStrategicMerge {
		c.patches[path.Join(dir, name)] = true
	}
}

// parseObjects reads the lines "a.yaml: converted: karpenter.sh/v1alpha5 Provisioner default" and "    to karpenter.sh/v1beta1 …".
func parseObjects(text string) (all []convert.Object) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if to, isTo := strings.CutPrefix(line, "    to "); isTo {
			all[len(all)-1].To = to
		} else if words := strings.SplitN(line, ": ", 3); len(words) == 3 {
			all = append(all, convert.Object{File: words[0], Status: convert.Status(words[1]), From: words[2], To: words[2]})
		}
	}
	return all
}

var noteLine = regexp.MustCompile(`(?m)^(.+?):\d+: (info|warning|decision): (.*?): `)

func parseNotes(file, text string) (all []convert.Note) {
	for _, m := range noteLine.FindAllStringSubmatch(text, -1) {
		if m[1] == file {
			all = append(all, convert.Note{File: file, Level: convert.Level(m[2]), Object: m[3]})
		}
	}
	return all
}

// release returns the one that judges what is converted for a file: that of the target's minor version, or else the next newer one.
func (c *goldenCase) release(file string) *release {
	version := c.version
	if version == "" {
		for _, i := range c.installed {
			if ok, _ := path.Match(i[0], file); ok || i[0] == file {
				version = i[1]
			}
		}
	}
	return releaseFor(version, c.to)
}

// releaseFor returns the release that judges what is converted to an API for a version; "" means the default of the conversion.
func releaseFor(version string, to convert.API) *release {
	switch minor, _, _ := strings.Cut(strings.TrimPrefix(version, "v0."), "."); {
	case version == "" && to == convert.V1:
		return v1_0
	case version == "", minor == "32":
		return v0_32
	case version == "0.33.6": // it is newer than 0.35.0, and allows as many requirements as 1.0
		return v1_0
	case strings.HasPrefix(strings.TrimPrefix(version, "v"), "0."):
		return v0_35
	case strings.HasPrefix(strings.TrimPrefix(version, "v"), "1.0."):
		return v1_0
	}
	return v1_14
}
