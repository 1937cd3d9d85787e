package apiserver

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
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

// groups has the API groups of kinds outside of karpenter.sh.
var groups = map[string]string{
	"AWSNodeTemplate": "karpenter.k8s.aws", "EC2NodeClass": "karpenter.k8s.aws", "CapacityBuffer": "autoscaling.x-k8s.io",
}

// file is a file with the schemas of all releases. Equal schemas are stored once.
type file struct {
	Schemas  map[string]*crdv1.JSONSchemaProps
	Releases map[string]map[string]struct { // by kind and version ("NodePool|v1"), then by release
		Schema string
		Served bool
	}
}

// Read reads a file with the schemas of all releases, and returns the kinds by API version and name.
func Read(name string) ([]*Kind, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var f file
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	var kinds []*Kind
	for _, row := range slices.Sorted(maps.Keys(f.Releases)) {
		k, err := f.kind(row)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", name, row, err)
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}

func (f *file) kind(row string) (*Kind, error) {
	name, version, _ := strings.Cut(row, "|")
	group := groups[name]
	if group == "" {
		group = "karpenter.sh"
	}
	k := &Kind{APIVersion: group + "/" + version, Kind: name, Namespaced: name == "CapacityBuffer"}
	schemas := map[string]*Schema{}
	for release, of := range f.Releases[row] {
		if !of.Served {
			continue
		}
		if schemas[of.Schema] == nil {
			s, err := newSchema(k, f.Schemas[of.Schema])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", release, err)
			}
			schemas[of.Schema] = s
		}
		k.Served = append(k.Served, Served{strings.TrimPrefix(release, "v"), schemas[of.Schema]})
	}
	slices.SortFunc(k.Served, func(a, b Served) int {
		return semver.MustParse(a.Release).Compare(semver.MustParse(b.Release))
	})
	return k, nil
}
