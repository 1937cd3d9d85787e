package main

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
	"sigs.k8s.io/yaml"
)

const module = "github.com/aws/karpenter-provider-aws"

// missing returns the releases that the proxy has and the table lacks, oldest first. Releases older than the table do not count.
func (t *table) missing() ([]string, error) {
	output, err := exec.Command("go", "list", "-m", "-versions", "-json", module).Output()
	if err != nil {
		return nil, fmt.Errorf("go list -m -versions %s: %w", module, err)
	}
	var listed struct{ Versions []string }
	if err := json.Unmarshal(output, &listed); err != nil {
		return nil, err
	}
	var missing []string
	for _, version := range listed.Versions {
		v, err := semver.StrictNewVersion(strings.TrimPrefix(version, "v"))
		if err != nil || v.Prerelease() != "" || v.LessThan(semver.MustParse(t.releases[0])) {
			continue
		}
		if !slices.Contains(t.releases, v.String()) {
			missing = append(missing, v.String())
		}
	}
	return missing, nil
}

// addModule adds the CRDs in the module of a release. It reads the archive itself, because an older Go does not unpack a module
// that requires a newer one.
func (t *table) addModule(release string) error {
	output, failed := exec.Command("go", "mod", "download", "-json", module+"@v"+release).Output()
	var downloaded struct{ Zip, Error string }
	if err := json.Unmarshal(output, &downloaded); err != nil {
		return fmt.Errorf("go mod download: %w: %w", failed, err)
	}
	if downloaded.Zip == "" {
		return fmt.Errorf("go mod download: %s", downloaded.Error)
	}
	archive, err := zip.OpenReader(downloaded.Zip)
	if err != nil {
		return err
	}
	defer func() { _ = archive.Close() }() // it was only read
	for _, file := range archive.File {
		if !strings.HasSuffix(path.Dir(file.Name), "/pkg/apis/crds") || path.Ext(file.Name) != ".yaml" {
			continue
		}
		if err := t.addFile(release, file); err != nil {
			return fmt.Errorf("%s: %w", file.Name, err)
		}
	}
	return nil
}

// definition is the part of a CRD that the table needs.
type definition struct {
	Spec struct {
		Group, Scope string
		Names        struct{ Kind string }
		Versions     []struct {
			Name   string
			Served bool
			Schema struct {
				OpenAPIV3Schema jsonSchema `json:"openAPIV3Schema"`
			}
		}
	}
}

func (t *table) addFile(release string, file *zip.File) error {
	reader, err := file.Open()
	if err != nil {
		return err
	}
	defer func() { _ = reader.Close() }()
	data, err := io.ReadAll(reader)
	if err != nil {
		return err
	}
	var crd definition
	if err := yaml.Unmarshal(data, &crd); err != nil {
		return err
	}
	for _, version := range crd.Spec.Versions {
		if !version.Served {
			continue
		}
		node, err := t.root(version.Schema.OpenAPIV3Schema)
		if err != nil {
			return err
		}
		t.kind(crd.Spec.Group+"/"+version.Name, crd.Spec.Names.Kind, crd.Spec.Scope).schemas[release] = node
	}
	return nil
}

// collection is a file with the schemas of many releases.
type collection struct {
	Schemas  map[string]jsonSchema
	Releases map[string]map[string]struct { // by kind and version ("NodePool|v1"), then by release
		Schema string
		Served bool
	}
}

// groups has the API groups of kinds outside of karpenter.sh, because a collection does not contain groups.
var groups = map[string]string{
	"AWSNodeTemplate": "karpenter.k8s.aws", "EC2NodeClass": "karpenter.k8s.aws", "CapacityBuffer": "autoscaling.x-k8s.io",
}

func (t *table) addAll(from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	var crds collection
	if err := json.Unmarshal(data, &crds); err != nil {
		return err
	}
	for name, releases := range crds.Releases {
		kind, version, _ := strings.Cut(name, "|")
		group, scope := groups[kind], "Cluster"
		if group == "" {
			group = "karpenter.sh"
		}
		if kind == "CapacityBuffer" {
			scope = "Namespaced"
		}
		k := t.kind(group+"/"+version, kind, scope)
		for release, row := range releases { // in any order: each has its own entry
			if row.Served {
				k.schemas[strings.TrimPrefix(release, "v")] = row.Schema
			}
		}
	}
	return t.resolve(crds.Schemas)
}

// resolve replaces hashes of schemas by nodes. It goes through kinds and releases in order, so that every run makes the same
// table.
func (t *table) resolve(schemas map[string]jsonSchema) error {
	slices.SortFunc(t.kinds, func(a, b *kind) int {
		return strings.Compare(a.apiVersion+" "+a.name, b.apiVersion+" "+b.name)
	})
	for _, k := range t.kinds {
		releases := make([]string, 0, len(k.schemas))
		for release := range k.schemas {
			releases = append(releases, release)
		}
		slices.SortFunc(releases, compareReleases)
		for _, release := range releases {
			node, err := t.root(schemas[k.schemas[release]])
			if err != nil {
				return fmt.Errorf("%s %s of %s: %w", k.apiVersion, k.name, release, err)
			}
			k.schemas[release] = node
		}
	}
	return nil
}
