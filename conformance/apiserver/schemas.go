package apiserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	crdv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Kind is a kind in one version of its API.
type Kind struct {
	APIVersion, Kind string
	Namespaced       bool
	Served           []Served // the releases that serve it, oldest first
}

// Served is a release, with its schema for a kind.
type Served struct {
	Release string // "0.32.0"
	Schema  *Schema
}

// Schemas returns the schemas of the kind, each once, ordered by their first release.
func (k *Kind) Schemas() (all []*Schema) {
	for _, s := range k.Served {
		if !slices.Contains(all, s.Schema) {
			all = append(all, s.Schema)
		}
	}
	return all
}

// Read returns the kinds of the releases, sorted by API version and name, with the schema that each release serves them with. Equal schemas are
// one. It takes the CRDs from Karpenter's modules.
func Read(releases []string) ([]*Kind, error) {
	r := &reader{kinds: map[string]*Kind{}, schemas: map[string]*Schema{}}
	for _, release := range releases {
		crds, err := CRDs(release)
		if err != nil {
			return nil, err
		}
		for _, crd := range crds {
			if err := r.add(release, crd); err != nil {
				return nil, fmt.Errorf("Karpenter %s: %s: %w", release, crd.Name, err)
			}
		}
	}
	var kinds []*Kind
	for _, name := range slices.Sorted(maps.Keys(r.kinds)) {
		kinds = append(kinds, r.kinds[name])
	}
	return kinds, nil
}

// reader collects the kinds by API version and name, and the schemas by kind and text.
type reader struct {
	kinds   map[string]*Kind
	schemas map[string]*Schema
}

// add adds the versions that a CRD of a release serves.
func (r *reader) add(release string, crd *crdv1.CustomResourceDefinition) error {
	for _, version := range crd.Spec.Versions {
		if !version.Served {
			continue
		}
		apiVersion, kind := crd.Spec.Group+"/"+version.Name, crd.Spec.Names.Kind
		name := apiVersion + " " + kind
		if r.kinds[name] == nil {
			r.kinds[name] = &Kind{APIVersion: apiVersion, Kind: kind, Namespaced: crd.Spec.Scope == crdv1.NamespaceScoped}
		}
		k := r.kinds[name]
		text, err := json.Marshal(version.Schema.OpenAPIV3Schema)
		if err != nil {
			return err
		}
		schema := r.schemas[name+string(text)]
		if schema == nil {
			if schema, err = newSchema(k, version.Schema.OpenAPIV3Schema); err != nil {
				return err
			}
			r.schemas[name+string(text)] = schema
		}
		k.Served = append(k.Served, Served{release, schema})
	}
	return nil
}
