package main

import (
	"errors"
	"fmt"
	"io/fs"

	"sigs.k8s.io/yaml"
)

// addRelease adds the CRDs of a release.
func (t *table) addRelease(release string, files fs.FS) error {
	names, err := fs.Glob(files, "pkg/apis/crds/*.yaml")
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return errors.New("it has no pkg/apis/crds/*.yaml; -from takes the directory of a checkout of karpenter-provider-aws")
	}
	for _, name := range names {
		if err := t.addFile(release, files, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
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

func (t *table) addFile(release string, files fs.FS, name string) error {
	data, err := fs.ReadFile(files, name)
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
