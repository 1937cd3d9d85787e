package main

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"
)

// descriptions are what the CRDs say of the fields in spec, of each kind in the newest release that serves it: the content of descriptions.txt, which
// package schema reads.
type descriptions struct{ kinds []*describedKind }

type describedKind struct {
	apiVersion, kind, release string
	lines                     []string // the path of a field, a tab, and the text
}

const descriptionsNote = "# Made by make releases from Karpenter's CRDs. Do not edit.\n"

// addDescriptions brings the file to a release, unless it has the texts of a newer one.
func addDescriptions(path, release string, files fs.FS) error {
	d, err := readDescriptions(path)
	if err != nil {
		return err
	}
	names, err := fs.Glob(files, "pkg/apis/crds/*.yaml")
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var crd definition
		if err := yaml.Unmarshal(data, &crd); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, version := range crd.Spec.Versions {
			if version.Served {
				d.add(crd.Spec.Group+"/"+version.Name, crd.Spec.Names.Kind, release, version.Schema.OpenAPIV3Schema)
			}
		}
	}
	return d.write(path)
}

func readDescriptions(path string) (*descriptions, error) {
	d := &descriptions{}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case strings.HasPrefix(line, "#"):
		case len(fields) == 4:
			d.kinds = append(d.kinds, &describedKind{apiVersion: fields[1], kind: fields[2], release: fields[3]})
		case len(fields) == 2 && len(d.kinds) > 0:
			k := d.kinds[len(d.kinds)-1]
			k.lines = append(k.lines, strings.TrimSuffix(line, "\n"))
		default:
			return nil, fmt.Errorf("%s: a line is neither a kind nor a field: %q", path, line)
		}
	}
	return d, nil
}

func (d *descriptions) add(apiVersion, kind, release string, root jsonSchema) {
	i := slices.IndexFunc(d.kinds, func(k *describedKind) bool { return k.apiVersion == apiVersion && k.kind == kind })
	if i < 0 {
		i = len(d.kinds)
		d.kinds = append(d.kinds, &describedKind{apiVersion: apiVersion, kind: kind, release: release})
	}
	k := d.kinds[i]
	if compareReleases(k.release, release) > 0 {
		return
	}
	k.release, k.lines = release, nil
	properties, _ := root["properties"].(jsonSchema)
	k.describe("spec", properties["spec"])
	slices.Sort(k.lines)
}

// describe adds the text of a field and of those in it. "[]" is an item of a list, "*" a value of a map.
func (k *describedKind) describe(path string, of any) {
	schema, ok := of.(jsonSchema)
	if !ok {
		return
	}
	if text, _ := schema["description"].(string); text != "" {
		k.lines = append(k.lines, path+"\t"+strings.Join(strings.Fields(text), " "))
	}
	k.describe(path+".[]", schema["items"])
	k.describe(path+".*", schema["additionalProperties"])
	properties, _ := schema["properties"].(jsonSchema)
	for name, property := range properties { // in any order: the lines are sorted
		k.describe(path+"."+name, property)
	}
}

func (d *descriptions) write(path string) error {
	slices.SortFunc(d.kinds, func(a, b *describedKind) int {
		return strings.Compare(a.apiVersion+" "+a.kind, b.apiVersion+" "+b.kind)
	})
	var b strings.Builder
	b.WriteString(descriptionsNote)
	for _, k := range d.kinds {
		fmt.Fprintf(&b, "kind\t%s\t%s\t%s\n", k.apiVersion, k.kind, k.release)
		for _, line := range k.lines {
			b.WriteString(line + "\n")
		}
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
